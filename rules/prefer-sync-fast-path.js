import { hasAsyncFunction } from '../core/analysis/syntax/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'prefer-sync-fast-path',
  pattern: 'sync-fast-path',
  mayHold: hasAsyncFunction,
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Prefer giving out a cached promise to wrapping it in another one',
    },
    schema: [],
    defaultOptions: [],
    messages: {
      promiseCache:
        '{{name}} has a promise to give out, but being async it makes another one for each call, which settles later. Return the cached promise from a plain function.',
    },
  },
  messageOf: ({ kind }) => (kind === 'promise-cache' ? 'promiseCache' : undefined),
});
