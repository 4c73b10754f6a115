/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../core/analysis/syntax/functions.js' */
/** @import { Site } from '../core/contract/pattern.js' */
/** @import { SourceCodeLike } from '../core/source/source-code.js' */

import { enclosingFunction, isFunction } from '../core/analysis/syntax/functions.js';
import { readKey } from '../core/analysis/modules/modules.js';
import { createPatternRule } from './shared/pattern-rule.js';

/** Chains that are no clearer with `try`, and those that `no-promise-wrapped-await` reports. */
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
        'The function can await this chain, whose handlers are closures that are made on every call and missing from stack traces. Await each step: clearer, seldom faster. In bulk: codemod `promise-chain-to-async`.',
      convert: 'Use `await`.',
      convertPlain: 'Use `await`; a throw before the first one becomes a rejection.',
    },
  },
  messageOf: ({ kind, plan }) => (plan && !LEFT.has(kind) ? 'chain' : undefined),
  // In a function that is async already, it is one now.
  suggestionOf: ({ node }) =>
    enclosingFunction(node)?.async === false ? 'convertPlain' : 'convert',
  accepts: (_options, site, { sourceCode }) => !isBrief(sourceCode, site),
});

/** The chains that a handler of their own would be split up for. */
const LINK = /\.\s*(?:catch|finally|then)\s*\(/u;

/**
 *     getPage(id) { return this.open(id).then((page) => page.read()); }
 *     const { default: pg } = await import('pg').then((module) => module.default);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Site} site
 * @returns {boolean} Whether its one link says in one expression what is done with the value, its links do
 *   nothing at all, or one of them is made before the chain runs, and would need a name: that is as clear,
 *   and shorter.
 */
function isBrief(sourceCode, { node }) {
  const link = readLink(node);
  if (link && (onlyAnswers(link) || hasMadeHandler(link))) {
    return true;
  }
  if (!link || link.arguments.length === 0 || readLink(link.callee.object)) {
    return false;
  }
  const { arguments: handlers } = link;
  let result = /** @type {TSESTree.Node} */ (link);
  // return lock instanceof Promise ? lock.then(run) : run(lock);    return await run().finally(() => release());
  while (
    result.parent?.type === 'AwaitExpression' ||
    (result.parent?.type === 'ConditionalExpression' && result.parent.test !== result)
  ) {
    result = result.parent;
  }
  const { parent } = result;
  const isResult =
    parent?.type === 'ReturnStatement' ||
    (parent?.type === 'ArrowFunctionExpression' && parent.body === result);
  // const readConfig = () => readFile(path, 'utf8').then(JSON.parse);
  const isClear = handlers.every(
    (handler) =>
      !isFunction(handler) ||
      (saysOneThing(handler) && !LINK.test(sourceCode.text.slice(...handler.range))),
  );
  return isClear && (isResult || (handlers.every(isFunction) && givesParts(link.callee.object)));
}

/**
 * @param {FunctionNode} handler
 * @returns {boolean} `(page) => page.read()`, `function (page) { return page.read(); }`, `() => { throw error; }`
 */
function saysOneThing({ body }) {
  if (body.type !== 'BlockStatement') {
    return true;
  }
  const [only, ...more] = body.body;
  return more.length === 0 && (only?.type === 'ReturnStatement' || only?.type === 'ThrowStatement');
}

/**
 * @param {TSESTree.Node} head
 * @returns {boolean} Whether what is waited for is only there to be taken apart: `import('pg')`,
 *   `Promise.all(parts)`
 */
function givesParts(head) {
  return (
    head.type === 'ImportExpression' ||
    (head.type === 'CallExpression' &&
      head.callee.type === 'MemberExpression' &&
      /^all(?:Settled)?$/u.test(readKey(head.callee) ?? ''))
  );
}

/**
 *     ask().then(this.check.bind(this)).then(limit(3)).catch(report)
 *
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a call gives one of its handlers.
 */
function hasMadeHandler(node) {
  const link = readLink(node);
  return (
    link !== undefined &&
    (link.arguments.some(({ type }) => type === 'CallExpression') ||
      hasMadeHandler(link.callee.object))
  );
}

/**
 *     fs.access(file).then(() => true).catch(() => false)    save(file).then(noop).catch(noop)
 *
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether all links of the chain only say which constant stands for how it ends.
 */
function onlyAnswers(node) {
  const link = readLink(node);
  return (
    link !== undefined &&
    link.arguments.every(
      (handler) =>
        (handler.type === 'Identifier' && handler.name === 'noop') ||
        (handler.type === 'ArrowFunctionExpression' &&
          (handler.body.type === 'Literal' ||
            (handler.body.type === 'Identifier' && handler.body.name === 'undefined'))),
    ) &&
    (!readLink(link.callee.object) || onlyAnswers(link.callee.object))
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression & { callee: TSESTree.MemberExpression } | undefined} `….then(…)`
 */
function readLink(node) {
  return node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    /^(?:catch|finally|then)$/u.test(readKey(node.callee) ?? '')
    ? /** @type {any} */ (node)
    : undefined;
}
