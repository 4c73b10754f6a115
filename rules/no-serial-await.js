import { mayAwait } from '../core/analysis/syntax/function-kinds.js';
import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'no-serial-await',
  pattern: 'serial-await',
  mayHold: mayAwait,
  kindsOf: ({ checkQueries }) => ['loop', 'neighbours', ...(checkQueries ? ['queries'] : [])],
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow waiting one after another for what could be waited for together',
      recommended: false,
      usesTypes: true,
    },
    hasSuggestions: true,
    schema: [
      {
        type: 'object',
        properties: {
          checkQueries: {
            type: 'boolean',
            description: 'Whether to report neighbouring queries of a database too.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkQueries: true }],
    messages: {
      loop: 'Each round waits for the one before, although `{{call}}` needs nothing of it: the times add up. Run a few rounds at a time, such as with `p-map`.',
      neighbours:
        'This wait and the one before do not need each other: `{{call}}` begins only when `{{first}}` is done. Start both, and wait for them together with `Promise.all`.',
      queries:
        '`{{call}}` needs nothing of `{{first}}`, line {{line}}, yet is sent only when that is answered: two trips to the database in turn. Start both, and wait for them together with `Promise.all`.',
      useMap:
        'Run some rounds at a time with `p-map`, which has to be installed (check that the order of what fails does not matter).',
      useAll: 'Wait for them together (check that the order of what fails does not matter).',
    },
  },
  messageOf: ({ kind }) => (kind === 'query' ? undefined : kind),
  suggestionOf: ({ data }) => (data?.['helper'] === 'map' ? 'useMap' : 'useAll'),
});
