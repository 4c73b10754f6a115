/** @import { Rule } from 'eslint' */
/** @import { JsonNode } from './shared/json-path.js' */

import { findDownLevelling } from '../core/config/downlevelling.js';
import { needsDownLevelling } from '../core/config/surroundings.js';
import { downleveledAsync } from '../core/patterns/downleveled-async.js';
import { locate } from './shared/json-path.js';
import { createPatternRule } from './shared/pattern-rule.js';

const COST =
  'each async function becomes a generator that a helper steps through, with promises and callbacks of its own at each `await` (CPU time, bytes)';

const inCode = createPatternRule({
  name: 'no-downleveled-async',
  pattern: downleveledAsync,
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow compiling async functions into generators and helpers',
      recommended: true,
    },
    schema: [],
    defaultOptions: [],
    messages: {
      helper:
        'This was compiled for runtimes without async functions: `{{name}}` steps through a generator in place of each, with promises and callbacks of its own at each `await` (CPU time, bytes). Compile for ES2017 or later. What is only there in compiled form: codemod `generator-to-async`.',
      target: `With the target \`{{target}}\` ${COST}. Set it to \`ES2017\` or later.`,
      inheritedTarget: `This brings the target \`{{target}}\`, with which ${COST}. Set \`target\` to \`ES2017\` or later here.`,
      targets: `For \`{{name}}\` ${COST}. Take it out if nobody runs it any more.`,
      plugin: `With \`{{name}}\` ${COST}. Take it out if all that runs the code has async functions.`,
      preset: `With \`{{name}}\` ${COST}. Give \`@babel/preset-env\` the targets that really run the code.`,
      inherited: `This brings \`{{name}}\`, for which ${COST}. Override it here.`,
    },
  },
  messageOf: () => 'helper',
});

/** @type {Rule.RuleModule} */
export default {
  meta: {
    ...inCode.meta,
    docs: /** @type {Rule.RuleMetaData['docs'] & {}} */ ({
      ...inCode.meta?.docs,
      // The codemod rewrites what the helper runs.
      pattern: 'generator-coroutine',
    }),
    languages: ['js/js', 'json/json', 'json/jsonc', 'json/json5'],
  },
  create(context) {
    const { filename, sourceCode } = context;
    if (sourceCode.ast.type === 'Program') {
      return downleveledAsync.words.test(sourceCode.text) && !needsDownLevelling(filename)
        ? inCode.create(context)
        : {};
    }
    const document = /** @type {JsonNode} */ (/** @type {unknown} */ (sourceCode.ast));
    return {
      Document() {
        for (const { path, kind, data } of findDownLevelling(filename, sourceCode.text)) {
          context.report({ loc: locate(document, path).loc, messageId: kind, data });
        }
      },
    };
  },
};
