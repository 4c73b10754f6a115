/** @import { Site } from '../core/contract/pattern.js' */

import { blockingFunctions, mayBlock } from '../core/analysis/apis/blocking-apis.js';
import { enclosingFunction } from '../core/analysis/syntax/functions.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkAsyncFunctions
 * @property {readonly string[]} allow
 */

export default createPatternRule({
  name: 'no-blocking-in-async',
  pattern: 'blocking-in-async',
  mayHold: (sourceCode) =>
    mayBlock(sourceCode) &&
    blockingFunctions(sourceCode).some(({ node }) => enclosingFunction(node) !== undefined),
  kindsOf: ({ checkAsyncFunctions }) =>
    checkAsyncFunctions ? ['handler', 'slow', 'async'] : ['handler', 'slow'],
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow calls that stop the event loop while requests wait',
      recommended: true,
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkAsyncFunctions: {
            type: 'boolean',
            description: 'Whether to report them in every async function that may run again.',
          },
          allow: {
            type: 'array',
            items: { type: 'string' },
            uniqueItems: true,
            description:
              'Calls that are not reported. Those of `graceful-fs` and `fs-extra` go by the names of `fs`.',
          },
        },
        additionalProperties: false,
      },
    ],
    // Asking for a path takes microseconds, and a thread of the pool no fewer.
    defaultOptions: [{ checkAsyncFunctions: false, allow: ['fs.existsSync'] }],
    messages: {
      handler:
        '`{{call}}` blocks every other request while it runs, in {{root}}{{through}}. {{instead}}',
      slow: '`{{call}}` blocks every request for milliseconds to tenths of a second a call: {{root}}, reaches it{{through}}. {{instead}}',
      async:
        '`{{call}}` blocks everything else in the process while it runs: async {{root}}, reaches it{{through}}. {{instead}}',
    },
  },
  messageOf: ({ kind }) => kind,
  accepts,
});

/**
 * @param {Options} options
 * @param {Site} site
 * @returns {boolean}
 */
function accepts({ allow }, { data }) {
  const call = data?.['call'] ?? '';
  return (
    !allow.includes(call) && !allow.includes(call.replace(/^(?:graceful-fs|fs-extra)\./u, 'fs.'))
  );
}
