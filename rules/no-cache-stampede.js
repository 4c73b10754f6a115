import { hasAsyncFunction } from '../core/analysis/syntax/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'no-cache-stampede',
  pattern: 'sync-fast-path',
  mayHold: hasAsyncFunction,
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow caches that are filled only after the value was awaited',
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [],
    messages: {
      stampede:
        'Calls of {{name}} that come while the value loads load it again: the cache is filled only after the `await`. Keep the promise instead, and delete it when it is rejected.',
      cachePromise:
        'Keep the promise: calls that come meanwhile share it, and fail with it if it is rejected.',
    },
  },
  messageOf: ({ kind }) => (kind === 'value-cache' ? 'stampede' : undefined),
  suggestionOf: () => 'cachePromise',
});
