import { expect, it } from 'vitest';

import { calleesFirst } from '../../../core/callbacks/plan/call-order.js';
import { callbackFunctionsOf } from '../../../core/callbacks/functions/functions.js';
import { createSourceCode } from '../../../core/source/source-code.js';

/** @type {[string, string, string[]][]} */
const CASES = [
  [
    'a caller that stands before what it calls',
    `function a(cb) { b((err) => cb(err)); }
     function b(cb) { c((err) => cb(err)); }
     function c(cb) { fs.stat('.', (err) => cb(err)); }`,
    ['c', 'b', 'a'],
  ],
  [
    'functions that call each other',
    `function a(cb) { b((err) => cb(err)); }
     function b(cb) { if (x) return a(cb); c((err) => cb(err)); }
     function c(cb) { c((err) => cb(err)); }`,
    ['c', 'b', 'a'],
  ],
  [
    'methods, by their names',
    `exports.a = function (cb) { this.b((err) => cb(err)); };
     exports.b = function (cb) { fs.stat('.', (err) => cb(err)); };`,
    ['b', 'a'],
  ],
  [
    'functions that have nothing to do with each other',
    `function a(cb) { fs.stat('.', (err) => cb(err)); }
     function b(cb) { fs.stat('.', (err) => cb(err)); }`,
    ['a', 'b'],
  ],
];

it.each(CASES)('puts in order: %s', (_, text, names) => {
  const sourceCode = createSourceCode(text);
  const ordered = calleesFirst(sourceCode, callbackFunctionsOf(sourceCode));
  expect(ordered.map(({ name }) => name)).toEqual(names);
});
