import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { createSourceCode } from '../../core/source/source-code.js';
import { codemodsByName } from './all-codemods.js';

/**
 * Code on one line: a brace ends a statement there, and where a conversion takes the brace away, the
 * statement must not go on with what follows.
 */

const codemods = await codemodsByName();

const HEADS = [
  "const fs = require('fs'); const async = require('async'); const Bluebird = require('bluebird'); ",
  "const fs = require('fs')\nconst async = require('async')\nconst Bluebird = require('bluebird')\n",
];

/** @type {[codemod: string, declaration: string][]} */
const DECLARATIONS = [
  [
    'callback-to-async',
    'function load(a, cb) { fs.stat(a, function (err, s) { if (err) return cb(err); cb(null, s.size) }) }',
  ],
  [
    'callback-to-async',
    'function load(a, cb) { fs.readFile(a, function (err, t) { if (err) return cb(err); var v; try { v = JSON.parse(t) } catch (e) { return cb(e) } cb(null, v) }) }',
  ],
  [
    'callback-to-async',
    'function load(a, cb) { fs.stat(a, function (err, s) { if (err) return cb(err); if (s.x) { log(s) } fs.readFile(a, function (err, t) { if (err) return cb(err); log(t); cb(null, t) }) }) }',
  ],
  [
    'callback-to-async',
    'function load(a, cb) { fs.stat(a, (e, s) => { if (e) { log(e); cb(e) } else { log(s); cb(null, s) } }) }',
  ],
  [
    'callback-to-async',
    'function load(a, cb) { inner(a, function (err, n) { if (err) return cb(err); cb(null, n) }); function inner(b, done) { fs.stat(b, function (err, s) { if (err) return done(err); done(null, s.size) }) } }',
  ],
  [
    'async-lib-to-async',
    'function load(list, cb) { async.map(list, fs.stat, function (err, r) { if (err) return cb(err); cb(null, r.length) }) }',
  ],
  [
    'async-lib-to-async',
    "function load(cb) { async.series([function (n) { fs.stat('a', n) }, function (n) { log(1); fs.stat('b', n) }], cb) }",
  ],
  [
    'async-lib-to-async',
    'function load(list, cb) { async.eachSeries(list, (f, next) => { log(f); fs.stat(f, (err, s) => { if (err) return next(err); log(s); next() }) }, cb) }',
  ],
  [
    'promise-chain-to-async',
    'async function load(a) { const x = await fetch(a).then(r => { log(r); return r.json() }); await fetch(x).then(y => { log(y) }); +x; return x }',
  ],
  [
    'promise-chain-to-async',
    'async function load(a) { await fetch(a).then(y => { log(y) }); [1].map(log); await fetch(a).then(y => { log(y) }); (y => y)(1); await fetch(a).then(y => { log(y) }); `t`.trim() }',
  ],
  [
    'bluebird-to-native',
    'async function load(list) { await Bluebird.each(list, x => { log(x) }); return list }',
  ],
  [
    'generator-to-async',
    'var load = Bluebird.coroutine(function* (a) { const r = yield fetch(a); return r });',
  ],
  [
    'stream-events-to-for-await',
    "function load(p) { return new Promise((res, rej) => { let body = ''; fs.createReadStream(p).on('data', c => { body += c }).on('end', () => { res(body) }).on('error', rej) }) }",
  ],
  [
    'unwrap-promises',
    'async function load(a) { await (async () => { log(a); await fetch(a) })(); [1].map(log); return 1 }',
  ],
  [
    'hoist-async-closure',
    'function load(id) { const get = async () => { await fetch(id) }; if (!id) return; return get() }',
  ],
];

/** What stands in front of the declaration and behind it, and the statement that it has to stay. */
const NEIGHBOURS = [
  ['', '', ''],
  ['let z = 1; ', ' z++;', 'z++'],
  ['let z = 1\nz\n++\nz; ', ' use(2)', 'use(2)'],
  ['let z = /x;y/.test(1); ', '(function () { use(1) })()', '(function () { use(1) })()'],
  ['let z = 1;', ' `t${z}`;', '`t${z}`'],
  ['let z = 1;', '\n[1].map(use)', '[1].map(use)'],
  ['let z = 1;', '\n;[1].map(use)', '[1].map(use)'],
  ['let z = 1;', ' /* end */ use(3) // x', 'use(3)'],
];

const CASES = DECLARATIONS.flatMap(([codemod, declaration]) =>
  HEADS.flatMap((head) =>
    NEIGHBOURS.map(([before, after, statement]) => ({
      codemod,
      source: `${head}exports.q = 1; ${before}${declaration}${after}\n`,
      statement: statement ?? '',
    })),
  ),
);

/**
 * @param {string} text
 * @returns {string[]}
 */
function statementsOf(text) {
  return nodesOfType(createSourceCode(text, 'x.js'), 'ExpressionStatement').map(({ range }) =>
    text.slice(...range).replace(/;$/u, ''),
  );
}

describe.each(CASES)('$codemod on one line: $source', ({ codemod, source, statement }) => {
  it.each([{}, { accept: 'timing-unobservable', api: 'dual' }])('%o', (options) => {
    const { sites, source: output } = convert(
      { path: 'x.js', source },
      /** @type {import('../../core/codemod/convert.js').Codemod} */ (codemods.get(codemod)),
      { node: '20', 'async-version': '3', ...options },
    );
    const mangled = sites.filter(({ reason }) => reason?.startsWith('output-'));
    expect(mangled).toEqual([]);
    expect(sites.filter(({ status }) => status === 'converted')).not.toEqual([]);
    const before = statementsOf(source);
    const after = statementsOf(output);
    if (statement) {
      expect(after).toContain(statement);
    }
    for (const each of ['+x', '[1].map(log)', '(y => y)(1)', '`t`.trim()']) {
      expect(after.filter((text) => text === each)).toEqual(before.filter((text) => text === each));
    }
  });
});

describe('what chooses a callback, on the line of the function', () => {
  it.each([
    "if (typeof opts === 'function') { cb = opts; opts = {}; }",
    'cb = cb || function () {};',
    "if (typeof opts === 'function') { cb = opts; opts = {}; } cb = cb || noop;",
  ])('%s', (choice) => {
    const source = `const fs = require('fs'); function noop() {} exports.load = function (file, opts, cb) { ${choice} fs.stat(file, (err, t) => { if (err) return cb(err); cb(null, t.size); }); };\n`;
    const { sites, source: output } = convert(
      { path: 'x.js', source },
      /** @type {import('../../core/codemod/convert.js').Codemod} */ (
        codemods.get('callback-to-async')
      ),
      { node: '20', api: 'async' },
    );
    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    expect(output).toMatch(
      /\{\n {2}const t = await fs\.promises\.stat\(file\);\n {2}return t\.size;\n\};/u,
    );
  });
});
