import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/generator-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/** Generator functions that files export and `co` runs in others. */

const root = mkdtempSync(join(tmpdir(), 'async-perf-coroutines-'));
afterAll(() => rmSync(root, { recursive: true }));

const installed = createRequire(import.meta.url);

const MANIFEST = { name: 'app', private: true, dependencies: { co: '^4.6.0' } };

const STORE = `const later = (value) => new Promise((resolve) => setImmediate(resolve, value));

exports.load = function* (id) {
  console.log('load', id);
  if (id === 'bad') throw new Error('bad');
  const found = yield later(id + '!');
  console.log('found', found);
  return found;
};
`;

/**
 * @param {string} body
 * @param {string} [head]
 */
const using = (body, head = '') => `const co = require('co');
const store = require('./store');
${head}
exports.run = co.wrap(function* (id) {
  console.log('run', id);
  ${body}
});
`;

const USE = using('return yield store.load(id);');

/** @typedef {Record<string, string>} Files */

/** @type {[name: string, files: Files, options?: Record<string, unknown>][]} */
const CONVERTED = [
  ['yields by the module', { 'use.js': USE }],
  [
    'yields by its name',
    { 'use.js': using('return yield load(id);', "const { load } = require('./store');") },
  ],
  [
    'yields with a receiver',
    {
      'store.js': STORE.replace("'load', id", "'load', this.name"),
      'use.js': using("return yield store.load.call({ name: 'own' }, id);"),
    },
  ],
  [
    'yields a member of a member of what hands it on',
    {
      'tasks.js': "exports.all = { first: require('./store').load };\n",
      'use.js': using('return yield tasks.all.first(id);', "const tasks = require('./tasks');"),
    },
  ],
  ['yields twice at once', { 'use.js': using("return yield [store.load(id), store.load('b')];") }],
  [
    'yields by keys',
    {
      'use.js': using(
        "const { a, b } = yield { a: store.load(id), b: store.load('b') }; return a + b;",
      ),
    },
  ],
  [
    'yields to a delegate that waits',
    {
      'store.js': STORE.replace(
        "if (id === 'bad')",
        "yield later(0);\n  if (id === 'bad')",
      ).replace('return found;', 'return `${found}`;'),
      'use.js': using('return yield* store.load(id);'),
    },
  ],
  ['runs by itself', { 'use.js': using('return yield co(store.load(id));') }],
  ['runs with arguments', { 'use.js': using('return yield co(store.load, id);') }],
  ['wraps', { 'use.js': using('return yield load(id);', 'const load = co.wrap(store.load);') }],
  [
    'yields in a generator function of its own',
    {
      'use.js': using(
        'return yield twice(id);',
        'function* twice(id) { return [yield store.load(id), yield store.load(id)]; }',
      ),
    },
  ],
  [
    'yields by way of a third',
    {
      'middle.js':
        "const store = require('./store');\nmodule.exports = { *both(id) { return [yield store.load(id), yield store.load('b')]; } };\n",
      'use.js': using('return yield middle.both(id);', "const middle = require('./middle');"),
    },
  ],
  [
    'yields what another file hands on',
    {
      'all.js': "exports.store = require('./store');\n",
      'use.js': using('return yield all.store.load(id);', "const all = require('./all');"),
    },
  ],
  [
    'yields what is declared and exported below',
    {
      'store.js': STORE.replace('exports.load = function*', 'function* load').replace(
        /\};\n$/u,
        '}\n\nmodule.exports = { load };\n',
      ),
      'use.js': USE,
    },
  ],
  [
    'yields what its own file yields, too',
    {
      'store.js': `${STORE.replace('exports.load = function*', 'function* load').replace(
        /\};\n$/u,
        '}\n',
      )}
function* first(ids) {
  for (const id of ids) {
    const found = yield load(id);
    if (found) return found;
  }
}

module.exports = { load, first };
`,
      'use.js': using('return [yield store.load(id), yield store.first([id])];'),
    },
  ],
  [
    'yields by what its own file exports, too',
    {
      'store.js': `${STORE}exports.both = function* (id) { return [yield exports.load(id), yield module.exports.load('b')]; };\n`,
      'use.js': using('return yield store.both(id);'),
    },
  ],
  [
    'replaces another of its file in a test',
    {
      'store.js': `${STORE}exports.save = (id) => id;\n`,
      'use.js': USE,
      'test.js':
        "const sinon = require('sinon');\nconst store = require('./store');\nsinon.stub(store, 'save');\n",
    },
  ],
  [
    'yields in files that yield each other',
    {
      'store.js': `const use = require('./other');\n${STORE.replace(
        'return found;',
        "return id.length > 2 ? found : yield use.again(id + 'x');",
      )}`,
      'other.js':
        "const store = require('./store');\nexports.again = function* (id) { return yield store.load(id); };\n",
      'use.js': USE,
    },
  ],
  [
    'yields in a test that co-mocha runs',
    {
      'package.json': JSON.stringify({
        ...MANIFEST,
        devDependencies: { 'co-mocha': '^1.0.0' },
      }),
      'test.js':
        "const store = require('./store');\nit('loads', function* () {\n  yield store.load('a');\n});\n",
      'use.js': USE,
    },
  ],
  [
    'yields where a router of koa 1 runs it',
    {
      'package.json': JSON.stringify({
        ...MANIFEST,
        dependencies: { ...MANIFEST.dependencies, koa: '^1.0.0' },
      }),
      'routes.js':
        "const router = require('koa-router')();\nconst users = require('./users');\nrouter.get('/', users.show);\n",
      'users.js':
        "const store = require('./store');\nexports.show = function* () {\n  this.body = yield store.load('a');\n};\n",
      'use.js': USE,
    },
  ],
  [
    'yields what the package shows, with --api=async',
    { 'index.js': "module.exports = require('./store');\n", 'use.js': USE },
    { api: 'async' },
  ],
];

/** @type {[name: string, files: Files, options?: Record<string, unknown>][]} */
const KEPT = [
  [
    'iterates',
    {
      'use.js': USE,
      'other.js':
        "const store = require('./store');\nfor (const each of store.load('a')) each();\n",
    },
  ],
  [
    'keeps its generator',
    { 'use.js': using('const loading = store.load(id); return yield loading;') },
  ],
  ['hands it on', { 'use.js': USE, 'other.js': "exports.all = [require('./store').load];\n" }],
  [
    'hands the module on',
    { 'use.js': USE, 'other.js': "exports.start = (app) => app(require('./store'));\n" },
  ],
  [
    'asks for any member',
    {
      'use.js': USE,
      'other.js': "const store = require('./store');\nexports.run = (key) => store[key]();\n",
    },
  ],
  [
    'yields it where nobody knows what runs',
    {
      'use.js': USE,
      'other.js':
        "const store = require('./store');\nexports.each = function* () { yield store.load('a'); };\n",
    },
  ],
  [
    'yields it to bluebird',
    {
      'use.js': USE,
      'other.js':
        "const Bluebird = require('bluebird');\nconst store = require('./store');\nexports.run = Bluebird.coroutine(function* () { return yield store.load('a'); });\n",
    },
  ],
  [
    'puts another in its place',
    {
      'use.js': USE,
      'test.js': "const store = require('./store');\nstore.load = function* () { return 1; };\n",
    },
  ],
  ['shows it to others', { 'index.js': "module.exports = require('./store');\n", 'use.js': USE }],
  [
    'is all that yields it, with yield*, and cannot wait',
    { 'use.js': using('return yield* store.load(id);') },
  ],
  [
    'replaces it in a test',
    {
      'use.js': USE,
      'test.js':
        "const sinon = require('sinon');\nconst store = require('./store');\nsinon.stub(store, 'load').callsFake(function* () { return 1; });\n",
    },
  ],
  [
    'hands what it exports to somebody',
    {
      'store.js': `${STORE}require('./app').add(exports);\n`,
      'app.js': 'exports.add = (all) => all;\n',
      'use.js': USE,
    },
  ],
  [
    'yields it by `this`',
    {
      'store.js': `${STORE}exports.both = function* () { return yield this.load(1); };\n`,
      'use.js': USE,
    },
  ],
  [
    'holds what it exports by another name',
    {
      'store.js': `${STORE.replace('exports.load', 'const own = (module.exports = {});\nown.load')}own.first = () => own.load(1).next();\n`,
      'use.js': USE,
    },
  ],
  [
    'holds the function by another name',
    {
      'store.js': `${STORE.replace('exports.load =', 'const own = (exports.load =').replace(/\};\n$/u, '});\nown(1).next();\n')}`,
      'use.js': USE,
    },
  ],
  [
    'keeps its `this`',
    {
      'store.js': `${STORE}exports.first = function () { const self = this; return self.load(1).next(); };\n`,
      'use.js': USE,
    },
  ],
  [
    'gives it another neighbour, whose `this` it is in',
    {
      'use.js': USE,
      'other.js': "const store = require('./store');\nstore.first = require('./first').first;\n",
      'first.js': 'exports.first = function () { return this.load(1).next(); };\n',
    },
  ],
  [
    'binds what is all that it exports',
    {
      'store.js': STORE.replace('exports.load', 'module.exports'),
      'use.js': USE.replace('store.load(id)', 'store(id)'),
      'other.js': "exports.next = require('./store').bind(null, 1)().next;\n",
    },
  ],
  [
    'loads its folder',
    {
      'lib/store.js': STORE,
      'store.js': STORE,
      'use.js': USE,
      'all.js': "require('require-all')(__dirname + '/lib');\nrequire('require-dir')('./');\n",
    },
  ],
  [
    'loads its folder, whatever the package is to show',
    {
      'store.js': STORE,
      'use.js': USE,
      'all.js': "require('require-dir')('./');\n",
    },
    { api: 'async' },
  ],
  [
    'has names for it that only its package knows',
    {
      'package.json': JSON.stringify({ ...MANIFEST, imports: { '#store': './store.js' } }),
      'use.js': USE,
      'other.js': "require('#store').load(1).next();\n",
    },
    { api: 'async' },
  ],
  [
    'loads it by a name with a query',
    {
      'use.js': USE,
      'again.mjs': "const { load } = await import('./store.js?again');\nload(1).next();\n",
    },
  ],
  [
    'shows it to compilers that bundle it',
    { 'package.json': JSON.stringify({ ...MANIFEST, module: 'store.js' }), 'use.js': USE },
  ],
  [
    'yields it by its key, and nobody that',
    {
      'store.js': `${STORE}exports.both = function* () { return yield exports.load(1); };\n`,
      'use.js': USE,
    },
  ],
  [
    'yields what an installed package makes a generator of',
    {
      'node_modules/pipes/package.json': JSON.stringify({ name: 'pipes', main: './lib' }),
      'node_modules/pipes/lib/index.js': "exports.find = require('./find');\n",
      'node_modules/pipes/lib/find.js':
        'function* find(id) { return yield Promise.resolve(id); }\nmodule.exports = find;\n',
      'store.js': `const { find } = require('pipes');\n${STORE.replace('later(id', 'find(id')}`,
      'use.js': USE,
    },
  ],
  [
    'yields it before something that comes first, and stays',
    {
      'use.js': using(
        "return yield [store.load(id), log('first'), wait(1)];",
        "const wait = require('co-wait');\nconst log = async (text) => console.log(text);",
      ),
    },
  ],
  [
    'runs it with a co that gives thunks',
    {
      'package.json': JSON.stringify({ ...MANIFEST, dependencies: { co: '^3.0.0' } }),
      'use.js': USE,
    },
  ],
  [
    'yields what is no promise there',
    { 'store.js': STORE.replace("later(id + '!')", "id + '!'"), 'use.js': USE },
  ],
  [
    'has it declared for others',
    {
      'store.d.ts': 'export function load(id: string): Generator<unknown, string>;\n',
      'use.js': USE,
    },
  ],
];

let count = 0;

/**
 * @param {Files} changes
 * @param {Record<string, unknown>} [options]
 * @returns {{ before: Files, after: Files }}
 */
function migrate(changes, options) {
  const directory = join(root, String((count += 1)));
  const before = { 'package.json': JSON.stringify(MANIFEST), 'store.js': STORE, ...changes };
  for (const [name, text] of Object.entries(before)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const paths = Object.keys(before)
    .filter((name) => /^[^/]*\.js$/u.test(name))
    .map((name) => join(directory, name));
  const migration = planMigration(paths, [codemod], { node: '20', ...options });
  expect(migration.errors).toEqual([]);
  const written = migration.groups
    .flatMap(({ files }) => files)
    .map(({ after, path }) => [path.slice(directory.length + 1), after.toString()]);
  return { before, after: { ...before, ...Object.fromEntries(written) } };
}

/**
 * @param {Files} files
 * @param {string} id
 * @returns {Promise<string[]>} What running it shows.
 */
async function run(files, id) {
  /** @type {string[]} */
  const log = [];
  /** @type {Map<string, { exports: any }>} */
  const modules = new Map();
  const console = { log: (/** @type {unknown[]} */ ...parts) => log.push(parts.join(' ')) };
  const load = (/** @type {string} */ name) => {
    if (!name.startsWith('.')) {
      return installed(name);
    }
    const file = `${resolve('/', name).slice(1).replace(/\.js$/u, '')}.js`;
    const known = modules.get(file);
    if (known) {
      return known.exports;
    }
    const module = { exports: {} };
    modules.set(file, module);
    const body = compileFunction(files[file] ?? '', ['exports', 'require', 'module', 'console']);
    body(module.exports, load, module, console);
    return module.exports;
  };
  try {
    const running = load('./use').run(id);
    log.push('returned');
    log.push(`gave ${JSON.stringify(await running)}`);
  } catch (error) {
    log.push(`threw ${String(error)}`);
  }
  return log;
}

describe('generator functions of other files', () => {
  for (const [name, changes, options] of CONVERTED) {
    it(`become async where one ${name}`, async () => {
      const { before, after } = migrate(changes, options);
      expect(after['store.js']).not.toMatch(/function\s*\*|yield/u);
      for (const id of ['a', 'bad']) {
        expect(await run(after, id)).toEqual(await run(before, id));
      }
    });
  }

  for (const [name, changes, options] of KEPT) {
    it(`stay where one ${name}`, () => {
      const { before, after } = migrate(changes, options);
      expect(after['store.js']).toBe(before['store.js']);
    });
  }

  for (const [form, head, call, changes] of /** @type {[string, string, string, Files?][]} */ ([
    ['a member', 'const tasks = { a: store.load };', 'tasks.a(id)'],
    ['a member of a member', 'const a = { b: store.load }; const c = { d: a.b };', 'c.d(id)'],
    ['a list', 'const tasks = [store.load];', 'tasks[0](id)'],
    ['what is bound', 'const load = store.load.bind(store, 1);', 'load(id)'],
    ['one of two', 'const load = process.argv[9] ? other : store.load;', 'load(id)'],
    ['a variable that is written', 'let load; load = store.load;', 'load(id)'],
    ['a name that is made up', "const name = 'load';", 'store[name](id)'],
    [
      'what is handed on',
      'const by = (load) => co(function* () { yield load(1); }); by(store.load);',
      '',
    ],
    [
      'an element of what is exported',
      '',
      'store[0](id)',
      {
        'store.js': STORE.replace('exports.load', 'const load').concat(
          'module.exports = [load];\n',
        ),
      },
    ],
  ])) {
    it(`are not awaited by a file that calls them as ${form}`, () => {
      const changed = { 'use.js': using(call ? `return yield ${call};` : '', head), ...changes };
      const { before, after } = migrate(changed);
      expect(after['store.js']).toBe(before['store.js']);
      expect(after['use.js']).not.toContain('await');
    });
  }

  it('need no runner where they are called', () => {
    const { after } = migrate({
      'use.js':
        "const co = require('co');\nconst store = require('./store');\nexports.run = (id) => co(store.load(id));\n",
    });
    expect(after['use.js']).toBe(
      "const store = require('./store');\nexports.run = (id) => store.load(id);\n",
    );
  });

  it('are told why they stay', () => {
    const directory = join(root, 'told');
    mkdirSync(directory);
    writeFileSync(join(directory, 'package.json'), JSON.stringify(MANIFEST));
    writeFileSync(
      join(directory, 'store.js'),
      "const wait = require('co-wait');\nexports.load = function* () {\n  yield wait(1);\n};\n",
    );
    writeFileSync(join(directory, 'use.js'), USE);
    const { sites } = planMigration(
      ['store.js', 'use.js'].map((name) => join(directory, name)),
      [codemod],
      {},
    );
    expect(sites.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 yield-of-thunk',
      '4 yield-of-generator',
    ]);
  });

  it('are tests that co-mocha runs, and become async', () => {
    const test = (/** @type {string} */ parameters) =>
      `const load = (id) => Promise.resolve(id);\nit('loads', function* (${parameters}) {\n  yield load('a');\n});\n`;
    const manifest = JSON.stringify({ devDependencies: { 'co-mocha': '^1.0.0' } });
    const { after } = migrate({
      'package.json': manifest,
      'test.js': test(''),
      'other.js': test('done'),
    });
    expect(after['test.js']).toContain("it('loads', async function () {\n  await load('a');");
    expect(after['other.js']).toBe(test('done'));
  });

  it('are methods of any form', () => {
    const { after } = migrate({
      'store.js': `module.exports = {
  *['find'](id) { return yield Promise.resolve(id); },
  *load(id) { return yield Promise.resolve(id); },
  * save(id) { return yield Promise.resolve(id); },
  * /* all */ list(id) { return yield Promise.resolve(id); },
};
`,
      'use.js': using(
        'yield store.load(id); yield store.save(id); yield store.find(id); yield store.list(id);',
      ),
    });
    expect(after['store.js']).toBe(`module.exports = {
  *['find'](id) { return yield Promise.resolve(id); },
  async load(id) { return await Promise.resolve(id); },
  async save(id) { return await Promise.resolve(id); },
  async /* all */ list(id) { return await Promise.resolve(id); },
};
`);
  });

  it('change together with the files that wait for them', () => {
    const directory = join(root, 'together');
    mkdirSync(directory);
    const files = { 'package.json': JSON.stringify(MANIFEST), 'store.js': STORE, 'use.js': USE };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(directory, name), text);
    }
    const { groups } = planMigration(
      ['store.js', 'use.js'].map((name) => join(directory, name)),
      [codemod],
      {},
    );
    expect(groups.map((group) => group.files.length)).toEqual([2]);
    expect(readFileSync(join(directory, 'use.js'), 'utf8')).toBe(USE);
  });
});
