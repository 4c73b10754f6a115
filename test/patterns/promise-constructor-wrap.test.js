import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { promiseConstructorWrap } from '../../core/patterns/promise-constructor-wrap.js';

const codemod = { name: 'test', patterns: [promiseConstructorWrap] };
const require = createRequire(import.meta.url);

/** Functions of `load`, which gives a promise or throws, and of `log`. */
const CHAINS = [
  'function run(load, log) { return new Promise((y, n) => load().then(y, n)); }',
  'function run(load, log) { return new Promise((y, n) => { load().then((v) => y(v)).catch((e) => n(e)); }); }',
  '(load, log) => new Promise((y, n) => load().then((v) => { log(v); y([v, log("handled")]); }).catch(n))',
  '(load, log) => new Promise((y, n) => load().then((v) => y(load())).catch(n))',
  '(load, log) => new Promise((y, n) => load().then((v) => y(v.missing.member)).catch(n))',
  'async function run(load, log) { log(1); return new Promise((y, n) => load().then(y, n)); }',
  'async function run(load, log) { try { log(await new Promise((y, n) => load().then(y, n))); } catch (e) { log("caught", e); } }',
  'async function run(load, log) { const all = new Promise((y, n) => Promise.all([1]).then(y, n)); log(2); return await all; }',
];

const OUTCOMES = /** @type {Record<string, () => unknown>} */ ({
  'a promise': () => Promise.resolve(1),
  'a rejection': () => Promise.reject(new Error('rejected')),
  'a late rejection': () => new Promise((_, reject) => setTimeout(reject, 1, new Error('late'))),
  'a throw': () => {
    throw new Error('thrown');
  },
  nothing: () => null,
});

/**
 * @param {string} source Of a function.
 * @param {() => unknown} load
 * @returns {Promise<unknown[]>}
 */
async function record(source, load) {
  /** @type {unknown[]} */
  const events = [];
  const log = (/** @type {unknown[]} */ ...values) => {
    events.push(values.map(String));
  };
  try {
    const promise = new Function(`return (${source})`)()(load, log);
    events.push(['returned', promise.constructor.name]);
    events.push(['result', String(await promise)]);
  } catch (error) {
    events.push(['error', nameless(/** @type {Error} */ (error).message)]);
  }
  return events.sort();
}

/**
 * @param {string} message
 * @returns {string} Without the expression that V8 quotes.
 */
function nameless(message) {
  return message.replace(/\(reading '\w+'\)/u, '');
}

describe.each(CHAINS)('%s', (source) => {
  const { source: output, changed } = convert(
    { path: 'example.js', source: `(${source})` },
    codemod,
  );

  it('is converted', () => {
    expect(changed).toBe(true);
    expect(output).not.toContain('new Promise');
  });

  it.each(Object.keys(OUTCOMES).filter((name) => name !== 'nothing'))(
    'does the same for %s',
    async (name) => {
      const load = /** @type {() => unknown} */ (OUTCOMES[name]);
      expect(await record(output, load)).toEqual(await record(source, load));
    },
  );
});

/** Functions of a path. */
const FILES = [
  'const fs = require("fs"); return (path) => new Promise((y, n) => fs.readFile(path, "utf8", (e, d) => { if (e) n(e); y(d); }));',
  'const fs = require("node:fs"); return (path) => new Promise((y, n) => { fs.stat(path, (e, s) => (e ? n(e) : y(s))); });',
  'const fs = require("fs"); return (path) => new Promise((y, n) => fs.access(path, (e) => { if (e) { n(e); return; } y(); }));',
  'const fs = require("fs"); return (path) => new Promise((y, n) => fs.access(path, (e) => { if (e) { n(e); } else { y(); } return; }));',
  'const fs = require("fs"); return (path) => new Promise((y, n) => fs.readdir(path, { withFileTypes: false }, (e, d) => { if (e != null) { return n(e); } return y(d); }));',
];

describe.each(FILES)('%s', (source) => {
  const { source: output } = convert({ path: 'example.js', source }, codemod);
  const here = fileURLToPath(import.meta.url);

  it.each([
    here,
    `${here}/below`,
    '/does/not/exist',
    12.5,
    null,
    `${here}\0`,
    fileURLToPath(new URL('.', import.meta.url)),
  ])('does the same for %s', async (path) => {
    expect(output).toContain('.promises.');
    expect(await settle(output, path)).toEqual(await settle(source, path));
  });
});

/**
 * @param {string} source
 * @param {unknown} path
 * @returns {Promise<unknown>} The result, or what tells errors apart.
 */
async function settle(source, path) {
  const run = new Function('require', source)(require);
  const promise = run(path);
  expect(promise).toBeInstanceOf(Promise);
  /** @type {any} */
  let result;
  try {
    result = await promise;
  } catch (/** @type {any} */ { code, message, syscall, path: at }) {
    return { code, message, syscall, at };
  }
  return result?.ino === undefined ? result : [result.ino, result.size];
}
