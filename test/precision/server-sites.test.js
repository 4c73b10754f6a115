import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

import * as typescriptParser from '@typescript-eslint/parser';

import plugin from '../../index.js';
import { fileOf } from '../rules/file-of.js';

/**
 * What stops the event loop in server applications, read and judged worth a change before the rules were changed
 * for it: the application, where it stands, and the same in short.
 */
const BLOCKING = [
  {
    site: 'umami, src/lib/crypto.ts:16',
    what: 'of every authenticated request, through two files',
    code: "import crypto from 'node:crypto';\nconst getKey = (password: string, salt: Buffer) =>\n  crypto.pbkdf2Sync(password, salt, 10000, 32, 'sha512');\nexport function decrypt(value: any, secret: any) { return crypto.createDecipheriv('aes-256-gcm', getKey(secret, value), value); }",
    line: 3,
  },
  {
    site: 'umami, src/lib/password.ts:6',
    what: 'each new password',
    code: "import bcrypt from 'bcryptjs';\nexport function hashPassword(password: string, rounds = 10) {\n  return bcrypt.hashSync(password, rounds);\n}",
    line: 3,
  },
  {
    site: 'umami, src/lib/password.ts:10',
    what: 'each login',
    code: "import bcrypt from 'bcryptjs';\nexport function checkPassword(password: string, passwordHash: string) {\n  return bcrypt.compareSync(password, passwordHash);\n}",
    line: 3,
  },
  {
    site: 'uptime-kuma, server/password-hash.js:25',
    what: 'each login and request with a key',
    code: "const bcrypt = require('bcryptjs');\nexports.verify = function (password, hash) {\n  if (isSHA1(hash)) { return old.verify(password, hash); }\n  return bcrypt.compareSync(password, hash);\n};",
    line: 4,
  },
  {
    site: 'thelounge, server/helper.ts:72',
    what: 'a function of an object of objects that is exported by its name',
    code: "import bcrypt from 'bcryptjs';\nconst Helper = { expandHome, password: { hash: passwordHash } };\nexport default Helper;\nfunction passwordHash(password: string) {\n  return bcrypt.hashSync(password, bcrypt.genSaltSync(11));\n}",
    line: 5,
  },
  {
    site: 'emailengine, lib/encrypt.js:101',
    what: 'behind a cache that is lost with each new salt',
    code: "const crypto = require('crypto');\nfunction getKeyFromPassword(password, salt) {\n  const cached = saltCache(password, salt);\n  if (cached) { return cached; }\n  return crypto.scryptSync(password, salt, 32);\n}\nfunction decrypt(data, secret) { return read(data, getKeyFromPassword(secret, data.salt)); }\nmodule.exports = { decrypt };",
    line: 5,
  },
  {
    site: 'outline, server/utils/passport.ts:421',
    what: 'a method of the store of states',
    code: "import crypto from 'crypto';\nexport class StateStore {\n  private getKey(secret: string) {\n    return crypto.scryptSync(secret, 'salt', 32);\n  }\n  store = async (ctx: Context, callback: Callback) => { callback(null, this.getKey(ctx.secret)); };\n}",
    line: 4,
  },
  {
    site: 'codimd, lib/imageRouter/filesystem.js:56',
    what: 'each upload, in a function with a callback',
    set: /** @type {const} */ ('all'),
    code: "const fs = require('fs');\nexports.uploadImage = function (imagePath, callback) {\n  try {\n    fs.copyFileSync(imagePath, target(imagePath));\n  } catch (e) { return callback(e, null); }\n  callback(null, urlOf(imagePath));\n};",
    line: 4,
  },
];

/** Handlers of frameworks that the file does not make the server of. */
const HANDLERS = [
  "module.exports = async function (fastify) { fastify.get('/', async () => fs.readFileSync('x', 'utf8')); };",
  "module.exports = (server) => server.route({ method: 'GET', path: '/x', handler: async () => fs.readFileSync('x') });",
  "module.exports = [{ method: 'GET', path: '/x', handler: async (request, h) => fs.readFileSync('x') }];",
  "module.exports = [{ method: 'GET', url: '/x', handler(request, reply) { reply.send(fs.readFileSync('x')); } }];",
  "@Controller() class C { @Get() page() { return fs.readFileSync('x'); } }",
  '@Injectable() class Log implements NestMiddleware { use(req, res, next) { fs.writeFileSync(req.path, req.body); next(); } }',
  "@Injectable() class Key implements CanActivate { canActivate(context) { return fs.readFileSync('x') === context.key; } }",
  "@Processor('mails') class Mails extends WorkerHost { async process(job) { return fs.readFileSync(job.data); } }",
  'export async function POST(request) { return new Response(gzipSync(await request.text())); }',
  "export default function handler(req, res) { res.send(fs.readFileSync('x', 'utf8')); }",
  'router({ signup: publicProcedure.mutation(async ({ input }) => bcrypt.hashSync(input.password, 12)) });',
  'module.exports = { Mutation: { async login(o, args) { return bcrypt.compareSync(args.p, h); } } };',
  'export const Query = { page: (o, args) => fs.readFileSync(args.path) };',
  'new GraphQLObjectType({ fields: { page: { type: Page, resolve: (o, args) => fs.readFileSync(args.path) } } });',
  "exports.handler = (socket) => socket.on('login', async (d, cb) => cb(bcrypt.compareSync(d.p, d.h)));",
  "Meteor.methods({ async save(x) { fs.writeFileSync('a', x); } });",
  "client.on('messageCreate', async (m) => fs.readFileSync('c'));",
  "export default { data: new SlashCommandBuilder(), async execute(interaction) { return fs.readFileSync('c'); } };",
  'queue.process(async (job) => zlib.gzipSync(job.data));',
  'passport.use(new LocalStrategy(async (u, p, done) => done(null, bcrypt.compareSync(p, h))));',
  "userSchema.pre('save', function (next) { this.password = bcrypt.hashSync(this.password, 10); next(); });",
  "exports.page = (req, res) => { res.send(fs.readFileSync('x')); };",
  "class Pages { page = async (req, res, next) => { res.send(fs.readFileSync('x')); }; }",
  "module.exports = () => async (ctx, next) => { ctx.body = fs.readFileSync('x'); await next(); };",
];

const IMPORTS =
  "import fs from 'fs'; import zlib, { gzipSync } from 'zlib'; import bcrypt from 'bcryptjs';\n";

/**
 * @param {string} code
 * @param {'recommended' | 'all'} [set]
 * @returns {number[]} The lines on which `no-blocking-in-async` reports.
 */
function linesOf(code, set = 'recommended') {
  const messages = new Linter({ configType: 'flat' }).verify(
    code,
    [
      {
        plugins: { 'async-perf': plugin },
        rules: {
          'async-perf/no-blocking-in-async':
            plugin.configs[set].rules?.['async-perf/no-blocking-in-async'] ?? 'off',
        },
        languageOptions: { parser: typescriptParser, sourceType: 'module' },
      },
    ],
    { filename: fileOf('server') },
  );
  return messages.map(({ line }) => line);
}

describe('slow work in server applications', () => {
  it.each(BLOCKING)('is reported in $site: $what', ({ code, line, set }) => {
    expect(linesOf(code, set)).toContain(line);
  });
});

describe('handlers of frameworks', () => {
  it.each(HANDLERS)('are known: %s', (code) => {
    expect(linesOf(IMPORTS + code)).toEqual([2]);
  });

  it.each([
    // Not a handler: a client, a helper that is given both, a method of something else.
    "client.get('/x', (error, body) => { fs.writeFileSync('x', body); });",
    "export const page = (request) => fs.readFileSync('x');",
    "test((req, res) => { res.send(fs.readFileSync('x')); });",
    "class Guard { canActivate() { return fs.readFileSync('x'); } }",
    "export default { data: 1, name: 'x', load() { return fs.readFileSync('c'); } };",
    "export default { path: '/', handler() { return fs.readFileSync('c'); } };",
  ])('are nothing else: %s', (code) => {
    expect(linesOf(IMPORTS + code)).toEqual([]);
  });
});
