/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import { isConstructor } from '../flow/constructions.js';
import { isFunction } from '../syntax/functions.js';
import { isWithin, nodesOfType } from '../syntax/nodes.js';
import { isStrict } from '../syntax/scopes.js';

/**
 * @param {FunctionNode} outer
 * @param {TSESTree.Node} call
 * @returns {boolean} Whether the outer body is `return call` after nothing but directives.
 */
export function isPlainReturn(outer, call) {
  if (outer.body === call) {
    return true;
  }
  if (outer.body.type !== 'BlockStatement') {
    return false;
  }
  const statements = outer.body.body.filter(
    (statement) => !(statement.type === 'ExpressionStatement' && statement.directive),
  );
  const [only] = statements;
  return statements.length === 1 && only?.type === 'ReturnStatement' && only.argument === call;
}

/**
 * @param {FunctionNode} fn
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Getters, setters and constructors cannot be async, nor what sloppy code declares
 *   without a block, or uses outside of it:
 *
 *       if (old) function f() {…}    try { function g() {…} } catch {} g();
 */
export function isAsyncKind({ async, id, parent, type }, sourceCode) {
  switch (parent?.type) {
    case 'MethodDefinition':
      return parent.kind === 'method';
    case 'Property':
      return parent.kind === 'init';
    case 'IfStatement':
    case 'LabeledStatement':
      return false;
    default:
      // Only plain functions have a `var` of their name around the block.
      return (
        async ||
        type !== 'FunctionDeclaration' ||
        !/^(?:BlockStatement|SwitchCase)$/u.test(parent.type) ||
        isFunction(parent.parent) ||
        isStrict(sourceCode, parent) ||
        nodesOfType(sourceCode, 'Identifier').every(
          (node) => node.name !== id?.name || isWithin(node, parent),
        )
      );
  }
}

/**
 * @param {FunctionNode} fn
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the function can be async, and no decorator may mind.
 */
export function canBeAsync(fn, sourceCode) {
  // espree gives no decorators.
  const decorators = fn.parent?.type === 'MethodDefinition' ? fn.parent.decorators : undefined;
  return (
    isAsyncKind(fn, sourceCode) &&
    (decorators ?? []).length === 0 &&
    !isConstructor({ sourceCode }, fn)
  );
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the declared result, if there is one, is what async functions may give.
 */
export function hasPromiseType({ returnType }) {
  // Flow names it in `id`.
  const type = /** @type {any} */ (returnType)?.typeAnnotation;
  return !type || (type.typeName?.name ?? type.id?.name) === 'Promise';
}
