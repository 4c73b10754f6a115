import { createTransform } from '../core/codemod/transform.js';
import { generatorCoroutine } from '../core/patterns/generator-coroutine.js';

/**
 * Coroutines over generators -> async functions: co, co.wrap, bluebird's and Q's coroutines, koa 2
 * middleware, and what TypeScript and Babel emit for older engines. Real generators stay.
 */
export const codemod = { name: 'generator-to-async', patterns: [generatorCoroutine] };

export default createTransform(codemod);
