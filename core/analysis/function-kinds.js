/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';

/**
 * Which kinds of functions a file has, read off its scopes: it costs far less than a search of the
 * text or a visit of its nodes.
 *
 * @type {(sourceCode: SourceCodeLike) => { hasAsync: boolean, hasGenerator: boolean }}
 */
const kindsOf = oncePerFile((sourceCode) => {
  let hasAsync = false;
  let hasGenerator = false;
  for (const { type, block } of sourceCode.scopeManager?.scopes ?? []) {
    if (type === 'function' && 'async' in block) {
      hasAsync ||= block.async === true;
      hasGenerator ||= block.generator === true;
    }
  }
  return { hasAsync, hasGenerator };
});

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a function of the file is async.
 */
export function hasAsyncFunction(sourceCode) {
  return kindsOf(sourceCode).hasAsync;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a function of the file is a generator.
 */
export function hasGenerator(sourceCode) {
  return kindsOf(sourceCode).hasGenerator;
}

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether an `await` may stand in the file. */
export const mayAwait = oncePerFile(
  (sourceCode) => hasAsyncFunction(sourceCode) || /\bawait\b/u.test(sourceCode.text),
);
