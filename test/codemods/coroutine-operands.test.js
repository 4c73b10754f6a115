import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { expect, it } from 'vitest';

import { codemod } from '../../codemods/generator-to-async.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * What is yielded by a name that may be another function, and what the language's own functions give:
 * run on `co` beside the conversion, whatever becomes of it.
 */

const HEAD = `const co = require('co');
const load = async (id) => 'loaded ' + id;
const later = (id) => (cb) => setImmediate(cb, null, 'later ' + id);
`;

const OPERANDS = [
  'let get = later; exports.run = co.wrap(function* () { return yield get(1); });',
  'let get; get = later; exports.run = co.wrap(function* () { return yield get(1); });',
  'exports.run = co.wrap(function* (get = later) { return yield get(1); });',
  'const { get = later } = {}; exports.run = co.wrap(function* () { return yield get(1); });',
  'const work = co.wrap(function* (get) { return yield get(1); }); exports.run = () => work(later);',
  'const work = co.wrap(function* (get) { return yield get(1); }); exports.run = () => work((id) => (cb) => cb(null, id));',
  "const all = { 'get': later }; exports.run = co.wrap(function* () { return yield all.get(1); });",
  "const all = { get: later }; const key = 'get'; exports.run = co.wrap(function* () { return yield all[key](1); });",
  'exports.run = co.wrap(function* () { return yield Array.from([1, 2], load); });',
  'exports.run = co.wrap(function* () { return yield Object.assign({}, { one: load(1) }); });',
  'exports.run = co.wrap(function* () { return yield Reflect.apply((id) => [load(id)], null, [1]); });',
  'exports.run = co.wrap(function* () { return yield [1, 2].reduce((all, id) => { all[id] = load(id); return all; }, {}); });',
  'const both = (ids) => Array.from(ids, load); exports.run = co.wrap(function* () { return yield both([1, 2]); });',
];

it.each(OPERANDS)('gives what `co` gives: %s', async (operand) => {
  const source = `${HEAD}${operand}\n`;
  const { source: output } = convert({ path: 'module.cjs', source }, codemod, { node: '20' });
  expect(await run(output)).toEqual(await run(source));
});

it.each([
  "const { promisify } = require('util'); const fs = require('fs'); exports.run = co.wrap(function* () { return (yield promisify(fs.stat)('.')).isFile(); });",
  "const { promisify } = require('util'); exports.run = co.wrap(function* () { return yield promisify(later(1))(); });",
  "const Bluebird = require('bluebird'); const get = (id, cb) => cb(null, id); exports.run = co.wrap(function* () { return yield Bluebird.promisify(get)(1); });",
])('takes what is promisified for a promise: %s', async (text) => {
  const source = `${HEAD}${text}\n`;
  const { source: output } = convert({ path: 'module.cjs', source }, codemod, { node: '20' });
  expect(output).toContain('await');
  expect(await run(output)).toEqual(await run(source));
});

/** @param {string} source */
function run(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['module', 'exports', 'require'])(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports.run();
}
