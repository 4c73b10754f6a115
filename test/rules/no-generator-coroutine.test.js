import rule from '../../rules/no-generator-coroutine.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const CO = "const co = require('co');\n";

/**
 * @param {string} name
 * @param {string} code
 * @param {string | undefined} output Of the suggestion; none if undefined.
 * @param {object} [error]
 */
const bad = (name, code, output, error = {}) => ({
  name,
  code,
  errors: [
    {
      messageId: 'coroutine',
      ...error,
      ...(output !== undefined && { suggestions: [{ messageId: 'convert', output }] }),
    },
  ],
});

testRule('no-generator-coroutine', rule, {
  valid: [
    {
      name: 'a generator that is iterated',
      code: 'function* f() { yield 1; } for (const x of f());',
    },
    {
      name: 'a generator beside a runner',
      code: `${CO}function* ids() { yield 1; } exports.all = () => co(other(...ids()));`,
    },
    {
      name: 'what takes all that the library takes',
      code: `${CO}exports.toPromise = (value) => co(function* () { return yield value; });`,
    },
    { name: 'a function from elsewhere', code: `${CO}exports.f = (fn) => co.wrap(fn);` },
    { name: 'a runner without a generator', code: `${CO}co(function () { return load(); });` },
    { name: 'another co', code: "import co from './co.js'; co(function* () { yield a; });" },
    {
      name: 'a parameter named co',
      code: 'export const f = (co) => co(function* () { yield a; });',
    },
    {
      name: 'what koa runs',
      code: "const Koa = require('koa'); new Koa().use(function* (next) { yield next; });",
    },
    {
      name: 'the helper alone',
      code: 'function _asyncToGenerator(fn) { return function () { return fn(); }; }',
    },
    {
      name: 'no global of that name',
      code: '__awaiter(this, void 0, void 0, function* () { yield a; });',
    },
    {
      name: 'what is compiled for Nodes without async functions',
      code: "const { __awaiter } = require('tslib'); exports.f = (id) => __awaiter(this, void 0, void 0, function* () { return yield load(id); });",
      filename: fileOf('node-4'),
    },
    { name: 'a method', code: `${CO}class A { *run() { yield 1; } } co.wrap(A.prototype.run);` },
    { name: 'words in a comment', code: '// function* () {} for co\nload();' },
  ],
  invalid: [
    {
      ...bad(
        'a package that runs on Nodes without async functions',
        `${CO}exports.f = co.wrap(function* (id) { return yield load(id); });`,
        undefined,
        { messageId: 'coroutineOfOldNode' },
      ),
      filename: fileOf('node-4'),
    },
    bad(
      'a computed key in a sequence, a comment and a rest parameter',
      `${CO}\nexports.f = (0, co['wrap'])(function* (...all) {\n  yield /* all */ Promise.all(all);\n});\n`,
      'exports.f = async function (...all) {\n  await /* all */ Promise.all(all);\n};\n',
      { line: 3, column: 14, data: { runner: "0, co['wrap']" } },
    ),
    bad(
      'co.wrap, and its import that nothing else uses',
      `${CO}\nexports.f = co.wrap(function* (p) {\n  return yield Promise.all([p]);\n});\n`,
      'exports.f = async function (p) {\n  return await Promise.all([p]);\n};\n',
      { line: 3, column: 13, endColumn: 20, data: { runner: 'co.wrap' } },
    ),
    bad(
      'co, with what else it is used for',
      `${CO}exports.go = co;\nexports.f = () => co(function* () { yield Promise.resolve(); });`,
      `${CO}exports.go = co;\nexports.f = async () => { await Promise.resolve(); };`,
      { line: 3, column: 19 },
    ),
    bad(
      'a named generator, at its name',
      `import { wrap } from 'co';\nfunction* run(p) { yield new Promise(p); }\nexport default { run: wrap(run) };`,
      'async function run(p) { await new Promise(p); }\nexport default { run };',
      { line: 2, column: 11, endColumn: 14, data: { runner: 'wrap' } },
    ),
    bad(
      'a constant, at its name',
      `${CO}const run = function* () { yield Promise.resolve(); };\nexports.run = co.wrap(run);`,
      'const run = async function () { await Promise.resolve(); };\nexports.run = run;',
      { line: 2, column: 7, endColumn: 10 },
    ),
    bad(
      'a nest once, and whole',
      `${CO}exports.f = co.wrap(function* () {\n  yield Promise.all([co(function* () { yield Promise.resolve(); })]);\n});`,
      'exports.f = async function () {\n  await Promise.all([(async () => { await Promise.resolve(); })()]);\n};',
      { line: 2 },
    ),
    bad(
      'together with what it delegates to',
      `${CO}function* list() { yield Promise.resolve(); }\nexports.f = co.wrap(function* () { yield list(); });`,
      'async function list() { await Promise.resolve(); }\nexports.f = async function () { await list(); };',
      { line: 3 },
    ),
    {
      name: 'two that share a delegate, each converting all',
      code: `${CO}function* list() { yield Promise.resolve(); }\nexports.a = co.wrap(function* () { yield list(); });\nexports.b = co.wrap(function* () { yield* list(); });`,
      errors: [3, 4].map((line) => ({
        messageId: 'coroutine',
        line,
        suggestions: [
          {
            messageId: 'convert',
            output:
              'async function list() { await Promise.resolve(); }\nexports.a = async function () { await list(); };\nexports.b = async function () { await list(); };',
          },
        ],
      })),
    },
    {
      name: "bluebird's, for callers that want its promises",
      code: "const Promise = require('bluebird');\nexports.f = Promise.coroutine(function* (p) { yield Promise.resolve(p); });",
      errors: [
        {
          messageId: 'coroutine',
          data: { runner: 'Promise.coroutine' },
          suggestions: [
            {
              messageId: 'convertAssuming',
              output:
                "const Promise = require('bluebird');\nexports.f = Promise.method(async function (p) { await Promise.resolve(p); });",
            },
          ],
        },
      ],
    },
    {
      name: 'what a compiler wrote',
      code: "import { __awaiter } from 'tslib';\nexport function f(p) {\n  return __awaiter(this, void 0, void 0, function* () { yield p; });\n}",
      errors: [
        {
          messageId: 'compiled',
          line: 3,
          column: 10,
          endColumn: 19,
          suggestions: [
            { messageId: 'convert', output: 'export async function f(p) {\n  await p;\n}' },
          ],
        },
      ],
    },
    {
      name: 'a call from nowhere is an assumption',
      code: `${CO}exports.f = co.wrap(function* () { yield load(); });`,
      errors: [
        {
          messageId: 'coroutine',
          suggestions: [
            {
              messageId: 'convertAssuming',
              output: 'exports.f = async function () { await load(); };',
            },
          ],
        },
      ],
    },
    {
      name: 'a call in a nested coroutine is one too',
      code: `${CO}exports.f = co.wrap(function* () { yield Promise.all([co(function* () { yield load(); })]); });`,
      errors: [
        {
          messageId: 'coroutine',
          suggestions: [
            {
              messageId: 'convertAssuming',
              output:
                'exports.f = async function () { await Promise.all([(async () => { await load(); })()]); };',
            },
          ],
        },
      ],
    },
    // No suggestion where the codemod refuses, and where it would look into another file.
    bad(
      'what would refer to a variable by the name of a global',
      `${CO}exports.f = co.wrap(function* (Object) { const r = { a: f(Object) }; r.b = 1; yield r; });`,
      undefined,
      { line: 2 },
    ),
    bad(
      'a call into another file',
      `${CO}const lib = require('./lib');\nexports.f = co.wrap(function* () { yield lib.load(); });`,
      undefined,
    ),
    bad(
      'what only a runner waits for',
      `${CO}exports.f = co.wrap(function* () { yield thunkify(load)(); });`,
      undefined,
    ),
    bad(
      'a generator that is iterated as well',
      `${CO}function* f() { yield load(); }\nexports.a = co.wrap(f);\nexports.b = f;`,
      undefined,
      { line: 2 },
    ),
    {
      name: 'one in a refused one, with it',
      code: `${CO}exports.f = co.wrap(function* () { yield thunk(function (done) {}); co(function* () { yield Promise.resolve(); }); for (const x of thunkify(load)()) yield x; });`,
      errors: [{ messageId: 'coroutine', line: 2, column: 13 }],
    },
    bad(
      'odd spacing',
      `${CO}co . wrap (function /* a */ * /* b */ named () { yield* f(); });`,
      undefined,
    ),
    {
      ...bad(
        'types',
        "import co from 'co';\nexport const f = co.wrap(function* (p: Promise<number>) { return (yield Promise.all([p])) as number[]; });",
        'export const f = async function (p: Promise<number>) { return (await Promise.all([p])) as number[]; };',
      ),
      parsers: ['typescript'],
    },
  ],
});
