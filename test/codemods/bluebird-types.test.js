import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/bluebird-to-native.js';
import { convert } from '../../core/codemod/convert.js';

const HEADER = "import Bluebird from 'bluebird';\n";

/** @type {(source: string, options?: Record<string, string>) => string} */
const toNative = (source, options) => {
  const how = { node: '20', api: 'async', ...options };
  const once = convert({ path: 'program.ts', source }, codemod, how);
  expect(once.error).toBeUndefined();
  const twice = convert({ path: 'program.ts', source: once.source }, codemod, how);
  expect(twice.source, 'a second run changes nothing').toBe(once.source);
  return once.source;
};

describe('types follow where nothing of the file is a promise of the library any more', () => {
  it.each([
    [
      'what a function gives and takes',
      'export function load(p: Bluebird<number>): Bluebird<string> { return Bluebird.all([p]).then(([n]) => name(n)); }',
      'export function load(p: Promise<number>): Promise<string> { return Promise.all([p]).then(([n]) => name(n)); }',
    ],
    [
      'variables, fields and aliases',
      'type P = Bluebird<string>;\nclass Store { private ready: Bluebird<void>; open = () => { const p: P = Bluebird.resolve(this.ready); return p; }; }',
      'type P = Promise<string>;\nclass Store { private ready: Promise<void>; open = () => { const p: P = Promise.resolve(this.ready); return p; }; }',
    ],
    [
      'members of an interface',
      'export interface Store { load(): Bluebird<string[]>; all: Bluebird<void>[] }\nexport const run = async (s: Store) => { await Bluebird.all([s.load()]); };',
      'export interface Store { load(): Promise<string[]>; all: Promise<void>[] }\nexport const run = async (s: Store) => { await Promise.all([s.load()]); };',
    ],
    [
      'a method on what is declared only',
      'async function run(p: Bluebird<{ id: string }>) { return p.get<"id">("id"); }',
      'async function run(p: Promise<{ id: string }>) { return p.then((value) => value.id); }',
    ],
    [
      'a cast',
      'async function run(p: unknown) { const q = Bluebird.resolve(p) as Bluebird<string>; await q; }',
      'async function run(p: unknown) { const q = Promise.resolve(p) as Promise<string>; await q; }',
    ],
    [
      'types of calls: those that native statics take as well, and others',
      'async function run(x: string) { await new Bluebird<string>((resolve) => resolve(x)); await Bluebird.resolve<string>(x); await Bluebird.map<string, number>([x], (y) => y.length); }',
      'async function run(x: string) { await new Promise<string>((resolve) => resolve(x)); await Promise.resolve<string>(x); await Promise.all([x].map(async (y) => (await y).length)); }',
    ],
  ])('%s', (_, before, after) => {
    expect(toNative(HEADER + before)).toBe(after);
  });

  it('with `import … = require`', () => {
    const before = `import Bluebird = require('bluebird');
async function run(x: string): Promise<void> { const p: Bluebird<string> = Bluebird.resolve(x); await p; }`;
    expect(toNative(before)).toBe(
      'async function run(x: string): Promise<void> { const p: Promise<string> = Promise.resolve(x); await p; }',
    );
  });

  it('with a class that is called Promise', () => {
    const before = `import Promise from 'bluebird';
async function run(x: string) { const p: Promise<string> = Promise.delay(3).return(x); await p; }`;
    expect(toNative(before)).toBe(`import * as timers from 'timers/promises';
async function run(x: string) { const p: Promise<string> = timers.setTimeout(3).then(() => x); await p; }`);
  });

  it('of Q', () => {
    const before = `import * as Q from 'q';
export function run(p: Q.IPromise<string>): Q.Promise<string[]> { return Q.all([p]); }`;
    expect(toNative(before)).toBe(
      'export function run(p: Promise<string>): Promise<string[]> { return Promise.all([p]); }',
    );
    const deferred = `import * as Q from 'q';
export function run(): Q.Promise<string> { const d = Q.defer<string>(); use(d.resolve); return d.promise; }`;
    expect(toNative(deferred)).toBe(
      `export function run(): Promise<string> { const d = {} as { promise: Promise<string>; resolve: (value: PromiseLike<string> | string) => void; reject: (reason?: unknown) => void };
d.promise = new Promise<string>((resolve, reject) => {
  d.resolve = resolve;
  d.reject = reject;
}); use(d.resolve); return d.promise; }`,
    );
    expect(toNative(deferred, { node: '22' })).toBe(
      'export function run(): Promise<string> { const d = Promise.withResolvers<string>(); use(d.resolve); return d.promise; }',
    );
  });

  it('with --api=keep inside the file only', () => {
    const inside = `${HEADER}function load(): Bluebird<string> { return Bluebird.resolve('a'); }
export async function run(p: Bluebird<string>) { await Bluebird.all([p, load()]); }`;
    expect(toNative(inside, { api: 'keep' })).toBe(
      `function load(): Promise<string> { return Promise.resolve('a'); }
export async function run(p: Promise<string>) { await Promise.all([p, load()]); }`,
    );
    const outside = `${HEADER}export function load(): Bluebird<string> { return Bluebird.resolve('a'); }`;
    expect(toNative(outside, { api: 'keep' })).toBe(outside);
    const told = `${HEADER}export interface Store { load(): Bluebird<string> }
export async function run(s: Store) { await Bluebird.all([s.load()]); }`;
    expect(toNative(told, { api: 'keep' })).toContain('load(): Bluebird<string>');
  });
});

describe('what `defer` gives has a type', () => {
  /** @type {(code: string, node?: string) => string} */
  const deferred = (code, node = '20') =>
    toNative(`import * as Q from 'q';\nexport function run() { ${code} return d.promise; }`, {
      node,
    });

  it('unknown, as Q has it, where the file says none', () => {
    expect(deferred('const d = Q.defer(); d.resolve();')).toContain(
      'const d = {} as { promise: Promise<unknown>; resolve: (value?: unknown) => void; reject: (reason?: unknown) => void };\nd.promise = new Promise<unknown>(',
    );
    expect(deferred('const d = Q.defer(); d.resolve(1);', '22')).toContain(
      'const d = Promise.withResolvers(); d.resolve(1);',
    );
  });

  it('of a function, in parentheses', () => {
    expect(deferred('const d = Q.defer<() => void>(); d.resolve(f);')).toContain(
      'resolve: (value: PromiseLike<() => void> | (() => void)) => void',
    );
  });

  it('of nothing, which needs no value', () => {
    const code = 'const d = Q.defer<void>(); d.resolve();';
    expect(deferred(code)).toContain('new Promise<void>(');
    expect(deferred(code, '22')).toContain('Promise.withResolvers<void>(); d.resolve();');
  });

  it.each([
    ['20', 'const d = Q.defer<string>(); d.resolve();'],
    ['22', 'const d = Q.defer<string>(); d.resolve();'],
    ['22', 'const d = Q.defer(); d.resolve();'],
    ['20', 'let d: Q.Deferred<string>; d = Q.defer(); d.resolve(x);'],
    ['22', 'const d: Q.Deferred<string> = Q.defer(); d.resolve(x);'],
  ])('that native promises do not have: left, Node %s, %s', (node, code) => {
    expect(deferred(code, node)).toContain(code);
  });
});

describe('files with nothing of the library but types', () => {
  const types = `export interface Store { load(p: Bluebird<void>): Bluebird<string> }
export type P = Bluebird<number>;
`;

  it.each([
    ['import type', "import type Bluebird from 'bluebird';\n"],
    ['import', "import * as Bluebird from 'bluebird';\n"],
    ['a name', "import { type Promise as Bluebird } from 'bluebird';\n"],
  ])('%s', (_, header) => {
    expect(toNative(header + types)).toBe(types.replaceAll('Bluebird', 'Promise'));
    expect(toNative(header + types, { api: 'keep' })).toBe(header + types);
  });

  it('inside the file with --api=keep', () => {
    const before = `// What it loads.
import type Promise from 'bluebird';
function load(): Promise<string> { return get(); }
export async function run() { await load(); }
`;
    expect(toNative(before, { api: 'keep' })).toBe(
      before.replace("import type Promise from 'bluebird';\n", ''),
    );
  });

  it('cannot make promises of the library', () => {
    const before = `import type Bluebird from 'bluebird';
export function run(p: Bluebird<string>) { return p.timeout(3); }
`;
    expect(toNative(before, { api: 'keep' })).toBe(before);
  });

  it.each([
    'export type R = Bluebird.Resolver<string>; export type P = Bluebird<string>;',
    'export interface Own<T> extends Bluebird<T> { id: string } export type P = Bluebird<string>;',
    'export function run(p: Bluebird<string>): Bluebird<void> { return p.bind(1); }',
    'export type P = Bluebird<string>; export type C = typeof Bluebird;',
  ])('stay as they are: %s', (code) => {
    const before = `import type Bluebird from 'bluebird';\n${code}\n`;
    expect(toNative(before)).toBe(before);
  });
});

describe('types stay', () => {
  it.each([
    [
      'where a method of the library does',
      'export async function run(p: Bluebird<string>) { await p.bind(1); await Bluebird.all([p]); }',
    ],
    [
      'where the file calls a method of the library on what a member gives',
      'export interface Store { load(): Bluebird<string[]> }\nexport async function run(s: Store) { await Bluebird.all([1]); return s.load().map((x) => x); }',
    ],
    [
      'where another type of the library does',
      'export async function run(p: Bluebird<string>, o: Bluebird.ConcurrencyOption) { await Bluebird.all([p, o]); }',
    ],
    [
      'where the class itself is used',
      'export class Own<T> extends Bluebird<T> {}\nexport async function run(p: Bluebird<string>) { await Bluebird.all([p]); }',
    ],
  ])('%s', (_, before) => {
    const after = toNative(HEADER + before);
    expect(after).toContain(HEADER);
    expect(after).toMatch(/: Bluebird<string(?:\[\])?>/u);
  });
});
