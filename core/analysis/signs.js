/** @import { SourceCodeLike } from '../source/source-code.js' */

import { hasAnyWord, oncePerFile } from './facts.js';
import { hasGenerator, mayNameAsync } from './function-kinds.js';
import { GLOBAL_OBJECTS } from './global-values.js';
import { importsByModule } from './module-references.js';
import { moduleScope, usesGlobal, writesGlobal } from './scopes.js';

/**
 * Signs that a file may hold a pattern, read off its text and the scopes that a linter has built
 * already. Most files lack them, and then nothing else has to be done.
 */

const PROMISE_WORDS = ['Promis'];

/** Of `asyncToGenerator` and `async_to_generator`, and of `__awaiter`. */
const ASYNC_HELPER_WORDS = ['ToGen', '_to_g', '__a'];
const AWAITER_WORDS = ['__a'];

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file may use the global `Promise`, give
 *   it another value, or shadow it at its top.
 */
export const mentionsPromise = oncePerFile(
  (sourceCode) =>
    hasAnyWord(sourceCode, PROMISE_WORDS) &&
    (usesGlobal(sourceCode, 'Promise') ||
      moduleScope(sourceCode).set.has('Promise') ||
      usesGlobalObject(sourceCode)),
);

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the file names the global object. */
const usesGlobalObject = oncePerFile((sourceCode) =>
  GLOBAL_OBJECTS.some((name) => usesGlobal(sourceCode, name)),
);

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file may give the global `Promise` another
 *   value, or shadow it at its top: most that use it do neither.
 */
export const mayReplacePromise = oncePerFile(
  (sourceCode) =>
    mentionsPromise(sourceCode) &&
    (moduleScope(sourceCode).set.has('Promise') ||
      usesGlobalObject(sourceCode) ||
      writesGlobal(sourceCode, 'Promise')),
);

/** Helpers of compilers that run a generator, as they are named where they are put into a file. */
const COMPILER_HELPER = /^(?:__awaiter|_?async_?to_?generator(?:2|\$?\d*)?)$/iu;

/** Modules that hold such helpers. */
const HELPER_MODULE = /^tslib$|async_?to_?generator/iu;

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the file may hold a helper of a compiler. */
export const mayUseCompilerHelper = oncePerFile(
  (sourceCode) =>
    hasAnyWord(sourceCode, mayNameAsync(sourceCode) ? ASYNC_HELPER_WORDS : AWAITER_WORDS) &&
    (declaresHelper(sourceCode) ||
      [...importsByModule(sourceCode).keys()].some((name) => HELPER_MODULE.test(name)) ||
      // esbuild's is given a generator.
      (hasGenerator(sourceCode) && sourceCode.text.includes('__async'))),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a variable at the top of the file has the name of a helper.
 */
function declaresHelper(sourceCode) {
  for (const name of moduleScope(sourceCode).set.keys()) {
    if (COMPILER_HELPER.test(name)) {
      return true;
    }
  }
  return false;
}
