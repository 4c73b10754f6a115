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

/** @param {string} body @param {object} [facts] */
function toAsync(body, facts) {
  const source = `const fs = require('fs');\nconst FILE = ${JSON.stringify(import.meta.filename)};\n${body}\n`;
  return convert({ path: 'program.js', source }, codemod, { node: '20', api: 'async' }, facts)
    .source;
}

/** @param {string} source @returns {any} */
function load(source) {
  const module = { exports: {} };
  compileFunction(source, ['exports', 'require', 'module']).call(
    module.exports,
    module.exports,
    require,
    module,
  );
  return module.exports;
}

/** A plan that finds callers in other files that can wait. */
const PLANS = [{}, { becomesAsync: () => true, isMemberElsewhere: () => false }];

describe.each(PLANS)('with --api=async, a function (%#)', (facts) => {
  it.each(LOSES)('loses its callback beside reads of its name: %s', async (_, body) => {
    const text = toAsync(body, facts);
    expect(text).toContain('await fs.promises.stat(file)');
    expect(text).not.toContain('cb');
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
});
