import { describe, expect, it } from 'vitest';

import { run, toAsync } from './run.js';

/**
 * Which code throws: where a caller ignores errors, a function that may is left as it is.
 */

/** @param {string} body Of a function whose caller does not look at its error. */
const program = (body) => `const fs = require('fs');
const path = require('path');
const store = require('store');
function load(file, cb) {
${body}
}
exports.run = function (file, cb) { load(file, () => cb(null, 'done')); };
`;

/** @param {string} body */
const reasonOf = (body) =>
  toAsync(program(body), { accept: 'result-is-no-promise' }).sites[0]?.reason;

const STAT = "fs.stat('/', (err, stats) => { if (err) return cb(err); ";
const READDIR = "fs.readdir('/', (err, names) => { if (err) return cb(err); ";

describe('does not throw', () => {
  it.each([
    `${STAT}cb(null, stats.isFile()); });`,
    `${STAT}cb(null, stats.mtime); });`,
    "fs.stat('/', (err, stats) => { if (!err) { cb(null, stats.size); } else { cb(err); } });",
    "fs.stat('/', (err, stats) => (err ? cb(err) : cb(null, stats.size)));",
    `${READDIR}cb(null, names.length); });`,
    `${READDIR}cb(null, names.filter((name) => name.endsWith('.js')).map((name) => name.slice(1)).join()); });`,
    `${READDIR}const [first] = names; cb(null, [...names, first]); });`,
    `${READDIR}for (const name of names) console.log(name); cb(null); });`,
    "fs.readFile('/etc/hostname', 'utf8', (err, text) => { if (err) return cb(err); cb(null, text.trim().split(' ').length); });",
    "fs.readFile('/etc/hostname', { encoding: 'utf8' }, (err, text) => { if (err) return cb(err); cb(null, text.trim()); });",
    "fs.readFile('/etc/hostname', (err, bytes) => { if (err) return cb(err); cb(null, bytes.toString().trim().length); });",
    `${STAT}fs.readdir(path.join('/', 'tmp'), (err, names) => { if (err) return cb(err); cb(null, stats.size + names.length); }); });`,
    `${STAT}const made = { of: stats }; cb(null, made.of); });`,
    `${STAT}const map = new Map(); map.set('a', stats.size); cb(null, map.get('a')); });`,
    `${STAT}cb(null, double(stats.size)); });
  function double(value) { return value * 2; }`,
    `${STAT}if (!file) return cb(); cb(null, file.name); });`,
    `${STAT}let found; try { found = JSON.parse(file); } catch (error) { return cb(error); } cb(null, found); });`,
    `${STAT}cb(null, process.env.HOME + Date.now() + path.sep); });`,
  ])('%s', async (body) => {
    const source = program(body);
    expect(reasonOf(body)).toBeUndefined();
    for (const args of [['a'], [undefined], [{ name: 'b' }]]) {
      const { source: converted } = toAsync(source, { accept: 'result-is-no-promise' });
      expect(await run(converted, { args })).toEqual(await run(source, { args }));
    }
  });
});

describe('may throw', () => {
  it.each([
    `${STAT}cb(null, file.name); });`,
    `${STAT}cb(null, stats.of.name); });`,
    `${STAT}cb(null, stats.read()); });`,
    "fs.stat('/', (err, stats) => { cb(err, stats.size); });",
    "fs.stat('/', (err, stats) => { if (err) log(err); cb(null, stats.isFile()); }); function log() {}",
    "fs.stat('/', (err, stats) => { fs.stat('/', (err, more) => { if (err) return cb(err); cb(null, stats.size); }); });",
    `${STAT}const { name } = file; cb(null, name); });`,
    `${STAT}const [name] = file; cb(null, name); });`,
    `${STAT}cb(null, [...file]); });`,
    `${STAT}cb(null, 'name' in file); });`,
    `${STAT}cb(null, stats instanceof file); });`,
    `${STAT}cb(null, JSON.parse(file)); });`,
    `${STAT}cb(null, Object.keys(file)); });`,
    `${STAT}cb(null, check(file)); });
  function check(value) { if (!value) throw new Error('none'); return value; }`,
    `${STAT}cb(null, name(file)); });
  function name(value) { return value.name; }`,
    `${READDIR}cb(null, names.map(read)); });
  function read(value) { return JSON.parse(value); }`,
    "fs.readFile('/etc/hostname', (err, bytes) => { if (err) return cb(err); cb(null, bytes.trim()); });",
    `${STAT}fs.stat(file, (err, more) => { if (err) return cb(err); cb(null, more.size); }); });`,
    "store('a', (err, found) => { if (err) return cb(err); cb(null, found.name.length); });",
  ])('%s', (body) => {
    expect(reasonOf(body)).toBe('error-ignored');
  });
});

it('a path that Node has taken is not looked at again', () => {
  const nested =
    "fs.stat(file, (err) => { if (err) return cb(err); fs.readFile(file, 'utf8', (err, text) => { if (err) return cb(err); cb(null, text); }); });";
  const given = (/** @type {string} */ body) =>
    toAsync(`const fs = require('fs');\nfunction load(file, cb) { ${body} }
exports.run = function (cb) { load('/', () => cb(null, 'done')); };`).sites[0]?.assumes;
  expect(given(nested)).not.toContain('uncaught-error');
});
