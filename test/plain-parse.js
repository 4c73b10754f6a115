/**
 * What the counts that check the codemods stand on: files below a directory, a plain parse, and the
 * nodes within a node. Nothing of `core/`.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';

/** @typedef {{ type: string, start: number, end: number, loc: { start: { line: number, column: number } }, [key: string]: any }} Node */

/** @type {import('@babel/parser').ParserPlugin[]} */
const PLUGINS = ['jsx'];

/**
 * @param {string} target A file or a directory.
 * @param {object} [which]
 * @param {RegExp} [which.names] Of the files that count.
 * @param {readonly string[]} [which.skipped] Names of directories.
 * @returns {string[]} In the order of their names; none where there is nothing.
 */
export function listSourceFiles(target, which = {}) {
  const { names = /\.(?:[cm]?js|jsx)$/u, skipped = ['node_modules'] } = which;
  const stats = statSync(target, { throwIfNoEntry: false });
  if (!stats) {
    return [];
  }
  if (stats.isFile()) {
    return names.test(target) ? [target] : [];
  }
  return readdirSync(target)
    .filter((name) => !skipped.includes(name))
    .sort()
    .flatMap((name) => listSourceFiles(path.join(target, name), which));
}

/**
 * @param {string} source
 * @param {import('@babel/parser').ParserPlugin[]} [plugins]
 * @returns {Node | undefined} The program; undefined for a text that does not parse.
 */
export function parsePlainly(source, plugins = PLUGINS) {
  try {
    const file = parse(source, {
      sourceType: 'unambiguous',
      allowReturnOutsideFunction: true,
      errorRecovery: true,
      plugins,
    });
    return /** @type {Node} */ (/** @type {unknown} */ (file.program));
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * @param {Node} node
 * @returns {Node[]} Those directly within it, without comments.
 */
export function childrenOf(node) {
  return Object.values(node).flatMap(nodesIn);
}

/**
 * @param {unknown} value A node, a list of nodes or anything else.
 * @returns {Node[]}
 */
export function nodesIn(value) {
  if (Array.isArray(value)) {
    return value.flatMap(nodesIn);
  }
  const isNode =
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'start' in value &&
    'loc' in value;
  return isNode && !String(value.type).startsWith('Comment') ? [/** @type {Node} */ (value)] : [];
}
