import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../../codemods/callback-to-async.js';
import { convert } from '../../../core/codemod/convert.js';

/**
 * What the compiler says of converted functions: no error that it did not find before.
 */

// Below the project, so that the types of Node are found.
const home = join(import.meta.dirname, '../../../node_modules/.cache');
mkdirSync(home, { recursive: true });
const root = mkdtempSync(join(home, 'types-'));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * @param {Record<string, string>} files Their sources by their names.
 * @returns {string[]} What the compiler says of them, all in one run.
 */
function errorsOf(files) {
  const paths = Object.entries(files).map(([name, source]) => {
    const path = join(root, name);
    writeFileSync(path, source);
    return path;
  });
  const program = ts.createProgram(paths, {
    strict: true,
    noEmit: true,
    esModuleInterop: false,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    ignoreDeprecations: '6.0',
    types: ['node'],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const HEAD = "import * as fs from 'fs';\n";
const INNER = `function size(id: string, cb: (err: Error | null, size?: number) => void): void {
  fs.stat(id, (err, stat) => {
    if (err) {
      if (err.code === 'ENOENT') return cb(null, 0);
      return cb(err);
    }
    cb(null, stat.size);
  });
}
`;
const OUTER = `export function total(a: string, b: string, cb: (err: Error | null, sum?: number) => void) {
  size(a, (err, one) => {
    if (err) return cb(err);
    size(b, (err, two) => {
      if (err) return cb(err);
      cb(null, one! + two!);
    });
  });
}
`;
const TOUCH = `const touch = (id: string, cb: (err: Error | null) => void) => {
  fs.writeFile(id, '', (err) => {
    if (err && err.code !== 'EEXIST') return cb(err);
    cb(null);
  });
};
export function touchBoth(a: string, b: string, cb: (err: Error | null) => void): void {
  touch(a, (err) => {
    if (err) return cb(err);
    touch(b, cb);
  });
}
`;
const CLASS = `export class Store {
  constructor(private readonly directory: string) {}
  load(id: string, cb: (err: Error | null, text?: string) => void): void {
    fs.readFile(this.directory + id, 'utf8', (err, text) => {
      if (err) return cb(err);
      cb(null, text.trim());
    });
  }
}
`;
const ASSERTED = `type Callback<T = void> = (err: Error | null, value?: T) => void;
export function size(file: string, options: object | Callback<number>, cb?: Callback<number>): void {
  if (typeof options === 'function') {
    cb = options as Callback<number>;
    options = {};
  }
  fs.stat(file, (err, st) => {
    if (err) return cb!(err);
    cb!(null, st.size);
  });
}
export function copy(from: string, to: string, cb?: Callback): void {
  fs.stat(from, (err) => {
    if (err) {
      cb!(err);
      return;
    }
    fs.copyFile(from, to, cb!);
  });
}
`;

const SEVERAL = `export function both(file: string, cb: (err: Error | null, name?: string, size?: number) => void): void {
  fs.stat(file, (err, stat) => {
    if (err) return cb(err);
    cb(null, file, stat.size);
  });
}
`;
const TURNS = `export function sizes(files: string[], cb: (err: Error | null, sizes?: number[]) => void): void {
  const out: number[] = [];
  const next = (i: number): void => {
    if (i === files.length) return cb(null, out);
    fs.stat(files[i]!, (err, stat) => {
      if (err) return cb(err);
      out.push(stat.size, i++);
      next(i);
    });
  };
  function again(left: number) {
    fs.stat('/', (err) => {
      if (err && left > 0) return again(left - 1);
      if (err) return cb(err);
      process.nextTick(() => next(0));
    });
  }
  fs.stat('/', (err) => {
    if (err) return again(3);
    next(0);
  });
}
`;

/** Values that only the type of the callback makes what they are. */
const MADE = `type Node = { kind: 'a'; n: number } | { kind: 'b' };
type Cb<T> = (err: Error | null, value?: T) => void;
interface Known { (err: Error | null, value?: ['x' | 'y', number]): void }
export function pair(file: string, cb: (err: Error | null, pair?: readonly [number, 'x' | 'y']) => void): void {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    const name = 'x' as const;
    cb(null, [st.size, name]);
  });
}
export function node(file: string, cb: Cb<Node>): void {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    if (st.isFile()) return cb(null, { kind: 'a', n: st.size });
    cb(null, { kind: 'b' });
  });
}
export function entries(file: string, cb: Cb<(n: number) => string>): void {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    cb(null, (n) => String(n + st.size));
  });
}
export function known(file: string, cb: Known): void {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    cb(null, st.size > 0 ? ['x', 1] : ['y', 2]);
  });
}
`;
/** Results that are there or not. */
const OPEN = `export function sized(file: string, cb: (err: Error | null, size?: number) => void): void {
  fs.stat(file, (err, st) => {
    if (!err) {
      cb(null, st.size);
    } else {
      cb(null, -1);
    }
  });
}
export function shown(file: string, cb: (err: Error | null, text?: string) => void): void {
  fs.stat(file, (err, st) => {
    const show = () => (err ? err.message : st.size);
    if (err) return cb(null, 'failed ' + show());
    cb(null, 'read ' + show());
  });
}
export function later(file: string, cb: (err: Error | null, read?: () => number) => void): void {
  fs.stat(file, (err, st) => {
    if (err && err.code !== 'ENOENT') return cb(err);
    cb(null, () => st.size);
  });
}
`;
const DECORATED = `function noted<This, Args extends any[]>(method: (this: This, ...args: Args) => void, _: ClassMethodDecoratorContext) {
  return function (this: This, ...args: Args) {
    return method.apply(this, args);
  };
}
export class Reader {
  @noted
  read(file: string, cb: (err: Error | null, text?: string) => void): void {
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) return cb(err);
      cb(null, text);
    });
  }
}
`;
const SPREAD = `export function read(file: string, cb: (...args: [Error] | [null, string]) => void): void {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text);
  });
}
`;

const PROMISED = `export function size(file: string): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    fs.stat(file, (err, stats) => {
      if (err) return reject(err);
      resolve(stats.size);
    });
  });
}
export const parsed = (file: string) =>
  new Promise<any>((resolve, reject) => {
    fs.readFile(file, 'utf8', (err: NodeJS.ErrnoException | null, text: string) => {
      if (err) {
        reject(new Error(err.message));
        return;
      }
      resolve({ text: text.trim() });
    });
  });
export const name = (): Promise<string> => parsed('a').then((value) => value.name);
export class Store {
  async load(file: string) {
    return new Promise<void>((resolve, reject) => {
      fs.readFile(file, 'utf8', (err, text) => {
        if (err) return reject(err);
        this.use(text);
        resolve();
      });
    });
  }
  use(text: string) {}
}
`;

const OVERLOADED = `type Done<T> = (err: Error | null, value?: T) => void;
export class Store {
  load(name: string, cb: Done<string>): void;
  load(name: string, flag: string, cb: Done<string>): void;
  load(name: string, flag: string | Done<string>, cb?: Done<string>): void {
    if (typeof flag === 'function') {
      cb = flag;
      flag = 'r';
    }
    fs.readFile(name, { encoding: 'utf8', flag }, (err, text) => {
      if (err) return cb!(err);
      cb!(null, text);
    });
  }
  both(a: string, b: string, cb: Done<string>): void {
    this.load(a, (err, one) => {
      if (err) return cb(err);
      this.load(b, (err, two) => {
        if (err) return cb(err);
        cb(null, one! + two!);
      });
    });
  }
  save(name: string, text: string, cb: Done<void>): void {
    fs.writeFile(name, text, (err) => {
      if (err) return cb(err);
      cb(null);
    });
  }
}
export function copy(from: string, to: Store | undefined, cb: Done<void>): void {
  fs.readFile(from, 'utf8', (err, text) => {
    if (err) return cb(err);
    to!.save(from, text, cb);
  });
}
`;

const REQUIRED = `type Cb<T> = (err: NodeJS.ErrnoException | null, value: T) => void;
export function read(file: string, cb: Cb<string>): void {
  fs.stat(file, (err) => {
    if (err) return cb(err, undefined!);
    fs.readFile(file, 'utf8', cb);
  });
}
export function both(file: string, cb: (err: Error | null, text: string | null, size: number | null) => void): void {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err, null, null as any);
    cb(null, text, text.length);
  });
}
export function forwarded(file: string, cb: Cb<string>): void {
  fs.stat(file, (err) => {
    if (err && err.code !== 'ENOENT') return cb(err, null as any);
    fs.readFile(file, 'utf8', (err, text) => cb(err, text));
  });
}
`;
const ANY = `function load(file: string, cb: any): void {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text);
  });
}
export function first(file: string, cb: (err: Error | null, text?: string) => void): void {
  load(file, (err: any, text: string) => {
    if (err) return cb(err);
    load(text.trim(), cb);
  });
}
`;
const CONTEXTUAL = `type Done = (err: Error | null, text?: string) => void;
export const handlers: { [key: string]: (file: string, cb: Done) => void } = {};
handlers.read = function (file, cb) {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text);
  });
};
`;

/** Functions of another file, whose types no file that is converted shows. */
const FAR = `declare module 'far' {
  export function load(id: string, cb: (err: Error | null, value?: number) => void): void;
  export function load(id: string, options: object, cb: (err: Error | null, value?: number) => void): void;
  export function send(id: string, ...rest: any[]): void;
  export function get<T>(id: string, cb: (err: Error | null, value?: T) => void): void;
}
`;
const FOREIGN = `import { get, load, send } from 'far';
export function all(id: string, cb: (err: Error | null, sum?: number) => void): void {
  load(id, (err, one) => {
    if (err) return cb(err);
    send(id, one, (err: Error | null, two?: number) => {
      if (err) return cb(err);
      get<number>(id, (err, three) => {
        if (err) return cb(err);
        cb(null, one! + two! + three!);
      });
    });
  });
}
`;
/** Of Node itself, whose types tell nothing of its promise form. */
const SCRYPT = `import { scrypt } from 'crypto';
export function key(word: string, cb: (err: Error | null, key?: Buffer) => void): void {
  scrypt(word, 'salt', 8, (err, made) => {
    if (err) return cb(err);
    cb(null, made);
  });
}
`;
/** Several results, of which the callback's type makes more than they show, and no \`null\` for no error. */
const LISTS = `type Both<A, B> = (err: Error | null, first?: A, second?: B) => void;
export function listed(file: string, cb: Both<string, number[]>): void {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    cb(null, file, [st.size]);
  });
}
export const told: (file: string, cb: Both<'a' | 'b', (n: number) => string>) => void = (file, cb) => {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    cb(null, 'a', (n) => String(n + st.size));
  });
};
export const chosen: (file: string, cb: (err: Error | null, mode?: 'a' | 'b') => void) => void = (file, cb) => {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    cb(null, st.isFile() ? 'a' : 'b');
  });
};
export function bare(file: string, cb: (err?: Error, name?: string, size?: number) => void): void {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    cb(undefined, file, st.size);
  });
}
`;
/** The same, in different lists. */
const DIFFERENT = `type Both<A, B> = (err: Error | null, first?: A, second?: B) => void;
export function different(file: string, cb: Both<number | string[], 'a' | 'b'>): void {
  fs.stat(file, (err, st) => {
    if (err && err.code === 'ENOENT') return cb(null, [], 'a');
    if (err) return cb(err);
    cb(null, st.size, 'b');
  });
}
`;
/** Types that are written in place, but not as those of a function. */
const IN_PLACE = `interface Needy { (err: Error | null, size: number): void }
export function needy(file: string, cb: Needy): void {
  fs.stat(file, (err, st) => {
    if (err) return cb(err, undefined!);
    cb(null, st.size);
  });
}
export function kept(file: string, cb: { (err: Error | null, mode?: 'a' | 'b'): void }): void {
  fs.stat(file, (err) => {
    if (err) return cb(err);
    cb(null, 'a');
  });
}
export function union(file: string, cb: ((err: Error | null, mode?: 'a' | 'b') => void) | undefined): void {
  fs.stat(file, (err) => {
    if (err) return cb!(err);
    cb!(null, 'a');
  });
}
`;
/** Ends that the type of the callback tells nothing of, or more than there is. */
const ENDS = `export function failing(file: string, cb: (err: Error | null, size: number) => void): void {
  fs.stat(file, (err) => {
    if (err) return cb(err, undefined!);
    cb(new Error(file), undefined!);
  });
}
export function forwarded(file: string, cb: (err: Error | null) => void): void {
  fs.stat(file, (err) => {
    if (err) return cb(err);
    failing(file, cb);
  });
}
export function nothing(file: string, cb: (err: Error | null, size?: number) => void): void {
  fs.stat(file, (err) => {
    if (err) return cb(err);
    cb(null);
  });
}
export function more(file: string, cb: (err: Error | null) => void): void {
  fs.stat(file, (err) => {
    if (err) return cb(err);
    fs.readFile(file, cb);
  });
}
`;
/** A callback that there need not be. */
const DEFAULT = `export function optional(file: string, cb: (err: Error | null, size?: number) => void = () => {}) {
  fs.stat(file, (err, st) => {
    if (err) return cb(err);
    cb(null, st.size);
  });
}
`;
/** A callee whose errors nobody looks at, and which may give more than is wanted. */
const UNTOLD = `import { send } from 'far';
export function told(id: string, cb: (err: Error | null, size?: number) => void): void {
  send(id, (_: any, one: any, two: any) => {
    fs.stat(one + two, (err, st) => {
      if (err) return cb(err);
      cb(null, st.size);
    });
  });
}
`;
/** Callbacks with names, which become async functions. */
const NAMED = `export function named(file: string, cb: (err: Error | null, show?: (n: number) => string) => void): void {
  function onStat(err: Error | null, st: fs.Stats): void {
    if (err || st.size === 0) return cb(err || new Error('empty'));
    cb(null, (n) => String(n + st.size));
  }
  fs.stat(file, onStat);
}
export function two(file: string, cb: (err: Error | null, name?: string, size?: number) => void): void {
  const onStat = (err: Error | null, st: fs.Stats): void => {
    if (err || st.size === 0) return cb(err || new Error('empty'));
    cb(null, file, st.size);
  };
  fs.stat(file, onStat);
}
`;
/** A callback that takes a list of several kinds, of a function that keeps it. */
const SPREAD_KEPT = `function read(file: string, cb: (...args: [Error] | [null, string]) => void): void {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) return cb(err);
    cb(null, text);
  });
}
export function size(file: string, cb: (err: Error | null, size?: number) => void): void {
  read(file, (err: Error | null, text?: string) => {
    if (err) return cb(err);
    cb(null, text!.length);
  });
}
`;

describe('types', () => {
  it.each(['keep', 'dual', 'async'])(
    'of several signatures are not told by the last: %s',
    (api) => {
      const options = { node: '20', api, accept: 'timing-unobservable' };
      const source = HEAD + OVERLOADED;
      const { source: output, sites } = convert({ path: 'a.ts', source }, codemod, options);
      expect(sites.map(({ reason }) => reason ?? '')).toEqual(['', 'callee-overloaded', '', '']);
      expect(output).toContain('.call(to!, from, text)');
      expect(errorsOf({ 'several-before.ts': source, [`several-${api}.ts`]: output })).toEqual([]);
    },
  );

  it('have no new errors', () => {
    const cases = /** @type {const} */ ([
      [HEAD + INNER + OUTER, 2, 'keep'],
      [HEAD + TOUCH, 2, 'keep'],
      [HEAD + CLASS, 1, 'keep'],
      [HEAD + ASSERTED, 2, 'keep'],
      [HEAD + INNER + OUTER + TOUCH, 4, 'async'],
      [HEAD + INNER + OUTER + TOUCH, 4, 'dual'],
      [HEAD + SEVERAL + TURNS, 2, 'keep'],
      [HEAD + MADE, 4, 'keep'],
      [HEAD + MADE, 4, 'async'],
      [HEAD + OPEN, 3, 'keep'],
      [HEAD + OPEN, 3, 'async'],
      [HEAD + DECORATED, 1, 'keep'],
      [HEAD + DECORATED, 1, 'async'],
      [HEAD + SPREAD, 1, 'keep'],
      [HEAD + SPREAD, 1, 'async'],
      [HEAD + PROMISED, 3, 'keep'],
      [HEAD + REQUIRED, 3, 'keep'],
      [HEAD + ANY, 2, 'keep'],
      [HEAD + CONTEXTUAL, 1, 'keep'],
      [FOREIGN, 1, 'keep'],
      [FOREIGN, 1, 'async'],
      [SCRYPT, 1, 'keep'],
      [HEAD + LISTS, 4, 'keep'],
      [HEAD + DIFFERENT, 1, 'keep'],
      [HEAD + IN_PLACE, 3, 'keep'],
      [HEAD + ENDS, 4, 'keep'],
      [HEAD + ENDS, 4, 'async'],
      [HEAD + DEFAULT, 1, 'async'],
      [HEAD + UNTOLD, 1, 'keep'],
      [HEAD + NAMED, 2, 'keep'],
      [HEAD + NAMED, 2, 'async'],
      [HEAD + SPREAD_KEPT, 2, 'keep'],
    ]);
    /** @type {Record<string, string>} */
    const files = { 'far.d.ts': FAR };
    for (const [index, [source, count, api]] of cases.entries()) {
      const conversion = convert({ path: 'program.ts', source }, codemod, { node: '20', api });
      const converted = conversion.sites.filter(({ status }) => status === 'converted');
      expect(converted.length, JSON.stringify(conversion.sites)).toBe(count);
      files[`before-${index}.ts`] = source;
      files[`after-${index}.ts`] = conversion.source;
    }
    expect(errorsOf(files)).toEqual([]);
  });

  it('that want something beside an error get what the function gave there', () => {
    const { source } = convert({ path: 'a.ts', source: HEAD + REQUIRED }, codemod, { node: '20' });
    expect(source.match(/cb\(err[^)]*\)/gu)).toEqual([
      'cb(err, undefined!)',
      'cb(err, null, null as any)',
      'cb(err, null as any)',
    ]);
  });

  it('say what the promise is of', () => {
    const { source } = convert({ path: 'a.ts', source: HEAD + INNER + OUTER + TOUCH }, codemod, {
      node: '20',
      api: 'async',
    });
    expect(source).toContain('async function size(id: string): Promise<number | undefined> {');
    expect(source).toContain('total(a: string, b: string): Promise<number | undefined> {');
    expect(source).toContain('const touch = async (id: string): Promise<void> => {');
    expect(source).toContain('touchBoth(a: string, b: string): Promise<void> {');
  });

  it('of a promise that is made by hand are those of the function', () => {
    const { source } = convert({ path: 'a.ts', source: HEAD + PROMISED }, codemod, { node: '20' });
    expect(source).toContain('async function size(file: string): Promise<number> {');
    expect(source).toContain('parsed = async (file: string): Promise<any> => {');
    expect(source).toContain('async load(file: string): Promise<void> {');
  });

  it('of a promise are not those of a function that returns others, too', () => {
    const source = `${HEAD}export function size(file: string | null) {
  if (file === null) return Promise.resolve(null);
  return new Promise<number>((resolve, reject) => {
    fs.stat(file, (err, stats) => {
      if (err) return reject(err);
      console.log(stats);
      resolve(stats.size);
    });
  });
}
`;
    const { sites } = convert({ path: 'a.ts', source }, codemod, { node: '20' });
    expect(sites.map(({ reason }) => reason)).toEqual(['type-lost']);
  });

  it('of the callback are named where they are of the file', () => {
    const { source } = convert({ path: 'a.ts', source: HEAD + MADE }, codemod, { node: '20' });
    expect(source).toContain("(async (): Promise<readonly [number, 'x' | 'y'] | undefined> => {");
    expect(source).toContain('(async (): Promise<Node | undefined> => {');
    expect(source).toContain('(async (): Promise<((n: number) => string) | undefined> => {');
    expect(source).toContain('(async (): Promise<Parameters<typeof cb>[1]> => {');
  });

  it('are told what they were told of the callback', () => {
    const { source } = convert({ path: 'a.ts', source: HEAD + ASSERTED }, codemod, { node: '20' });
    expect(source).toContain('(value) => process.nextTick(() => cb!(null, value)),');
    expect(source).toContain('return fs.promises.copyFile(from, to);');
  });

  it.each([
    ['a named type', 'cb: Callback<number>'],
    ['several results', 'cb: (err: Error | null, a: number, b: number) => void'],
    ['untyped results', 'cb: (err: Error | null, ...rest: any[]) => void'],
  ])('that do not show the result keep the callback: %s', (_, parameter) => {
    const changed = INNER.replace(/cb: \(err[^)]*\) => void/u, parameter);
    const source = HEAD + changed + OUTER;
    const conversion = convert({ path: 'a.ts', source }, codemod, { node: '20' });
    expect(conversion.source).toContain(parameter);
  });
});

it.each([
  "import type util from 'util';",
  "import type * as util from 'node:util';",
  "import type { promisify } from 'util';",
  "import { type promisify } from 'util';",
])('what is imported as a type is nothing that code can call: %s', (line) => {
  const source = `import * as fs from 'fs';
${line}
export function run(key: string, cb: (err: Error | null, value?: string) => void): void {
  fs.readFile(key, 'utf8', (err, value) => {
    if (err) return cb(err);
    cb(null, value);
  });
}
`;
  const { source: output } = convert({ path: 'a.ts', source }, codemod, { node: '8.9.0' });
  expect(output).toMatch(/^import \* as util\d? from '(?:node:)?util';$/mu);
  expect(output).toMatch(/ = util\d?\.promisify\(fs\.readFile\);/u);
});

it('what is promisified at the top stands behind `import = require`', () => {
  const source = `import store = require('store');
type Result = string;
import log = require('log');
export function run(key: string, cb: (err: any, value?: Result) => void): void {
  store(key, (err: any, value: Result) => {
    if (err) {
      log(err);
      return cb(err!);
    }
    cb(null, value);
  });
}
`;
  const { source: output } = convert({ path: 'a.ts', source }, codemod, { node: '20' });
  expect(output).toContain(`import log = require('log');
import * as util from 'util';

const storeAsync = util.promisify(store) as (...args: any[]) => Promise<any>;
`);
  expect(output).toContain('throw err!;');
});

it('a variable with a type gets another name where it needs one', () => {
  const source = `import store = require('store');
export function run(key: string, cb: (err: any, value?: string) => void): void {
  const code: string = key;
  store(key, (err: any, value: string) => {
    if (err && err.code === code) return cb(null, code);
    if (err) {
      const code: string = err.code;
      return cb(new Error(code));
    }
    cb(null, value);
  });
}
`;
  const { source: output } = convert({ path: 'a.ts', source }, codemod, { node: '20' });
  expect(output).toContain('const code1: string = err.code;');
  expect(output).toContain('throw new Error(code1);');
});

it.each([
  ['(err: any, value: any)', 'const value: any = await openAsync(key);'],
  ['(err: any, value: Found)', 'const value = (await openAsync(key)) as Found;'],
  ['(err: any, _: any, value: any)', 'const [, value] = await new Promise<any[]>('],
  ['(err: any, _: any, value: any)', 'open(key, (err: any, ...results: any[]) => {'],
])('what is promisified keeps the type that its callback says: %s', (parameters, text) => {
  const source = `import { open } from 'open';
type Found = { name: string };
export function run(key: string, cb: (err: any, name?: string) => void): void {
  open(key, ${parameters} => {
    if (err) return cb(err);
    cb(null, value.name);
  });
}
`;
  const { source: output } = convert({ path: 'a.ts', source }, codemod, { node: '20' });
  expect(output).toContain(text);
});

it.each([
  [true, 'err?: Error', 'cb(null as any)'],
  [true, 'err: Error', 'cb(null as any)'],
  [true, 'err: Error | null', 'cb(null)'],
  [true, 'err: any', 'cb(null)'],
  [false, 'err: Error', 'cb(null)'],
])('a callback that is handed on gets null: strict %s, %s', (strict, parameter, text) => {
  const source = `${HEAD}export function run(key: string, cb: (${parameter}) => void): void {
  fs.stat(key, (err) => {
    if (err) return cb(err);
    process.nextTick(cb, null);
  });
}
`;
  const directory = mkdtempSync(join(root, 'project-'));
  writeFileSync(join(directory, 'package.json'), '{ "name": "project" }');
  const config = { compilerOptions: { strict, target: 'es2022' } };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
  const path = join(directory, 'a.ts');
  const { source: output } = convert({ path, source }, codemod, { node: '20' });
  expect(output).toContain(`() => process.nextTick(() => ${text}),`);
});

it('a helper of a promise made by hand stays a function', () => {
  const source = `${HEAD}export function run(name: string) {
  return new Promise<number>((resolve, reject) => {
    fs.stat(name, (err, stat) => {
      if (err) return reject(err);
      if (stat.size > 3) return go('a');
      go('b');
    });
    function go(suffix: string) {
      fs.stat(name + suffix, (err, stat) => {
        if (err) return reject(err);
        resolve(stat.size);
      });
    }
  });
}
`;
  const { source: output } = convert({ path: 'a.ts', source }, codemod, { node: '20' });
  expect(output).toContain('async function go(suffix: string): Promise<any> {');
  expect(errorsOf({ 'helper.ts': output })).toEqual([]);
});

it('a callback that takes nothing gets what it is given', () => {
  const source = `${HEAD}export function run(name: string, cb: () => void): void {
  fs.stat(name, () => cb());
}
`;
  const { source: output } = convert({ path: 'a.ts', source }, codemod, { node: '20' });
  expect(output).not.toBe(source);
  expect(errorsOf({ 'nothing.ts': output })).toEqual([]);
});

it.each([
  ['n: number', 'void'],
  ['', 'void'],
  ['nameOfTheFirstParameter: number, nameOfTheSecondParameter: number', 'void'],
  ['first: number, options: { size: number; name: string; more: boolean }', 'void'],
  ['files: string[], options: { size: number; name: string; more: boolean[] }', 'void'],
])('a head without its callback is laid out as a formatter has it: %s', async (kept, result) => {
  const parameters = [kept, 'callback: (err: Error | null, value?: number) => void'];
  const options = /** @type {const} */ ({ parser: 'typescript', singleQuote: true });
  const source = await format(
    `${HEAD}export function run(${parameters.filter(Boolean).join(', ')}): ${result} {
  fs.stat('file', (err, stat) => {
    if (err) return callback(err);
    callback(null, stat.size);
  });
}
`,
    options,
  );
  const { source: output } = convert({ path: 'a.ts', source }, codemod, {
    node: '20',
    api: 'async',
  });
  expect(output).toContain('export async function run(');
  expect(await format(output, options)).toBe(output);
});
