/**
 * The modules of Node that a program loads without `node:`, https://nodejs.org/api/modules.html#built-in-modules.
 * The modules that came with Node 18 and later need the prefix. The running Node has the same list, but a browser
 * has none.
 */
const BUILTIN_MODULES = new Set(
  [
    'assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram',
    'diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector',
    'inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring',
    'readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys',
    'timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib',
    '_http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _stream_duplex',
    '_stream_passthrough _stream_readable _stream_transform _stream_wrap _stream_writable _tls_common',
    '_tls_wrap',
  ].flatMap((names) => names.split(' ')),
);

/**
 * @param {string} name Of a module, as it is imported.
 * @returns {boolean} Whether it is one of Node's own.
 */
export function isBuiltin(name) {
  return name.startsWith('node:') || BUILTIN_MODULES.has(name);
}
