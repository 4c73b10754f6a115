/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { hasAnyWord, oncePerFile } from '../syntax/facts.js';
import { hasGenerator, mayNameAsync } from '../syntax/function-kinds.js';
import { GLOBAL_OBJECTS } from '../modules/global-values.js';
import { importsByModule } from '../modules/module-references.js';
import { globalReferences, moduleScope, usesGlobal, writesGlobal } from '../syntax/scopes.js';

/**
 * Signs that a file may hold a pattern, read off its text and the scopes that a linter has built
 * already. Most files lack them, and then nothing else has to be done.
 */

const PROMISE_WORDS = ['Promis'];

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the file may use the global `Promise`, and not only name
 *   its type, give it another value, or shadow it at its top.
 */
export const mentionsPromise = oncePerFile(
  (sourceCode) =>
    hasAnyWord(sourceCode, PROMISE_WORDS) &&
    ((usesGlobal(sourceCode, 'Promise') &&
      !globalReferences(sourceCode, 'Promise').every(namesType)) ||
      moduleScope(sourceCode).set.has('Promise') ||
      usesGlobalObject(sourceCode)),
);

/**
 * @param {TSESTree.Identifier} node
 * @returns {boolean} `Promise<string>`
 */
function namesType({ parent }) {
  return parent.type === 'TSTypeReference';
}

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the file names the global object. */
export const usesGlobalObject = oncePerFile((sourceCode) =>
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

/**
 * Helpers of compilers that run a generator, as they are named where they are put into a file, or where a
 * bundler has put two of them into one. A bundle has thousands of names: these are asked for one by one.
 */
const COMPILER_HELPERS = [
  '__awaiter',
  ...['_asyncToGenerator', 'asyncToGenerator', '_async_to_generator'].flatMap((name) => [
    name,
    `${name}2`,
    `${name}$1`,
  ]),
];

/** Modules that hold such helpers. */
const HELPER_MODULE = /^tslib$|async_?to_?generator/iu;

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the file may hold a helper of a compiler. */
export const mayUseCompilerHelper = oncePerFile(
  (sourceCode) =>
    declaresHelper(sourceCode) ||
    importsHelper(sourceCode) ||
    // esbuild's is given a generator.
    (mayNameAsync(sourceCode) && hasAnyWord(sourceCode, ESBUILD_WORDS) && hasGenerator(sourceCode)),
);

/** Of `__async`. */
const ESBUILD_WORDS = ['__asyn'];

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether a variable at the top of the file has the name of a helper.
 */
function declaresHelper(sourceCode) {
  const { set } = moduleScope(sourceCode);
  return COMPILER_HELPERS.some((name) => set.has(name));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the file imports a module that holds helpers, and names one of them.
 */
function importsHelper(sourceCode) {
  for (const name of importsByModule(sourceCode).keys()) {
    if (HELPER_MODULE.test(name)) {
      return hasAnyWord(sourceCode, HELPER_WORDS);
    }
  }
  return false;
}

/** Of `asyncToGenerator` and `async_to_generator`, and of `__awaiter` and `__asyncValues`. */
const HELPER_WORDS = ['ToGen', '_to_g', '__a'];
