import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * Methods of what a package has made: they call back later, as the functions of packages do.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-made-'));
afterAll(() => rmSync(root, { recursive: true }));

const PACKAGE = `class Client {
  constructor(own) { this.own = own; }
  ask(key, cb) {
    setImmediate(() => (key === 'bad' ? cb(new Error('bad')) : cb(null, [this.own, key])));
  }
  parse(key, cb) { this.ask(key, cb); }
  use(own) { return new Client(own); }
}
module.exports = Object.assign((own) => new Client(own), { Client, connect: (own) => new Client(own) });
`;

/** @param {string} call What is asked. @param {string} [parameters] */
const ask = (call, parameters = 'key, cb') => `function (${parameters}) {
  ${call}(key, (err, found) => {
    if (err) return cb(err);
    cb(null, { found });
  });
}`;

/** @param {Record<string, string>} files */
function write(files) {
  const directory = mkdtempSync(join(root, 'project-'));
  const all = {
    'package.json': '{ "dependencies": { "pkg": "1" } }',
    'node_modules/pkg/index.js': PACKAGE,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/**
 * @param {Record<string, string>} files
 * @returns {{ text: string, reasons: (string | undefined)[] }} The first of them, converted.
 */
function convert(files) {
  const directory = write(files);
  const [name = '', before = ''] = Object.entries(files)[0] ?? [];
  const path = join(directory, name);
  const { groups, sites } = planMigration([path], [codemod], { node: '20' });
  const change = groups.flatMap((group) => group.files).find((each) => each.path === path);
  return { text: String(change?.after ?? before), reasons: sites.map(({ reason }) => reason) };
}

/**
 * @param {string} text
 * @param {string} key
 * @returns {Promise<unknown[]>} When it called back, and with what.
 */
function run(text, key) {
  const path = join(write({ 'lib.js': text }), 'lib.js');
  const lib = createRequire(path)(path);
  return new Promise((resolve) => {
    let when = 'same tick';
    lib.open?.();
    lib.run(key, (/** @type {unknown} */ error, /** @type {unknown} */ value) =>
      resolve([when, String(error), value]),
    );
    when = 'later';
  });
}

describe('is waited for', () => {
  it.each([
    `const client = require('pkg')('x');\nexports.run = ${ask('client.ask')};`,
    `const { Client } = require('pkg');\nconst client = new Client('x');\nexports.run = ${ask('client.ask')};`,
    `const pkg = require('pkg');\nlet client = null;\nexports.open = () => { client = pkg.connect('x'); };\nexports.run = ${ask('client.ask')};`,
    `const pkg = require('pkg');\nconst client = pkg.connect('x').use('y');\nexports.run = ${ask('client.ask')};`,
    `const pkg = require('pkg');
function Store(own) { this.client = this.first = pkg.connect(own.name, { deep: [1] }); }
Store.prototype.run = ${ask('this.client.ask')};
module.exports = new Store({ name: 'x' });`,
    `const pkg = require('pkg');
class Store {
  constructor() { this.client = undefined; }
  open() { const self = this; self.client = new pkg.Client('x'); }
  run(key, cb) { const self = this; self.client.ask(key, (err, found) => (err ? cb(err) : cb(null, [found]))); }
}
module.exports = new Store();`,
    `const pkg = require('pkg');
class Store {
  client = pkg('x');
  run(key, cb) {
    const { length } = key;
    const client = this.client;
    client.ask(key, (err, found) => (err ? cb(err) : cb(null, [found, length])));
  }
}
module.exports = new Store();`,
  ])('%s', async (text) => {
    const source = `${text}\n`;
    const { text: converted } = convert({ 'lib.js': source });
    expect(converted).toMatch(/await askAsync\((?:this\.|self\.)?client\b/u);
    for (const key of ['a', 'bad']) {
      expect(await run(converted, key)).toEqual(await run(source, key));
    }
  });
});

const MADE = "const pkg = require('pkg');\n";

describe('may call back at once', () => {
  it.each([
    ['a parameter', `exports.run = ${ask('client.ask', 'client, key, cb')};`],
    [
      'what may be given',
      `const client = global.client || pkg('x');\nexports.run = ${ask('client.ask')};`,
    ],
    ['what runs a function', `const client = pkg(() => 1);\nexports.run = ${ask('client.ask')};`],
    [
      'what runs a function by its name',
      `const load = (key, cb) => cb(null, key);\nconst client = pkg({ load });\nexports.run = ${ask('client.ask')};`,
    ],
    [
      'what is given a module of the project',
      `const own = require('./own');\nconst client = pkg({ own });\nexports.run = ${ask('client.ask')};`,
    ],
    [
      'what is given an instance',
      `class Own { load(key, cb) { cb(null, key); } }\nconst client = pkg(new Own());\nexports.run = ${ask('client.ask')};`,
    ],
    [
      'what is given the object',
      `class Store { constructor() { this.client = pkg(this); } run(key, cb) { this.client.ask(key, (err, found) => { if (err) return cb(err); cb(null, found.length); }); } }\nmodule.exports = Store;`,
    ],
    [
      'what a module of the project makes',
      `const client = require('./own').connect('x');\nexports.run = ${ask('client.ask')};`,
    ],
    [
      "what Node's own modules make",
      `const client = new (require('events'))();\nexports.run = ${ask('client.ask')};`,
    ],
    ['a cache', `const client = require('node-cache')('x');\nexports.run = ${ask('client.ask')};`],
    [
      'a parser',
      `const client = new (require('xml2js').Parser)();\nexports.run = ${ask('client.parse')};`,
    ],
    [
      'what has another method in its place',
      `const client = pkg('x');\nclient.ask = global.ask;\nexports.run = ${ask('client.ask')};`,
    ],
    [
      'what another file has another method for',
      `const client = pkg('x');\nexports.client = client;\nexports.run = ${ask('client.ask')};`,
      "const { client } = require('../lib'); client.ask = (key, cb) => cb(null, key);",
    ],
    [
      'what a test stubs',
      `exports.client = pkg('x');\nexports.run = ${ask('exports.client.ask')};`,
      "require('sinon').stub(require('../lib').client, 'ask').yields(null, 1);",
    ],
    [
      'a member that another file sets',
      `class Store { constructor() { this.client = pkg('x'); } run(key, cb) { this.client.ask(key, (err, found) => { if (err) return cb(err); cb(null, found.length); }); } }\nmodule.exports = new Store();`,
      "require('../lib').client = { ask: (key, cb) => cb(null, key) };",
    ],
    [
      'a member with another value',
      `class Store { constructor(client) { this.client = pkg('x'); if (client) this.client = client; } run(key, cb) { this.client.ask(key, (err, found) => { if (err) return cb(err); cb(null, found.length); }); } }\nmodule.exports = Store;`,
    ],
    ['a part of a thing', `const { client } = pkg('x');\nexports.run = ${ask('client.ask')};`],
    ['one of a list', `for (const client of pkg('x')) exports[client.own] = ${ask('client.ask')};`],
  ])('%s', (_, text, test = '') => {
    const source = `${MADE}${text}\n`;
    const { text: converted, reasons } = convert({ 'lib.js': source, 'test/lib.js': `${test}\n` });
    expect(converted).toBe(source);
    expect(reasons).toContain('timing-unobservable');
  });
});
