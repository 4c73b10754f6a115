/** @import { Site } from '../core/contract/pattern.js' */

import { answeringFunctions } from '../core/analysis/answering-functions.js';
import { blockingFunctions, mayBlock } from '../core/analysis/blocking-apis.js';
import { enclosingFunction } from '../core/analysis/functions.js';
import { importsAny } from '../core/analysis/module-references.js';
import { MAKER_MODULES } from '../core/analysis/server-apis.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkAsyncFunctions
 * @property {readonly string[]} allow
 */

export default createPatternRule({
  name: 'no-blocking-in-async',
  pattern: 'blocking-in-async',
  mayHold: (sourceCode, { checkAsyncFunctions }) =>
    mayBlock(sourceCode) &&
    (checkAsyncFunctions ||
      importsAny(sourceCode, MAKER_MODULES) ||
      answeringFunctions(sourceCode).length > 0) &&
    blockingFunctions(sourceCode).some(({ node }) => enclosingFunction(node) !== undefined),
  kindsOf: ({ checkAsyncFunctions }) => (checkAsyncFunctions ? ['handler', 'async'] : ['handler']),
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
        '`{{call}}` stops the event loop in {{root}}{{through}}, which runs for each request or event: all other requests and timers of the process wait until it is done (latency). {{instead}}',
      async:
        '`{{call}}` stops the event loop in {{root}}{{through}}, which is async so that it would not: everything else in the process waits until it is done (latency). {{instead}}',
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
