import { describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/** Functions that write behind the wait what they have read in front of it. @type {[string, string][]} */
const SHARED = [
  [
    'a variable of the module',
    `let last = 0;
exports.next = function (store, cb) {
  const number = last + 1;
  store.get(number, (err, item) => {
    if (err) return cb(err);
    last = number;
    cb(null, item);
  });
};`,
  ],
  [
    'a flag',
    `let isBusy = false;
exports.next = function (store, cb) {
  if (isBusy) return cb(new Error('busy'));
  isBusy = true;
  store.get(1, (err, item) => {
    isBusy = false;
    if (err) return cb(err);
    cb(null, item);
  });
};`,
  ],
  [
    'a member of its object',
    `exports.next = function (store, cb) {
  const { length } = this.queue;
  store.get(length, (err, item) => {
    if (err) return cb(err);
    this.queue = [item];
    cb(null, item);
  });
};`,
  ],
];

/** @type {[string, string][]} */
const OWN = [
  [
    'a variable of its own',
    `exports.next = function (store, cb) {
  let number = 1;
  log(number);
  store.get(number, (err, item) => {
    if (err) return cb(err);
    number = item;
    cb(null, number);
  });
};`,
  ],
  [
    'a variable that it only writes',
    `let last;
exports.next = function (store, cb) {
  store.get(1, (err, item) => {
    if (err) return cb(err);
    last = item;
    cb(null, last);
  });
};`,
  ],
  [
    'a cache, by its key',
    `const cache = {};
exports.next = function (store, key, cb) {
  const known = cache[key];
  store.get(known, (err, item) => {
    if (err) return cb(err);
    cache[key] = item;
    cb(null, item);
  });
};`,
  ],
];

/** @param {string} source @param {Record<string, unknown>} options */
const siteOf = (source, options) =>
  convert({ path: 'a.js', source }, codemod, { node: '20', ...options }).sites[0];

describe('state that is read before a wait and written behind it', () => {
  it.each(SHARED)('has to be shown to be nobody else’s: %s', (_, source) => {
    const site = siteOf(source, { trust: 'application' });
    expect(site?.reason).toBe('evidence-missing');
    expect(site?.message).toContain('(`reentrancy`)');
    expect(site?.advice).toContain('--accept=reentrancy');
    expect(site?.blame?.line).toBeGreaterThan(1);
    const accepted = siteOf(source, { trust: 'application', accept: 'reentrancy' });
    expect(accepted?.status).toBe('converted');
    expect(accepted?.assumes).toContain('reentrancy');
  });

  it.each(SHARED)('is as before where the callee calls back later: %s', (_, source) => {
    const site = siteOf(source, { trust: 'application', callbacks: 'store.get' });
    expect(site?.status).toBe('converted');
    expect(site?.assumes).not.toContain('reentrancy');
  });

  it.each(OWN)('is not %s', (_, source) => {
    expect(siteOf(source, { trust: 'application' })?.status).toBe('converted');
  });
});
