/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */
/** @import { Throwing } from '../../../callbacks/errors/exceptions.js' */

import { readFunction } from '../../../analysis/syntax/definitions.js';
import { enclosingFunction } from '../../../analysis/syntax/functions.js';
import { walk } from '../../../analysis/syntax/nodes.js';
import { variableOf } from '../../../analysis/syntax/scopes.js';
import { findThrowing, worst } from '../../../callbacks/errors/exceptions.js';
import { isCaught } from '../../../callbacks/statements/flow.js';
import { ignoresError } from '../../../callbacks/errors/ignored-errors.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';

/**
 *     async.eachSeries(keys, (key, cb) => { ids[key].count++; setImmediate(cb); }, () => callback());
 *
 * What a step throws ends the process today, or reaches the caller. An async function rejects with it, and a
 * final callback that is left out, or does not look at its error, hears nothing of it.
 */

/**
 * @typedef {object} Hearing Who hears of an error.
 * @property {TSESTree.Node | undefined} final The callback that the call ends with.
 * @property {boolean} mayBeMissing Whether there may be none when the code runs.
 * @property {boolean} isPromise Whether the call gives a promise in its place: a rejection that nobody takes
 *   ends the process, too.
 */

/**
 * @param {{ sourceCode: SourceCodeLike, context: PatternContext, assumes: Set<ObligationId> }} collector
 * @param {TSESTree.CallExpression} call Of a function of `async`.
 * @param {Hearing} hearing
 * @throws {Refused} Where nobody would hear of an exception any more.
 */
export function checkIgnoredErrors({ sourceCode, context, assumes }, call, hearing) {
  const { final, isPromise, mayBeMissing } = hearing;
  const isIgnored = final === undefined || ignoresError(sourceCode, final);
  const steps = call.arguments.filter((each) => each !== final);
  const thrown = steps.map((each, index) =>
    throwingOf(sourceCode, each, index === steps.length - 1),
  );
  if ((!isIgnored && !mayBeMissing) || thrown.every((each) => each === 'never')) {
    return;
  }
  if (isIgnored && !isPromise && thrown.includes('may')) {
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
 * @returns {Throwing}
 */
function throwingOf(sourceCode, given, isLast) {
  const fn = readFunction(sourceCode, given);
  if (fn) {
    // What an async function throws is the error of its step today, too.
    const found = fn.async
      ? undefined
      : findThrowing(sourceCode, walk(sourceCode, fn), (node) => isOfStep(sourceCode, node));
    return found?.throwing ?? 'never';
  }
  const held =
    given.type === 'ArrayExpression'
      ? given.elements
      : given.type === 'ObjectExpression'
        ? given.properties.map((each) => (each.type === 'Property' ? each.value : null))
        : undefined;
  return held
    ? worst(held.map((each) => (each ? throwingOf(sourceCode, each, isLast) : unread(isLast))))
    : unread(isLast);
}

/**
 * @param {boolean} isLast
 * @returns {Throwing} Of steps that are elsewhere.
 */
function unread(isLast) {
  return isLast ? 'may' : 'never';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} `cb()`, `cb.call(…)`, or what a `try` catches: that is no matter here.
 */
function isOfStep(sourceCode, node) {
  const frame = enclosingFunction(node);
  const callee = node.type === 'CallExpression' ? node.callee : undefined;
  const base = callee?.type === 'MemberExpression' ? callee.object : callee;
  return (
    (frame !== undefined && isCaught(node, frame)) ||
    (base !== undefined && isCallback(sourceCode, base))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the last parameter of a function, as the callback of a step is.
 */
function isCallback(sourceCode, node) {
  const [definition] = variableOf(sourceCode, node)?.defs ?? [];
  return definition?.type === 'Parameter' && definition.node.params.at(-1) === definition.name;
}
