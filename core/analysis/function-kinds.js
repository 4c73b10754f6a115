/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { moduleScope } from './scopes.js';

/**
 * Which kinds of functions a file has, read off its scopes: it costs far less than a visit of its
 * nodes, and a plain search of the text for a word costs less still.
 */

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the word is in the file. */
export const saysAsync = oncePerFile(({ text }) => text.includes('async'));

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether a function of the file is async. */
export const hasAsyncFunction = oncePerFile(
  (sourceCode) => saysAsync(sourceCode) && hasFunctionThatIs(sourceCode, 'async'),
);

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether a function of the file is a generator. */
export const hasGenerator = oncePerFile((sourceCode) => hasFunctionThatIs(sourceCode, 'generator'));

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether an `await` may stand in the file. */
export const mayAwait = oncePerFile(
  (sourceCode) =>
    hasAsyncFunction(sourceCode) || (!isCommonJs(sourceCode) && sourceCode.text.includes('await')),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {'async' | 'generator'} kind
 * @returns {boolean}
 */
function hasFunctionThatIs(sourceCode, kind) {
  for (const { type, block } of sourceCode.scopeManager?.scopes ?? []) {
    if (type === 'function' && kind in block && /** @type {any} */ (block)[kind] === true) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the file is the body of a function that is not async.
 */
function isCommonJs(sourceCode) {
  return moduleScope(sourceCode).type === 'function';
}
