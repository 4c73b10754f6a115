import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'prefer-for-await-stream',
  pattern: 'stream-events',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Prefer `for await` over listeners for `data`, `end` and `error`',
      recommended: false,
      usesTypes: true,
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [],
    messages: {
      listeners:
        'These listeners read `{{stream}}` as `for await` would, but what they throw, and an abort of the stream, gets past every `try`; and nothing slows the stream down while a chunk is worked on. Read it with `for await`: safer, not faster, since each chunk takes more time. In bulk: codemod `stream-events-to-for-await`.',
      useLoop: 'Read the stream with `for await`; what goes wrong is an error of the function.',
    },
  },
  messageOf: ({ plan }) => (plan ? 'listeners' : undefined),
  suggestionOf: () => 'useLoop',
});
