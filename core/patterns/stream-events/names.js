/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Handler, Handlers } from './handlers.js' */
/** @import { Collector } from './listeners.js' */

import {
  disposes,
  enclosingFunction,
  frameUses,
  isFunction,
} from '../../analysis/syntax/functions.js';
import { findClashes } from './handlers.js';

/**
 * Names that listeners declare, and that come to stand among those of the code around them.
 */

/**
 * @param {PatternContext} context
 * @param {Handlers} handlers
 * @param {FunctionNode | Collector['block']} fn
 * @returns {Refusal | undefined} For a name that would become one of the function's, and is there
 *   already, or what would be disposed of later.
 */
export function refuseNames(context, handlers, fn) {
  const place = placeOf(fn);
  if (
    isFunction(place) ? frameUses(context.sourceCode, place).disposes : place.body.some(disposes)
  ) {
    return { reason: 'resource-declared' };
  }
  for (const each of Object.values(handlers)) {
    const clashes = each?.fn ? findClashes(context, each.fn, place) : [];
    const hoisted = clashes.find((name) => each?.fn && isHoisted(context, each.fn, name));
    if (hoisted) {
      return { reason: 'name-shared', subject: `\`${hoisted}\`` };
    }
  }
  return undefined;
}

/**
 * @param {FunctionNode | Collector['block']} fn
 * @returns {FunctionNode | Collector['block']} What the code may come to stand in.
 */
function placeOf(fn) {
  const isExecutor = fn.parent?.type === 'NewExpression';
  return (isExecutor && enclosingFunction(fn)) || fn;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {string} name
 * @returns {boolean} Whether the function declares the name for all of its code, with `var`.
 */
function isHoisted({ sourceCode }, fn, name) {
  const variable = sourceCode.scopeManager?.acquire(fn, true)?.set.get(name);
  return Boolean(
    variable?.defs.some(
      ({ type, parent }) =>
        type === 'FunctionName' ||
        (parent?.type === 'VariableDeclaration' && parent.kind === 'var'),
    ),
  );
}

/**
 * @param {PatternContext} context
 * @param {Handler} handler
 * @param {FunctionNode | Collector['block']} fn
 * @returns {boolean} Whether a name of the listener is used for something else around it.
 */
export function needsBlock(context, { fn: listener }, fn) {
  return listener !== undefined && findClashes(context, listener, placeOf(fn)).length > 0;
}
