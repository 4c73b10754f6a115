import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/bluebird-to-native.js';
import { convert } from '../../core/codemod/convert.js';

const HEADER = "import Bluebird from 'bluebird';\n";

/** @type {(source: string, options?: Record<string, string>, path?: string) => string} */
const toNative = (source, options, path = 'program.ts') => {
  const how = { node: '20', api: 'async', ...options };
  const once = convert({ path, source }, codemod, how);
  expect(once.error).toBeUndefined();
  const twice = convert({ path, source: once.source }, codemod, how);
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

describe('the compiler infers no `any` in what takes the place of the library', () => {
  // Below the project, so that the types of Node are found.
  const home = join(import.meta.dirname, '../../node_modules/.cache');
  mkdirSync(home, { recursive: true });
  const root = mkdtempSync(join(home, 'bluebird-types-'));
  afterAll(() => rmSync(root, { recursive: true }));

  const FUNCTIONS = `class Missing extends Error {}
const api = {
  load: (id: string) => Promise.resolve(id.length),
  log: (value: string | number) => { void value; },
  keep: (value: string) => value.length > 1,
  add: (total: number, item: string) => total + item.length,
  isMissing: (error: unknown) => error instanceof Missing,
  get: (a: string, b: number) => a + b,
  ids: () => Promise.resolve(['a', 'b']),
  work: (id: string) => id.length,
};
function add(total: number, item: string) { return total + item.length; }
function load(id: string) { return Promise.resolve(id.length); }
function keep(id: string) { return id.length > 1; }
function isGone(error: unknown) { return error instanceof Missing; }
`;
  const CALLS = {
    timeouts: `export async function timeouts(p: Bluebird<string>): Promise<number> {
  const a = await p.timeout(100).then((text) => text.length);
  const b = await p.timeout(api.work('x'), 'late').then((text) => text.length);
  return a + b;
}
`,
    handlers: `export async function handlers(p: Bluebird<string>): Promise<number> {
  const a: string = await p.tap(api.log).tapCatch(api.log).then((text) => text.trim());
  const c: string | number = await p.catch(api.isMissing, api.load as any);
  const c2 = await p.catch((error: any) => error.code === 1, () => 'x').then((text) => text.trim());
  const c3 = await p.catch(isGone, () => 'x').then((text) => text.trim());
  const d: string | void = await p.catch(Missing, api.log);
  const e: string = await p.tapCatch(Missing, api.log).then((text) => text.trim());
  const f: string = await p.catch(RangeError, { code: 'E' }, () => 'x').then((text) => text.trim());
  return a.length + String(c).length + c2.length + c3.length + String(d).length + e.length + f.length;
}
`,
    errors: `export async function errors(p: Bluebird<string>) {
  const a: string = await p.error(() => 'x').then((text) => text.trim());
  const b: string | void = await p.error(api.log);
  return String(a) + String(b);
}
`,
    statics: `import * as cp from 'child_process';
export async function statics(ids: string[], more: Promise<string>[]): Promise<number> {
  const a: number[] = await Bluebird.mapSeries(ids, api.load);
  const a2 = await Bluebird.mapSeries(more, (id, index) => id.length + index).then((all) => all.map((n) => n + 1));
  const a3 = await Bluebird.mapSeries(api.ids(), (id) => id.length);
  const b: string[] = await Bluebird.each(ids, api.log);
  const b2 = await Bluebird.each(more, (id, index, length) => api.log(id.length + index + length)).then((all) => all.map((id) => id.trim()));
  const c: string[] = await Bluebird.filter(more, api.keep);
  const c2: string[] = await Bluebird.filter(ids, (id, index) => id.length > index);
  const d: number = await Bluebird.reduce(more, api.add, 0);
  const d2: string = await Bluebird.reduce(ids, (total, id) => total + id);
  const d3: string = await Bluebird.reduce(ids, async (all, id, index) => all + id + index, '');
  const e: number[] = await Bluebird.map(more, api.load);
  const e2: number[] = await Bluebird.map(ids, (id, index) => load(id + index), { concurrency: 2 });
  const e3: number[] = await Bluebird.map(ids, api.load, { concurrency: 1 });
  const e4: number[] = await Bluebird.map(more, (id, index) => id.length + index);
  const given = { one: Promise.resolve(1), two: 'b' };
  const f = await Bluebird.props(given).then(({ one, two }) => one + two.length);
  const g: number = await Bluebird.try(api.work.bind(null, 'x'));
  const i: string = await Bluebird.join(more[0], 1, (text: string, n: number) => text + n);
  const j: number = await Bluebird.method(load)('x').then((n) => n + 1);
  const m = Bluebird.method(load);
  const k: number = await m('x');
  const exec = Bluebird.promisify(cp.exec, { multiArgs: true });
  await exec('true');
  await Bluebird.delay(3);
  const l = await Bluebird.delay(api.work('x'), ids).then((list) => list.length);
  return a.length + a2.length + a3.length + b.length + b2.length + c.length + c2.length + d + d2.length + d3.length + e.length + e2.length + e3.length + e4.length + f + g + i.length + j + k + l;
}
`,
    links: `export async function links(p: Bluebird<string[]>): Promise<number> {
  const a: number[] = await p.mapSeries(api.load);
  const a2 = await p.mapSeries((id) => id.length).then((all) => all.map((n) => n + 1));
  const a3 = await p.mapSeries(load).then((all) => all.map((n) => n + 1));
  const b: string[] = await p.each(api.log);
  const b2 = await p.each((id, index) => api.log(id.length + index)).then((all) => all.map((id) => id.trim()));
  const b3: string[] = await p.each(load);
  const c: string[] = await p.filter(api.keep);
  const c2: string[] = await p.filter((id, index) => id.length > index);
  const c3: string[] = await p.filter(keep);
  const d: number = await p.reduce(api.add, 0);
  const d2: string = await p.reduce((total, id) => total + id);
  const d3: number = await p.reduce(add, 0);
  const d4: number = await p.reduce((total, id, index) => total + id.length + index, 0);
  const e: number[] = await p.map(api.load);
  const e2: number[] = await p.map((id, index) => load(id + index), { concurrency: 2 });
  const e3: number[] = await p.map(load, { concurrency: 1 });
  const e4: number[] = await p.map((id, index) => id.length + index);
  const f = await p.then((list) => ({ one: Promise.resolve(1), two: list })).props().then(({ one, two }) => one + two.length);
  const g: string = await p.spread((one: string, two: string) => one + two).then((text) => text.trim());
  const h: number = await p.spread(api.load as any);
  const i: string[] = await p.delay(api.work('x')).delay(3);
  const j: number = await p.return(api.work('x'));
  const k: string = await p.call('join', api.work('x'));
  const l: string[] = await p.catchThrow(new Missing(api.get('a', 1)));
  const m: string[] = await p.reflect().then((r) => (r.isFulfilled() ? r.value() : []));
  return a.length + a2.length + a3.length + b.length + b2.length + b3.length + c.length + c2.length + c3.length + d + d2.length + d3 + d4 + e.length + e2.length + e3.length + e4.length + f + g.length + h + i.length + j + k.length + l.length + m.length;
}
`,
  };

  it('in any file, for any Node', () => {
    const sources = Object.entries(CALLS).flatMap(([name, calls]) =>
      ['ts', 'tsx'].flatMap((extension) =>
        ['12', '20'].flatMap((node) =>
          // What is called with promises of the library from outside stays one of the library's.
          (name === 'statics' ? ['async', 'keep'] : ['async']).map((api) => {
            const path = join(root, `${name}-${node}-${api}.${extension}`);
            const source = toNative(HEADER + FUNCTIONS + calls, { node, api }, path);
            expect(source, path).not.toMatch(/[Bb]luebird|[‹›]/u);
            writeFileSync(path, source);
            return path;
          }),
        ),
      ),
    );
    const program = ts.createProgram(sources, {
      strict: true,
      noEmit: true,
      esModuleInterop: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      ignoreDeprecations: '6.0',
      types: ['node'],
    });
    const errors = ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => [
        file?.fileName,
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      ]);
    expect(errors).toEqual([]);
  });
});
