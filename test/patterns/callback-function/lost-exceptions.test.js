import { describe, expect, it } from 'vitest';

import { toAsync } from './run.js';

/**
 * What a callback throws ends the process; once the callback is optional and left out, nobody hears of
 * what an async function rejects with.
 */

/** @param {string} text @param {Record<string, unknown>} [options] */
const siteOf = (text, options) => {
  const [site] = toAsync(`const fs = require('fs');\nexports.run = ${text};\n`, options).sites;
  return { accepts: site?.assumes.includes('uncaught-error'), reason: site?.reason };
};

const BODY =
  'fs.readFile(file, (err, text) => { if (err) return cb(err); cb(null, JSON.parse(text)); });';

describe('an exception behind a wait that nobody may hear of', () => {
  it.each([
    'function (file, cb) { fs.readFile(file, (err, text) => { if (err) return cb && cb(err); keep(text); cb && cb(null); }); }',
    'function (file, cb) { fs.readFile(file, (err, text) => { if (err) { if (cb) cb(err); return; } const { id } = JSON.parse(text); if (cb) cb(null, id); }); }',
    "function (file, cb) { fs.readFile(file, (err, text) => { if (err) { if (typeof cb === 'function') cb(err); return; } keep(text); if (typeof cb === 'function') cb(null, text); }); }",
    `function (file, cb) { cb = cb || function () {}; ${BODY} }`,
    `function (file, cb) { if (!cb) cb = () => {}; ${BODY} }`,
    `function (file, cb) { cb = typeof cb === 'function' ? cb : () => {}; ${BODY} }`,
  ])('is reported, and refused where it has to be shown: %s', (text) => {
    expect(siteOf(text)).toEqual({ accepts: true, reason: undefined });
    expect(siteOf(text, { refuse: 'uncaught-error' })).toEqual({
      accepts: false,
      reason: 'exception-lost',
    });
    expect(siteOf(text, { refuse: 'uncaught-error', api: 'dual' }).reason).toBe('exception-lost');
  });

  it.each([
    `function (file, cb) { ${BODY} }`,
    `function (file, cb) { cb = cb || function (err) { if (err) throw err; }; ${BODY} }`,
    `function (file, options, cb) { if (typeof options === 'function') { cb = options; options = {}; } ${BODY} }`,
  ])('is reported where a callback hears of it: %s', (text) => {
    expect(siteOf(text)).toEqual({ accepts: true, reason: undefined });
    expect(siteOf(text, { trust: 'strict' }).reason).toBe('throws-late');
  });

  it.each([
    'function (file, cb) { fs.readFile(file, (err, text) => { if (err) return cb && cb(err); let value; try { value = JSON.parse(text); } catch (error) { return cb && cb(error); } cb && cb(null, value); }); }',
    'function (file, cb) { fs.readFile(file, (err, text) => { if (err) return cb && cb(err); cb && cb(null, text); }); }',
  ])('is none where nothing may throw: %s', (text) => {
    expect(siteOf(text)).toEqual({ accepts: false, reason: undefined });
    expect(siteOf(text, { refuse: 'uncaught-error' })).toEqual({
      accepts: false,
      reason: undefined,
    });
  });
});
