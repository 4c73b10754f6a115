/**
 * Families of packages whose functions may call what they are given before they return. They go by the first word of
 * their name (`lodash.map`, `lodash-es`).
 */
export const SYNCHRONOUS_FAMILIES = new Set([
  'async',
  'lodash',
  'neo-async',
  'once',
  'ramda',
  'underscore',
]);

/**
 * With the methods of what they make, in all versions that take a callback. `npm run probe:synchronous` calls each of
 * them in the versions named here.
 */
export const SYNCHRONOUS_PACKAGES = new Set([
  // `renderFile` reads with `readFileSync`: 0.8.8, 1.0.0, 2.7.4, 7.0.2.
  'ejs',
  // 1.0.2, 1.11.0; its successor in 2.0.4, 3.0.4.
  'jade',
  'pug',
  // `validate(value, schema, cb)` validates first: 6.10.1, 13.7.0, 14.3.1. Since 16 it takes no callback.
  'joi',
  // `verify` with a secret that is there: 8.5.1, 9.0.3. Up to version 7 it calls back later, as `sign` does in all.
  'jsonwebtoken',
  // 0.8.2, 1.2.9, 4.3.0; later ones take no callback.
  'marked',
  // It keeps its values in memory: 3.2.1, 4.2.1. Since 5 it takes no callback.
  'node-cache',
  // 0.32.1, 0.54.8, 0.64.0.
  'stylus',
  // `parseString` emits `end` in the tick in which it is called, unless it is made with `async: true`: 0.2.8, 0.4.23,
  // 0.6.2.
  'xml2js',
]);

/** Modules of Node's that do. */
export const SYNCHRONOUS_MODULES = new Set([
  'assert',
  'async_hooks',
  'diagnostics_channel',
  'domain',
  'events',
  'perf_hooks',
  'util',
  'vm',
]);
