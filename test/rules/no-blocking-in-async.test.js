import { fileURLToPath } from 'node:url';

import rule from '../../rules/no-blocking-in-async.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const EXPRESS =
  "const fs = require('fs');\nconst express = require('express');\nconst app = express();\n";

const ASYNC = { options: [{ checkAsyncFunctions: true }] };

/**
 * @param {string} name
 * @param {string} code After the imports of fs and express, from line 4 on.
 * @param {object} [error]
 */
const bad = (name, code, error = {}) => ({
  name,
  code: EXPRESS + code,
  errors: [{ messageId: 'handler', ...error }],
});

/**
 * @param {string} name
 * @param {string} code
 * @param {object} [error]
 */
const alone = (name, code, error = {}) => ({
  name,
  code,
  errors: [{ messageId: 'handler', ...error }],
});

/**
 * @param {string} name
 * @param {string} code After the imports of fs and express.
 */
const ok = (name, code) => ({ name, code: EXPRESS + code });

testRule('no-blocking-in-async', rule, {
  valid: [
    // What the rule reported on servers and should not have: each was judged worth no change.
    ...[
      "const { isDev } = require('./util'); if (isDev) app.get('/a', (q, s) => { fs.cpSync('a', 'b'); s.send('x'); });",
      "const util = require('./util'); app.get('/a', (q, s) => { if (!util.isProduction()) s.send(fs.readFileSync('a')); });",
      "const { env } = require('./env'); app.get('/a', (q, s) => { if (env('NODE_ENV') !== 'production') return s.send(fs.readFileSync('a')); s.send(); });",
      "app.get('/a', (q, s) => { if (app.get('env') === 'production') { return s.send(); } s.send(fs.readFileSync('a')); });",
      "const config = require('./config'); app.get('/a', (q, s) => { if (config.env === 'development') s.send(fs.readFileSync('a')); });",
      "const v8 = require('v8'); app.get('/heap', (q, s) => { v8.writeHeapSnapshot('a'); s.end(); });",
      "app.get('/x', (q, s) => { if (!fs.existsSync(dir)) fs.mkdirSync(dir); s.send('ok'); });",
      "app.get('/x', (q, s) => { s.send(String(fs.statSync(q.path).size)); });",
    ].map((code) => ok(`worth no change: ${code}`, code)),
    ...[
      [
        'src/plugins/dev-server.js',
        "(app) => { app.get('/', (q, s) => { s.send(fs.readFileSync('a')); }); }",
      ],
      [
        'src/setup.js',
        "(app) => { app.post('/finalize', (q, s) => { s.send(crypto.generateKeyPairSync('rsa', {})); }); }",
      ],
      ['src/serve.js', "(app) => { app.get('/', (q, s) => { s.send(fs.readFileSync('a')); }); }"],
      ['prisma/seed/users.js', "async () => bcrypt.hashSync('a', 10)"],
      ['extra/release/beta.js', 'async () => fs.writeFileSync(file, data)'],
      // As in homebridge-config-ui-x, zigbee2mqtt, metaphysics, mempool and overleaf.
      ['src/bin/platforms/linux.js', "async () => fs.writeFileSync('a', data)"],
      [
        'lib/onboarding.js',
        "(app) => { app.post('/', (q, s) => { fs.writeFileSync('a', q.body); s.send(); }); }",
      ],
      ['dangerfile.js', "async () => fs.readFileSync('a')"],
      ['jest.integration.teardown.js', "async () => fs.readFileSync('a')"],
      ['fonts/build-fonts.mjs', "async () => fs.readFileSync('a')"],
      ['src/lib/startup/customize.js', 'async () => fs.writeFileSync(file, data)'],
      ['src/blocksToJsonMigrator.js', 'async () => fs.writeFileSync(file, data)'],
    ].map(([file = '', code]) => ({
      name: `in ${file}: ${code}`,
      code: `const fs = require('fs'); const crypto = require('crypto'); const bcrypt = require('bcrypt');\nmodule.exports = ${code};`,
      filename: fileOf('server').replace('file.js', file),
      ...ASYNC,
    })),
    ...[
      'module.exports = class Database { static async connect() { READ; } }',
      'async function loadIndexHTML(file) { return READ; } module.exports = { loadIndexHTML };',
      "class Bot { constructor(client) { client.on('ready', () => { this.commands(); }); } async commands() { READ; } }",
      "class Bot { constructor(client) { client.on('ready', () => this.registerSlashCommands()); } async registerSlashCommands() { READ; } }",
      'exports.$loadMempoolCache = async () => READ;',
      'exports.precompileViews = async () => READ;',
      'async function warm() { READ; }\nwarm(); warm();',
    ].map((code) => ({
      name: `begins something: ${code}`,
      code: `const fs = require('fs'); ${code.replace('READ', "fs.readFileSync('a')")}`,
      ...ASYNC,
    })),
    {
      name: 'a message that is packed, in a function that answers nobody',
      code: "const zlib = require('zlib'); exports.publish = async (event) => send(zlib.deflateSync(JSON.stringify(event)));",
      ...ASYNC,
    },
    {
      name: 'in an application for one desk',
      code: "const fs = require('fs'); const { ipcMain } = require('electron'); exports.show = async () => { ipcMain.handle('a', () => fs.readFileSync('a')); };",
      ...ASYNC,
    },
    // Slow work, where nobody waits for it or it is none.
    ...[
      "function hash(p) { return bcrypt.hashSync(p, 10); } module.exports = { secret: hash('x') };",
      'exports.salt = () => bcrypt.genSaltSync(10);',
      "exports.key = () => crypto.generateKeyPairSync('ed25519');",
      "exports.keys = () => crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });",
      "exports.id = (text) => crypto.pbkdf2Sync(text, 'salt', 1, 32, 'sha256');",
      'exports.hash = (p) => bcrypt.hash(p, 10);',
      'exports.seedUsers = async () => { await save(bcrypt.hashSync(word, 10)); };',
      "it('hashes', async () => { bcrypt.hashSync('a', 10); });",
      '#!/usr/bin/env node\nexports.hash = (p) => bcrypt.hashSync(p, 10);',
    ].map((code) => ({
      name: `slow, but in nobody's way: ${code}`,
      code: code.startsWith('#!')
        ? code.replace('\n', "\nconst bcrypt = require('bcrypt'); ")
        : `const bcrypt = require('bcrypt'); const crypto = require('crypto'); ${code}`,
    })),
    {
      name: 'slow, in a command',
      code: "const bcrypt = require('bcrypt'); exports.hash = (p) => bcrypt.hashSync(p, 10);",
      filename: fileOf('command'),
    },
    ok('at the top', "const page = fs.readFileSync('a'); app.get('/', (q, s) => s.send(page));"),
    ok('in a function that nothing reaches', "function load() { return fs.readFileSync('a'); }"),
    {
      name: 'asked for in an async function, microseconds',
      code:
        EXPRESS +
        'exports.save = async () => { fs.mkdirSync(dir); fs.mkdtempSync(dir); fs.unlinkSync(old); };',
      ...ASYNC,
    },
    {
      name: 'asked for in an async function that starts something',
      code:
        EXPRESS +
        'exports.listen = async () => app.listen(fs.readFileSync(file)); class A { async initCache() { fs.readFileSync(file); } }',
      ...ASYNC,
    },
    // As in the helpers of package-patterns-filtering.test.js of serverless.
    {
      name: 'asked for in an async function for tests',
      code: EXPRESS + 'exports.make = async () => fs.writeFileSync(file, data);',
      filename: fileURLToPath(new URL('helpers/make.js', import.meta.url)),
      ...ASYNC,
    },
    // As in packages/drizzle/src/utilities/blocksToJsonMigrator.ts of payload.
    {
      name: 'asked for in an async function that migrates',
      code:
        EXPRESS +
        'exports.restartServer = async () => serve(fs.readFileSync(certificate)); exports.runMigrations = async () => { for (const file of fs.readdirSync(dir)) await write(fs.readFileSync(file)); };',
      ...ASYNC,
    },
    // As in src/models/filesystemBackedImpostersRepository.js of mountebank.
    {
      name: 'asked for in an async function that says when it runs, and in what only it calls',
      code:
        EXPRESS +
        'async function load(dir) { add(JSON.parse(fs.readFileSync(dir))); }\n/** Loads all that is saved at startup.\n * @memberOf module:models/repository# */\nasync function loadAll() { await Promise.all(fs.readdirSync(root).map((dir) => load(dir))); await load(root); }\nmodule.exports = { loadAll };',
      ...ASYNC,
    },
    // As in src/lambda/handler-runner/in-process-runner/aws-lambda-ric/UserFunction.js of serverless-offline.
    {
      name: 'asked for in an async function that looks for modules',
      code:
        EXPRESS +
        "const isModule = (dir) => JSON.parse(fs.readFileSync(path.join(dir, 'package.json'))).type === 'module'; exports.load = async (dir) => (isModule(dir) ? import(dir) : require(dir));",
      ...ASYNC,
    },
    ...[
      'export class Pages { async onModuleInit() { this.page = READ; } }',
      'export class Pages { async beforeApplicationShutdown() { this.page = READ; } }',
      'export class Pages { async close() { this.page = READ; } }',
      'export default async function globalSetup() { return READ; }',
      'export async function getStaticProps() { return { props: { page: READ } }; }',
      'export const plugin = (app) => { app.addHook("onReady", async () => READ); };',
      'export const plugin = (app) => { app.register(async (part) => part.decorate("page", READ)); };',
      'export const follow = (client) => { client.once("connected", async () => client.send(READ)); };',
    ].map((code) => ({
      name: `once, at the beginning or the end: ${code}`,
      code: `import fs from 'node:fs'; ${code.replace('READ', "fs.readFileSync('a')")}`,
      ...ASYNC,
    })),
    ...['this.once("page", read)', 'this.on("loaded", read)', 'this.on("shutdown", read)'].map(
      (code) =>
        ok(
          `by an emitter, once: ${code}`,
          `const EventEmitter = require('events'); const read = () => fs.readFileSync('a'); class Book extends EventEmitter { constructor() { super(); ${code}; } }`,
        ),
    ),
    {
      name: 'by an emitter of a command',
      code: "const EventEmitter = require('events'); const fs = require('fs'); module.exports = class Watcher extends EventEmitter { constructor() { super(); this.on('change', (path) => fs.readFileSync(path)); } };",
      filename: fileOf('command'),
    },
    ...['test/file.js', 'scripts/file.js', 'examples/file.js', 'webpack.config.js'].map((file) => ({
      name: `by a server for one: ${file}`,
      code: "const fs = require('fs'); require('http').createServer((q, s) => s.end(fs.readFileSync('a')));",
      filename: fileOf('command-of-server').replace('file.js', file),
    })),
    // As in src/Robot.mjs of hubot.
    {
      name: 'asked for beside an import of the same file',
      code: "import fs from 'node:fs'; export class Robot { async loadFile(path) { await this[`load${typeOf(path)}`](path); this.parseHelp(path); } async loadmjs(path) { return await import(path); } parseHelp(path) { this.help.push(fs.readFileSync(path, 'utf8')); } }",
      ...ASYNC,
    },
    // As in lib/moog-require.js of apostrophe.
    {
      name: 'asked for in an async function that reads of modules by their path',
      code:
        EXPRESS +
        'exports.find = async (paths) => paths.flatMap((packagePath) => namesOf(JSON.parse(fs.readFileSync(packagePath))));',
      ...ASYNC,
    },
    // As in lib/main.js of @jsreport/jsreport-express.
    {
      name: 'asked for in an async function that lets a server listen',
      code:
        EXPRESS +
        "exports.prepare = async (app, key) => { https.createServer({ key: fs.readFileSync(key) }, app).on('error', log); };",
      ...ASYNC,
    },
    // As in src/worker.ts of piscina.
    {
      name: 'asked for in an async function of a worker thread',
      code: "const { parentPort } = require('worker_threads'); exports.next = async () => { Atomics.wait(flags, 0, 0); parentPort.postMessage(1); };",
      ...ASYNC,
    },
    // As in Parse-Dashboard/CLI/mfa.js of parse-dashboard.
    {
      name: 'asked for in an async function that asks somebody',
      code:
        EXPRESS +
        "const inquirer = require('inquirer'); exports.ask = async () => { const { name } = await inquirer.prompt(questions); fs.writeFileSync(name, ''); };",
      ...ASYNC,
    },
    // As @sveltejs/adapter-node, @lhci/cli, and lib/platform/aws-lambda/lambda-handler of artillery.
    ...['plugin-of-tool', 'cli-with-server', 'command/nested'].map((folder) => ({
      name: `in ${folder}`,
      code: "import fs from 'fs'; export const adapt = async (a) => fs.writeFileSync(a, '');",
      filename: fileOf(folder),
      ...ASYNC,
    })),
    // As in src/api/handlers/auth.js of node-media-server.
    ok(
      'what is migrated, once for each user',
      "function migratePassword(user) { fs.writeFileSync('a', hash(user)); } app.post('/', (q, s) => { migratePassword(q.user); s.send(); });",
    ),
    // As in src/http/middleware/_static-path.js of @architect/sandbox.
    ok(
      'a second look at a path, after a test',
      "app.get('/', (q, s) => { if (fs.existsSync(q.url)) { s.send(fs.statSync(q.url).isFile()); } });",
    ),
    // As in src/commands/dev.ts of snowpack.
    {
      name: 'microseconds in the server of a tool',
      code: "const fs = require('fs'); require('express')().get('/', (q, s) => s.send(fs.statSync(q.url).size));",
      filename: fileOf('command-of-tool'),
    },
    ok(
      'an application that others take for their own',
      "module.exports = (app) => { app.get('/', (error, answer) => fs.writeFileSync('a', answer)); };",
    ),
    ok(
      'a client that is a parameter',
      "module.exports = (client) => { client.get('/', (q, s) => fs.readFileSync('a')); client.get('/', (error, s) => { fs.readFileSync('a'); s.end(); }); client.get(key, (q, s) => s.end(fs.readFileSync('a'))); };",
    ),
    // As in packages/admin/dashboard/scripts/generate-types.js of medusa.
    {
      name: 'asked for in an async function of a script',
      code: EXPRESS + 'exports.generate = async () => fs.writeFileSync(file, data);',
      filename: fileURLToPath(new URL('../../scripts/generate.js', import.meta.url)),
      ...ASYNC,
    },
    // As in modules/@apostrophecms/attachment/lib/tasks/download-all.js of apostrophe.
    {
      name: 'asked for in an async task of the command line',
      code:
        EXPRESS +
        'module.exports = (self) => async (argv) => { const names = fs.readdirSync(argv.to); await self.load(names); };',
      ...ASYNC,
    },
    {
      name: 'asked for in an async function of a command',
      code: EXPRESS + 'exports.save = async () => fs.writeFileSync(file, data);',
      filename: fileOf('command'),
      ...ASYNC,
    },
    // As @quasar/app-vite and ember-cli, where the server is there for who works on something; the handler of
    // artillery for AWS Lambda, and the examples of backstopjs.
    ...[
      'command-of-tool',
      'command-of-server/db/migrations',
      'command-of-server/cli',
      'command-of-server/examples/demo',
      'command-of-server/examples/package/lib',
      'lambda',
    ].map((folder) => ({
      name: `in ${folder}`,
      code: "import fs from 'fs'; export const up = async (a) => fs.readFileSync(a);",
      filename: fileOf(folder),
      ...ASYNC,
    })),
    {
      name: 'asked for in an async function, microseconds by a package',
      code: EXPRESS + "const mkdirp = require('mkdirp'); exports.f = async () => mkdirp.sync(dir);",
      ...ASYNC,
    },
    ok('in a function of another file', "app.get('/', require('./page'));"),
    ok(
      'in a method that is overridden',
      "class Base { show() { fs.readFileSync('a'); } }\nclass Pages extends Base { show = (q, s) => s.end(); }\napp.get('/', new Pages().show);",
    ),
    ok(
      'in a static method of the same name',
      "class Pages { static show() { fs.readFileSync('a'); } show(q, s) { s.end(); } }\napp.get('/', new Pages().show);",
    ),
    ok(
      'in a class that extends itself',
      "class Pages extends Pages {}\napp.get('/', new Pages().show, () => fs.readFileSync);",
    ),
    ok(
      'if it is the main module',
      "if (require.main === module) { app.listen(fs.readFileSync('port')); }",
    ),
    ok(
      'kept in a variable',
      "let page; app.get('/', (q, s) => { if (!page) page = fs.readFileSync('a'); s.send(page); });",
    ),
    ok(
      'kept in an object',
      "const pages = {}; app.get('/', (q, s) => s.send((pages[q.url] ??= fs.readFileSync(q.url))));",
    ),
    ok(
      'kept in a map',
      "const pages = new Map(); function load(url) { if (!pages.has(url)) pages.set(url, fs.readFileSync(url)); return pages.get(url); } app.get('/', (q, s) => s.send(load(q.url)));",
    ),
    ok(
      'a helper whose result is kept',
      "let page; function load() { return fs.readFileSync('a'); } app.get('/', (q, s) => { page = page || load(); s.send(page); });",
    ),
    ok('asynchronous', "app.get('/', (q, s) => fs.readFile('a', (e, page) => s.send(page)));"),
    ok('a parameter of the same name', "app.get('/', (q, s, fs) => s.send(fs.readFileSync('a')));"),
    ok('settings', "app.set('views', fs.realpathSync('views'));"),
    ok(
      'in a test',
      "it('serves', () => { app.get('/', (q, s) => s.send(fs.readFileSync('a'))); });",
    ),
    ok(
      'in a server for tests',
      "class TestServer { constructor() { this.app = express(); this.app.post('/', () => fs.writeFileSync('a', '')); } }",
    ),
    ok('before the end', "app.get('/', () => { fs.writeFileSync('a', ''); process.exit(1); });"),
    ok('at the exit', "process.on('exit', () => fs.writeFileSync('a', ''));"),
    ok('a router of its own making', "router.get('/', () => fs.readFileSync('a'));"),
    ok('a listing', "app.get('/', (q, s) => s.send(fs.readdirSync('a')));"),
    ok(
      'the files of a request, which go one by one',
      "app.post('/', (q, s) => { for (const file of q.files) fs.unlinkSync(file.path); q.files.forEach((file) => fs.rmSync(file.path)); s.end(); });",
    ),
    ok(
      'a look at each path of a list',
      "app.get('/sizes', (q, s) => s.send(paths.map((path) => fs.statSync(path).size)));",
    ),
    ok(
      'the configuration of a user',
      "app.get('/', (q, s) => { const file = path.join(dir, 'conf.yml'); s.send(yaml.load(fs.readFileSync(file, 'utf8'))); });",
    ),
    ok(
      'variables of the environment',
      "app.post('/', (q, s) => { fs.writeFileSync(absoluteEnvPath, stringify(q.body)); s.end(); });",
    ),
    ok(
      'a marker',
      "app.get('/', (q, s) => { s.send(fs.readFileSync(failedMarkerPath(q.path), 'utf8').includes('ffmpeg')); });",
    ),
    ok(
      'one file that goes',
      "app.get('/', (q, s) => { fs.rmSync(q.file.path, { force: true }); });",
    ),
    ok(
      'settings',
      "app.get('/', (q, s) => { const file = path.join(app.configPath, 'units'); s.send(fs.readFileSync(file, 'utf8')); });",
    ),
    ok(
      'JSON',
      "app.get('/', (q, s) => s.send(JSON.parse(fs.readFileSync(q.path, 'utf8').toString())));\napp.put('/', (q, s) => { fs.writeFileSync(file, JSON.stringify(q.body)); });",
    ),
    ok(
      'an answer of a client',
      "client.get('/', (error, answer) => { fs.writeFileSync('a', answer.body); });",
    ),
    {
      name: 'an emitter in a command',
      code: "#!/usr/bin/env node\nimport fs from 'fs'; import { EventEmitter } from 'events'; const e = new EventEmitter(); e.on('file', (f) => fs.readFileSync(f));",
    },
    {
      name: 'an emitter that ends',
      code: "import fs from 'fs'; import { EventEmitter } from 'events'; const e = new EventEmitter(); e.on('close', (f) => fs.rmSync(f));",
    },
    {
      name: 'a hook of the start',
      code: "import fs from 'fs'; import fastify from 'fastify'; fastify().addHook('onReady', async () => { fs.readFileSync('a'); });",
    },
    {
      name: 'few random bytes',
      code: "import { randomBytes } from 'crypto'; import http from 'http'; http.createServer((q, s) => s.end(randomBytes(16)));",
    },
    {
      name: 'another module',
      code: "import { readFileSync } from './files.js'; import http from 'http'; http.createServer((q, s) => s.end(readFileSync('a')));",
    },
    {
      name: 'allowed',
      code: `${EXPRESS}app.get('/', (q, s) => s.send(fs.statSync(q.url)));`,
      options: [{ allow: ['fs.statSync'] }],
    },
    // As in src/exports/vite/preview/index.js and src/exports/vite/dev/index.js of @sveltejs/kit.
    ok(
      'a second look at a path',
      "const isFile = (path) => fs.existsSync(path) && !fs.statSync(path).isDirectory() && fs.realpathSync(path).startsWith(root); app.get('/', (q, s) => s.send(isFile(q.url)));",
    ),
    ok(
      'what somebody else asks for',
      "app.get('/', async (q, s) => { await server.respond(q, { read: (file) => fs.readFileSync(file), list(dir) { return fs.readdirSync(dir); } }); });",
    ),
    ok('asking for a path', "app.get('/', (q, s) => s.send(fs.existsSync(q.url)));"),
    {
      name: 'asking for a path with a package',
      code: "const fs = require('fs-extra'); require('express')().get('/', (q, s) => s.send(fs.existsSync(q.url)));",
    },
    ok(
      'kept by a key',
      "app.get('/', (q, s) => { let size = sizes[q.url]; if (!size) { size = fs.statSync(q.url).size; if (PRODUCTION) sizes[q.url] = size; } s.send(size); });",
    ),
    ok(
      'looked for in a map before it is kept there',
      "app.get('/', (q, s) => { const page = pages.get(q.url) ; if (page === undefined) pages.set(q.url, fs.readFileSync(q.url)); s.send(page); });",
    ),
    {
      name: 'async functions, if not asked for',
      code: "import fs from 'fs'; export async function load() { return fs.readFileSync('a'); }",
    },
    {
      name: 'an async function that runs once',
      code: "import fs from 'fs'; async function main() { fs.readFileSync('a'); } main();",
      ...ASYNC,
    },
    {
      name: 'an async function of the main module',
      code: "const fs = require('fs'); if (require.main === module) { const go = async () => fs.readFileSync('a'); go(); go(); }",
      ...ASYNC,
    },
    {
      name: 'an async function of a command',
      code: "import fs from 'fs'; export async function load() { return fs.readFileSync(process.argv[2]); }",
      ...ASYNC,
    },
    ...[
      "if (process.env.NODE_ENV !== 'production') { app.get('/', (q, s) => s.send(fs.readFileSync('a'))); }",
      "const isProd = process.env.NODE_ENV === 'production'; app.get('/', (q, s) => s.send(isProd ? page : fs.readFileSync('a')));",
      "const isDev = (process.env.NODE_ENV || 'development') === 'development'; app.get('/', (q, s) => { if (isDev && q.a) fs.readFileSync('a'); s.send(); });",
      "const { NODE_ENV: mode } = process.env; app.get('/', (q, s) => { s.send(mode == 'prod' || fs.readFileSync('a')); });",
      "const isDev = process.env['NODE_ENV'] != 'production'; app.get('/', (q, s) => { if (!isDev) { s.send(page); } else { s.send(fs.readFileSync('a')); } });",
    ].map((code) => ok('a server that is worked on', code)),
    {
      name: 'an async test',
      code: "import fs from 'fs'; it('reads', async () => { fs.readFileSync('a'); });",
      ...ASYNC,
    },
  ],
  invalid: [
    // The sites of servers where the loop stops on the way of a request, in reductions of ours: all are reported.
    ...[
      [
        'the token of each request is decrypted',
        "import crypto from 'crypto'; const keyOf = (password, salt) => crypto.pbkdf2Sync(password, salt, 10000, 32, 'sha512'); export function decrypt(text, secret) { return open(text, keyOf(secret, text.slice(0, 64))); }",
        'crypto.pbkdf2Sync',
      ],
      [
        'a password is hashed',
        "import bcrypt from 'bcryptjs'; export function hashPassword(password, rounds = 10) { return bcrypt.hashSync(password, rounds); }",
        'bcryptjs.hashSync',
      ],
      [
        'a password is compared',
        "import bcrypt from 'bcryptjs'; export function checkPassword(password, hash) { return bcrypt.compareSync(password, hash); }",
        'bcryptjs.compareSync',
      ],
      [
        'a password of an old kind is compared',
        "const hash = require('./hash'); const bcrypt = require('bcryptjs'); exports.verify = function (password, hashed) { if (hash.isOld(hashed)) { return hash.verify(password, hashed); } return bcrypt.compareSync(password, hashed); };",
        'bcryptjs.compareSync',
      ],
      [
        'a helper of a module of helpers',
        "import bcrypt from 'bcryptjs'; const Helper = { password: { hash: hashPassword } }; export default { hashPassword }; function hashPassword(password) { return bcrypt.hashSync(password, bcrypt.genSaltSync(11)); }",
        'bcryptjs.hashSync',
      ],
      [
        'a value is encrypted',
        "const crypto = require('crypto'); function encrypt(value, password) { const key = crypto.scryptSync(password, salt, 32); return seal(value, key); } module.exports = { encrypt };",
        'crypto.scryptSync',
      ],
      [
        'in an async function',
        "import { scryptSync } from 'crypto'; export async function tokenOf(request) { const secret = request.headers.auth; return scryptSync(secret, 'salt', 64).toString('hex'); }",
        'crypto.scryptSync',
      ],
      [
        'in a method of a model',
        "const bcrypt = require('bcrypt-nodejs'); userSchema.methods.check = function (password) { return bcrypt.compareSync(password, this.password); };",
        'bcrypt-nodejs.compareSync',
      ],
      [
        'a pair of keys for each user',
        "import { generateKeyPairSync } from 'crypto'; export async function createActor(user) { const keys = generateKeyPairSync('rsa', { modulusLength: 2048 }); await save(user, keys); }",
        'crypto.generateKeyPairSync',
      ],
      [
        'in a class that is exported',
        "import { verifySync } from '@node-rs/argon2'; export class Auth { verify(password, hash) { return verifySync(hash, password); } }",
        '@node-rs/argon2.verifySync',
      ],
    ].map(([name = '', code = '', call = '']) => ({
      name: `slow: ${name}`,
      code,
      errors: [{ message: new RegExp(`^\`${call}\` blocks every request for milliseconds`, 'u') }],
    })),
    ...[
      [
        'an upload is moved, with a callback',
        "const fs = require('fs'); module.exports = (router) => { router.post('/upload', (q, s) => { upload(q, () => s.send('ok')); }); }; function upload(q, callback) { fs.copyFileSync(q.file, target); callback(); }",
      ],
      [
        'a plugin of fastify',
        "const fs = require('fs'); module.exports = async function (fastify) { fastify.get('/', async () => fs.readFileSync('x', 'utf8')); };",
      ],
      [
        'hapi, with the server handed in',
        "const fs = require('fs'); module.exports = (server) => server.route({ method: 'GET', path: '/x', handler: async () => fs.readFileSync('x') });",
      ],
      [
        'hapi, a list of routes',
        "const fs = require('fs'); module.exports = (server) => server.route([{ method: 'GET', path: '/x', options: { handler() { return fs.readFileSync('x'); } } }]);",
      ],
      [
        'the app router of Next',
        "import { gzipSync } from 'zlib'; export async function POST(request) { return new Response(gzipSync(await request.text())); }",
      ],
      [
        'a constant of the app router',
        "import { gzipSync } from 'zlib'; export const GET = async (request) => new Response(gzipSync(await request.text()));",
      ],
      [
        'tRPC',
        "import { hashSync } from 'bcrypt'; export const users = router({ signup: publicProcedure.input(schema).mutation(async ({ input }) => hashSync(input.password, 12)) });",
      ],
      [
        'GraphQL',
        "const bcrypt = require('bcrypt'); module.exports = { Mutation: { async login(o, args) { return bcrypt.compareSync(args.p, h); } } };",
      ],
      [
        'a socket that is a parameter',
        "const bcrypt = require('bcrypt'); exports.handler = (socket) => socket.on('login', async (d, cb) => cb(bcrypt.compareSync(d.p, d.h)));",
      ],
      [
        'Meteor',
        "import fs from 'fs'; Meteor.methods({ async save(x) { fs.writeFileSync('a', x); } });",
      ],
      [
        'discord.js',
        "const fs = require('fs'); client.on('messageCreate', async (m) => fs.readFileSync('c'));",
      ],
      [
        'bull',
        "const zlib = require('zlib'); queue.process(async (job) => zlib.gzipSync(job.data));",
      ],
      [
        'bullmq',
        "import { Worker } from 'bullmq'; import { gzipSync } from 'zlib'; new Worker('pages', async (job) => gzipSync(job.data));",
      ],
      [
        'passport',
        "const bcrypt = require('bcrypt'); passport.use(new LocalStrategy(async (u, p, done) => done(null, bcrypt.compareSync(p, h))));",
      ],
      [
        'a hook of mongoose',
        "const bcrypt = require('bcrypt'); userSchema.pre('save', function (next) { this.password = bcrypt.hashSync(this.password, 10); next(); });",
      ],
      [
        'a router that is handed about, with a named handler',
        "const fs = require('fs'); const show = async (ctx) => { ctx.body = fs.readFileSync('a'); }; module.exports = (router) => { router.get('/a', show); };",
      ],
    ].map(([name = '', code = '']) => alone(`a handler: ${name}`, code)),
    {
      name: 'Nest',
      code: "import fs from 'fs'; import { Controller, Get } from '@nestjs/common'; @Controller() class C { @Get() page() { return fs.readFileSync('x'); } }",
      parsers: ['typescript'],
      errors: [
        {
          messageId: 'handler',
          data: {
            call: 'fs.readFileSync',
            root: '`page`, line 1',
            through: '',
            instead: 'Use `fs.promises.readFile`.',
          },
        },
      ],
    },
    {
      name: 'bcryptjs: its async form computes here too',
      code: "const bcrypt = require('bcryptjs'); exports.verify = function (password, hash) { return bcrypt.compareSync(password, hash); };",
      errors: [
        {
          message:
            '`bcryptjs.compareSync` blocks every request for milliseconds to tenths of a second a call: `verify`, line 1, reaches it. Use `bcryptjs.compare`, which computes here too, but in slices; `bcrypt` has a thread for it.',
        },
      ],
    },
    ...[
      "app.get('/', (q, s) => { if (process.env.NODE_ENV === 'production') { s.send(fs.readFileSync('a')); } });",
      "const isProd = process.env.NODE_ENV === 'production'; app.get('/', (q, s) => { if (!isProd) { s.send(page); } else { s.send(fs.readFileSync('a')); } });",
      "app.get('/', (q, s) => { if (process.env.NODE_ENV === 'development' || q.a) { s.send(fs.readFileSync('a')); } });",
      "app.get('/', (q, s) => { if (process.env.NODE_ENV !== mode) { s.send(fs.readFileSync('a')); } });",
      "app.get('/', (q, s) => { if (q.mode !== 'production') { s.send(fs.readFileSync('a')); } });",
      "app.get('/', (q, s) => { if (fs.readFileSync('a') && process.env.NODE_ENV !== 'production') { s.send(page); } });",
      "app.get('/', (q, s) => { if (process.env.NODE_ENV > 'production') { s.send(fs.readFileSync('a')); } });",
      "const isDev = !isProd; const isProd = !isDev; app.get('/', (q, s) => { if (isDev) { s.send(fs.readFileSync('a')); } });",
      "const mode = mode; app.get('/', (q, s) => { if (mode === 'development') { s.send(fs.readFileSync('a')); } });",
    ].map((code) => bad('in production too', code)),
    bad('in a handler', "app.get('/users', (q, s) => s.send(fs.readFileSync('a')));", {
      line: 4,
      column: 36,
      endColumn: 56,
      data: {
        call: 'fs.readFileSync',
        root: "the handler of `app.get('/users')`, line 4",
        through: '',
        instead: 'Use `fs.promises.readFile`.',
      },
    }),
    bad(
      'through helpers',
      "const list = () => load('a');\nfunction load(f) { return fs.readFileSync(f); }\napp.use((q, s) => s.send(list()));",
      {
        line: 5,
        data: {
          call: 'fs.readFileSync',
          root: 'the handler of `app.use()`, line 6',
          through: ' through `list` and `load`',
          instead: 'Use `fs.promises.readFile`.',
        },
      },
    ),
    bad(
      'a named handler',
      "function home(q, s) { s.send(fs.readFileSync('a')); }\napp.all('/', home);",
    ),
    bad(
      'a handler of a route in an object',
      "const fastify = require('fastify')(); fastify.route({ method: 'GET', handler: (q) => fs.readFileSync(q.url) });",
    ),
    bad(
      'a function of an object that is waited for',
      "app.get('/', async (q, s) => { await send(s, { body: async (file) => fs.readFileSync(file) }); });",
    ),
    {
      ...bad(
        'a look at each path of a list',
        "app.get('/sizes', (q, s) => s.send(paths.map((path) => fs.statSync(path).size)));",
      ),
      options: [{ checkAsyncFunctions: true, allow: [] }],
    },
    bad('a list of handlers', "app.get('/', [check, (q) => fs.readFileSync(q.url)]);"),
    bad('a wrapped handler', "app.get('/', wrap(async (q, s) => { fs.readFileSync('a'); }));"),
    bad('a bound handler', "function f(q) { fs.readFileSync('a'); }\napp.get('/', f.bind(null));"),
    bad(
      'a method of an object',
      "const pages = { home(q, s) { s.send(fs.readFileSync('a')); } };\napp.get('/', pages.home);",
    ),
    bad('in a callback', "app.get('/', (q) => q.on('end', () => fs.writeFileSync('a', q.body)));"),
    bad('in an iteration', "app.get('/', (q, s) => s.send(q.files.map(fs.readFileSync)));"),
    ...[
      "app.get('/', (q, s) => s.send(fs.readFileSync.call(fs, 'a')));",
      "app.get('/', (q, s) => s.send(fs.readFileSync.apply(fs, ['a'])));",
      "const read = fs.readFileSync.bind(fs); app.get('/', (q, s) => s.send(read('a')));",
      "const read = fs.readFileSync.bind(fs, 'a'); app.get('/', (q, s) => s.send(read()));",
      "app.get('/', (q, s) => s.send(q.files.map(fs.readFileSync.bind(fs))));",
    ].map((code) =>
      bad('called with its object', code, {
        data: {
          call: 'fs.readFileSync',
          root: "the handler of `app.get('/')`, line 4",
          through: '',
          instead: 'Use `fs.promises.readFile`.',
        },
      }),
    ),
    bad(
      'with a test of something else around',
      "app.get('/', (q, s) => { if (fs.existsSync(q.url)) { s.send(fs.readFileSync(q.url)); } });",
    ),
    // As the routes of ungit and terriajs-server.
    ...[
      "module.exports = (server) => { server.get('/', (q, s) => { s.send(fs.readFileSync('a')); }); };",
      "exports.routes = ({ router }) => router.post('/:id', check, async (q, s, next) => { s.end(fs.readFileSync('a')); next(); });",
      "export default function (app, base) { app.use(`/${base}`, (q, s) => s.render('page', fs.readFileSync('a'))); }",
    ].map((code) => bad('an application that is given', code)),
    bad('a route', "app.route('/').get((q, s) => s.send(fs.readFileSync('a')));"),
    bad('settings before', "express().disable('etag').get('/', () => fs.readFileSync('a'));"),
    bad(
      'a router',
      "const router = express.Router(); router.post('/', () => fs.rmSync('a', { recursive: true }));",
    ),
    bad(
      'in a field of an instance',
      "class Pages { show = async (q, s) => { s.send(fs.readFileSync('a')); }; }\napp.get('/', new Pages().show);",
    ),
    bad(
      'in a method of an instance that has a name',
      "class Pages { show(q, s) { s.send(fs.readFileSync('a')); } }\nconst pages = new Pages(); app.get('/', pages.show.bind(pages));",
    ),
    bad(
      'in an inherited method',
      "class Base { show(q, s) { s.send(fs.readFileSync('a')); } }\nclass Pages extends Base {}\napp.get('/', (q, s) => new Pages().show(q, s));",
    ),
    bad(
      'in a static method',
      "class Pages { static show(q, s) { s.send(fs.readFileSync('a')); } }\napp.get('/', Pages.show);",
    ),
    bad(
      'in a private field',
      "class Pages { #show = (q, s) => { s.send(fs.readFileSync('a')); }; constructor() { app.get('/', this.#show); } }",
    ),
    alone(
      'with a response that has a default',
      "const fs = require('fs'); exports.show = (q, s = fake) => { s.status(200).send(fs.readFileSync('a')); };",
    ),
    bad(
      'a field',
      "class Server { constructor() { this.app = express(); } start() { this.app.get('/', () => this.read()); } read() { return fs.readFileSync('a'); } }",
    ),
    bad(
      'what answers, wherever it is registered',
      "exports.home = (q, s) => { s.status(200).send(fs.readFileSync('a')); };",
      {
        data: {
          call: 'fs.readFileSync',
          root: '`home`, line 4',
          through: '',
          instead: 'Use `fs.promises.readFile`.',
        },
      },
    ),
    bad(
      'what answers by a code',
      "module.exports = (q, s) => { s.statusCode = 404; s.end(fs.readFileSync('a')); };",
    ),
    {
      ...bad(
        'asking for a path, if asked for',
        "app.get('/', (q, s) => s.send(fs.existsSync('a')));",
      ),
      options: [{ allow: [] }],
    },
    bad(
      'in a server of testimonials',
      "class Testimonials { constructor() { this.app = express(); this.app.post('/', () => fs.writeFileSync('a', '')); } }",
    ),
    bad(
      'a test of something else that is kept',
      "app.get('/', (q, s) => { let page = pages[q.url]; if (!found) { page = fs.readFileSync(q.url); pages[q.url] = page; } s.send(page); });",
    ),
    alone(
      'http',
      "import { readFileSync as load } from 'node:fs';\nimport { createServer } from 'node:http';\ncreateServer((q, s) => s.end(load(q.url)));",
      {
        line: 3,
        data: {
          call: 'fs.readFileSync',
          root: 'the handler of `createServer()`, line 3',
          through: '',
          instead: 'Use `fs.promises.readFile`.',
        },
      },
    ),
    alone(
      'an event of a server',
      "import fs from 'fs'; import http from 'http'; const server = http.createServer(); server.on('request', (q, s) => s.end(fs.readFileSync('a')));",
    ),
    alone(
      'koa',
      "const Koa = require('koa'); const { gzipSync } = require('zlib'); const app = new Koa(); app.use(async (ctx) => { ctx.body = gzipSync(ctx.body); });",
    ),
    alone(
      'a plugin of fastify',
      "import Fastify from 'fastify'; import { execSync } from 'child_process'; const app = Fastify(); app.register(async (api) => { api.get('/', async () => execSync('date')); });",
    ),
    alone(
      'a route of hapi',
      "const Hapi = require('@hapi/hapi'); const { scryptSync } = require('crypto'); const server = Hapi.server(); server.route({ method: 'GET', path: '/', options: { handler(q) { return scryptSync(q.a, q.b, 64); } } });",
    ),
    alone(
      'sockets',
      "import { WebSocketServer } from 'ws'; import bcrypt from 'bcrypt'; new WebSocketServer({}).on('connection', (socket) => { socket.on('message', (m) => bcrypt.hashSync(m, 10)); });",
    ),
    alone(
      'an emitter',
      "import fs from 'fs'; import EventEmitter from 'events'; class Jobs extends EventEmitter { constructor() { super(); this.on('job', (f) => fs.readFileSync(f)); } }",
    ),
    alone(
      'Atomics.wait',
      "import http from 'http'; http.createServer((q, s) => { Atomics.wait(flags, 0, 0, 100); s.end(); });",
    ),
    alone(
      'many random bytes',
      "import crypto from 'crypto'; import http from 'http'; http.createServer((q, s) => s.end(crypto.randomBytes(1e6)));",
    ),
    bad(
      'odd syntax',
      "(0, app['get'])('/', () => 1); app\n ['post'] ('/', function () { return fs [`readFileSync`] ('a') });",
    ),
    bad('optional calls', "app.get('/', (q, s) => s.send(fs?.readFileSync?.('a')));"),
    {
      name: 'async functions, if asked for',
      code: "import fs from 'fs';\nexport async function load() { return ['a'].map((f) => fs.readFileSync(f)); }",
      ...ASYNC,
      errors: [
        {
          messageId: 'async',
          line: 2,
          data: {
            call: 'fs.readFileSync',
            root: '`load`, line 2',
            through: '',
            instead: 'Use `fs.promises.readFile`.',
          },
        },
      ],
    },
    {
      ...bad(
        'types',
        "app.get('/', (q: Request, s: Response) => s.send(fs!.readFileSync('a') as Buffer));",
      ),
      parsers: ['typescript'],
    },
    {
      name: 'an application with a type of its own',
      code: "const fs = require('fs'); const app = require('express')() as Application;\napp.get('/', (q, s) => { s.send((fs as any).readFileSync('a')); });",
      parsers: ['typescript'],
      errors: [{ messageId: 'handler' }],
    },
    {
      ...bad(
        'handlers with types of their own',
        "app.get('/', ((q, s) => { s.send(fs.readFileSync('a')); }) satisfies Handler);",
      ),
      parsers: ['typescript'],
    },
    {
      ...bad(
        'a name of a handler with a type',
        "const show: Handler = (q, s) => { s.send(fs.readFileSync('a')); };\napp.get('/', show as any);",
      ),
      parsers: ['typescript'],
    },
  ],
});
