/** @import { Site } from '../core/contract/pattern.js' */

import { enclosingFunction } from '../core/analysis/syntax/functions.js';
import { createPatternRule } from './shared/pattern-rule.js';
import { INNER_FUNCTION, writtenBy } from './shared/written.js';

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
        'No `try` around this gets to know if `{{stream}}` breaks off or a listener throws, and nothing slows the stream down. Read it with `for await`: safer, not faster. In bulk: codemod `stream-events-to-for-await`.',
      useLoop: 'Read the stream with `for await`; what goes wrong is an error of the function.',
    },
  },
  messageOf: (site) => (site.plan && gains(site) ? 'listeners' : undefined),
  suggestionOf: () => 'useLoop',
});

/**
 * @param {Site} site
 * @returns {boolean} Whether the loop hears of what nobody does now, or takes the place of a promise
 *   made by hand. Listeners that hand on all there is are no longer than a loop.
 */
function gains({ node, data, plan }) {
  return (
    enclosingFunction(node)?.parent.type === 'NewExpression' ||
    (data?.['errors'] !== 'heard' && !writtenBy(plan).includes(INNER_FUNCTION))
  );
}
