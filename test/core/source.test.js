import { readFileSync } from 'node:fs';

import { parse as babelParse } from '@babel/parser';
import { globbySync } from 'globby';
import { describe, expect, it } from 'vitest';

import { nodesOfType, walk } from '../../core/analysis/syntax/nodes.js';
import { dialectsOf } from '../../core/source/dialects.js';
import { normalise } from '../../core/source/normalise.js';
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
    ['CommonJS that is typed', 'a.cts', 'import a = require("a"); export = a;'],
    ['CommonJS that is typed, as modules are', 'a.cts', 'import * as a from "a"; export { a };'],
    ['CommonJS that is typed, as it runs', 'a.cts', 'const a = require("a"); module.exports = a;'],
    ['modules by extension', 'a.mjs', 'await import("a");'],
    ['a module by its await', 'a.js', 'const a = await load();'],
    ['ambient declarations', 'a.d.ts', 'export const a: number; declare module "b";'],
  ])('reads %s', (_, path, text) => {
    expect(parse(text, path).ast.type).toBe('Program');
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
    const { ast: program } = parse('#!/bin/node\n/* a */ f(b); // c', 'a.js');
    expect((program.comments ?? []).map(({ type, value }) => [type, value])).toEqual([
      ['Shebang', '/bin/node'],
      ['Block', ' a '],
      ['Line', ' c'],
    ]);
    expect(program.body[0]?.parent).toBe(program);
  });
});

/**
 * @param {string} text
 * @param {string} path
 * @returns {string} The tree that Babel's own `estree` plugin gives.
 */
function parseWithPlugin(text, path) {
  const [{ plugins, sourceType } = { plugins: [], sourceType: /** @type {const} */ ('script') }] =
    dialectsOf(text, path);
  const { program } = babelParse(text, {
    sourceType,
    plugins: [['estree', { classFeatures: true }], ...plugins],
    ranges: true,
    attachComment: false,
    createImportExpressions: true,
    errorRecovery: true,
  });
  return describeTree(normalise(program, text, true).ast);
}

/**
 * @param {object} program
 * @returns {string} All that a node says in ESTree, in the order of the names.
 */
function describeTree(program) {
  return JSON.stringify(
    program,
    (key, value) => {
      if (['parent', 'extra', 'directives', 'index', 'comments', 'errors'].includes(key)) {
        return undefined;
      }
      if (typeof value === 'bigint' || value instanceof RegExp) {
        return String(value);
      }
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
          )
        : value;
    },
    1,
  );
}

describe('the tree of plain JavaScript', () => {
  it.each([
    ['accessors', '({ get a() {}, set /* ( */ [b /* ] */] /* ( */ (c) {} })'],
    [
      'methods',
      '({ async *d() {}, "e"() {}, 1() {}, [ (f) ]\n // (\n () {}, async() {}, get() {} })',
    ],
    ['methods behind line breaks of all kinds', '({ a\r\n(b) {}, c\u2028(d) {} })'],
    [
      'classes',
      'class A extends B { constructor() { super(); } static async *"z"() {} [x] = 1; y }',
    ],
    [
      'private names',
      'class A { #p = 1; static #q() {} m() { return #p in this && this?.#p.a; } }',
    ],
    [
      'accessors and blocks of classes',
      'class A { accessor y = 2; static { this.y; } get z() {} }',
    ],
    ['decorators before an export', '@dec export class A { @dec b = 1; @x m() {} }'],
    ['decorators behind an export', 'export @dec class A {}; @dec /* a */ export default class {}'],
    ['optional chains', 'a?.b.c; (a?.b).c; (a?.b)?.c; a?.[0]?.(1).d(2); delete a?.b; (a?.b)()'],
    ['chains within lists', 'f(a?.b, [c?.d, ...e?.()], { ...g?.h }, `${i?.j}`); x = a?.[c?.d]'],
    [
      'exports',
      'export * as a from "a"; export * from "b"; export c, * as d from "d"; export { e as "f" } from "e"',
    ],
    [
      'imports',
      'import a from "a" with { type: "json" }; import("b"); import.meta; import source c from "c"',
    ],
    ['directives', '#!/bin/node\n"use strict"; "a\\n"; function f() { "use strict"; return; }'],
    ['what is no directive', '("use strict"); () => { ("a"); "b" }; f; "c"'],
    ['literals', '/a/g; /(?i:[a])/; 1n; 0x1Fn; .5; null; true; "\\u0041"; 010'],
    ['JSX', '<a b="&amp;" c={1} d>te&lt;xt {e} <></> <b.c /></a>'],
    [
      'patterns',
      'var { a = 1, b: { c }, ...d } = e; ({ a, b: c = 1, ...d } = e); ({ a = 1 }) => a',
    ],
  ])('is that of the `estree` plugin: %s', (_, text) => {
    const path = /\b(?:im|ex)port\b/u.test(text) ? 'a.mjs' : 'a.js';
    expect(describeTree(parse(text, path).ast)).toBe(parseWithPlugin(text, path));
  });

  it('is that of the `estree` plugin in every fixture', () => {
    const files = globbySync('test/codemods/fixtures/**/*.js').filter(
      (path) => !/@flow/u.test(readFileSync(path, 'utf8')),
    );
    expect(files.length).toBeGreaterThan(100);
    for (const path of files) {
      const text = readFileSync(path, 'utf8');
      expect(describeTree(parse(text, path).ast), path).toBe(parseWithPlugin(text, path));
    }
  });
});

describe('the nodes of a tree by type', () => {
  it.each([
    ['a.js', 'a?.b.c; (a?.b).c; f(a?.[c?.d], { ...g?.h() })?.i'],
    ['a.js', '({ get a() {}, async *[b]() {}, c }); class A extends B { #p = 1; static m() {} }'],
    ['a.js', '@dec class A { @dec b = 1; @x m({ c = 1, ...d }, ...[e]) {} }'],
    ['a.js', "'use strict'; <a b={1}>text</a>; `${/a/u}`; 1n"],
    ['a.js', '// @flow\nfunction f(a: ?A): B { return (a: any)?.b; }'],
    ['a.ts', 'enum A { b } class C<T> { constructor(@D() private e: T, f?: () => void) {} }'],
    ['a.mjs', 'export default from "a"; export * as b from "b"; import("c")'],
    ['a.mjs', 'export c, * as d from "d"; f(d)'],
  ])('are those that a walk finds: %s %s', (path, text) => {
    const sourceCode = createSourceCode(text, path);
    /** @type {Map<string, unknown[]>} */
    const walked = new Map();
    for (const node of walk(sourceCode, sourceCode.ast)) {
      walked.set(node.type, [...(walked.get(node.type) ?? []), node]);
    }
    for (const [type, nodes] of walked) {
      const found = nodesOfType(sourceCode, /** @type {'Program'} */ (type));
      expect(found.map((node) => walked.get(type)?.indexOf(node))).toEqual([...nodes.keys()]);
    }
    const found = new Set(sourceCode.nodesByType?.keys() ?? walked.keys());
    expect([...found].sort()).toEqual([...walked.keys()].sort());
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
