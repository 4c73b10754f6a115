/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ClassNode } from '../analysis/syntax/definitions.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */

import { enclosingFunction } from '../analysis/syntax/functions.js';
import { isPromiseSubclass, readSubclassOf } from '../analysis/promises/promise-subclasses.js';
import { isEnd, isStart } from '../analysis/flow/repetition.js';

/**
 * An instance of a subclass of `Promise` that is awaited:
 *
 *     class Task extends Promise {}
 *     await new Task(run);
 *
 * `await` takes a promise as it is if its `constructor` is `Promise`; else it makes a promise and
 * resolves that with it, through its `then`, in a job of its own: PromiseResolve in
 * https://tc39.es/ecma262/#sec-promise-resolve.
 *
 * @type {Pattern}
 */
export const promiseSubclass = {
  name: 'promise-subclass',
  words: /\bextends\b/u,
  visit: {
    AwaitExpression: findAwaited,
    ClassDeclaration: findDeclared,
    ClassExpression: findDeclared,
  },
};

/**
 * @param {TSESTree.AwaitExpression} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findAwaited(node, { sourceCode }) {
  const subclass = readSubclassOf(sourceCode, node.argument);
  const fn = subclass && enclosingFunction(node);
  if (fn && (isStart(sourceCode, fn) || isEnd(fn))) {
    return undefined;
  }
  return subclass && { node: node.argument, kind: 'awaited', data: { name: nameOf(subclass) } };
}

/**
 * @param {ClassNode} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findDeclared(node, { sourceCode }) {
  return node.superClass && isPromiseSubclass(sourceCode, node)
    ? { node: node.superClass, kind: 'declared', data: { name: nameOf(node) } }
    : undefined;
}

/**
 * @param {ClassNode} node
 * @returns {string}
 */
function nameOf({ id, parent }) {
  if (id) {
    return id.name;
  }
  return parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
    ? parent.id.name
    : 'class';
}
