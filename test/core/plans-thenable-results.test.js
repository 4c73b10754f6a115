import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { planMigration } from '../../core/project/migration.js';

/**
 * Methods that give a callback the object that they are of, or a module: an async function would wait for what
 * has a `then`.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-thenable-'));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * @param {Record<string, string>} files
 * @returns {string}
 */
function write(files) {
  const directory = mkdtempSync(join(root, 'project-'));
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/**
 * @param {Record<string, string>} files
 * @returns {Promise<unknown[]>} What the callback of `main.js` gets: `[its error, whether it is what it has to be]`.
 */
async function run(files) {
  const { start } = createRequire(join(write(files), 'x.js'))('./main.js');
  return new Promise((resolve) => {
    start((/** @type {unknown[]} */ ...seen) => resolve(seen));
  });
}

/**
 * @param {Record<string, string>} files
 * @returns {{ reasons: string[], converted: Record<string, string> }} Of the first of them; the rest is only there.
 */
function migrate(files, options = {}) {
  const directory = write(files);
  const [name = ''] = Object.keys(files);
  const { groups, sites } = planMigration([join(directory, name)], [codemod], {
    node: '20',
    ...options,
  });
  const after = groups.flatMap((group) => group.files.map((file) => String(file.after)));
  return {
    reasons: sites.map(({ reason }) => reason ?? 'converted'),
    converted: { ...files, ...(after[0] !== undefined && { [name]: after[0] }) },
  };
}

/** @param {string} result */
const prepare = (result) => `(cb) {
    const self = this;
    fs.stat(__filename, (err, stat) => {
      if (err) return cb(err);
      this.size = stat.size;
      cb(null, ${result});
    });
  }`;
const THEN = "then(ok, bad) { return Promise.resolve('rows').then(ok, bad); }";
const FS = "const fs = require('fs');\n";
const MAIN = `const Query = require('./query.js');
const query = new Query();
exports.start = (cb) => void query.prepare((err, found) => void cb(err, found === query));
`;
const plain = (result = 'this') => `${FS}class Query { prepare${prepare(result)} }\n`;
const EXPORT = 'module.exports = Query;\n';

/** Classes that have a `then`. @type {[string, Record<string, string>][]} */
const THENABLES = [
  ['a method', { 'query.js': `${FS}class Query { ${THEN} prepare${prepare('this')} }\n${EXPORT}` }],
  [
    'a method, and another name of it',
    { 'query.js': `${FS}class Query { ${THEN} prepare${prepare('self')} }\n${EXPORT}` },
  ],
  [
    'a method, one way of two',
    {
      'query.js': `${FS}class Query { ${THEN} prepare${prepare('stat ? self : null')} }\n${EXPORT}`,
    },
  ],
  [
    'a method, and what gives it',
    {
      'query.js': `${FS}class Query { ${THEN} get() { return this; } prepare${prepare('this.get()')} }\n${EXPORT}`,
    },
  ],
  [
    'a method, and more members',
    {
      'query.js': `${FS}class Query { ${THEN} prepare${prepare('Object.assign(this, { stat })')} }\n${EXPORT}`,
    },
  ],
  [
    'a member of a prototype',
    {
      'query.js': `${FS}function Query() {}\nQuery.prototype = { prepare${prepare('this')} };
Query.prototype.then = function ${THEN.slice('then'.length)};\n${EXPORT}`,
    },
  ],
  [
    'a field',
    {
      'query.js': `${FS}class Query { then = (...both) => Promise.resolve(1).then(...both); prepare${prepare('this')} }\n${EXPORT}`,
    },
  ],
  [
    'a subclass of another file',
    {
      'base.js': `${plain()}${EXPORT}`,
      'query.js': `const Base = require('./base.js');\nmodule.exports = class extends Base { ${THEN} };\n`,
    },
  ],
  [
    'what another file gives a prototype',
    {
      'base.js': `${plain('self')}${EXPORT}`,
      'query.js': `const Query = require('./base.js');
Query.prototype.then = (...both) => Promise.resolve(1).then(...both);\n${EXPORT}`,
    },
  ],
  [
    'what it extends',
    {
      'query.js': `${FS}class Query extends Promise {
  constructor(go = (resolve) => resolve(1)) { super(go); }\n  prepare${prepare('this')}\n}\n${EXPORT}`,
    },
  ],
];

describe('what a method is of', () => {
  it.each(THENABLES)('may be waited for: %s', async (_, classes) => {
    const files = { ...classes, 'main.js': MAIN };
    const { reasons, converted } = migrate(files);
    expect(await run(files)).toEqual([null, true]);
    expect(await run(converted)).toEqual([null, true]);
    expect(reasons).toEqual(['result-is-promise']);
  });

  it.each([
    ['this', '', ''],
    ['self', '', 'fetch().then(cb);'],
    ['this', 'get(key) { return this.then; }', 'const { then } = {};'],
  ])('has no then, and is given: %s %s %s', async (result, more, other) => {
    const files = {
      'query.js': `${plain(result).replace('{', `{ ${more}`)}${EXPORT}`,
      'other.js': other,
      'main.js': MAIN,
    };
    const { reasons, converted } = migrate(files);
    expect(reasons).toEqual(['converted']);
    expect(converted['query.js']).toContain('async');
    expect(await run(converted)).toEqual(await run(files));
  });

  it.each(['this.size', 'self.size', 'new Set([this])', '[self]', '{ of: this }'])(
    'is no more than a part of the result: %s',
    async (result) => {
      const files = {
        'query.js': `${FS}class Query { ${THEN} prepare${prepare(result)} }\n${EXPORT}`,
        'main.js': MAIN.replace('found === query', 'typeof found'),
      };
      const { reasons, converted } = migrate(files, { accept: 'result-is-no-promise' });
      expect(reasons).toEqual(['converted']);
      expect(await run(converted)).toEqual(await run(files));
    },
  );
});

const LAZY = `${FS}exports.start = (cb) => {
  fs.stat(__filename, (err) => {
    if (err) return cb(err);
    cb(null, GIVEN);
  });
};
`;

describe('a module', () => {
  it.each([
    ["require('./b.js')", "module.exports = Promise.resolve('b');"],
    ["require('./b.js')", 'const load = async () => 1;\nmodule.exports = load();'],
    ["require('./a.js')", "module.exports = Promise.resolve('b');"],
    ["require('./b.js')", `exports.then = (go) => go('b');`],
  ])('may be a promise: %s, %s', async (given, text) => {
    const files = {
      'main.js': LAZY.replace('GIVEN', given),
      'a.js': "module.exports = require('./b.js');",
      'b.js': text,
    };
    const { reasons } = migrate(files);
    expect(reasons).toEqual(['result-is-promise']);
  });

  it.each(['module.exports = { b: 1 };', 'module.exports = async () => 1;'])(
    'is none: %s',
    async (text) => {
      const files = { 'main.js': LAZY.replace('GIVEN', "require('./b.js')"), 'b.js': text };
      const { reasons, converted } = migrate(files, { accept: 'result-is-no-promise' });
      expect(reasons).toEqual(['converted']);
      expect(JSON.stringify(await run(converted))).toEqual(JSON.stringify(await run(files)));
    },
  );
});

describe('what another file gives', () => {
  /** @param {Record<string, string>} files @param {Record<string, unknown>} [options] */
  const plan = (files, options) => {
    const directory = write(files);
    const paths = Object.keys(files).map((name) => join(directory, name));
    return planMigration(paths, [codemod], { node: '20', ...options }).sites;
  };

  it('is a query where that file exports the builder', () => {
    const [site] = plan({
      'main.js': `const fs = require('fs');
const db = require('./db');
exports.load = (id, cb) => {
  fs.stat(id, (err) => {
    if (err) return cb(err);
    cb(null, db('users').where({ id }));
  });
};
`,
      'db.js': "module.exports = require('knex')({ client: 'pg' });\n",
    });
    expect(site?.reason).toBe('result-is-promise');
    expect(site?.message).toContain('of knex, line 6');
  });

  it('is assumed to be plain, and named, where a function that stays calls back with it', () => {
    const files = {
      'main.js': `const { find } = require('./find');
exports.load = (id, cb) => {
  find(id, (err, value) => {
    if (err) return cb(err);
    cb(null, [value]);
  });
};
`,
      'find.js': `const fs = require('fs');
exports.find = (id, cb) => {
  fs.stat(id, (err) => {
    if (err) return cb(err);
    var await = exports.make(id);
    cb(null, await);
  });
};
exports.make = require('lib').make;
`,
    };
    /** @param {Record<string, unknown>} [options] */
    const main = (options) => plan(files, options).find(({ file }) => file.endsWith('main.js'));
    expect(main({ trust: 'application' })?.assumes).toContain('result-is-no-promise');
    expect(main({ accept: 'result-is-no-promise' })?.assumes).toContain('result-is-no-promise');
    for (const options of [{}, { trust: 'application', refuse: 'result-is-no-promise' }]) {
      expect(main(options)?.reason).toBe('result-may-be-promise');
    }
  });
});
