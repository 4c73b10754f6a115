/** @import { Site } from '../core/contract/pattern.js' */

import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkDeclarations
 */

export default createPatternRule({
  name: 'no-promise-subclass',
  pattern: 'promise-subclass',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow awaiting instances of subclasses of `Promise`',
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkDeclarations: {
            type: 'boolean',
            description:
              'Whether to report every class that extends `Promise`, for libraries, whose users await.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkDeclarations: false }],
    messages: {
      awaited:
        'Awaiting a `{{name}}` makes another promise and resolves it through its `then`, because it is a subclass of Promise. Give out a native promise, and keep what the class adds in an object beside it.',
      declared:
        'Whoever awaits a `{{name}}` pays for the subclass: another promise is made, and resolved through its `then`. Give out native promises, and keep what the class adds in an object beside them.',
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
function accepts({ checkDeclarations }, { kind }) {
  return kind === 'awaited' || checkDeclarations;
}
