import { textHas } from '../core/analysis/syntax/facts.js';
import { mayAwait } from '../core/analysis/syntax/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

/** With what may stand between the two words. */
const FOR_AWAIT = /\bfor\b[^()]{0,200}\bawait\b/u;

export default createPatternRule({
  name: 'no-for-await-of-sync',
  pattern: 'for-await-of-sync',
  mayHold: (sourceCode) => mayAwait(sourceCode) && textHas(sourceCode, FOR_AWAIT),
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow `for await` over synchronous iterables',
      recommended: true,
      usesTypes: true,
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [],
    messages: {
      plain:
        '`for await` makes promises for each element of this synchronous iterable and waits for them, although none is a promise. Use `for…of`.',
      promises:
        '`for await` wraps this synchronous iterable and makes several promises for each element. Use `for…of` with one `await` inside, or `await Promise.all(…)` before it.',
      dropAwait: 'Use `for…of`.',
      awaitInside: 'Use `for…of` and await each element inside.',
    },
  },
  messageOf: ({ kind }) => kind,
  suggestionOf: ({ kind }) => (kind === 'plain' ? 'dropAwait' : 'awaitInside'),
});
