import rule from '../../rules/no-closure-async-fast-path.js';
import { testRule } from './rule-tester.js';

testRule('no-closure-async-fast-path', rule, {
  valid: [
    // An effect is made anew each time that its component is drawn: https://react.dev/learn/synchronizing-with-effects
    `useEffect(() => { let isGone = false; async function load() { show(await fetch(id), isGone); } if (!id) return; load(); return () => { isGone = true; }; }, [id]);`,
    `React.useLayoutEffect(function () { const key = id; const load = async () => fetch(key); if (!key) return; load(); });`,
    `$effect(() => { const key = id; const load = async () => fetch(key); if (!key) return; load(); }); watch(source, (key) => { const load = async () => fetch(key); if (!key) return; load(); });`,
    // As in lib/services/common/health.js of iotagent-node-lib.
    `function startHealthChecks(id) { const load = async () => fetch(id); if (!id) return; load(); setInterval(load, 10); } exports.start = startHealthChecks;`,
    // As in src/utils/update-notifier of @strapi/core.
    `function notify(id) { const load = async () => fetch(id); const show = () => log(id); if (!id) return; show(); load(); }`,
    // Run from its text, where nothing of the file around it is.
    `page.evaluate(function (id) { const load = async () => fetch(id); if (cache[id]) return cache[id]; return load(); }, 5);`,
    `browser.executeAsync((id, done) => { const load = async () => { done(await fetch(id)); }; if (cached) return done(cached); return load(); }, 5);`,
    `jest.mock('load', () => (id) => { const load = async () => fetch(id); if (!id) return null; return load(); });`,
    `function work(id) { const load = async () => fetch(id); if (!id) return null; return load(); } new Worker('(' + work + ')()', { eval: true });`,
    `const work = (id) => { const load = async () => fetch(id); if (!id) return null; return load(); }; run(\`(\${work})()\`);`,
    `function work(id) { const load = async () => fetch(id); if (!id) return null; return load(); } run(work.toString());`,
    // Created once.
    `async function load(id) {}
     function get(id) { if (cache.has(id)) return cache.get(id); return load(id); }`,
    // Captures nothing of the function.
    `function get(id) { const load = async (key) => fetch(key); if (!id) return null; return load(id); }`,
    // Captures variables of the module only.
    `const cache = new Map();
     function get(id) { const load = async () => cache.size; if (!id) return null; return load(); }`,
    // Captures a variable of an outer function only.
    `function make(db) { return (id) => { const load = async () => db.all(); if (!id) return null; return load(); }; }`,
    // Created after the check.
    `function get(id) { if (cache.has(id)) return cache.get(id); const load = async () => fetch(id); return load(); }`,
    `function get(id) { if (cache.has(id)) return cache.get(id); return (async () => fetch(id))(); }`,
    // Created after the check, in a block of its own that owns what it captures.
    {
      code: `function get(id) { if (cache.has(id)) { return 1; } else { const key = id; return (async () => fetch(key))(); } }`,
      options: [{ afterCheck: true }],
    },
    {
      code: `function get(id) { if (!id) return; { const key = id; async function load() { return key; } return load(); } }`,
      options: [{ afterCheck: true, withoutCaptures: true }],
    },
    // Every way uses it.
    `function get(id) { const load = async () => fetch(id); return load(); }`,
    `function get(id) { const load = async () => fetch(id); if (id) { return load(); } else { load(); } }`,
    `function get(id) { const load = async () => fetch(id); const user = load(); if (id) return id; return user; }`,
    `function get(id) { const load = async () => fetch(id); switch (id) { case 1: return load(); default: return load(); } }`,
    `function get(id) { const load = async () => fetch(id); do { load(); } while (id); }`,
    `function get(id) { const load = async () => fetch(id); try { go(); } finally { load(); } return id; }`,
    // Without it there is an error, or nothing to do.
    `function get(id) { const load = async () => fetch(id); if (!id) throw new Error(); return load(); }`,
    `function get(id) { const load = async () => fetch(id); if (!id) return Promise.reject(new Error()); return load(); }`,
    `function get(id) { const load = async () => fetch(id); try { return load(); } catch { return null; } }`,
    `function get(ids) { const load = async () => fetch(ids); for (const id of ids) { load(id); } }`,
    // Without it something else asynchronous begins.
    `function get(id) { const load = async () => fetch(id); if (!id) return fetch('/'); return load(); }`,
    `function get(id) { const load = async () => fetch(id); const all = async () => fetch(id); return id ? load() : all(); }`,
    `function get(id) { const load = async () => fetch(id); if (id.p) return id.p.then(f); return load(); }`,
    `function get(id) { const load = async () => fetch(id); if (id.p) return new Promise(f); return load(); }`,
    `function get(id) { const load = async () => fetch(id); if (id.p) { Promise.all(id.p); return; } return load(); }`,
    `function get(id) { const load = async () => fetch(id); if (id.p) return work(id); return load(); }`,
    `function get(id) { const load = async () => fetch(id); if (id.p) { queue.add(async () => id); return; } return load(); }`,
    // Without it something else is set to work.
    `function get(id) { const load = async () => fetch(id); if (id.p) { load(); } else { start(id); } }`,
    `function get(id) { const load = async () => fetch(id); if (id.p) { help(); return; } load(); }`,
    // Not a helper: handed on, used by another function, never used.
    `function get(id) { const onClick = async () => fetch(id); if (!id) return null; return { onClick }; }`,
    `function get(id) { const load = async () => fetch(id); if (!id) return null; return lock(() => load()); }`,
    `function get(id) { const load = async () => fetch(id); if (!id) return null; return id; }`,
    `function get(id) { if (!id) return null; list.push(async () => fetch(id)); }`,
    `const users = { get(id) { if (!id) return null; return { load: async () => fetch(id) }; } };`,
    // Not a synchronous function, or one that runs once.
    `async function get(id) { const load = async () => fetch(id); if (!id) return null; return load(); }`,
    `function* get(id) { const load = async () => fetch(id); if (!id) return null; return load(); }`,
    `function main(id) { const load = async () => fetch(id); if (!id) return null; return load(); } main(1);`,
    `(function (id) { const load = async () => fetch(id); if (!id) return null; return load(); })(1);`,
    `(function (id) { const load = async () => fetch(id); if (!id) return null; return load(); }).call(1);`,
    // Not an async helper.
    `function get(id) { const load = () => fetch(id); if (!id) return null; return load(); }`,
    `function get(id) { const load = async function* () { yield id; }; if (!id) return null; return load(); }`,
    // Odd places.
    `async () => {};`,
    `const load = async () => {}; load();`,
    `class A { static { const load = async () => 1; load(); } field = async () => this.field; }`,
    `function get(id, load = async () => id) { if (!id) return null; return load(); }`,
    `export default async function () {}`,
    // Only a type is captured.
    {
      code: `function get<T>(id: T) { const load = async (key: T) => key; if (!id) return null; return load(id); }`,
      parsers: ['typescript'],
    },
  ],

  invalid: [
    {
      code: `
function get(id, options) {
  // Only when it is not there.
  const load = async (force) => {
    return fetch(id, options, force);
  };
  if (cache.has(id)) return cache.get(id);
  return load(true);
}
`,
      errors: [
        {
          messageId: 'beforeCheck',
          data: { helper: "'load'", owner: "'get'", captured: "'id' and 'options'" },
          line: 4,
          column: 9,
          endColumn: 13,
          suggestions: [
            {
              messageId: 'hoist',
              data: { owner: "'get'" },
              output: `
function get(id, options) {
  if (cache.has(id)) return cache.get(id);
  return load(id, options, true);
}

// Only when it is not there.
async function load(id, options, force) {
  return fetch(id, options, force);
}
`,
            },
          ],
        },
      ],
    },
    // A callback of something else may run at any time.
    {
      code: `reuse((id) => { const load = async () => fetch(id); if (!id) return; load(); });`,
      errors: [{ messageId: 'beforeCheck', suggestions: 1 }],
    },
    // A declaration is created on entry, wherever it stands.
    {
      code: `
class Users {
  get(id) {
    if (cache.has(id)) return cache.get(id);
    return load();

    async function load() {
      return fetch(id);
    }
  }
}
`,
      errors: [
        {
          messageId: 'beforeCheck',
          data: { helper: "'load'", owner: "'get'", captured: "'id'" },
          suggestions: [
            {
              messageId: 'hoist',
              output: `
class Users {
  get(id) {
    if (cache.has(id)) return cache.get(id);
    return load(id);
  }
}

async function load(id) {
  return fetch(id);
}
`,
            },
          ],
        },
      ],
    },
    // The fast path is one side of an expression.
    {
      code: `const get = (id) => { const load = async () => [id]; return id ? cache.get(id)?.value : load(); };`,
      errors: [
        {
          messageId: 'beforeCheck',
          suggestions: [
            {
              messageId: 'hoist',
              output: `const get = (id) => { return id ? cache.get(id)?.value : load(id); };

async function load(id) {
  return [id];
}`,
            },
          ],
        },
      ],
    },
    {
      code: `const users = { get: (id) => { const load = async () => { await id; }; return cache[id] ?? load(); } };`,
      errors: [
        {
          messageId: 'beforeCheck',
          data: { helper: "'load'", owner: "'get'", captured: "'id'" },
          suggestions: [
            {
              messageId: 'hoist',
              output: `const users = { get: (id) => { return cache[id] ?? load(id); } };

async function load(id) { await id; }`,
            },
          ],
        },
      ],
    },
    // The fast path is the end of the function.
    {
      code: `
export default function (key) {
  const send = async function () { await post(key); };
  if (key === 'Enter') {
    send();
  }
}
`,
      errors: [
        {
          messageId: 'beforeCheck',
          data: { helper: "'send'", owner: 'the function around it', captured: "'key'" },
          suggestions: [
            {
              messageId: 'hoist',
              output: `
export default function (key) {
  if (key === 'Enter') {
    send(key);
  }
}

async function send(key) { await post(key); }
`,
            },
          ],
        },
      ],
    },
    // A way past the helper through \`switch\`, a label, a loop, \`finally\`.
    ...[
      `export function f(id) { const g = async () => arguments(id); switch (id) { case 1: return 1; case 2: g(); } }`,
      `export function f(id) { const g = async () => arguments(id); check: { if (id) break check; g(); } }`,
      `export function f(ids) { const g = async () => arguments(ids); for (const id of ids) { if (id) return id; } return g(); }`,
      `export function f(id) { const g = async () => arguments(id); try { if (id) return id; g(); } finally { done(); } }`,
      `export function f(id, cb) { const g = async () => arguments(id); if (id) { cb(null, id); return; } g(); }`,
      `export function f(id, cb) { start(); const g = async () => arguments(id); if (id) return; g(); }`,
      `export function f(id) { const g = async () => arguments(id); while (true) { if (id.next) return id; if (!id) break; } g(); }`,
      `export function f(id) { const g = async () => arguments(id); id && g(); }`,
      `export function f(id) { const g = async () => arguments(id); id?.list(g()); }`,
      `export function f(id) { const g = async () => arguments(id); id.value ??= g(); }`,
    ].map((code) => ({ code, errors: [{ messageId: 'beforeCheck' }] })),
    // What the fast path may hand out.
    ...[
      'undefined',
      '[id, ...list]',
      '{ id, list }',
      'void 0',
      '`${id}`',
      'Promise.resolve(id)',
      'cache.get(id)',
      'callback(null, id)',
      'cache.peek?.(id)[0]',
      'id === 1 || !id',
    ].map((value) => ({
      code: `export function get(id, callback) { const load = async () => arguments(id); if (id) return (${value}); return load(); }`,
      errors: [{ messageId: 'beforeCheck' }],
    })),
    // No suggestion where the value cannot be passed.
    {
      code: `export class Users { get(id) { const load = async () => this.load(id, arguments); if (!id) return null; return load(); } }`,
      errors: [
        {
          messageId: 'beforeCheck',
          data: { helper: "'load'", owner: "'get'", captured: "'id', 'this' and 'arguments'" },
        },
      ],
    },
    {
      code: `export function get(a, b, c, d) { a++; const load = async () => a++ + b + c + d; if (!a) return; return load(); }`,
      errors: [
        {
          messageId: 'beforeCheck',
          data: { helper: "'load'", owner: "'get'", captured: "'a', 'b' and 2 more" },
        },
      ],
    },
    // A name at the top of a script would be a global.
    {
      code: `function get(id) { const load = async () => id; if (!id) return null; return load(); }`,
      languageOptions: { sourceType: 'script' },
      errors: [{ messageId: 'beforeCheck' }],
    },
    // By option.
    {
      code: `export function get(id) { if (cache.has(id)) return cache.get(id); return (async () => { await id; })(); }`,
      options: [{ afterCheck: true }],
      errors: [
        {
          messageId: 'afterCheck',
          data: { helper: 'This async function', owner: "'get'", captured: "'id'" },
          suggestions: [
            {
              messageId: 'hoist',
              output: `export function get(id) { if (cache.has(id)) return cache.get(id); return getAsync(id); }

async function getAsync(id) { await id; }`,
            },
          ],
        },
      ],
    },
    {
      code: `export const users = { get(id) { if (!id) return; const load = async () => { await this; }; return load(); } };`,
      options: [{ afterCheck: true }],
      errors: [
        {
          messageId: 'afterCheck',
          data: { helper: "'load'", owner: "'get'", captured: "'this'" },
          suggestions: [
            {
              messageId: 'hoist',
              output: `export const users = { get(id) { if (!id) return; return load.call(this); } };

async function load() { await this; }`,
            },
          ],
        },
      ],
    },
    {
      code: `export function get(id) { const load = async (key) => { await key; }; if (!id) return null; return load(id); }`,
      options: [{ withoutCaptures: true }],
      errors: [
        {
          messageId: 'withoutCaptures',
          suggestions: [
            {
              messageId: 'hoist',
              output: `export function get(id) { if (!id) return null; return load(id); }

async function load(key) { await key; }`,
            },
          ],
        },
      ],
    },
    // Types.
    {
      code: `
export function get(id: string, force: boolean): User | Promise<User> {
  const load = async <T,>(mark: T): Promise<User> => fetchUser(id, force, mark);
  if (users[id]) return users[id]!;
  return load<string>('x');
}
`,
      parsers: ['typescript'],
      errors: [
        {
          messageId: 'beforeCheck',
          suggestions: [
            {
              messageId: 'hoist',
              output: `
export function get(id: string, force: boolean): User | Promise<User> {
  if (users[id]) return users[id]!;
  return load<string>(id, force, 'x');
}

async function load<T,>(id: string, force: boolean, mark: T): Promise<User> {
  return fetchUser(id, force, mark);
}
`,
            },
          ],
        },
      ],
    },
    {
      code: `export function get<T>(id: T) { const load = async () => id as T; if (!id) return null; return load(); }`,
      parsers: ['typescript'],
      errors: [{ messageId: 'beforeCheck' }],
    },
  ],
});
