/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { ImportedCoroutine, PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Coroutine, Delegation } from './coroutines.js' */
/** @import { Dialect } from './runners.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { ownNodes, returnedBy } from '../../analysis/syntax/functions.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { insertAfter, removeBetween, replaceRange, wrapRange } from '../../edits/edit.js';
import { isParenthesized, needsParenthesesAsOperand } from '../../edits/parentheses.js';
import { findPunctuator, firstLine, textOf } from '../../edits/trivia.js';
import { coroutineDelegatedTo, coroutinesOf } from './coroutines.js';
import { findStartedTooEarly, isNeverPromise } from './delegates.js';
import { mayComeBeforeWait, mayFinishAtOnce } from './first-wait.js';
import { importedCoroutineOf } from './imported-coroutines.js';
import { planOperand } from './operands.js';

/**
 * @typedef {object} YieldsPlan
 * @property {Edit[]} edits
 * @property {ObligationId[]} assumes
 */

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @param {Dialect} dialect
 * @returns {YieldsPlan | { refusal: Refusal }} `yield` -> `await` for each of the coroutine's own.
 */
export function planYields(context, coroutine, dialect) {
  /** @type {Edit[]} */
  const edits = [];
  /** @type {Set<ObligationId>} */
  const assumes = new Set();
  for (const node of ownNodes(context.sourceCode, coroutine.fn)) {
    if (node.type !== 'YieldExpression') {
      continue;
    }
    const planned = node.delegate
      ? planDelegate(context, coroutine, node)
      : planYield(context, coroutine, node, dialect);
    if ('refusal' in planned) {
      return planned;
    }
    edits.push(...planned.edits);
    planned.assumes.forEach((id) => assumes.add(id));
  }
  return { edits, assumes: [...assumes] };
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @param {TSESTree.YieldExpression} node
 * @param {Dialect} dialect
 * @returns {YieldsPlan | { refusal: Refusal }}
 */
function planYield(context, coroutine, node, dialect) {
  const { sourceCode } = context;
  const delegations = delegationsOf(context, node);
  const [delegation] = delegations;
  if (delegation && dialect !== 'co') {
    return { refusal: { reason: 'yield-of-generator', subject: quote(context, delegation.call) } };
  }
  const early = findStartedTooEarly(context, node, delegations);
  if (early) {
    return {
      refusal: {
        reason: 'delegate-order',
        subject: quote(context, withKey(early)),
      },
    };
  }
  const keyword = replaceRange([node.range[0], node.range[0] + 'yield'.length], 'await');
  const { argument } = node;
  if (argument && isNext(context, coroutine, argument)) {
    return { edits: [keyword, insertAfter(argument.range[1], '()')], assumes: [] };
  }
  const operand = planOperand(context, argument ?? null, dialect, node);
  if ('refusal' in operand) {
    return operand;
  }
  if (!argument) {
    return { edits: [keyword, insertAfter(node.range[1], ' undefined')], assumes: [] };
  }
  const needsParentheses =
    !operand.isPrimary &&
    argument.type !== 'YieldExpression' &&
    needsParenthesesAsOperand(argument) &&
    !isParenthesized(sourceCode, argument);
  return {
    edits: [
      keyword,
      ...(needsParentheses ? wrapRange(argument.range, '(', ')') : []),
      ...operand.edits,
    ],
    assumes: operand.assumes,
  };
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @param {TSESTree.YieldExpression} node
 * @returns {YieldsPlan | { refusal: Refusal }}
 */
function planDelegate(context, coroutine, node) {
  const { sourceCode } = context;
  const argument = /** @type {TSESTree.Expression} */ (node.argument);
  const [start] = node.range;
  const afterKeyword = start + 'yield'.length;
  const star = findPunctuator(sourceCode, afterKeyword, argument.range[0], '*');
  const isSpaced = /\s/u.test(sourceCode.text[star + 1] ?? '');
  const edits = [
    replaceRange([start, afterKeyword], 'await'),
    star > afterKeyword
      ? removeBetween(star, isSpaced ? star + 2 : star + 1)
      : replaceRange([star, star + 1], isSpaced ? '' : ' '),
  ];
  if (isNext(context, coroutine, argument)) {
    return { edits: [...edits, insertAfter(argument.range[1], '()')], assumes: [] };
  }
  const imported =
    argument.type === 'CallExpression' ? importedCoroutineOf(context, argument.callee) : undefined;
  if (imported) {
    return planImported(context, coroutine, { node, argument, imported, edits });
  }
  const delegate = coroutineDelegatedTo(sourceCode, argument);
  if (!delegate) {
    return { refusal: { reason: 'delegate-unknown', subject: quote(context, argument) } };
  }
  if (mayFinishAtOnce(context, delegate.fn) && mayComeBeforeWait(coroutine.fn, node)) {
    return { refusal: { reason: 'delegate-synchronous', subject: quote(context, argument) } };
  }
  const unknown = returnedBy(sourceCode, delegate.fn).find(
    (value) => value && !isNeverPromise(context, value),
  );
  return unknown
    ? { refusal: { reason: 'delegate-result-unknown', subject: quote(context, unknown) } }
    : { edits, assumes: [] };
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @param {object} delegate
 * @param {TSESTree.YieldExpression} delegate.node
 * @param {TSESTree.Expression} delegate.argument
 * @param {ImportedCoroutine} delegate.imported
 * @param {Edit[]} delegate.edits The edits that make an `await` of it.
 * @returns {YieldsPlan | { refusal: Refusal }}
 */
function planImported(context, { fn }, { node, argument, imported, edits }) {
  if (imported.finishesAtOnce && mayComeBeforeWait(fn, node)) {
    return { refusal: { reason: 'delegate-synchronous', subject: quote(context, argument) } };
  }
  return imported.returnsPlain
    ? { edits, assumes: [] }
    : { refusal: { reason: 'delegate-result-unknown', subject: quote(context, argument) } };
}

/** @type {(sourceCode: SourceCodeLike) => Map<TSESTree.YieldExpression, Delegation[]>} */
const delegationsByYield = oncePerFile((sourceCode) => {
  /** @type {Map<TSESTree.YieldExpression, Delegation[]>} */
  const byYield = new Map();
  for (const delegation of coroutinesOf(sourceCode).flatMap(({ delegations }) => delegations)) {
    byYield.set(delegation.yield, [...(byYield.get(delegation.yield) ?? []), delegation]);
  }
  return byYield;
});

/**
 * @param {PatternContext} context
 * @param {TSESTree.YieldExpression} node
 * @returns {Delegation[]}
 */
function delegationsOf({ sourceCode }, node) {
  return delegationsByYield(sourceCode).get(node) ?? [];
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @param {TSESTree.Expression} argument
 * @returns {boolean} Whether it is the rest of the middleware, `yield next`, which koa 2 gives to an
 *   async function as a function.
 */
function isNext({ sourceCode }, coroutine, argument) {
  const [next] = coroutine.fn.params;
  return (
    coroutine.runs.some(({ runner }) => runner.kind === 'koa') &&
    argument.type === 'Identifier' &&
    next?.type === 'Identifier' &&
    variableOf(sourceCode, argument)?.identifiers[0] === next
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} `load() {…}` for the function of the method, which has no name of its own.
 */
function withKey(node) {
  const { parent } = node;
  return parent?.type === 'Property' && parent.method ? parent : node;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {string} The first line of the code, for a message.
 */
export function quote({ sourceCode }, node) {
  return `\`${firstLine(textOf(sourceCode, node))}\``;
}
