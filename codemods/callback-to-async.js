import { createTransform } from '../core/codemod/transform.js';
import { callbackFunction } from '../core/patterns/callback-function.js';
import { planCallbacks } from '../core/plans/codemods/callbacks.js';

/**
 * Functions that take a node-style callback -> async functions, and their asynchronous calls ->
 * `await`. A wrapper keeps the callback for callers outside the file (`--api=keep`), or becomes a
 * promise too (`--api=dual`), or only that (`--api=async`).
 */
export const codemod = {
  name: 'callback-to-async',
  patterns: [callbackFunction],
  planProject: planCallbacks,
};

export default createTransform(codemod);
