/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Reference, Scope, Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from './functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isWithin } from './nodes.js';
import { findVariable } from './scopes.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Scope} The scope of the function's parameters and body.
 */
export function functionScope(sourceCode, fn) {
  return /** @type {Scope} */ (sourceCode.scopeManager?.acquire(fn, true));
}

/**
 * @typedef {object} Capture A variable of the file that a function uses but does not define.
 * @property {Variable} variable
 * @property {Reference[]} references The references within the function, types among them.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Capture[]} Variables of any outer scope, in the order of their first use. The name of a
 *   function expression is a variable outside it.
 */
export function readCaptures(sourceCode, fn) {
  /** @type {Map<Variable, Reference[]>} */
  const captures = new Map();
  const through = functionScope(sourceCode, fn).through.filter(({ identifier }) =>
    isWithin(identifier, fn),
  );
  through.sort((left, right) => left.identifier.range[0] - right.identifier.range[0]);
  for (const reference of through) {
    const { identifier } = reference;
    const variable =
      reference.resolved ??
      findVariable(sourceCode, fn, /** @type {TSESTree.Identifier} */ (identifier).name);
    if (variable && variable.defs.length > 0) {
      const references = captures.get(variable);
      if (references) {
        references.push(reference);
      } else {
        captures.set(variable, [reference]);
      }
    }
  }
  return [...captures].map(([variable, references]) => ({ variable, references }));
}

/**
 * @param {Variable} variable
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the variable lives within the node: a fresh one for each run of it.
 */
export function isOwnedBy(variable, node) {
  return isWithin(variable.scope.block, node);
}
