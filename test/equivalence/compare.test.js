import { describe, expect, it } from 'vitest';
import {
  compare,
  compareEffects,
  runSideBySide,
  whicheverBranch,
  whicheverError,
} from './compare.js';
import { execute } from './execute.js';
import { withoutTies } from './scenario.js';

const CALM = { seed: 1, faults: {}, immediate: 0 };
/** @type {import('./grammar/tree.js').Entry[]} */
const ENTRIES = [{ path: 'run', call: 'promise' }];

/** @param {string} body */
const program = (body) => `const { op, log, call } = require('./operations');
exports.run = async function (at) { ${body} };`;

/**
 * @param {string} one
 * @param {string} other
 * @param {Partial<typeof CALM> & { faults?: Record<string, import('./scenario.js').Behaviour> }} [scenario]
 */
async function differences(one, other, scenario = {}) {
  await Promise.resolve();
  const [before, after] = [
    await execute({ text: one, entries: ENTRIES }, { ...CALM, ...scenario }),
    await execute({ text: other, entries: ENTRIES }, { ...CALM, ...scenario }),
  ];
  if (before === undefined || after === undefined) throw new Error('Both programs run.');
  return compare(before, after, []).mismatches;
}

describe('what the comparison sees', () => {
  it.each([
    ['a value', "return op(at, 'a')", "await op(at, 'a'); return 3"],
    ['a lost effect', "await op(at, 'a'); log(at, 'b')", "await op(at, 'a')"],
    ['a new effect', "await op(at, 'a')", "await op(at, 'a'); log(at, 'b')"],
    ['arguments', "log(at, 'a', 1)", "log(at, 'a', '1')"],
    ['order in one turn', "log(at, 'a'); log(at, 'b')", "log(at, 'b'); log(at, 'a')"],
    [
      'order of operations',
      "await op(at, 'a'); await op(at, 'b')",
      "await Promise.all([op(at, 'a'), op(at, 'b')])",
    ],
    ['a missing await', "await op(at, 'a'); log(at, 'b')", "op(at, 'a'); log(at, 'b')"],
    ['an error', "throw new Error('one')", "throw new Error('other')"],
    ['a rejection that is never handled', 'return 1', "Promise.reject(new Error('x')); return 1"],
    [
      'an exception out of a callback',
      "call(at, 'a', () => {})",
      "call(at, 'a', () => { throw 1 })",
    ],
    ['a promise that never settles', 'return 1', 'await new Promise(() => {}); return 1'],
    [
      'another error that looks the same',
      "try { throw new Error('x') } catch (e) { log(at, 'a', e); throw e }",
      "try { throw new Error('x') } catch (e) { log(at, 'a', e); throw new Error('x') }",
    ],
  ])('%s', async (_, one, other) => {
    expect(await differences(program(one), program(other))).not.toEqual([]);
    expect(await differences(program(one), program(one))).toEqual([]);
  });

  it('what the errors of a library are as strings, unless that is named', async () => {
    const any = (/** @type {string} */ text) =>
      `${text}; exports.run = async () => Promise.any([Promise.reject(new Error('x'))]).catch((e) => String(e) + '!');`;
    const [before, after] = [
      await execute({ text: any("const Promise = require('bluebird')"), entries: ENTRIES }, CALM),
      await execute({ text: any(''), entries: ENTRIES }, CALM),
    ];
    expect(compare(before, after, []).mismatches).toHaveLength(1);
    expect(compare(before, after, ['library-errors']).mismatches).toEqual([]);
  });

  it('the identity of an error that an operation rejected with', async () => {
    const one = program("try { await op(at, 'a') } catch (e) { throw e }");
    const other = program("try { await op(at, 'a') } catch (e) { throw new Error(e.message) }");
    const faults = /** @type {const} */ ({ a: 'reject' });
    expect(await differences(one, other, { faults })).toHaveLength(1);
    expect(await differences(one, other)).toEqual([]);
  });

  it('how many parameters a function tells, unless it told none and the difference is named', async () => {
    const run = async (/** @type {string} */ parameters) =>
      execute({ text: `exports.run = async (${parameters}) => {};`, entries: ENTRIES }, CALM);
    const [none, one, two] = [await run(''), await run('a'), await run('a, b')];
    expect(compare(none, one, []).mismatches).toHaveLength(1);
    expect(compare(none, one, ['length-unasked']).mismatches).toEqual([]);
    expect(compare(two, one, ['length-unasked']).mismatches).toHaveLength(1);
  });

  it('the kind of promise that a caller gets', async () => {
    const bluebird = "exports.run = () => require('bluebird').resolve(1)";
    const native = 'exports.run = () => Promise.resolve(1)';
    expect(await differences(bluebird, native)).toEqual([
      'what run returned: Bluebird became Promise',
    ]);
  });

  it('the turn in which a promise settles', async () => {
    const one = program("await op(at, 'a'); op(at, 'b'); return 1");
    const other = program("await op(at, 'a'); await op(at, 'b'); return 1");
    expect(await differences(one, other)).toEqual(['the turn in which run settled: 1 became 2']);
  });
});

describe('microticks', () => {
  /** @param {string} branch @param {string} text */
  const effect = (branch, text, turn = 1) => ({ branch, text, turn });

  it('may swap branches that run side by side', () => {
    const [one, two] = [effect('f/a#1.0', 'x'), effect('f/a#1.1', 'y')];
    expect(compareEffects([one, two], [two, one])).toEqual({ mismatch: undefined, commuted: true });
  });

  it.each([
    ['one branch', effect('f/a#1.0', 'x'), effect('f/a#1.0', 'y')],
    ['a branch and what it was forked from', effect('f', 'x'), effect('f/a#1.1', 'y')],
    ['branches forked one after the other', effect('f/a#1.0', 'x'), effect('f/a#2.1', 'y')],
    ['branches of different forks', effect('f/a#1.0', 'x'), effect('f/b#1.1', 'y')],
    ['different turns', effect('f/a#1.0', 'x', 1), effect('f/a#1.1', 'y', 2)],
    ['different calls', effect('f', 'x'), effect('g', 'y')],
  ])('never swap effects of %s', (_, one, two) => {
    expect(compareEffects([one, two], [two, one]).mismatch).toBeDefined();
  });

  it('leave open which error of one turn comes first, and nothing else about it', () => {
    const record = (/** @type {string} */ error, /** @type {string} */ value) =>
      /** @type {any} */ ({ effects: [effect('f', `logs <${error}> and ${value}`)] });
    const one = whicheverError(record("TypeError(Cannot read 'label')#2", '1'));
    expect(one).toEqual(whicheverError(record('error of f/a15', '1')));
    expect(one).not.toEqual(whicheverError(record('error of f/a15', '2')));
    const scenario = { ...CALM, faults: { a: /** @type {const} */ ('reject-at-once') } };
    expect(withoutTies(scenario).faults).toEqual({ a: 'reject' });
    expect(withoutTies(CALM)).toBe(CALM);
  });

  it('are told from others where operations that are done at once bring them into one turn', () => {
    const scenario = { ...CALM, immediate: 40, faults: { a: /** @type {const} */ ('throw') } };
    expect(withoutTies(scenario, true)).toEqual({ ...scenario, immediate: 0 });
    expect(withoutTies(scenario)).toBe(scenario);
    expect(withoutTies(CALM, true)).toBe(CALM);
  });

  it('know a branch inside another', () => {
    expect(runSideBySide('f/a#1.0/b#1.1', 'f/a#1.1')).toBe(true);
    expect(runSideBySide('f/a#1.0/b#1.1', 'f/a#1.0')).toBe(false);
  });
});

describe('differences that must be reported', () => {
  const throws = "const { op } = require('./operations'); exports.run = (at) => op(at, 'a')";
  const rejects = "const { op } = require('./operations'); exports.run = async (at) => op(at, 'a')";

  it('count only where the codemod named them', async () => {
    const scenario = { ...CALM, faults: { a: /** @type {const} */ ('throw') } };
    const before = await execute({ text: throws, entries: ENTRIES }, scenario);
    const after = await execute({ text: rejects, entries: ENTRIES }, scenario);
    expect(compare(before, after, []).mismatches).not.toEqual([]);
    const accepted = compare(before, after, ['throws-late']);
    expect(accepted.mismatches).toEqual([]);
    expect([...accepted.used]).toEqual(['throws-late']);
  });
});

describe('map-start-order', () => {
  /** @param {string} order */
  const limited = (order) => `const { op } = require('./operations');
    exports.run = async function (at) {
      const out = [];
      for (const i of ${order}) out[i] = await op(at.fork('f', i), 'a', i);
      return out;
    };`;
  const before = { text: limited('[0, 1, 2]'), entries: ENTRIES };
  const after = { text: limited('[0, 2, 1]'), entries: ENTRIES };

  it('lets elements start in another order where it was reported', async () => {
    const records = [await execute(before, CALM), await execute(after, CALM)];
    const [one, other] = /** @type {[any, any]} */ (records);
    expect(compare(one, other, ['map-start-order']).mismatches).toEqual([]);
    expect(compare(one, other, []).mismatches).not.toEqual([]);
  });

  it('lets another of several failures be the first', async () => {
    const fails = (/** @type {string} */ label) => `exports.run = async () => {
      await null;
      throw new Error('${label}');
    };`;
    const records = [
      await execute({ text: fails('a'), entries: ENTRIES }, CALM),
      await execute({ text: fails('b'), entries: ENTRIES }, CALM),
      await execute({ text: 'exports.run = async () => 1;', entries: ENTRIES }, CALM),
    ];
    const [one, other, fulfilled] = /** @type {[any, any, any]} */ (records);
    expect(compare(one, other, ['map-start-order']).mismatches).toEqual([]);
    expect(compare(one, other, []).mismatches).not.toEqual([]);
    expect(compare(one, fulfilled, ['map-start-order']).mismatches).not.toEqual([]);
  });

  it('lets another of several failures be the one that is handled', async () => {
    const handles = (/** @type {string} */ body) => `const { op, log } = require('./operations');
      exports.run = async function (at) {
        try { ${body} } catch (error) { log(at, 'a3', error); }
      };`;
    const each = `await op(at.fork('a2', 1), 'each', 1);`;
    const list = `await op(at, 'a1', 0);`;
    const faults = /** @type {const} */ ({ a1: 'reject', each: 'reject' });
    const run = (/** @type {string} */ text) =>
      execute({ text: handles(text), entries: ENTRIES }, { ...CALM, faults });
    const [one, other] = [await run(`op(at, 'a1', 0).catch(() => {}); ${each}`), await run(list)];
    expect(compare(one, other, ['map-start-order']).mismatches).toEqual([]);
    expect(compare(one, other, []).mismatches).not.toEqual([]);
    const silent = await run('');
    expect(compare(one, silent, ['map-start-order']).mismatches).not.toEqual([]);
  });

  it('lets a function wait for an element that never comes, and sees what it does till then', async () => {
    const inOrder = `const { op, log } = require('./operations');
      exports.run = async function (at) {
        log(at, 'begins');
        log(at, 'goes on');
        await op(at.fork('f', 0), 'a', 0);
        await op(at.fork('f', 1), 'b', 1);
        log(at, 'ends');
      };`;
    const asTheyCome = inOrder.replace("await op(at.fork('f', 0)", "op(at.fork('f', 0)");
    const run = (/** @type {string} */ text, faults = {}) =>
      execute({ text, entries: ENTRIES }, { ...CALM, faults });
    const never = /** @type {const} */ ({ a: 'never' });
    const [one, other] = [await run(asTheyCome, never), await run(inOrder, never)];
    expect(compare(one, other, ['map-start-order']).mismatches).toEqual([]);
    expect(compare(one, other, []).mismatches).not.toEqual([]);
    expect(compare(other, one, ['map-start-order']).mismatches).not.toEqual([]);
    const silent = await run(inOrder.replace("log(at, 'begins');", ''), never);
    expect(compare(one, silent, ['map-start-order']).mismatches).not.toEqual([]);
    const stuck = await run(inOrder.replace("log(at, 'ends');", 'await new Promise(() => {});'));
    expect(compare(await run(asTheyCome), stuck, ['map-start-order']).mismatches).not.toEqual([]);
  });

  it('still sees what an element does', async () => {
    const other = { ...after, text: after.text.replace("'a', i", "'a', i + 1") };
    const [one, two] = [await execute(before, CALM), await execute(other, CALM)];
    expect(compare(one, two, ['map-start-order']).mismatches).not.toEqual([]);
  });
});

it('knows the order of branches within a turn from that of turns and of a branch', () => {
  const record = (/** @type {[number, string, string][]} */ ...effects) =>
    whicheverBranch(
      /** @type {any} */ ({
        effects: effects.map(([turn, branch, text]) => ({ turn, branch, text })),
      }),
    );
  const one = record([1, 'run', 'a'], [1, 'run/f#1.0', 'b'], [2, 'run', 'c']);
  expect(record([1, 'run/f#1.0', 'b'], [1, 'run', 'a'], [2, 'run', 'c'])).toEqual(one);
  expect(record([1, 'run', 'a'], [2, 'run/f#1.0', 'b'], [2, 'run', 'c'])).not.toEqual(one);
  const two = record([1, 'run', 'a'], [1, 'run', 'b']);
  expect(record([1, 'run', 'b'], [1, 'run', 'a'])).not.toEqual(two);
});

describe('a process that has ended', () => {
  /** @type {import('./grammar/tree.js').Entry[]} */
  const entries = [
    { path: 'run1', call: 'callback' },
    { path: 'run2', call: 'callback' },
  ];
  const again = `exports.run2 = (at, x, y, cb) => cb(null);`;
  const header = `const { op } = require('./operations');`;
  const faults = /** @type {const} */ ({ callback: 'throw' });
  const scenario = { ...CALM, faults };

  it('calls nothing any more', async () => {
    const twice = `exports.run1 = (at, x, y, cb) => {
      for (const label of ['a', 'b']) op(at, label).then(() => process.nextTick(cb, null));
    };`;
    const record = await execute({ text: `${header}${twice}${again}`, entries }, scenario);
    expect(record.uncaught).toHaveLength(1);
    expect(record.calls.map(({ path, callbacks }) => [path, callbacks.length])).toEqual([
      ['run1', 1],
    ]);
  });

  it('may have ended before or after what another branch did in its last turn', async () => {
    const program = (/** @type {string} */ ticks) => `exports.run1 = (at, x, y, cb) => {
      op(at, 'a').then(async () => { ${ticks} log(at.fork('f', 0), 'b'); });
      op(at, 'a').then(() => process.nextTick(cb, null));
    };`;
    const records = [];
    for (const ticks of ['', 'await op(at, "c"); await op(at, "d");']) {
      const text = `const { op, log } = require('./operations');${program(ticks)}`;
      records.push(await execute({ text, entries: entries.slice(0, 1) }, scenario));
    }
    const [one, other] = /** @type {[any, any]} */ (records);
    const [effect] = one.effects.filter((/** @type {any} */ each) => each.branch !== 'run1');
    expect(compare(one, { ...one, effects: [] }, []).mismatches).not.toEqual([]);
    expect(effect.turn).toBe(1);
    const without = {
      ...one,
      effects: one.effects.filter((/** @type {any} */ each) => each !== effect),
    };
    expect(compare(one, without, []).mismatches).toEqual([]);
    expect(compare(without, one, []).mismatches).toEqual([]);
    expect(other.uncaught).toEqual(one.uncaught);
  });

  it('has ended where an empty collection calls back later, too', async () => {
    const soon = 'exports.run1 = (at, x, y, cb) => cb(null);';
    const later = 'exports.run1 = (at, x, y, cb) => process.nextTick(cb, null);';
    const records = [
      await execute({ text: `${header}${soon}${again}`, entries }, scenario),
      await execute({ text: `${header}${later}${again}`, entries }, scenario),
    ];
    const [one, other] = /** @type {[any, any]} */ (records);
    expect(compare(one, other, ['empty-collection']).mismatches).toEqual([]);
    expect(compare(one, other, []).mismatches).not.toEqual([]);
  });

  it('has ended where a callback that comes later throws, and not where it comes as before', async () => {
    const soon = 'exports.run1 = (at, x, y, cb) => cb(null, 1);';
    const later = 'exports.run1 = (at, x, y, cb) => process.nextTick(cb, null, 1);';
    const other = 'exports.run1 = (at, x, y, cb) => process.nextTick(cb, null, 2);';
    /** @type {any[]} */
    const records = [];
    for (const text of [soon, later, other]) {
      records.push(await execute({ text: `${header}${text}${again}`, entries }, CALM));
    }
    expect(compare(records[0], records[1], ['timing-unobservable']).mismatches).toEqual([]);
    expect(compare(records[0], records[1], []).mismatches).not.toEqual([]);
    expect(compare(records[0], records[2], ['timing-unobservable']).mismatches).not.toEqual([]);
    const thrown = await execute({ text: `${header}${soon}${again}`, entries }, scenario);
    const ended = await execute({ text: `${header}${later}${again}`, entries }, scenario);
    expect(compare(thrown, ended, ['timing-unobservable']).mismatches).toEqual([]);
    expect(compare(thrown, thrown, ['timing-unobservable']).mismatches).toEqual([]);
    expect(compare(thrown, ended, []).mismatches).not.toEqual([]);
  });
});

describe('a list of results beside an error, where callbacks may come later', () => {
  /** @type {import('./grammar/tree.js').Entry[]} */
  const entries = [{ path: 'run', call: 'callback' }];
  /** @param {string} body @param {import('./scenario.js').Scenario} [scenario] */
  const see = (body, scenario = CALM) =>
    execute(
      { text: `exports.run = (at, x, y, cb) => { const list = [1]; ${body} };`, entries },
      scenario,
    );
  const accepted = ['timing-unobservable'];

  it('may have got what the library puts into it in the same turn', async () => {
    const soon = await see('cb(null, list); list.push(2);');
    const late = await see('list.push(2); process.nextTick(cb, null, list);');
    expect(compare(soon, late, accepted).mismatches).toEqual([]);
    expect(compare(soon, late, []).mismatches).not.toEqual([]);
  });

  it('may have got nothing else', async () => {
    const soon = await see('cb(null, list); list.push(2);');
    const less = await see('process.nextTick(cb, null, list);');
    const more = await see('list.push(2, 3); process.nextTick(cb, null, list);');
    const never = await see('cb(null, list);');
    expect(compare(soon, less, accepted).mismatches).not.toEqual([]);
    expect(compare(soon, more, accepted).mismatches).not.toEqual([]);
    expect(
      compare(never, await see('list.push(2); process.nextTick(cb, null, list);'), accepted)
        .mismatches,
    ).not.toEqual([]);
  });

  it('has what it had when the callback threw, where that ended what would fill it', async () => {
    const scenario = { ...CALM, faults: { callback: /** @type {const} */ ('throw') } };
    const soon = await see('cb(null, list); list.push(2);', scenario);
    const late = await see('list.push(2); process.nextTick(cb, null, list);', scenario);
    const other = await see('list[0] = 2; process.nextTick(cb, null, list);', scenario);
    expect(compare(soon, late, accepted).mismatches).toEqual([]);
    expect(compare(soon, late, []).mismatches).not.toEqual([]);
    expect(compare(soon, other, accepted).mismatches).not.toEqual([]);
  });
});

describe('a promise where a callback was', () => {
  /** @type {import('./grammar/tree.js').Entry[]} */
  const entries = [{ path: 'run', call: 'callback' }];
  const header = `const { call, log } = require('./operations');\n`;

  /** @param {string} one @param {string} other @param {string[]} [reported] */
  async function changes(one, other, reported = []) {
    const before = await execute({ text: `${header}exports.run = ${one};`, entries }, CALM);
    const text = `${header}exports.run = ${other};`;
    const after = await execute({ text, entries, adopts: true }, CALM);
    return compare(before, after, reported, 'async').mismatches;
  }

  it.each([
    [
      'a result',
      "(at, x, y, cb) => call(at, 'a', (e) => cb(e, 3))",
      'async (at, x, y) => 3',
      false,
    ],
    ['nothing', '(at, x, y, cb) => cb()', 'async () => {}', true],
    [
      'an error',
      "(at, x, y, cb) => cb(new Error('a'))",
      "async () => { throw new Error('a'); }",
      true,
    ],
    [
      'several results',
      '(at, x, y, cb) => cb(null, 1, x, undefined)',
      'async (at, x) => [1, x, undefined]',
      true,
    ],
    ['another result', '(at, x, y, cb) => cb(null, 1)', 'async () => 2', false],
    ['a lost error', "(at, x, y, cb) => cb(new Error('a'))", 'async () => {}', false],
    ['a lost effect', "(at, x, y, cb) => { log(at, 'a'); cb(); }", 'async () => {}', false],
    ['no end', '(at, x, y, cb) => cb()', 'async () => new Promise(() => {})', false],
  ])('gives %s', async (_, one, other, isSame) => {
    expect((await changes(one, other)).length === 0).toBe(isSame);
  });

  it('rejects with what was thrown, where that may be', async () => {
    const one = "(at, x, y, cb) => { throw new Error('a'); }";
    const other = "async () => { throw new Error('a'); }";
    expect(await changes(one, other, ['throws-late'])).toEqual([]);
    expect(
      await changes(one, "async () => { throw new Error('b'); }", ['throws-late']),
    ).not.toEqual([]);
  });
});
