import { parse } from '@babel/parser';
import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from './all-codemods.js';

/** @import { Codemod } from '../../core/codemod/convert.js' */

/**
 * Nothing is lost: a comment between any two tokens is in what a codemod writes once, or stands where
 * it stood, and a site that it is in the way of is refused for that reason.
 */

const codemods = await codemodsByName();

/** @type {Record<string, string[]>} */
const PROGRAMS = {
  'async-lib-to-async': [
    "const async = require('async'); exports.run = function (file, cb) { async.each([file], (f, next) => fs.stat(f, next), cb); };",
    "import async, { map } from 'async'; export const run = (list) => map(list, async (x) => load(x)); export const all = () => async.parallel([async () => load(1), async () => load(2)]);",
  ],
  'bluebird-to-native': [
    "const Q = require('q'); module.exports = async () => { await new Q.Promise((ok) => setTimeout(ok, 1)); };",
    "const when = require('when'); exports.load = async (url) => when.map(url, (part) => load(part)).otherwise(SyntaxError, () => null);",
    "require('es6-promise').polyfill(); const Promise = require('pinkie-promise'); module.exports = () => new Promise((ok) => setTimeout(ok, 1));",
  ],
  'callback-to-async': [
    "const fs = require('fs'); exports.load = function (file, cb) { fs.stat(file, function (err, s) { if (err) return cb(err); cb(null, s.size); }); };",
    "const fs = require('fs'); class A { [key](file, cb) { fs.stat(file, (err, s) => { if (err) { log(err); cb(err); } else { cb(null, s); } }); } }",
  ],
  'generator-to-async': [
    "const co = require('co'); exports.load = () => co(function* () { if (a) { yield b(); } try { yield c(); } catch (e) { } });",
    "const Q = require('q'); const B = require('bluebird').coroutine; exports.a = Q.async(function* (x) { return yield load(x); }); exports.b = B(function* (x) { return yield load(x); });",
  ],
  'hoist-async-closure': [
    'export function find(key: string, keys: string[]): string | Promise<string> { const load = async () => get(key, keys); if (!key) return key; return load(); }',
  ],
  'promise-chain-to-async': [
    "exports.load = function (id) { return get(id).then((user) => user.rename()).then(function (name) { return name.trim(); }, function (err) { if (err.code === 'NONE') return null; throw err; }); };",
    'async function load(id) { if (!id) return Promise.reject(new TypeError("id")); return Promise.resolve(id).then((x) => get(x)); }',
  ],
  'stream-events-to-for-await': [
    "const fs = require('fs'); const read = (p) => new Promise((ok, no) => { let s = ''; fs.createReadStream(p).on('data', (c) => { s += c; }).on('end', () => ok(JSON.parse(s))).on('error', no); });",
    "const fs = require('fs'); class Counter { count(cb) { fs.createReadStream(this.path).on('data', (c) => { this.size += c.length; }).on('end', () => cb(null, this.size)).on('error', cb); } }",
  ],
  'unwrap-promises': [
    'async function run(x) { const a = await Promise.resolve(load(x)); const b = await new Promise((ok) => ok(load(x))); return await (async () => { return load(a, b); })(); }',
  ],
};

const OPTIONS = [{}, { api: 'async' }, { accept: 'timing-unobservable' }].map((each) => ({
  node: '20',
  'async-version': '3',
  ...each,
}));

/** @param {string} text */
const readText = (text) =>
  parse(text, {
    sourceType: 'unambiguous',
    tokens: true,
    plugins: text.startsWith('export function') ? ['typescript'] : [],
  });

/**
 * @param {string} text
 * @returns {string} Its code, without comments.
 */
const codeOf = (text) => JSON.stringify(readText(text).program, keepCode);

/** @param {string} text */
const commentsOf = (text) => readText(text).comments?.map(({ type, value }) => [type, value]);

/**
 * @param {string} key
 * @param {unknown} value
 */
function keepCode(key, value) {
  return /^(?:start|end|loc|extra|comments|\w+Comments)$/u.test(key) ? undefined : value;
}

/**
 * @param {string} program
 * @param {string} comment
 * @returns {string[]} The program with the comment between two tokens, wherever it means the same then.
 */
function withComment(program, comment) {
  const code = codeOf(program);
  return /** @type {{ start: number }[]} */ (readText(program).tokens)
    .map(({ start }) => program.slice(0, start) + comment + program.slice(start))
    .filter((text) => {
      try {
        return codeOf(text) === code;
      } catch {
        return false;
      }
    });
}

describe.each(Object.entries(PROGRAMS))('%s', (name, programs) => {
  const codemod = /** @type {Codemod} */ (codemods.get(name));
  const path = name === 'hoist-async-closure' ? 'x.ts' : 'x.js';

  it.each(programs)('keeps a comment in any place of %s', (program) => {
    const sources = ['/* [( why )] */', '// why\n'].flatMap((each) => withComment(program, each));
    let converted = 0;
    for (const [index, source] of sources.entries()) {
      const options = OPTIONS[index % OPTIONS.length];
      const { sites, source: output } = convert({ path, source }, codemod, options);

      expect(commentsOf(output), output).toEqual(commentsOf(source));
      expect(sites.map(({ reason }) => reason).join(' '), source).not.toContain('output-');
      expect(convert({ path, source: output }, codemod, options).source, source).toBe(output);
      converted += sites.filter(({ status }) => status === 'converted').length;
    }
    expect(converted).toBeGreaterThan(0);
  });
});

/** What is written where a comment would end the line, or be left out. */
const WRITTEN = /** @type {const} */ ([
  [
    'an arrow takes the place of a generator function',
    'generator-to-async',
    `const co = require('co');
module.exports = () => co(function* () // runs at once
{
  yield load();
});
`,
    `module.exports = () => (async () => // runs at once
{
  await load();
})();
`,
  ],
  [
    'a block takes the place of an expression',
    'bluebird-to-native',
    `const when = require('when');
module.exports = async () => {
  await when.map([1, 2], (id) => load(id)).otherwise(TypeError, () => // nobody minds
    null);
};
`,
    `module.exports = async () => {
  await Promise.all([1, 2].map(async (id) => load(await id))).catch((error) => { // nobody minds
    if (!(error instanceof TypeError)) throw error;
    return null;
  });
};
`,
  ],
  [
    'a clause takes the place of a function',
    'promise-chain-to-async',
    `exports.load = function (id) {
  return get(id).then((name) => {
    return name.trim();
  }, function /* either */ (err) {
    throw wrap(err);
  });
};
`,
    `exports.load = async function (id) {
  const promise = get(id);
  let name;
  try {
    name = await promise;
  } catch (err) {
    /* either */
    throw wrap(err);
  }
  return name.trim();
};
`,
  ],
  [
    'a stream moves out of what a statement is wrapped in',
    'stream-events-to-for-await',
    `const fs = require('fs');
class Counter {
  count(cb) {
    fs.createReadStream(this.path /* absolute */)
      .on('data', (chunk) => {
        this.size += chunk.length;
      })
      .on('end', () => cb(null, this.size))
      .on('error', cb);
  }
}
`,
    `const fs = require('fs');
class Counter {
  count(cb) {
    (async () => {
      for await (const chunk of fs.createReadStream(this.path /* absolute */)) {
        this.size += chunk.length;
      }
      return this.size;
    })().then(
      (value) => process.nextTick(() => cb(null, value)),
      (err) => process.nextTick(() => cb(err)),
    );
  }
}
`,
  ],
  [
    'what a function is kept under is written again',
    'callback-to-async',
    `const fs = require('fs');
exports. /* public */ size = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};
`,
    `const fs = require('fs');
const util = require('util');
exports. /* public */ size = function (file, cb) {
  sizeAsync(file).then(
    (value) => process.nextTick(() => cb(null, value)),
    (err) => process.nextTick(() => cb(err)),
  );
};

async function sizeAsync(file) {
  const stats = await fs.promises.stat(file);
  return stats.size;
}

Object.defineProperty(exports.size, util.promisify.custom, {
  value: sizeAsync,
});
`,
  ],
  [
    'the last call of a callback goes',
    'callback-to-async',
    `const fs = require('fs');
function check(file, cb) {
  fs.access(file, (err) => {
    if (err) return cb(err);
    cb(null /* nothing to say */);
  });
}
exports.read = function (file, cb) {
  check(file, (err) => {
    if (err) return cb(err);
    fs.readFile(file, cb);
  });
};
`,
    `const fs = require('fs');
const util = require('util');
async function check(file) {
  await fs.promises.access(file);
  /* nothing to say */
}
exports.read = function (file, cb) {
  readAsync(file).then(
    (value) => process.nextTick(() => cb(null, value)),
    (err) => process.nextTick(() => cb(err)),
  );
};

async function readAsync(file) {
  await check(file);
  return fs.promises.readFile(file);
}

Object.defineProperty(exports.read, util.promisify.custom, {
  value: readAsync,
});
`,
  ],
  [
    'a stream is parsed',
    'stream-events-to-for-await',
    `const https = require('https');
exports.get = (url) => new Promise((resolve, reject) => {
  https.get(url, (res) => {
    let body = '';
    res.setEncoding('utf8');
    res.on('data', (chunk) => { body += chunk; });
    res.on('end', () => { resolve(JSON.parse(body /* as sent */)); });
    res.on('error', reject);
  }).on('error', reject);
});
`,
    undefined,
  ],
  [
    'a test of the error goes',
    'callback-to-async',
    `const fs = require('fs');
app.get('/:id', (req, res, next) => {
  fs.readFile(req.params.id, (err, text) => {
    if (err && err.code === 'ENOENT') return res.status(404).end();
    if (/* anything else */ err) return next(err);
    res.send(text);
  });
});
`,
    `const fs = require('fs');
app.get('/:id', async (req, res, next) => {
  let text;
  try {
    text = await fs.promises.readFile(req.params.id);
  } catch (err) {
    if (err.code === 'ENOENT') return res.status(404).end();
    /* anything else */
    return next(err);
  }
  res.send(text);
});
`,
  ],
  [
    'more follows on the line of what it is beside now',
    'promise-chain-to-async',
    `async function load(id) {
  await get(id).then( // shown
    show); return id;
}
function show(x) { log(x); }
`,
    `async function load(id) {
  await show(await get(id)); // shown
   return id;
}
function show(x) { log(x); }
`,
  ],
  [
    'the import has more to say than what it imports',
    'async-lib-to-async',
    `const async = require('async' /* 3.2.6 */);
module.exports = (list) => async.eachSeries(list, async (each) => load(each));
`,
    undefined,
  ],
]);

it.each(WRITTEN)('a comment stays where %s', (_, name, source, expected) => {
  const codemod = /** @type {Codemod} */ (codemods.get(name));
  const options = { node: '20', 'async-version': '3' };
  const { source: output, changed } = convert({ path: 'x.js', source }, codemod, options);

  expect(changed).toBe(true);
  expect(commentsOf(output)).toEqual(commentsOf(source));
  expect(output).toBe(expected ?? output);
});

it.each([
  '/* [ */ [key](id) {}',
  '/* [ */ [(key)](id) {}',
  'static /* [ */ load(id) {}',
  'static [/* [ */ key](id) {}',
  "['[' + key](id) {}",
])('writes async before the name of %s', (method) => {
  const codemod = /** @type {Codemod} */ (codemods.get('promise-chain-to-async'));
  const source = `class A { ${method.replace('{}', '{ return get(id).then((x) => x.y); }')} }\n`;
  const { source: output, sites } = convert({ path: 'x.js', source }, codemod);

  expect(sites.map(({ status }) => status)).toEqual(['converted']);
  expect(output).toContain(
    method.replace(/(?=\[[/'(k]|load)(?!\[ )/u, 'async ').replace(' {}', ' {'),
  );
});
