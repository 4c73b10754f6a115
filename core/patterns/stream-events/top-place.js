/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { HeaderNeed } from '../../callbacks/boundary/header.js' */
/** @import { Handler } from './handlers.js' */
/** @import { Collector } from './listeners.js' */
/** @import { Outcome } from './finish.js' */
/** @import { StreamEvidence } from '../../analysis/values/streams.js' */

import { ownNodes } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { textOf } from '../../edits/trivia.js';
import { finish } from './finish.js';
import { readConsumer } from './consumers.js';
import { readHandlers } from './handlers.js';
import { needsBlock, refuseNames } from './names.js';
import { writeLoop } from './write.js';

/**
 * Listeners among the statements of a module, which may wait for the stream itself.
 */

/**
 * @param {PatternContext} context
 * @param {Collector} collector In the statements of a module.
 * @param {StreamEvidence} evidence
 * @returns {Outcome}
 */
export function planTop(context, collector, evidence) {
  const handlers = readHandlers(context, collector);
  if ('unfit' in handlers) {
    return { refusal: { reason: 'listener-form', subject: handlers.unfit } };
  }
  const refusal = refuseNames(context, handlers, collector.block);
  if (refusal) {
    return { refusal };
  }
  const returns = [handlers.end, handlers.error].some(
    (each) => each?.fn && [...ownNodes(context.sourceCode, each.fn)].some(isReturn),
  );
  if (returns || (handlers.error && !endsProcess(handlers.error))) {
    // A module has no `return`.
    const stream = textOf(context.sourceCode, collector.stream);
    return { refusal: { reason: 'listeners-outside', subject: `\`${stream}\`` } };
  }
  /** @type {Set<HeaderNeed>} */
  const needs = new Set();
  const isErrorHandled = handlers.error !== undefined;
  const consumer = readConsumer(context, collector, handlers, { evidence, isErrorHandled, needs });
  const edits = writeLoop(context, {
    collector,
    ...handlers,
    ...(consumer && { consumer }),
    returnsAfterError: false,
    keepsBlock: needsBlock(context, handlers.end, collector.block),
    rescue: undefined,
    levels: 0,
    dropped: new Set(),
  });
  return finish(context, collector, handlers, evidence, {
    edits,
    assumes: ['module-waits'],
    needs,
    settling: 0,
  });
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isReturn({ type }) {
  return type === 'ReturnStatement';
}

/**
 *     (error) => { …; throw error; }    (error) => { …; process.exit(1); }
 *
 * @param {Handler} handler
 * @returns {boolean}
 */
function endsProcess({ fn }) {
  const last = fn?.body.type === 'BlockStatement' ? fn.body.body.at(-1) : undefined;
  const call = last?.type === 'ExpressionStatement' ? last.expression : undefined;
  return (
    last?.type === 'ThrowStatement' ||
    (call?.type === 'CallExpression' &&
      call.callee.type === 'MemberExpression' &&
      call.callee.object.type === 'Identifier' &&
      call.callee.object.name === 'process' &&
      readKey(call.callee) === 'exit')
  );
}
