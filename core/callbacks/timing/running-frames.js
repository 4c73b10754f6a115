/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { isCalledOnTheSpot } from '../../analysis/flow/repetition.js';

/**
 *     function load(key, cb) { (function () { cb(null, key); })(); }
 *
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The function that it runs with: those that are called where they stand
 *   belong to the one around them, an asynchronous one up to where it waits.
 */
export function runningFrame(node) {
  let frame = enclosingFunction(node);
  while (frame && !frame.generator && isCalledOnTheSpot(frame)) {
    frame = enclosingFunction(frame);
  }
  return frame;
}
