import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { planCallbacks } from '../../core/plans/callbacks.js';

/**
 * Functions of Node's own that a file of the project gives other values, as tests of lockfile and
 * needle do: `fs.promises` has the old ones.
 */

const root = mkdtempSync(join(tmpdir(), 'async-perf-replaced-'));
afterAll(() => rmSync(root, { recursive: true }));

const SOURCE = `const fs = require('fs');
exports.size = function (file, cb) {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, stat.size);
  });
};
`;

/**
 * @param {string} test
 * @param {string} [source] Of the file beside it.
 * @param {Record<string, unknown>} [more] Options.
 * @returns {(string | undefined)[]} What becomes of the sites of the file beside the test.
 */
function reasonsBeside(test, source = SOURCE, more = {}) {
  const directory = mkdtempSync(join(root, 'project-'));
  const path = join(directory, 'lib', 'size.js');
  const files = { 'package.json': '{}', 'lib/size.js': source, 'test/size.js': test };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const options = { node: '20', ...more };
  const facts = planCallbacks([{ path, source }], options).factsFor(path);
  const { sites } = convert({ path, source }, codemod, options, facts);
  return sites.map(({ reason }) => reason);
}

describe('functions of core modules that the project replaces', () => {
  it.each([
    ["const fs = require('fs'); fs.stat = (file, cb) => cb(null, { size: 1 });"],
    ["import fs from 'node:fs'; fs.stat = (file, cb) => cb(null, { size: 1 });"],
    ["const fs = require('fs'); sinon.stub(fs, 'stat').yields(null, { size: 1 });"],
    ["const fs = require('fs'); t.mock.method(fs, 'stat', stat);"],
    ["proxyquire('../lib/size', { fs: { stat: (file, cb) => cb(null, { size: 1 }) } });"],
    ["const load = require('proxyquire'); load('../lib/size', { 'fs': { stat } });"],
  ])('stay: %s', (test) => {
    expect(reasonsBeside(test)).toEqual(['core-replaced']);
  });

  it.each([
    ["const fs = require('fs'); fs.lstat = (file, cb) => cb(null, { size: 1 });"],
    ["const fs = require('fs'); const stat = fs.stat; promisify(fs, 'lstat');"],
    ['const fs = create(); fs.stat = (file, cb) => cb(null, { size: 1 });'],
    ['store({ fs, stat: { fs: 1 } });'],
  ])('are none of these: %s', (test) => {
    expect(reasonsBeside(test)).toEqual([undefined]);
  });
});

describe('an export that asks itself for a promise, with --api=dual', () => {
  const source = SOURCE.replace(
    '  fs.stat',
    "  if (!file) return cb(new Error('none'));\n  fs.stat",
  );

  it.each([
    "const lib = require('../lib/size'); lib.size = stub;",
    "const lib = require(join(root, 'size')); lib.size = stub;",
    "const lib = require(`../${'lib'}/size.js`); lib['size'] = stub;",
  ])('is left where a file may have put another in its place: %s', (test) => {
    expect(reasonsBeside(test, source, { api: 'dual' })).toEqual(['function-without-name']);
  });

  it.each([
    "const lib = require(join(root, 'size')); lib.other = stub;",
    "const lib = require(join(root, 'size')); lib.size('a', stub);",
  ])('is converted beside others: %s', (test) => {
    expect(reasonsBeside(test, source, { api: 'dual' })).toEqual([undefined]);
  });
});
