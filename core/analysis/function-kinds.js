/** @import { FunctionNode } from './functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { isFunction } from './functions.js';
import { moduleScope } from './scopes.js';

/**
 * Which kinds of functions a file has, read off its scopes: it costs far less than a visit of its
 * nodes, and less than a search of the text for a word.
 *
 * @type {(sourceCode: SourceCodeLike) => { async: readonly FunctionNode[], hasGenerator: boolean }}
 */
const functionKinds = oncePerFile(({ scopeManager }) => {
  /** @type {FunctionNode[]} */
  const async = [];
  let hasGenerator = false;
  for (const { type, block } of scopeManager?.scopes ?? []) {
    if (type === 'function' && isFunction(block)) {
      hasGenerator ||= block.generator;
      if (block.async) {
        async.push(block);
      }
    }
  }
  return { async, hasGenerator };
});

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {readonly FunctionNode[]} The async functions of the file, an outer one before those in it.
 */
export function asyncFunctions(sourceCode) {
  return functionKinds(sourceCode).async;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a function of the file is async.
 */
export function hasAsyncFunction(sourceCode) {
  return functionKinds(sourceCode).async.length > 0;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a function of the file is a generator.
 */
export function hasGenerator(sourceCode) {
  return functionKinds(sourceCode).hasGenerator;
}

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether an `await` may stand in the file. */
export const mayAwait = oncePerFile(
  (sourceCode) =>
    hasAsyncFunction(sourceCode) || (!isCommonJs(sourceCode) && sourceCode.text.includes('await')),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the file is the body of a function that is not async.
 */
function isCommonJs(sourceCode) {
  return moduleScope(sourceCode).type === 'function';
}
