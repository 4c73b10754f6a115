/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { AsyncRead } from '../../analysis/apis/io-reads.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readEffects } from '../../analysis/flow/effects.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readSyncIterable } from '../../analysis/values/iterables.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, walk } from '../../analysis/syntax/nodes.js';
import { readConstantInit, variableOf } from '../../analysis/syntax/scopes.js';

/**
 * @typedef {TSESTree.ForOfStatement | TSESTree.ForStatement} Loop
 *
 * @typedef {object} SerialLoop A loop over a list whose rounds could as well run together.
 * @property {Loop} loop
 * @property {TSESTree.Node} list
 * @property {AsyncRead[]} reads
 * @property {TSESTree.AwaitExpression} first The first wait in it.
 * @property {Collector[]} collectors
 */

/**
 * A statement of the loop that keeps what a round has found.
 *
 *     results.push(value);    results[key] = value;    results.set(key, value);
 *
 * @typedef {object} Collector
 * @property {TSESTree.CallExpression | TSESTree.AssignmentExpression} expression
 * @property {Variable} variable
 */

/** The statements that leave a round early, or repeat it: then the next one may never come. */
const EARLY_EXITS = new Set([
  'BreakStatement',
  'ContinueStatement',
  'DoWhileStatement',
  'ReturnStatement',
  'ThrowStatement',
  'TryStatement',
  'WhileStatement',
]);

const ORDERED_CONTEXT = /transaction|lock|mutex|serial|sequen/iu;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Loop} loop
 * @returns {SerialLoop | undefined}
 */
export function readSerialLoop(sourceCode, loop) {
  const list = readList(sourceCode, loop);
  const first = list && findAwait(sourceCode, loop.body);
  if (!first || leavesEarly(sourceCode, loop) || isOrdered(sourceCode, loop)) {
    return undefined;
  }
  const collectors = findCollectors(sourceCode, loop);
  const known = new Set(collectors.map(({ expression }) => expression));
  const effects =
    collectors.length > 0 ? readEffects(sourceCode, loop.body, loop.body, known) : undefined;
  return effects && effects.reads.length > 0 && readsByElement(sourceCode, loop)
    ? { loop, list, reads: effects.reads, first, collectors }
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Loop} loop
 * @returns {TSESTree.Node | undefined} What it goes through: an array, as far as the file shows.
 */
function readList(sourceCode, loop) {
  if (loop.type === 'ForStatement') {
    const limit = loop.test?.type === 'BinaryExpression' ? loop.test.right : undefined;
    return limit?.type === 'MemberExpression' && readKey(limit) === 'length'
      ? limit.object
      : undefined;
  }
  const { right } = loop;
  const iterable = readSyncIterable(sourceCode, right);
  const isList = iterable
    ? iterable.kind === 'array'
    : right.type === 'Identifier' ||
      right.type === 'MemberExpression' ||
      right.type === 'AwaitExpression';
  return isList && !loop.await ? right : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} body
 * @returns {TSESTree.AwaitExpression | undefined}
 */
function findAwait(sourceCode, body) {
  for (const node of ownPart(sourceCode, body)) {
    if (node.type === 'AwaitExpression') {
      return node;
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Loop} loop
 * @returns {boolean}
 */
function leavesEarly(sourceCode, loop) {
  return (
    loop.parent.type === 'LabeledStatement' ||
    [...ownPart(sourceCode, loop.body)].some(({ type }) => EARLY_EXITS.has(type))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} root
 * @returns {Iterable<TSESTree.Node>} What runs in it, without the functions that it makes.
 */
function ownPart(sourceCode, root) {
  return walk(sourceCode, root, (node) => !isFunction(node));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the function around is handed to what keeps an order: `transaction(async
 *   () => {})`.
 */
export function isOrdered(sourceCode, node) {
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    const { parent } = fn;
    if (
      parent?.type === 'CallExpression' &&
      parent.callee !== fn &&
      ORDERED_CONTEXT.test(sourceCode.text.slice(...parent.callee.range))
    ) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Loop} loop
 * @returns {Collector[]} None if the loop may use one of the variables otherwise too.
 */
function findCollectors(sourceCode, loop) {
  /** @type {Collector[]} */
  const collectors = [];
  for (const node of ownPart(sourceCode, loop.body)) {
    const expression = node.type === 'ExpressionStatement' ? node.expression : undefined;
    const object = expression && collectedIn(expression);
    const variable = variableOf(sourceCode, object);
    if (
      variable &&
      (expression?.type === 'CallExpression' || expression?.type === 'AssignmentExpression') &&
      isFreshCollection(variable, loop)
    ) {
      collectors.push({ expression, variable });
    }
  }
  const isOnlyCollected = collectors.every(
    ({ variable }) =>
      variable.references.filter(({ identifier }) =>
        isSeenBy(loop, /** @type {TSESTree.Node} */ (identifier)),
      ).length === collectors.filter((other) => other.variable === variable).length,
  );
  return isOnlyCollected ? collectors : [];
}

/**
 * @param {Loop} loop
 * @param {TSESTree.Node} node A use of a variable.
 * @returns {boolean} Whether a round may use it there, itself, in a function or by another name.
 */
function isSeenBy(loop, node) {
  return (
    isWithin(node, loop) ||
    enclosingFunction(node) !== enclosingFunction(loop) ||
    (node.parent?.type === 'VariableDeclarator' && node.parent.init === node)
  );
}

/**
 * @param {TSESTree.Expression} expression
 * @returns {TSESTree.Expression | undefined} The collection that it adds to.
 */
function collectedIn(expression) {
  if (expression.type === 'CallExpression') {
    const { callee, arguments: args } = expression;
    const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
    return callee.type === 'MemberExpression' &&
      ((key === 'push' && args.length === 1) || (key === 'set' && args.length === 2))
      ? callee.object
      : undefined;
  }
  return expression.type === 'AssignmentExpression' &&
    expression.operator === '=' &&
    expression.left.type === 'MemberExpression'
    ? expression.left.object
    : undefined;
}

/**
 * @param {Variable} variable
 * @param {Loop} loop
 * @returns {boolean} Whether it is a collection that the function around has made: `const found = []`.
 */
function isFreshCollection(variable, loop) {
  const constant = readConstantInit(variable);
  const [definition] = variable.defs;
  return (
    constant !== undefined &&
    constant.keys.length === 0 &&
    /^(?:ArrayExpression|ObjectExpression|NewExpression)$/u.test(constant.init.type) &&
    definition !== undefined &&
    !isWithin(definition.name, loop) &&
    enclosingFunction(definition.name) === enclosingFunction(loop)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Loop} loop
 * @returns {boolean} Whether each wait is for something of its round: what asks the same thing again
 *   is polling.
 */
function readsByElement(sourceCode, loop) {
  for (const node of ownPart(sourceCode, loop.body)) {
    if (node.type !== 'AwaitExpression') {
      continue;
    }
    const usesElement = [...walk(sourceCode, node.argument)].some((inner) => {
      const variable = variableOf(sourceCode, inner);
      const [definition] = variable?.defs ?? [];
      return definition !== undefined && isWithin(definition.name, loop);
    });
    if (!usesElement) {
      return false;
    }
  }
  return true;
}
