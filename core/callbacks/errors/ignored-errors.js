/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { readExecutor } from '../../analysis/promises/executors.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { frameUses } from '../../analysis/syntax/functions.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { givenFunction } from '../functions/callback-calls.js';
import { exportCallsOf } from '../functions/export-calls.js';
import { definitionsMeant } from '../functions/methods.js';

/**
 * Callbacks that do not look at their error:
 *
 *     remove(file, () => cb());    save(value, noop);    save(value);
 *
 * What the callee throws ends the process today, or reaches its caller. An async function rejects with it,
 * and nobody hears of that.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} value The callback that a call is given.
 * @returns {boolean} Whether it is shown not to look at its error.
 */
export function ignoresError(sourceCode, value) {
  const fn = givenFunction(value) ?? (value && readFunction(sourceCode, value));
  if (!fn) {
    return value !== undefined && isResolve(sourceCode, value);
  }
  const [error] = fn.params;
  const looksAtArguments =
    fn.type !== 'ArrowFunctionExpression' && frameUses(sourceCode, fn).arguments.length > 0;
  return (
    !looksAtArguments &&
    (!error || isUnused(sourceCode, fn, error) || handsAllToResolve(sourceCode, fn))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @returns {boolean}
 */
function isUnused(sourceCode, fn, parameter) {
  return (
    parameter.type === 'Identifier' &&
    sourceCode
      .getDeclaredVariables(fn)
      .some(
        ({ identifiers, references }) => identifiers[0] === parameter && references.length === 0,
      )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} `(...values) => resolve(values)`
 */
function handsAllToResolve(sourceCode, { params: [first], body }) {
  return (
    first?.type === 'RestElement' &&
    body.type === 'CallExpression' &&
    isResolve(sourceCode, body.callee)
  );
}

/**
 *     new Promise((resolve) => load(file, resolve))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {boolean} Whether it fulfils a promise, with an error too.
 */
function isResolve(sourceCode, value) {
  const [definition] = variableOf(sourceCode, value)?.defs ?? [];
  const { parent } = definition?.type === 'Parameter' ? definition.node : {};
  const executor = parent && readExecutor(sourceCode, parent);
  return executor?.resolve !== undefined && executor.resolve === variableOf(sourceCode, value);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} found
 * @returns {TSESTree.CallExpression[]} Its calls in the file that are given no callback, or one that does not
 *   look at the error.
 */
export function callsIgnoringErrors(sourceCode, found) {
  const known = [...found.calls, ...exportCallsOf(sourceCode, found)];
  const byName = found.variable ? [] : callsOfMethod(sourceCode, found);
  return [
    ...known.filter((call) => leavesOut(call, found)),
    ...[...known, ...byName].filter((call) =>
      ignoresError(sourceCode, call.arguments[found.index]),
    ),
  ];
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {CallbackFunction} found
 * @returns {boolean} Whether the call is given no callback, in another place neither.
 */
function leavesOut({ arguments: given }, { callback, index }) {
  const isMoved = callback.references.some((each) => each.isWrite());
  return given.length <= index && !isMoved && given.every(({ type }) => type !== 'SpreadElement');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} method
 * @returns {TSESTree.CallExpression[]} `this.remove(file, () => …)`
 */
function callsOfMethod(sourceCode, method) {
  return (methodCallsByName(sourceCode).get(method.name) ?? []).filter(
    ({ callee }) =>
      callee.type === 'MemberExpression' &&
      definitionsMeant(sourceCode, callee).some(({ found }) => found === method),
  );
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string | undefined, TSESTree.CallExpression[]>} */
const methodCallsByName = oncePerFile((sourceCode) =>
  groupBy(nodesOfType(sourceCode, 'CallExpression'), ({ callee }) =>
    callee.type === 'MemberExpression' ? readKey(callee) : undefined,
  ),
);
