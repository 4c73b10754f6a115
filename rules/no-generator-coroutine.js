/** @import { Site } from '../core/contract/pattern.js' */

import { hasGenerator } from '../core/analysis/syntax/function-kinds.js';
import { importsAny } from '../core/analysis/modules/module-references.js';
import { mayUseCompilerHelper } from '../core/analysis/flow/signs.js';
import { createPatternRule } from './shared/pattern-rule.js';

/** Where what runs coroutines comes from, beside the helpers of compilers. */
const RUNNER_MODULES = new Set(['bluebird', 'co', 'q']);

/**
 * The runners that a coroutine is written with. Koa is left out: its middleware is the application's choice, not
 * the function's.
 *
 * @type {Record<string, string>}
 */
const MESSAGE_BY_KIND = {
  co: 'coroutine',
  'co.wrap': 'coroutine',
  'bluebird.coroutine': 'coroutine',
  'Q.async': 'coroutine',
  'Q.spawn': 'coroutine',
  __awaiter: 'compiled',
  _asyncToGenerator: 'compiled',
};

/** Obligations on what is yielded. @type {ReadonlySet<string>} */
const OF_VALUES = new Set(['collection-is-array', 'yield-operand-is-promise']);

export default createPatternRule({
  name: 'no-generator-coroutine',
  pattern: 'generator-coroutine',
  mayHold: (sourceCode) =>
    (importsAny(sourceCode, RUNNER_MODULES) || mayUseCompilerHelper(sourceCode)) &&
    hasGenerator(sourceCode),
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Disallow generator functions that a library runs as coroutines',
      recommended: true,
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [],
    messages: {
      coroutine:
        '`{{runner}}` steps through this generator in JavaScript, with promises of its own at each `yield`. Write an async function, which the engine runs itself. In bulk: codemod `generator-to-async`.',
      coroutineOfOldNode:
        '`{{runner}}` steps through this generator in JavaScript, with promises of its own at each `yield`. Nodes before 7.6 have nothing better: raise `engines.node` in package.json, then write an async function.',
      compiled:
        'A compiler made a generator of this async function, and `{{runner}}` steps through it with promises of its own at each `yield`. Compile for a newer target. What is only there in compiled form: codemod `generator-to-async`.',
      convert: 'Write it as an async function.',
      convertAssuming:
        'Write it as an async function, if all that it yields are promises (check the calls of functions from elsewhere).',
    },
  },
  messageOf,
  suggestionOf: (_site, planned) =>
    planned.some(({ plan }) => plan?.assumes.some((id) => OF_VALUES.has(id)))
      ? 'convertAssuming'
      : 'convert',
  reportedNodeOf,
  nests: true,
});

/**
 * @param {Site} site
 * @returns {string | undefined}
 */
function messageOf(site) {
  if (site.refusal?.reason === 'runner-target-unknown' || isAdapter(site)) {
    return undefined;
  }
  const message = MESSAGE_BY_KIND[site.kind];
  if (site.refusal?.reason !== 'engines-too-old') {
    return message;
  }
  // A compiler for such a Node has no other way.
  return message === 'coroutine' ? 'coroutineOfOldNode' : undefined;
}

/**
 * An adapter of a library takes thunks and generators too, and no async function does that.
 *
 *     toPromise = (value) => co(function* () { return yield value; });
 *
 * @param {Site} site
 * @returns {boolean}
 */
function isAdapter({ node, refusal }) {
  const [generator] = node.type === 'CallExpression' ? node.arguments : [];
  const [only, ...more] = generator?.type === 'FunctionExpression' ? generator.body.body : [];
  return (
    refusal?.reason === 'yield-operand-unknown' &&
    only?.type === 'ReturnStatement' &&
    only.argument?.type === 'YieldExpression' &&
    more.length === 0
  );
}

/**
 * @param {Site} site
 * @returns {Site['node']} The runner, or the name of the generator.
 */
function reportedNodeOf({ node }) {
  switch (node.type) {
    case 'CallExpression':
      return node.callee;
    case 'FunctionDeclaration':
      return node.id ?? node;
    case 'FunctionExpression':
      return node.parent.type === 'VariableDeclarator' ? node.parent.id : node;
    default:
      return node;
  }
}
