/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from './functions.js' */

import { withoutCasts } from './casts.js';
import { readFunction } from './definitions.js';
import { enclosingFunction } from './functions.js';
import { constantOf } from './scopes.js';

/**
 * The uses of a function in its file.
 */

const MAX_ALIASES = 8;

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {(TSESTree.CallExpression | TSESTree.NewExpression)[] | undefined} The calls that take the
 *   function as an argument; undefined if it is used in any other way.
 */
export function callsTaking({ sourceCode }, fn) {
  const maker = makerOf(fn);
  const uses = maker ? usesOf(sourceCode, maker)?.map(callOfUse) : usesOf(sourceCode, fn);
  /** @type {(TSESTree.CallExpression | TSESTree.NewExpression)[]} */
  const calls = [];
  for (const use of uses ?? [undefined]) {
    const parent = use?.parent;
    if (
      (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') ||
      parent.callee === use
    ) {
      return undefined;
    }
    calls.push(parent);
  }
  return calls;
}

/**
 *     function collect(resolve) { return (response) => …; }
 *
 * @param {FunctionNode} fn
 * @returns {FunctionNode | undefined} The function that makes it and does nothing else with it.
 */
export function makerOf(fn) {
  const maker = enclosingFunction(fn);
  const isMade =
    maker &&
    !maker.async &&
    !maker.generator &&
    (maker.body === fn ||
      (maker.body.type === 'BlockStatement' &&
        maker.body.body.at(-1) === fn.parent &&
        fn.parent.type === 'ReturnStatement'));
  return isMade ? maker : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[] | undefined} Where the function is used: by its name, or where it stands;
 *   undefined if others may use it.
 */
export function usesOf(sourceCode, fn) {
  const variable = nameOf(sourceCode, fn);
  if (!variable) {
    return [fn];
  }
  return isPrivate(variable)
    ? variable.references
        .filter((reference) => reference.isRead())
        .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    : undefined;
}

/**
 * @param {TSESTree.Node} use
 * @returns {TSESTree.CallExpression | undefined} The call of the name.
 */
function callOfUse(use) {
  const { parent } = use;
  return parent?.type === 'CallExpression' && parent.callee === use ? parent : undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether all that is done with the function is that statements call it.
 */
export function isOnlyCalled({ sourceCode }, fn) {
  const uses = nameOf(sourceCode, fn) ? usesOf(sourceCode, fn) : undefined;
  return (
    uses !== undefined &&
    uses.length > 0 &&
    uses.every((use) => callOfUse(use)?.parent.type === 'ExpressionStatement')
  );
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether no other file can reach the function by an export of its declaration.
 */
function isPrivate(variable) {
  return variable.defs.every(({ node, parent }) => {
    const declaration = parent ?? node;
    return !/^Export/u.test(declaration.parent?.type ?? '');
  });
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable | undefined} The variable that always
 *   is the function.
 */
function nameOf(sourceCode, fn) {
  const declaration = fn.type === 'FunctionDeclaration' ? fn : fn.parent;
  const name =
    declaration.type === 'FunctionDeclaration' || declaration.type === 'VariableDeclarator'
      ? declaration.id
      : undefined;
  if (name?.type !== 'Identifier' || readFunction(sourceCode, name) !== fn) {
    return undefined;
  }
  return sourceCode
    .getDeclaredVariables(declaration)
    .find(({ defs }) => defs.some((definition) => definition.name === name));
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} expression
 * @param {number} [steps]
 * @returns {TSESTree.Node | undefined} What a name stands for, if it is a name.
 */
export function readInit(sourceCode, expression, steps = MAX_ALIASES) {
  const node = withoutCasts(expression);
  if (node.type !== 'Identifier' || steps === 0) {
    return node;
  }
  const init = constantOf(sourceCode, node);
  return init && readInit(sourceCode, init, steps - 1);
}
