/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { enclosingFunction, isFunction } from './functions.js';
import { isWithin, methodCallOn } from './nodes.js';
import { writesOf } from './scopes.js';

/** Globals that everybody takes for words of the language. */
const CONSTANTS = ['undefined', 'NaN', 'Infinity'];

/**
 * Where a name of a constant means a variable that may hold anything else.
 *
 * @type {(sourceCode: SourceCodeLike) => readonly { name: string, block: TSESTree.Node }[]}
 */
const shadows = oncePerFile(({ scopeManager }) => {
  const found = [];
  for (const { block, set } of scopeManager?.scopes ?? []) {
    for (const name of CONSTANTS) {
      const variable = set.get(name);
      if (variable && variable.defs.length > 0 && !isLeftUnset(variable)) {
        found.push({ name, block: /** @type {TSESTree.Node} */ (block) });
      }
    }
  }
  return found;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {string | undefined} The name of a constant that means something else in the code around the
 *   node.
 */
export function shadowedConstant(sourceCode, node) {
  const [first] = shadows(sourceCode);
  if (!first) {
    return undefined;
  }
  let outermost = node;
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    outermost = fn;
  }
  return shadows(sourceCode).find(
    ({ block }) => isWithin(block, outermost) || isWithin(outermost, block),
  )?.name;
}

/**
 *     (function (root, undefined) { … })(this);
 *
 * @param {Variable} variable
 * @returns {boolean} Whether it is a parameter that nobody gives a value.
 */
function isLeftUnset(variable) {
  const [definition] = variable.defs;
  if (variable.name !== 'undefined' || writesOf(variable).length > 0) {
    return false;
  }
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  if (!isFunction(fn)) {
    return definition?.type === 'Variable';
  }
  const index = fn.params.findIndex((parameter) => parameter === definition?.name);
  const { parent } = fn;
  const direct = parent.type === 'CallExpression' && parent.callee === fn ? parent : undefined;
  const call = direct ?? methodCallOn(fn);
  const given = call?.arguments ?? [];
  return (
    call !== undefined &&
    index >= 0 &&
    !given.some(({ type: each }) => each === 'SpreadElement') &&
    given.length - (direct ? 0 : 1) <= index
  );
}
