import { importsAny } from '../core/analysis/modules/module-references.js';
import { usesGlobal } from '../core/analysis/syntax/scopes.js';
import { REQUEST_MODULES } from '../core/packages/http-clients.js';
import { createPatternRule } from './shared/pattern-rule.js';

export default createPatternRule({
  name: 'no-unbounded-concurrency',
  pattern: 'unbounded-threadpool',
  mayHold: (sourceCode) =>
    usesGlobal(sourceCode, 'fetch') || importsAny(sourceCode, REQUEST_MODULES),
  kindsOf: () => ['requests'],
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow requests for all of a list at once, where it may have any length',
    },
    schema: [],
    defaultOptions: [],
    messages: {
      requests:
        'This starts `{{call}}` for all of {{list}} at once, and nothing says how many there are: it comes from {{source}}. Limit how many run together, such as with the `concurrency` of `p-map`.',
    },
  },
  messageOf: ({ kind }) => (kind === 'requests' ? kind : undefined),
});
