import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * Functions of other files that call back twice or give a promise, by ways of which only a name is known.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-breakers-'));
afterAll(() => rmSync(root, { recursive: true }));

/** @type {[string, string, string?][]} What a function does that nobody may wait for. */
const KEPT = [
  ['calls back twice', 'setImmediate(() => { cb(null, 1); cb(null, 2); });'],
  ['gives a promise', 'const made = Promise.resolve(key); setImmediate(() => cb(null, made));'],
  [
    'asks how many parameters it has',
    'const cb = arguments[arguments.length - 1]; setImmediate(() => (cb.length === 2 ? cb(null, key) : cb(key)));',
    '(key)',
  ],
  ['keeps it', 'kept.cb = cb; setImmediate(() => { kept.cb(null, 1); kept.cb(null, 2); });'],
];

const PARAMETERS = '(key, cb)';

/** Ways: what exports it, what stands between, and the call. @type {[string, string, Record<string, string>, string, string][]} */
const WAYS = [
  [
    'a member of what is a class of another file',
    'class Store { load BODY }\nmodule.exports = Store;',
    {},
    "const Store = require('./store'); const owner = { store: new Store() };",
    'owner.store.load',
  ],
  [
    'an instance',
    'class Store { load BODY }\nmodule.exports = new Store();',
    {},
    "const store = require('./store');",
    'store.load',
  ],
  [
    'what a function makes',
    'module.exports = () => { return { load }; function load BODY };',
    {},
    "const store = require('./store')();",
    'store.load',
  ],
  [
    'what another file spreads',
    'exports.load = function BODY;',
    { 'lib/all.js': "module.exports = { ...require('./store') };\n" },
    "const { load } = require('./all');",
    'load',
  ],
  [
    'what another file takes over',
    'exports.load = function BODY;',
    { 'lib/all.js': "Object.assign(exports, require('./store'));\n" },
    "const all = require('./all');",
    'all.load',
  ],
  [
    'a bound export',
    'function read BODY\nexports.load = read.bind(null);',
    {},
    "const store = require('./store');",
    'store.load',
  ],
  [
    'a class that extends it',
    'class Store { load BODY }\nmodule.exports = Store;',
    { 'lib/all.js': "module.exports = class extends require('./store') {};\n" },
    "const All = require('./all'); const store = new All();",
    'store.load',
  ],
];

for (const [name, store, head, call] of /** @type {[string, string, string, string][]} */ ([
  [
    'a shorthand',
    'module.exports = () => { const load = function BODY; return { load }; };',
    "const store = require('./store')();",
    'store.load',
  ],
  [
    'a shorthand behind a method',
    'module.exports = () => { const load = function BODY; return { save() {}, load }; };',
    "const store = require('./store')();",
    'store.load',
  ],
  [
    'a shorthand in an object',
    'const load = function BODY; const api = { load }; module.exports = () => api;',
    "const owner = { store: require('./store')() };",
    'owner.store.load',
  ],
  [
    'a computed key',
    "exports['lo' + 'ad'] = function BODY;",
    "const store = require('./store');",
    'store.load',
  ],
  [
    'a key in a loop',
    "['load'].forEach((name) => { exports[name] = function BODY; });",
    "const owner = { store: require('./store') };",
    'owner.store.load',
  ],
  [
    'a wrapper',
    'const wrap = (f) => (...all) => f(...all); exports.load = wrap(function BODY);',
    "const store = require('./store');",
    'store.load',
  ],
  [
    'one of two',
    'const one = function BODY; exports.load = process.env.NONE || one;',
    "const store = require('./store');",
    'store.load',
  ],
  [
    'a list',
    'exports.list = [function BODY];',
    "const store = require('./store');",
    'store.list[0]',
  ],
  [
    'another name',
    'exports.load = function BODY;',
    "const owner = { go: require('./store').load };",
    'owner.go',
  ],
  [
    'a bound function',
    'exports.load = function BODY;',
    "const store = require('./store'); const go = store.load.bind(store);",
    'go',
  ],
])) {
  WAYS.push([name, store, {}, head, call]);
}

const CASES = KEPT.flatMap(([what, body, parameters = PARAMETERS]) =>
  WAYS.map(
    ([name, store, more, head, call]) =>
      /** @type {const} */ ([
        what,
        name,
        { store: `const kept = {};\n${store}`, more, head, call, body, parameters },
      ]),
  ),
);

/**
 * @param {Record<string, string>} files
 * @returns {Promise<unknown[]>} What the program's callback sees.
 */
async function run(files) {
  const directory = mkdtempSync(join(root, 'run-'));
  write(directory, files);
  /** @type {unknown[]} */
  const seen = [];
  createRequire(join(directory, 'x.js'))('./lib/main.js').run(
    'a',
    (/** @type {unknown} */ error, /** @type {unknown} */ value) =>
      seen.push([error ?? null, value]),
  );
  for (let wait = 0; wait < 100 && seen.length === 0; wait++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  return seen;
}

/**
 * @param {string} directory
 * @param {Record<string, string>} files
 */
function write(directory, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

/**
 * @param {Record<string, string>} files
 * @returns {{ directory: string, plan: ReturnType<typeof planMigration> }}
 */
function planFor(files) {
  const directory = mkdtempSync(join(root, 'project-'));
  write(directory, { 'package.json': '{}', ...files });
  const paths = Object.keys(files).map((name) => join(directory, name));
  return { directory, plan: planMigration(paths, [codemod], { node: '20' }) };
}

/**
 * @param {Record<string, string>} files
 * @returns {Record<string, string>} The files, converted together.
 */
function migrate(files) {
  const {
    directory,
    plan: { groups },
  } = planFor(files);
  const changes = groups.flatMap((group) =>
    group.files.map(({ path, after }) => [path.slice(directory.length + 1), String(after)]),
  );
  return { ...files, ...Object.fromEntries(changes) };
}

/** @param {string} head @param {string} call */
const main = (head, call) => `const fs = require('fs');
${head}
exports.run = function (key, cb) {
  fs.stat(__filename, (err) => {
    if (err) return cb(err);
    ${call}(key, (err, found) => {
      if (err) return cb(err);
      cb(null, typeof found);
    });
  });
};
`;

it.each(CASES)(
  'what %s is not waited for by way of %s',
  async (_, __, { store, more, ...parts }) => {
    const { head, call, body, parameters } = parts;
    const files = {
      'lib/store.js': `${store.replace('BODY', () => `${parameters} {\n  ${body}\n}`)}\n`,
      ...more,
      'lib/main.js': main(head, call),
    };
    expect(await run(migrate(files))).toEqual(await run(files));
  },
);

/**
 * Files that hand their callback on to the next one by way of a member of which only the name is known. The last one
 * calls back twice.
 *
 * @param {number} length
 * @param {string} [last]
 * @returns {Record<string, string>}
 */
function rowOfFiles(length, last = 'cb(null, 1); cb(null, 2);') {
  const files = Array.from({ length }, (_, index) => [
    `lib/file${index}.js`,
    `const owner = { next: require('./file${index + 1}') };
exports.load${index} = (key, cb) => { owner.next.load${index + 1}(key, cb); };
`,
  ]);
  return {
    ...Object.fromEntries(files),
    [`lib/file${length}.js`]: `exports.load${length} = (key, cb) => { setImmediate(() => { ${last} }); };\n`,
    'lib/main.js': main("const owner = { store: require('./file0') };", 'owner.store.load0'),
  };
}

it.each([12, 40])('finds what calls back twice behind %i files in a row', async (length) => {
  const files = rowOfFiles(length);
  const converted = migrate(files);
  expect(converted['lib/main.js']).toBe(files['lib/main.js']);
  expect(await run(converted)).toEqual(await run(files));
  const once = migrate(rowOfFiles(length, 'cb(null, 1);'));
  expect(once['lib/main.js']).toContain('await load0Async(owner.store');
});

it.each([
  ['lib/main.js', 'lib/one.js', 'lib/two.js'],
  ['lib/two.js', 'lib/main.js', 'lib/one.js'],
  ['lib/one.js', 'lib/two.js', 'lib/main.js'],
])('finds what calls back twice in a circle of files, from %s on', async (...order) => {
  /** @type {Record<string, string>} */
  const all = {
    'lib/main.js': main(
      "const store = require('./two'); const owner = { store }; store.main = exports;",
      'owner.store.loadTwo',
    ),
    'lib/one.js': `const owner = { get two() { return require('./two'); } };
exports.loadOne = (key, cb) => {
  if (key === 'b') return owner.two.loadTwo('c', cb);
  setImmediate(() => { cb(null, 1); cb(null, 2); });
};
`,
    'lib/two.js': `const owner = { get one() { return require('./one'); } };
exports.loadTwo = (key, cb) => { owner.one.loadOne(key, cb); };
exports.goOne = (key, cb) => {
  setImmediate(() => owner.one.loadOne(key, (err, found) => { if (err) return cb(err); cb(null, found); }));
};
exports.goTwo = (key, cb) => {
  setImmediate(() => exports.loadTwo(key, (err, found) => { if (err) return cb(err); cb(null, found); }));
};
`,
  };
  const files = Object.fromEntries(order.map((name) => [name, all[name] ?? '']));
  const converted = migrate(files);
  expect(converted).toEqual(files);
  expect(await run(converted)).toEqual(await run(files));
});

it('what hands its arguments on is waited for', async () => {
  const files = {
    'lib/store.js': `const read = (key, cb) => void setImmediate(() => cb(null, key));
exports.load = function () { return read.apply(this, arguments); };
`,
    'lib/main.js': main("const store = require('./store');", 'store.load'),
  };
  const converted = migrate(files);
  expect(converted['lib/main.js']).toContain('await loadAsync(store');
  expect(await run(converted)).toEqual(await run(files));
});

/** Objects that a file is given to put its functions on, by how they are made. */
const MIXED_INTO = {
  'called by its name': {
    given: "const api = module.exports; require('./mixin')(api); require('./mixin')(twice);",
    isWaitedFor: true,
  },
  'put there bound, from another file': {
    given:
      "const api = { load: require('./store').twice.bind(null) }; require('./mixin')(api); Object.assign(exports, api);",
    isWaitedFor: false,
  },
};

it.each(Object.entries(MIXED_INTO))(
  'a member of what a file is given is judged by its own name: %s',
  async (_, { given, isWaitedFor }) => {
    const files = {
      'lib/store.js': 'exports.twice = (key, cb) => { cb(null, key); cb(null, key); };\n',
      'lib/api.js': `const twice = (key, cb) => { cb(null, key); cb(null, key); };\n${given}\n`,
      'lib/mixin.js': `const fs = require('fs');
module.exports = function (api) {
  ${isWaitedFor ? 'api.load = function (key, cb) { setImmediate(() => cb(null, key)); };' : ''}
  api.size = function (key, cb) {
    fs.stat(__filename, (err) => {
      if (err) return cb(err);
      api.load(key, (err, found) => {
        if (err) return cb(err);
        cb(null, typeof found);
      });
    });
  };
};
`,
      'lib/main.js': "exports.run = (key, cb) => { require('./api').size(key, cb); };\n",
    };
    const converted = migrate(files);
    expect(converted['lib/mixin.js']?.includes('await loadAsync(api')).toBe(isWaitedFor);
    expect(await run(converted)).toEqual(await run(files));
  },
);

it('what calls back once is waited for by its name, whatever others of the name do with fewer arguments', async () => {
  const files = {
    'lib/store.js': `class Store { load(key, cb) { setImmediate(() => cb(null, key)); return this; } }
class Bus { load(each) { setImmediate(() => { each(null, 1); each(null, 2); }); } }
module.exports = { Store, Bus };
`,
    'lib/main.js': main(
      "const { Store } = require('./store'); const owner = { store: new Store() };",
      'owner.store.load',
    ),
  };
  const converted = migrate(files);
  expect(converted['lib/main.js']).toContain('await loadAsync(owner.store');
  expect(await run(converted)).toEqual(await run(files));
});

it.each([
  [
    'store.js:1: falls-through',
    'exports.load = (key, cb) => { cb(null, key); cb(null, key); };',
    '',
  ],
  [
    'store.js:2: falls-through',
    `exports.load = (key, cb) => twice(key, cb);
function twice(key, cb) { cb(null, key); cb(null, key); }`,
    '',
  ],
  ['store.js:1: no error-first callback', 'exports.load = (key, found) => found(key);', ''],
  [
    'store.js:1: no error-first callback',
    'exports.load = (key, callback) => { exports.kept = callback; };',
    'owner.',
  ],
  [
    'store.js:1: falls-through',
    'exports.load = (key, cb) => { cb(null, key); cb(null, key); };',
    'owner.',
  ],
  [
    'store.js:2: falls-through',
    `class Store {
  load(key, cb) { cb(null, key); cb(null, key); }
}
module.exports = Store;`,
    'new ',
  ],
  [
    'store.js:1: callback-sync-throw',
    "exports.list = [(key, cb) => { if (!key) throw new Error('no key'); setImmediate(cb, null); }];",
    'list',
  ],
])('says where the reason is, in %s', (place, store, how) => {
  const [head, call] = /** @type {[string, string]} */ (
    {
      '': ["const store = require('./store');", 'store.load'],
      'owner.': ["const owner = { store: require('./store') };", 'owner.store.load'],
      'new ': ["const Store = require('./store'); const store = new Store();", 'store.load'],
      list: ["const store = require('./store');", 'store.list[0]'],
    }[how]
  );
  const { plan } = planFor({ 'lib/store.js': `${store}\n`, 'lib/main.js': main(head, call) });
  const messages = plan.sites.map(({ message }) => message);
  expect(messages).toContain(
    `\`${call}\` (lib/${place}) keeps its callback, so its callers keep theirs`,
  );
});

it('says where a function is that another file gives', () => {
  const { plan } = planFor({
    'lib/store.js': `exports.list = [
  (key, cb) => { cb(null, key); cb(null, key); },
];
`,
    'lib/main.js': `const fs = require('fs');
exports.run = function (load, key, cb) {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    load(key, (err, found) => (err ? cb(err) : cb(null, typeof found)));
  });
};
`,
    'lib/index.js': `const { run } = require('./main');
const twice = (key, cb) => { cb(null, key); cb(null, key); };
exports.both = (key, cb) => run(twice, key, cb);
`,
  });
  const messages = plan.sites.map(({ message }) => message);
  expect(messages).toContain(
    '`load` (lib/index.js:2: falls-through) keeps its callback, so its callers keep theirs',
  );
});
