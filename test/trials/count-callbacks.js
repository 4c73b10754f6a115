/**
 * Counts node-style callbacks by a detection of its own, so that what the codemod finds can be held
 * against it: a plain walk over a plain parse, names only, no scopes and nothing of `core/`.
 *
 * Usage: node test/trials/count-callbacks.js DIRECTORY [PATH ...]
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parse } from '@babel/parser';

/**
 * @typedef {object} CallbackCount
 * @property {number} functions Functions whose last parameter has a callback's name.
 * @property {number} nests Those of them in which another function uses that parameter.
 * @property {number} calls Calls whose last argument is `function (err, …)`.
 */

/** @typedef {{ type: string, [key: string]: any }} Node */

const CALLBACK = /^(?:cb|callback|done|next|fn)\d*$|(?:Cb|Callback|Done)$/u;
const ERROR = /^_?(?:e|er|err|error)\d*$|(?:Err|Error)$/u;
const FUNCTION =
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|(?:Object|Class)Method)$/u;

/**
 * @param {string} root
 * @param {readonly string[]} paths Files and directories in it, relative.
 * @returns {CallbackCount}
 */
export function countCallbacks(root, paths) {
  const count = { functions: 0, nests: 0, calls: 0 };
  for (const file of paths.flatMap((each) => listSources(path.join(root, each)))) {
    const { program } = parse(readFileSync(file, 'utf8'), {
      sourceType: 'unambiguous',
      allowReturnOutsideFunction: true,
      errorRecovery: true,
      plugins: ['jsx'],
    });
    visit(/** @type {Node} */ (/** @type {unknown} */ (program)), count);
  }
  return count;
}

/** @param {string} target @returns {string[]} */
function listSources(target) {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (!stats) {
    return [];
  }
  if (stats.isFile()) {
    return /\.[cm]?jsx?$/u.test(target) ? [target] : [];
  }
  return readdirSync(target)
    .filter((name) => name !== 'node_modules' && name !== '__tests__')
    .sort()
    .flatMap((name) => listSources(path.join(target, name)));
}

/** @param {Node} node @param {CallbackCount} count */
function visit(node, count) {
  const last = FUNCTION.test(node.type) ? node['params'].at(-1) : undefined;
  if (last?.type === 'Identifier' && CALLBACK.test(last.name)) {
    count.functions += 1;
    count.nests += isUsedInside(node['body'], last.name, false) ? 1 : 0;
  }
  const argument = /^(?:Optional)?CallExpression$/u.test(node.type)
    ? node['arguments'].at(-1)
    : undefined;
  if (argument && FUNCTION.test(argument.type) && ERROR.test(argument.params[0]?.name ?? '')) {
    count.calls += 1;
  }
  for (const child of childrenOf(node)) {
    visit(child, count);
  }
}

/** @param {Node} node @param {string} name @param {boolean} isInner @returns {boolean} */
function isUsedInside(node, name, isInner) {
  if (isInner && node.type === 'Identifier' && node['name'] === name) {
    return true;
  }
  if (
    FUNCTION.test(node.type) &&
    node['params'].some((/** @type {Node} */ p) => p['name'] === name)
  ) {
    return false;
  }
  const inner = isInner || FUNCTION.test(node.type);
  return childrenOf(node).some((child) => isUsedInside(child, name, inner));
}

/** @param {Node} node @returns {Node[]} */
function childrenOf(node) {
  return Object.entries(node)
    .filter(([key]) => !/(?:Comments|^loc|^extra)$/u.test(key))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value?.type === 'string');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [root = '.', ...paths] = process.argv.slice(2);
  console.log(JSON.stringify(countCallbacks(root, paths.length > 0 ? paths : ['.'])));
}
