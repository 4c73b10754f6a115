import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';
import { runMocha } from '../patterns/callback-function/test-runners.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-plan-tests-'));
afterAll(() => rmSync(root, { recursive: true }));

const PROJECT = {
  'package.json': '{ "devDependencies": { "mocha": "^10.0.0" } }',
  'lib/load.js': `const fs = require('fs');
exports.load = function (file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text.trim());
  });
};
exports.size = function (file, cb) {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
};
`,
  'test/load.js': `const lib = require('../lib/load');
describe('load', () => {
  it('gives the text', function (done) {
    lib.load(__filename.replace('load.js', 'a.txt'), function (err, text) {
      assert.ifError(err);
      assert.equal(text, 'text');
      done();
    });
  });

  it('fails without a file', (done) => {
    lib.load('none.txt', (err) => {
      assert(err);
      assert.equal(err.code, 'ENOENT');
      done();
    });
  });
});
`,
  'test/size.js': `const { size } = require('../lib/load');
describe('size', () => {
  it('gives the size', (done) => {
    size(__filename, (err, size) => {
      if (err) return done(err);
      assert(size > 0);
      done();
    });
  });

  it('calls back later', (done) => {
    let isLater = false;
    size(__filename, () => {
      assert(isLater);
      done();
    });
    isLater = true;
  });
});
`,
  'test/a.txt': 'text\n',
};

const FILES = ['lib/load.js', 'test/load.js', 'test/size.js'];

/**
 * @param {Record<string, unknown>} options
 * @param {readonly string[]} [names]
 * @param {Readonly<Record<string, string>>} [project]
 */
function migrate(options, names = FILES, project = PROJECT) {
  const directory = mkdtempSync(join(root, 'project-'));
  const write = (/** @type {string} */ path, /** @type {string | Buffer} */ content) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  for (const [name, text] of Object.entries(project)) {
    write(join(directory, name), text);
  }
  const paths = names.map((name) => join(directory, name));
  const migration = planMigration(paths, [codemod], { node: '20', ...options });
  const changes = migration.groups.flatMap(({ files }) => files);
  changes.forEach(({ path, after }) => write(path, after));
  return {
    directory,
    groups: migration.groups.map(({ files }) => files.map(({ path }) => path).sort()),
    sites: migration.sites.map(
      ({ file, line, reason }) =>
        `${file.slice(directory.length + 1)}:${line} ${reason ?? 'converted'}`,
    ),
    read: (/** @type {string} */ name) =>
      String(changes.find(({ path }) => path === join(directory, name))?.after ?? ''),
  };
}

/**
 * @param {string} directory
 * @param {string} source
 */
async function verdictsIn(directory, source) {
  const path = join(directory, 'test', 'load.js');
  const require = createRequire(path);
  Object.keys(require.cache).forEach((key) => delete require.cache[key]);
  return runMocha(source.replaceAll('__filename', JSON.stringify(path)), require);
}

describe('with --tests and --api=async', () => {
  const { directory, groups, sites, read } = migrate({ api: 'async', tests: true });

  it('tests change with what they try', () => {
    expect(sites).toEqual([
      'lib/load.js:2 converted',
      'lib/load.js:8 converted',
      'test/load.js:3 converted',
      'test/load.js:11 converted',
      'test/size.js:3 test-of-callback',
      'test/size.js:11 code-after-call',
    ]);
    expect(groups).toEqual([['lib/load.js', 'test/load.js'].map((name) => join(directory, name))]);
    expect(read('lib/load.js')).toContain('exports.load = async function (file) {');
    expect(read('test/load.js')).toContain(`  it('gives the text', async function () {
    const text = await lib.load(__filename.replace('load.js', 'a.txt'));
    assert.equal(text, 'text');
  });
`);
  });

  it('a function keeps its callback that a test still calls with one', () => {
    expect(read('lib/load.js')).toContain('exports.size = function (file, cb) {');
  });

  it('the tests fail where they failed', async () => {
    const before = migrate({}, []);
    const test = read('test/load.js');
    const compare = async (/** @type {string} */ file) => {
      const verdicts = await verdictsIn(before.directory, PROJECT['test/load.js']);
      expect(await verdictsIn(directory, test), file).toEqual(verdicts);
      return verdicts;
    };
    expect(await compare('as it is')).toEqual(['passed', 'passed']);
    for (const each of [before.directory, directory]) {
      writeFileSync(join(each, 'test', 'a.txt'), 'something else');
    }
    expect((await compare('another text'))[0]).toContain('something else');
  });
});

describe('a test keeps its callback', () => {
  it.each([
    ['without --api=async', { tests: true }, undefined],
    ['whose file is the only one', { api: 'async', tests: true }, ['test/load.js']],
  ])('%s', (_, options, names) => {
    const { read, sites } = migrate(options, names);
    expect(read('test/load.js')).toBe('');
    expect(sites.filter((site) => site.startsWith('test/load.js'))).toEqual([
      'test/load.js:3 test-of-callback',
      'test/load.js:11 test-of-callback',
    ]);
  });

  it('without --tests, and so does what it calls', () => {
    const { read } = migrate({ api: 'async' });
    expect(read('lib/load.js')).toContain('exports.load = function (file, cb) {');
  });
});

describe('a package that its tests load by its directory or its name', () => {
  it.each(['..', '../', 'loader'])('%s', (name) => {
    const project = {
      ...PROJECT,
      'package.json':
        '{ "name": "loader", "main": "lib/load", "devDependencies": { "mocha": "^10.0.0" } }',
      'test/load.js': PROJECT['test/load.js'].replace('../lib/load', name),
    };
    const together = migrate({ api: 'async', tests: true }, FILES, project);
    expect(together.read('test/load.js')).toContain('const text = await lib.load(');
    const apart = migrate({ api: 'async', tests: true }, ['lib/load.js'], project);
    expect(apart.read('lib/load.js')).toContain('exports.load = function (file, cb) {');
  });
});

it('files of a project that lies among tests are no tests', () => {
  const { read } = migrate({ api: 'async', tests: true }, ['tests/p/lib/load.js'], {
    'tests/p/package.json': '{}',
    'tests/p/lib/load.js': `const store = require('store');
exports.load = function (file, cb) {
  store.load(file, (err, text) => {
    if (err) return cb(err);
    cb(null, text.trim());
  });
};
`,
  });
  expect(read('tests/p/lib/load.js')).toMatch(/\basync function\b/u);
});

describe('what a package hands on from its files', () => {
  const INDICES = {
    whole: "module.exports = require('./lib/load');",
    'a list': "const { load, size } = require('./lib/load');\nmodule.exports = { load, size };",
    members:
      "exports.load = require('./lib/load').load;\nexports.size = require('./lib/load').size;",
    'an alias': "const lib = require('./lib/load');\nmodule.exports = lib;",
  };

  /**
   * @param {string} index
   * @param {Readonly<Record<string, string>>} [more]
   */
  const migrateWith = (index, more = {}) =>
    migrate({ api: 'async', tests: true }, [...FILES, 'index.js'], {
      ...PROJECT,
      'index.js': index,
      'test/load.js': PROJECT['test/load.js'].replace('../lib/load', '..'),
      ...more,
    });

  it.each(Object.entries(INDICES))('%s', async (_, index) => {
    const { directory, read } = migrateWith(index);
    expect(read('lib/load.js')).toContain('exports.load = async function (file) {');
    expect(read('lib/load.js')).toContain('exports.size = function (file, cb) {');
    expect(read('index.js')).toBe('');
    expect(await verdictsIn(directory, read('test/load.js'))).toEqual(['passed', 'passed']);
  });

  it.each([
    ['a value', "log(require('..'));"],
    ['a member that is a value', "const { load } = require('..');\n[].forEach(load);"],
    ['a member whose name is made up', "const lib = require('..');\nlib[name]();"],
    ['a call with a callback', "require('..').load('a', (err) => log(err)); next();"],
  ])('keeps its callback for another user: %s', (_, source) => {
    for (const index of Object.values(INDICES)) {
      const { read } = migrateWith(index, { 'bin/run.js': source });
      expect(read('lib/load.js')).toContain('exports.load = function (file, cb) {');
    }
  });

  it.each([
    ['a choice', "module.exports = ok ? require('./lib/load') : require('./lib/old');"],
    ['a spread', "module.exports = { ...require('./lib/load') };"],
    [
      'twice',
      "exports.load = require('./lib/load').load;\nexports.load = require('./lib/old').load;",
    ],
    ['something else', "const lib = require('./lib/load');\nmodule.exports = wrap(lib);"],
  ])('keeps its callback where it is not just handed on: %s', (_, index) => {
    expect(migrateWith(index).read('lib/load.js')).toContain(
      'exports.load = function (file, cb) {',
    );
  });
});

const CLASS = {
  'package.json': PROJECT['package.json'],
  'lib/store.js': `const fs = require('fs');
function Store(file) {
  this.file = file;
}
Store.prototype.open = function (cb) {
  const self = this;
  fs.stat(this.file, (err, stat) => {
    if (err) return cb(err);
    self.size = stat.size;
    cb(null, self);
  });
};
Store.prototype.read = function (encoding, cb) {
  if (!this.size) return process.nextTick(cb, new Error('not open'));
  fs.readFile(this.file, encoding, (err, text) => {
    if (err) return cb(err);
    cb(null, text.trim());
  });
};
Store.prototype.twice = function (cb) {
  fs.stat(this.file, (err, stat) => {
    if (err) cb(err);
    cb(null, stat);
  });
};
module.exports = Store;
`,
  'test/load.js': `const Store = require('../lib/store');
describe('a store', () => {
  it('opens', (done) => {
    const store = new Store(__filename.replace('load.js', 'a.txt'));
    store.open((err, same) => {
      assert.ifError(err);
      assert.equal(same, store);
      store.read('utf8', (err, text) => {
        assert.ifError(err);
        assert.equal(text, 'text');
        done();
      });
    });
  });

  it('fails without a file', (done) => {
    let store;
    store = new Store('none.txt');
    store.open((err) => {
      assert(err);
      assert.equal(err.code, 'ENOENT');
      done();
    });
  });
});
`,
  'test/a.txt': 'text\n',
};

describe('methods of what a test makes', () => {
  const CLASS_FILES = ['lib/store.js', 'test/load.js'];
  /** @param {Record<string, string>} [more] @param {Record<string, unknown>} [options] */
  const migrateClass = (more = {}, options = { api: 'async', tests: true }) =>
    migrate(options, CLASS_FILES, { ...CLASS, ...more });

  it('are waited for where they are converted, and call back once', async () => {
    const { read, directory } = migrateClass();
    const test = read('test/load.js');
    expect(test).toContain('const same = await openAsync(store);');
    expect(test).not.toContain('done');
    const before = migrate({}, [], CLASS);
    for (const text of ['text\n', 'another']) {
      for (const each of [before.directory, directory]) {
        writeFileSync(join(each, 'test', 'a.txt'), text);
      }
      expect(await verdictsIn(directory, test)).toEqual(
        await verdictsIn(before.directory, CLASS['test/load.js']),
      );
    }
  });

  const STORE = CLASS['lib/store.js'];
  const TEST = CLASS['test/load.js'];

  it.each([
    ['keep', {}, { api: 'keep', tests: true }],
    ['calls back twice', { 'test/load.js': TEST.replaceAll('.open(', '.twice(') }],
    [
      'is put into the instance',
      { 'lib/store.js': STORE.replace('= file;', '= file;\n  this.open = once(this.open);') },
    ],
    [
      'is of another class',
      { 'lib/store.js': STORE.replace('= Store;', '= class extends Store {};') },
    ],
    ['is replaced by the test', { 'test/load.js': `${TEST}\nStore.prototype.open = patched;\n` }],
    [
      'is replaced by another file',
      { 'patch.js': "require('./lib/store').prototype.open = (cb) => cb(null, 1);" },
    ],
    [
      'is mixed in by another file',
      { 'patch.js': "Object.assign(require('./lib/store').prototype, { open: (cb) => cb() });" },
    ],
    ['is a stub', { 'test/load.js': `sinon.stub(Store.prototype, 'open').yields(null);\n${TEST}` }],
    ['is a stub of another test', { 'test/stub.js': "sinon.stub(Store.prototype, 'open');" }],
    [
      'belongs to what a function makes',
      { 'test/load.js': TEST.replaceAll('new Store(', 'makeStore(') },
    ],
  ])('are left where the method %s', (_, more, options = undefined) => {
    const { read, sites } = migrateClass(more, options);
    expect(read('test/load.js')).toBe('');
    expect(sites.filter((site) => site.startsWith('test/load.js')).join()).toMatch(
      /test-of-callback|callee-refused|test-stubs/u,
    );
  });

  it('are known by the name of another member of an object', () => {
    const { read } = migrateClass({ 'other.js': "module.exports = { open: require('x') };" });
    expect(read('test/load.js')).toContain('await openAsync(store');
  });
});
