/**
 * The results that Node's own functions call back with where there is no error, and the methods of such values that
 * throw
 * at nothing they are given. From https://nodejs.org/api/.
 *
 * @typedef {'bytes' | 'collection' | 'list' | 'stats' | 'text'} PlainKind `bytes`: a `Buffer`, or the text that
 *   an encoding makes of it.
 */

/** @type {(kind: PlainKind, module: string, names: string) => [string, PlainKind][]} */
const entries = (kind, module, names) =>
  names.split(' ').map((name) => [`${module}.${name}`, kind]);

/** By `module.function`. @type {ReadonlyMap<string, PlainKind>} */
export const RESULT_KINDS = new Map([
  ...entries('stats', 'fs', 'fstat lstat stat'),
  ...entries('list', 'fs', 'readdir'),
  ...entries('bytes', 'fs', 'mkdtemp readFile readlink realpath'),
  ...entries('bytes', 'child_process', 'exec execFile'),
  ...entries('bytes', 'crypto', 'pbkdf2 randomBytes scrypt'),
  ...entries('bytes', 'zlib', 'deflate deflateRaw gunzip gzip inflate inflateRaw unzip'),
  ...entries(
    'list',
    'dns',
    'resolve4 resolve6 resolveCname resolveMx resolveNs resolveTxt reverse',
  ),
]);

/** @type {Readonly<Record<PlainKind, RegExp>>} */
export const METHODS_BY_KIND = {
  bytes: /^(?:slice|toString)$/u,
  collection: /^(?:add|clear|delete|entries|forEach|get|has|keys|set|values)$/u,
  list: /^(?:at|concat|entries|every|filter|find|findIndex|forEach|includes|indexOf|join|keys|lastIndexOf|map|pop|push|reverse|shift|slice|some|sort|splice|unshift|values)$/u,
  stats: /^is[A-Z]\w+$/u,
  text: /^(?:at|charAt|charCodeAt|codePointAt|concat|endsWith|includes|indexOf|lastIndexOf|localeCompare|match|padEnd|padStart|replace|replaceAll|search|slice|split|startsWith|substr|substring|toLowerCase|toString|toUpperCase|trim|trimEnd|trimStart)$/u,
};
