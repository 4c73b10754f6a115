import rule from '../../rules/no-for-await-of-sync.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

/** @type {[code: string, output: string][]} */
const plain = [
  ['for await (const x of [1, "b", { c }]) f(x);', 'for (const x of [1, "b", { c }]) f(x);'],
  ['for await (const x of []) f(x);', 'for (const x of []) f(x);'],
  ['for await (const x of "abc") { f(x); }', 'for (const x of "abc") { f(x); }'],
  ['for await (const x of `a${b}`) { f(x); }', 'for (const x of `a${b}`) { f(x); }'],
  ['for await (const x of "a,b".split(",")) f(x);', 'for (const x of "a,b".split(",")) f(x);'],
  [
    'for await (const [k, v] of Object.entries(o)) f(k, v);',
    'for (const [k, v] of Object.entries(o)) f(k, v);',
  ],
  [
    'for await (const k of Object.keys(o).sort()) f(k);',
    'for (const k of Object.keys(o).sort()) f(k);',
  ],
  ['for await (const k of Reflect.ownKeys(o)) f(k);', 'for (const k of Reflect.ownKeys(o)) f(k);'],
  [
    'for await (const [k, v] of new Map(list)) f(k, v);',
    'for (const [k, v] of new Map(list)) f(k, v);',
  ],
  [
    'const map = new Map(); for await (const e of map.entries()) f(e);',
    'const map = new Map(); for (const e of map.entries()) f(e);',
  ],
  [
    'for await (const e of new Set(list).entries()) f(e);',
    'for (const e of new Set(list).entries()) f(e);',
  ],
  ['for await (const i of [a, b].keys()) f(i);', 'for (const i of [a, b].keys()) f(i);'],
  [
    'for await (const byte of new Uint8Array(4)) f(byte);',
    'for (const byte of new Uint8Array(4)) f(byte);',
  ],
  [
    'for await (const x of await Promise.all(list)) f(x);',
    'for (const x of await Promise.all(list)) f(x);',
  ],
  [
    'for await (const x of (await Promise.allSettled(list)).filter(g)) f(x);',
    'for (const x of (await Promise.allSettled(list)).filter(g)) f(x);',
  ],
  [
    'for await (const x of [1, 2].map((n) => n + 1)) f(x);',
    'for (const x of [1, 2].map((n) => n + 1)) f(x);',
  ],
  [
    'for await (const x of Array.from(list, (n) => `${n}`)) f(x);',
    'for (const x of Array.from(list, (n) => `${n}`)) f(x);',
  ],
  [
    'function* g() { yield 1; yield; } for await (const x of g()) f(x);',
    'function* g() { yield 1; yield; } for (const x of g()) f(x);',
  ],
  // As in server/socket-handlers/maintenance-socket-handler.js of uptime-kuma, and rows of databases.
  [
    'const rows = await db.all(sql); for await (const row of rows) f(row);',
    'const rows = await db.all(sql); for (const row of rows) f(row);',
  ],
  [
    'for await (const user of await users.findAll()) f(user);',
    'for (const user of await users.findAll()) f(user);',
  ],
  [
    'app.post("/", async (req, res) => { for await (const id of req.body.ids) f(id); });',
    'app.post("/", async (req, res) => { for (const id of req.body.ids) f(id); });',
  ],
  [
    'app.use(async (ctx) => { for await (const id of ctx.request.body.ids) f(id); });',
    'app.use(async (ctx) => { for (const id of ctx.request.body.ids) f(id); });',
  ],
  [
    'socket.on("save", async (id, names, done) => { for await (const name of names) f(name); });',
    'socket.on("save", async (id, names, done) => { for (const name of names) f(name); });',
  ],
  ['for  await  (x of [1]) f(x);', 'for  (x of [1]) f(x);'],
  ['for /* one */ await /* two */ (x of [1]) f(x);', 'for /* one */ /* two */ (x of [1]) f(x);'],
];

/** @type {[code: string, output: string][]} */
const promises = [
  [
    'for await (const x of [a, b]) { f(x); }',
    'for (const promise of [a, b]) { const x = await promise; f(x); }',
  ],
  [
    'async function run(...tasks) {\n  for await (const { value } of tasks) {\n    f(value);\n  }\n}',
    'async function run(...tasks) {\n  for (const promise of tasks) {\n    const { value } = await promise;\n    f(value);\n  }\n}',
  ],
  [
    'for await (let x of new Set(list)) f(x++);',
    'for (const promise of new Set(list)) { let x = await promise; f(x++); }',
  ],
  [
    'let x; for await (x of Object.values(promise)) f(x);',
    'let x; for (const promise1 of Object.values(promise)) { x = await promise1; f(x); }',
  ],
  [
    'for await (const x of Object.keys(o).map(async (key) => o[key])) {\n\tf(x);\n}',
    'for (const promise of Object.keys(o).map(async (key) => o[key])) {\n\tconst x = await promise;\n\tf(x);\n}',
  ],
  [
    'const list = [1]; list.push(load()); for await (const x of list.slice(1)) f(x);',
    'const list = [1]; list.push(load()); for (const promise of list.slice(1)) { const x = await promise; f(x); }',
  ],
  [
    'const map = new Map(); for await (const x of map.values()) f(x);',
    'const map = new Map(); for (const promise of map.values()) { const x = await promise; f(x); }',
  ],
  [
    'for await (const x of Array(3).fill(p).concat(q)) f(x);',
    'for (const promise of Array(3).fill(p).concat(q)) { const x = await promise; f(x); }',
  ],
];

testRule('no-for-await-of-sync', rule, {
  valid: [
    // Nobody gains where a test waits, or what somebody runs by hand.
    ...[
      'test/fns/a_test.js',
      'prisma/seed.js',
      'tooling/a.js',
      '.hygen/new/a.js',
      'cron/monthly/a.js',
    ].map((file) => ({
      name: `in ${file}`,
      code: 'async () => { for await (const each of [1, 2]) f(each); }',
      filename: fileOf('server').replace('file.js', file),
    })),
    "it('waits', async () => { for await (const each of Object.values(all)) f(each); });",
    'async () => { const rows = await db.query(sql); for await (const row of rows) f(row); }',
    'app.post("/", async (req, res) => { for await (const chunk of req.body) f(chunk); });',
    'async (response) => { for await (const chunk of response.body) f(chunk); }',
    'stream.on("part", async (part) => { for await (const chunk of part) f(chunk); });',
    'for await (const chunk of stream) f(chunk);',
    'for await (const line of readline.createInterface({ input })) f(line);',
    // Streams have map and filter too.
    'for await (const chunk of stream.map(g)) f(chunk);',
    'import { Readable } from "node:stream"; for await (const x of Readable.from([1]).filter(g)) f(x);',
    'for await (const x of list) f(x);',
    'let list = [1]; list = stream; for await (const x of list) f(x);',
    'async function run(list) { for await (const x of list) f(x); }',
    'async function run(...list) { list = stream; for await (const x of list) f(x); }',
    'async function run({ ...list }) { for await (const x of list) f(x); }',
    'async function* g() { yield 1; } for await (const x of g()) f(x);',
    'for await (const x of g()) f(x);',
    'class Map {} for await (const x of new Map()) f(x);',
    'const Object = other; for await (const x of Object.keys(o)) f(x);',
    'for await (const x of Array.fromAsync(list)) f(x);',
    'for await (const x of await load()) f(x);',
    'for await (const x of (await load()).items) f(x);',
    'for await (const x of [1]?.map(g)) f(x);',
    'for (const x of [1, 2]) await f(x);',
    'function f() { return /for await/; }',
  ],
  invalid: [
    ...plain.map(([code, output]) => ({
      code,
      errors: [{ messageId: 'plain', suggestions: [{ messageId: 'dropAwait', output }] }],
    })),
    ...promises.map(([code, output]) => ({
      code,
      errors: [{ messageId: 'promises', suggestions: [{ messageId: 'awaitInside', output }] }],
    })),
    // No suggestion where names would clash, where a pattern is no declaration, or where a generator
    // may have something to close.
    ...[
      'for await (const x of [a]) { const x = 1; }',
      'for await ([x] of [a]) f(x);',
      'for await (o.x of [a]) f(o);',
      'function* g() { yield load(); } for await (const x of g()) f(x);',
      'const g = function* () { yield* list; }; for await (const x of g()) f(x);',
    ].map((code) => ({ code, errors: [{ messageId: 'promises' }] })),
    {
      code: 'for await (const x of [a] as Promise<number>[]) f(x);',
      parsers: ['typescript'],
      errors: [
        {
          messageId: 'promises',
          suggestions: [
            {
              messageId: 'awaitInside',
              output:
                'for (const promise of [a] as Promise<number>[]) { const x = await promise; f(x); }',
            },
          ],
        },
      ],
    },
  ],
});
