/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readFunction } from '../../analysis/definitions.js';
import { enclosingFunction, isFunction } from '../../analysis/functions.js';
import { resolveOrigin } from '../../analysis/modules.js';
import { walk } from '../../analysis/nodes.js';
import { variableOf } from '../../analysis/scopes.js';
import { isCaught } from '../callback-function/flow.js';
import { readIgnoring } from '../callback-function/ignored-errors.js';
import { THROWING } from '../callback-function/lost-exceptions.js';
import { Refused, quote } from '../callback-function/refused.js';

/**
 *     async.eachSeries(keys, (key, cb) => { ids[key].count++; setImmediate(cb); }, () => callback());
 *
 * What a step throws ends the process today. An async function rejects with it, and a final callback that
 * does not look at its error goes on as if all steps had ended well.
 */

/** What may throw: in a step a `throw` as well. */
const THROWS = new Set(/** @type {readonly string[]} */ ([...THROWING, 'ThrowStatement']));

/** Functions that put a callback off. They throw if it is none. */
const DEFERRALS = /^(?:process\.nextTick|queueMicrotask|setImmediate|setTimeout)$/u;

/**
 * @param {{ sourceCode: SourceCodeLike, context: PatternContext, assumes: Set<ObligationId> }} collector
 * @param {TSESTree.CallExpression} call Of a function of `async`.
 * @param {TSESTree.Node | undefined} final What it ends with.
 * @throws {Refused} Where that would go on with an exception that ends the process today.
 */
export function checkIgnoredErrors({ sourceCode, context, assumes }, call, final) {
  const what = final ? readIgnoring(sourceCode, final) : 'does nothing';
  const steps = call.arguments.filter((each) => each !== final);
  if (
    !what ||
    !steps.some((each, index) => mayThrow(sourceCode, each, index === steps.length - 1))
  ) {
    return;
  }
  if (what === 'goes on') {
    throw new Refused('error-ignored', quote(sourceCode, call));
  }
  if (!context.options.assumable.has('uncaught-error')) {
    throw new Refused('exception-lost', quote(sourceCode, call));
  }
  assumes.add('uncaught-error');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} given
 * @param {boolean} isLast The last argument before the final callback is a step, or holds steps, whatever
 *   it is.
 * @returns {boolean}
 */
function mayThrow(sourceCode, given, isLast) {
  const fn = readFunction(sourceCode, given);
  if (fn) {
    // What an async function throws is the error of its step today, too.
    return !fn.async && [...walk(sourceCode, fn.body)].some((node) => throws(sourceCode, node));
  }
  if (given.type === 'ArrayExpression') {
    return given.elements.some((each) => each && mayThrow(sourceCode, each, isLast));
  }
  if (given.type === 'ObjectExpression') {
    return given.properties.some((each) =>
      each.type === 'Property' ? mayThrow(sourceCode, each.value, isLast) : isLast,
    );
  }
  return isLast;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function throws(sourceCode, node) {
  const frame = enclosingFunction(node);
  return (
    THROWS.has(node.type) &&
    !(frame && isCaught(node, frame)) &&
    !(node.type === 'CallExpression' && isOfStep(sourceCode, node)) &&
    !(
      node.type === 'MemberExpression' &&
      node.parent.type === 'CallExpression' &&
      isOfStep(sourceCode, node.parent)
    )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `cb()`, `setImmediate(cb)`, `console.log(…)`
 */
function isOfStep(sourceCode, { callee, arguments: given }) {
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'global') {
    const name = [origin.name, ...origin.path].join('.');
    return (
      origin.name === 'console' ||
      (DEFERRALS.test(name) &&
        given[0] !== undefined &&
        (isFunction(given[0]) || isParameter(sourceCode, given[0])))
    );
  }
  return isParameter(sourceCode, callee);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the last parameter of a function, as the callback of a step is.
 */
function isParameter(sourceCode, node) {
  const [definition] = variableOf(sourceCode, node)?.defs ?? [];
  return definition?.type === 'Parameter' && definition.node.params.at(-1) === definition.name;
}
