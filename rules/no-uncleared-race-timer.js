import { hasAnyWord } from '../core/analysis/syntax/facts.js';
import { mentionsPromise } from '../core/analysis/flow/signs.js';
import { createPatternRule } from './shared/pattern-rule.js';

/** A text that the pattern needs. */
const WORDS = ['race'];

export default createPatternRule({
  name: 'no-uncleared-race-timer',
  pattern: 'uncleared-race-timer',
  mayHold: (sourceCode) => hasAnyWord(sourceCode, WORDS) && mentionsPromise(sourceCode),
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow races that leave a timer or handlers behind',
      recommended: true,
    },
    schema: [],
    defaultOptions: [],
    messages: {
      timer:
        'The timer of this race is never cleared: each call keeps it, and the process alive, until it fires. Keep what `setTimeout` returns, and `clearTimeout` it in a `finally`.',
      promise:
        '`{{promise}}` outlives this race, and each race adds handlers that stay until it settles: memory grows with each call. Race a promise that is made for this call, such as of an `AbortSignal`.',
    },
  },
  messageOf: ({ kind }) => kind,
});
