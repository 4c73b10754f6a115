/**
 * Counts functions that take a node-style callback by a detection of its own, so that what the
 * codemod finds can be held against it: a plain walk over a plain parse, no scopes and nothing of
 * `core/`.
 *
 * Usage: node test/trials/count-callbacks.js DIRECTORY [PATH ...]
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

import { childrenOf, listSourceFiles, parsePlainly } from '../plain-parse.js';

/** @import { Node } from '../plain-parse.js' */

/**
 * @typedef {object} CallbackFound
 * @property {string} file Relative to the project.
 * @property {number} line Where the function begins.
 * @property {string} name The last parameter's.
 * @property {boolean} isNest Whether a function inside it uses that parameter for more than to call
 *   it in the next tick.
 *
 * @typedef {object} CallbackCount
 * @property {CallbackFound[]} functions Those whose last parameter is, by its use, an error-first
 *   callback.
 * @property {number} calls Calls whose last argument is `function (err, …)`.
 */

const SOURCES = { names: /\.[cm]?jsx?$/u, skipped: ['node_modules', '__tests__'] };

const CALLBACK = /^(?:cb|callback|done|next|fn)\d*_?$|(?:Cb|CB|Callback|Done)$/u;
const ERROR = /^_*(?:e|er|err|error)\d*$|(?:Err|Error)$/u;
const FUNCTION =
  /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|(?:Object|Class)(?:Private)?Method)$/u;
const PROMISE = /^(?:Bluebird|\w*Promise)$/u;
const CALL = /^(?:Optional)?CallExpression$/u;

/**
 * @param {string} root
 * @param {readonly string[]} paths Files and directories in it, relative.
 * @returns {CallbackCount}
 */
export function countCallbacks(root, paths) {
  const files = paths.flatMap((each) => listSourceFiles(path.join(root, each), SOURCES));
  const counts = files.map((file) =>
    countCallbacksIn(readFileSync(file, 'utf8'), path.relative(root, file)),
  );
  return {
    functions: counts.flatMap(({ functions }) => functions),
    calls: counts.reduce((sum, { calls }) => sum + calls, 0),
  };
}

/**
 * @param {string} text
 * @param {string} file Its name, for what is found.
 * @returns {CallbackCount}
 */
export function countCallbacksIn(text, file) {
  /** @type {CallbackCount} */
  const count = { functions: [], calls: 0 };
  const program = parsePlainly(text);
  if (program) {
    visit(program, file, count);
  }
  return count;
}

/** @param {CallbackCount} count @returns {number} */
export function countNests({ functions }) {
  return functions.filter(({ isNest }) => isNest).length;
}

/**
 * @param {Node} node
 * @param {string} file
 * @param {CallbackCount} count
 * @param {boolean} [isExecutor] Whether it is given to a promise's constructor: `reject` is no callback.
 */
function visit(node, file, count, isExecutor = false) {
  const last = FUNCTION.test(node.type) && !isExecutor ? node['params'].at(-1) : undefined;
  if (last?.type === 'Identifier' && !node['async'] && !node['generator']) {
    const uses = usesOf(node['body'], last.name);
    if (isErrorFirst(uses, last.name)) {
      const { line } = node.loc.start;
      const isNest = uses.some(({ isInner }) => isInner);
      count.functions.push({ file, line, name: last.name, isNest });
    }
  }
  const argument = CALL.test(node.type) ? node['arguments'].at(-1) : undefined;
  if (argument && FUNCTION.test(argument.type) && ERROR.test(argument.params[0]?.name ?? '')) {
    count.calls += 1;
  }
  const makesPromise = node.type === 'NewExpression' && PROMISE.test(node['callee'].name ?? '');
  for (const child of childrenOf(node)) {
    visit(child, file, count, makesPromise);
  }
}

/**
 * @typedef {object} Use
 * @property {Node} parent
 * @property {Node} node
 * @property {boolean} isInner Whether it stands in a function inside.
 */

/**
 * @param {Node} node
 * @param {string} name
 * @param {Node} [parent]
 * @param {boolean} [isInner]
 * @returns {Use[]} Where the name stands, without functions that have a parameter of that name.
 */
function usesOf(node, name, parent = node, isInner = false) {
  if (node.type === 'Identifier') {
    return node['name'] === name ? [{ node, parent, isInner }] : [];
  }
  const isFunction = FUNCTION.test(node.type);
  if (isFunction && node['params'].some((/** @type {Node} */ each) => each['name'] === name)) {
    return [];
  }
  const isDeferred = isDeferral(parent) || (isFunction && isDeferral(node['body']));
  const isNested = isInner || (isFunction && !isDeferred);
  return childrenOf(node).flatMap((child) => usesOf(child, name, node, isNested));
}

/** @param {Node} node @returns {boolean} `process.nextTick(() => …)`, which a converted function ends with. */
function isDeferral(node) {
  return CALL.test(node.type) && node['callee'].property?.name === 'nextTick';
}

/**
 * Called with nothing for an error, with an error, or with nothing at all under a callback's name;
 * or handed on as a last argument under such a name.
 *
 * @param {readonly Use[]} uses
 * @param {string} name
 * @returns {boolean}
 */
function isErrorFirst(uses, name) {
  return uses.some(({ parent, node }) => {
    if (!CALL.test(parent.type)) {
      return false;
    }
    const { callee, arguments: given } = parent;
    if (callee === node) {
      return given.length === 0 ? CALLBACK.test(name) : isErrorPlace(given[0]);
    }
    return given.at(-1) === node && CALLBACK.test(name);
  });
}

/** @param {Node} node @returns {boolean} Whether it stands where an error may: `null`, `err`, `new Error()`. */
function isErrorPlace(node) {
  switch (node.type) {
    case 'NullLiteral':
    case 'NewExpression':
      return true;
    case 'Identifier':
      return node['name'] === 'undefined' || ERROR.test(node['name']);
    case 'UnaryExpression':
      return node['operator'] === 'void';
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return childrenOf(node).some(isErrorPlace);
    default:
      return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [root = '.', ...paths] = process.argv.slice(2);
  const count = countCallbacks(root, paths.length > 0 ? paths : ['.']);
  const { functions, calls } = count;
  for (const { file, line, name, isNest } of functions) {
    process.stdout.write(`${file}:${line} ${name}${isNest ? ' nest' : ''}\n`);
  }
  process.stdout.write(
    `${functions.length} functions, ${countNests(count)} nests, ${calls} calls\n`,
  );
}
