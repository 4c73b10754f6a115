import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod as bluebird } from '../../codemods/bluebird-to-native.js';
import { codemod as generators } from '../../codemods/generator-to-async.js';
import { codemod as chains } from '../../codemods/promise-chain-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * With `--api=async`: files that call a library's methods on what other files give still find them.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-promises-'));
afterAll(() => rmSync(root, { recursive: true }));

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

const LOAD = `function load(id) {
  return Bluebird.resolve([id, 'b']).then((pair) => pair.concat('c'));
}`;
const STORE = `const Bluebird = require('bluebird');\n`;

/**
 * @typedef {object} Project
 * @property {string} name
 * @property {Record<string, string>} files
 * @property {string[]} [kept] Files that the codemods are not given.
 * @property {string} [alone] A file that has to lose the library all the same.
 */

/** Each has a `main.js` that exports a promise. @type {Project[]} */
const PROJECTS = [
  {
    name: 'a method of an imported object',
    files: {
      'store.js': `${STORE}exports.load = ${LOAD};`,
      'main.js': `const store = require('./store');
module.exports = store.load(1).then((all) => all.concat('d')).spread((one, two) => one + two);`,
    },
  },
  {
    name: 'a file that is not converted',
    files: {
      'store.js': `${STORE}exports.load = ${LOAD};`,
      'main.js': `const { load } = require('./store'); module.exports = load(1).tap((x) => x).get(0);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'what a file itself exports',
    files: {
      'store.js': `${STORE}module.exports = load;\n${LOAD}`,
      'main.js': `const get = require('./store'); module.exports = get(1).get(1);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a variable, and a method of a prototype',
    files: {
      'store.js': `${STORE}function Store() {}
Store.prototype.load = ${LOAD};
module.exports = Store;`,
      'main.js': `const Store = require('./store');
const promise = new Store().load(1);
module.exports = promise.reflect().then((outcome) => outcome.value());`,
    },
    kept: ['main.js'],
  },
  {
    name: 'what another function hands on',
    files: {
      'store.js': `${STORE}exports.load = ${LOAD};`,
      'middle.js': `const store = require('./store');
exports.first = function (id) { return store.load(id).then((all) => [all[0]]); };`,
      'main.js': `const middle = require('./middle'); module.exports = middle.first(1).get(0);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a function of either file, a default, and a member of a name that is not seen',
    files: {
      'store.js': `${STORE}exports.load = ${LOAD};\nexports.more = ${LOAD.replace('load', 'more')};`,
      'others.js': `${STORE}exports.load = ${LOAD};`,
      'main.js': `const { more } = require('./store'); const others = require('./others');
const first = (load = more) => load(1).get(0);
const chosen = (load) => (load || more)(1).get(0);
const named = ['load'].map((name) => others[name](2).get(0));
module.exports = Promise.all([first(), chosen(), ...named]);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'what a file calls by what it exports',
    files: {
      'store.js': `${STORE}exports.read = ${LOAD};
exports.load = function (id) { return module.exports.read(id).then((all) => all); };`,
      'main.js': `const store = require('./store'); module.exports = store.load(1).get(0);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a file that is loaded by its name',
    files: {
      'load.js': `${STORE}module.exports = ${LOAD};`,
      'main.js': `const commands = {};
for (const name of ['load']) commands[name] = require('./' + name);
module.exports = commands.load(1).get(0);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a method that is kept, and applied',
    files: {
      'store.js': `${STORE}function Store() {}
Store.prototype.load = ${LOAD};
module.exports = Store;`,
      'main.js': `const Store = require('./store');
const store = new Store();
const kept = store.load;
module.exports = kept.apply(store, [1]).get(0);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'what declarations say',
    files: {
      'store.js': `${STORE}exports.load = ${LOAD};`,
      'store.d.ts':
        "import Bluebird from 'bluebird'; export function load(id: number): Bluebird<unknown[]>;",
      'main.js': `const get = 'get'; module.exports = require('./store').load(1)[get](0);`,
    },
    kept: ['main.js', 'store.d.ts'],
  },
  {
    name: 'another name of a method',
    files: {
      'store.js': `${STORE}function Store() { this.read = this.load; }
Store.prototype.load = ${LOAD};
module.exports = Store;`,
      'main.js': `const Store = require('./store'); module.exports = new Store().read(1).get(0);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a function that is wrapped',
    files: {
      'store.js': `${STORE}function slowly(fn) {
  const again = function () { return Bluebird.delay(1).then(() => fn.apply(null, arguments)); };
  return again;
}
exports.load = slowly(${LOAD});`,
      'main.js': `const store = require('./store'); module.exports = store.load(1).call('join');`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a function that another makes of it',
    files: {
      'store.js': `${STORE}exports.load = ${LOAD};
exports.jar = function (load) { return function (id) { return load(id).then((all) => all); }; };`,
      'main.js': `const store = require('./store');
const read = store.jar(store.load);
module.exports = read(1).call('join');`,
    },
    kept: ['main.js'],
  },
  {
    name: 'methods that the project adds',
    files: {
      'promises.js': `const Bluebird = require('bluebird/js/release/promise')();
Bluebird.prototype.also = function (fn) { return this.then((value) => [value, fn(value)]); };
exports.load = function (id) { return Bluebird.resolve(id).then((value) => value + 1); };`,
      'main.js': `const promises = require('./promises');
module.exports = promises.load(1).also((value) => value * 2).also(() => 'b');`,
    },
  },
  {
    name: 'methods of unknown names that the project adds',
    files: {
      'promises.js': `const Bluebird = require('bluebird');
const methods = {};
methods.twice = function () { return this.then((value) => value * 2); };
Object.assign(Bluebird.prototype, methods);
exports.load = function (id) { return Bluebird.resolve(id).then((value) => value + 1); };`,
      'main.js': `const promises = require('./promises'); module.exports = promises.load(1).twice();`,
    },
  },
  {
    name: 'a coroutine',
    files: {
      'store.js': `${STORE}exports.load = Bluebird.coroutine(function* (id) {
  return yield Bluebird.resolve([id, 'b']);
});`,
      'main.js': `const store = require('./store'); module.exports = store.load(1).get(1);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a function of Node',
    files: {
      'store.js': `${STORE}exports.load = Bluebird.promisify((id, done) => done(null, [id, 'b']));`,
      'main.js': `const store = require('./store'); module.exports = store.load(1).get(1);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a catch that takes some errors only',
    files: {
      'store.js': `${STORE}exports.load = function () {
  return Bluebird.resolve().then(() => { throw new TypeError('no'); });
};`,
      'main.js': `const store = require('./store');
module.exports = store.load().catch(TypeError, (error) => error.message);`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a list that a chain begins with',
    files: {
      'series.js': `const Q = require('q');
function reduce(list, fn, first) {
  return list.reduce((before, item) => before.then((value) => fn(value, item)), Q(first));
}
exports.forEach = (list, fn) => reduce(list, (_, item) => fn(item));
exports.reduce = reduce;`,
      'main.js': `const series = require('./series');
module.exports = series.forEach([1, 2], (item) => item).thenResolve('done');`,
    },
    kept: ['main.js'],
  },
  {
    name: 'a function that gets the promise',
    files: {
      'timing.js': `exports.measure = function (name, promise) {
  return promise.fin(() => name);
};`,
      'log.js': `module.exports = (promise) => { const done = promise; return done.thenResolve('done'); };`,
      'store.js': `const Q = require('q');
const timing = require('./timing');
exports.load = (id) => timing.measure('load', Q(id).then((value) => value + 1));`,
      'main.js': `const Q = require('q');
const { load } = require('./store');
const log = require('./log');
const { find } = require('./find');
module.exports = Q.all([load(1), log(Q(2).then((value) => value + 1)), log(find(3))]);`,
      'find.js': `const Q = require('q');
exports.find = function (id) { return Q(id).then((value) => value + 1); };`,
    },
    kept: ['timing.js', 'log.js'],
  },
  {
    name: 'nobody',
    files: {
      'store.js': `${STORE}exports.load = ${LOAD};`,
      'main.js': `const store = require('./store');
module.exports = store.load(1).then((all) => all.map((each) => each + '!'));`,
    },
    alone: 'store.js',
  },
  {
    name: 'those who wait for all that a handler gives',
    files: {
      'store.js': `${STORE}exports.load = ${LOAD};`,
      'main.js': `${STORE}const store = require('./store');
const entry = {};
entry.files = Bluebird.mapSeries([1, 2], function (id) { return store.load(id).then((all) => all.length + id); });
entry.first = Bluebird.resolve(3).then(function () { return store.load(4).then((all) => all); });
module.exports = Bluebird.all([entry.files.filter((each) => each > 4), entry.first.get(1)]);`,
    },
    kept: ['main.js'],
    alone: 'store.js',
  },
];

/**
 * @param {Project} project
 * @param {string} directory
 * @returns {string[]} The files that changed.
 */
function migrate({ files, kept = [] }, directory) {
  const options = { node: '20', api: 'async' };
  const paths = Object.keys(files)
    .filter((name) => !kept.includes(name))
    .map((name) => join(directory, name));
  const { groups, errors } = planMigration(paths, [generators, bluebird, chains], options);
  expect(errors).toEqual([]);
  const changed = groups.flatMap((group) => group.files);
  for (const { path, after } of changed) {
    writeFileSync(path, after);
  }
  return changed.map(({ path }) => path);
}

/** @param {string} directory */
async function settle(directory) {
  const main = createRequire(import.meta.url)(join(directory, 'main.js'));
  try {
    return { value: await main };
  } catch (error) {
    return { error: String(error) };
  }
}

describe('a library’s methods in another file', () => {
  it.each(PROJECTS.map((project) => [project.name, project]))(
    'are there: %s',
    async (_, project) => {
      for (const [name, source] of Object.entries(project.files)) {
        for (const side of ['before', 'after']) {
          const path = join(root, project.name, side, name);
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, source);
          writeFileSync(
            join(dirname(path), 'package.json'),
            '{"dependencies":{"bluebird":"^3.7.0","q":"^1.5.0"}}',
          );
        }
      }
      for (const side of ['before', 'after']) {
        symlinkSync(MODULES, join(root, project.name, side, 'node_modules'));
      }
      const after = join(root, project.name, 'after');
      migrate(project, after);
      expect(migrate(project, after), 'a second run changes nothing').toEqual([]);
      expect(await settle(after)).toEqual(await settle(join(root, project.name, 'before')));
      if (project.alone) {
        expect(readFileSync(join(after, project.alone), 'utf8')).not.toContain('luebird');
      }
    },
  );
});

describe('a library that only package.json names', () => {
  const CHAIN = 'exports.size = (store, id) => store.load(id).then((found) => found.size);\n';
  /** @param {Record<string, string>} files */
  const reasons = (files) => {
    const directory = mkdtempSync(join(root, 'named-'));
    writeFileSync(
      join(directory, 'package.json'),
      JSON.stringify({ dependencies: { bluebird: '^3.7.0' } }),
    );
    for (const [name, text] of Object.entries({ 'main.js': CHAIN, ...files })) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    const { sites } = planMigration([join(directory, 'main.js')], [bluebird, generators, chains], {
      node: '20',
    });
    return sites.map(({ reason }) => reason);
  };

  it('is no evidence that promises are of it', () => {
    expect(reasons({})).toEqual([undefined]);
    expect(reasons({ 'other.js': 'exports.name = "bluebirds"; // bluebird\n' })).toEqual([
      undefined,
    ]);
  });

  it('is some where the file has loaded it, whatever another codemod has left of that', () => {
    const main = `const Promise = require('bluebird');
const fail = () => Promise.reject(new Error('none'));
exports.size = (store, id) => store.load(id).then((found) => found.size || fail());
`;
    expect(reasons({ 'main.js': main })).toContain('promise-library-result');
  });

  it.each([
    "exports.store = { load: require('bluebird').resolve };\n",
    "import Promise from 'bluebird';\nexport const load = () => Promise.resolve(1);\n",
    "global.Promise = require('bluebird/js/release/promise');\n",
    'const name = `bluebird`;\nexports.Promise = require(name);\n',
  ])('is some where another file loads it: %s', (text) => {
    expect(reasons({ 'lib/store.js': text })).toEqual(['promise-library-result']);
  });
});
