import { createTransform } from '../core/codemod/transform.js';
import { promiseChain } from '../core/patterns/promise-chain.js';

/**
 * Functions that return or await chains of `then`, `catch` and `finally` -> async functions with
 * `await`, `try`, `catch` and `finally`.
 */
export const codemod = { name: 'promise-chain-to-async', patterns: [promiseChain] };

export default createTransform(codemod);
