import { hasAsyncFunction } from '../core/analysis/syntax/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'no-useless-async',
  pattern: 'useless-async',
  mayHold: hasAsyncFunction,
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow async functions that only hand on a promise',
      usesTypes: true,
    },
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        properties: {
          checkConstructed: {
            type: 'boolean',
            description:
              'Whether to report functions that make the promise themselves with `new Promise`, beside whose timer or stream the second promise is nothing.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkConstructed: true }],
    messages: {
      handedOn:
        '{{name}} is async only to hand on a promise: it makes a second one that settles later, and takes its callers out of the stack trace of errors. Return the promise from a plain function.',
      dropAsync: 'Drop the `async`.',
    },
  },
  messageOf: () => 'handedOn',
  suggestionOf: () => 'dropAsync',
  accepts: ({ checkConstructed }, { kind }) => checkConstructed || kind !== 'constructed',
});
