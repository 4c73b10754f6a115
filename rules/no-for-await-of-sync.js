import { mayAwait } from '../core/analysis/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'no-for-await-of-sync',
  pattern: 'for-await-of-sync',
  mayHold: mayAwait,
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
        'This is a synchronous iterable and no element is a promise, yet `for await` makes promises for each step and waits for them (ticks, bytes and CPU time of each element). Use `for…of`.',
      promises:
        'This is a synchronous iterable: `for await` wraps its iterator and makes several promises for each element (ticks, bytes and CPU time). Use `for…of` with one `await` inside, or `await Promise.all(…)` before it.',
      dropAwait: 'Use `for…of`.',
      awaitInside: 'Use `for…of` and await each element inside.',
    },
  },
  messageOf: ({ kind }) => kind,
  suggestionOf: ({ kind }) => (kind === 'plain' ? 'dropAwait' : 'awaitInside'),
});
