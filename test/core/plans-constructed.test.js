import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod as callbackToAsync } from '../../codemods/callback-to-async.js';
import { codemod as chainToAsync } from '../../codemods/promise-chain-to-async.js';
import { convert } from '../../core/codemod/convert.js';

/** An async function is no constructor: `new` throws, and it has no `prototype`. */

const root = mkdtempSync(join(tmpdir(), 'async-perf-constructed-'));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * @param {import('../../core/codemod/convert.js').Codemod} codemod
 * @param {string} source
 * @param {string} use Of the file beside it.
 */
function convertBeside(codemod, source, use) {
  const directory = mkdtempSync(join(root, 'project-'));
  const path = join(directory, 'lib', 'plain.js');
  const files = { 'package.json': '{}', 'lib/plain.js': source, 'test/use.js': use };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const options = { node: '20', api: 'async' };
  const facts = codemod.planProject?.([{ path, source }], options).factsFor(path);
  return convert({ path, source }, codemod, options, facts);
}

const CHAIN = 'function (p) { return p.then((value) => value + 1); };\n';

describe('a function that the project uses as a constructor', () => {
  it.each([
    'new lib.Plain(p);',
    'class Own extends lib.Plain {}',
    'own instanceof lib.Plain;',
    'Reflect.construct(lib.Plain, [p]);',
    'util.inherits(Own, lib.Plain);',
    'Plain.prototype.stop = () => {};',
  ])('is not made async for a chain: %s', (use) => {
    const source = `exports.Plain = ${CHAIN}`;
    const conversion = convertBeside(chainToAsync, source, use);
    expect(conversion.source).toBe(source);
    expect(conversion.sites.map(({ reason }) => reason)).toEqual(['function-kind']);
  });

  it('is not made async where it is what its file exports', () => {
    const source = `module.exports = ${CHAIN}`;
    const conversion = convertBeside(
      chainToAsync,
      source,
      "const Plain = require('../lib/plain');\nnew Plain(p);",
    );
    expect(conversion.source).toBe(source);
  });

  it('keeps its callback', () => {
    const source = `const fs = require('fs');
exports.Store = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.size);
  });
};
`;
    const kept = convertBeside(callbackToAsync, source, 'class Own extends lib.Store {}');
    expect(kept.source).toContain('exports.Store = function (file, cb) {');
    const free = convertBeside(callbackToAsync, source, "lib.Store('a', cb);");
    expect(free.source).toContain('exports.Store = async function (file) {');
  });

  it.each(['lib.Plain(p);', 'new Map();', 'new lib.Other();'])('is async elsewhere: %s', (use) => {
    expect(convertBeside(chainToAsync, `exports.Plain = ${CHAIN}`, use).source).toContain(
      'exports.Plain = async function (p) {',
    );
  });
});

describe('a function that its file uses as a constructor', () => {
  it.each(['Reflect.construct(Plain, [p]);', 'new Plain(p);', 'own instanceof Plain;'])(
    'is not made async: %s',
    (use) => {
      const source = `const Plain = ${CHAIN}${use}\n`;
      expect(convert({ path: 'a.js', source }, chainToAsync, { node: '20' }).source).toBe(source);
    },
  );
});
