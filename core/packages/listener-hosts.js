/**
 * Emitters that call their listeners and ignore the promises that they return, so that nobody handles a rejection:
 * emitters of Node and what packages make of them. Others wait for their listeners, as Telegraf, Bolt and
 * Probot do, and are in no such table.
 */

/**
 * The calls, with `new` or without, that make an emitter, by module and member.
 *
 * @type {ReadonlyMap<string, string>} The versions that it holds for; the empty text for Node's own.
 */
export const EMITTER_MAKERS = new Map([
  ...[
    'child_process.exec',
    'child_process.execFile',
    'child_process.fork',
    'child_process.spawn',
    'events',
    'events.EventEmitter',
    'fs.createReadStream',
    'fs.createWriteStream',
    'fs.watch',
    'http.createServer',
    'http.get',
    'http.request',
    'http2.connect',
    'http2.createSecureServer',
    'http2.createServer',
    'https.createServer',
    'https.get',
    'https.request',
    'net.connect',
    'net.createConnection',
    'net.createServer',
    'net.Socket',
    'readline.createInterface',
    'stream.Duplex',
    'stream.PassThrough',
    'stream.Readable',
    'stream.Transform',
    'stream.Writable',
    'tls.connect',
    'tls.createServer',
    'worker_threads.Worker',
  ].map((name) => /** @type {const} */ ([name, ''])),
  ['bull', '*'],
  ['bullmq.QueueEvents', '*'],
  ['bullmq.Worker', '*'],
  ['chokidar.watch', '*'],
  ['socket.io', '>=2'],
  ['socket.io.Server', '>=3'],
  ['ws', '*'],
  ['ws.Server', '*'],
  ['ws.WebSocket', '>=8'],
  ['ws.WebSocketServer', '>=8'],
]);

/** Objects that are emitters themselves. */
export const EMITTERS = new Set(['cluster', 'process', 'worker_threads.parentPort']);

/** Functions that call what they are given, some time, and do nothing with its promise. */
export const CALLERS = new Set([
  'http.createServer',
  'https.createServer',
  'net.createServer',
  'http.get',
  'https.get',
  'http.request',
  'https.request',
]);

/** The emitters that are globals of the language or of Node. */
export const GLOBAL_CALLERS = new Set([
  'process.nextTick',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
]);

/** Modules of all these. */
export const HOST_MODULES = new Set(
  [...EMITTER_MAKERS.keys(), ...EMITTERS, ...CALLERS].map((name) =>
    name.startsWith('socket.io') ? 'socket.io' : (name.split('.', 1)[0] ?? ''),
  ),
);

/** Express before 5 does nothing with what a handler gives. */
export const EXPRESS = 'express';

/** The options that make it wait for its handlers all the same. */
export const EXPRESS_PATCHES = [
  'express-async-errors',
  'express-async-error',
  'express-promise-router',
];

/** Packages that take unhandled rejections, and warn of them, so that the process lives on. */
export const REJECTION_TAKERS = [
  '@sentry/bun',
  '@sentry/nestjs',
  '@sentry/nextjs',
  '@sentry/node',
  '@sentry/nuxt',
  '@sentry/remix',
  '@sentry/sveltekit',
];
