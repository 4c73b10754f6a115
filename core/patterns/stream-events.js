/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Collector, Events, Listener, ListenerStatement } from './stream-events/listeners.js' */
/** @import { Pattern, PatternContext, Refusal, Site } from '../contract/pattern.js' */

import { missingEvidence } from '../contract/obligations.js';
import { readsForAwait } from '../analysis/environment/compilers.js';
import { enclosingFunction } from '../analysis/syntax/functions.js';
import { readKey } from '../analysis/modules/modules.js';
import { runsOn } from '../analysis/environment/node-floor.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { mentionsName } from '../edits/names.js';
import { firstLine, textOf } from '../edits/trivia.js';
import { writeHeader } from '../callbacks/boundary/header.js';
import { judgeChunks } from './stream-events/chunks.js';
import { translatorsOf } from './stream-events/callback-place.js';
import { needsOf } from './stream-events/consumers.js';
import { describeObstacle } from './stream-events/handler-place.js';

import {
  eventsOf,
  listenersInBlock,
  readListener,
  readListenerStatement,
  readRoles,
  statementOf,
  streamName,
} from './stream-events/listeners.js';
import { planCollector } from './stream-events/plan.js';
import { readReadLoop } from './stream-events/read-loop.js';
import { readInterface, readStream } from '../analysis/values/streams.js';
import { planTop } from './stream-events/top-place.js';
import { findOtherUse } from './stream-events/uses.js';

/**
 * A readable stream that is read by its events:
 *
 *     stream.on('data', (chunk) => { body += chunk; });
 *     stream.on('end', () => resolve(body));
 *     stream.on('error', reject);
 *
 *     rl.on('line', (line) => { lines.push(line); });
 *     rl.on('close', () => resolve(lines));
 *
 * `for await` reads it with its errors in the hands of `try`, and with backpressure:
 * https://nodejs.org/api/stream.html#consuming-readable-streams-with-async-iterators. It is slower
 * for each chunk.
 *
 * @type {Pattern}
 */
export const streamEvents = {
  name: 'stream-events',
  words: /^(?=[^]*?['"`](?:data|line|readable)['"`])(?=[^]*?['"`](?:end|close)['"`])/u,
  visit: { CallExpression: findSite },
  cleanUp({ sourceCode }, sites) {
    if (sites.every(({ kind }) => kind !== 'stream')) {
      return [];
    }
    const needs = translatorsOf(sites).flatMap((translator) => [...translator.needs]);
    return writeHeader(sourceCode, new Set([...needs, ...needsOf(sites)]));
  },
};

/** The first Node whose modules may wait at their top. */
const TOP_LEVEL_AWAIT = '14.8.0';

/**
 * @param {TSESTree.CallExpression} call
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(call, context) {
  const listener = readListener(call);
  const events = eventsOf(listener?.event);
  const isLoop = listener?.event !== 'readable' || readReadLoop(listener.handler) !== undefined;
  const statement = events && isLoop ? statementOf(call) : undefined;
  const own = statement && readListenerStatement(statement);
  if (!events || !own?.listeners.some((each) => each.call === call)) {
    return undefined;
  }
  const { parent } = own.statement;
  const inBlock =
    parent.type === 'BlockStatement' || parent.type === 'Program'
      ? listenersInBlock(context, parent, own)
      : { statements: [own], listeners: own.listeners };
  const [first] = inBlock.listeners.filter(({ event }) => event === events.data);
  const hasEnd = inBlock.listeners.some(({ event }) => event === events.end);
  if (first?.call !== call || !(hasEnd || endsElsewhere(context, own, events))) {
    return undefined;
  }
  const site = {
    node: call,
    kind: 'stream',
    data: {
      stream: firstLine(textOf(context.sourceCode, own.stream)),
      errors: inBlock.listeners.some(({ event }) => event === 'error') ? 'heard' : 'unheard',
    },
  };
  const outcome = hasEnd
    ? judge(context, own, { ...inBlock, events })
    : { refusal: /** @type {Refusal} */ ({ reason: 'listeners-apart' }) };
  return { ...site, ...outcome };
}

/**
 * @param {PatternContext} context
 * @param {ListenerStatement} own
 * @param {{ statements: ListenerStatement[], listeners: Listener[], events: Events }} inBlock
 * @returns {Pick<Site, 'plan' | 'refusal'>}
 */
function judge(context, own, { statements, listeners, events }) {
  const { sourceCode } = context;
  const evidence =
    events.data === 'line' ? readInterface(context, own.stream) : readStream(context, own.stream);
  if (!evidence) {
    return refuse('stream-unknown', firstLine(textOf(sourceCode, own.stream)));
  }
  const missing = evidence.assumes.find((id) => !context.options.assumable.has(id));
  if (missing) {
    return { refusal: missingEvidence(missing) };
  }
  if (!runsOn(context, evidence.since)) {
    return { refusal: { reason: 'engines-lack-for-await', subject: evidence.since } };
  }
  if (!readsForAwait(context)) {
    return refuse('compiler-too-old', '`for await` (package.json)');
  }
  const roles = readRoles(listeners, events);
  if (!roles || isOnce(roles.data)) {
    const other = listeners.find(
      ({ event }) => event !== events.data && event !== events.end && event !== 'error',
    );
    return refuse(
      'stream-shared',
      firstLine(textOf(sourceCode, (other ?? listeners[0])?.handler ?? own.statement)),
    );
  }
  const block = own.statement.parent;
  const fn = enclosingFunction(own.statement);
  const isTop = block.type === 'Program' && mayWaitAtTop(context);
  const isInside = block.type === 'BlockStatement' && fn?.body.type === 'BlockStatement';
  if (!isTop && !isInside) {
    return refuse('listeners-outside', firstLine(textOf(sourceCode, own.stream)));
  }
  const chunks = judgeChunks(context, { stream: own.stream, data: roles.data.handler }, evidence);
  if ('refusal' in chunks) {
    return chunks;
  }
  /** @type {Collector} */
  const collector = { block, statements, stream: own.stream, ...roles };
  const other = findOtherUse(context, collector);
  if (other) {
    const use = other.parent?.type === 'MemberExpression' ? other.parent : other;
    return refuse('stream-shared', firstLine(textOf(sourceCode, use)));
  }
  const rival = findRival(block, collector);
  if (rival) {
    const subject = `\`${firstLine(textOf(sourceCode, rival))}\` reads another stream at the same time`;
    return { refusal: { reason: 'code-follows', subject } };
  }
  const obstacle = describeObstacle(context, collector, fn?.body ?? block);
  if (obstacle) {
    return { refusal: { reason: 'code-follows', subject: obstacle } };
  }
  if (mentionsName(sourceCode, fn ?? block, 'await')) {
    return { refusal: { reason: 'await-as-name' } };
  }
  const shown = { ...evidence, assumes: [...evidence.assumes, ...chunks.assumes] };
  return fn ? planCollector(context, collector, fn, shown) : planTop(context, collector, shown);
}

/**
 * @param {TSESTree.BlockStatement | TSESTree.Program} block
 * @param {Collector} collector
 * @returns {TSESTree.Node | undefined} Another statement of the block that reads a stream: one would
 *   wait for the other.
 */
function findRival({ body }, { statements }) {
  const own = new Set(statements.map(({ statement }) => /** @type {TSESTree.Node} */ (statement)));
  return body.find(
    (each) =>
      !own.has(each) && readListenerStatement(each)?.listeners.some(({ event }) => eventsOf(event)),
  );
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether the file is a module that may wait, and no other waits for it then.
 */
function mayWaitAtTop(context) {
  const { sourceCode } = context;
  const { body, sourceType } = sourceCode.ast;
  return (
    sourceType === 'module' &&
    body.some(({ type }) => type === 'ImportDeclaration') &&
    body.every(({ type }) => !/^Export|^TSExport/u.test(type)) &&
    runsOn(context, TOP_LEVEL_AWAIT)
  );
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
 * @param {Events} events
 * @returns {boolean} Whether an `end` listener of a stream of that name stands elsewhere in the file.
 */
function endsElsewhere(context, own, events) {
  const name = streamName(context, own.stream);
  return (
    name !== undefined &&
    nodesOfType(context.sourceCode, 'CallExpression').some((call) => {
      const listener = readListener(call);
      return (
        listener?.event === events.end &&
        streamName(
          context,
          /** @type {TSESTree.MemberExpression} */ (listener.call.callee).object,
        ) === name
      );
    })
  );
}
