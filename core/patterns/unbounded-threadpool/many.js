/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { FanOut } from './fan-outs.js' */

import { readCallee } from '../../analysis/callees.js';
import { withoutCasts } from '../../analysis/casts.js';
import { enclosingFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { nodesOfType, walk } from '../../analysis/nodes.js';
import { findVariable, readConstantInit, readsOf } from '../../analysis/scopes.js';
import { reachedByHandlers } from '../blocking-in-async/reach.js';

/**
 * Most lists of files are short, whatever made them: the parts of a package, the files of one form. A
 * few show that they need not be.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {FanOut} fanOut
 * @returns {boolean} Whether the work of a list is multiplied by the directories below or by the requests
 *   that are answered meanwhile, or the list holds what has come together until then.
 */
export function mayBeMany(sourceCode, call, { list, each }) {
  const source = sourceOf(sourceCode, list);
  return (
    callsItself(sourceCode, call, each) ||
    isWalked(sourceCode, source) ||
    isGathered(sourceCode, source) ||
    answersRequests(sourceCode, call)
  );
}

/**
 *     const copyDir = async (from, to) => {
 *       await Promise.all(names.map((name) => (isDirectory(name) ? copyDir(…) : copyFile(…))));
 *     };
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} each
 * @returns {boolean} Whether what runs for each element runs the function around again.
 */
function callsItself(sourceCode, call, each) {
  /** @type {Set<TSESTree.Node>} */
  const around = new Set();
  for (let fn = enclosingFunction(call); fn; fn = enclosingFunction(fn)) {
    around.add(fn);
  }
  const started = readCallee(sourceCode, each) ?? each;
  for (const node of walk(sourceCode, started)) {
    const callee = node.type === 'CallExpression' ? readCallee(sourceCode, node.callee) : undefined;
    if (callee && around.has(callee)) {
      return true;
    }
  }
  return false;
}

/** What goes through all that is there. */
const WALKERS = /crawl|traverse|walk/iu;

/**
 *     const keys = []; for (const path of walk(bucket)) if (isKey(path)) keys.push(path);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} source
 * @returns {boolean}
 */
function isWalked(sourceCode, source) {
  const { parent } = source;
  const variable =
    source.type === 'ArrayExpression' &&
    parent?.type === 'VariableDeclarator' &&
    parent.id.type === 'Identifier'
      ? findVariable(sourceCode, parent.id, parent.id.name)
      : undefined;
  return (variable?.references ?? []).some(({ identifier }) => {
    const member = /** @type {TSESTree.Node} */ (identifier).parent;
    if (member?.type !== 'MemberExpression' || readKey(member) !== 'push') {
      return false;
    }
    for (
      let node = member.parent, fn = enclosingFunction(member);
      node && node !== fn;
      node = /** @type {TSESTree.Node} */ (node.parent)
    ) {
      if (node.type === 'ForOfStatement' && isWalk(sourceOf(sourceCode, node.right))) {
        return true;
      }
    }
    return false;
  });
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isWalk(node) {
  if (node.type !== 'CallExpression') {
    return false;
  }
  const { callee } = node;
  const name =
    callee.type === 'MemberExpression' ? readKey(callee) : /** @type {any} */ (callee).name;
  return WALKERS.test(name ?? '');
}

/**
 *     this.pending[path] = data;    …    Object.keys(this.pending).map(write)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} source
 * @returns {boolean} Whether it is a collection of an object to which other functions add.
 */
function isGathered(sourceCode, source) {
  const [first] =
    source.type === 'CallExpression' &&
    source.callee.type === 'MemberExpression' &&
    /^(?:entries|keys|values)$/u.test(readKey(source.callee) ?? '')
      ? source.arguments
      : [];
  const collection = first?.type === 'MemberExpression' ? first : undefined;
  const key = collection && readKey(collection);
  return (
    key !== undefined &&
    nodesOfType(sourceCode, 'AssignmentExpression').some(
      ({ left }) =>
        left.type === 'MemberExpression' &&
        left.computed &&
        left.object.type === 'MemberExpression' &&
        readKey(left.object) === key &&
        enclosingFunction(left) !== enclosingFunction(source),
    )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it runs for requests, in a handler or called by one.
 */
function answersRequests(sourceCode, node) {
  const reached = reachedByHandlers(sourceCode);
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    if (reached.has(fn) || isHandler(fn) || usesOf(sourceCode, fn).some(isInHandler)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `(req, res) => {…}`
 */
function isHandler({ params: [first, second] }) {
  return (
    first?.type === 'Identifier' &&
    second?.type === 'Identifier' &&
    /^_*req(?:uest)?$/u.test(first.name) &&
    /^res(?:ponse)?$/u.test(second.name)
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isInHandler(node) {
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    if (isHandler(fn)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[]}
 */
function usesOf(sourceCode, fn) {
  const name =
    fn.id ??
    (fn.parent.type === 'VariableDeclarator' && fn.parent.id.type === 'Identifier'
      ? fn.parent.id
      : undefined);
  const variable = name && findVariable(sourceCode, name, name.name);
  return variable ? readsOf(variable).map(({ identifier }) => identifier) : [];
}

const MAX_ALIASES = 4;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} What a constant has its value from.
 */
function sourceOf(sourceCode, node) {
  let source = withoutCasts(node);
  for (let depth = 0; depth < MAX_ALIASES && source.type === 'Identifier'; depth++) {
    const variable = findVariable(sourceCode, source, source.name);
    const constant = variable && readConstantInit(variable);
    if (constant?.keys.length !== 0) {
      break;
    }
    source = withoutCasts(constant.init);
  }
  return source;
}
