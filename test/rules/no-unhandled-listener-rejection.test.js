import rule from '../../rules/no-unhandled-listener-rejection.js';
import { fileOf } from './file-of.js';
import { testRule } from './rule-tester.js';

const WAIT = 'async () => { await save(); }';
const EMITTER = "const { EventEmitter } = require('events'); const jobs = new EventEmitter();";
const ROUTE =
  "const app = require('express')(); app.get('/', async (req, res) => { res.send(await load()); });";

testRule('no-unhandled-listener-rejection', rule, {
  valid: [
    // At once, and at the end.
    "import { Server } from 'socket.io'; const io = new Server(); io.on('connection', async (socket) => { await socket.join('all'); });",
    "process.on('disconnect', async () => { await server.close(); });",
    // Handled where it happens.
    `${EMITTER} jobs.on('job', async () => { try { await save(); } catch (error) { log(error); await report(error); } });`,
    `${EMITTER} jobs.on('job', async () => { await save().catch(log); await save().then(go, log); await save().catch(log).finally(go); });`,
    `${EMITTER} jobs.on('job', async () => { await Promise.allSettled([save()]); await sleep(100); await new Promise((resolve) => setTimeout(resolve, 10)); });`,
    `${EMITTER} jobs.on('job', async () => { await poll(); }); async function poll() { try { await save(); } catch {} }`,
    `${EMITTER} jobs.on('job', async () => { go(); });`,
    `${EMITTER} jobs.on('job', async () => { const { save } = await import('store'); save(); });`,
    `${EMITTER} jobs.on('job', async () => { jobs.off('job', async () => { await save(); }); });`,
    `${EMITTER} jobs.on('job', () => { save(); }); jobs.emit('job', ${WAIT}); jobs.on('job');`,
    // Asked for otherwise.
    `const { EventEmitter } = require('events'); new EventEmitter({ captureRejections: true }).on('job', ${WAIT});`,
    // Nothing shows that it ignores promises: Telegraf, Bolt and Probot wait for theirs.
    `const { Telegraf } = require('telegraf'); const bot = new Telegraf(token); bot.on('text', ${WAIT});`,
    `module.exports = (app) => { app.on('issues.opened', ${WAIT}); };`,
    `client.on('message', ${WAIT}); wrap(setTimeout, ${WAIT}); queue.process(${WAIT});`,
    // When the process ends anyway.
    `process.on('SIGTERM', async () => { await server.close(); process.exit(); }); process.on('beforeExit', ${WAIT}); process.on('unhandledRejection', ${WAIT});`,
    // Somebody starts it and sees the error.
    `#!/usr/bin/env node\nsetTimeout(${WAIT}, 10);`,
    { code: `setTimeout(${WAIT}, 10);`, filename: fileOf('command') },
    { code: `setTimeout(${WAIT}, 10);`, filename: fileOf('react') },
    {
      code: `setTimeout(${WAIT}, 10);`,
      filename: fileOf('server').replace('file.js', 'scripts/go.js'),
    },
    `it('waits', () => { setTimeout(${WAIT}, 10); });`,
    `const f = (setTimeout) => setTimeout(${WAIT}, 10);`,
    // An interval that waits for itself, and one that nobody asked about.
    'setInterval(async () => { try { await save(); } catch (error) { log(error); } }, 1000);',
    // Express 5 waits, as do patches and wrappers of 4; without a package.json nothing says which it is.
    { code: ROUTE, filename: fileOf('express-5') },
    { code: `require('express-async-errors'); ${ROUTE}`, filename: fileOf('express-4') },
    {
      name: 'a function that is handed on and answers all errors itself',
      code: "const express = require('express'); const app = express(); app.get('/', async (q, s) => { await withSpan('charts', async (span) => { try { s.send(await load(q, span)); } catch (error) { s.status(500).send(); } }); });",
      filename: fileOf('express-4'),
    },
    {
      code: "const app = require('express')(); app.get('/', wrap(async (req, res) => { res.send(await load()); }));",
      filename: fileOf('express-4'),
    },
    {
      code: "const app = require('express')(); app.get('/', async (req, res, next) => { try { res.send(await load()); } catch (error) { next(error); } });",
      filename: fileOf('express-4'),
    },
    {
      code: "module.exports = (client) => { client.get('/', async (req, res) => { await load(); }); };",
      filename: fileOf('express-4'),
    },
    ROUTE,
  ],
  invalid: [
    {
      code: `${EMITTER}\njobs.on('job', async () => {\n  await save();\n});`,
      errors: [
        {
          messageId: 'listener',
          line: 3,
          column: 3,
          endColumn: 15,
          data: { host: 'events.EventEmitter' },
        },
      ],
    },
    ...[
      ['process', `process.on('message', ${WAIT});`],
      [
        'events',
        `const EventEmitter = require('events'); class Jobs extends EventEmitter { constructor() { super(); this.on('job', ${WAIT}); } }`,
      ],
      [
        'events',
        `const EventEmitter = require('events'); class Jobs extends EventEmitter { constructor() { super(); this.on('job', this.run.bind(this)); } async run() { await save(); } }`,
      ],
      [
        'events',
        `import EventEmitter from 'node:events'; class Jobs extends EventEmitter {} const jobs = new Jobs(); jobs.once('job', ${WAIT});`,
      ],
      [
        'child_process.spawn',
        `const { spawn } = require('child_process'); spawn('ls').on('error', log).on('close', ${WAIT});`,
      ],
      [
        'http.createServer',
        `import http from 'http'; http.createServer(async (request, response) => { response.end(await load()); });`,
      ],
      [
        'https.get',
        `import https from 'https'; https.get(url, async (response) => { await save(response); });`,
      ],
      ['fs.createReadStream', `import fs from 'fs'; fs.createReadStream(file).on('end', ${WAIT});`],
      [
        'ws.WebSocketServer',
        `import { WebSocketServer } from 'ws'; const server = new WebSocketServer({ port }); server.on('connection', (socket) => { socket.on('message', ${WAIT}); });`,
      ],
      [
        'socket.io.Server',
        `import { Server } from 'socket.io'; const io = new Server(http); io.on('connection', async (socket) => { socket.join(await roomOf(socket)); });`,
      ],
      [
        'worker_threads.parentPort',
        `import { parentPort } from 'worker_threads'; parentPort.on('message', ${WAIT});`,
      ],
      [
        'bullmq.Worker',
        `import { Worker } from 'bullmq'; const worker = new Worker('mails', send); worker.on('failed', ${WAIT});`,
      ],
      [
        'readline.createInterface',
        `import readline from 'readline'; class A { constructor() { this.lines = readline.createInterface(input); this.lines.on('line', ${WAIT}); } }`,
      ],
      [
        'events.EventEmitter',
        `${EMITTER} jobs.on('job', run); async function run() { try { await save(); } finally { go(); } }`,
      ],
      [
        'events.EventEmitter',
        `${EMITTER} jobs.on('job', async () => { for await (const part of parts) go(part); });`,
      ],
      [
        'events.EventEmitter',
        `${EMITTER} jobs.on('job', async () => { await poll(); }); async function poll() { await save(); }`,
      ],
      [
        'events.EventEmitter',
        `${EMITTER} jobs.on('job', async () => { await new Promise((resolve, reject) => save(reject)); });`,
      ],
    ].map(([host, code = '']) => ({
      name: code,
      code,
      errors: [{ messageId: 'listener', data: { host } }],
    })),
    ...[
      `${EMITTER} jobs['on']('job', async () => { /* one */ await (0, save)(); });`,
      `${EMITTER} jobs?.on('job', async (...parts) => { await save(...parts); });`,
    ].map((code) => ({ code, errors: [{ messageId: 'listener' }] })),
    {
      code: "import { EventEmitter } from 'events'; const jobs = new EventEmitter() as Jobs; (jobs as any).on('job', (async () => { await save(); }) as Listener);",
      parsers: ['typescript'],
      errors: [{ messageId: 'listener' }],
    },
    ...['setTimeout', 'setInterval', 'setImmediate', 'process.nextTick', 'queueMicrotask'].map(
      (host) => ({
        code: `${host}(${WAIT});`,
        errors: [{ messageId: 'timer', data: { host } }],
      }),
    ),
    {
      code: 'setInterval(async () => { try { await save(); } catch (error) { log(error); } }, 1000);',
      options: [{ checkOverlap: true }],
      errors: [{ messageId: 'overlap' }],
    },
    {
      code: 'setInterval(async () => { await save(); }, 1000);',
      options: [{ checkOverlap: true }],
      errors: [{ messageId: 'overlap' }, { messageId: 'timer' }],
    },
    ...[
      ROUTE,
      "const { Router } = require('express'); const router = Router(); router.post('/', check, async (req, res) => { await save(req.body); res.end(); });",
      'module.exports = (app) => { app.use(async (req, res, next) => { req.user = await load(req); next(); }); };',
      "const app = require('express')(); app.get('/', show); async function show(req, res) { res.send(await load()); }",
    ].map((code) => ({
      name: `Express 4: ${code}`,
      code,
      filename: fileOf('express-4'),
      errors: [{ messageId: 'route' }],
    })),
  ],
});
