/**
 * The functions of the language, and of every host, whose results are no promises and have no `then`.
 */

/** Globals that give primitives, or objects without `then`, when they are called. */
export const PLAIN_FUNCTIONS = new Set([
  'Array',
  'BigInt',
  'Boolean',
  'Date',
  'Error',
  'Number',
  'RangeError',
  'RegExp',
  'String',
  'Symbol',
  'TypeError',
  'atob',
  'btoa',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'unescape',
]);

/** Globals whose instances have no `then`. */
export const PLAIN_CLASSES = new Set([
  'AbortController',
  'AggregateError',
  'Array',
  'ArrayBuffer',
  'Blob',
  'Boolean',
  'Buffer',
  'DataView',
  'Date',
  'Error',
  'EvalError',
  'Event',
  'EventTarget',
  'File',
  'FormData',
  'Headers',
  'Map',
  'Number',
  'Object',
  'RangeError',
  'ReferenceError',
  'RegExp',
  'Request',
  'Response',
  'Set',
  'String',
  'SyntaxError',
  'TextDecoder',
  'TextEncoder',
  'TypeError',
  'URIError',
  'URL',
  'URLSearchParams',
  'Uint8Array',
  'WeakMap',
  'WeakRef',
  'WeakSet',
]);

/** Statics of globals that do. A result of `JSON.parse` has no functions, so no `then` to call. */
export const PLAIN_STATICS =
  /^(?:Array\.(?:from|isArray|of)|Buffer\.(?:alloc|allocUnsafe|byteLength|compare|concat|from|isBuffer|isEncoding)|Date\.\w+|JSON\.(?:parse|stringify)|Math\.\w+|Number\.\w+|Object\.(?:entries|getOwnPropertyNames|hasOwn|is|isFrozen|keys|values)|String\.\w+|URL\.\w+|console\.\w+|performance\.now|process\.(?:cpuUsage|cwd|exit|hrtime|hrtime\.bigint|memoryUsage|nextTick|uptime))$/u;

/** Objects whose members are no promises. */
export const PLAIN_NAMESPACES = new Set([
  'Array',
  'Buffer',
  'JSON',
  'Math',
  'Number',
  'Object',
  'Reflect',
  'String',
  'Symbol',
  'console',
  'process',
]);

/** Methods of strings, numbers, dates and arrays that give such values. */
export const TELLING_METHODS = new Set([
  'charAt',
  'charCodeAt',
  'codePointAt',
  'endsWith',
  'hasOwnProperty',
  'indexOf',
  'lastIndexOf',
  'localeCompare',
  'padEnd',
  'padStart',
  'split',
  'startsWith',
  'substring',
  'toFixed',
  'toISOString',
  'toLowerCase',
  'toString',
  'toUpperCase',
]);

/** The ones that need arguments to be anything else. */
export const BARE_METHODS = new Set(['trim', 'trimEnd', 'trimStart']);

/** Names that no variable and no member of an object pattern can have in strict code. */
export const RESERVED_NAMES = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield __proto__'.split(
    ' ',
  ),
);
