/**
 * Code in TypeScript that a rule reports only where it is told the types, and code that it reports
 * only where it is not.
 *
 * @typedef {object} TypedCases
 * @property {Record<string, string>} reported By what they are.
 * @property {Record<string, string>} silenced
 */

const USERS =
  "import * as users from './users.js';\nimport type { Query, User } from './users.js';\n";

/** @type {Record<string, TypedCases>} */
export const TYPED_CASES = {
  'no-for-await-of-sync': {
    reported: {
      'an array that is given': `export async function f(xs: string[]) { for await (const x of xs) console.log(x); }`,
      'a tuple': `export async function f(xs: readonly [string, number]) { for await (const x of xs) console.log(x); }`,
      'a set of what is given': `export async function f(xs: ReadonlySet<string>) { for await (const x of xs) console.log(x); }`,
      'a map or an array': `export async function f(xs: Map<string, string> | string[]) { for await (const x of xs) console.log(x); }`,
      'an iterable': `export async function f(xs: Iterable<string>) { for await (const x of xs) console.log(x); }`,
      'an array of promises': `export async function f(xs: Promise<string>[]) { for await (const x of xs) console.log(x); }`,
      functions: `export async function f(xs: (() => void)[]) { for await (const x of xs) x(); }`,
      bytes: `export async function f(xs: Uint8Array) { for await (const x of xs) console.log(x); }`,
      'an import': `${USERS}for await (const name of users.names) console.log(name);`,
    },
    silenced: {
      'a list that is said to be an async iterable': `export async function f(parts: object) { for await (const part of Object.values(parts) as unknown as AsyncIterable<string>) console.log(part); }`,
      'an array, where a library gives arrays an async iterator': `declare global { interface Array<T> { [Symbol.asyncIterator](): AsyncIterator<T> } }\nexport async function f() { for await (const x of [1, 2]) console.log(x); }`,
    },
  },
  'no-promise-constructor-wrap': {
    reported: {
      'a core module that is given': `export const read = (fs: typeof import('node:fs'), path: string) => new Promise((resolve, reject) => { fs.readFile(path, (error, data) => { if (error) reject(error); else resolve(data); }); });`,
    },
    silenced: {
      'a query that only runs when its `then` is called': `${USERS}export const load = (query: Query<User>) => new Promise<User[]>((resolve, reject) => { query.then(resolve, reject); });`,
    },
  },
  'no-serial-await': {
    reported: {
      'an array that a call gives': `import { readFile } from 'node:fs/promises';\ndeclare function list(): string[];\nexport async function f() { const all: Buffer[] = []; for (const name of list()) { all.push(await readFile(name)); } return all; }`,
    },
    silenced: {
      'a set, which has no `map`': `import { readFile } from 'node:fs/promises';\nexport async function f(names: Set<string>) { const all: Buffer[] = []; for (const name of names) { all.push(await readFile(name)); } return all; }`,
    },
  },
  'no-useless-async': {
    reported: {
      'an async function of another file': `import { fetchUser } from './users.js';\nexport async function load(id: string) { return fetchUser(id); }`,
      'an async arrow function of another file': `import { fetchName as name } from './users.js';\nconst load = async (id: string) => name(id);\nexport default load;`,
      'a member of a namespace': `${USERS}export async function load(id: string) { return users.fetchUser(id); }`,
    },
    silenced: {
      'methods that another library has replaced': `declare global { interface PromiseConstructor { all(values: Iterable<unknown>): PromiseLike<unknown[]> } }\nexport async function all(values: unknown[]) { return Promise.all(values); }`,
    },
  },
  'prefer-await-over-chain': {
    reported: {
      'a promise with the name of something lazy': `${USERS}export function load(userQuery: Promise<User>) { return userQuery.then((user) => { console.log(user); return user.name; }); }`,
    },
    silenced: {
      'a query': `${USERS}export function load() { return users.selectFrom('users').then((all) => { console.log(all); return all.length; }); }`,
    },
  },
  'prefer-for-await-stream': {
    reported: {
      'a stream that is a property': `import type { Readable } from 'node:stream';\nexport class Body {\n  declare source: Readable;\n  read() {\n    return new Promise((resolve, reject) => {\n      let all = '';\n      this.source.on('data', (chunk) => { all += chunk; });\n      this.source.on('end', () => resolve(all));\n      this.source.on('error', reject);\n    });\n  }\n}`,
    },
    silenced: {
      'an emitter that is called a stream': `import { EventEmitter } from 'node:events';\nimport { Readable } from 'node:stream';\ndeclare function withParser(use: (stream: EventEmitter) => Promise<unknown>): void;\nexport const text = (use = Readable) => withParser((stream) => new Promise((resolve, reject) => {\n  let all = '';\n  stream.on('data', (chunk) => { all += chunk; });\n  stream.on('end', () => resolve(all));\n  stream.on('error', reject);\n}));`,
    },
  },
};

/**
 * Code that a rule judges the same with types and without, and how often it reports.
 *
 * @type {Record<string, Record<string, [code: string, reports: number]>>}
 */
export const SILENT_CASES = {
  'no-for-await-of-sync': {
    any: [`export async function f(xs: any) { for await (const x of xs) console.log(x); }`, 0],
    unknown: [
      `export async function f(xs: unknown) { for await (const x of xs as never) console.log(x); }`,
      0,
    ],
    'a name that is nowhere': [
      `export async function f(xs: Missing) { for await (const x of xs) console.log(x); }`,
      0,
    ],
    'a type parameter': [
      `export async function f<T extends string[]>(xs: T) { for await (const x of xs) console.log(x); }`,
      0,
    ],
    'both kinds of iterables': [
      `export async function f(xs: Iterable<string> | AsyncIterable<string>) { for await (const x of xs) console.log(x); }`,
      0,
    ],
    'what may not be there': [
      `export async function f(xs?: string[]) { for await (const x of xs) console.log(x); }`,
      0,
    ],
    'an array that is cast to any': [
      `export async function f() { for await (const x of [1, 2] as any) console.log(x); }`,
      1,
    ],
  },
  'no-promise-constructor-wrap': {
    any: [
      `export const load = (query: any) => new Promise((resolve, reject) => { query.then(resolve, reject); });`,
      1,
    ],
  },
  'no-useless-async': {
    'a function that may throw first': [
      `import { fetchOrThrow } from './users.js';\nexport async function load(id: string) { return fetchOrThrow(id); }`,
      0,
    ],
    'a default that may throw first': [
      `import { fetchOr } from './users.js';\nexport async function load(id: string) { return fetchOr(id); }`,
      0,
    ],
    'a variable that may be given another function': [
      `import { fetchLater } from './users.js';\nexport async function load(id: string) { return fetchLater(id); }`,
      0,
    ],
    'an action of a server, which gets a stub in its place': [
      `import { saveUser } from './actions.js';\nexport async function save(id: string) { return saveUser(id); }`,
      0,
    ],
    'a parameter of the type of an async function': [
      `import { fetchUser } from './users.js';\nexport async function load(id: string, get: typeof fetchUser) { return get(id); }`,
      0,
    ],
    'a function that is only declared': [
      `${USERS}export async function load() { return users.usersQuery(); }`,
      0,
    ],
  },
  'prefer-await-over-chain': {
    'a promise or nothing': [
      `export function load(userQuery: Promise<string> | null) { return userQuery.then((user) => { console.log(user); return user.length; }); }`,
      0,
    ],
  },
};
