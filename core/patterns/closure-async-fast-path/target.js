/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Scope, Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Helper } from './helper.js' */

import { functionScope } from '../../analysis/syntax/captures.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { functionName, isFunction } from '../../analysis/syntax/functions.js';
import { topAround } from '../../analysis/syntax/nodes.js';
import { isGlobalScript, moduleScope } from '../../analysis/syntax/scopes.js';
import { takeUniqueName } from '../../edits/names.js';
import { isImmediatelyCalled } from './helper.js';

/**
 * Where a function can live that is created once.
 *
 * @typedef {object} Target
 * @property {TSESTree.Node} anchor The statement there that holds the helper.
 * @property {Scope} scope
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @returns {Target | undefined} The top of the file, or the body of the function that wraps it and is
 *   called where it stands; undefined where a name at the top would be a global of the whole page.
 */
export function readTarget(sourceCode, { owner }) {
  let anchor = /** @type {TSESTree.Node} */ (owner);
  const top = topAround(owner);
  for (; anchor.parent && anchor.parent !== top; anchor = anchor.parent) {
    const wrapper = anchor.parent.parent;
    if (wrapper && isFunction(wrapper) && wrapper.body === anchor.parent && isWrapper(wrapper)) {
      return { anchor, scope: functionScope(sourceCode, wrapper) };
    }
  }
  return isGlobalScript(sourceCode) ? undefined : { anchor, scope: moduleScope(sourceCode) };
}

/**
 * @param {import('../../analysis/syntax/functions.js').FunctionNode} fn
 * @returns {boolean} Whether the function runs once: `(function () { … })();` at the top of the file.
 */
function isWrapper(fn) {
  if (!isImmediatelyCalled(fn)) {
    return false;
  }
  for (let node = fn.parent; node; node = /** @type {TSESTree.Node} */ (node.parent)) {
    if (node.type === 'Program') {
      return true;
    }
    if (isFunction(node) ? !isImmediatelyCalled(node) : /^(?:For|While|DoWhile)/u.test(node.type)) {
      return false;
    }
  }
  return false;
}

/**
 * @param {Target} target
 * @param {Variable} variable
 * @returns {boolean} Whether the variable is in sight of a function there.
 */
export function isInSight({ scope }, variable) {
  for (let outer = /** @type {Scope | null} */ (scope); outer; outer = outer.upper) {
    if (outer === variable.scope) {
      return true;
    }
  }
  return false;
}

/** @type {(sourceCode: SourceCodeLike) => Map<string, TSESTree.Node>} */
const namesTaken = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {Target} target
 * @returns {string} The helper's own name, or one like it that nothing else in the file has.
 */
export function readTargetName(sourceCode, helper, target) {
  const { node, owner, name, calls } = helper;
  const taken = namesTaken(sourceCode);
  for (const [known, holder] of taken) {
    if (holder === node) {
      return known;
    }
  }
  const own = functionName(owner);
  const wanted = name?.name ?? node.id?.name ?? (own ? `${own}Async` : 'runAsync');
  const isFree =
    name !== undefined &&
    !taken.has(wanted) &&
    !target.scope.set.has(wanted) &&
    !target.scope.through.some(({ identifier }) => identifier.name === wanted) &&
    calls.every((call) => !isShadowed(sourceCode, helper, target, call));
  const result = isFree ? wanted : takeUniqueName(sourceCode, wanted);
  taken.set(result, node);
  return result;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {Target} target
 * @param {TSESTree.Node} call
 * @returns {boolean} Whether a scope between the call and the target has the helper's name too.
 */
function isShadowed(sourceCode, { variable, name }, target, call) {
  for (
    let scope = /** @type {Scope | null} */ (sourceCode.getScope(call));
    scope && scope !== target.scope;
    scope = scope.upper
  ) {
    const known = scope.set.get(name?.name ?? '');
    if (known && known !== variable) {
      return true;
    }
  }
  return false;
}
