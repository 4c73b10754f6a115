import { createTransform } from '../core/codemod/transform.js';
import { promiseWrappedAwait } from '../core/patterns/promise-wrapped-await.js';

/** `await` of a promise that is only made around a value -> `await` of the value. */
export const codemod = { name: 'unwrap-promises', patterns: [promiseWrappedAwait] };

export default createTransform(codemod);
