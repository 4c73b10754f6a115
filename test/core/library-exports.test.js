import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { planCallbacks } from '../../core/plans/codemods/callbacks.js';

/**
 * Models, pools and the like that other files of the project export, and what these do to them.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-libraries-'));
afterAll(() => rmSync(root, { recursive: true }));

const MANIFEST = '{ "dependencies": { "mongoose": "^6.0.0", "pg": "^8.0.0" } }';

const MODEL = `const mongoose = require('mongoose');
module.exports = mongoose.model('User', new mongoose.Schema({ name: String }));
`;

const USE = (/** @type {string} */ head) => `${head}
exports.load = function (id, cb) {
  User.findById(id, (err, user) => {
    if (err) return cb(err);
    user.save((err, saved) => {
      if (err) return cb(err);
      cb(null, saved.name);
    });
  });
};
`;

/** Calls back twice, under the names of the package's methods. */
const OTHERS = `class Store {
  findById(id, cb) { cb(null, id); cb(null, id); }
  save(cb) { cb(null, 1); cb(null, 2); }
}
module.exports = Store;
`;

const CONVERTED = /await User\.findById\(id\)\.exec\(\);\n {2}const saved = await user\.save\(\);/u;

/**
 * @param {Record<string, string>} files
 * @param {string} [name] Of the one that is converted.
 * @param {Record<string, unknown>} [more] Options.
 * @returns {{ alone: string, planned: string }} It, as jscodeshift has it and with a plan.
 */
function convertIn(files, name = 'lib/load.js', more = {}) {
  const directory = mkdtempSync(join(root, 'project-'));
  for (const [each, text] of Object.entries({ 'package.json': MANIFEST, ...files })) {
    mkdirSync(dirname(join(directory, each)), { recursive: true });
    writeFileSync(join(directory, each), text);
  }
  const path = join(directory, name);
  const source = files[name] ?? '';
  const options = { node: '20', ...more };
  const facts = planCallbacks([{ path, source }], options).factsFor(path);
  return {
    alone: convert({ path, source }, codemod, options).source,
    planned: convert({ path, source }, codemod, options, facts).source,
  };
}

/** @type {[name: string, files: Record<string, string>][]} */
const SEEN = [
  [
    'a file',
    { 'models/user.js': MODEL, 'lib/load.js': USE("const User = require('../models/user');") },
  ],
  [
    'a file that hands on others',
    {
      'models/user.js': MODEL,
      'models/index.js': "module.exports = { User: require('./user') };",
      'lib/load.js': USE("const { User } = require('../models');"),
    },
  ],
  [
    'a module',
    {
      'models/user.js': `import mongoose, { Schema } from 'mongoose';
const User = mongoose.model('User', new Schema({ name: String }));
export default User;
`,
      'lib/load.js': USE("import User from '../models/user.js';")
        .replace('exports.load = function', 'export function load')
        .replace(/;\n$/u, '\n')
        .replace('};\n', '}\n'),
    },
  ],
  [
    'a module, by its name',
    {
      'models/user.js': `import { Schema, model } from 'mongoose';
export const User = model('User', new Schema({ name: String }));
`,
      'lib/load.js': USE("const { User } = require('../models/user');"),
    },
  ],
  [
    'mongoose, by the name of the model',
    {
      'models/user.js': MODEL,
      'lib/load.js': USE("const User = require('mongoose').model('User');"),
    },
  ],
  [
    'a schema that has methods of its own',
    {
      'models/user.js': MODEL.replace(
        'module.exports',
        'const schema = new mongoose.Schema({});\nschema.statics.findByName = function () {};\nschema.methods = { check() {} };\nmodule.exports',
      ),
      'lib/load.js': USE("const User = require('../models/user');"),
    },
  ],
];

/** What is none of that. */
const HARMLESS = `app.use(express.static(directory));
const name = text.replace(other, 'save');
new Vue({ methods: { save() {} } });
exports.findById = (req, res) => {};
class Store { save(cb) { cb(); } }
Store.prototype.findById = function (id, cb) { cb(); };
config[key] = value;
Processor.prototype.methods = [];
const stub = sinon.stub();
`;

/** @type {[name: string, files: Record<string, string>][]} */
const REPLACED = [
  [
    'a static method',
    { 'models/add.js': 'module.exports = (schema) => { schema.statics.findById = find; };' },
  ],
  ['a method', { 'models/add.js': "module.exports = (schema) => schema.method('save', save);" }],
  ['methods out of sight', { 'models/add.js': 'userSchema.methods = methods;' }],
  ['methods of a class', { 'models/add.js': 'userSchema.loadClass(Base);' }],
  ['a stub', { 'test/load.js': "sinon.stub(User, 'findById').yields(null, user);" }],
  ['a stub of all', { 'test/load.js': 'sinon.stub(User);' }],
  [
    'a mock',
    { 'test/load.js': "vi.spyOn(User.prototype, 'save').mockImplementation((cb) => cb());" },
  ],
  [
    'a mocked function',
    { 'test/load.js': "jest.mock('../models/user'); User.findById.mockImplementation(find);" },
  ],
  [
    'a stand-in',
    { 'test/load.js': "proxyquire('../lib/load', { '../models/user': { findById } });" },
  ],
  [
    'another variable',
    { 'test/load.js': "require('rewire')('../lib/load').__set__('User', { findById });" },
  ],
  [
    'another module',
    { 'test/load.js': 'require.cache[path] = { exports: { findById: (id, cb) => cb(null) } };' },
  ],
  ['statics of a schema', { 'models/add.js': 'new Schema({}, { statics: { findById() {} } });' }],
  [
    'another function',
    { 'test/load.js': "const User = require('../models/user'); User.findById = (id, cb) => cb();" },
  ],
  [
    'another method',
    {
      'test/load.js': "const User = require('../models/user'); User.prototype.save = (cb) => cb();",
    },
  ],
];

describe('things of packages that come from', () => {
  it.each(SEEN)('%s are known', (_, files) => {
    const { alone, planned } = convertIn(files);

    expect(alone).toMatch(CONVERTED);
    expect(planned).toMatch(CONVERTED);
  });

  it.each([
    ['a function', 'module.exports = function findUser() {};'],
    ['one thing or another', `${MODEL}if (test) module.exports = require('./fake');`],
    ['a package of another version', MODEL],
  ])('%s are not', (_, model) => {
    const { alone } = convertIn({
      'models/user.js': model,
      'models/fake.js': 'exports.findById = () => {};',
      ...(model === MODEL && { 'models/package.json': '{ "dependencies": {} }' }),
      'lib/load.js': USE("const User = require('../models/user');"),
    });

    expect(alone).not.toContain('.exec()');
  });

  it('a pool are known', () => {
    const { alone } = convertIn({
      'db.js': "const pg = require('pg');\nexports.pool = new pg.Pool();",
      'lib/load.js': `const db = require('../db');
exports.load = function (id, cb) {
  db.pool.query('select 1', [id], (err, result) => {
    if (err) return cb(err);
    db.pool.query('select 2', (err, more) => {
      if (err) return cb(err);
      cb(null, result.rows.concat(more.rows));
    });
  });
};
`,
    });

    expect(alone).toContain("const result = await db.pool.query('select 1', [id]);");
  });
});

describe('where the project has', () => {
  it('members of other things by these names, they do not matter', () => {
    const { alone, planned } = convertIn({
      'lib/other.js': `const config = require('./config');\nconst express = require('express');\n${HARMLESS}`,
      'models/user.js': MODEL,
      'lib/load.js': USE("const User = require('../models/user');"),
    });

    expect(alone).toMatch(CONVERTED);
    expect(planned).toMatch(CONVERTED);
  });

  it.each(REPLACED)(
    "%s in the place of the package's, that is left with its callback",
    (_, files) => {
      const { alone, planned } = convertIn({
        ...files,
        'models/user.js': MODEL,
        'lib/load.js': USE("const User = require('../models/user');"),
      });

      expect(alone).not.toMatch(CONVERTED);
      expect(planned).not.toMatch(CONVERTED);
    },
  );

  describe('functions under the names of a package', () => {
    const load = USE("const User = require('../models/user');");
    const old = MANIFEST.replace('^6.0.0', '3.2.2');
    const model = `const mongoose = require('mongoose');
const schema = new mongoose.Schema({ name: String });
SCHEMAmodule.exports = mongoose.model('User', schema);
`;

    /** @param {string} schema What it does to the schema. */
    const planned = (schema, manifest = old) =>
      convertIn(
        {
          'package.json': manifest,
          'lib/load.js': load,
          'lib/store.js': OTHERS,
          'models/user.js': model.replace('SCHEMA', schema),
        },
        'lib/load.js',
        { trust: 'application' },
      ).planned;

    it('that break their contract, the calls of the package are waited for', () => {
      expect(planned('')).toContain('const user = await findByIdAsync(User, id);');
      expect(planned('', MANIFEST)).toMatch(CONVERTED);
    });

    it('that stand in the place of its own, they are not', () => {
      const twice = 'function (id, cb) { cb(null, id); cb(null, id); }';
      expect(planned(`schema.statics.findById = ${twice};\n`)).toBe(load);
    });
  });
});
