import { describe, expect, it } from 'vitest';

import { readCertainInit } from '../../core/analysis/values/certain-values.js';
import { nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { findVariable } from '../../core/analysis/syntax/scopes.js';
import { read } from './sources.js';

/**
 * @param {string} text
 * @returns {string | undefined} What its variable `it` certainly stands for.
 */
function certainly(text) {
  const sourceCode = read(text);
  const node = nodesOfType(sourceCode, 'Identifier').find(({ name }) => name === 'it');
  const variable = node && findVariable(sourceCode, node, 'it');
  if (!variable) {
    throw new Error(`no variable in ${text}`);
  }
  const init = readCertainInit(variable)?.init;
  return init && sourceCode.text.slice(...init.range);
}

describe('what a variable stands for wherever it is read', () => {
  it.each([
    'const it = f; it();',
    'let it = f; it();',
    'var it = f; it();',
    'export var it = f; it();',
    'let it; it = f; it();',
    'const { a: it } = f; it();',
    'var it = f; function g() { return it(); }',
    'exports.g = function () { return it(); }; var it = f;',
    'let it; exports.g = () => it(); it = f;',
    'function g() { var it = f; return () => it(); }',
    'if (a) { var it = f; it(); }',
    'while (a) { var it = f; it(); }',
    'function g() { var it = f; h(); function h() { it(); } }',
  ])('the one value: %s', (text) => {
    expect(certainly(text)).toBe('f');
  });

  it.each([
    'if (a) { var it = f; } it();',
    'if (a) var it = f; it();',
    'let it; if (a) it = f; it();',
    'let it; a && (it = f); it();',
    'it(); var it = f;',
    'let it; it(); it = f;',
    'let it; while (a) { it(); it = f; }',
    'let it; function init() { it = f; } it();',
    'let it; function init() { it = f; } function g() { it(); }',
    'try { var it = f; } catch {} it();',
    'for (const it of f) it();',
    'for (var it in f) it();',
    'switch (a) { case 1: var it = f; case 2: it(); }',
    'let it = f; it = g; it();',
    'let it = f; it++;',
    'function g(it = f) { it(); }',
  ])('something else, or nothing: %s', (text) => {
    expect(certainly(text)).toBeUndefined();
  });
});
