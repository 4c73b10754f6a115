import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/** `find` of databases, which gives an error and a result once, and that of lists. */

/** @type {[string, string][]} */
const QUERIES = [
  [
    'a handler',
    'users.find({ name }, (err, found) => { if (err) return cb(err); cb(null, found.length); });',
  ],
  [
    'our own callback',
    'users.find({ name }, (err) => { if (err) return cb(err); users.find({}, cb); });',
  ],
];

/** @type {[string, string][]} */
const LISTS = [
  ['a function alone', 'users.find((err) => { if (err) return cb(err); cb(null, 1); });'],
  ['a library of lists', '_.find(users, (err) => { if (err) return cb(err); cb(null, 1); });'],
  [
    'no error',
    'users.find(name, (user) => { if (user) return cb(null, user); cb(new Error(name)); });',
  ],
  [
    'a function before',
    'users.find((user) => user, (err) => { if (err) return cb(err); cb(null, 1); });',
  ],
  [
    'other methods of lists',
    'users.each({ name }, (err, found) => { if (err) return cb(err); cb(null, found); });',
  ],
];

/** @param {string} body */
function siteOf(body) {
  const source = `exports.run = function (users, name, cb) {\n  ${body}\n};\n`;
  const { sites } = convert({ path: 'users.js', source }, codemod, {
    node: '20',
    accept: 'timing-unobservable',
  });
  return sites[0];
}

describe('find', () => {
  it.each(QUERIES)('is waited for: %s', (_, body) => {
    expect(siteOf(body)).toMatchObject({ status: 'converted' });
  });

  it.each(LISTS)('is left: %s', (_, body) => {
    expect(siteOf(body)).toMatchObject({ status: 'refused', reason: 'parallel-loop' });
  });
});
