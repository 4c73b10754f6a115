/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Fate, Registry } from '../plan/registry.js' */

import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { anyCallOfCallback, callOfCallback } from '../functions/callback-calls.js';
import { isLastArgument, withAssertion } from '../functions/functions.js';
import { argumentsOfCalls } from '../functions/given-arguments.js';
import { functionsCalled } from './method-callees.js';

/**
 * How many results a function that keeps its callback gives to those that promisify it.
 */

/** As many results as nobody knows. */
const SEVERAL = 2;

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @returns {Fate['results']} What callers that promisify it have to reckon with.
 */
export function resultsOfPromisified(context, { callback }, registry) {
  const { sourceCode } = context;
  const given = argumentsOfCalls(sourceCode, callback).map((each) =>
    each.some((argument) => argument?.type === 'SpreadElement') ? SEVERAL : each.length - 1,
  );
  const handed = callback.references.map(({ identifier }) => {
    const node = /** @type {TSESTree.Node} */ (identifier);
    // cb.apply(this, arguments)
    if (anyCallOfCallback(node) && !callOfCallback(node)) {
      return SEVERAL;
    }
    const { parent } = withAssertion(node);
    return parent?.type === 'CallExpression' && isLastArgument(node)
      ? resultsOfCallee(context, parent, registry)
      : 1;
  });
  const most = Math.max(1, ...given, ...handed);
  return most > 1 ? most : 'one';
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {Registry} registry
 * @returns {number}
 */
function resultsOfCallee(context, call, registry) {
  const { importedCallback, sourceCode } = context;
  const origin = resolveOrigin(sourceCode, call.callee);
  const core = coreApi(origin);
  if (core) {
    return typeof core.results === 'object' ? core.results.length : 1;
  }
  const imported =
    origin?.kind === 'module' ? importedCallback?.(origin.name, origin.path) : undefined;
  const own = functionsCalled({ context, sourceCode }, call).map((found) => registry.fateOf(found));
  const counts = [...own, ...(imported ? [imported] : [])].map(({ results }) =>
    typeof results === 'number' ? results : 1,
  );
  return Math.max(1, ...counts);
}
