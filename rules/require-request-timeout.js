/** @import { Site } from '../core/contract/pattern.js' */

import { importsAny } from '../core/analysis/modules/module-references.js';
import { usesGlobal } from '../core/analysis/syntax/scopes.js';
import { HTTP_CLIENT_MODULES } from '../core/packages/http-clients.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkFetch
 */

export default createPatternRule({
  name: 'require-request-timeout',
  pattern: 'request-timeout',
  mayHold: (sourceCode, { checkFetch }) =>
    importsAny(sourceCode, HTTP_CLIENT_MODULES) || (checkFetch && usesGlobal(sourceCode, 'fetch')),
  meta: {
    type: 'problem',
    docs: {
      description: 'Require a limit in time for requests to other servers',
      recommended: true,
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkFetch: {
            type: 'boolean',
            description:
              'Whether to report `fetch` and undici too, which stop by themselves after 300 seconds.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkFetch: false }],
    messages: {
      request:
        '`{{client}}` waits for ever if the peer stops answering, and so does who waits for it{{more}}. Pass a `timeout`, or `signal: AbortSignal.timeout(ms)`.',
      instance:
        'Each request of this instance waits for ever if the peer stops answering: axios has no limit of its own. Give `axios.create` a `timeout`.',
      stopped:
        '`{{client}}` waits 300 seconds for a peer that stops answering, and so does who waits for it{{more}}. Pass `signal: AbortSignal.timeout(ms)`.',
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
function accepts({ checkFetch }, { kind }) {
  return kind !== 'stopped' || checkFetch;
}
