import { describe, expect, it } from 'vitest';

import { codemod as asyncLibrary } from '../../codemods/async-lib-to-async.js';
import { codemod as callbacks } from '../../codemods/callback-to-async.js';
import { codemod as chains } from '../../codemods/promise-chain-to-async.js';
import { codemod as coroutines } from '../../codemods/generator-to-async.js';
import { codemod as streams } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * What is declared with `using` is disposed of where its block ends, also when the function has handed
 * on work that goes on: https://tc39.es/proposal-explicit-resource-management/.
 */

const COLLECTS = `return new Promise((resolve, reject) => {
    let text = '';
    file.on('data', (chunk) => { text += chunk; }).on('end', () => resolve(text)).on('error', reject);
  });`;

/** @type {[string, import('../../core/codemod/convert.js').Codemod, string][]} */
const KEPT = [
  [
    'a callback',
    callbacks,
    "const fs = require('fs');\nexports.run = (file, cb) => fs.stat(file, (err, stats) => {\n  if (err) return cb(err);\n  using lock = take(stats);\n  fs.readFile(file, (err, text) => {\n    if (err) return cb(err);\n    cb(null, text);\n  });\n});",
  ],
  [
    'a function with callbacks',
    callbacks,
    "const fs = require('fs');\nexports.run = function (file, cb) {\n  using lock = take(file);\n  fs.readFile(file, (err, text) => {\n    if (err) return cb(err);\n    cb(null, text);\n  });\n};",
  ],
  [
    'a handler of a chain',
    chains,
    'function load(id) {\n  return get(id).then((user) => { using lock = take(user); return user.size; }).then((size) => size + 1);\n}',
  ],
  [
    'a function with a chain',
    chains,
    'async function load(id) {\n  await using lock = take(id);\n  return get(id).then((user) => user.size);\n}',
  ],
  [
    'a function that collects a stream',
    streams,
    `const fs = require('fs');\nexports.read = function (path) {\n  using file = fs.createReadStream(path);\n  ${COLLECTS}\n};`,
  ],
  [
    'a module that reads a stream',
    streams,
    "import { log, take } from './log.js';\nusing lock = take();\nlet text = '';\nprocess.stdin.on('data', (chunk) => { text += chunk; });\nprocess.stdin.on('end', () => { log(text); });\n",
  ],
];

describe('what is declared with `using`', () => {
  it.each(KEPT)('is disposed of when it was, in %s', (_, codemod, source) => {
    const { output, sites } = run(codemod, source);
    expect(output).toBe(source);
    expect(sites.map(({ reason }) => reason)).toEqual(['resource-declared']);
  });

  it('stays in the function of a task', () => {
    const source =
      "const async = require('async');\nexports.run = async function (files) {\n  await async.each(files, (file, next) => { using lock = take(file); setImmediate(next); });\n};";
    const { output } = run(asyncLibrary, source);
    expect(output).toContain('(file, next) => { using lock = take(file); setImmediate(next); }');
  });

  it('stays in a coroutine, which disposes of it at the same place', () => {
    const source =
      "const co = require('co');\nexports.run = co.wrap(function* (id) {\n  using lock = take(id);\n  return yield load(lock);\n});";
    expect(run(coroutines, source).output).toContain('  using lock = take(id);\n  return await');
  });
});

/**
 * @param {import('../../core/codemod/convert.js').Codemod} codemod
 * @param {string} source
 */
function run(codemod, source) {
  const path = source.startsWith('import') ? 'example.mjs' : 'example.js';
  const options = { node: '24', accept: 'timing-unobservable', 'async-version': '3' };
  const { source: output, sites } = convert({ path, source }, codemod, options);
  return { output, sites };
}
