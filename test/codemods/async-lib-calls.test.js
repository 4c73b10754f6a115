import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/async-lib-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { CASES, GIVEN, moduleOf } from './async-library-cases.js';
import { run } from './async-library.js';

/**
 * Each function of the library, called where nothing around it becomes async, beside its conversion
 * on the real library in each of its versions.
 */

describe.each(CASES)('async $version', ({ version, bodies }) => {
  describe.each(
    Object.entries(bodies).filter(([name]) => version < 3 || !name.startsWith('nobody')),
  )('%s', (name, body) => {
    const source = moduleOf(body);
    const converted = convert({ path: 'module.cjs', source }, codemod, {
      'async-version': version,
      accept: 'timing-unobservable',
    });

    it('is converted', () => {
      expect(converted.sites.map(({ status, message }) => message ?? status)).not.toEqual([]);
      expect(converted.sites.every(({ status }) => status === 'converted')).toBe(true);
      expect(converted.source).not.toMatch(/require\('async'\)|\basync\./u);
    });

    it.each(GIVEN)('does the same with %s and %s', async (...given) => {
      const before = await run(source, version, 'run', given);
      const after = await run(converted.source, version, 'run', given);
      // It calls back in the same tick: `empty-collection`.
      const isEmpty = name.startsWith('each of');
      const seen = (/** @type {string[]} */ log) =>
        log.filter((each) => !isEmpty || each !== 'goes on');
      expect(seen(after.log)).toEqual(seen(before.log));
      const [error, ...results] = before.outcome;
      expect(after.outcome[0] ?? null).toEqual(error ?? null);
      expect(withoutUndefined(after.outcome.slice(1))).toEqual(withoutUndefined(results));
    });
  });
});

describe.each([1, 2, 3])('a count that is no number in version %i', (version) => {
  it.each(['times', 'timesSeries'])('makes an error of %s', async (name) => {
    const source = moduleOf(`async.${name}(parseInt(a, 10), (n, next) => get(a + n, next), done);`);
    const options = { 'async-version': version, accept: 'timing-unobservable' };
    const converted = convert({ path: 'module.cjs', source }, codemod, options);
    expect(converted.sites[0]?.assumes).toContain('throws-late');
    const message = 'Invalid array length';
    await expect(run(source, version, 'run', ['one', 'two'])).rejects.toThrow(message);
    const after = await run(converted.source, version, 'run', ['one', 'two']);
    expect(after.outcome[0]).toMatchObject({ message });
  });
});

describe('a limit below 1 in version 3', () => {
  const message = 'concurrency limit cannot be less than 1';

  it.each([
    ['eachLimit', 'err ? next(err) : next()', 'handed to the callback after'],
    ['mapLimit', 'err ? next(err) : next(null, v)', 'thrown after, too'],
  ])('is thrown by %s of the library', async (name, end, what) => {
    const source = moduleOf(
      `const limit = a.length - a.length; async.${name}([a, b], limit, (item, next) => get(item, (err, v) => (${end})), done);`,
    );
    const options = { 'async-version': 3, accept: 'timing-unobservable' };
    const converted = convert({ path: 'module.cjs', source }, codemod, options);
    expect(converted.sites[0]?.assumes).toContain('throws-late');
    await expect(run(source, 3, 'run', ['one', 'two'])).rejects.toThrow(message);
    const after = run(converted.source, 3, 'run', ['one', 'two']);
    if (what === 'thrown after, too') {
      await expect(after).rejects.toThrow(message);
    } else {
      expect((await after).outcome[0]).toMatchObject({ message });
    }
  });
});

/** @param {readonly unknown[]} list */
function withoutUndefined(list) {
  return list.slice(0, 1 + list.findLastIndex((each) => each !== undefined));
}
