/** @import { Site } from '../core/contract/pattern.js' */

import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkImports
 * @property {readonly string[]} allow
 */

export default createPatternRule({
  name: 'prefer-native-promise',
  pattern: 'bluebird',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Prefer native promises over those of libraries',
      recommended: false,
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkImports: {
            type: 'boolean',
            description: 'Whether to report the import of a library of promises.',
          },
          allow: {
            type: 'array',
            items: { type: 'string' },
            uniqueItems: true,
            description: 'Libraries whose import is not reported.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkImports: true, allow: [] }],
    messages: {
      import:
        'Every supported Node has native promises, which `await` takes as they are: a promise of {{library}} costs it a wrapper and extra ticks. In bulk: codemod `bluebird-to-native`.',
      use: '`{{code}}` can be written with native promises. In bulk: codemod `bluebird-to-native`.',
    },
  },
  messageOf: ({ kind, plan }) => (kind === 'import' ? 'import' : plan && 'use'),
  accepts,
});

/**
 * @param {Options} options
 * @param {Site} site
 * @returns {boolean}
 */
function accepts({ checkImports, allow }, { kind, data }) {
  return kind !== 'import' || (checkImports && !allow.includes(data?.['library'] ?? ''));
}
