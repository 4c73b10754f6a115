import { describe, expect, it } from 'vitest';

import {
  branch,
  dedent,
  evaluate,
  failed,
  give,
  hold,
  named,
  printLowered,
  raise,
  run,
  wait,
} from './lower.js';

/** @import { At } from './lower.js' */
/** @import { Region } from '../../../core/regions/build/steps.js' */

/** @type {[name: string, source: string, lower: (at: At) => Region, printed: string][]} */
const CASES = [
  [
    'two handlers in a row',
    `function load(id) {
      return get(id).then((row) => parse(row)).then((value) => value.name);
    }`,
    (at) => [
      wait([at('get(id)')], 'row'),
      wait([at('parse(row)')], 'value'),
      give(at('value.name')),
    ],
    `const row = await get(id);
    const value = await parse(row);
    return value.name;`,
  ],
  [
    'an error handler at the end',
    `function load(id) {
      return get(id).then((row) => row.name).catch((err) => fallback(err));
    }`,
    (at) => [
      {
        type: 'try',
        block: [wait([at('get(id)')], 'row'), give('await ', at('row.name'))],
        error: 'err',
        handler: [give(at('fallback(err)'))],
      },
    ],
    `try {
      const row = await get(id);
      return await row.name;
    } catch (err) {
      return fallback(err);
    }`,
  ],
  [
    'both edges of one step',
    `function load(id) {
      return get(id).then((row) => row.name, (err) => fallback(err));
    }`,
    (at) => [
      wait([at('get(id)')], 'row', failed('err', [give(at('fallback(err)'))])),
      give(at('row.name')),
    ],
    `let row;
    try {
      row = await get(id);
    } catch (err) {
      return fallback(err);
    }
    return row.name;`,
  ],
  [
    'an error edge that joins in the middle',
    `function load(id) {
      return get(id).catch(() => null).then((row) => show(row));
    }`,
    (at) => [
      wait([at('get(id)')], 'row', failed(undefined, [hold(undefined, 'row', 'null')])),
      give(at('show(row)')),
    ],
    `let row;
    try {
      row = await get(id);
    } catch {
      row = null;
    }
    return show(row);`,
  ],
  [
    'a finalizer that waits',
    `function load(id) {
      return lock().then(() => get(id)).finally(() => unlock());
    }`,
    (at) => [
      {
        type: 'try',
        block: [wait([at('lock()', 0)]), give('await ', at('get(id)'))],
        finalizer: [wait([at('unlock()')])],
      },
    ],
    `try {
      await lock();
      return await get(id);
    } finally {
      await unlock();
    }`,
  ],
  [
    'an early exit of a handler',
    `function load(id) {
      return get(id).then((row) => {
        if (!row) return null;
        touch(row);
        return row.value;
      });
    }`,
    (at) => [
      wait([at('get(id)')], 'row'),
      branch(at('!row'), [give(at('null'))]),
      run(at('touch(row);')),
      give(at('row.value')),
    ],
    `const row = await get(id);
    if (!row) {
      return null;
    }
    touch(row);
    return row.value;`,
  ],
  [
    'a list of promises',
    `function load(ids) {
      return Promise.all([get(ids[0]), get(ids[1])]).then(([one, two]) => one + two);
    }`,
    (at) => [
      {
        type: 'together',
        errors: 'first',
        regions: [[give(at('get(ids[0])'))], [give(at('get(ids[1])'))]],
        result: named('[one, two]'),
      },
      give(at('one + two')),
    ],
    `const [one, two] = await Promise.all([
      get(ids[0]),
      get(ids[1]),
    ]);
    return one + two;`,
  ],
  [
    'a chain that nobody waits for',
    `function ping(id) {
      report(id).then(() => count(), () => {});
      return id;
    }`,
    (at) => [
      {
        type: 'start',
        region: [
          wait([at('report(id)')], undefined, failed(undefined, [give()])),
          evaluate(at('count()')),
        ],
        rejection: 'unhandled',
      },
      give(at('id', 2)),
    ],
    `(async () => {
      try {
        await report(id);
      } catch {
        return;
      }
      count();
    })();
    return id;`,
  ],
  [
    'an error that is another one',
    `function load(id) {
      return get(id).catch((err) => { throw new Error(err.code); });
    }`,
    (at) => [
      wait([at('get(id)')], 'row', failed('err', [raise(at('new Error(err.code)'))])),
      give('row'),
    ],
    `try {
      return await get(id);
    } catch (err) {
      throw new Error(err.code);
    }`,
  ],
  [
    'a value that is evaluated before the wait',
    `function total(id) {
      return get(id).then((row) => base() + row.sum);
    }`,
    (at) => [
      wait([at('get(id)')], 'row'),
      hold('const', 'start', at('base()')),
      give('start + ', at('row.sum')),
    ],
    `const row = await get(id);
    const start = base();
    return start + row.sum;`,
  ],
];

describe('chains, lowered by hand', () => {
  it.each(CASES)('%s', (_, source, lower, printed) => {
    expect(printLowered(source, lower)).toBe(dedent(printed));
  });
});
