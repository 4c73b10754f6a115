import { hasAsyncFunction } from '../core/analysis/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'prefer-sync-fast-path',
  pattern: 'sync-fast-path',
  mayHold: hasAsyncFunction,
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Prefer returning a cached promise to making one for each cached value',
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [],
    messages: {
      valueCache:
        '{{name}} makes a promise for each value that it has already (ticks, bytes and CPU time of each call), and calls that come before the value is there load it again. Cache the promise, not the value: return it from a plain function, and delete it when it is rejected.',
      promiseCache:
        '{{name}} has a promise to give out, but being async it makes another one for each call, which settles later (ticks, bytes and CPU time). Return the cached promise from a plain function.',
      cachePromise: 'Cache the promise, and delete it when it is rejected.',
    },
  },
  messageOf: ({ kind }) => (kind === 'value-cache' ? 'valueCache' : 'promiseCache'),
  suggestionOf: () => 'cachePromise',
});
