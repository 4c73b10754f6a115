/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { hasGenerator } from './function-kinds.js';
import { GLOBAL_OBJECTS } from './global-values.js';
import { importsByModule } from './module-references.js';
import { moduleLevelScopes, moduleScope, usesGlobal } from './scopes.js';

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
    (GLOBAL_OBJECTS.some((name) => usesGlobal(sourceCode, name)) &&
      /\bPromise\b/u.test(sourceCode.text)),
);

/** Helpers of compilers that run a generator, as they are named where they are put into a file. */
const COMPILER_HELPER = /^(?:__awaiter|_?async_?to_?generator(?:2|\$?\d*)?)$/iu;

const SHORTEST_HELPER = '__awaiter'.length;

/** Modules that hold such helpers. */
const HELPER_MODULE = /^tslib$|async_?to_?generator/iu;

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the file may hold a helper of a compiler. */
export const mayUseCompilerHelper = oncePerFile(
  (sourceCode) =>
    moduleLevelScopes(sourceCode).some(({ variables }) =>
      variables.some(({ name }) => name.length >= SHORTEST_HELPER && COMPILER_HELPER.test(name)),
    ) ||
    [...importsByModule(sourceCode).keys()].some((name) => HELPER_MODULE.test(name)) ||
    // esbuild's is given a generator.
    (hasGenerator(sourceCode) && sourceCode.text.includes('__async')),
);
