/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { readsOf, variableOf } from '../../analysis/syntax/scopes.js';
import { isErrorLike } from './functions.js';
import { NOT_ERROR_FIRST } from '../callees/known-callees.js';
import { staysHere } from '../timing/ticks.js';

/**
 * The calls that get a callback, or a function in which it is called.
 *
 * @typedef {object} Use
 * @property {TSESTree.CallExpression} call
 * @property {TSESTree.Node} given The argument that it is about.
 */

/**
 * @param {string} name
 * @returns {boolean} Whether methods of the name run what they are given themselves, or wait with it.
 */
export function runsItself(name) {
  return NOT_ERROR_FIRST.get(name) === 'parallel-loop' || /^(?:catch|finally|then)$/u.test(name);
}

/**
 * @param {Use} use
 * @returns {boolean} Whether what the call gets looks like an error-first callback.
 */
export function takesErrorFirst({ call, given }) {
  const name = calledName(call);
  if (call.arguments.at(-1) !== given || (name !== 'emit' && NOT_ERROR_FIRST.has(name))) {
    return false;
  }
  const [first] = isFunction(given) ? given.params : [given];
  return first
    ? !isFunction(given) ||
        isErrorLike(first) ||
        (first.type === 'Identifier' && first.name === '_')
    : call.arguments.length > 1;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {unknown} identifier Of a callback, or a function that calls one.
 * @param {FunctionNode | undefined} home
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {(Use | undefined)[]}
 */
export function usesAround(sourceCode, identifier, home, seen) {
  const node = /** @type {TSESTree.Node} */ (identifier);
  const { parent } = node;
  const isApplied =
    parent?.type === 'MemberExpression' && /^(?:apply|bind|call)$/u.test(readKey(parent) ?? '');
  return isApplied || staysHere(node) ? callsAround(sourceCode, node, home, seen) : [undefined];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode | undefined} home
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {(Use | undefined)[]} The calls that the node is an argument of, or stands in a function
 *   that is, within the function; the inner ones first. Undefined for a function that is put where
 *   anything may call it.
 */
export function callsAround(sourceCode, node, home, seen = new Set()) {
  /** @type {(Use | undefined)[]} */
  const calls = [];
  for (
    let child = node, { parent } = node;
    parent && child !== home;
    child = parent, { parent } = parent
  ) {
    if (parent.type === 'CallExpression' && parent.callee !== child) {
      calls.push({ call: parent, given: child });
    }
    const list = listOf(parent, child);
    if (list) {
      calls.push(...callsWith(sourceCode, list));
    }
    if (isFunction(child) && !seen.has(child)) {
      seen.add(child);
      const own = sourceCode.getDeclaredVariables(child);
      const names = [
        ...own.filter(({ name }) => name === child.id?.name),
        ...(parent.type === 'VariableDeclarator' ? sourceCode.getDeclaredVariables(parent) : []),
      ];
      for (const { identifier } of names.flatMap(readsOf)) {
        calls.push(...usesAround(sourceCode, identifier, home, seen));
      }
      if (names.length === 0 && !/^(?:Call|Member)Expression$/u.test(parent.type)) {
        calls.push(undefined);
      }
    }
  }
  return calls;
}

/**
 *     args.push(node)        const args = [key, node]        args[1] = node
 *
 * @param {TSESTree.Node} parent
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node | undefined} The list that the node is put into.
 */
function listOf(parent, node) {
  switch (parent.type) {
    case 'AssignmentExpression':
      return parent.left.type === 'MemberExpression' ? parent.left.object : undefined;
    case 'CallExpression':
      return parent.callee.type === 'MemberExpression' &&
        parent.callee !== node &&
        /^(?:push|splice|unshift)$/u.test(readKey(parent.callee) ?? '')
        ? parent.callee.object
        : undefined;
    case 'VariableDeclarator':
      return node.type === 'ArrayExpression' ? parent.id : undefined;
    default:
      return undefined;
  }
}

/**
 *     this[method].apply(this, args)        load(...args)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} list
 * @returns {Use[]} The calls that get what is in the list.
 */
function callsWith(sourceCode, list) {
  const variable = variableOf(sourceCode, list);
  return (variable ? readsOf(variable) : []).flatMap(({ identifier }) => {
    const node = /** @type {TSESTree.Node} */ (identifier);
    const { parent } = node;
    const given = parent?.type === 'SpreadElement' ? parent : node;
    const call = given.parent;
    return call?.type === 'CallExpression' &&
      (given === parent ||
        (call.arguments[1] === node &&
          call.callee.type === 'MemberExpression' &&
          readKey(call.callee) === 'apply'))
      ? [{ call, given }]
      : [];
  });
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {string} `load` of `load(…)`, `this.load(…)` and `store.load.call(…)`; '' without a name.
 */
export function calledName({ callee }) {
  if (callee.type === 'Identifier') {
    return callee.name;
  }
  if (callee.type !== 'MemberExpression') {
    return '';
  }
  const key =
    callee.property.type === 'PrivateIdentifier' ? `#${callee.property.name}` : readKey(callee);
  const isApplied = key === 'call' || key === 'apply';
  return isApplied
    ? calledName(
        /** @type {TSESTree.CallExpression} */ ({ ...callee.parent, callee: callee.object }),
      )
    : (key ?? '');
}
