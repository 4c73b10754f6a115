/** @import { Site } from '../core/contract/pattern.js' */

import { mayReplacePromise } from '../core/analysis/flow/signs.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkShadowing
 * @property {readonly string[]} additionalLibraries
 * @property {boolean} checkPolyfills
 */

const MESSAGE_BY_KIND = /** @type {Record<string, string>} */ ({
  override: 'override',
  shadow: 'shadow',
  'other-shadow': 'shadow',
  polyfill: 'polyfill',
});

const SUGGESTION_BY_KIND = /** @type {Record<string, string>} */ ({
  override: 'removeOverride',
  shadow: 'useNative',
  'other-shadow': 'useNative',
});

export default createPatternRule({
  name: 'no-global-promise-override',
  pattern: 'global-promise-override',
  rewrittenAs: 'bluebird',
  mayHold: mayReplacePromise,
  meta: {
    type: 'problem',
    docs: {
      description:
        'Disallow replacing the global `Promise`, or shadowing it for a module with async functions',
      recommended: true,
    },
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        properties: {
          checkShadowing: {
            type: 'boolean',
            description:
              'Whether to report a `Promise` of a library that hides the global one in a module with async functions.',
          },
          additionalLibraries: {
            type: 'array',
            items: { type: 'string' },
            uniqueItems: true,
            description:
              'Further modules, as they are imported, whose `Promise` is a class of their own.',
          },
          checkPolyfills: {
            type: 'boolean',
            description:
              'Whether to report replacements that only run where the native `Promise` is missing.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkShadowing: true, additionalLibraries: [], checkPolyfills: false }],
    messages: {
      override:
        'Replacing the global Promise makes `await` slow in the whole process: async functions stay native, and wait longer for a promise of {{implementation}}. Keep the native one, and import the other class under its own name.',
      shadow:
        'This Promise is from {{implementation}}, while the async functions of the module stay native and wait longer for it. Use the native Promise, and import {{implementation}} under its own name. In bulk, from bluebird: codemod `bluebird-to-native`.',
      polyfill:
        'This replacement never runs: every supported Node has the native Promise. Remove it, with its dependency.',
      removeOverride:
        'Remove the override (check first that no module uses methods that only {{implementation}} has).',
      useNative:
        'Remove this binding and use the native Promise (check first that no caller uses methods that only {{implementation}} has).',
    },
  },
  messageOf: ({ kind }) => MESSAGE_BY_KIND[kind],
  suggestionOf: ({ kind }) => SUGGESTION_BY_KIND[kind] ?? 'removeOverride',
  accepts,
});

/**
 * @param {Options} options
 * @param {Site} site
 * @returns {boolean}
 */
function accepts(options, { kind, data }) {
  switch (kind) {
    case 'shadow':
      return options.checkShadowing;
    case 'other-shadow':
      return (
        options.checkShadowing &&
        options.additionalLibraries.includes(data?.['implementation'] ?? '')
      );
    case 'polyfill':
      return options.checkPolyfills;
    default:
      return true;
  }
}
