/** @import { Site } from '../core/contract/pattern.js' */

import { mentionsPromise } from '../core/analysis/flow/signs.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkChains
 * @property {boolean} checkCallbacks
 */

const OPTION_BY_KIND = /** @type {Record<string, keyof Options>} */ ({
  then: 'checkChains',
  answered: 'checkChains',
  callback: 'checkCallbacks',
});

export default createPatternRule({
  name: 'no-promise-constructor-wrap',
  pattern: 'promise-constructor-wrap',
  mayHold: mentionsPromise,
  kindsOf: () => ['then', 'callback', 'answered'],
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow making a promise by hand around another one',
      recommended: true,
      usesTypes: true,
    },
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        properties: {
          checkChains: {
            type: 'boolean',
            description:
              'Whether to report `new Promise((resolve, reject) => promise.then(resolve, reject))`.',
          },
          checkCallbacks: {
            type: 'boolean',
            description:
              'Whether to report a core function in a `new Promise` that has a promise form.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkChains: true, checkCallbacks: true }],
    messages: {
      chain:
        'This `new Promise` only settles as another promise does, at the price of a second promise and four functions; an error that nobody hands on leaves it pending. Use the other promise. In bulk: codemod `unwrap-promises`.',
      callback:
        'This `new Promise` makes by hand what the promise form of `{{callee}}` is, with three functions for each call. Use that form, or what `util.promisify` makes once. In bulk: codemod `unwrap-promises`.',
      useChain: 'Use the other promise (check that it is one).',
      useForm: 'Use the promise form.',
    },
  },
  // The constructor makes a promise of another thenable: `new Promise((resolve, reject) =>
  // $.ajax(url).then(resolve, reject))`.
  messageOf: ({ kind, refusal }) =>
    kind === 'callback' ? 'callback' : refusal?.reason === 'lazy-thenable' ? undefined : 'chain',
  suggestionOf: ({ kind }) => (kind === 'then' ? 'useChain' : 'useForm'),
  accepts: (/** @type {Options} */ options, /** @type {Site} */ { kind, data }) => {
    const option = OPTION_BY_KIND[kind];
    // Three functions are nothing beside a hash that is slow on purpose, or a process.
    return option !== undefined && options[option] && data?.['work'] !== 'long';
  },
});
