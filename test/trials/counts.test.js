import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { countCallbacks } from './count-callbacks.js';
import { countChains, countChainsIn } from './count-chains.js';
import { countCoroutines } from './count-coroutines.js';
import { countTests } from './counts.js';
import { listConverted } from './expectations.js';

describe('countTests', () => {
  it.each([
    ['mocha', '  3 passing (2s)\n  1 failing\n', { passed: 3, failed: 1 }],
    ['tape', '# tests 5\n# pass  4\n# fail  1\n', { passed: 4, failed: 1 }],
    [
      'node-tap, with the tests of each file',
      'ok 1 - a.js {\n    ok 1 - one\n        ok 1 - inner\n}\nnot ok 2 - b.js\n',
      { passed: 2, failed: 1 },
    ],
    ['lab', '74 tests passed\n', { passed: 74, failed: 0 }],
    ['lab 14', '118 tests complete (1 skipped)\n', { passed: 118, failed: 0 }],
    ['vows', '✓ OK » 44 honored (0.1s)\n', { passed: 44, failed: 0 }],
    ['jest', 'Tests:       1 failed, 45 passed, 46 total\n', { passed: 45, failed: 1 }],
    ['ava', '  8 tests passed\n', { passed: 8, failed: 0 }],
    ['jasmine', '93 tests, 200 assertions, 1 failures, 0 skipped\n', { passed: 92, failed: 1 }],
    ['bare TAP', 'ok 1 a\nnot ok 2 b\nok 3 c\n', { passed: 2, failed: 1 }],
    ['colours', '\u001B[32m  12 passing\u001B[0m\n', { passed: 12, failed: 0 }],
  ])('reads %s', (_, output, counts) => {
    expect(countTests(output)).toEqual(counts);
  });
});

/**
 * @template Count
 * @param {(root: string, paths: string[]) => Count} count
 * @param {string} source
 * @returns {Count} In a project that has nothing else.
 */
function countIn(count, source) {
  const root = mkdtempSync(join(tmpdir(), 'count-'));
  writeFileSync(join(root, 'a.js'), source);
  try {
    return count(root, ['.']);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const COROUTINES = `
exports.run = co.wrap(function* () { yield load(); });
function* items() { yield 1; }
`;

describe('countCoroutines', () => {
  it('finds its own way to generators and runners, without the core', () => {
    expect(countIn(countCoroutines, COROUTINES)).toMatchObject({
      generators: [
        { file: 'a.js', line: 2, reach: 'co.wrap', yields: ['load()'] },
        { file: 'a.js', line: 3, name: 'items' },
      ],
      runners: [{ file: 'a.js', line: 2, runner: 'co.wrap' }],
      unparsed: [],
    });
  });

  it('names what does not parse', () => {
    expect(countIn(countCoroutines, 'function* (').unparsed).toEqual(['a.js']);
  });
});

const CALLBACKS = `
function nest(a, cb) { read(a, (err, v) => { if (err) return cb(err); cb(null, v); }); }
exports.forward = function (a, callback) { read(a, callback); };
function deferred(cb) { process.nextTick(() => cb(null, 1)); }
function listener(a, fn) { emitter.on(a, () => fn(a)); }
const map = (list, each) => list.map((x) => each(x));
`;

describe('countCallbacks', () => {
  it('tells error-first callbacks by their use', () => {
    const { functions, calls } = countIn(countCallbacks, CALLBACKS);
    expect(functions).toEqual([
      { file: 'a.js', line: 2, name: 'cb', isNest: true },
      { file: 'a.js', line: 3, name: 'callback', isNest: false },
      { file: 'a.js', line: 4, name: 'cb', isNest: false },
    ]);
    expect(calls).toBe(1);
  });

  it('goes on after a text that does not parse', () => {
    expect(countIn(countCallbacks, 'a(((')).toEqual({ functions: [], calls: 0 });
    expect(countIn(countChains, 'a(((')).toEqual([]);
  });
});

const CHAINS = `
load(1)
  .then((v) => next(v).catch(() => 1))
  .finally(close);
const kept = Promise.all([one.then(use), two.then()]);
kept.spread(use).catch(fail);
`;

describe('countChains', () => {
  it('counts a run of links once, and one in a handler for itself', () => {
    const chains = countIn(countChains, CHAINS);
    expect(chains.map(({ line, text }) => [line, text])).toEqual([
      [2, 'load(1).then((v)=>next(v).catch(()=>1)).finally(close)'],
      [3, 'next(v).catch(()=>1)'],
      [5, 'one.then(use)'],
      [6, 'kept.spread(use).catch(fail)'],
    ]);
  });
});

describe('countChainsIn', () => {
  it('says where a chain begins and whether a callback gets its value', () => {
    const source = 'run();\n  load().then(f)\n    .asCallback(done);\nother.catch(g);\n';
    const found = countChainsIn(source, 'a.js').map((each) => [
      each.line,
      each.column,
      each.isHandedOver,
    ]);
    expect(found).toEqual([
      [2, 3, true],
      [4, 1, false],
    ]);
  });
});

describe('listConverted', () => {
  it('tells which of several alike are gone', () => {
    const one = { file: 'a.js', line: 1, end: 9, name: 'run', reach: 'named', yields: ['f()'] };
    const two = { ...one, line: 5, end: 20, name: 'other' };
    expect(listConverted([one, two, two], [{ ...two, line: 4 }])).toEqual([one, two]);
    expect(listConverted([one], [one])).toEqual([]);
  });
});
