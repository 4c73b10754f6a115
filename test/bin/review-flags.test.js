import { describe, expect, it } from 'vitest';

import { flagsOf } from '../../bin/report/flags.js';
import { lineEdits } from '../../bin/report/line-edits.js';
import { describeNeededNode, neededNode } from '../../bin/report/needed-node.js';

/**
 * @param {string} before
 * @param {string} after
 * @param {{ line: number, endLine: number }} [site] All of it, if none is given.
 */
function flags(before, after, site = { line: 1, endLine: before.split('\n').length }) {
  const edits = lineEdits(before, after);
  const [found = []] = flagsOf({ path: 'a.js', before, after, edits }, [site]);
  return found.map(({ flag, line }) => `${flag}:${line}`);
}

const CHAIN = `function install(dir) {
  return read(dir)
    .then(function (json) { return prepare(json); })
    .then(function () { return true; }, function (err) {
      if (err.code !== 'ENOENT') throw err;
      return false;
    });
}
`;

const ASYNC = `async function install(dir) {
  try {
    const json = await read(dir);
    await prepare(json);
    return true;
  } catch (err) {
    if (err.code !== 'ENOENT') throw err;
    return false;
  }
}
`;

describe('the flags of a conversion', () => {
  it('are none where all waits and throws are still there', () => {
    expect(flags(CHAIN, ASYNC)).toEqual([]);
  });

  it('tell a call that nothing waits for any more', () => {
    expect(flags(CHAIN, ASYNC.replace('await prepare', 'prepare'))).toEqual(['result-dropped:4']);
  });

  it('tell a `throw` that is gone, by its line before', () => {
    expect(flags(CHAIN, ASYNC.replace('throw err', 'return false'))).toEqual(['throw-gone:5']);
  });

  it('take an error that is thrown or handed on under another name for the same one', () => {
    const renamed = ASYNC.replace('catch (err)', 'catch (err1)').replaceAll('err.', 'err1.');
    expect(flags(CHAIN, renamed.replace('throw err', 'throw err1'))).toEqual([]);
    expect(flags(CHAIN, renamed.replace('throw err', 'return fail(err1)'))).toEqual([]);
  });

  const CLEAN = `function resolve() {
  return checkout().finally(cleanup);
}
`;

  it.each([
    ['return await checkout();', []],
    ['return checkout();', ['return-not-awaited:3']],
    ['const promise = checkout();\n    return promise;', ['return-not-awaited:3']],
    ['return 1;', []],
  ])('tell a promise that `try { %s }` does not wait for', (body, expected) => {
    const after = `async function resolve() {\n  try {\n    ${body}\n  } finally {\n    await cleanup();\n  }\n}\n`;
    expect(flags(CLEAN, after)).toEqual(expected);
  });

  it('are those of the lines of the site, wherever these have moved', () => {
    const lead = 'const q = 1;\n'.repeat(5);
    const wrong = ASYNC.replace('await prepare', 'prepare');
    const before = `${lead}${CHAIN}${CHAIN}`;
    const after = `const util = require('util');\n${lead}${ASYNC}${wrong}`;
    expect(flags(before, after, { line: 6, endLine: 13 })).toEqual([]);
    expect(flags(before, after, { line: 14, endLine: 21 })).toEqual(['result-dropped:20']);
  });

  it('are none for a statement that the diff puts behind the last line of the site', () => {
    const before =
      "load().then((one) => {\n  if (!one) throw new Error('none');\n});\n\nstart();\n";
    const edits = [
      { line: 1, count: 3, text: 'const one = await load();\n', newLine: 1 },
      { line: 5, count: 1, text: "if (!one) throw new Error('none');\nstart();\n", newLine: 3 },
    ];
    const after = edits.map(({ text }) => text).join('\n');
    const site = { line: 1, endLine: 3 };
    expect(flagsOf({ path: 'a.js', before, after, edits }, [site])).toEqual([[]]);
    const without = after.replace(/if .*/u, '');
    expect(flagsOf({ path: 'a.js', before, after: without, edits }, [site])).toMatchObject([
      [{ flag: 'throw-gone', line: 2 }],
    ]);
  });

  it('are none of a text that cannot be read', () => {
    expect(flags('if (', ASYNC)).toEqual([]);
  });
});

describe('the Node that is needed', () => {
  /** @param {string} before @param {string} after */
  const needed = (before, after) => neededNode([{ file: 'lib/a.js', before, after }]);

  it('is the oldest that has all that was written', () => {
    const after =
      "const { setTimeout: delay } = require('timers/promises');\nasync function f() { try { await g(); } catch { await delay(1); } }\n";
    const found = needed('function f() {}\n', after);
    expect(found).toEqual({
      ...{ version: '15.0.0', feature: 'timers/promises' },
      ...{ file: 'lib/a.js', line: 1 },
    });
    expect(found && describeNeededNode(found)).toBe(
      'needs Node 15 or newer: `timers/promises` (lib/a.js:1)',
    );
  });

  it('asks nothing of what the file had before, nor of texts and comments', () => {
    expect(needed('a?.b;\n', 'a?.b;\nasync function f() { await a?.c; }\n')).toBeUndefined();
    expect(needed('f();\n', "// catch { a ?? b }\nawait f('timers/promises');\n")).toBeUndefined();
  });
});
