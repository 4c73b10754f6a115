/**
 * The objects that answer requests, by how they are made. `web` takes handlers by method and path, `server` by
 * `createServer` and the events of requests, `sockets` by the event of a connection, `emitter` by any
 * event.
 *
 * @typedef {'web' | 'server' | 'sockets' | 'emitter'} ServerKind
 */

/** @type {ReadonlyMap<string, ServerKind>} */
export const MAKERS = new Map(
  /** @type {[ServerKind, string][]} */ ([
    [
      'web',
      '@hapi/hapi.Server @hapi/hapi.server @koa/router connect express express.Router express.express fastify fastify.fastify hapi.Server hapi.server hono.Hono koa koa-router polka restify.createServer router',
    ],
    [
      'server',
      'http.Server http.createServer http2.createSecureServer http2.createServer https.Server https.createServer net.Server net.createServer tls.createServer',
    ],
    ['sockets', 'socket.io socket.io.Server ws.Server ws.WebSocketServer'],
    ['emitter', 'events events.EventEmitter'],
  ]).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])),
);

/** Names of modules hold dots too: `socket.io`. */
export const MAKER_MODULES = new Set(
  [...MAKERS.keys()].map((name) =>
    name.startsWith('socket.io') ? 'socket.io' : (name.split('.', 1)[0] ?? ''),
  ),
);
