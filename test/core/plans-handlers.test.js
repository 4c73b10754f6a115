import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/callback-to-async.js';
import { convert } from '../../core/codemod/convert.js';
import { planCallbacks } from '../../core/plans/codemods/callbacks.js';

/** Handlers that a router in another file takes. */

const root = mkdtempSync(join(tmpdir(), 'async-perf-handlers-'));
afterAll(() => rmSync(root, { recursive: true }));

const BODY = `{
  store(req.params.id, (err, user) => {
    if (err) return next(err);
    res.json(user);
  });
}`;

const STORE = "const store = require('store');\n";
const USERS = `${STORE}exports.show = (req, res, next) => ${BODY};\n`;
const ROUTES = `const router = require('express').Router();
const users = require('../controllers/users');
router.get('/:id', users.show);
module.exports = router;
`;

/**
 * @param {Record<string, string | undefined>} changes By path; undefined for a file that there is not.
 * @param {Record<string, unknown>} [more] Options.
 * @returns {{ directory: string, output: string, sites: readonly { status: string, reason?: string | undefined }[] }}
 */
function convertUsers(changes, more = {}) {
  const directory = mkdtempSync(join(root, 'project-'));
  const files = {
    'package.json': '{ "name": "shop", "main": "app.js" }',
    'app.js': "module.exports = require('express')().use(require('./routes/users'));\n",
    'routes/users.js': ROUTES,
    'controllers/users.js': USERS,
    ...changes,
  };
  for (const [name, text] of Object.entries(files)) {
    if (text !== undefined) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
  }
  const name = Object.keys(files).find((each) => /controllers\/users\./u.test(each)) ?? '';
  const path = join(directory, name);
  const source = /** @type {Record<string, string>} */ (files)[name] ?? '';
  const options = { node: '20', callbacks: 'store', ...more };
  const facts = planCallbacks([{ path, source }], options).factsFor(path);
  const { source: output, sites } = convert({ path, source }, codemod, options, facts);
  return { directory, output, sites };
}

/** @type {[name: string, files: Record<string, string | undefined>][]} */
const CONVERTED = [
  ['by its member', {}],
  [
    'by the module itself',
    {
      'controllers/users.js': `${STORE}module.exports = function (req, res, next) ${BODY};\n`,
      'routes/users.js':
        "require('express').Router().use('/:id', require('../controllers/users'));",
    },
  ],
  [
    'by a name that is taken out',
    {
      'routes/users.js':
        "const { show } = require('../controllers/users');\nrequire('express').Router().get('/:id', show);",
    },
  ],
  [
    'behind other handlers, in a list, and more than once',
    {
      'routes/users.js':
        "const users = require('../controllers/users');\nconst app = require('express')();\napp.use(log, users.show);\napp.route('/:id').get([log, users.show]).post(users.show);",
    },
  ],
  [
    'as a parameter of a path',
    {
      'controllers/users.js': `${STORE}exports.show = function (req, res, next, id) ${BODY};\n`,
      'routes/users.js':
        "const users = require('../controllers/users');\nrequire('express')().param('id', users.show);",
    },
  ],
  [
    'as a declaration',
    {
      'controllers/users.js': `${STORE}function show(req, res, next) ${BODY}\nmodule.exports = { show };\n`,
    },
  ],
  [
    'as a property of what is exported',
    { 'controllers/users.js': `${STORE}module.exports = { show(req, res, next) ${BODY} };\n` },
  ],
  [
    'as a member of an object of its own',
    {
      'controllers/users.js': `${STORE}const users = {};\nusers.show = (req, res, next) => ${BODY};\nmodule.exports = users;\n`,
    },
  ],
  [
    'by way of an index',
    {
      'controllers/index.js': "exports.users = require('./users');",
      'routes/users.js':
        "const controllers = require('../controllers');\nrequire('express')().get('/:id', controllers.users.show);",
    },
  ],
  [
    'as modules',
    {
      'controllers/users.js': `import store from 'store';\nexport const show = (req, res, next) => ${BODY};\n`,
      'routes/users.js':
        "import express from 'express';\nimport * as users from '../controllers/users.js';\nexpress.Router().get('/:id', users.show);",
    },
  ],
  [
    'as the default of a module',
    {
      'controllers/users.js': `import store from 'store';\nexport default function show(req, res, next) ${BODY}\n`,
      'routes/users.js':
        "import express from 'express';\nimport show from '../controllers/users.js';\nexpress.Router().get('/:id', show);",
    },
  ],
  [
    'as what it makes',
    {
      'controllers/users.js': `${STORE}module.exports = (options) => (req, res, next) => ${BODY};\n`,
      'routes/users.js':
        "require('express').Router().get('/:id', require('../controllers/users')({ all: true }));",
    },
  ],
  [
    'as what it makes, by a name and in a list',
    {
      'controllers/users.js': `${STORE}exports.show = function (options) {\n  const { all } = options;\n  return function show(req, res, next) ${BODY};\n};\n`,
      'routes/users.js':
        "const { show } = require('../controllers/users');\nconst app = require('express')();\nconst showAll = show({ all: true });\napp.use(showAll);\napp.get('/', [log, showAll]).post('/', show({}));",
    },
  ],
  [
    'as what is called with the error of another',
    {
      'controllers/users.js': `${STORE}exports.show = (error, req, res, next) => ${BODY};\n`,
      'routes/users.js': "require('express')().use(require('../controllers/users').show);",
    },
  ],
  [
    'by the module itself, which has other members',
    {
      'controllers/users.js': `${STORE}module.exports = function (req, res, next) ${BODY};\nmodule.exports.schema = {};\n`,
      'routes/users.js':
        "const show = require('../controllers/users');\nconsole.log(show.schema);\nrequire('express').Router().use('/:id', show);",
    },
  ],
  [
    'beside a member that a test replaces',
    {
      'controllers/users.js': `${USERS}exports.list = () => [];\n`,
      'test/users.js':
        "const users = require('../controllers/users');\nusers.list = () => ['a'];\n",
    },
  ],
  [
    'in a package whose main is a folder',
    {
      'package.json': '{ "name": "shop", "main": "controllers/" }',
      'controllers/index.js': "module.exports = require('express')();\n",
    },
  ],
  [
    'by a server',
    {
      'routes/users.js':
        "require('http').createServer(require('../controllers/users').show).listen(80);",
    },
  ],
  [
    'by a test, which calls it',
    {
      'test/users.js':
        "const users = require('../controllers/users');\nit('shows', (done) => { users.show({ params: {} }, { json: () => done() }, done); });",
    },
  ],
  [
    'by what is called and takes nothing',
    {
      'controllers/users.js': `${STORE}exports.start = () => { store('a', (err, user) => { if (err) { console.error(err); return; } console.log(user); }); };\n`,
      'routes/users.js': "const users = require('../controllers/users');\nusers.start();",
    },
  ],
];

/** @type {[name: string, files: Record<string, string | undefined>][]} */
const LEFT = [
  ['nobody takes', { 'routes/users.js': undefined }],
  [
    'somebody looks at the result of',
    { 'routes/other.js': "console.log(require('../controllers/users').show(req, res));" },
  ],
  [
    'is handed on',
    { 'routes/other.js': "exports.handler = wrap(require('../controllers/users').show);" },
  ],
  ['is handed on with its module', { 'routes/other.js': "wrap(require('../controllers/users'));" }],
  [
    'is taken by a computed name',
    {
      'routes/other.js':
        "const users = require('../controllers/users');\nfor (const name of names) app.get(name, users[name]);",
    },
  ],
  [
    'is loaded by a name that is made up',
    {
      'routes/other.js': "for (const name of ['users']) wrap(require('../controllers/' + name));",
    },
  ],
  [
    'fastify sends what it returns',
    { 'routes/users.js': ROUTES.replace("require('express').Router()", "require('fastify')()") },
  ],
  ['the package shows to others', { 'app.js': "module.exports = require('./controllers/users');" }],
  [
    'the package shows to others in an object',
    { 'app.js': "module.exports = { users: require('./controllers/users') };" },
  ],
  ['is the package', { 'package.json': '{ "name": "shop", "main": "controllers/users" }' }],
  [
    'the package exports',
    { 'package.json': '{ "name": "shop", "exports": { "./*": "./controllers/*.js" } }' },
  ],
  [
    'the package exports once it is compiled',
    {
      'package.json': '{ "name": "shop", "main": "dist/index.js" }',
      'src/index.js': "export * from '../controllers/users.js';",
      'controllers/users.js': `import store from 'store';\nexport const show = (req, res, next) => ${BODY};\n`,
    },
  ],
  [
    'somebody has from a file that hands everything on',
    {
      'controllers/users.js': `${STORE}const api = (module.exports = {});\napi.show = (req, res, next) => ${BODY};\nexports.other = 1;\n`,
      'controllers/index.js': "export * from './users.js';",
      'routes/other.js':
        "import { show } from '../controllers/index.js';\nconsole.log(show(req, res));",
    },
  ],
  [
    'is constructed',
    {
      'controllers/users.js': `${STORE}exports.Start = function () { store('a', (err, user) => { if (err) { console.error(err); return; } console.log(user); }); };\n`,
      'routes/users.js': "const users = require('../controllers/users');\nnew users.Start();",
    },
  ],
  [
    'goes by names of the package',
    { 'package.json': '{ "name": "shop", "imports": { "#users": "./controllers/users.js" } }' },
  ],
  [
    'is no handler by its parameters',
    {
      'controllers/users.js': `${STORE}exports.show = (ctx) => { store(ctx.id, (err, user) => { if (err) return ctx.fail(err); ctx.json(user); }); };\n`,
    },
  ],
  [
    'the file itself calls for its result',
    {
      'controllers/users.js': `${USERS}exports.first = (req, res, next) => { if (exports.show(req, res, next)) res.end(); };\n`,
    },
  ],
  [
    'calls itself for its result',
    {
      'controllers/users.js': `${STORE}exports.show = function show(req, res, next) {\n  if (req.again) log(show(req.again, res, next));\n${BODY.slice(1)};\n`,
    },
  ],
  [
    'is one of two',
    {
      'controllers/users.js': `${USERS}if (process.env.OLD) exports.show = (req, res, next) => ${BODY};\n`,
    },
  ],
  [
    'has a callback and is only called',
    {
      'routes/users.js':
        "const users = require('../controllers/users');\nusers.show(req, res, next);",
    },
  ],
  [
    'an alias of a build may load',
    {
      'routes/other.js':
        "import users from '@/controllers/users';\nconsole.log(users.show(req, res));",
    },
  ],
  [
    'somebody calls that has it made',
    {
      'controllers/users.js': `${STORE}module.exports = (options) => (req, res, next) => ${BODY};\n`,
      'routes/users.js':
        "const show = require('../controllers/users')({});\nrequire('express')().get('/', show);\nconsole.log(show(req, res));",
    },
  ],
  [
    'is handed on by who has it made',
    {
      'controllers/users.js': `${STORE}module.exports = (options) => (req, res, next) => ${BODY};\n`,
      'routes/users.js':
        "exports.show = require('../controllers/users')({});\nrequire('express')().get('/', require('../controllers/users')({}));",
    },
  ],
  [
    'is exported by who has it made',
    {
      'controllers/users.js': `import store from 'store';\nexport default (options) => (req, res, next) => ${BODY};\n`,
      'routes/users.js':
        "import make from '../controllers/users.js';\nexport const show = make({});\nrequire('express')().get('/', show);",
    },
  ],
  [
    'is made where another is that a router takes',
    {
      'controllers/users.js': `${STORE}exports.show = (options) => (req, res, next) => ${BODY};\n`,
    },
  ],
  [
    'a file that does not parse may use',
    { 'routes/other.js': "const users = require('../controllers/users'); (((" },
  ],
];

describe('handlers that files export', () => {
  it.each(CONVERTED)('become async: taken %s', (_, files) => {
    const { output, sites } = convertUsers(files);
    expect(sites).toMatchObject([{ status: 'converted' }]);
    expect(output).toMatch(/async /u);
    expect(output).toContain('await ');
  });

  it.each(LEFT)('stay: one that %s', (_, files) => {
    const { output, sites } = convertUsers(files);
    expect(sites.every(({ status }) => status === 'refused')).toBe(true);
    expect(output).not.toContain('async ');
  });

  it('stay where nothing is known of the project', () => {
    const { sites } = convert({ path: 'users.js', source: USERS }, codemod, {
      node: '20',
      callbacks: 'store',
    });
    expect(sites).toMatchObject([{ status: 'refused' }]);
  });

  it.each([
    ['a handler', {}, ''],
    [
      'what makes one',
      {
        'controllers/users.js': `${STORE}module.exports = (options) => (req, res, next) => {
  store(req.params.id, (err, user) => {
    if (err && err.message !== options.ignored) return next(err);
    else if (err) return res.json(null);
    req.user = user;
    next();
  });
};\n`,
        'routes/users.js': `const router = require('express').Router();
const load = require('../controllers/users')({ ignored: 'gone' });
router.get('/:id', load);
module.exports = router;\n`,
      },
      '',
    ],
    [
      'one that is called with errors',
      {
        'controllers/users.js': `${STORE}exports.show = (error, req, res, next) => {
  store(req.params.id, (err, user) => {
    if (err) return next(error);
    if (!user) return next();
    res.json([error.message, user]);
  });
};\n`,
      },
      "new Error('first'), ",
    ],
  ])('do what they did: %s', (_, changes, first) => {
    const { directory, output } = convertUsers({
      'node_modules/store.js': `module.exports = (id, cb) => setImmediate(() => (id === 'bad' || id === 'gone' ? cb(new Error(id)) : cb(null, { id })));`,
      'node_modules/express.js': `exports.Router = () => ({ get(path, handler) { this.handler = handler; } });`,
      'run.js': `const { handler } = require('./routes/users');
console.log(handler.length);
for (const id of ['a', 'bad', 'gone', undefined]) {
  const response = { json: (user) => console.log('json', JSON.stringify(user)) };
  const request = { params: { id } };
  handler(${first}request, response, (error) => console.log('next', error?.message, request.user));
  console.log('returned');
}
`,
      ...changes,
    });
    const run = () => execFileSync(process.execPath, [join(directory, 'run.js')]).toString();
    const before = run();
    writeFileSync(join(directory, 'controllers', 'users.js'), output);
    expect(run()).toBe(before);
    expect(output).toContain('await');
    expect(output).not.toContain('nextTick');
  });
});
