/** @import { Site } from '../core/contract/pattern.js' */

import { enclosingFunction } from '../core/analysis/syntax/functions.js';
import { promisifyingCalls } from '../core/analysis/promises/promisifiers.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkHandRolled
 */

const MESSAGE_BY_KIND = /** @type {Record<string, string>} */ ({
  promisify: 'promisify',
  'promisify-all': 'promisifyAll',
  'hand-rolled': 'promisify',
  late: 'late',
});

export default createPatternRule({
  name: 'no-promisify-in-function',
  pattern: 'promisify-in-function',
  mayHold: (sourceCode) =>
    promisifyingCalls(sourceCode).some((call) => enclosingFunction(call) !== undefined),
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow promisifying the same function again on every call',
      recommended: true,
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        properties: {
          checkHandRolled: {
            type: 'boolean',
            description: "Whether to report the file's own functions that promisify another one.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkHandRolled: true }],
    messages: {
      promisify:
        '`{{code}}` makes the same function again on every call, which costs several times the call itself. Make it once, at the top of the module.',
      promisifyOutside:
        '`{{code}}` makes the same function again on every call, which costs several times the call itself. Make it once, beside `{{owner}}`.',
      promisifyAll:
        '`{{code}}` goes through all methods of the package again on every call. Call it once, at the top of the module.',
      late: '`{{code}}` makes the same function again on every call, which costs several times the call itself. Make it once, outside: `{{code}}((...args) => {{target}}(...args))`.',
      hoist: 'Make it once, at the top of the module.',
    },
  },
  messageOf: ({ kind, data }) =>
    kind !== 'promisify-all' && data?.['owner'] ? 'promisifyOutside' : MESSAGE_BY_KIND[kind],
  suggestionOf: () => 'hoist',
  accepts,
});

/**
 * @param {Options} options
 * @param {Site} site
 * @returns {boolean}
 */
function accepts({ checkHandRolled }, { kind }) {
  return kind !== 'hand-rolled' || checkHandRolled;
}
