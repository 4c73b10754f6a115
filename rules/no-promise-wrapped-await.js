/** @import { Site } from '../core/contract/pattern.js' */

import { mayAwait } from '../core/analysis/syntax/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

/**
 * @typedef {object} Options
 * @property {boolean} checkConstructor
 * @property {boolean} checkAsyncFunction
 * @property {boolean} checkIdentityThen
 * @property {boolean} checkResolve
 */

const FORMS = /** @type {Record<string, { messageId: string, option: keyof Options }>} */ ({
  constructor: { messageId: 'constructor', option: 'checkConstructor' },
  'async-function': { messageId: 'asyncFunction', option: 'checkAsyncFunction' },
  'identity-then': { messageId: 'identityThen', option: 'checkIdentityThen' },
  resolve: { messageId: 'resolve', option: 'checkResolve' },
});

export default createPatternRule({
  name: 'no-promise-wrapped-await',
  pattern: 'promise-wrapped-await',
  mayHold: mayAwait,
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow awaiting a promise that is only made around the value',
      recommended: true,
    },
    fixable: 'code',
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        properties: {
          checkConstructor: {
            type: 'boolean',
            description: 'Whether to report `await new Promise((resolve) => resolve(value))`.',
          },
          checkAsyncFunction: {
            type: 'boolean',
            description: 'Whether to report `await (async () => value)()`.',
          },
          checkIdentityThen: {
            type: 'boolean',
            description: 'Whether to report `await promise.then((value) => value)`.',
          },
          checkResolve: {
            type: 'boolean',
            description:
              'Whether to report `await Promise.resolve(value)`, which costs next to nothing.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [
      {
        checkConstructor: true,
        checkAsyncFunction: true,
        checkIdentityThen: true,
        checkResolve: false,
      },
    ],
    messages: {
      constructor:
        'This `new Promise` only hands on a value that `await` takes as it is: it costs a promise and its functions. Await the value. In bulk: codemod `unwrap-promises`.',
      asyncFunction:
        'This async function is called at once, only to be awaited: it costs a function and a promise. Await its content in place. In bulk: codemod `unwrap-promises`.',
      identityThen:
        'This `.then` hands on the value that it is given: it costs a promise and a function (bytes), and a microtick. Await the promise itself. In bulk: codemod `unwrap-promises`.',
      resolve:
        '`await` does what `Promise.resolve` does, so this only hides what is awaited. Await the value: clearer, not faster. In bulk: codemod `unwrap-promises`.',
      awaitValue:
        'Await the value itself (what its evaluation throws is then thrown a tick earlier).',
      awaitInPlace: 'Await the content in place.',
      awaitPromise: 'Await the promise itself (check that it is one, and not null).',
    },
  },
  messageOf: ({ kind }) => FORMS[kind]?.messageId,
  suggestionOf,
  accepts: (/** @type {Options} */ options, { kind }) => {
    const form = FORMS[kind];
    return form !== undefined && options[form.option];
  },
});

/**
 * @param {Site} site
 * @returns {string}
 */
function suggestionOf({ kind, plan }) {
  if (plan?.assumes.includes('receiver-is-promise')) {
    return 'awaitPromise';
  }
  return kind === 'async-function' ? 'awaitInPlace' : 'awaitValue';
}
