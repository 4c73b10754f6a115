import rule from '../../rules/no-useless-async.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

/** Async functions and promises of the file that cases use. */
const FILE = `
import fs, { promises } from 'node:fs';
import { readFile, watch } from 'node:fs/promises';
import { setTimeout as sleep } from 'timers/promises';
import { load as loadElsewhere } from './load.js';
async function load(id) { await id; }
const save = async (id) => { await id; };
`;

const valid = [
  // What a module costs to load hides any promise.
  "const get = async () => import('./users.js');",
  // Nothing proves what is returned.
  `export async function get(id) { return loadElsewhere(id); }`,
  `export async function get(id) { return id; }`,
  `export async function get(id) { return this.load(id); }`,
  `export async function get(load) { return load(1); }`,
  `export async function get(id) { return { id }; }`,
  `export async function get(id) { return watch(id); }`,
  `export async function get(id) { return load?.(id) ?? 1; }`,
  `export async function get(id) { const Promise = Other; return new Promise((resolve) => resolve(id)); }`,
  // It does more than that.
  `export async function get(id) { return await load(id); }`,
  `export async function get(id) { await save(id); return load(id); }`,
  `export async function get(id) { if (id) return load(id); }`,
  `export async function get(id) { if (id) return load(id); return; }`,
  `export async function get(id) { try { return load(id); } finally { done(); } }`,
  `export async function get(ids) { for (const id of ids) { return load(id); } return load(1); }`,
  // Something could throw first, which would no longer be a rejection.
  `export async function get(id) { return load(id.name); }`,
  `export async function get(id) { return load(unknown); }`,
  `export async function get(id) { check(id); return load(id); }`,
  `export async function get(id) { return load(...id); }`,
  `export async function get(id) { return id.ok ? load(id) : save(id); }`,
  `export async function get(id) { const { name } = id; return load(name); }`,
  `export async function get(id) { const name = id.name; return load(name); }`,
  `export async function get(id) { if (id.ok) return load(id); return save(id); }`,
  `export async function get(ids) { return Promise.all(ids.map(load)); }`,
  `export async function get(id) { return readFile(id.path); }`,
  `export async function get(id) { return new Promise(id); }`,
  `export async function get(id = name()) { return load(id); }`,
  `export async function get({ id }) { return load(id); }`,
  `export async function get([id]) { return load(id); }`,
  // It may be the same promise each time.
  `const loading = load(1); export async function get() { return loading; }`,
  `export async function get(id) { return Promise.resolve(id); }`,
  // Itself.
  `export async function get(id) { return get(id); }`,
  // Others rely on it.
  `export class Users { async get(id) { return load(id); } }`,
  `export class Users { static async get(id) { return load(id); } }`,
  `export class Users { get = async (id) => load(id); }`,
  `export class Users extends Base { async get(id) { return load(id); } }`,
  `export const users = { async get(id) { return load(id); }, find: async (id) => load(id) };`,
  `app.get('/', async (id) => load(id));`,
  `users.get = async (id) => load(id);`,
  `export default { fetch: async (id) => load(id) };`,
  // Some look whether what they are given is async: the library `async`, forums for their plugins.
  `async.map(ids, async (id) => load(id), done);`,
  `async function get(id) { return load(id); } async.map(ids, get, done);`,
  `const get = async (id) => load(id); hooks.register('user', { priority: 1, method: get });`,
  `const get = async (id) => load(id); new Hooks([get]);`,
  // It must be async, by its own word.
  `export async function get(id) { 'use server'; return load(id); }`,
  `export async function get(id) { 'use cache'; return load(id); }`,
  `export async function get() { return load(arguments); }`,
  `export async function get() { return (() => load(arguments))(); }`,
  `export async function* get(id) { return load(id); }`,
  // Another rule's.
  `await (async () => load(1))();`,
];

/** @type {[code: string, output: string, name: string][]} */
const invalid = [
  [
    'export async function get(id) { return load(id); }',
    'export function get(id) { return load(id); }',
    "'get'",
  ],
  ['export const get = async (id) => load(id);', 'export const get = (id) => load(id);', "'get'"],
  ['export const get = async id => save(id, 1);', 'export const get = id => save(id, 1);', "'get'"],
  [
    'export const get = async function (id, ...rest) { return load([id, rest]); };',
    'export const get = function (id, ...rest) { return load([id, rest]); };',
    "'get'",
  ],
  [
    'export default async function (id) { return load(id); }',
    'export default function (id) { return load(id); }',
    'This function',
  ],
  [
    'export async /* why */ function get(id) { return load(id); }',
    'export /* why */ function get(id) { return load(id); }',
    "'get'",
  ],
  [
    'class Users { async #get(id) { return load(id); } get(id) { return this.#get(id); } }',
    'class Users { #get(id) { return load(id); } get(id) { return this.#get(id); } }',
    '#get',
  ],
  [
    'class Users { static async #get(id) { return load(id); } }',
    'class Users { static #get(id) { return load(id); } }',
    '#get',
  ],
  [
    'const get = async (id) => load(id); module.exports = { get }; ids.map(get); get(1).then(show);',
    'const get = (id) => load(id); module.exports = { get }; ids.map(get); get(1).then(show);',
    "'get'",
  ],
  ['load(1).then(async (id) => save(id));', 'load(1).then((id) => save(id));', 'This function'],
  [
    'load(1).then(show, async (id) => save(id));',
    'load(1).then(show, (id) => save(id));',
    'This function',
  ],
  [
    'ids.map(async (id) => { return save(id); });',
    'ids.map((id) => { return save(id); });',
    'This function',
  ],
  [
    'async function get(id) { return new Promise((resolve) => setTimeout(resolve, id.ms)); }',
    'function get(id) { return new Promise((resolve) => setTimeout(resolve, id.ms)); }',
    "'get'",
  ],
  [
    'const get = async (path) => readFile(path, "utf8");',
    'const get = (path) => readFile(path, "utf8");',
    "'get'",
  ],
  [
    'const get = async (path) => fs.promises.stat(path);',
    'const get = (path) => fs.promises.stat(path);',
    "'get'",
  ],
  [
    'const get = async (path) => promises.stat(path);',
    'const get = (path) => promises.stat(path);',
    "'get'",
  ],
  ['const get = async () => sleep(10);', 'const get = () => sleep(10);', "'get'"],
  [
    'const get = async (id) => Promise.all([load(id), save(id)]);',
    'const get = (id) => Promise.all([load(id), save(id)]);',
    "'get'",
  ],
  [
    'const get = async (id) => load(id).then((x) => x.y);',
    'const get = (id) => load(id).then((x) => x.y);',
    "'get'",
  ],
  [
    'const get = async (id) => (id ? load(id) : save(id));',
    'const get = (id) => (id ? load(id) : save(id));',
    "'get'",
  ],
  [
    `async function get(id) { 'use strict'; const all = [id]; let mark; if (mark === id) { return load(all); } else return save(id); }`,
    `function get(id) { 'use strict'; const all = [id]; let mark; if (mark === id) { return load(all); } else return save(id); }`,
    "'get'",
  ],
];

testRule('no-useless-async', rule, {
  valid: [
    // As in src/cdp/ExecutionContext.ts of puppeteer-core.
    {
      name: 'overloads that are written as async',
      code: 'export class Page { async #ask(name: string): Promise<string>; async #ask(id: number): Promise<string>; async #ask(key: any): Promise<string> { return await this.page.ask(key); } async *all(): AsyncGenerator<string>; async *all(): any {} }\nexport async function ask(name: string): Promise<string>;\nexport async function ask(name: any): Promise<any> { return await page.ask(name); }',
      parsers: [/** @type {const} */ ('typescript')],
    },
    ...valid.map((code) => FILE + code),
    {
      name: 'a timer, beside which the second promise is nothing',
      code: 'async function get(id) { return new Promise((resolve) => setTimeout(resolve, id)); }',
      options: [{ checkConstructed: false }],
    },
    {
      name: 'code of a page',
      code: 'const load = async (id) => { await id; }; export const get = async (id) => load(id);',
      filename: fileOf('react'),
    },
    `'use server'; async function load() {} export async function get(id) { return load(id); }`,
    `Promise.prototype.then = other; async function get() { return new Promise(() => {}); }`,
    `class A { static { async () => 1; } } export default async () => {};`,
    {
      code: `${FILE} class Users implements Store { async get(id: string): Promise<User> { return load(id); } }`,
      parsers: ['typescript'],
    },
  ],
  invalid: [
    ...invalid.map(([code, output, name]) => ({
      code: FILE + code,
      errors: [
        {
          messageId: 'handedOn',
          ...(!name.startsWith('#') && { data: { name } }),
          suggestions: [{ messageId: 'dropAsync', output: FILE + output }],
        },
      ],
    })),
    ...['exports', 'module.exports'].map((target) => ({
      name: `${target} of a module that is required`,
      code: `const fs = require('fs');\n${target}.read = async (path) => fs.promises.readFile(path, 'utf8');`,
      languageOptions: { sourceType: /** @type {const} */ ('commonjs') },
      errors: [
        {
          messageId: 'handedOn',
          line: 2,
          data: { name: "'read'" },
          suggestions: [
            {
              messageId: 'dropAsync',
              output: `const fs = require('fs');\n${target}.read = (path) => fs.promises.readFile(path, 'utf8');`,
            },
          ],
        },
      ],
    })),
    ...[' as Loader', ' satisfies Loader', '!'].map((cast) => ({
      code: `${FILE} export const get = (async (id: string) => { return load(id); })${cast};`,
      parsers: [/** @type {const} */ ('typescript')],
      errors: [
        {
          messageId: 'handedOn',
          data: { name: "'get'" },
          suggestions: [
            {
              messageId: 'dropAsync',
              output: `${FILE} export const get = ((id: string) => { return load(id); })${cast};`,
            },
          ],
        },
      ],
    })),
    {
      code: `${FILE} export const get = async <T,>(id: T): Promise<T> => load(id) as Promise<T>;`,
      parsers: ['typescript'],
      errors: [
        {
          messageId: 'handedOn',
          suggestions: [
            {
              messageId: 'dropAsync',
              output: `${FILE} export const get = <T,>(id: T): Promise<T> => load(id) as Promise<T>;`,
            },
          ],
        },
      ],
    },
  ],
});
