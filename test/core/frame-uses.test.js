import { describe, expect, it } from 'vitest';

import { frameUses } from '../../core/analysis/syntax/functions.js';
import { nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { createSourceCode } from '../../core/source/source-code.js';

/** @param {string} text Of a file that begins with a function. */
function usesOf(text) {
  const sourceCode = createSourceCode(text);
  const [fn] = nodesOfType(sourceCode, 'FunctionDeclaration');
  if (!fn) throw new Error(`no function in ${text}`);
  const uses = frameUses(sourceCode, fn);
  return {
    this: uses.this.length,
    arguments: uses.arguments.length,
    evaluates: uses.evaluates,
    disposes: uses.disposes,
    others: uses.others,
  };
}

const NONE = { this: 0, arguments: 0, evaluates: false, disposes: false, others: false };

describe('frameUses', () => {
  it.each([
    ['nothing', 'function load(key) { return read(key); }', {}],
    ['words of strings and keys', "function load(key) { return key.this + 'arguments'; }", {}],
    ['what other functions use', 'function load() { return function () { return this; }; }', {}],
    ['this in an arrow function', 'function load() { return () => this.key; }', { this: 1 }],
    ['this of a default', 'function load(key = this.key) { return key; }', { this: 1 }],
    ['arguments', 'function load() { return arguments.length; }', { arguments: 1 }],
    [
      'arguments with an escape',
      String.raw`function load() { return \u0061rguments; }`,
      { arguments: 1 },
    ],
    ['eval', 'function load(text) { return eval(text); }', { evaluates: true }],
    [
      'new.target over lines',
      'function load() { return new /* it */ .\n target; }',
      { others: true },
    ],
    ['using', 'function load() { using file = open(); }', { evaluates: true, disposes: true }],
  ])('finds %s', (_, text, uses) => {
    expect(usesOf(text)).toEqual({ ...NONE, ...uses });
  });
});
