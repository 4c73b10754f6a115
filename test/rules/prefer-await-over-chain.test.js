import rule from '../../rules/prefer-await-over-chain.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

/**
 * @param {string} name
 * @param {string} code
 * @param {string} output What the suggestion makes of it.
 */
const chain = (name, code, output) => ({
  name,
  code,
  errors: [
    {
      messageId: 'chain',
      // In a function that is async already, a throw is a rejection already.
      suggestions: [
        { messageId: /^async\b|=> async|\(async/u.test(code) ? 'convert' : 'convertPlain', output },
      ],
    },
  ],
});

testRule('prefer-await-over-chain', rule, {
  valid: [
    {
      name: 'a package that runs on Nodes without async functions',
      code: 'exports.f = () => load().then((v) => { check(v); });',
      filename: fileOf('node-4'),
    },
    {
      name: 'a package whose callers may ask its promises for methods of bluebird',
      code: 'exports.f = () => load().then((v) => { check(v); });',
      filename: fileOf('with-bluebird'),
    },
    {
      name: 'what stands for success and failure, as in lib/path-exists of fs-extra',
      code: 'exports.pathExists = (path) => access(path).then(() => true).catch(() => false);\nexports.isThere = function (path) { return stat(path).then(() => true, () => undefined); };\nasync function ask(path) {\n  const is = await access(path).then(() => true, () => false);\n  return show(is);\n}',
    },
    {
      name: 'all that is chained settles another promise',
      code: 'const wait = (p) => new Promise((resolve, reject) => { setTimeout(() => p.then(resolve, reject), 10); });\nconst first = (p) => new Promise((resolve, reject) => { setTimeout(() => p.then(resolve).catch(reject), 10); });\n',
    },
    {
      name: 'nothing but turns of the queue are waited for',
      code: 'async function f() {\n  await Promise.resolve().then(() => {});\n}\nconst turns = () => Promise.resolve().then(() => {}).then(() => {});\n',
    },
    {
      name: 'an optional chain may be no promise',
      code: 'async function f() {\n  return load()?.then((v) => v + 1);\n}\n',
    },
    {
      name: 'a computed key',
      code: 'async function f() {\n  return load(`a`)["then"](/* next */ (...all) => all);\n}\n',
    },
    { name: 'await', code: 'async function f() { return await load(); }' },
    { name: 'nothing waits', code: 'function f() { load().then((v) => v.id); }' },
    {
      name: 'a plain value',
      code: 'function f(x) { if (x) return 1; return load().then((v) => v.id); }',
    },
    {
      name: 'an awaited catch',
      code: 'async function f() { return (await stat().catch(() => {})) ?? none; }',
    },
    {
      name: 'a lone awaited catch',
      code: 'async function f() { const s = await stat().catch(() => {}); return s; }',
    },
    // As in lib/stores/filesystem.js of s3rver.
    {
      name: 'a lone catch that is returned',
      code: 'const f = (id) => load(id).catch((e) => { if (e.code !== none) throw e; }); function g() { return load().catch(() => {}); } async function h() { return load().catch(() => {}); }',
    },
    // As in remote/index.js of selenium-webdriver, src/index.js of documentation, utils/acquireOpenSSL.js of nodegit and
    // packages/drizzle/src/postgres/createDatabase.ts of payload.
    {
      name: 'one link of one expression',
      code: "function f() { return load().then((v) => v.id); } const g = (id) => load(id).then((v) => write(v)); async function h() { const pg = await import('pg').then((m) => m.default); return pg; } const k = () => readFile(path).then(JSON.parse);",
    },
    // As in src/components/hooks/useApi.ts and src/queries/sql/reports/getFunnel.ts of umami.
    {
      name: 'one link of one side, as in the limiter of @vitest/runner',
      code: 'const limit = (f) => {\n  async function run(release) { return await f(release); }\n  const lock = acquire();\n  return lock instanceof Promise ? lock.then(run) : run(lock);\n};',
    },
    {
      name: 'nothing is made of how it ends, as in query-core of @tanstack',
      code: 'const noop = () => {}; class Queries { prefetch(options) { return this.fetch(options).then(noop).catch(noop); } }',
    },
    {
      name: 'one link of one expression that is awaited, as in waitForCallsStatus of viem',
      code: 'async function wait(status, release) { return await status.finally(() => release()); }',
    },
    {
      name: 'one link of a handler that is named or made',
      code: 'const f = async (id) => { const all = [id]; return load(all).then(read); }; async function g(id) { return load(id).then(format(id)); }',
    },
    // As in lib/until.js and example/headless.js of selenium-webdriver.
    {
      name: 'one link of a handler that is one statement',
      code: 'const is = (title) => function (driver) { return driver.getTitle().then(function (t) { return t === title; }); };\nrun().then(done, (e) => quit().then(() => { throw e; }));',
    },
    // As in http/util.js of selenium-webdriver.
    {
      name: 'one link of two handlers that say one thing each',
      code: 'const wait = (url, resolve, onError) => { function check() { return getStatus(url).then((status) => resolve(status), onError); } check(); };',
    },
    {
      name: 'what is only taken apart',
      code: 'async function f() { const both = await Promise.all([a(), b()]).then(([a, b]) => ({ a, b })); return await show(both); }',
    },
    // As in scripts/changelog/add-change.js of aws-sdk.
    {
      name: 'handlers that are made first',
      code: 'const f = (cli) => cli.type().then(cli.check.bind(cli)).then(cli.write.bind(cli)).catch((e) => { cli.print(e); });',
    },
    {
      name: 'what another rule reports',
      code: 'async function f() { return await load().then((v) => v); }',
    },
    { name: 'kept', code: 'const p = load().then((v) => v.id);' },
    {
      name: 'what sloppy code declares without a block, which cannot be async',
      code: 'if (old) function f() { return g().then((v) => { show(v); return v; }); }\nl: function h() { return g().then((v) => { show(v); return v; }); }',
      languageOptions: { sourceType: 'script' },
      parsers: ['espree'],
    },
    { name: 'a getter', code: 'class C { get x() { return load().then((v) => v.id); } }' },
    { name: 'Cypress', code: "const f = () => cy.get('a').then((a) => a.click());" },
    {
      name: 'a schema',
      code: "import { z } from 'zod'; const f = () => z.string().catch(() => '');",
      languageOptions: { sourceType: 'module' },
    },
    {
      name: 'bluebird',
      code: "const P = require('bluebird'); const f = () => P.resolve(1).then((v) => v.id);",
      languageOptions: { sourceType: 'commonjs' },
    },
  ],
  invalid: [
    {
      name: 'a comment that would be lost',
      code: 'function f(id) { return load(id).then((v) => { if (!v) { return /* soon */ Promise.reject(new Error(id)); } return v.x; }); }',
      errors: [{ messageId: 'chain' }],
    },
    {
      name: 'behind what another rule reports',
      code: 'async function f() { const a = await load().then((v) => v); return await a.text().then((t) => { show(t); return t; }); }',
      errors: [
        {
          messageId: 'chain',
          column: 74,
          suggestions: [
            {
              messageId: 'convert',
              output:
                'async function f() {\n  const v = await load();\n  const a = v;\n  const t = await a.text();\n  show(t);\n  return t;\n}',
            },
          ],
        },
      ],
    },
    chain(
      'a function',
      'function f() {\n  return load().then((v) => {\n    check(v);\n    return v.id;\n  });\n}',
      'async function f() {\n  const v = await load();\n  check(v);\n  return v.id;\n}',
    ),
    chain(
      'an arrow function',
      'const f = (id) => load(id).then((v) => v.id).catch((e) => none(e));',
      'const f = async (id) => {\n  const promise = load(id);\n  try {\n    const v = await promise;\n    return await v.id;\n  } catch (e) {\n    return none(e);\n  }\n};',
    ),
    chain(
      'an awaited chain',
      'async function f() {\n  const v = await load().then((w) => w.id);\n  return v;\n}',
      'async function f() {\n  const w = await load();\n  const v = await w.id;\n  return v;\n}',
    ),
    {
      ...chain(
        'a package whose async functions a compiler takes out',
        'exports.f = () => load().then((v) => { check(v); });\nexports.g = async () => 1;',
        'exports.f = async () => {\n  const v = await load();\n  check(v);\n};\nexports.g = async () => 1;',
      ),
      filename: fileOf('node-4'),
    },
    chain(
      'what does something before it answers',
      'const f = (p) => open(p).then(() => log(p)).catch(() => false);',
      'const f = async (p) => {\n  const promise = open(p);\n  try {\n    await promise;\n    return await log(p);\n  } catch {\n    return false;\n  }\n};',
    ),
    {
      name: 'the functions of a file, each by itself',
      code: 'const f = () => load().then((v) => { check(v); });\nconst g = () => load().then((v) => { show(v); });',
      errors: [
        {
          messageId: 'chain',
          line: 1,
          suggestions: [
            {
              messageId: 'convertPlain',
              output:
                'const f = async () => {\n  const v = await load();\n  check(v);\n};\nconst g = () => load().then((v) => { show(v); });',
            },
          ],
        },
        {
          messageId: 'chain',
          line: 2,
          suggestions: [
            {
              messageId: 'convertPlain',
              output:
                'const f = () => load().then((v) => { check(v); });\nconst g = async () => {\n  const v = await load();\n  show(v);\n};',
            },
          ],
        },
      ],
    },
    {
      ...chain(
        'types',
        'function f(id: string): Promise<string> {\n  return load(id).then(({ name }: User) => {\n    check(name);\n    return name;\n  });\n}',
        'async function f(id: string): Promise<string> {\n  const { name }: User = await load(id);\n  check(name);\n  return name;\n}',
      ),
      parsers: ['typescript'],
    },
  ],
});
