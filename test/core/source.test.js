import { describe, expect, it } from 'vitest';

import { parse } from '../../core/source/parse.js';
import { createSourceCode } from '../../core/source/source-code.js';

describe('parse', () => {
  it.each([
    ['sloppy octals', 'a.js', 'var mode = 0755; exports.mode = mode;'],
    ['octals in strict code', 'a.js', "'use strict'; var mode = 0755;"],
    ['with', 'a.js', 'with (Math) { cos(1); }'],
    ['reserved words as names', 'a.js', 'var let = 1, await = 2, async = 3; let = await + async;'],
    ['duplicate functions', 'a.js', 'function f() {} function f() {}'],
    ['duplicate parameters', 'a.js', 'function f(a, a) {}'],
    ['a return at the top', 'a.js', 'return 1;'],
    ['a hashbang', 'a.js', '#!/usr/bin/env node\nmodule.exports = 1;'],
    ['carriage returns', 'a.js', 'var a = 1;\r\nvar b = 2;\r\n'],
    ['JSX', 'a.js', 'export default () => <a b={1}>text</a>;'],
    [
      'Flow with a pragma',
      'a.js',
      '// @flow\nimport type { A } from "./a";\nconst f = (a: ?A): A => (a: any);',
    ],
    ['Flow without one', 'a.js', 'type A = { b: string };\nexport function f(a: A): void {}'],
    [
      'TypeScript',
      'a.ts',
      'enum A { b } export class C<T> { constructor(private readonly d: T) {} }',
    ],
    ['TypeScript with JSX', 'a.tsx', 'export const f = <T,>(a: T) => <b>{a as any}</b>;'],
    ['type assertions', 'a.mts', 'const a = <number>b!; export { a };'],
    ['parameter decorators', 'a.ts', 'class A { constructor(@Inject() private b: B) {} }'],
    ['decorators', 'a.js', '@dec class A { @dec() b = 1; }'],
    ['CommonJS by extension', 'a.cjs', 'return require("a");'],
    ['modules by extension', 'a.mjs', 'await import("a");'],
    ['a module by its await', 'a.js', 'const a = await load();'],
    ['ambient declarations', 'a.d.ts', 'export const a: number; declare module "b";'],
  ])('reads %s', (_, path, text) => {
    expect(parse(text, path).type).toBe('Program');
  });

  it('says where a text stops making sense', () => {
    expect(() => parse('var a = 1;\nvar b = ;', 'a.js')).toThrowError(
      expect.objectContaining({ name: 'SourceSyntaxError', line: 2, column: 8 }),
    );
  });

  it('refuses code that is nested too deeply, without a crash', () => {
    const depth = 20_000;
    expect(() => parse(`${'['.repeat(depth)}${']'.repeat(depth)}`, 'a.js')).toThrowError(
      /nested too deeply/u,
    );
  });

  it('sets parents, and takes comments as ESLint names them', () => {
    const program = parse('#!/bin/node\n/* a */ f(b); // c', 'a.js');
    expect((program.comments ?? []).map(({ type, value }) => [type, value])).toEqual([
      ['Shebang', '/bin/node'],
      ['Block', ' a '],
      ['Line', ' c'],
    ]);
    expect(program.body[0]?.parent).toBe(program);
  });
});

describe('createSourceCode', () => {
  it('keeps the variables of a CommonJS file out of the global scope', () => {
    const { scopeManager } = createSourceCode('var co = require("co");', 'a.js');
    expect(scopeManager?.scopes.map((scope) => [scope.type, scope.set.has('co')])).toEqual([
      ['global', false],
      ['function', true],
    ]);
  });

  it('erases Flow types from the scopes', () => {
    const { scopeManager } = createSourceCode('// @flow\nfunction f(a: Promise<A>): B {}', 'a.js');
    const names = scopeManager?.scopes[0]?.through.map(({ identifier }) => identifier.name);
    expect(names).toEqual([]);
  });
});
