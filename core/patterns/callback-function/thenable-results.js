/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Asking } from './promise-results.js' */

import { withoutCasts } from '../../analysis/casts.js';
import { readFunction } from '../../analysis/definitions.js';
import { isFunction, returnedBy } from '../../analysis/functions.js';
import { readGlobalPath } from '../../analysis/global-values.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { variableOf, writesOf } from '../../analysis/scopes.js';
import { definitionsByName } from './methods.js';
import { valuesOf } from './modules-behind.js';
import { isPromise, isUsedAsPromise, mayShowPromises } from './promise-results.js';

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node A result.
 * @returns {boolean} Whether an async function would wait for it: for a promise, or for the object of the method
 *   itself, or a whole module, where that may have a `then`.
 */
export function isWaitedFor(asking, node) {
  return (
    mayShowPromises(asking) && (isPromise(asking, node) || isThenable(asking, node, new Set()))
  );
}

/**
 *     class Query { then(…) {…} load(cb) {… cb(null, this); } }    cb(null, require('./ready'))
 *
 * Whether a subclass has it, which other files may define, is not asked of the class: any `then` may be its.
 *
 * @param {Asking} asking
 * @param {TSESTree.Node | null | undefined} value
 * @param {Set<unknown>} seen
 * @returns {boolean}
 */
function isThenable(asking, value, seen) {
  const node = value && withoutCasts(value);
  if (!node || seen.has(node)) {
    return false;
  }
  seen.add(node);
  const origin = resolveOrigin(asking.sourceCode, node);
  if (origin?.kind === 'module' && origin.path.length === 0) {
    return asking.context?.exportsPromise?.(origin.name, '', 'read') === true;
  }
  return node.type === 'ThisExpression'
    ? definitionsByName(asking.sourceCode).has('then') ||
        asking.context?.isMemberElsewhere?.('then') === true ||
        isUsedAsPromise(asking, [superClassAround(node)], 'made')
    : sourcesOf(asking, node).some((each) => isThenable(asking, each, seen));
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @returns {readonly (TSESTree.Node | null | undefined)[]} What it may be itself, not what it has or is made of.
 */
function sourcesOf({ sourceCode }, node) {
  if (node.type === 'Identifier') {
    const variable = variableOf(sourceCode, node);
    return variable ? writesOf(variable).map(({ writeExpr }) => writeExpr) : [];
  }
  if (node.type !== 'CallExpression') {
    return valuesOf(node);
  }
  const { callee } = node;
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const called = [
    callee,
    ...(definitionsByName(sourceCode).get(key ?? '') ?? []).map(({ value }) => value),
  ];
  return [
    ...(readGlobalPath(sourceCode, callee) === 'Object.assign' ? node.arguments.slice(0, 1) : []),
    ...called.flatMap((each) => {
      const fn = each ? readFunction(sourceCode, each) : undefined;
      return isFunction(fn) ? returnedBy(sourceCode, fn) : [];
    }),
  ];
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node | null} What the class around it extends.
 */
function superClassAround({ parent }) {
  return !parent || parent.type === 'ClassBody'
    ? (parent?.parent.superClass ?? null)
    : superClassAround(parent);
}
