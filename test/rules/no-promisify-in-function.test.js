import rule from '../../rules/no-promisify-in-function.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const commonjs = { sourceType: /** @type {const} */ ('commonjs') };
const module = { languageOptions: { sourceType: /** @type {const} */ ('module') } };
const PREFIX = "const util = require('util');\nconst fs = require('fs');\n";

/**
 * @param {string} name
 * @param {string} code
 * @param {object} [more]
 */
const ok = (name, code, more = {}) => ({
  name,
  code: PREFIX + code,
  languageOptions: commonjs,
  ...more,
});

/**
 * @param {string} name
 * @param {string} code After the lines of the prefix.
 * @param {string | null} output After a fix; null if none is made.
 * @param {object} [error]
 * @param {object} [more]
 */
const fixed = (name, code, output, error = {}, more = {}) => ({
  name,
  code: PREFIX + code,
  output: output === null ? null : PREFIX + output,
  languageOptions: commonjs,
  errors: [{ messageId: 'promisify', line: 3, ...error }],
  ...more,
});

/**
 * @param {string} name
 * @param {string} code After the lines of the prefix.
 * @param {string} output Of the suggestion.
 * @param {object} [error]
 * @param {object} [more]
 */
const suggested = (name, code, output, error = {}, more = {}) =>
  fixed(
    name,
    code,
    null,
    { suggestions: [{ messageId: 'hoist', output: PREFIX + output }], ...error },
    more,
  );

testRule('no-promisify-in-function', rule, {
  valid: [
    ok(
      'what starts the server anew',
      "const keys = require('./keys'); exports.restart = async (ctx) => { ctx.body = await util.promisify(keys.status)(); };",
    ),
    ok(
      'a hash that is slow on purpose',
      "const { pbkdf2 } = require('crypto'); exports.derive = (a, b) => util.promisify(pbkdf2)(a, b, 128000, 32, 'sha256');",
    ),
    ok(
      'a process, beside which the promise form is nothing',
      "const { execFile } = require('child_process'); exports.run = () => util.promisify(execFile)('python3', []);",
    ),
    {
      ...ok('what a command does once', 'exports.ask = () => util.promisify(fs.readFile)("a");'),
      filename: fileOf('command'),
    },
    {
      name: 'a command',
      code: `#!/usr/bin/env node\n${PREFIX}exports.ask = () => util.promisify(fs.readFile)('a');`,
      languageOptions: commonjs,
    },
    ok(
      'a package that is loaded when it is needed',
      "exports.clean = async (p) => { const rimraf = require('rimraf'); await util.promisify(rimraf)(p); };",
    ),
    ok('at the top', 'const readFile = util.promisify(fs.readFile);'),
    ok('at the top, in a block', 'if (old) { module.exports = util.promisify(fs.readFile); }'),
    ok('a parameter', 'function lift(fn) { return util.promisify(fn)(1); }'),
    ok('a member of a parameter', 'async (client) => await util.promisify(client.get)(1);'),
    ok('a local', 'async () => { const c = make(); await util.promisify(c.get)(1); };'),
    ok('this', 'class A { get(k) { return util.promisify(this.client.get)(k); } }'),
    ok(
      'a parameter of a function around',
      'module.exports = (client) => ({ get: (key) => util.promisify(client.get).call(client, key) });',
    ),
    ok(
      'a variable of a function around',
      'function make() { const c = open(); return (key) => util.promisify(c.get)(key); }',
    ),
    ok('a computed member', 'const call = (name) => util.promisify(fs[name])(1);'),
    ok('a fresh function', 'const call = () => util.promisify((cb) => cb())();'),
    ok('memoised', 'let read; function get() { read = read || util.promisify(fs.readFile); }'),
    ok(
      'memoised by ??=',
      'let read; function get() { return (read ??= util.promisify(fs.stat)); }',
    ),
    ok('memoised in a member', 'function get() { this.read ||= util.promisify(fs.readFile); }'),
    ok('memoised in a map', 'const get = () => map.set(1, util.promisify(fs.readFile));'),
    ok('returned', 'const get = () => util.promisify(fs.readFile);'),
    ok(
      'returned from a variable',
      'const get = () => { const f = util.promisify(fs.stat); return f; };',
    ),
    ok('in an object', 'const get = () => ({ read: util.promisify(fs.readFile) });'),
    ok('handed on', 'const get = (run) => run(util.promisify(fs.readFile));'),
    ok(
      'of a factory',
      'module.exports = (app) => { const stat = util.promisify(fs.stat); app.get(() => stat(1)); };',
    ),
    ok('main', 'async function main() { await util.promisify(fs.stat)(1); }\nmain();'),
    ok(
      'main in a constant',
      'const main = async () => { await util.promisify(fs.stat)(1); };\nmain().catch(f);',
    ),
    ok('called on the spot', '(async () => { await util.promisify(fs.stat)(1); })();'),
    ok('a test', "it('reads', async () => { await util.promisify(fs.stat)(1); });"),
    ok(
      'a test that is the only one',
      "test.only('reads', async () => util.promisify(fs.stat)(1));",
    ),
    ok('a hook in a suite', "describe('a', () => { before(() => util.promisify(fs.stat)(1)); });"),
    ok('a module wrapper', 'define(function (require) { util.promisify(fs.stat)(1); });'),
    ok('a shadowed util', 'function f(util) { return util.promisify(fs.stat)(1); }'),
    ok(
      'another promisify',
      'const promisify = lib.promisify; const f = () => promisify(fs.stat)(1);',
    ),
    ok(
      'a function of that name',
      'function promisify(x) { return x; } const f = () => promisify(fs)(1);',
    ),
    ok('a variable that changes', 'let c = a; c = b; const f = () => util.promisify(c.get)(1);'),
    ok(
      'a variable that is set later',
      'let c; function init() { c = make(); } const f = () => util.promisify(c.get)(1);',
    ),
    // As in src/node/hooks/express.ts of etherpad.
    ok(
      'a member that a function sets',
      'const start = async () => { exports.server = make(); await util.promisify(exports.server.listen).bind(exports.server)(1); }; exports.restart = start;',
    ),
    ok(
      'a member of an object that a function sets',
      'const state = {}; exports.open = () => { state.client = make(); }; exports.get = (key) => util.promisify(state.client.get).call(state.client, key);',
    ),
    ok(
      'a function that a function replaces',
      'const client = make(); exports.trace = () => { client.get = traced; }; exports.get = (key) => util.promisify(client.get).call(client, key);',
    ),
    // As in lib/smtp-interface.js of zone-mta: `init` of that module sets it.
    ok(
      'what belongs to the state of a module of the project',
      "const plugins = require('./plugins'); exports.run = (name) => util.promisify(plugins.handler.run).call(plugins.handler, name);",
    ),
    ok(
      'promisifyAll of what is made',
      "const B = require('bluebird'); const f = () => B.promisifyAll(redis.createClient()).getAsync(1);",
    ),
    ok('a field', 'class A { read = util.promisify(fs.readFile); }'),
    ok(
      'hand-rolled by option',
      'function promisify(fn) { return (...a) => new Promise((y, n) => fn(...a, (e, x) => (e ? n(e) : y(x)))); }\nconst f = () => promisify(fs.stat)(1);',
      { options: [{ checkHandRolled: false }] },
    ),
  ],
  invalid: [
    fixed(
      'a function that not every platform has',
      'exports.open = (path) => util.promisify(fs.lchmod)(path, 0o777);',
      null,
    ),
    fixed(
      'a function that is not there in a browser, which loads the file too',
      'exports.load = async (path) => await util.promisify(fs.readFile)(path);',
      null,
      {},
      { filename: fileOf('bundled') },
    ),
    fixed(
      'a function that the file looks for first',
      'exports.copy = async (from, to) => { if (fs.cp) await util.promisify(fs.cp)(from, to); };',
      null,
    ),
    fixed(
      'called where it is made',
      'async function load(path) {\n  return await util.promisify(fs.readFile)(path);\n}\n',
      'const readFileAsync = util.promisify(fs.readFile);\nasync function load(path) {\n  return await readFileAsync(path);\n}\n',
      { line: 4, column: 16, endColumn: 43, data: { code: 'util.promisify' } },
    ),
    fixed(
      'beside a variable that a function gives it to some time',
      'let read;\nexports.init = () => { read = util.promisify(fs.readFile); };\nexports.load = async (path) => await util.promisify(fs.readFile)(path);\n',
      'const readFileAsync = util.promisify(fs.readFile);\nlet read;\nexports.init = () => { read = util.promisify(fs.readFile); };\nexports.load = async (path) => await readFileAsync(path);\n',
      { line: 5 },
    ),
    fixed(
      'beside a variable that is given it on some ways',
      'if (exports) var read = util.promisify(fs.readFile);\nexports.load = async (path) => await util.promisify(fs.readFile)(path);\n',
      'const readFileAsync = util.promisify(fs.readFile);\nif (exports) var read = util.promisify(fs.readFile);\nexports.load = async (path) => await readFileAsync(path);\n',
      { line: 4 },
    ),
    fixed(
      'held by a constant',
      'async function load(path) {\n  const readFile = util.promisify(fs.readFile);\n  return await readFile(path);\n}\n',
      'const readFile = util.promisify(fs.readFile);\nasync function load(path) {\n  return await readFile(path);\n}\n',
      { line: 4, column: 20 },
    ),
    fixed(
      'used in a callback too',
      'async function load(paths) {\n  const stat = util.promisify(fs.stat);\n  await stat(1);\n  return await Promise.all(paths.map((p) => stat(p)));\n}\n',
      'const stat = util.promisify(fs.stat);\nasync function load(paths) {\n  await stat(1);\n  return await Promise.all(paths.map((p) => stat(p)));\n}\n',
      { line: 4 },
    ),
    fixed(
      'the name is taken',
      'const stat = 1;\nasync function load(path) {\n  const stat = util.promisify(fs.stat);\n  return await stat(path);\n}\n',
      'const statAsync = util.promisify(fs.stat);\nconst stat = 1;\nasync function load(path) {\n  return await statAsync(path);\n}\n',
      { line: 5 },
    ),
    fixed(
      'the name is taken in between',
      'function make(stat) {\n  return async (path) => {\n    const stat = util.promisify(fs.stat);\n    return await stat(path);\n  };\n}\n',
      'const statAsync = util.promisify(fs.stat);\nfunction make(stat) {\n  return async (path) => {\n    return await statAsync(path);\n  };\n}\n',
      { line: 5 },
    ),
    fixed(
      'the name is a global that the file uses',
      'fetch(1);\nasync function load(path) {\n  const fetch = util.promisify(fs.stat);\n  return await fetch(path);\n}\n',
      'const fetchAsync = util.promisify(fs.stat);\nfetch(1);\nasync function load(path) {\n  return await fetchAsync(path);\n}\n',
      { line: 5 },
    ),
    fixed(
      'there is one already',
      'const stat = util.promisify(fs.stat);\nasync function load(path) {\n  return await util.promisify(fs.stat)(path);\n}\n',
      'const stat = util.promisify(fs.stat);\nasync function load(path) {\n  return await stat(path);\n}\n',
      { line: 5 },
    ),
    fixed(
      'there is one already of another name',
      'const statOf = util.promisify(fs.stat);\nasync function load(path) {\n  const stat = util.promisify(fs.stat);\n  return await stat(path);\n}\n',
      'const statOf = util.promisify(fs.stat);\nasync function load(path) {\n  return await statOf(path);\n}\n',
      { line: 5 },
    ),
    fixed(
      'there is one already that is hidden',
      'const stat = util.promisify(fs.stat);\nasync function load(path, stat) {\n  return await util.promisify(fs.stat)(path);\n}\n',
      'const statAsync = util.promisify(fs.stat);\nconst stat = util.promisify(fs.stat);\nasync function load(path, stat) {\n  return await statAsync(path);\n}\n',
      { line: 5 },
    ),
    fixed(
      'call and bind',
      'const f = (path) => util.promisify(fs.stat).call(fs, path);',
      'const statAsync = util.promisify(fs.stat);\nconst f = (path) => statAsync.call(fs, path);',
    ),
    {
      name: 'destructured, with comments and no semicolons',
      code: "const { promisify } = require('util') // helpers\nconst { resolve4 } = require('dns') // names\n\nmodule.exports = async () => {\n  await promisify(resolve4)('a')\n}\n",
      output:
        "const { promisify } = require('util') // helpers\nconst { resolve4 } = require('dns') // names\nconst resolve4Async = promisify(resolve4)\n\nmodule.exports = async () => {\n  await resolve4Async('a')\n}\n",
      languageOptions: commonjs,
      errors: [{ messageId: 'promisify', line: 5, column: 9, data: { code: 'promisify' } }],
    },
    {
      name: 'imports',
      code: "import { promisify } from 'node:util';\nimport * as zlib from 'node:zlib';\nimport other from 'other';\n\nexport async function pack(data) {\n  const gzip = promisify(zlib.gzip);\n  return await gzip(data);\n}\n",
      output:
        "import { promisify } from 'node:util';\nimport * as zlib from 'node:zlib';\nimport other from 'other';\nconst gzip = promisify(zlib.gzip);\n\nexport async function pack(data) {\n  return await gzip(data);\n}\n",
      ...module,
      errors: [{ messageId: 'promisify', line: 6, column: 16 }],
    },
    {
      name: 'a callee of two lines, as in umzug',
      code: "const Bluebird = require('bluebird');\nconst fs = require('fs');\nexports.list = (path) => Bluebird\n  .promisify(fs.readdir)(path);\n",
      output: null,
      languageOptions: commonjs,
      errors: [
        {
          messageId: 'promisify',
          data: { code: 'Bluebird.promisify' },
          suggestions: [
            {
              messageId: 'hoist',
              output:
                "const Bluebird = require('bluebird');\nconst fs = require('fs');\nconst readdirAsync = Bluebird\n  .promisify(fs.readdir);\nexports.list = (path) => readdirAsync(path);\n",
            },
          ],
        },
      ],
    },
    {
      name: 'no semicolons, before a comment',
      code: "const util = require('util')\nconst fs = require('fs')\n\n// Sizes.\nexports.size = (file) => util.promisify(fs.stat)(file)\n",
      output:
        "const util = require('util')\nconst fs = require('fs')\nconst statAsync = util.promisify(fs.stat)\n\n// Sizes.\nexports.size = (file) => statAsync(file)\n",
      languageOptions: commonjs,
      errors: [{ messageId: 'promisify', line: 5 }],
    },
    {
      name: 'an import without a semicolon before a parenthesis',
      code: "import { promisify } from 'util'\nimport fs from 'fs'\n;(function () {})()\nexport const f = (a) => promisify(fs.stat)(a)\n",
      output:
        "import { promisify } from 'util'\nimport fs from 'fs'\nconst statAsync = promisify(fs.stat);\n\n;(function () {})()\nexport const f = (a) => statAsync(a)\n",
      ...module,
      errors: [{ messageId: 'promisify', line: 4 }],
    },
    fixed(
      'a declaration before other code on its line',
      'async function f(p) { const stat = util.promisify(fs.stat); return stat(p); }',
      'const stat = util.promisify(fs.stat);\nasync function f(p) { return stat(p); }',
    ),
    fixed(
      'a declaration behind other code on its line',
      'async function f(p) { g(); const stat = util.promisify(fs.stat);\n  return stat(p);\n}',
      'const stat = util.promisify(fs.stat);\nasync function f(p) { g();\n  return stat(p);\n}',
    ),
    {
      name: 'CRLF',
      code: "const util = require('util');\r\nconst fs = require('fs');\r\nconst f = (a) => util.promisify(fs.stat)(a);\r\n",
      output:
        "const util = require('util');\r\nconst fs = require('fs');\r\nconst statAsync = util.promisify(fs.stat);\r\nconst f = (a) => statAsync(a);\r\n",
      languageOptions: commonjs,
      errors: [{ messageId: 'promisify', line: 3 }],
    },
    fixed(
      'a comment inside: nothing is moved',
      'const f = (path) => util.promisify(/* the old one */ fs.stat)(path);',
      null,
    ),
    fixed(
      'required in the expression',
      "const f = (path) => util.promisify(require('fs').stat)(path);",
      "const statAsync = util.promisify(require('fs').stat);\nconst f = (path) => statAsync(path);",
    ),
    fixed(
      'required in the function: nothing is moved',
      "function f(path) { const dns = require('dns'); return util.promisify(dns.lookup)(path); }",
      null,
    ),
    fixed(
      'required in a branch: nothing is moved',
      "if (a) { var dns = require('dns'); }\nconst f = (path) => util.promisify(dns.lookup)(path);",
      null,
      { line: 4 },
    ),
    suggested(
      'the module is handed on',
      'patch(fs);\nconst f = (path) => util.promisify(fs.stat)(path);',
      'const statAsync = util.promisify(fs.stat);\npatch(fs);\nconst f = (path) => statAsync(path);',
      { line: 4 },
    ),
    suggested(
      'the module is written to',
      'fs.stat = traced;\nconst f = (path) => util.promisify(fs.stat)(path);',
      'const statAsync = util.promisify(fs.stat);\nfs.stat = traced;\nconst f = (path) => statAsync(path);',
      { line: 4 },
    ),
    suggested(
      'what Node does not have',
      'const f = (path) => util.promisify(fs.nothing)(path);',
      'const nothingAsync = util.promisify(fs.nothing);\nconst f = (path) => nothingAsync(path);',
    ),
    suggested(
      'a package',
      "const glob = require('glob');\nmodule.exports = async (p) => await util.promisify(glob)(p);",
      "const glob = require('glob');\nconst globAsync = util.promisify(glob);\nmodule.exports = async (p) => await globAsync(p);",
      { line: 4 },
    ),
    suggested(
      'a global',
      'const wait = (ms) => util.promisify(setTimeout)(ms);',
      'const setTimeoutAsync = util.promisify(setTimeout);\nconst wait = (ms) => setTimeoutAsync(ms);',
    ),
    // Made once, it has to look up the method: tests may put another in its place.
    ...[
      'util.promisify(User.find).call(User, id)',
      'util.promisify(User.find).apply(User, [id])',
      'util.promisify(User.find).bind(User)(id)',
      'util.promisify(User.find.bind(User))(id)',
    ].map((code) =>
      fixed(
        'a method of an object as it is now',
        `const User = require('./user'); exports.find = (id) => ${code};`,
        null,
        { messageId: 'late', data: { code: 'util.promisify', target: 'User.find' } },
      ),
    ),
    fixed(
      'promisifyAll of a package, again and again',
      "const B = require('bluebird'); const redis = require('redis'); exports.open = () => { B.promisifyAll(redis); return redis.createClient(); };",
      null,
      { messageId: 'promisifyAll', data: { code: 'B.promisifyAll' } },
    ),
    fixed(
      'bound and held',
      'const f = (path) => { const stat = util.promisify(fs.stat).bind(fs); return stat(path); };',
      'const statAsync = util.promisify(fs.stat);\nconst f = (path) => { const stat = statAsync.bind(fs); return stat(path); };',
    ),
    fixed(
      'a variable of a wrapper around: nothing is moved',
      '(function () { const client = make(); exports.get = (key) => util.promisify(client.get)(key); })();',
      null,
      { messageId: 'promisifyOutside', data: { code: 'util.promisify', owner: 'client' } },
    ),
    suggested(
      'a member of a module of the project',
      "const copy = require('./copy');\nexports.copy = (from) => util.promisify(copy.all)(from);",
      "const copy = require('./copy');\nconst allAsync = util.promisify(copy.all);\nexports.copy = (from) => allAsync(from);",
      { line: 4 },
    ),
    fixed(
      'a member that the top of the file sets: nothing is moved',
      'exports.copy = make();\nexports.again = (from) => util.promisify(exports.copy)(from);',
      null,
      { line: 4 },
    ),
    fixed(
      'a member of one that the top of the file sets: nothing is moved',
      'exports.client = make();\nexports.get = (key) => util.promisify(exports.client.get)(key);',
      null,
      { line: 4 },
    ),
    suggested(
      'bluebird',
      "const B = require('bluebird');\nconst f = (p) => B.promisify(fs.stat)(p);",
      "const B = require('bluebird');\nconst statAsync = B.promisify(fs.stat);\nconst f = (p) => statAsync(p);",
      { line: 4 },
    ),
    fixed(
      'promisifyAll',
      "const B = require('bluebird');\nconst f = (p) => B.promisifyAll(fs).statAsync(p);",
      null,
      { line: 4, messageId: 'promisifyAll', data: { code: 'B.promisifyAll' } },
    ),
    fixed(
      'promisifyAll in a constant',
      "function f(p) { const lib = require('bluebird').promisifyAll(require('fs')); return lib.statAsync(p); }\nmodule.exports = f;",
      null,
      { messageId: 'promisifyAll' },
    ),
    fixed(
      'promisifyAll, destructured',
      "const B = require('bluebird');\nfunction f(p) { const { statAsync } = B.promisifyAll(fs); return statAsync(p); }",
      null,
      { line: 4, messageId: 'promisifyAll' },
    ),
    suggested(
      'pify',
      "const pify = require('pify');\nconst f = (p) => pify(fs.stat)(p);",
      "const pify = require('pify');\nconst statAsync = pify(fs.stat);\nconst f = (p) => statAsync(p);",
      { line: 4 },
    ),
    suggested(
      'hand-rolled',
      'const f = (p) => promisify(fs.stat)(p);\nfunction promisify(fn) {\n  return function (...args) {\n    return new Promise((resolve, reject) => {\n      fn.call(this, ...args, (error, value) => (error ? reject(error) : resolve(value)));\n    });\n  };\n}\n',
      'const statAsync = promisify(fs.stat);\nconst f = (p) => statAsync(p);\nfunction promisify(fn) {\n  return function (...args) {\n    return new Promise((resolve, reject) => {\n      fn.call(this, ...args, (error, value) => (error ? reject(error) : resolve(value)));\n    });\n  };\n}\n',
    ),
    suggested(
      'hand-rolled, as an arrow function',
      'const toPromise = (fn) => (...a) => new Promise((y, n) => fn(...a, (e, x) => (e ? n(e) : y(x))));\nconst f = (p) => toPromise(fs.stat)(p);',
      'const toPromise = (fn) => (...a) => new Promise((y, n) => fn(...a, (e, x) => (e ? n(e) : y(x))));\nconst statAsync = toPromise(fs.stat);\nconst f = (p) => statAsync(p);',
      { line: 4 },
    ),
    {
      name: 'two functions with the same one',
      code: `${PREFIX}const f = (a) => util.promisify(fs.stat)(a);\nconst g = (a) => util.promisify(fs.stat)(a);\n`,
      // The next pass finds the constant, and uses it.
      output: `${PREFIX}const statAsync = util.promisify(fs.stat);\nconst f = (a) => statAsync(a);\nconst g = (a) => util.promisify(fs.stat)(a);\n`,
      languageOptions: commonjs,
      errors: [
        { messageId: 'promisify', line: 3 },
        { messageId: 'promisify', line: 4 },
      ],
    },
    fixed(
      'a cast',
      'const f = (a) => (util.promisify(fs.stat) as any)(a);',
      null,
      {},
      {
        parsers: ['typescript'],
        code: `${PREFIX}const f = (a: string) => util.promisify(fs.stat!)(a);`,
        output: `${PREFIX}const statAsync = util.promisify(fs.stat!);\nconst f = (a: string) => statAsync(a);`,
      },
    ),
    fixed(
      'a cast of what is made',
      '',
      null,
      {},
      {
        parsers: ['typescript'],
        code: `${PREFIX}const f = (a: string) => (util.promisify(fs.stat) as any)(a);`,
        output: `${PREFIX}const statAsync = util.promisify(fs.stat);\nconst f = (a: string) => (statAsync as any)(a);`,
      },
    ),
    fixed(
      'a cast of what is made and held',
      '',
      null,
      {},
      {
        parsers: ['typescript'],
        code: `${PREFIX}const f = (a: string) => { const stat = util.promisify(fs.stat) as Stat; return stat(a); };`,
        output: `${PREFIX}const statAsync = util.promisify(fs.stat);\nconst f = (a: string) => { const stat = statAsync as Stat; return stat(a); };`,
      },
    ),
  ],
});
