import { describe, expect, it } from 'vitest';

import { codemod as callbacks } from '../../codemods/callback-to-async.js';
import { codemod as asyncLibrary } from '../../codemods/async-lib-to-async.js';
import { parseJson } from '../../core/analysis/environment/json.js';
import { mayReplaceMembers } from '../../core/analysis/modules/replaced-members.js';
import { convert } from '../../core/codemod/convert.js';
import { generatorCoroutine } from '../../core/patterns/generator-coroutine.js';
import { streamEvents } from '../../core/patterns/stream-events.js';
import { memberFiles } from '../../core/plans/members/member-names.js';

/**
 * No text makes a regular expression slow. Each is so long that one which reads parts of it again and again
 * would take minutes, and one that reads it once takes milliseconds: no time has to be measured.
 */

const MANY = 300_000;

/** @param {string} text @param {string[]} members */
const namesIn = (text, members) =>
  expect([...memberFiles(['a.js'], () => text).keys()].sort()).toEqual(members);

describe('words of a file', () => {
  it('tell a stream from data of that name', () => {
    const rows = '{"data":1,"line":"a"},'.repeat(MANY);
    expect(streamEvents.words.test(rows)).toBe(false);
    expect(streamEvents.words.test(`s.on('end', f);${rows}`)).toBe(true);
    expect(streamEvents.words.test(`${rows}s.on("close", f)`)).toBe(true);
  });

  it('tell a generator from a product', () => {
    expect(generatorCoroutine.words.test('a *b'.repeat(MANY))).toBe(false);
    expect(generatorCoroutine.words.test(`${'a *b'.repeat(MANY)}, *load(x) {`)).toBe(true);
    expect(generatorCoroutine.words.test('({ *[Symbol.iterator]() {} })')).toBe(true);
  });

  it('tell what replaces members of a module', () => {
    expect(mayReplaceMembers('fs'.repeat(MANY))).toBe(false);
    expect(mayReplaceMembers('mock'.repeat(MANY))).toBe(false);
    expect(mayReplaceMembers(`${'fs'.repeat(MANY)}.stat = x`)).toBe(true);
    expect(mayReplaceMembers("stub('x', fs, { stat })")).toBe(true);
  });
});

describe('names of members', () => {
  it('are found between many calls', () => {
    namesIn('load(1);'.repeat(MANY), []);
    namesIn(`${'load(1);'.repeat(MANY)}function save(x) { }`, ['load', 'save']);
  });

  it('are found between many words', () => {
    namesIn('class '.repeat(MANY), []);
    namesIn('static\n'.repeat(MANY), []);
    namesIn(`${'static\n'.repeat(MANY)}class X { private static load = 1 }`, ['load']);
    namesIn('{,'.repeat(MANY), []);
    namesIn('"data" '.repeat(MANY), ['data']);
    namesIn(`if (x === 'none' || y ==    'more') it('says'); ({ a: 'b', c: d, e: 5 })`, ['b', 'c']);
  });
});

describe('JSON', () => {
  it('with strings and comments that do not end is none', () => {
    expect(parseJson('\\"'.repeat(MANY))).toBe(undefined);
    expect(parseJson(`"${'\\"'.repeat(MANY)}`)).toBe(undefined);
    expect(parseJson('/*'.repeat(MANY))).toBe(undefined);
  });

  it('keeps what looks like a comment in a string', () => {
    expect(parseJson('{ "a": "// \\"/* ,]", /* ** */ "b": [1, 2, ], } // end')).toEqual({
      a: '// "/* ,]',
      b: [1, 2],
    });
  });
});

describe('comments', () => {
  it('in a function beside a promisified one are not read as strings', () => {
    const lines = `    // we don't explain more\n${'    console.log("line\\n");\n'.repeat(2000)}`;
    const source = `const cp = require('child_process');
const help = function () {
${lines}};
module.exports = { help, run(cmd, cb) { cp.execFile('ls', [cmd], (err, out) => { if (err) return cb(err); cb(null, out.length); }); } };
`;
    const { sites, source: converted } = convert({ path: 'a.js', source }, callbacks, {
      node: '20',
      api: 'async',
    });
    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    expect(converted).toContain('promisify(cp.execFile)');
  });

  it('between tasks stay', () => {
    const comments = '    // then //\n    /* wait */ /**/\n'.repeat(500);
    const source = `const async = require('async');
const fs = require('fs');
exports.load = function (name, cb) {
  async.series([
    (next) => { fs.stat(name, next); },
${comments}    ((next) => { fs.stat(name, next); }),
  ], cb);
};
`;
    const { sites, source: converted } = convert({ path: 'a.js', source }, asyncLibrary, {
      node: '20',
    });
    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    expect(converted.split('/* wait */')).toHaveLength(501);
  });
});
