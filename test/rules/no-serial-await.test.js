import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

import plugin from '../../index.js';
import rule from '../../rules/no-serial-await.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const IMPORTS =
  "import { readFile, stat, writeFile } from 'fs/promises';\nimport zlib from 'zlib';\nimport { promisify } from 'util';\nconst gzip = promisify(zlib.gzip);\n";

const PMAP = IMPORTS.replace("from 'util';\n", "from 'util';\nimport pMap from 'p-map';\n");

/**
 * @param {string} name
 * @param {string} code After the imports, in an async function.
 */
const ok = (name, code) => ({
  name,
  code: `${IMPORTS}export async function f(xs, p, q) { ${code} }`,
});

/**
 * @param {string} name
 * @param {string} code After the imports, in an async function.
 * @param {string} [output] Of the suggestion; none if undefined.
 * @param {{ imports?: string, messageId?: string, suggestion?: string }} [more]
 */
const bad = (
  name,
  code,
  output,
  { imports = PMAP, messageId = 'loop', suggestion = 'useMap' } = {},
) => ({
  ...ok(name, code),
  errors: [
    {
      messageId,
      ...(output !== undefined && {
        suggestions: [
          {
            messageId: suggestion,
            output: `${imports}export async function f(xs, p, q) { ${output} }`,
          },
        ],
      }),
    },
  ],
});

const TOGETHER = { imports: IMPORTS, messageId: 'neighbours', suggestion: 'useAll' };

/** @type {[name: string, code: string, output: string][]} */
const loops = [
  [
    'a loop that collects',
    'const all = []; for (const x of xs) { all.push(await readFile(x)); } return all;',
    'const all = await pMap(xs, async (x) => { return await readFile(x); }, { concurrency: 3 }); return all;',
  ],
  [
    'without a block',
    'const all = []; for (const x of xs) all.push(await readFile(x)); return all;',
    'const all = await pMap(xs, async (x) => await readFile(x), { concurrency: 3 }); return all;',
  ],
  [
    'an object',
    'const all = []; for (const { x } of xs) all.push({ x, y: await stat(x) }); return all;',
    'const all = await pMap(xs, async ({ x }) => ({ x, y: await stat(x) }), { concurrency: 3 }); return all;',
  ],
  [
    'with something before',
    'const all = [p]; for (const x of xs) all.push(await readFile(x)); return all;',
    'const all = [p]; all.push(...(await pMap(xs, async (x) => await readFile(x), { concurrency: 3 }))); return all;',
  ],
  [
    'with steps, and the network beside the pool',
    'const all = []; for (const x of xs) { const r = await fetch(x); const text = await r.text(); all.push(await gzip(text.trim())); } return all;',
    'const all = await pMap(xs, async (x) => { const r = await fetch(x); const text = await r.text(); return await gzip(text.trim()); }, { concurrency: 3 }); return all;',
  ],
  [
    'known callbacks',
    'const all = []; for (const x of xs) { const text = await readFile(x, p); all.push(text.split().filter(Boolean).map(trim)); } return all; function trim(s) { return s.trim(); }',
    'const all = await pMap(xs, async (x) => { const text = await readFile(x, p); return text.split().filter(Boolean).map(trim); }, { concurrency: 3 }); return all; function trim(s) { return s.trim(); }',
  ],
  [
    'the network alone',
    "const all = []; for (const x of xs) { const r = await fetch(x, { method: 'GET' }); all.push(await r.json()); } return all;",
    "const all = await pMap(xs, async (x) => { const r = await fetch(x, { method: 'GET' }); return await r.json(); }, { concurrency: 8 }); return all;",
  ],
];

const cases = {
  valid: [
    // As in scripts/client.js of karma.
    {
      name: 'neighbours that run once',
      code: `${IMPORTS}const main = async () => { const a = await readFile('a'); const b = await readFile('b'); if (a.equals(b)) throw new Error('a'); };\nmain().catch(console.error);`,
    },
    // As in lib/storage/localfilesystem/settings.js of @node-red/runtime.
    {
      name: 'neighbours at the start',
      code: `${IMPORTS}async function migrateToMultipleFiles(p, q) { const a = await stat(p); const b = await stat(q); return a.mtimeMs > b.mtimeMs; }\nexport const init = () => migrateToMultipleFiles(x, y);`,
    },
    {
      name: 'a helper of tests',
      filename: import.meta.filename,
      code: `${IMPORTS}export async function both(p, q) { const a = await readFile(p); const b = await readFile(q); return [a, b]; }`,
    },
    ok('a computed key and a template', 'for (const x of xs) { use(await io["read"]?.(`${x}`)); }'),
    ok('spread arguments', 'for (const x of xs) { use(await io.read(...x)); }'),
    ok('writes', 'const all = []; for (const x of xs) all.push(await writeFile(x, p));'),
    ok(
      'a post',
      "const all = []; for (const x of xs) all.push(await fetch(x, { method: 'POST' }));",
    ),
    ok(
      'options from elsewhere',
      'const all = []; for (const x of xs) all.push(await fetch(x, p));',
    ),
    ok('unknown functions', 'const all = []; for (const x of xs) all.push(await load(x));'),
    ok(
      'a database',
      'const all = []; for (const x of xs) all.push(await p.find(await readFile(x)));',
    ),
    ok(
      'logging',
      'const all = []; for (const x of xs) { console.log(x); all.push(await readFile(x)); }',
    ),
    ok('pauses', 'const all = []; for (const x of xs) { all.push(await fetch(x)); await p(100); }'),
    ok('break', 'const all = []; for (const x of xs) { all.push(await fetch(x)); if (q) break; }'),
    ok('return', 'for (const x of xs) { const r = await fetch(x); if (r.ok) return r; }'),
    ok(
      'a retry',
      'const all = []; for (const x of xs) { try { all.push(await fetch(x)); } catch {} }',
    ),
    ok('a loop with a condition', 'const all = []; while (p) all.push(await fetch(all.length));'),
    ok('pages', 'const all = []; for (let i = 0; i < 9; i++) all.push(await fetch(p + i));'),
    ok(
      'carried over',
      'const all = []; let last; for (const x of xs) { last = await fetch(x + last); all.push(last); }',
    ),
    ok(
      'what was collected',
      'const all = []; for (const x of xs) all.push(await fetch(x + all.length));',
    ),
    ok(
      'carried over by a variable of the function',
      'const all = []; for (const x of xs) { var last; all.push(await fetch(x + last)); last = x; }',
    ),
    ok(
      'carried over by a callback',
      "const all = []; let n = 0; const next = () => ++n; for (const x of xs) all.push((await readFile(x, 'utf8')).replace(/#/g, next));",
    ),
    ok(
      'an unknown callback',
      'const all = []; for (const x of xs) all.push((await readFile(x, p)).split().map(q));',
    ),
    ok(
      'a callback of an object',
      'const all = []; for (const x of xs) all.push((await readFile(x, p)).split().filter(q.take));',
    ),
    ok(
      'what a function sees of the collection',
      'const all = []; const isNew = (x) => !all.includes(x); for (const x of xs) if (isNew(x)) all.push(await readFile(x));',
    ),
    ok(
      'a collection by another name',
      'const all = [p]; const queue = all; for (const x of queue) all.push(...(await readFile(x)));',
    ),
    ok('a sum', 'let sum = 0; for (const x of xs) sum += (await stat(x)).size; return sum;'),
    ok('polling', 'const all = []; for (const x of xs) all.push(await fetch(p));'),
    ok('a collection from outside', 'for (const x of xs) p.push(await fetch(x));'),
    ok(
      'a generator',
      'const all = []; for (const x of g()) all.push(await fetch(x)); function* g() { yield p; }',
    ),
    ok('for await', 'const all = []; for await (const x of xs) all.push(await readFile(x));'),
    ok(
      'a transaction',
      'await p.transaction(async () => { const all = []; for (const x of xs) all.push(await fetch(x)); });',
    ),
    ok(
      'a helper that writes',
      'const all = []; for (const x of xs) all.push(await get(x)); async function get(x) { p.n = x; return await fetch(x); }',
    ),
    ok('together', 'return await Promise.all(xs.map((x) => readFile(x)));'),
    ok(
      'files whose path is the same each time',
      "const a = await readFile('/tmp/model'); const b = await readFile('/tmp/report.html'); return [a, b];",
    ),
    ok(
      'dependent neighbours',
      'const a = await readFile(p); const b = await readFile(a); return b;',
    ),
    ok(
      'neighbours that depend through a function',
      'const a = await readFile(p); const b = await readFile(url()); return b; function url() { return a.next; }',
    ),
    {
      ...ok('disposed of', 'using a = await fetch(p); using b = await fetch(q); return [a, b];'),
      parsers: /** @type {'typescript'[]} */ (['typescript']),
    },
    ok('a guard', 'const a = await stat(p); const b = await readFile(p); return [a, b];'),
    ok(
      'a statement between',
      'const a = await readFile(p); p(); const b = await readFile(q); return [a, b];',
    ),
    ok(
      'a neighbour that writes',
      'const a = await readFile(p); const b = await writeFile(q, xs); return [a, b];',
    ),
    ok(
      'arguments with effects',
      'const a = await readFile(p); const b = await readFile(q.next()); return [a, b];',
    ),
    ok(
      'a default with effects',
      'const f = (x = q.next()) => x; const a = await readFile(p); const b = await readFile(f()); return [a, b];',
    ),
    ok('an unknown neighbour', 'const a = await readFile(p); const b = await q(); return [a, b];'),
    ok(
      'locked',
      'await p.lock(async () => { const a = await fetch(p); const b = await fetch(q); return [a, b]; });',
    ),
    ok(
      'in a test',
      "it('reads', async () => { const a = await fetch(p); const b = await fetch(q); });",
    ),
    {
      name: 'another fetch',
      code: "import { fetch } from './fetch.js'; const a = await fetch(1); const b = await fetch(2);",
    },
    {
      name: 'callbacks',
      code: "import fs from 'fs'; const a = await fs.readFile(p); const b = await fs.readFile(q);",
    },
  ],
  invalid: [
    ...loops.map(([name, code, output]) => bad(name, code, output)),
    bad(
      'a short list',
      'const all = []; for (const x of [p, q]) all.push(await fetch(x)); return all;',
      'const all = await Promise.all([p, q].map(async (x) => await fetch(x))); return all;',
      { imports: IMPORTS, suggestion: 'useAll' },
    ),
    {
      name: 'p-map by its own name',
      code: "import map from 'p-map';\nimport { stat } from 'fs/promises';\nexport async function f(xs) {\n  const all = [];\n  for (const x of xs) {\n    all.push(await stat(x));\n  }\n  return all;\n}",
      errors: [
        {
          messageId: 'loop',
          line: 6,
          column: 14,
          data: { call: 'fs/promises.stat' },
          suggestions: [
            {
              messageId: 'useMap',
              output:
                "import map from 'p-map';\nimport { stat } from 'fs/promises';\nexport async function f(xs) {\n  const all = await map(xs, async (x) => {\n    return await stat(x);\n  }, { concurrency: 3 });\n  return all;\n}",
            },
          ],
        },
      ],
    },
    {
      name: 'CommonJS that is read as a module',
      code: "const fs = require('fs');\nexports.f = async (xs) => { const all = []; for (const x of xs) all.push(await fs.promises.stat(x)); };",
      languageOptions: { sourceType: 'module' },
      errors: [
        {
          messageId: 'loop',
          suggestions: [
            {
              messageId: 'useMap',
              output:
                "const fs = require('fs');\nconst pMap = require('p-map');\nexports.f = async (xs) => { const all = await pMap(xs, async (x) => await fs.promises.stat(x), { concurrency: 3 }); };",
            },
          ],
        },
      ],
    },
    {
      name: 'CommonJS, with a name that is taken',
      code: "'use strict';\nconst fs = require('fs');\nconst pMap = 1;\nexports.f = async (xs) => { const all = []; for (const x of xs) all.push(await fs.promises.stat(x)); };",
      languageOptions: { sourceType: 'commonjs' },
      errors: [
        {
          messageId: 'loop',
          suggestions: [
            {
              messageId: 'useMap',
              output:
                "'use strict';\nconst fs = require('fs');\nconst pMap1 = require('p-map');\nconst pMap = 1;\nexports.f = async (xs) => { const all = await pMap1(xs, async (x) => await fs.promises.stat(x), { concurrency: 3 }); };",
            },
          ],
        },
      ],
    },
    bad('by key', 'const all = {}; for (const x of xs) all[x] = await readFile(x); return all;'),
    bad(
      'in a map',
      'const all = new Map(); for (const x of xs) all.set(x, await readFile(x)); return all;',
    ),
    bad(
      'by index',
      'const all = []; for (let i = 0; i < xs.length; i++) all.push(await fetch(xs[i]));',
    ),
    bad(
      'some',
      'const all = []; for (const x of xs) { const s = await stat(x); if (s.size) all.push(s); }',
    ),
    bad(
      'a comment in the way',
      'const all = []; for (/* each */ const x of xs) all.push(await fetch(x));',
    ),
    bad(
      'loops in each other',
      'const all = []; for (const x of xs) { for (const y of x.ys) { all.push(await fetch(y)); } }',
    ),
    bad(
      'neighbours',
      'const a = await readFile(p); const b = await fetch(q); return [a, b];',
      'const [a, b] = await Promise.all([readFile(p), fetch(q)]); return [a, b];',
      TOGETHER,
    ),
    bad(
      'an argument that may throw once the first has started',
      'const a = await readFile(p); const b = await fetch(o.url); return [a, b];',
      undefined,
      TOGETHER,
    ),
    bad(
      'three, by patterns and through functions',
      'const { a } = await get(p); const [b] = await get(q); const c = await gzip(xs); return [a, b, c]; async function get(x) { const r = await fetch(x); return await r.json(); }',
      'const [{ a }, [b], c] = await Promise.all([get(p), get(q), gzip(xs)]); return [a, b, c]; async function get(x) { const r = await fetch(x); return await r.json(); }',
      TOGETHER,
    ),
    bad(
      'the independent ones among others',
      'const a = await fetch(p); const b = await fetch(a.url); const c = await fetch(q); return [b, c];',
      'const a = await fetch(p); const [b, c] = await Promise.all([fetch(a.url), fetch(q)]); return [b, c];',
      TOGETHER,
    ),
    bad(
      'neighbours of two kinds',
      'let a = await fetch(p); const b = await fetch(q); return [a, b];',
      undefined,
      TOGETHER,
    ),
    bad(
      'neighbours with a comment',
      'const a = await fetch(p); // one\n const b = await fetch(q); return [a, b];',
      undefined,
      TOGETHER,
    ),
    bad(
      'odd syntax',
      'const a = await (fetch)(p)\n const b = await (readFile)  (q)\n return [a, b]',
      'const [a, b] = await Promise.all([(fetch)(p), (readFile)  (q)])\n return [a, b]',
      TOGETHER,
    ),
    {
      ...bad(
        'types',
        'const a: Response = await fetch(p as string); const b = await fetch(q!); return [a, b];',
        undefined,
        TOGETHER,
      ),
      parsers: /** @type {'typescript'[]} */ (['typescript']),
    },
  ],
};

testRule('no-serial-await', rule, cases);

/**
 * @param {string} code Of an exported async function, beside a client of each kind.
 * @returns {{ messageId: string | undefined, line: number }[]}
 */
const lintQueries = (code, options = {}) =>
  new Linter({ configType: 'flat' })
    .verify(
      `import { User, Team } from './models.js'; import { prisma } from './prisma.js';\nexport async function load(id, users) { ${code} }`,
      {
        plugins: { 'async-perf': plugin },
        rules: { 'async-perf/no-serial-await': ['error', options] },
      },
      { filename: fileOf('databases') },
    )
    .map(({ messageId, line }) => ({ messageId, line }));

describe('neighbouring queries', () => {
  it.each([
    'const user = await User.findByPk(id); const team = await Team.findByPk(id); return [user, team];',
    'const user = await User.findById(id).lean(); const count = await Team.countDocuments({ id }); return [user, count];',
    'const user = await prisma.user.findUnique({ where: { id } }); const team = await prisma.team.findFirst({ where: { id } }); return [user, team];',
    'const all = await prisma.user.findMany(); const count = await prisma.user.count(); return [all, count];',
    // One report for all that stand beside each other.
    'const a = await User.findByPk(id); const b = await Team.findByPk(id); const c = await Team.count(); return [a, b, c];',
    'if (id) { const a = await User.findByPk(id); const b = await Team.findAll({ where: { id } }); return [a, b]; }',
  ])('are reported: %s', (code) => {
    expect(lintQueries(code)).toEqual([{ messageId: 'queries', line: 2 }]);
    expect(lintQueries(code, { checkQueries: false })).toEqual([]);
  });

  it.each([
    // One needs the other, or is guarded by it.
    'const user = await User.findByPk(id); const team = await Team.findByPk(user.team); return team;',
    'const user = await User.findByPk(id); if (!user) return; const team = await Team.findByPk(id); return team;',
    'const user = await prisma.user.findUniqueOrThrow({ where: { id } }); const team = await prisma.team.findMany(); return [user, team];',
    'const user = await User.findByPk(id, { rejectOnEmpty: true }); const team = await Team.findByPk(id); return [user, team];',
    // Something else is done, or done first.
    'const user = await User.create({ id }); const team = await Team.findByPk(id); return [user, team];',
    'const [user] = await User.findOrCreate({ where: { id } }); const team = await Team.findByPk(id); return [user, team];',
    'const ok = await assertOwner(id); const team = await Team.findByPk(id); return [ok, team];',
    'const user = await User.findByPk(id); log(user); const team = await Team.findByPk(id); return [user, team];',
    // Two clients, of which nothing shows that they are to be asked together.
    'const user = await User.findByPk(id); const team = await prisma.team.findFirst({ where: { id } }); return [user, team];',
    // One connection, or a transaction.
    'await sequelize.transaction(async (t) => { const user = await User.findByPk(id); const team = await Team.findByPk(id); return [user, team]; });',
    'const user = await User.findByPk(id, { transaction }); const team = await Team.findByPk(id, { transaction }); return [user, team];',
    'const a = await User.count({ where, ...options }); const b = await Team.count({ where, ...options }); return [a, b];',
    'const user = await tx.user.findUnique({ where: { id } }); const team = await tx.team.findUnique({ where: { id } }); return [user, team];',
    'const user = await users.findByPk(id); const team = await users.findAll(); return [user, team];',
  ])('are left alone: %s', (code) => {
    expect(lintQueries(code)).toEqual([]);
  });

  it.each([
    'export async function purgeStates() { const a = await User.count(); const b = await Team.count(); return [a, b]; }',
  ])('are left alone in what nobody waits for: %s', (code) => {
    const messages = new Linter({ configType: 'flat' }).verify(
      `import { User, Team } from './models.js'; ${code}`,
      {
        plugins: { 'async-perf': plugin },
        rules: { 'async-perf/no-serial-await': 'error' },
      },
      { filename: fileOf('databases') },
    );
    expect(messages).toEqual([]);
  });

  it('are left alone in a folder of jobs', () => {
    const code =
      "import { User, Team } from './models.js'; export async function load() { const a = await User.count(); const b = await Team.count(); return [a, b]; }";
    const config = {
      plugins: { 'async-perf': plugin },
      rules: { 'async-perf/no-serial-await': /** @type {const} */ ('error') },
    };
    const lint = (/** @type {string} */ file) =>
      new Linter({ configType: 'flat' }).verify(code, config, {
        filename: fileOf('databases').replace('file.js', file),
      });
    expect(lint('tasks/file.js')).toEqual([]);
    expect(lint('routes/file.js')).toHaveLength(1);
  });

  it('names both, and where the first stands', () => {
    const [message] = new Linter().verify(
      'export async function load(source, id) {\n  const a = await source.getRepository("a").findOneBy({ id });\n  const b = await source.getRepository("b").findOneBy({ id });\n  return [a, b];\n}',
      {
        plugins: { 'async-perf': plugin },
        rules: { 'async-perf/no-serial-await': 'error' },
      },
    );
    expect(message?.message).toMatch(
      /^`source\.getRepository\("b"\)\.findOneBy` needs nothing of `source\.getRepository\("a"\)\.findOneBy`, line 2, /u,
    );
  });
});

describe('the suggestions', () => {
  const outputs = cases.invalid.flatMap(({ errors }) =>
    errors.flatMap(
      (error) =>
        /** @type {{ suggestions?: { output: string }[] }} */ (error).suggestions?.map(
          ({ output }) => output,
        ) ?? [],
    ),
  );

  it.each(outputs)('do not crowd the thread pool: %s', (code) => {
    const messages = new Linter().verify(code, {
      plugins: { 'async-perf': plugin },
      rules: {
        'async-perf/no-unbounded-threadpool': ['error', { checkFiles: true, checkHostNames: true }],
        'async-perf/no-serial-await': 'error',
      },
      languageOptions: { sourceType: code.includes('require(') ? 'commonjs' : 'module' },
    });
    expect(messages).toEqual([]);
  });
});
