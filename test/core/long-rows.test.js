import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from 'vitest';

import { argumentsOfCalls } from '../../core/callbacks/functions/given-arguments.js';
import { convert } from '../../core/codemod/convert.js';
import { codemodsByName } from '../codemods/all-codemods.js';
import { ROWS, rowOf } from './long-rows-inputs.js';
import { nodeAt, read } from './sources.js';

/**
 * Code in which what is known of one thing rests on the next one, and so on.
 */

const codemods = await codemodsByName();

const execute = promisify(execFile);

/** Two to the power of this many looks do not end. */
const LENGTH = 40;

const HEAD = `const async = require('async');
const fs = require('fs');
`;

const DOUBLED = {
  'texts that are added to themselves': `${HEAD}exports.go = function (file, cb) {
  fs.readFile(file, 'utf8', (err, v0) => {
    if (err) return cb(err);
${rowOf(LENGTH, (index, next) => `    const v${next} = v${index} + v${index};`)}
    cb(null, v${LENGTH}.length);
  });
};`,
  'functions that hand their callback on twice': `${HEAD}${rowOf(
    LENGTH,
    (index, next) =>
      `function f${index}(key, cb) { if (key) return f${next}(key, cb); f${next}(key + 1, cb); }`,
  )}
function f${LENGTH}(key, cb) { fs.unlink(key, cb); }
exports.go = (keys, cb) => { async.eachLimit(keys, 2, (key, cb) => { f0(key, cb); }, cb); };`,
  'functions that call the next one twice': `${HEAD}${rowOf(
    LENGTH,
    (index, next) => `function f${index}(x) { return f${next}(x) + f${next}(x + 1); }`,
  )}
function f${LENGTH}(x) { return x; }
exports.go = (keys, cb) => { async.each(keys, (key, cb) => { f0(key); setImmediate(cb); }, cb); };`,
};

describe.each(Object.entries(DOUBLED))('%s', (_name, source) => {
  it.each([...codemods.keys()])('are read once each by %s', (name) => {
    const codemod = codemods.get(name);
    const options = { node: '22', trust: 'application', 'async-version': 2 };
    expect(codemod && convert({ source }, codemod, options).error).toBeUndefined();
  });
});

it('follows callbacks through as many functions as a file has', () => {
  const length = 5000;
  const sourceCode = read(
    `${rowOf(length, (index, next) => `function f${index}(key, cb) { f${next}(key, cb); }`)}
function f${length}(key, cb) { cb(null, key); }`,
  );
  const [callback] = sourceCode
    .getDeclaredVariables(nodeAt(sourceCode, 'FunctionDeclaration'))
    .slice(-1);
  expect(callback?.name).toBe('cb');
  expect(callback && argumentsOfCalls(sourceCode, callback)).toHaveLength(1);
});

describe('on a small stack', () => {
  /** @type {Record<string, string[]>} */
  let errors;

  beforeAll(async () => {
    const script = new URL('long-rows-run.js', import.meta.url).pathname;
    const { stdout } = await execute(process.execPath, ['--stack-size=400', script]);
    errors = JSON.parse(stdout);
  }, 120_000);

  it.each(Object.keys(ROWS))('every codemod reads %s', (name) => {
    expect(errors[name]).toEqual([]);
  });
});
