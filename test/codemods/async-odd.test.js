import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/async-lib-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { run } from './async-library.js';
import { ODD_BODIES, ODD_MODULES } from './async-odd-cases.js';

/**
 * Odd uses of the library, run beside their conversions on the real library in each of its versions:
 * whatever differs is reported as accepted.
 */

/** @type {readonly (readonly [string, string])[]} */
const GIVEN = [
  ['a', 'b'],
  ['bad-a', 'b'],
  ['slow-a', 'bad-b'],
];

/** What is left alone, as it would end otherwise. */
const REFUSED = new Set([
  'a list as a prototype',
  'a promise in a timer',
  'a promise of a function of the file',
  'a task that is a prototype',
  'a task that is a prototype, in a function',
  'arraylike',
  'callback twice',
  'callback twice 2',
  'error at once, bound member, limit',
  'error at once, by a check, limit',
  'error at once, by a helper, limit',
  'error at once, by a method of lists, limit',
  'error at once, handed on first, limit',
  'error at once, handed on, limit',
  'error at once, limit',
  'error at once, member, limit',
  'error at once, renamed, limit',
  'error at once, tasks, limit',
  'limit zero',
  'throw in step',
  'times by a fraction',
  'times by what may be anything',
  'twice by a bound method',
  'twice by a check of the file',
  'twice by a function of the file',
  'twice by a member',
  'twice in a timer',
  'v2 async throws an error without text',
  'v23 async calls what rejects',
  'v23 async calls what throws text',
  'v23 async rejects with text',
  'v23 async throws a constant',
  'v23 async throws nothing',
  'v23 async throws text',
  'v23 async throws what it gets',
  'v23 error at once, object',
  'v23 error at once, times',
  'v23 found at once, limit',
  'v3 false',
  'v3 false 2',
  'v3 not',
  'v3 rejected with nothing',
]);

const CASES = [
  ...Object.entries(ODD_BODIES).map(([name, body]) => ({
    name,
    source: `const async = require('async');
const { get } = require('operations');
const note = get.note;
exports.run = function (a, b, done) {
${body}
};
`,
  })),
  ...Object.entries(ODD_MODULES).map(([name, source]) => ({ name, source })),
];

describe.each([1, 2, 3])('async %i', (version) => {
  const fitting = CASES.filter(({ name }) => {
    const [, versions = '123'] = /^v(\d+) /u.exec(name) ?? [];
    return versions.includes(String(version));
  });

  it.each(fitting)('$name', async ({ name, source }) => {
    const converted = convert({ path: 'module.cjs', source }, codemod, {
      node: '20',
      'async-version': version,
      accept: 'timing-unobservable',
    });
    expect(converted.error).toBeUndefined();
    if (REFUSED.has(name)) {
      expect(converted.source).toBe(source);
      return;
    }
    const assumes = new Set(converted.sites.flatMap((site) => site.assumes));
    // Without a callback, version 3 gives a promise, which ends the process where nobody takes it.
    const isForNobody = version === 3 && /^(?:no|null|undefined) final/u.test(name);
    await Promise.all(
      GIVEN.slice(0, isForNobody ? 1 : GIVEN.length).map(async (given) => {
        const before = await run(source, version, 'run', given);
        const after = await run(converted.source, version, 'run', given);
        const [error = null, ...results] = before.outcome;
        const [newError = null, ...newResults] = after.outcome;
        if (!(error === null && newError !== null && assumes.has('throws-late'))) {
          expect(newError).toEqual(error);
        }
        // Beside an error, results are `callback-arguments` or `partial-results`.
        if (error === null && newError === null) {
          expect(withoutUndefined(newResults)).toEqual(withoutUndefined(results));
        }
        const isInOrder = !assumes.has('timing-unobservable') && newError === error;
        expect(isInOrder ? after.log : after.log.toSorted()).toEqual(
          isInOrder ? before.log : before.log.toSorted(),
        );
      }),
    );
  });
});

/** @param {readonly unknown[]} list */
function withoutUndefined(list) {
  return list.slice(0, 1 + list.findLastIndex((each) => each !== undefined));
}
