/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { QueryRead } from '../../analysis/apis/query-reads.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isLoop } from '../../analysis/flow/control-flow.js';
import { enclosingFunction, functionName, isFunction } from '../../analysis/syntax/functions.js';
import { isBounded } from '../../analysis/values/list-bounds.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, walk } from '../../analysis/syntax/nodes.js';
import { readQueryRead } from '../../analysis/apis/query-reads.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';

/**
 * Queries of a database that wait for each other without need: one for each element of a list, and neighbours.
 */

/** The statements that leave the loop, repeat a round, or go on where one query has failed. */
const EXITS = new Set(['BreakStatement', 'DoWhileStatement', 'ReturnStatement', 'TryStatement']);

/** A part of a list, which is asked for at once already. */
const PART = /batch|chunk|page|slice/iu;

/** Names of functions that go through what there is when nobody waits. */
export const ASIDE =
  /backfill|clean|import|index|job|migrat|prune|purge|rebuild|seed|sync(?!hron)|task|telemetry|worker/iu;

/** The names of functions that only read or compute. Any other call may write. */
const READING =
  /^(?:can|count|exec|exists?|fetch|find|get|has|is|list|load|lookup|read|resolve|search|select|to)/iu;

/** The methods that write a record, awaited or not; collections of the language have the other names. */
const WRITING =
  /^\$?(?:create|decrement|destroy|increment|insert|publish|remove|save|send|update|upsert)(?:\p{Lu}\w*)?$/u;

/**
 * @typedef {object} LoopQuery
 * @property {TSESTree.AwaitExpression} wait
 * @property {QueryRead} query
 */

/**
 *     for (const order of orders) users.push(await User.findById(order.user));
 *
 * @param {PatternContext} context
 * @param {TSESTree.ForOfStatement} loop
 * @returns {LoopQuery | undefined} The first query of a round that asks for one record, by a key that the element
 *   gives, in a loop that does nothing but read.
 */
export function readLoopQuery(context, loop) {
  const { sourceCode } = context;
  const list = textOf(sourceCode, loop.right);
  if (loop.await || PART.test(list) || PART.test(textOf(sourceCode, loop.left))) {
    return undefined;
  }
  const nodes = [...walk(sourceCode, loop.body, (node) => !isFunction(node))];
  const waits = nodes.filter((node) => node.type === 'AwaitExpression');
  const found = waits
    .map((wait) => ({ wait, query: readQueryRead(context, wait.argument) }))
    .find(
      ({ wait, query }) =>
        query?.isOne && !isInInnerLoop(wait, loop) && isByElement(sourceCode, loop, wait),
    );
  const fn = enclosingFunction(loop);
  return found?.query &&
    !nodes.some(({ type }) => EXITS.has(type)) &&
    !nodes.some(isWrite) &&
    waits.every((wait) => onlyReads(wait.argument)) &&
    !isBounded(sourceCode, loop.right) &&
    !ASIDE.test((fn && functionName(fn)) ?? '')
    ? { wait: found.wait, query: found.query }
    : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} loop
 * @returns {boolean} Whether another loop in the loop runs it: that one is looked at by itself.
 */
function isInInnerLoop(node, loop) {
  for (let outer = node.parent; outer && outer !== loop; outer = outer.parent) {
    if (isLoop(outer)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node} argument Of an `await`.
 * @returns {boolean}
 */
function onlyReads(argument) {
  const node = argument.type === 'ChainExpression' ? argument.expression : argument;
  if (node.type !== 'CallExpression') {
    return false;
  }
  const { callee } = node;
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression'
        ? (readKey(callee) ?? '')
        : '';
  return (
    READING.test(name) ||
    (callee.type === 'MemberExpression' &&
      callee.object.type === 'CallExpression' &&
      onlyReads(callee.object))
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isWrite(node) {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    WRITING.test(readKey(node.callee) ?? '')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ForOfStatement} loop
 * @param {TSESTree.AwaitExpression} wait
 * @returns {boolean} Whether what is asked for depends on the element of the round alone: what the round before
 *   has left, such as a parent to go up from, cannot be asked for at once.
 */
function isByElement(sourceCode, loop, wait) {
  let usesElement = false;
  const key = whereOf(wait) ?? wait.argument;
  for (const node of walk(sourceCode, wait.argument)) {
    const variable = node.type === 'Identifier' ? variableOf(sourceCode, node) : undefined;
    const [definition] = variable?.defs ?? [];
    if (!variable || !definition) {
      continue;
    }
    const isOfRound = isWithin(definition.name, loop);
    const isChanged = variable.references.some(
      (reference) =>
        reference.isWrite() &&
        !reference.init &&
        isWithin(/** @type {TSESTree.Node} */ (reference.identifier), loop),
    );
    if (isChanged) {
      return false;
    }
    usesElement ||= isOfRound && isWithin(node, key);
  }
  return usesElement;
}

/**
 *     await prisma.item.findFirst({ select: { [column]: true }, where: { id } })
 *
 * @param {TSESTree.AwaitExpression} wait
 * @returns {TSESTree.Node | undefined} The part of its options that says which record is asked for.
 */
function whereOf({ argument }) {
  const [options] = argument.type === 'CallExpression' ? argument.arguments : [];
  return options?.type === 'ObjectExpression'
    ? options.properties.find(
        (property) =>
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          property.key.name === 'where',
      )
    : undefined;
}

/**
 * const name = await query;
 *
 * @typedef {object} QueryWait
 * @property {TSESTree.VariableDeclaration} statement
 * @property {TSESTree.AwaitExpression} wait
 * @property {QueryRead} query
 */

/**
 *     const user = await User.findByPk(id);    const teams = await Team.findAll({ where: { id } });
 *
 * @param {PatternContext} context
 * @param {readonly TSESTree.Node[]} statements
 * @returns {(readonly [QueryWait, QueryWait])[]} The first two of neighbours of one client, of which neither needs the
 *   other.
 */
export function findQueryNeighbours(context, statements) {
  /** @type {(readonly [QueryWait, QueryWait])[]} */
  const found = [];
  /** @type {QueryWait | undefined} */
  let earlier;
  let isReported = false;
  for (const statement of statements) {
    const later = readQueryWait(context, statement);
    if (!earlier || !later || !isApart(context.sourceCode, earlier, later)) {
      isReported = false;
    } else if (!isReported) {
      found.push([earlier, later]);
      isReported = true;
    }
    earlier = later;
  }
  return found;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} statement
 * @returns {QueryWait | undefined}
 */
function readQueryWait(context, statement) {
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) {
    return undefined;
  }
  const [{ init }] = statement.declarations;
  const wait = init && (init.type === 'AwaitExpression' ? init : undefined);
  const query = wait && readQueryRead(context, wait.argument);
  return query && wait && !query.isGuard ? { statement, wait, query } : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {QueryWait} earlier
 * @param {QueryWait} later
 * @returns {boolean} Whether both ask the same client, and the later one uses nothing of the earlier one.
 */
function isApart(sourceCode, earlier, later) {
  const declared = sourceCode.getDeclaredVariables(earlier.statement);
  return (
    earlier.query.client.package === later.query.client.package &&
    ![...walk(sourceCode, later.statement)].some((node) => {
      const variable = node.type === 'Identifier' ? variableOf(sourceCode, node) : undefined;
      return variable !== undefined && declared.includes(variable);
    })
  );
}
