import { hasAsyncFunction } from '../core/analysis/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'no-async-reduce',
  pattern: 'async-reduce',
  mayHold: hasAsyncFunction,
  meta: {
    type: 'suggestion',
    docs: { description: 'Disallow async callbacks of `reduce`' },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [],
    messages: {
      chain:
        '`{{method}}` calls all async callbacks at once and chains their promises: one promise and its waiting for each element (ticks and bytes), all of them alive until the last, and nothing runs together that awaits the one before. Use a `for…of` loop with `await`, or `Promise.all` over `map` where the steps are independent.',
      useLoop: 'Write a `for…of` loop, which reads the elements one after another.',
    },
  },
  messageOf: () => 'chain',
  suggestionOf: () => 'useLoop',
});
