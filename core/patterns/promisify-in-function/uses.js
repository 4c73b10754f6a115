/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Promisifier } from '../../analysis/promises/promisifiers.js' */

import { outermostCast } from '../../analysis/syntax/casts.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { readConstantInit, readsOf } from '../../analysis/syntax/scopes.js';

/**
 * How a promisified function is used: called where it is made, or held by a variable that is only
 * called.
 *
 * @typedef {object} Use
 * @property {Variable} [variable]
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call The call that makes it.
 * @param {FunctionNode} repeated
 * @param {Promisifier['kind']} kind
 * @returns {Use | undefined} Undefined where it is kept, returned or handed on: whoever gets it may
 *   keep it.
 */
export function readUse(sourceCode, call, repeated, kind) {
  const value = outermostCast(throughBind(call));
  if (isUsedAt(value, kind)) {
    return {};
  }
  const { parent } = value;
  // promisifyAll(redis); changes the package itself, again and again.
  if (kind === 'promisify-all' && parent?.type === 'ExpressionStatement') {
    return {};
  }
  if (parent?.type !== 'VariableDeclarator' || parent.init !== value) {
    return undefined;
  }
  const variables = sourceCode.getDeclaredVariables(parent);
  if (parent.id.type === 'ObjectPattern' && kind === 'promisify-all') {
    return variables.every((variable) => isOnlyUsed(variable, 'promisify', repeated))
      ? {}
      : undefined;
  }
  const [variable] = variables;
  return variable &&
    readConstantInit(variable)?.init === value &&
    isOnlyUsed(variable, kind, repeated)
    ? { ...(value === call && { variable }) }
    : undefined;
}

/**
 * @param {TSESTree.Node} call
 * @returns {TSESTree.Node} `call.bind(receiver)` for a call of which that is taken.
 */
function throughBind(call) {
  const { parent } = call;
  return parent?.type === 'MemberExpression' &&
    parent.object === call &&
    readKey(parent) === 'bind' &&
    parent.parent.type === 'CallExpression' &&
    parent.parent.callee === parent
    ? parent.parent
    : call;
}

/**
 * @param {Variable} variable
 * @param {Promisifier['kind']} kind
 * @param {FunctionNode} repeated
 * @returns {boolean} Whether the variable is only called, at least once by the function itself and
 *   not by one that it makes.
 */
function isOnlyUsed(variable, kind, repeated) {
  const uses = readsOf(variable).map(({ identifier }) => identifier);
  return (
    uses.every((use) => isUsedAt(use, kind)) &&
    uses.some((use) => enclosingFunction(use) === repeated)
  );
}

/**
 * @param {TSESTree.Node} value
 * @param {Promisifier['kind']} kind
 * @returns {boolean} `value()`, `value.call(receiver)`; `value.readFileAsync()` of `promisifyAll`.
 */
function isUsedAt(value, kind) {
  const { parent } = value;
  if (parent?.type === 'CallExpression') {
    return parent.callee === value;
  }
  return (
    parent?.type === 'MemberExpression' &&
    parent.object === value &&
    parent.parent.type === 'CallExpression' &&
    parent.parent.callee === parent &&
    (kind === 'promisify-all' || ['apply', 'call'].includes(readKey(parent) ?? ''))
  );
}
