/** The functions of `node:path` that the engine uses, for paths with slashes, where there is no Node. */

export const sep = '/';

/**
 * @param {string} path
 * @returns {boolean}
 */
export function isAbsolute(path) {
  return path.startsWith('/');
}

/**
 * @param {...string} parts
 * @returns {string}
 */
export function join(...parts) {
  return normalize(parts.filter(Boolean).join('/'));
}

/**
 * @param {...string} parts
 * @returns {string} Absolute, as seen from the root: there is no other working directory.
 */
export function resolve(...parts) {
  const start = parts.findLastIndex(isAbsolute);
  return simplify(`/${parts.slice(Math.max(start, 0)).join('/')}`);
}

/**
 * @param {string} path
 * @returns {string}
 */
export function dirname(path) {
  const own = withoutEnd(path);
  const end = own.lastIndexOf('/');
  return end === -1 ? (own === '' && path !== '' ? '/' : '.') : own.slice(0, end) || '/';
}

/**
 * @param {string} path
 * @returns {string}
 */
export function basename(path) {
  const own = withoutEnd(path);
  return own.slice(own.lastIndexOf('/') + 1);
}

/**
 * @param {string} path
 * @returns {{ dir: string, base: string, name: string, ext: string }}
 */
export function parse(path) {
  const base = basename(path);
  const dot = base === '..' ? -1 : base.lastIndexOf('.');
  const name = dot > 0 ? base.slice(0, dot) : base;
  const own = withoutEnd(path);
  const dir = own.includes('/') || (own === '' && path !== '') ? dirname(path) : '';
  return { dir, base, name, ext: base.slice(name.length) };
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {string}
 */
export function relative(from, to) {
  const start = partsOf(resolve(from));
  const end = partsOf(resolve(to));
  const parting = end.findIndex((part, index) => part !== start[index]);
  const shared = Math.min(parting === -1 ? end.length : parting, start.length);
  return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/');
}

/**
 * @param {string} path
 * @returns {string} Without `.`, `..` where it can be told, and slashes that say nothing but the last.
 */
export function normalize(path) {
  const simple = simplify(path);
  return path.endsWith('/') && simple !== '/' ? `${simple || '.'}/` : simple || '.';
}

/**
 * @param {string} path
 * @returns {string} The same without the last slash too; empty for the directory itself.
 */
function simplify(path) {
  /** @type {string[]} */
  const parts = [];
  for (const part of partsOf(path)) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') {
      parts.pop();
    } else if (part === '..' ? !isAbsolute(path) : part !== '.') {
      parts.push(part);
    }
  }
  return (isAbsolute(path) ? '/' : '') + parts.join('/');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function partsOf(path) {
  return path.split('/').filter(Boolean);
}

/**
 * @param {string} path
 * @returns {string} Without the slashes at its end.
 */
function withoutEnd(path) {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') {
    end -= 1;
  }
  return path.slice(0, end);
}
