/** @import { Rule } from 'eslint' */
/** @import { JsonNode } from './shared/json-path.js' */

import { mayUseCompilerHelper } from '../core/analysis/flow/signs.js';
import { contentOf, locate } from './shared/json-path.js';
import { createPatternRule } from './shared/pattern-rule.js';
import { createLoader } from './shared/require.js';

// The reader of configurations is loaded for the files that need it.
const require = createLoader(import.meta.url);

/** @type {() => typeof import('../core/config/downlevelling.js')} */
const loadDownLevelling = () => require('../core/config/downlevelling.js');

/** @type {() => typeof import('../core/config/surroundings.js')} */
const loadSurroundings = () => require('../core/config/surroundings.js');

const COST =
  'turns each async function into a generator, which a helper steps through with promises of its own at each `await`';

const COMPILED =
  'This was compiled for runtimes without async functions: `{{name}}` steps through a generator in place of each, with promises of its own at each `await`. Compile for ES2017 or later.';

const inCode = createPatternRule({
  name: 'no-downleveled-async',
  pattern: 'downleveled-async',
  // The function that the helper runs.
  rewrittenAs: 'generator-coroutine',
  mayHold: mayUseCompilerHelper,
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow compiling async functions into generators and helpers',
      recommended: true,
    },
    schema: [],
    defaultOptions: [],
    messages: {
      helper: `${COMPILED} What is only there in compiled form: codemod \`generator-to-async\`.`,
      compiled: `${COMPILED} No codemod undoes it.`,
      target: `The target \`{{target}}\` ${COST}. Set it to \`ES2017\` or later.`,
      inheritedTarget: `The inherited target \`{{target}}\` ${COST}. Set \`target\` to \`ES2017\` or later here.`,
      targets: `The target \`{{name}}\` ${COST}. Take it out if nobody runs it any more.`,
      plugin: `\`{{name}}\` ${COST}. Take it out if all that runs the code has async functions.`,
      preset: `\`{{name}}\` ${COST}. Give \`@babel/preset-env\` the targets that really run the code.`,
      inherited: `The inherited \`{{name}}\` ${COST}. Override it here.`,
    },
  },
  messageOf: ({ kind }) => kind,
});

/** @type {Rule.RuleModule} */
export default {
  meta: {
    ...inCode.meta,
    languages: ['js/js', 'json/json', 'json/jsonc', 'json/json5'],
  },
  create(context) {
    const { filename, sourceCode } = context;
    if (sourceCode.ast.type === 'Program') {
      const listeners = inCode.create(context);
      const isIdle = Object.keys(listeners).length === 0;
      return isIdle || loadSurroundings().needsDownLevelling(filename) ? {} : listeners;
    }
    const document = /** @type {JsonNode} */ (/** @type {unknown} */ (sourceCode.ast));
    return {
      Document() {
        const { findDownLevelling } = loadDownLevelling();
        for (const { path, kind, data } of findDownLevelling(filename, contentOf(document))) {
          context.report({ loc: locate(document, path).loc, messageId: kind, data });
        }
      },
    };
  },
};
