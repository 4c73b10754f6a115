import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { planCallbacks } from '../../core/plans/codemods/callbacks.js';

/**
 * Calls of methods that the file itself defines: what a caller sees before and after, and who else
 * may define the method.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-methods-'));
afterAll(() => rmSync(root, { recursive: true }));

const READ = `(name, cb) {
    fs.stat(__filename, (err, stat) => {
      if (err) return cb(err);
      if (name === 'bad') return cb(new Error('bad name'));
      cb(null, [name, stat.isFile(), this.mark]);
    });
  }`;
const BOTH = `(one, two, cb) {
    const self = this;
    self.read(one, (err, first) => {
      if (err) return cb(err);
      this.read(two, (err, second) => {
        if (err) return cb(err);
        cb(null, { first, second });
      });
    });
  }`;

/** Each exports an object with `read`, `both` and `mark`. @type {[string, string][]} */
const SHAPES = [
  ['a class', `class Store { read${READ} both${BOTH} }\nmodule.exports = new Store();`],
  [
    'a prototype',
    `function Store() {}
Store.prototype.read = function ${READ};
Store.prototype.both = function ${BOTH};
module.exports = new Store();`,
  ],
  [
    "a prototype's object",
    `function Store() {}
Store.prototype = { read: function ${READ}, both${BOTH} };
module.exports = new Store();`,
  ],
  ['exports', `exports.read = function ${READ};\nexports.both = function ${BOTH};`],
  ['an object', `const store = { read${READ}, both${BOTH} };\nmodule.exports = store;`],
  [
    'a function of its own',
    `function read${READ}\nexports.read = read;\nexports.both = function ${BOTH};`,
  ],
];

/**
 * @param {Record<string, string>} files The first of them is converted.
 * @param {boolean} [hasPlan]
 */
function convertIn(files, hasPlan = true) {
  const directory = mkdtempSync(join(root, 'project-'));
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const [name = '', source = ''] = Object.entries(files)[0] ?? [];
  const path = join(directory, name);
  const options = { node: '20' };
  const facts = hasPlan ? planCallbacks([{ path, source }], options).factsFor(path) : {};
  const conversion = convert({ path, source }, codemod, options, facts);
  const reasons = conversion.sites.map(({ reason }) => reason ?? 'converted');
  const load = () => {
    writeFileSync(path, conversion.source);
    return createRequire(path)(path);
  };
  return { ...conversion, reasons, original: createRequire(path)(path), path, load };
}

/**
 * @param {any} store
 * @param {unknown[]} args
 * @returns {Promise<unknown[]>} When it called back, and with what.
 */
function call(store, args) {
  return new Promise((resolve) => {
    let when = 'same tick';
    store.both(...args, (/** @type {unknown} */ error, /** @type {unknown} */ value) =>
      resolve([when, String(error), value]),
    );
    when = 'later';
  });
}

/**
 * @param {Pick<ReturnType<typeof convertIn>, 'original' | 'path' | 'load'>} versions
 */
async function expectSame({ original, path, load }) {
  const inputs = [
    ['a', 'b'],
    ['bad', 'b'],
    ['a', 'bad'],
  ];
  original.mark = 'mine';
  const before = [];
  for (const args of inputs) before.push(await call(original, args));
  delete createRequire(path).cache[path];
  const converted = load();
  converted.mark = 'mine';
  for (const [index, args] of inputs.entries()) {
    expect(await call(converted, args)).toEqual(before[index]);
  }
}

const source = (/** @type {string} */ shape) => `const fs = require('fs');\n${shape}\n`;

describe('methods of the file', () => {
  it.each(SHAPES)('are known to call back later: %s', async (_, shape) => {
    const { reasons, original, path, load, sites } = convertIn({ 'store.js': source(shape) });
    expect(reasons).toEqual(['converted', 'converted']);
    expect(sites[1]?.assumes).toEqual(['once', 'error-first', 'throws-late', 'uncaught-error']);
    await expectSame({ original, path, load });
  });

  it.each(SHAPES)('are told their `this`: %s', async (_, shape) => {
    const told = shape
      .replace('self.read(one,', 'self.read.call(self, one,')
      .replace('this.read(two,', "self.read.call({ mark: 'other' }, two,");
    const { original, path, load, ...conversion } = convertIn({ 'store.js': source(told) });
    expect(conversion.reasons).toEqual(['converted', 'converted']);
    expect(conversion.source).not.toMatch(/\)\.call\(self, self/u);
    await expectSame({ original, path, load });
  });

  it.each([
    ["const read = require('./read').read;", 'read'],
    ["const { read } = require('./read');", 'read'],
    ["const lib = require('./read');", 'lib.read'],
  ])('of another file are told it: %s', async (head, name) => {
    const both = BOTH.replace('self.read(one,', `${name}.call(self, one,`).replace(
      'this.read(two,',
      `${name}.call({ mark: 'other' }, two,`,
    );
    const { original, path, load, reasons } = convertIn({
      'store.js': `${head}\nclass Store { both${both} }\nmodule.exports = new Store();\n`,
      'read.js': `const fs = require('fs');\nexports.read = function ${READ};\n`,
    });
    expect(reasons).toEqual(['converted']);
    await expectSame({ original, path, load });
  });

  const [[, classShape = ''] = []] = SHAPES;

  it.each([
    ['a subclass in another file', 'sub.js', 'class Sub extends Store { read(name, cb) { cb() } }'],
    ['a prototype in another file', 'sub.js', 'Sub.prototype.read = function (name, cb) { cb() }'],
    ['an object in another file', 'sub.js', 'module.exports = { read: (name, cb) => cb() }'],
    ['a stub in a test', 'test/store.js', "sinon.stub(store, 'read').yields(null, 1)"],
  ])('may be those of %s', (_, name, text) => {
    const { reasons } = convertIn({ 'store.js': source(classShape), [name]: text });
    expect(reasons).toEqual(['converted', 'timing-unobservable']);
  });

  it.each([
    [
      'a class field',
      'module.exports = new (class extends Store { read = (name, cb) => cb(null, name); })();',
    ],
    [
      'a field behind a method',
      'class Memory extends Store { save() {} static a = 1; read = function (name, cb) { cb(null, name); } }\nmodule.exports = new Memory();',
    ],
    [
      'a shorthand of a constant',
      'const read = (name, cb) => cb(null, name);\nObject.assign(Store.prototype, { read });',
    ],
    [
      'a shorthand behind a method',
      'const read = function (name, cb) { cb(null, name); };\nObject.assign(Store.prototype, { save() {}, read });',
    ],
    [
      'a shorthand of what is made',
      'const same = (f) => f;\nconst read = same((name, cb) => cb(null, name));\nObject.assign(Store.prototype, { read });',
    ],
    ['an object pattern', '({ a: Store.prototype.read } = { a: (name, cb) => cb(null, name) });'],
    ['an array pattern', '[Store.prototype.read] = [(name, cb) => cb(null, name)];'],
  ])('are replaced by %s of another file', async (_, text) => {
    const { reasons, path, load } = convertIn({
      'store.js': source(classShape.replace('new Store()', 'Store')),
      'memory.js': `const Store = require('./store');\nmodule.exports = new Store();\n${text}\n`,
    });
    const own = createRequire(path);
    const before = await call(own('./memory'), ['a', 'b']);
    for (const name of ['./store', './memory']) delete own.cache[own.resolve(name)];
    load();
    expect(before).toEqual(['same tick', 'null', { first: 'a', second: 'b' }]);
    expect(await call(own('./memory'), ['a', 'b'])).toEqual(before);
    expect(reasons).toEqual(['converted', 'timing-unobservable']);
  });

  it.each([
    ['a variable', 'let read;\nread = (name, cb) => cb(null, name);'],
    ['a function that is given', 'const read = (name) => name;\nmodule.exports = [1].map(read);'],
    ['what a pattern takes', 'const { stat: read = 1 } = require("fs");\nconst [read2] = [read];'],
    ['a comparison in a class', 'class A { is(read) { return read === 1 && read == 2; } }'],
  ])('are not replaced by %s of another file', (_, text) => {
    const { reasons } = convertIn({ 'store.js': source(classShape), 'other.js': text });
    expect(reasons).toEqual(['converted', 'converted']);
  });

  it.each([
    ['a subclass', 'class Sub extends Store { read(name, cb) { cb(null, name); } }'],
    ['an assignment', 'exports.from = (read) => Object.assign(store, (store.read = read));'],
    ['an assigned function', 'module.exports.read = (name, cb) => cb(null, name);'],
    ['an object pattern', '({ a: Store.prototype.read } = { a: (name, cb) => cb(null, name) });'],
    ['an array pattern', '[Store.prototype.read] = [(name, cb) => cb(null, name)];'],
    ['a class field', 'class Sub extends Store { read = (name, cb) => cb(null, name); }'],
    [
      'a shorthand',
      'const read = (name, cb) => cb(null, name);\nObject.assign(Store.prototype, { read });',
    ],
  ])('may be replaced in the file: %s', (_, text) => {
    const { reasons } = convertIn({ 'store.js': `${source(classShape)}\n${text}\n` });
    expect(reasons.slice(0, 2)).toEqual(['converted', 'timing-unobservable']);
  });

  it('may call back at once themselves', () => {
    const early = READ.replace('fs.stat', "if (name === '') return cb(null, 0);\n    fs.stat");
    const shape = `class Store { read${early} both${BOTH} }`;
    const { reasons } = convertIn({ 'store.js': source(shape) });
    expect(reasons).toEqual(['converted', 'timing-unobservable']);
  });

  it('are somebody else’s where the receiver is', () => {
    const shape = `class Store { read${READ} }\nexports.both = function (store, cb) {
      store.read('a', (err, one) => { if (err) return cb(err); cb(null, one); }); };`;
    const { reasons } = convertIn({ 'store.js': source(shape) });
    expect(reasons).toEqual(['converted', 'timing-unobservable']);
  });

  it('are not known without a plan of the project, unless they are private', () => {
    expect(convertIn({ 'store.js': source(classShape) }, false).reasons).toEqual([
      'converted',
      'timing-unobservable',
    ]);
    const shape = classShape.replaceAll(/\bread\b/gu, '#read').replace('self.#', 'this.#');
    expect(convertIn({ 'store.js': source(shape) }, false).reasons).toEqual([
      'converted',
      'converted',
    ]);
  });

  it.each([
    ['new Store().read(x, cb);', ''],
    ['store.read(x, cb);', 'const store = new Store();\n'],
    [
      'store.read(x, (err, found) => (err ? cb(err) : cb(null, [found])));',
      'const store = new Store();\n',
    ],
  ])('may throw before they return, of a class of another file: %s', (use, made) => {
    const user = `const fs = require('fs');
const Store = require('./store');
${made}exports.run = function (x, cb) { fs.stat(x, (err) => { if (err) return cb(err); ${use} }); };
`;
    const store = (/** @type {string} */ first) =>
      `const fs = require('fs');\nclass Store { read(x, cb) { ${first}fs.stat(x, cb); } }\nmodule.exports = Store;\n`;
    const thrown = store("if (!x) throw new TypeError('no name'); ");
    expect(convertIn({ 'user.js': user, 'store.js': thrown }).reasons).toEqual([
      'throw-in-callback',
    ]);
    expect(convertIn({ 'user.js': user, 'store.js': store('') }).reasons).toEqual(['converted']);
  });
});
