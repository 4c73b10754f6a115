import { createTransform } from '../core/codemod/transform.js';
import { promiseChain } from '../core/patterns/promise-chain.js';
import { planLibraryPromises } from '../core/plans/exports/library-promises.js';

/**
 * Functions that return or await chains of `then`, `catch` and `finally` -> async functions with
 * `await`, `try`, `catch` and `finally`.
 */
export const codemod = {
  name: 'promise-chain-to-async',
  patterns: [promiseChain],
  planProject: planLibraryPromises,
  freedBy: ['unwrap-promises'],
};

export default createTransform(codemod);
