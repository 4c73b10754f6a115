import { createPatternRule } from './shared/pattern-rule.js';

/** What is no clearer with `try`, and what `no-promise-wrapped-await` reports. */
const LEFT = new Set(['lone-catch', 'awaited-identity']);

export default createPatternRule({
  name: 'prefer-await-over-chain',
  pattern: 'promise-chain',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Prefer `await` over chains of `then`, `catch` and `finally`',
      recommended: false,
      usesTypes: true,
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      chain:
        'The function can await this chain: each link makes a promise and takes turns of the microtask queue, each handler is a closure that is allocated on every call, and handlers are missing from the stack traces of what fails after them. Await each step; that is clearer, and seldom faster. In bulk: codemod `promise-chain-to-async`.',
      convert: 'Use `await`; a throw before the first one becomes a rejection.',
    },
  },
  messageOf: ({ kind, plan }) => (plan && !LEFT.has(kind) ? 'chain' : undefined),
  suggestionOf: () => 'convert',
});
