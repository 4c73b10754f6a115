import { CORE_KINDS, KINDS, aString, something } from './kinds.js';

/**
 * What functions of a program call: the operations that the harness stands in for, under several types,
 * functions of the program, and Node's own.
 *
 * @import { Draw } from '../draw.js'
 * @import { CallbackType } from './callback-types.js'
 * @import { Kind, Scope } from './kinds.js'
 *
 * @typedef {object} Callee
 * @property {(draw: Draw, scope: Scope) => string} open A call of it up to where its callback stands.
 * @property {CallbackType} gives
 * @property {boolean} isContextual Whether TypeScript tells what the parameters of its callback are.
 * @property {(given: string) => string} [openWith] The same for results of another type.
 */

/** @type {Omit<CallbackType, 'text'>} */
const GIVEN = {
  error: 'error',
  results: [],
  isRequired: false,
  isOptional: false,
  isUntyped: false,
  returns: 'void',
  names: [],
};

/**
 * @typedef {object} Operations How the module that programs import is declared.
 * @property {string} declaration Of `call`.
 * @property {(draw: Draw) => Callee} call
 */

/** @param {Draw} draw @param {Scope} scope */
const given = (draw, scope) => `at, '${draw.label()}', ${something(draw, scope)}`;

/** @param {Draw} draw */
const anyKind = (draw) => draw.pick(KINDS.filter(({ names }) => names.length === 0));

/** @param {string} declaration @param {(draw: Draw) => Callee} call @returns {Operations} */
const operations = (declaration, call) => ({ declaration, call });

/** @param {Partial<CallbackType>} type @param {boolean} [isContextual] @returns {Callee} */
const plainCallee = (type, isContextual = true) => ({
  open: (draw, scope) => `call(${given(draw, scope)}, `,
  gives: { ...GIVEN, text: '', ...type },
  isContextual,
});

const VALUE = 'at: At, label: string, value: unknown';
const [NUMBER] = KINDS;
const ANY = /** @type {Kind} */ (KINDS.find(({ text }) => text === 'any'));
const UNKNOWN = /** @type {Kind} */ (KINDS.find(({ text }) => text === 'unknown'));

/** @type {readonly [Operations, ...Operations[]]} */
export const OPERATIONS = [
  operations(
    `export function call<T = any>(${VALUE}, cb: (err: Error | null, value?: T) => void): void;`,
    (draw) => {
      const kind = anyKind(draw);
      return {
        ...plainCallee({ results: [kind] }),
        open: (inner, scope) => `call<${kind.text}>(${given(inner, scope)}, `,
      };
    },
  ),
  operations(
    `export function call<T>(${VALUE}, cb: (err: NodeJS.ErrnoException | null, value: T) => void): void;`,
    (draw) => {
      const kind = anyKind(draw);
      return {
        ...plainCallee({ error: 'errno', results: [kind], isRequired: true }),
        open: (inner, scope) => `call<${kind.text}>(${given(inner, scope)}, `,
      };
    },
  ),
  operations(
    `export function call(${VALUE}, cb: (err: NodeJS.ErrnoException | null, value: any) => void): void;`,
    () => plainCallee({ error: 'errno', results: [ANY], isRequired: true }),
  ),
  operations(
    `export function call(${VALUE}, cb: (err: Error | null, value?: number) => void): void;`,
    () => plainCallee({ results: [NUMBER] }),
  ),
  operations(`export function call(at: At, label: string, ...rest: any[]): void;`, (draw) =>
    plainCallee({ error: 'any', results: [anyKind(draw)], isUntyped: true }, false),
  ),
  operations('export const call: any;', (draw) =>
    plainCallee({ error: 'any', results: [anyKind(draw)], isUntyped: true }, false),
  ),
  operations(
    `export function call(${VALUE}, cb: (err: unknown, value: unknown) => void): void;`,
    () => plainCallee({ error: 'unknown', results: [UNKNOWN], isRequired: true }),
  ),
  operations(
    `export function call(at: At, label: string, cb: (err: Error | null, value?: number) => void): void;
  export function call(${VALUE}, cb: (err: Error | null, value?: number) => void): void;`,
    () => plainCallee({ results: [NUMBER] }),
  ),
  operations(
    `interface Values { count: number; name: string }
  export function call<K extends keyof Values>(at: At, label: string, key: K | unknown, cb: (err: Error | null, value?: Values[K]) => void): void;`,
    () => ({
      ...plainCallee({ results: [NUMBER] }),
      open: (draw) => `call<'count'>(at, '${draw.label()}', 'count', `,
    }),
  ),
];

/** @param {string} declaration */
export const declarationOf = (declaration) => `declare module 'operations' {
  export interface At { fork(label: string, index?: number): At }
  ${declaration}
  export function log(at: At, label: string, ...values: unknown[]): any;
  export function op(at: At, label: string, ...values: unknown[]): Promise<any>;
}`;

/** @param {string} call @param {readonly Kind[]} results @param {Partial<CallbackType>} [more] @returns {Callee} */
const core = (call, results, more = {}) => ({
  open: (draw, scope) => call.replace('S', aString(draw, scope)),
  gives: { ...GIVEN, text: '', error: 'errno', isRequired: true, results, ...more },
  isContextual: true,
});

const { string, strings, number, stats, buffer, perhaps } = CORE_KINDS;

/** Of Node, with the types that it has. @type {readonly [Callee, ...Callee[]]} */
export const CORE_CALLEES = [
  core("fs.readFile(S, 'utf8', ", [string]),
  core("fs.readFile(S, 'utf8', ", [string]),
  core("fs.readFile(S, { encoding: 'utf8', flag: 'r' }, ", [string]),
  core('fs.readFile(S, ', [buffer]),
  core('fs.stat(S, ', [stats]),
  core('fs.stat(S, ', [stats]),
  core('fs.lstat(S, ', [stats]),
  core('fs.readdir(S, ', [strings]),
  core("fs.writeFile(S, '', ", []),
  core('fs.unlink(S, ', []),
  core('fs.access(S, ', []),
  core('fs.access(S, fs.constants.R_OK, ', []),
  core('fs.mkdir(S, { recursive: true }, ', [perhaps]),
  core('fs.mkdir(S, ', []),
  core("fs.open(S, 'r', ", [number]),
  core('fs.realpath(S, ', [string]),
  core('fs.mkdtemp(S, ', [string]),
  core("fs.copyFile(S, 'b', ", []),
  core('fs.rm(S, { force: true }, ', []),
  core('fs.read(1, Buffer.alloc(8), 0, 8, null, ', [number, buffer]),
  core('fs.write(1, S, ', [number, string]),
  core('dns.lookup(S, ', [string, number]),
  core('dns.resolve4(S, ', [strings]),
  core('dns.reverse(S, ', [strings]),
  core('childProcess.exec(S, ', [string, string], { error: 'unknown' }),
  core("childProcess.exec(S, { cwd: '/' }, ", [string, string], { error: 'unknown' }),
  core("childProcess.execFile(S, ['-l'], ", [string, string], { error: 'unknown' }),
  core('zlib.gzip(Buffer.from(S), ', [buffer], { error: 'error' }),
  core('zlib.inflate(S, ', [buffer], { error: 'error' }),
  core('crypto.randomBytes(8, ', [buffer], { error: 'error' }),
  core("crypto.pbkdf2(S, 'salt', 10, 8, 'sha1', ", [buffer], { error: 'error' }),
  core("crypto.scrypt(S, 'salt', 8, ", [buffer], { error: 'error' }),
  core('crypto.randomInt(8, ', [number], { error: 'error' }),
];

/** @type {Readonly<Record<string, string>>} What programs call Node's modules. */
export const CORE_MODULES = {
  fs: 'fs',
  dns: 'dns',
  childProcess: 'child_process',
  zlib: 'zlib',
  crypto: 'crypto',
};
