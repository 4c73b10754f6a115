import { createTransform } from '../core/codemod/transform.js';
import { promiseConstructorWrap } from '../core/patterns/promise-constructor-wrap.js';
import { promiseWrappedAwait } from '../core/patterns/promise-wrapped-await.js';
import { replacedInProject } from '../core/plans/members/replaced-in-project.js';

/**
 * `await` of a promise that is only made around a value -> `await` of the value; a promise that is
 * made by hand around another -> the other.
 */
export const codemod = {
  name: 'unwrap-promises',
  patterns: [promiseWrappedAwait, promiseConstructorWrap],
  freedBy: ['promise-chain-to-async', 'unwrap-promises'],
  /** @type {NonNullable<import('../core/codemod/convert.js').Codemod['planProject']>} */
  planProject: (files) => {
    const isReplacedElsewhere = replacedInProject(files);
    return { factsFor: () => ({ isReplacedElsewhere }), together: [] };
  },
};

export default createTransform(codemod);
