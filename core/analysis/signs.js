/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { hasGenerator, saysAsync } from './function-kinds.js';
import { GLOBAL_OBJECTS } from './global-values.js';
import { importsByModule } from './module-references.js';
import { moduleLevelScopes, moduleScope, usesGlobal, writesGlobal } from './scopes.js';

/**
 * Signs that a file may hold a pattern, read off the scopes that a linter has built already. Most
 * files lack them, and then nothing else has to be done.
 */

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file may use the global `Promise`, give
 *   it another value, or shadow it at its top.
 */
export const mentionsPromise = oncePerFile(
  (sourceCode) =>
    usesGlobal(sourceCode, 'Promise') ||
    moduleScope(sourceCode).set.has('Promise') ||
    (usesGlobalObject(sourceCode) && sourceCode.text.includes('Promise')),
);

/** @type {(sourceCode: SourceCodeLike) => boolean} */
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
    namesHelper(sourceCode) &&
    (moduleLevelScopes(sourceCode).some(({ variables }) =>
      variables.some(({ name }) => COMPILER_HELPER.test(name)),
    ) ||
      [...importsByModule(sourceCode).keys()].some((name) => HELPER_MODULE.test(name)) ||
      // esbuild's is given a generator.
      (hasGenerator(sourceCode) && sourceCode.text.includes('__async'))),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the text has one of the names; most have not even a part of one.
 */
function namesHelper(sourceCode) {
  const { text } = sourceCode;
  return (
    (text.includes('__a') || (saysAsync(sourceCode) && text.includes('enerator'))) &&
    /__a(?:waiter|sync)\b|[aA]sync_?[tT]o_?[gG]enerator/u.test(text)
  );
}
