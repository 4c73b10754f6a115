import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/**
 * Which functions lose their callback with `--api=async`: those that nothing of their own file reaches
 * but by calls that wait.
 */

const require = createRequire(import.meta.url);

const BODY = `{
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
}`;

const SIZE = `function size(file, cb) ${BODY}`;

/** @type {[string, string][]} */
const LOSES = [
  ['a member of something else', `exports.size = function (file, cb) ${BODY};`],
  ['a declaration', `${SIZE}\nexports.size = size;`],
  ['an object', `${SIZE}\nmodule.exports = { size, name: 'lib' };\nmodule.exports.name;`],
  ['an object with a name', `${SIZE}\nconst lib = { size };\nmodule.exports = lib;\nlib.name;`],
  ['an arrow function', `const size = (file, cb) => ${BODY};\nmodule.exports = { size };`],
  ['both names', `exports = module.exports = { size };\n${SIZE}\nexports.name = 'lib';`],
  ['a read of another name', `${SIZE}\nexports.size = size;\nexports.other = exports.name;`],
  ['a default', `module.exports = size;\n${SIZE}\nsize.version = 1;`],
  [
    'an instance that is not the module',
    `${SIZE}\nexports.size = size;\nexports.Box = class { constructor() { this.width = 1; } };`,
  ],
];

/** What the file itself does with the function, and how it calls it. @type {[string, string][]} */
const KEEPS = [
  [
    'a call by the exports',
    `${SIZE}\nexports.size = size;\nexports.run = (cb) => exports.size(FILE, cb);`,
  ],
  [
    'a call by what is exported',
    `exports = module.exports = { size: function (file, cb) ${BODY} };\nexports.run = (cb) => module.exports.size(FILE, cb);`,
  ],
  [
    'a call by the object',
    `${SIZE}\nconst lib = (module.exports = { size });\nlib.run = (cb) => lib.size(FILE, cb);`,
  ],
  [
    'a call by `this`',
    `exports.size = function (file, cb) ${BODY};\nexports.run = function (cb) { this.size(FILE, cb); };`,
  ],
  [
    'a call by an alias of `this`',
    `${SIZE}\nexports.size = size;\nconst self = this;\nexports.run = (cb) => self.size(FILE, cb);`,
  ],
  [
    'a call by a parameter that may be the module',
    `${SIZE}\nexports.size = size;\nconst call = (lib, cb) => lib.size(FILE, cb);\nexports.run = (cb) => call(exports, cb);`,
  ],
  [
    'a name that is taken out',
    `${SIZE}\nexports.size = size;\nexports.run = (cb) => { const { size: own } = exports; own(FILE, cb); };`,
  ],
  [
    'a name that is taken out at the top',
    `${SIZE}\nexports.size = size;\nconst { size: own } = exports;\nexports.run = (cb) => process.nextTick(() => own(FILE, cb));`,
  ],
  [
    'a call of the whole export by another name',
    `module.exports = function (file, cb) ${BODY};\nconst call = (fn, cb) => fn(FILE, cb);\nmodule.exports.run = (cb) => call(module.exports, cb);`,
  ],
  [
    'a name that is computed',
    `${SIZE}\nexports.size = size;\nconst name = 'si' + 'ze';\nexports.run = (cb) => exports[name](FILE, cb);`,
  ],
  [
    'another function that gets it',
    `${SIZE}\nexports.size = size;\nconst call = (fn, cb) => fn(FILE, cb);\nexports.run = (cb) => call(size, cb);`,
  ],
  [
    'a call by `call`',
    `${SIZE}\nexports.size = size;\nexports.run = (cb) => size.call(null, FILE, cb);`,
  ],
  [
    'another name',
    `${SIZE}\nexports.size = size;\nconst own = size;\nexports.run = (cb) => own(FILE, cb);`,
  ],
  [
    'a table',
    `${SIZE}\nexports.size = size;\nconst table = { s: size };\nexports.run = (cb) => table.s(FILE, cb);`,
  ],
  [
    'a promise that is made of it',
    `${SIZE}\nexports.size = size;\nconst own = require('util').promisify(size);\nexports.run = (cb) => own(FILE).then((v) => cb(null, v), cb);`,
  ],
  [
    'a call of the export itself',
    `module.exports = function (file, cb) ${BODY};\nmodule.exports.run = (cb) => module.exports(FILE, cb);`,
  ],
];

/** Calls by the exports, of what nothing else gives another value. @type {[string, string][]} */
const LOSES_BOTH = [
  [
    'of a member',
    `exports.size = function (file, cb) ${BODY};\nexports.run = function (cb) { exports.size(FILE, (err, v) => { if (err) return cb(err); cb(null, v); }); };`,
  ],
  [
    'of an object, from before it',
    `const run = function (cb) { module.exports.size(FILE, (err, v) => { if (err) return cb(err); cb(null, v); }); };\n${SIZE}\nmodule.exports = { size, run };`,
  ],
  [
    'by a variable',
    `${SIZE}\nconst lib = (module.exports = { size });\nlib.run = (cb) => lib.size(FILE, cb);`,
  ],
  [
    'of a function that calls itself',
    `exports.size = function (file, cb) { if (file === '') return exports.size(FILE, cb); fs.stat(file, (err, stats) => { if (err) return cb(err); cb(null, stats.size); }); };\nexports.run = (cb) => exports.size('', cb);`,
  ],
];

/** And of what something may. @type {[string, string][]} */
const KEEPS_BOTH = [
  [
    'that is written twice',
    `exports.size = function (file, cb) ${BODY};\nif (FILE === '') exports.size = (file, cb) => cb(null, 1);\nexports.run = (cb) => exports.size(FILE, cb);`,
  ],
  [
    'that may come from elsewhere',
    `${SIZE}\nmodule.exports = { size, ...(FILE === '' ? { size: null } : {}) };\nmodule.exports.run = (cb) => module.exports.size(FILE, cb);`,
  ],
  [
    'that nothing waits for',
    `exports.size = function (file, cb) ${BODY};\nexports.run = function (cb) { const result = exports.size(FILE, cb); return result; };`,
  ],
  [
    'whose callback is left out',
    `exports.size = function (file, cb) ${BODY};\nexports.run = function (cb) { exports.size(FILE, cb); };\nexports.warm = () => { exports.size(FILE); };`,
  ],
];

/** How a file at `/lib/program.js` may load itself. @type {string[]} */
const SELVES = [
  "require('./program')",
  "require('./program.js')",
  'require(`../lib/program`)',
  "module.require('./program')",
  'require(__filename)',
];

/** @param {string} body @param {object} [facts] @param {string} [path] */
function toAsync(body, facts, path = 'program.js') {
  const source = `const fs = require('fs');\nconst FILE = ${JSON.stringify(import.meta.filename)};\n${body}\n`;
  return convert({ path, source }, codemod, { node: '20', api: 'async' }, facts).source;
}

/** @param {string} source @param {() => any} [self] What the file itself is. @returns {any} */
function load(source, self) {
  const module = { exports: {}, require: (/** @type {string} */ id) => own(id) };
  const own = (/** @type {string} */ id) => (/program/u.test(id) ? self?.() : require(id));
  compileFunction(source, ['exports', 'require', 'module', '__filename']).call(
    module.exports,
    module.exports,
    own,
    module,
    '/lib/program.js',
  );
  return module.exports;
}

/** A plan that finds callers in other files that can wait. */
const PLANS = [{}, { becomesAsync: () => true, isMemberElsewhere: () => false }];

describe.each(PLANS)('with --api=async, a function (%#)', (facts) => {
  it.each(LOSES)('loses its callback beside reads of its name: %s', async (_, body) => {
    const text = toAsync(body, facts);
    expect(text).toContain('await fs.promises.stat(file)');
    expect(text).not.toMatch(/\bcb\b/u);
    const lib = load(text);
    expect(await (lib.size ?? lib)(import.meta.filename)).toBeGreaterThan(0);
  });

  it.each(KEEPS)('keeps its callback for its own file: %s', async (_, body) => {
    const lib = load(toAsync(body, facts));
    // What it is called by may have become async itself.
    const given = await (lib.run.length === 0
      ? lib.run().then((/** @type {unknown} */ value) => [null, value])
      : new Promise((resolve) =>
          lib.run((/** @type {unknown[]} */ ...results) => resolve(results)),
        ));
    expect(given).toEqual([null, expect.any(Number)]);
  });

  it.each(SELVES)('keeps its callback for its own file: %s', async (self) => {
    const body = `${SIZE}\nexports.size = size;\nexports.run = (cb) => { ${self}.size(FILE, cb); };`;
    const lib = load(toAsync(body, facts, '/lib/program.js'), () => lib);
    expect(
      await new Promise((resolve) => lib.run((/** @type {unknown[]} */ ...all) => resolve(all))),
    ).toEqual([null, expect.any(Number)]);
  });

  it.each([
    "import * as me from './program.mjs';",
    "import { size as me } from './program.mjs?again';",
    "const me = await import('./program.mjs');",
    'const me = await import(import.meta.url);',
  ])('keeps its callback for its own module: %s', (line) => {
    const source = `import fs from 'fs';\n${line}\nexport ${SIZE}\n`;
    expect(convertModule(source, facts)).toContain('function size(file, cb) {');
    expect(convertModule(source.replace('program', 'other'), facts)).toContain(
      line.includes('meta') ? 'function size(file, cb) {' : 'async function size(file) {',
    );
  });
});

/** @param {string} source @param {object} [facts] */
function convertModule(source, facts) {
  return convert({ path: '/lib/program.mjs', source }, codemod, { node: '20', api: 'async' }, facts)
    .source;
}

describe('with --api=async and a plan, a function that its file calls by the exports', () => {
  const [, PLANNED] = PLANS;

  it.each(LOSES_BOTH)('loses its callback: %s', async (_, body) => {
    const text = toAsync(body, PLANNED);
    expect(text).not.toMatch(/\bcb\b/u);
    const lib = load(text);
    expect(await lib.run()).toBe(await lib.size(import.meta.filename));
  });

  it.each(KEEPS_BOTH)('keeps it: one %s', async (_, body) => {
    const text = toAsync(body, PLANNED);
    expect(text).toMatch(/size(?: = function )?\(file, cb\)/u);
    const lib = load(text);
    const given = new Promise((resolve) =>
      lib.run((/** @type {unknown[]} */ ...all) => resolve(all)),
    );
    expect(await Promise.race([given, lib.run.length === 0 ? lib.run() : given])).toBeDefined();
  });
});

it('a default export without a name converts as it is', async () => {
  const source = `import fs from 'fs';\nexport default function (file, cb) ${BODY}\n`;
  const [kept, dual, converted] = ['keep', 'dual', 'async'].map(
    (api) => convert({ path: '/lib/program.mjs', source }, codemod, { node: '20', api }).source,
  );
  expect(kept).toContain('export default function (file, cb) {\n  (async () => {');
  expect(dual).toContain("typeof cb !== 'function'");
  expect(converted).toContain('export default async function (file) {');
  for (const text of [kept, dual]) {
    const lib = await loadModule(text);
    expect(lib.name).toBe('default');
    expect(
      await new Promise((resolve) =>
        lib(import.meta.filename, (/** @type {unknown[]} */ ...all) => resolve(all)),
      ),
    ).toEqual([null, expect.any(Number)]);
  }
  expect(await (await loadModule(dual))(import.meta.filename)).toBeGreaterThan(0);
  expect(await (await loadModule(converted))(import.meta.filename)).toBeGreaterThan(0);
});

/** @param {string | undefined} source @returns {Promise<any>} */
async function loadModule(source = '') {
  const { default: value } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  );
  return value;
}
