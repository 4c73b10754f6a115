import { createTransform } from '../core/codemod/transform.js';
import { closureAsyncFastPath } from '../core/patterns/closure-async-fast-path.js';

/**
 * Async helpers that a function creates before it knows whether it needs them -> functions at the
 * top of the file, with what they captured as parameters. `--kinds=before-check,after-check` takes
 * those with it that are created behind the check, `without-captures` those that share nothing.
 */
export const codemod = {
  name: 'hoist-async-closure',
  patterns: [closureAsyncFastPath],
  kinds: ['before-check', 'beside-others'],
};

export default createTransform(codemod);
