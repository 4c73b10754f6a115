import { mayAwait } from '../core/analysis/syntax/function-kinds.js';
import { hasAnyWord } from '../core/analysis/syntax/facts.js';
import { createPatternRule } from './shared/pattern-rule.js';

/** The methods of the clients that read one record. */
const WORDS = [
  'findById',
  'findByPk',
  'findFirst',
  'findFirstOrThrow',
  'findOne',
  'findOneBy',
  'findOneByOrFail',
  'findOneOrFail',
  'findUnique',
  'findUniqueOrThrow',
];

export default createPatternRule({
  name: 'no-query-in-loop',
  pattern: 'serial-await',
  mayHold: (sourceCode) => mayAwait(sourceCode) && hasAnyWord(sourceCode, WORDS),
  kindsOf: () => ['query'],
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow one database query for each element of a list',
      recommended: false,
    },
    schema: [],
    defaultOptions: [],
    messages: {
      query:
        '`{{call}}` runs once for each element, one after another: as many trips to the database as there are elements. Ask for all of them before the loop, with {{batched}}, and look them up in a `Map`.',
    },
  },
  messageOf: ({ kind }) => (kind === 'query' ? kind : undefined),
});
