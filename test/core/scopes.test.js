import { describe, expect, it } from 'vitest';

import { enclosingFunction, frameUses } from '../../core/analysis/syntax/functions.js';
import {
  globalReferences,
  isGlobal,
  isModuleLevel,
  isVisibleOutside,
  usesGlobal,
} from '../../core/analysis/syntax/scopes.js';
import { nodeAt, read, variableAt } from './sources.js';

const KINDS = [
  ['a module', 'export {}; var top;', 'a.mjs'],
  ['a CommonJS file', 'exports.a = 1; var top;', 'a.js'],
  ['a script', 'var top;', 'a.js'],
];

describe('scopes, whatever the source type', () => {
  it.each(KINDS)('find the top level of %s', (_, text, path) => {
    const sourceCode = read(text ?? '', path);
    expect(isModuleLevel(variableAt(sourceCode, 'top'))).toBe(true);
  });

  it.each(KINDS)('tell the global Promise from a shadowing one in %s', (_, text, path) => {
    const free = read(`${text} Promise;`, path);
    expect(isGlobal(free, nodeAt(free, 'Identifier', 1), 'Promise')).toBe(
      nodeAt(free, 'Identifier', 1).name === 'Promise',
    );
    expect(globalReferences(free, 'Promise')).toHaveLength(1);
    const shadowed = read(`${text} var Promise = 1; Promise;`, path);
    expect(globalReferences(shadowed, 'Promise')).toHaveLength(0);
  });

  it.each([
    ['export {}; declare const Promise: any; Promise;', 'Promise'],
    ['declare var Promise: any; Promise;', 'Promise'],
    ['declare function require(name: string): any; exports.a = require;', 'require'],
  ])('take for a global what is only declared: %s', (text, name) => {
    const sourceCode = read(text, 'a.ts');
    const [use, ...more] = globalReferences(sourceCode, name);
    expect(more).toHaveLength(0);
    expect(isGlobal(sourceCode, use, name)).toBe(true);
    expect(usesGlobal(sourceCode, name)).toBe(true);
  });

  it.each([
    ['export const a = 1;', 'a', true],
    ['export function a() {}', 'a', true],
    ['export default function a() {}', 'a', true],
    ['const a = 1; export { b }; var b;', 'a', false],
    ['exports.b = 1; var a;', 'a', false],
    ['var a;', 'a', true],
  ])('%s: is visible outside: %s %s', (text, name, expected) => {
    const sourceCode = read(text);
    expect(isVisibleOutside(variableAt(sourceCode, name))).toBe(expected);
  });
});

describe('frameUses', () => {
  it('counts what arrow functions inside use, not what other functions do', () => {
    const sourceCode = read(
      'function f() { this.a; () => this.b + arguments[0]; function g() { this.c; arguments; } class C { d = this.e; } x.arguments; }',
    );
    const uses = frameUses(sourceCode, nodeAt(sourceCode, 'FunctionDeclaration'));
    expect(uses.this).toHaveLength(2);
    expect(uses.arguments).toHaveLength(1);
  });

  it('sees new.target, super and eval', () => {
    const sourceCode = read('function f() { new.target; } function g() { eval(""); }');
    expect(frameUses(sourceCode, nodeAt(sourceCode, 'FunctionDeclaration')).others).toBe(true);
    expect(frameUses(sourceCode, nodeAt(sourceCode, 'FunctionDeclaration', 1)).evaluates).toBe(
      true,
    );
  });
});

describe('enclosingFunction', () => {
  it('takes parameters for the function and class fields for none', () => {
    const sourceCode = read('function f(a = b) { class C { d = e; } }');
    const [, , b] = [0, 1, 2].map((index) => nodeAt(sourceCode, 'Identifier', index));
    expect(b && enclosingFunction(b)?.type).toBe('FunctionDeclaration');
    expect(
      enclosingFunction(nodeAt(sourceCode, 'PropertyDefinition').value ?? sourceCode.ast),
    ).toBe(undefined);
  });
});
