import { describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from './all-codemods.js';

/**
 * The oldest Node decides what may be written: asked of the binaries of these versions.
 */

const codemods = await codemodsByName();

/**
 * @param {string} name
 * @param {string} source
 * @param {string} node
 * @returns {string[]} What becomes of the sites.
 */
function outcomes(name, source, node) {
  const codemod = codemods.get(name);
  if (!codemod) throw new Error(`there is no codemod ${name}`);
  const { sites } = convert({ path: 'floor.js', source }, codemod, { node });
  return sites.map(({ status, reason }) => reason ?? status);
}

describe('streams', () => {
  /** @param {string} stream */
  const read = (stream) =>
    `new Promise((resolve, reject) => {
    let size = 0;
    stream.on('data', (chunk) => { if (chunk.length > 1) size += chunk.length; });
    stream.on('end', () => resolve(size));
    stream.on('error', reject);
  })`.replaceAll('stream.', `${stream}.`);

  it.each([
    [
      'a file',
      `const fs = require('fs'); exports.read = (path) => { const file = fs.createReadStream(path); return ${read('file')}; };`,
      '12.0.0',
      '11.15.0',
    ],
    ['a request', `exports.read = (req, res) => ${read('req')};`, '15.0.0', '14.21.3'],
    [
      'a response',
      `const http = require('http'); exports.load = (url) => http.get(url, (answer) => show(${read('answer')}));`,
      '15.0.0',
      '14.21.3',
    ],
    [
      'a stream that is given',
      `const fs = require('fs'); exports.read = (stream) => ${read('stream')};`,
      '17.0.0',
      '16.20.2',
    ],
  ])('%s', (_, source, since, before) => {
    expect(outcomes('stream-events-to-for-await', source, since)).toEqual(['converted']);
    expect(outcomes('stream-events-to-for-await', source, before)).toEqual([
      'engines-lack-for-await',
    ]);
  });
});

it.each([
  [
    'callback-to-async',
    "const fs = require('fs');\nexports.touch = (path, cb) => {\n  fs.mkdir(path, (err) => cb(err));\n};",
  ],
  [
    'bluebird-to-native',
    "const Promise = require('bluebird'); exports.all = (list, fn) => Promise.map(list, fn);",
  ],
])('%s writes what is no older than Node 8', (name, source) => {
  expect(outcomes(name, source, '8.0.0')).toEqual(['converted']);
  expect(outcomes(name, source, '7.10.1')).toEqual(['engines-too-old']);
});

it('writes async functions from Node 7.6 on', () => {
  const source = "const co = require('co'); exports.run = () => co(function* () { yield a(); });";

  expect(outcomes('generator-to-async', source, '7.6.0')).toEqual(['converted']);
  expect(outcomes('generator-to-async', source, '7.5.0')).toEqual(['engines-too-old']);
});

it.each([
  [
    'callback-to-async',
    `const store = require('store');
exports.find = (key, cb) => {
  store(key, (err, value) => {
    if (err) return cb(null, 'none');
    cb(null, value);
  });
};`,
  ],
  ['promise-chain-to-async', "exports.find = () => load().catch(() => 'none');"],
])('%s names no error that nothing uses from Node 10 on', (name, source) => {
  const codemod = codemods.get(name);
  if (!codemod) throw new Error(`there is no codemod ${name}`);
  const convertFor = (/** @type {string} */ node) =>
    convert({ path: 'floor.js', source }, codemod, { node }).source;
  expect(convertFor('10.0.0')).toContain('} catch {');
  expect(convertFor('9.11.2')).toMatch(/\} catch \(err(?:or)?\) \{/u);
});
