import rule from '../../rules/no-cache-stampede.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

testRule('no-cache-stampede', rule, {
  valid: [
    // Modules are loaded once, whoever asks.
    "let schema; async function get() { if (schema) return schema; schema = await import('./schema.js'); return schema; }",
    // An object of one request.
    'class Login { user; constructor(ctx) { this.ctx = ctx; } async load() { if (this.user) return this.user; this.user = await find(this.ctx); return this.user; } }',
    {
      name: 'in a test',
      code: 'let db; async function get() { if (db) return db; db = await open(); return db; }',
      filename: fileOf('server').replace('file.js', 'test/helper.js'),
    },
    {
      name: 'in a page',
      code: 'let db; async function get() { if (db) return db; db = await open(); return db; }',
      filename: fileOf('react').replace('file.js', 'src/db.js'),
    },
    // The map may not be there, nor may its key.
    `const users = new Map(); async function get(id) { if (users?.has(id)) return users.get(id); const user = await load(...id); users.set(id, user); return user; }`,
    `async function get(id) { if (/* cached */ users[\`\${id}\`]) return users['all']; return await load(id); }`,
    // A pool, as in child-pool of bullmq.
    `class Pool { async take() { let child = this.idle.pop(); if (child) return child; child = await start(); return child; } }`,
    // What has begun already, as in valkey-glide-client of bullmq.
    `class Client { async raw() { if (this.client) return this.client; this.client = await this.connecting; return this.client; } }`,
    // Values leave the cache by their age, or one caller may break off the load of all.
    `import { LRUCache } from 'lru-cache'; const users = new LRUCache({ max: 10 }); async function get(id) { const hit = users.get(id); if (hit) return hit; const user = await load(id); users.set(id, user); return user; }`,
    `const users = new Map(); async function get(id, { signal }) { if (users.has(id)) return users.get(id); const user = await load(id, { signal }); users.set(id, user); return user; }`,
    // Options that are asked for at the start, as in modules/@apostrophecms/express of apostrophe.
    `async function get() { if (self.session) return self.session; const session = { /* ttl in seconds */ touchAfter: 3600 }; const Store = await load(session.name); session.store = new Store(); self.session = session; return self.session; }`,
    // The cache holds promises, and no async function wraps them.
    `const users = new Map(); function get(id) { if (users.has(id)) return users.get(id); const user = load(id); users.set(id, user); return user; }`,
    // A check that may throw, as in lib/graph/ProjectGraph.js of @ui5/project.
    `class G { async visit(name) { this.checkCycle(name); if (this.seen[name]) return this.seen[name]; return (this.seen[name] = (async () => { await this.load(name); })()); } }`,
    // Calls that come meanwhile share the promise, as in packages/next/src/routes/graphql/handler.ts of payload.
    `const cached = {}; async function get(config) { if (cached.graphql) return cached.graphql; if (!cached.promise) cached.promise = load(config); cached.graphql = await cached.promise; return cached.graphql; }`,
    // Nothing is kept.
    `async function get(id) { if (users.has(id)) return users.get(id); return await load(id); }`,
    // Another slot is filled, or asked for.
    `async function get(id) { if (users.has(id)) return users.get(id); const user = await load(id); others.set(id, user); return user; }`,
    `async function get(id) { if (users.has(id)) return users.get(id); const user = await load(id); users.set(id.key, user); return user; }`,
    `async function get(id) { if (others.has(id)) return users.get(id); const user = await load(id); users.set(id, user); return user; }`,
    // Not all that is found is kept: the promise would keep the rest too.
    `async function get(id) { if (users[id]) return users[id]; const user = await load(id); if (user) { users[id] = user; } return user; }`,
    `async function get(id) { if (users[id]) return users[id]; const user = await load(id); user && users.set(id, user); return user; }`,
    `const users = new Map(); async function get(id) { if (users.has(id)) return users.get(id); const user = await load(id); if (!user) return null; users.set(id, user); return user; }`,
    `async function get(id) { if (users[id]) return users[id]; const user = await load(id); if (!user) { return undefined; } users[id] = user; return user; }`,
    // As in src/lib/utils/haptics.ts of chat-ui.
    `let users = null; async function get() { if (users) return users; try { users = await load(); return users; } catch { return null; } }`,
    `async function get(id) { if (users[id]) return users[id]; users[id] = await load(id); if (users[id].old) return undefined; return users[id]; }`,
    // Somebody looks at what kind of function it is, as src/promisify.js of NodeBB does.
    `Groups.isMember = async (u, g) => { const c = cache.get(u); if (c !== undefined) return c; const v = await db.is(u, g); cache.set(u, v); return v; }; var Groups = {}; require('../promisify')(Groups);`,
    `module.exports = (Groups) => { Groups.isMember = async (u) => { const c = cache.get(u); if (c !== undefined) return c; const v = await db.is(u); cache.set(u, v); return v; }; };`,
    `const isAsync = (fn) => fn.constructor.name === 'AsyncFunction'; async function get(id) { if (users[id]) return users[id]; users[id] = await load(id); return users[id]; }`,
    // A command asks a few times.
    {
      code: `async function get(id) { if (users[id]) return users[id]; users[id] = await load(id); return users[id]; }`,
      filename: fileOf('command'),
    },
    // The check comes after the wait.
    `async function get(id) { await ready; if (users.has(id)) return users.get(id); const user = await load(id); users.set(id, user); return user; }`,
    // Nothing shows what is kept.
    `async function get(id) { if (users.has(id)) return users.get(id); const user = load(id); users.set(id, user); return user; }`,
    // The promise is there for calls that come meanwhile.
    `async function get(id) { if (users.has(id)) return users.get(id); const loading = load(id); users.set(id, loading); const user = await loading; users.set(id, user); return user; }`,
    `class A { async init() { if (this.ready) return this.ready; this.ready = start(); await this.ready; return true; } }`,
    // As a plain function it would throw.
    `class A { async get(id) { if (!this.open) throw new Error('closed'); if (this.users.has(id)) return this.users.get(id); const user = new Promise(f); this.users.set(id, user); return user; } }`,
    // What is no promise would have to be made one, as in src/ssr-loader/index.ts of snowpack.
    `const cache = new Map(); async function get(url, stack) { if (stack.length > 9) return () => null; if (cache.has(url)) return cache.get(url); const page = (async () => fetch(url))(); cache.set(url, page); return page; }`,
    // What ends is ended once.
    `class A { async stop() { if (this.stopping) return this.stopping; this.stopping = Promise.all([a(), b()]); return this.stopping; } }`,
    `async function* get(id) { if (users.has(id)) return users.get(id); const user = await load(id); users.set(id, user); }`,
    `async function get(id) { if (!id) return null; const user = await load(id); return user; }`,
    `const get = async (id) => users.get(id) ?? (await load(id));`,
    `async function get() {} async () => {}; class A { static { async () => {}; } }`,
  ],
  invalid: [
    {
      code: `const users = new Map(); async function get(id) { let user = users.get(id); if (user) return user; user = await load(id); users.set(id, user); return user; }`,
      errors: [{ messageId: 'stampede', data: { name: "'get'" } }],
    },
    {
      code: `
const users = new Map();

async function getUser(id) {
  if (users.has(id)) return users.get(id);
  const answer = await fetch(id);
  const user = await answer.json();
  users.set(id, user);
  return user;
}
`,
      errors: [
        {
          messageId: 'stampede',
          data: { name: "'getUser'" },
          suggestions: [
            {
              messageId: 'cachePromise',
              output: `
const users = new Map();

function getUser(id) {
  if (users.has(id)) return users.get(id);
  const promise = (async () => {
    const answer = await fetch(id);
    const user = await answer.json();
    return user;
  })();
  users.set(id, promise);
  promise.catch(() => users.delete(id));
  return promise;
}
`,
            },
          ],
        },
      ],
    },
    {
      code: `
const users = new Map();
export const getUser = async (id) => {
  if (users.has(id)) {
    return users.get(id);
  }
  const user = await load(id);
  users.set(id, user);
  return user;
};
`,
      errors: [
        {
          messageId: 'stampede',
          suggestions: [
            {
              messageId: 'cachePromise',
              output: `
const users = new Map();
export const getUser = (id) => {
  if (users.has(id)) {
    return users.get(id);
  }
  const promise = (async () => {
    const user = await load(id);
    return user;
  })();
  users.set(id, promise);
  promise.catch(() => users.delete(id));
  return promise;
};
`,
            },
          ],
        },
      ],
    },
    // Reported without a suggestion: others may look into the cache, or the form is another.
    ...[
      `const users = new Map(); async function get(id) { if (users.has(id)) return users.get(id); const user = await load(id); users.set(id, user); return user; } list(users);`,
      `export const users = new Map(); async function get(id) { if (users.has(id)) return users.get(id); const user = await load(id); users.set(id, user); return user; }`,
      `async function get(id) { if (this.users.has(id)) return this.users.get(id); const user = await load(id); this.users.set(id, user); return user; }`,
      `const users = new Map(); async function get({ id }) { if (users.has(id)) return users.get(id); const user = await load(id); users.set(id, user); return user; }`,
      `const users = new Map(); async function get(id) { const hit = users.get(id); if (hit !== undefined) return hit; const user = await load(id); users.set(id, user); return user; }`,
      `async function get(id) { if (cache[id]) return cache[id]; const user = await load(id); cache[id] = user; return user; }`,
      `async function get(id) { if (id in cache) { return cache[id]; } cache[id] = await load(id); return cache[id]; }`,
      `class Users { async get() { if (this.user) return this.user; this.user = await load(); return this.user; } }`,
      `let token; async function get() { if (token) return token; token = await load(); return token; }`,
    ].map((code) => ({ code, errors: [{ messageId: 'stampede' }] })),
    {
      code: `const users = new Map<string, User>(); async function get(id: string): Promise<User> { if (users.has(id)) return users.get(id)!; const user = await load(id); users.set(id, user); return user; }`,
      parsers: ['typescript'],
      errors: [{ messageId: 'stampede' }],
    },
  ],
});
