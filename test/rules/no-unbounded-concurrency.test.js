import rule from '../../rules/no-unbounded-concurrency.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const filename = fileOf('databases');

const IMPORTS =
  "import axios from 'axios'; import pLimit from 'p-limit'; import pMap from 'p-map'; import { readdir, readFile } from 'fs/promises'; import { prisma } from './prisma.js'; import { User } from './models.js';\n";

/** @param {string} body Of an exported async function. */
const inFunction = (body) => ({
  code: `${IMPORTS}export async function tell(req, url) { ${body} }`,
  filename,
});

testRule('no-unbounded-concurrency', rule, {
  valid: [
    // Limited, or one after another.
    inFunction(
      'const users = await prisma.user.findMany(); await pMap(users, (user) => fetch(user.hook), { concurrency: 4 });',
    ),
    inFunction(
      'const limit = pLimit(4); const users = await prisma.user.findMany(); await Promise.all(users.map((user) => limit(() => fetch(user.hook))));',
    ),
    inFunction('for (const hook of req.body.hooks) { await fetch(hook); }'),
    // A list with an end.
    inFunction(
      'const users = await prisma.user.findMany({ take: 20 }); await Promise.all(users.map((user) => fetch(user.hook)));',
    ),
    inFunction(
      'const users = await User.find().limit(20); await Promise.all(users.map((user) => fetch(user.hook)));',
    ),
    inFunction(
      'const users = await prisma.user.findMany(options); await Promise.all(users.map((user) => fetch(user.hook)));',
    ),
    inFunction(
      'const { hooks } = req.body; if (hooks.length > 20) throw new Error(`Too many`); await Promise.all(hooks.map((hook) => fetch(hook)));',
    ),
    inFunction('await Promise.all(req.body.hooks.slice(0, 20).map((hook) => fetch(hook)));'),
    inFunction('await Promise.all([1, 2].map((id) => fetch(`${url}/${id}`)));'),
    // Nothing shows where the list comes from.
    inFunction('await Promise.all(url.map((each) => fetch(each)));'),
    inFunction(
      'const users = await load(); await Promise.all(users.map((user) => fetch(user.hook)));',
    ),
    // Neither a request nor a file.
    inFunction('await Promise.all(req.body.hooks.map((hook) => check(hook)));'),
    inFunction('await Promise.all(req.body.hooks.map((hook) => axios.create({ url: hook })));'),
    // no-unbounded-threadpool asks whether the files of a directory are many.
    inFunction(
      'const names = await readdir(url); await Promise.all(names.map((name) => readFile(name)));',
    ),
    {
      ...inFunction('await Promise.all(req.body.hooks.map((hook) => fetch(hook)));'),
      filename: filename.replace('file', 'seed'),
    },
  ],
  invalid: [
    ...[
      [
        'const users = await prisma.user.findMany({ where: { active: true } }); await Promise.all(users.map((user) => fetch(user.hook)));',
        'fetch',
        'a query without a limit',
        '`users`',
      ],
      [
        'const users = await User.find({ active: true }).lean(); await Promise.allSettled(users.filter(isThere).map(async (user) => { await axios.post(user.hook, user); }));',
        'axios.post',
        'a query without a limit',
        '`users.filter(isThere)`',
      ],
      [
        'const { hooks } = req.body; await Promise.all(hooks.map((hook) => fetch(hook)));',
        'fetch',
        'the body of the request',
        '`hooks`',
      ],
      [
        'await Promise.all((req.body["hooks"] /* of all */).map(async (hook) => await (fetch((hook)))));',
        'fetch',
        'the body of the request',
        '`req.body["hooks"]`',
      ],
      [
        'const send = (name) => fetch(`${url}/${name}`, { ...req.headers }); const names = await readdir(url); await Promise.all(names.map(send));',
        'fetch',
        'a directory',
        '`names`',
      ],
      [
        'const files = await prisma.file.findMany(); await Promise.all(files.map((file) => readFile(file.path)));',
        'fs/promises.readFile',
        'a query without a limit',
        '`files`',
      ],
    ].map(([body = '', call = '', source = '', list = '']) => ({
      ...inFunction(body),
      errors: [{ messageId: 'requests', data: { call, source, list }, line: 2 }],
    })),
    {
      code: 'export async function tell(request, response) { await Promise.all(request.body.hooks.map((hook) => fetch(hook))); }',
      filename,
      errors: [{ messageId: 'requests' }],
    },
  ],
});
