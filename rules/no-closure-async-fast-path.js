/** @import { Site } from '../core/contract/pattern.js' */

import { asyncFunctions } from '../core/analysis/syntax/function-kinds.js';
import { enclosingFunction } from '../core/analysis/syntax/functions.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} afterCheck
 * @property {boolean} withoutCaptures
 */

const MESSAGE_BY_KIND = /** @type {Record<string, string>} */ ({
  'before-check': 'beforeCheck',
  'after-check': 'afterCheck',
  'without-captures': 'withoutCaptures',
});

export default createPatternRule({
  name: 'no-closure-async-fast-path',
  pattern: 'closure-async-fast-path',
  mayHold: (sourceCode) =>
    asyncFunctions(sourceCode).some((fn) => enclosingFunction(fn) !== undefined),
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow async helpers that are allocated on the synchronous fast path',
      recommended: true,
    },
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        properties: {
          afterCheck: {
            type: 'boolean',
            description:
              'Whether to report helpers created after the early exit whose captures alone are allocated on entry.',
          },
          withoutCaptures: {
            type: 'boolean',
            description:
              'Whether to report helpers created before the early exit that capture nothing of the function.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ afterCheck: false, withoutCaptures: false }],
    messages: {
      beforeCheck:
        '{{helper}} is created before {{owner}} knows whether it needs it: each call allocates the closure and a context for {{captured}}, also where it returns early. Move it out and pass what it captures. In bulk: codemod `hoist-async-closure`.',
      afterCheck:
        '{{helper}} captures {{captured}}, so {{owner}} allocates a context on entry, also where it returns early. Move it out and pass what it captures. In bulk: codemod `hoist-async-closure` with `--kinds=after-check`.',
      withoutCaptures:
        '{{helper}} is created before {{owner}} knows whether it needs it: each call allocates the closure, also where it returns early. It captures nothing: move it out. In bulk: codemod `hoist-async-closure` with `--kinds=without-captures`.',
      hoist: 'Move it out of {{owner}} and pass it what it captures.',
    },
  },
  messageOf: ({ kind }) => MESSAGE_BY_KIND[kind],
  suggestionOf: () => 'hoist',
  accepts,
});

/**
 * @param {Options} options
 * @param {Site} site
 * @returns {boolean}
 */
function accepts(options, { kind }) {
  switch (kind) {
    case 'after-check':
      return options.afterCheck;
    case 'without-captures':
      return options.withoutCaptures;
    default:
      return true;
  }
}
