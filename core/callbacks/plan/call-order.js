/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */

import { nodesWithin } from '../../analysis/syntax/nodes.js';
import { calledBy } from '../timing/ticks.js';

/**
 * A plan that rests on what was only hoped for is made again. Files mostly have the caller before what
 * it calls; in this order nearly every plan is made once.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {readonly CallbackFunction[]} functions In source order.
 * @returns {CallbackFunction[]} Each behind those that it calls, unless they call it too.
 */
export function calleesFirst(sourceCode, functions) {
  /** @type {Set<CallbackFunction>} */
  const ordered = new Set();
  /** @type {Set<CallbackFunction>} */
  const entered = new Set();
  const stack = [...functions].reverse();
  for (let found = stack.at(-1); found; found = stack.at(-1)) {
    if (entered.has(found)) {
      ordered.add(found);
      stack.pop();
      continue;
    }
    entered.add(found);
    for (const call of nodesWithin(sourceCode, 'CallExpression', found.fn)) {
      stack.push(...calledBy(sourceCode, call).filter((callee) => !entered.has(callee)));
    }
  }
  return [...ordered];
}
