/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */

import { readKey, readString } from '../../analysis/modules/modules.js';
import { textOf } from '../../edits/trivia.js';

/**
 *     stream.on('data', handler)
 *
 * @typedef {object} Listener
 * @property {string} event
 * @property {TSESTree.CallExpression} call
 * @property {TSESTree.CallExpressionArgument} handler
 */

/**
 *     stream.on('data', …).once('end', …);
 *
 * @typedef {object} ListenerStatement
 * @property {TSESTree.ExpressionStatement} statement
 * @property {TSESTree.Expression} stream
 * @property {Listener[]} listeners In source order.
 */

/**
 * The listeners that read a stream, and the list of statements that they stand in.
 *
 * @typedef {object} Collector
 * @property {TSESTree.BlockStatement | TSESTree.Program} block
 * @property {ListenerStatement[]} statements In source order.
 * @property {TSESTree.Expression} stream
 * @property {Listener} data
 * @property {Listener} end
 * @property {Listener | undefined} error
 */

/**
 * How what is read by its events names them: one for each piece, one for the last. A loop takes over
 * both, and `error`.
 *
 *     stream.on('data', …)  stream.on('end', …)        rl.on('line', …)  rl.on('close', …)
 *     stream.on('readable', …)  stream.on('end', …)
 *
 * @typedef {{ data: 'data' | 'line' | 'readable', end: 'end' | 'close' }} Events
 */

/** @type {readonly Events[]} */
const KINDS = [
  { data: 'data', end: 'end' },
  { data: 'line', end: 'close' },
  { data: 'readable', end: 'end' },
];

/**
 * @param {string | undefined} event
 * @returns {Events | undefined} The events of what gives its pieces with this one.
 */
export function eventsOf(event) {
  return KINDS.find(({ data }) => data === event);
}

const METHODS = new Set(['on', 'once', 'addListener']);

/**
 * @param {TSESTree.Node} node
 * @returns {Listener | undefined}
 */
export function readListener(node) {
  if (
    node.type !== 'CallExpression' ||
    node.optional ||
    node.arguments.length !== 2 ||
    node.callee.type !== 'MemberExpression' ||
    node.callee.optional
  ) {
    return undefined;
  }
  const event = readString(node.arguments[0]);
  const handler = node.arguments[1];
  const method = readKey(node.callee);
  return event !== undefined && handler && method && METHODS.has(method)
    ? { event, call: node, handler }
    : undefined;
}

/**
 * @param {TSESTree.Node} statement
 * @returns {ListenerStatement | undefined}
 */
export function readListenerStatement(statement) {
  if (statement.type !== 'ExpressionStatement') {
    return undefined;
  }
  /** @type {Listener[]} */
  const listeners = [];
  let stream = statement.expression;
  for (let listener = readListener(stream); listener; listener = readListener(stream)) {
    listeners.unshift(listener);
    stream = /** @type {TSESTree.MemberExpression} */ (listener.call.callee).object;
  }
  return listeners.length > 0 ? { statement, stream, listeners } : undefined;
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {TSESTree.ExpressionStatement | undefined} The statement that consists of calls chained
 *   to this one.
 */
export function statementOf(call) {
  let node = /** @type {TSESTree.Node} */ (call);
  while (
    node.parent?.type === 'MemberExpression' &&
    node.parent.object === node &&
    node.parent.parent.type === 'CallExpression' &&
    node.parent.parent.callee === node.parent
  ) {
    node = node.parent.parent;
  }
  return node.parent?.type === 'ExpressionStatement' ? node.parent : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.BlockStatement | TSESTree.Program} block
 * @param {ListenerStatement} own
 * @returns {{ statements: ListenerStatement[], listeners: Listener[] }} Everything in the list that
 *   listens to the stream of the statement.
 */
export function listenersInBlock(context, block, own) {
  const name = streamName(context, own.stream);
  const statements = block.body
    .map(readListenerStatement)
    .filter((each) => each !== undefined)
    .filter(
      ({ statement, stream }) =>
        statement === own.statement || (name !== undefined && streamName(context, stream) === name),
    );
  return { statements, listeners: statements.flatMap(({ listeners }) => listeners) };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} stream
 * @returns {string | undefined} The text of `stream`, `this.req`, `context.req`, which means the same
 *   wherever it stands in a list of statements.
 */
export function streamName({ sourceCode }, stream) {
  for (let node = stream; ; node = node.object) {
    if (node.type === 'Identifier' || node.type === 'ThisExpression') {
      return textOf(sourceCode, stream);
    }
    if (node.type !== 'MemberExpression' || node.computed) {
      return undefined;
    }
  }
}

/**
 * @param {readonly Listener[]} listeners
 * @param {Events} events
 * @returns {Pick<Collector, 'data' | 'end' | 'error'> | undefined} Undefined unless there is just one
 *   listener for each event that a loop takes over, and none for another.
 */
export function readRoles(listeners, events) {
  const names = [events.data, events.end, 'error'];
  const [data, end, error] = names.map((name) => listeners.filter(({ event }) => event === name));
  const isOnce = [data, end, error].every((each) => each !== undefined && each.length <= 1);
  return isOnce && data?.[0] && end?.[0] && listeners.every(({ event }) => names.includes(event))
    ? { data: data[0], end: end[0], error: error?.[0] }
    : undefined;
}
