/**
 * Packages whose functions may call what they are given before they return: those of whole families, which go by
 * the first word of their name (`lodash.map`, `lodash-es`), and those of one package.
 */
export const SYNCHRONOUS_FAMILIES = new Set([
  'async',
  'lodash',
  'neo-async',
  'once',
  'ramda',
  'underscore',
]);

/** With the methods of what they make. All versions that take a callback. */
export const SYNCHRONOUS_PACKAGES = new Set([
  // `renderFile` reads with `readFileSync`.
  'ejs',
  'jade',
  'pug',
  // `validate(value, schema, cb)` validates first.
  'joi',
  // `verify` with a secret that is there.
  'jsonwebtoken',
  'marked',
  // It keeps its values in memory; callbacks were taken up to version 4.
  'node-cache',
  'stylus',
  // `parseString` emits `end` in the tick in which it is called, unless it is made with `async: true`.
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
