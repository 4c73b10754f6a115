import { createTransform } from '../core/codemod/transform.js';
import { generatorCoroutine } from '../core/patterns/generator-coroutine.js';
import { planCoroutines } from '../core/plans/codemods/coroutines.js';
import { planLibraryPromises } from '../core/plans/exports/library-promises.js';

/** The runners of generators whose promises are their own. */
const LIBRARY_COROUTINES = /\bcoroutine\b|\bQ\.(?:async|spawn)\b/u;

/**
 * Coroutines over generators -> async functions: co, co.wrap, bluebird's and Q's coroutines, koa 2
 * middleware, and what TypeScript and Babel emit for older engines. Real generators stay.
 */
export const codemod = {
  name: 'generator-to-async',
  patterns: [generatorCoroutine],
  /** @type {NonNullable<import('../core/codemod/convert.js').Codemod['planProject']>} */
  planProject: (files, options) =>
    planCoroutines(
      files,
      options,
      codemod,
      planLibraryPromises(
        // Other coroutines give native promises already.
        files.some(({ source }) => LIBRARY_COROUTINES.test(source)) ? files : [],
        options,
      ),
    ),
};

export default createTransform(codemod);
