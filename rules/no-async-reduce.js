import { hasAsyncFunction } from '../core/analysis/syntax/function-kinds.js';
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
        'An async `{{method}}` runs one step at a time, but keeps a promise of each element in memory. Write a `for…of` loop with `await`, or `Promise.all` over `map` if the steps are independent.',
      useLoop: 'Write a `for…of` loop, which reads the elements one after another.',
    },
  },
  messageOf: () => 'chain',
  suggestionOf: () => 'useLoop',
});
