import { expect, it } from 'vitest';

import { readFunction } from '../../core/analysis/syntax/definitions.js';
import { nodesOfType } from '../../core/analysis/syntax/nodes.js';
import { read } from './sources.js';

/** @param {string} text @returns {string | undefined} The name of the function that `use(…)` is given. */
function given(text) {
  const sourceCode = read(text);
  const [call] = nodesOfType(sourceCode, 'CallExpression').filter(
    ({ callee }) => callee.type === 'Identifier' && callee.name === 'use',
  );
  const fn = call?.arguments[0] && readFunction(sourceCode, call.arguments[0]);
  return fn && 'id' in fn ? fn.id?.name : undefined;
}

it.each([
  'function load() {} use(load);',
  'const a = function load() {}; use(a);',
  'const a = (exports.a = function load() {}); use(a);',
  'const a = (exports.a = exports.b = function load() {}); use(a);',
  'function load() {} const a = (exports.a = load); use(a);',
  'function load() {} const a = load; use(a);',
  'use((exports.a = function load() {}));',
  'function load() {} use((exports.a = exports.b = load));',
])('finds the function that a name stands for, through assignments: %s', (text) => {
  expect(given(text)).toBe('load');
});

it.each([
  'function load() {} load = other; use(load);',
  'let a = (exports.a = function load() {}); a = other; use(a);',
  'const a = (exports.a ||= function load() {}); use(a);',
  'var a = (exports.a = b); var b = (exports.b = a); use(a);',
  'const a = (exports.a = other); use(a);',
])('says nothing of a name that stands for something else: %s', (text) => {
  expect(given(text)).toBeUndefined();
});
