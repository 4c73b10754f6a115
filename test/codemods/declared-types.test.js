import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { codemod as generatorToAsync } from '../../codemods/generator-to-async.js';
import { codemod as unwrapPromises } from '../../codemods/unwrap-promises.js';
import { convert } from '../../core/codemod/convert.js';

/** @import { Codemod } from '../../core/codemod/convert.js' */

const require = createRequire(import.meta.url);

/** `Same<A, B>` is `true` for equal types alone, and `any` is equal to nothing else. */
const HEADER = `import co from 'co';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
export interface User { id: number; name: string }
const find = (id: number): Promise<User> => Promise.resolve({ id, name: 'Ada' });
async function now(): Promise<User> { return { id: 0, name: 'now' }; }
`;

const CO_TYPES = `declare module 'co' {
  type Result<I> = I extends { [Symbol.iterator](): Iterator<any, infer R, any> } ? R : never;
  interface Co {
    <F extends (...args: any[]) => Iterator<any, any, any>>(fn: F, ...args: Parameters<F>): Promise<Result<ReturnType<F>>>;
    wrap: <F extends (...args: any[]) => Iterator<any, any, any>>(fn: F) => (...args: Parameters<F>) => Promise<Result<ReturnType<F>>>;
  }
  const co: Co;
  export default co;
}`;

/**
 * @param {readonly string[]} sources
 * @returns {string[]} The errors that `tsc --strict` gives.
 */
function errorsOf(sources) {
  const files = new Map([
    ...sources.map((source, index) => /** @type {const} */ ([`/program-${index}.ts`, source])),
    ['/co.d.ts', CO_TYPES],
  ]);
  /** @type {ts.CompilerOptions} */
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    esModuleInterop: true,
    skipLibCheck: true,
    lib: ['lib.es2022.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, version)
      : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.text}\n${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}

/**
 * @param {string} source
 * @returns {Promise<unknown>} What its `run()` gives.
 */
function run(source) {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  });
  const exported = /** @type {{ run?: () => Promise<unknown> }} */ ({});
  new Function('exports', 'require', outputText)(exported, require);
  return Promise.resolve(exported.run?.());
}

/**
 * @param {Codemod} codemod
 * @param {string} source
 * @returns {import('../../core/codemod/convert.js').Conversion}
 */
function convertTypes(codemod, source) {
  return convert({ path: join(import.meta.dirname, 'program.ts'), source }, codemod, {
    node: '20',
  });
}

/** @type {readonly (readonly [string, Codemod, string, string])[]} What is declared, before and after. */
const CASES = [
  [
    'the type of a constructor whose value is kept in a variable',
    unwrapPromises,
    'export async function run() { const user = await new Promise<User>((resolve) => resolve(find(1))); return user; }',
    'export async function run() { const user: User = await find(1); return user; }',
  ],
  [
    'nothing where the function declares the same type',
    unwrapPromises,
    'export async function run(): Promise<User> { return await new Promise<User>((resolve) => resolve(find(1))); }',
    'export async function run(): Promise<User> { return await find(1); }',
  ],
  [
    'the type of what a function only returns',
    unwrapPromises,
    'export function run() { return new Promise<User>((resolve, reject) => { find(1).then(resolve, reject); }); }',
    'export function run(): Promise<User> { return find(1); }',
  ],
  [
    'the type of the promise in a variable',
    unwrapPromises,
    'export async function run() { const promise = new Promise<User>((resolve, reject) => { now().then(resolve, reject); }); return (await promise).name; }',
    'export async function run() { const promise: Promise<User> = now(); return (await promise).name; }',
  ],
  [
    'a wider type where the value is an argument, an operand, or has a member read',
    unwrapPromises,
    `export async function run() {
  const all = [await new Promise<User | null>((resolve) => resolve(find(1)))];
  const same: Same<typeof all, (User | null)[]> = true;
  return [all, same, (await new Promise<User>((resolve) => resolve(find(2)))).name, 1 + (await Promise.resolve<number>(2))];
}`,
    `export async function run() {
  const all = [(await find(1)) as User | null];
  const same: Same<typeof all, (User | null)[]> = true;
  return [all, same, ((await find(2)) as User).name, 1 + ((await 2) as number)];
}`,
  ],
  [
    'a type that is wider than a literal',
    unwrapPromises,
    'export async function run() { const name = await Promise.resolve<string | null>(null); const same: Same<typeof name, string | null> = true; return same && name?.length; }',
    'export async function run() { const name = (await null) as string | null; const same: Same<typeof name, string | null> = true; return same && name?.length; }',
  ],
  [
    'nothing for a value that nobody uses, beside types of the executor',
    unwrapPromises,
    'export async function run() { await new Promise<User>((resolve: (user: User | Promise<User>) => void): void => resolve(find(1))); }',
    'export async function run() { await find(1); }',
  ],
  [
    'a promise that is an argument',
    unwrapPromises,
    'export const run = () => Promise.all([1].map((id) => { void id; return [new Promise<User>((resolve, reject) => { now().then(resolve, reject); })][0]; }));',
    'export const run = () => Promise.all([1].map((id) => { void id; return [now() as Promise<User>][0]; }));',
  ],
  [
    'the result of a coroutine',
    generatorToAsync,
    `class Store {
  name = 'store';
  declare load: (id: number) => Promise<User>;
}
Store.prototype.load = co.wrap(function* (this: Store, id: number): Generator<any, User, any> {
  const user: User = yield find(id);
  return { ...user, name: this.name };
});
const get = co.wrap(function* (id: number): Generator<Promise<User>, User, User> {
  return yield find(id);
});
const same: Same<ReturnType<typeof get>, Promise<User>> = true;
export const run = async () => [same, await new Store().load(2), await get(3)];`,
    `class Store {
  name = 'store';
  declare load: (id: number) => Promise<User>;
}
Store.prototype.load = async function (this: Store, id: number): Promise<User> {
  const user: User = await find(id);
  return { ...user, name: this.name };
};
const get = async function (id: number): Promise<User> {
  return await find(id);
};
const same: Same<ReturnType<typeof get>, Promise<User>> = true;
export const run = async () => [same, await new Store().load(2), await get(3)];`,
  ],
  [
    'the result of a coroutine in the function that runs it',
    generatorToAsync,
    'export function run() { return co(function* (): Generator<any, User, any> { return yield find(1); }); }',
    'export async function run(): Promise<User> { return await find(1); }',
  ],
  [
    'a promise that the coroutine returns, and types of iterators',
    generatorToAsync,
    `const load = co.wrap(function* (): Generator<any, Promise<User>, any> { return find(1); });
export const run = () => co(function* (): IterableIterator<any> { return yield load(); });`,
    `const load = async function (): Promise<User> { return find(1); };
export const run = async (): Promise<any> => { return await load(); };`,
  ],
];

describe('a declared type goes where its value goes', () => {
  it.each(CASES)('%s', async (_, codemod, before, after) => {
    const { source, error } = convertTypes(codemod, HEADER + before);
    expect(error).toBeUndefined();
    const header = codemod === generatorToAsync ? HEADER.slice(HEADER.indexOf('\n') + 1) : HEADER;
    expect(source).toBe(header + after);
    expect(convertTypes(codemod, source).source).toBe(source);
    expect(await run(source)).toEqual(await run(HEADER + before));
  });

  it('has no errors before and none after', () => {
    const sources = CASES.flatMap(([, codemod, before]) => [
      HEADER + before,
      convertTypes(codemod, HEADER + before).source,
    ]);
    expect(errorsOf(sources)).toEqual([]);
  });
});

describe('a declared type that has no other place keeps its promise', () => {
  it.each([
    [
      'of a promise that is awaited later, on a variable with a type',
      unwrapPromises,
      'export async function run() { const p: Promise<User> = Promise.resolve<User>(find(1)); return await p; }',
      'type-lost',
    ],
    [
      'an alias of a type of generators',
      generatorToAsync,
      'type Work = Generator<any, User, any>;\nexport const run = co.wrap(function* (): Work { return yield find(1); });',
      'typed-generator',
    ],
    [
      'a type of the file that is called Generator',
      generatorToAsync,
      'interface Generator<R> { next(): { done: true; value: R }; [Symbol.iterator](): Iterator<any, R, any> }\nexport const run = co.wrap(function* (): Generator<User> { return yield find(1); });',
      'typed-generator',
    ],
  ])('%s', (_, codemod, source, reason) => {
    const conversion = convertTypes(codemod, HEADER + source);
    expect(conversion.source).toBe(HEADER + source);
    expect(conversion.sites.map((site) => site.reason)).toEqual([reason]);
  });

  it('of Flow, which has no assertion', () => {
    const source =
      '// @flow\nasync function run(p: Promise<number>) { return f(await new Promise<number>((resolve) => resolve(p))); }\n';
    const { sites } = convert({ path: 'program.js', source }, unwrapPromises, { node: '20' });
    expect(sites.map(({ reason }) => reason)).toEqual(['type-lost']);
  });
});
