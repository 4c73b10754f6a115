/** @import { FunctionNode } from './functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { hasAnyWord, oncePerFile } from './facts.js';
import { moduleScope } from './scopes.js';

/**
 * Which kinds of functions a file has, read off its scopes: it costs far less than a visit of its
 * nodes. A keyword has no escapes: without it in the text, the scopes need not be asked.
 */

/** The text behind the word where it is no keyword: the rest of another word, or the end of an expression. */
const NO_KEYWORD = /[\w$.,;:?)\]}=]/u;

/** Of `async` and of `await`. */
const ASYNC_WORDS = ['ync'];
const AWAIT_WORDS = ['wait'];

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the text may have the word `async`, alone or in
 *   another one.
 */
export const mayNameAsync = oncePerFile((sourceCode) => hasAnyWord(sourceCode, ASYNC_WORDS));

/**
 * @type {(sourceCode: SourceCodeLike) => readonly FunctionNode[]} The async functions of the file, an
 *   outer one before those in it.
 */
export const asyncFunctions = oncePerFile((sourceCode) =>
  mayNameAsync(sourceCode) && hasAsyncKeyword(sourceCode.text)
    ? functionsWith(sourceCode, 'async')
    : [],
);

/**
 * @param {string} text
 * @returns {boolean} Whether `async` stands somewhere as a keyword does: a file may have thousands of
 *   scopes, and the word only in `readFileSync` and in comments.
 */
function hasAsyncKeyword(text) {
  for (let index = text.indexOf('ync'); index !== -1; index = text.indexOf('ync', index + 1)) {
    if (text.startsWith('as', index - 2) && !NO_KEYWORD.test(text[index + 3] ?? '.')) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a function of the file is async.
 */
export function hasAsyncFunction(sourceCode) {
  return asyncFunctions(sourceCode).length > 0;
}

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether a function of the file is a generator. */
export const hasGenerator = oncePerFile(
  (sourceCode) => functionsWith(sourceCode, 'generator').length > 0,
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {'async' | 'generator'} kind
 * @returns {FunctionNode[]}
 */
function functionsWith({ scopeManager }, kind) {
  /** @type {FunctionNode[]} */
  const functions = [];
  for (const { type, block } of scopeManager?.scopes ?? []) {
    const fn = /** @type {FunctionNode} */ (block);
    // The body of a CommonJS file has such a scope, too, and an overload of TypeScript, which has no body.
    if (type === 'function' && fn[kind] && fn.body) {
      functions.push(fn);
    }
  }
  return functions;
}

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether an `await` may stand in the file. */
export const mayAwait = oncePerFile(
  (sourceCode) =>
    hasAsyncFunction(sourceCode) ||
    (!isCommonJs(sourceCode) && hasAnyWord(sourceCode, AWAIT_WORDS)),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the file is the body of a function that is not async.
 */
function isCommonJs(sourceCode) {
  return moduleScope(sourceCode).type === 'function';
}
