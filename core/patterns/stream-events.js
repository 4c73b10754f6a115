/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Collector, Listener, ListenerStatement } from './stream-events/listeners.js' */
/** @import { Pattern, PatternContext, Refusal, Site } from '../contract/pattern.js' */

import { enclosingFunction } from '../analysis/functions.js';
import { readKey } from '../analysis/modules.js';
import { runsOn } from '../analysis/node-floor.js';
import { nodesOfType } from '../analysis/nodes.js';
import { mentionsName } from '../edits/names.js';
import { textOf } from '../edits/trivia.js';
import { writeHeader } from './callback-function/header.js';
import { translatorsOf } from './stream-events/callback-place.js';
import { describeObstacle } from './stream-events/handler-place.js';
import { firstLine } from './stream-events/handlers.js';
import {
  listenersInBlock,
  readListener,
  readListenerStatement,
  readRoles,
  statementOf,
  streamName,
} from './stream-events/listeners.js';
import { planCollector } from './stream-events/plan.js';
import { readStream } from './stream-events/streams.js';
import { findOtherUse } from './stream-events/uses.js';

/**
 * A readable stream that is read by its events:
 *
 *     stream.on('data', (chunk) => { body += chunk; });
 *     stream.on('end', () => resolve(body));
 *     stream.on('error', reject);
 *
 * `for await` reads it with its errors in the hands of `try`, and with backpressure:
 * https://nodejs.org/api/stream.html#consuming-readable-streams-with-async-iterators. It is slower
 * for each chunk.
 *
 * @type {Pattern}
 */
export const streamEvents = {
  name: 'stream-events',
  words: /(['"`])data\1[\s\S]*(['"`])end\2|(['"`])end\3[\s\S]*(['"`])data\4/u,
  visit: { CallExpression: findSite },
  cleanUp({ sourceCode }, sites) {
    const needs = translatorsOf(sites).flatMap((translator) => [...translator.needs]);
    return writeHeader(sourceCode, new Set(needs));
  },
};

/** The first Node whose readable streams are asynchronous iterables beyond an experiment. */
const FOR_AWAIT = '12.0.0';

/**
 * @param {TSESTree.CallExpression} call
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(call, context) {
  const listener = readListener(call);
  const statement = listener?.event === 'data' ? statementOf(call) : undefined;
  const own = statement && readListenerStatement(statement);
  if (!listener || !own?.listeners.some((each) => each.call === call)) {
    return undefined;
  }
  const { parent } = own.statement;
  const inBlock =
    parent.type === 'BlockStatement' || parent.type === 'Program'
      ? listenersInBlock(context, parent, own)
      : { statements: [own], listeners: own.listeners };
  const [first] = inBlock.listeners.filter(({ event }) => event === 'data');
  const hasEnd = inBlock.listeners.some(({ event }) => event === 'end');
  if (first?.call !== call || !(hasEnd || endsElsewhere(context, own))) {
    return undefined;
  }
  const site = {
    node: call,
    kind: 'stream',
    data: { stream: firstLine(textOf(context.sourceCode, own.stream)) },
  };
  const outcome = hasEnd
    ? judge(context, own, inBlock)
    : { refusal: /** @type {Refusal} */ ({ reason: 'listeners-apart' }) };
  return { ...site, ...outcome };
}

/**
 * @param {PatternContext} context
 * @param {ListenerStatement} own
 * @param {{ statements: ListenerStatement[], listeners: Listener[] }} inBlock
 * @returns {Pick<Site, 'plan' | 'refusal'>}
 */
function judge(context, own, { statements, listeners }) {
  const { sourceCode } = context;
  const evidence = readStream(context, own.stream);
  if (!evidence) {
    return refuse('stream-unknown', firstLine(textOf(sourceCode, own.stream)));
  }
  const missing = evidence.assumes.find((id) => !context.options.assumptions.has(id));
  if (missing) {
    return { refusal: { reason: 'assumption-off', subject: missing } };
  }
  if (!runsOn(context, FOR_AWAIT)) {
    return { refusal: { reason: 'engines-lack-for-await' } };
  }
  const roles = readRoles(listeners);
  if (!roles || isOnce(roles.data)) {
    const other = listeners.find(({ event }) => !/^(?:data|end|error)$/u.test(event));
    return refuse(
      'stream-shared',
      firstLine(textOf(sourceCode, (other ?? listeners[0])?.handler ?? own.statement)),
    );
  }
  const block = own.statement.parent;
  const fn = enclosingFunction(own.statement);
  if (block.type !== 'BlockStatement' || !fn || fn.body.type !== 'BlockStatement') {
    return refuse('listeners-outside', firstLine(textOf(sourceCode, own.stream)));
  }
  /** @type {Collector} */
  const collector = { block, statements, stream: own.stream, ...roles };
  const other = findOtherUse(context, collector);
  if (other) {
    const use = other.parent?.type === 'MemberExpression' ? other.parent : other;
    return refuse('stream-shared', firstLine(textOf(sourceCode, use)));
  }
  const obstacle = describeObstacle(context, collector, fn);
  if (obstacle) {
    return { refusal: { reason: 'code-follows', subject: obstacle } };
  }
  if (mentionsName(sourceCode, fn, 'await')) {
    return { refusal: { reason: 'await-as-name' } };
  }
  return planCollector(context, collector, fn, evidence);
}

/**
 * @param {Refusal['reason']} reason
 * @param {string} code
 * @returns {{ refusal: Refusal }}
 */
function refuse(reason, code) {
  return { refusal: { reason, subject: `\`${code}\`` } };
}

/**
 * @param {Listener} listener
 * @returns {boolean}
 */
function isOnce({ call }) {
  return call.callee.type === 'MemberExpression' && readKey(call.callee) === 'once';
}

/**
 * @param {PatternContext} context
 * @param {ListenerStatement} own
 * @returns {boolean} Whether an `end` listener of a stream of that name stands elsewhere in the file.
 */
function endsElsewhere(context, own) {
  const name = streamName(context, own.stream);
  return (
    name !== undefined &&
    nodesOfType(context.sourceCode, 'CallExpression').some((call) => {
      const listener = readListener(call);
      return (
        listener?.event === 'end' &&
        streamName(
          context,
          /** @type {TSESTree.MemberExpression} */ (listener.call.callee).object,
        ) === name
      );
    })
  );
}
