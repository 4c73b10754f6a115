import { createTransform } from '../core/codemod/transform.js';
import { asyncLib } from '../core/patterns/async-lib.js';
import { callsBackLater } from '../core/patterns/async-lib/given/later.js';
import { planCallbacks } from '../core/plans/codemods/callbacks.js';

/**
 * Calls of caolan's `async`, and callback functions that run on them -> async functions, with a
 * wrapper for callers that give a callback.
 */
export const codemod = {
  name: 'async-lib-to-async',
  patterns: [asyncLib],
  // A function that calls back later from now on may be a step of a call that was left for its timing.
  freedBy: ['async-lib-to-async', 'callback-to-async'],
  /** @type {NonNullable<import('../core/codemod/convert.js').Codemod['planProject']>} */
  planProject: (files, options) =>
    planCallbacks(files, { ...options, api: 'keep' }, callsBackLater),
};

export default createTransform(codemod);
