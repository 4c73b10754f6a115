/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { skipBackward } from './trivia.js';

/**
 * @param {FunctionNode} fn
 * @param {SourceCodeLike} sourceCode
 * @returns {number} Where `async` goes: before a function, or before the name of a method.
 */
export function asyncPosition(fn, sourceCode) {
  const { parent } = fn;
  const isMethod =
    parent?.type === 'MethodDefinition' || (parent?.type === 'Property' && parent.method);
  if (!isMethod) {
    return fn.range[0];
  }
  let [start] = parent.key.range;
  if (parent.computed) {
    // The key may be in parentheses.
    do {
      start = skipBackward(sourceCode, start) - 1;
    } while (sourceCode.text[start] !== '[');
  }
  return start;
}
