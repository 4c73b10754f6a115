import { compileFunction } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';
import { NO_PROJECT } from '../../../core/contract/pattern.js';

/**
 * Hooks of packages that take a promise in place of a callback.
 */

const HOOK = `const mongoose = require('mongoose');
const crypt = require('crypt');
const userSchema = new mongoose.Schema({ name: String });
userSchema.pre('save', function save(next) {
  const user = this;
  if (!user.isChanged) { return next(); }
  crypt.salt(10, (err, salt) => {
    if (err) { return next(err); }
    crypt.hash(user.password, salt, (err, hash) => {
      if (err) { return next(err); }
      user.password = hash;
      next();
    });
  });
});
`;

/**
 * @param {string} source
 * @param {string} version
 */
function toAsync(source, version) {
  const project = { ...NO_PROJECT, dependencies: { mongoose: version, crypt: '^1.0.0' } };
  return convert(
    { path: 'user.js', source },
    codemod,
    { node: '20', trust: 'application' },
    { project },
  );
}

/**
 * @param {string} source
 * @param {object} document
 * @returns {Promise<unknown[]>} What the hook gives, as mongoose runs it, and the document behind it.
 */
async function save(source, document) {
  /** @type {Function[]} */
  const hooks = [];
  const mongoose = {
    Schema: class {
      /** @param {string} _ @param {Function} hook */
      pre(_, hook) {
        hooks.push(hook);
      }
    },
  };
  const later = (/** @type {() => void} */ give) => setImmediate(give);
  const crypt = {
    salt: (/** @type {number} */ size, /** @type {Function} */ cb) =>
      later(() => cb(null, 'salt'.repeat(size / 10))),
    hash: (/** @type {string} */ text, /** @type {string} */ salt, /** @type {Function} */ cb) =>
      later(() => (text === 'bad' ? cb(new Error('bad')) : cb(null, salt + text))),
  };
  const modules = /** @type {Record<string, unknown>} */ ({
    mongoose,
    crypt,
    util: await import('node:util'),
  });
  compileFunction(source, ['require'])((/** @type {string} */ name) => modules[name]);
  const own = { ...document };
  const [hook] = hooks;
  const failed = await new Promise((resolve) => {
    if (hook && hook.length > 0) {
      hook.call(own, resolve);
    } else {
      Promise.resolve(hook?.call(own)).then(() => resolve(undefined), resolve);
    }
  });
  return [String(failed), own];
}

describe('a hook of a schema', () => {
  it('is an async function without its callback', async () => {
    const { source } = toAsync(HOOK, '^5.0.18');

    expect(source).toContain(`userSchema.pre('save', async function save() {
  const user = this;
  if (!user.isChanged) { return; }
  const salt = await saltAsync(10);
  const hash = await hashAsync(user.password, salt);
  user.password = hash;
});
`);
    for (const document of [
      { isChanged: true, password: 'a' },
      { isChanged: true, password: 'bad' },
      { isChanged: false, password: 'a' },
    ]) {
      expect(await save(source, document)).toEqual(await save(HOOK, document));
    }
  });

  it('has no wrapper where it cannot be one', () => {
    const source = HOOK.replace('user.password = hash;\n      next();', "next(); next('again');");

    expect(toAsync(source, '^5.0.18').source).not.toContain('nextTick');
  });

  it.each([
    ['of a version that waits for the callback', HOOK, '^4.5.5'],
    ['that takes documents, too', HOOK.replace('save(next)', 'save(next, docs)'), '^5.0.18'],
    ['of another maker', HOOK.replace('new mongoose.Schema', 'new Plugin'), '^5.0.18'],
  ])('keeps its parameter: one %s', (_, source, version) => {
    expect(toAsync(source, version).source).toMatch(/function save\(next(?:, docs)?\) \{/u);
  });
});

describe('a model of which a test mocks a member', () => {
  const source = `const mongoose = require('mongoose');
const User = mongoose.model('User', new mongoose.Schema({}));
exports.load = (id, cb) => {
  User.findById(id, (err, user) => {
    if (err) return cb(err);
    cb(null, [user]);
  });
};
`;

  it.each([
    ["sinon.mock(User).expects('find').yields(null);", 'User.findById(id).exec()'],
    ["sinon.mock(User).expects('findById').yields(null);", 'findByIdAsync(User, id)'],
    ['sinon.mock(User).expects(name);', 'findByIdAsync(User, id)'],
    ['sinon.stub(User);', 'findByIdAsync(User, id)'],
  ])('%s', (mock, written) => {
    expect(toAsync(source + mock, '^5.0.18').source).toContain(written);
  });
});
