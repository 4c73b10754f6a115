import { createTransform } from '../core/codemod/transform.js';
import { asyncLib } from '../core/patterns/async-lib.js';

/**
 * Callback functions that run on caolan's `async` -> async functions, with a wrapper for callers that
 * give a callback.
 */
export const codemod = { name: 'async-lib-to-async', patterns: [asyncLib] };

export default createTransform(codemod);
