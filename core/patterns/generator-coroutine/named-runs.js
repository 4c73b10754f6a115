/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { ShellResult } from './accepted-runs.js' */
/** @import { Coroutine, Run } from './coroutines.js' */

import { frameUses } from '../../analysis/syntax/functions.js';
import { removeBetween } from '../../edits/edit.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { givesNative, keepBluebird, keepNamedQ } from './boundaries.js';
import { unwrapCall } from './shells.js';
import { withSyncThrows, withLength, unsupported } from './accepted-runs.js';

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Run} run
 * @returns {ShellResult}
 */
export function planNamedRun(context, fn, run) {
  const { runner, form } = run;
  const { call, kind, target } = runner;
  const usesThis = frameUses(context.sourceCode, fn).this.length > 0;
  if (kind === 'co.wrap' || (kind === '_asyncToGenerator' && form === 'named')) {
    return withLength(context, fn, unwrapNamed(context, run));
  }
  const isKept = !givesNative(context, runner);
  const finish = isKept ? withSyncThrows : withLength;
  if (kind === 'bluebird.coroutine') {
    const kept = isKept ? keepBluebird(context, run) : unwrapNamed(context, run);
    return kept ? finish(context, fn, kept) : unsupported(context, run);
  }
  if (kind === 'Q.async' && form === 'named') {
    const kept = isKept ? keepNamedQ(context, fn, run) : unwrapNamed(context, run);
    return kept ? finish(context, fn, kept) : unsupported(context, run);
  }
  if (kind !== 'co') {
    return unsupported(context, run);
  }
  // co(fn(…))  ->  fn(…)
  if (form === 'object') {
    return runner.receiver || usesThis
      ? unsupported(context, run)
      : { edits: unwrapCall(context, runner, target), assumes: [] };
  }
  if (usesThis && !runner.receiver) {
    return { refusal: { reason: 'this-of-runner' } };
  }
  // co(fn, …)  ->  fn(…)
  const [first] = runner.args;
  if (
    hasCommentBetween(context.sourceCode, call.range[0], target.range[0]) ||
    hasCommentBetween(context.sourceCode, target.range[1], first ? first.range[0] : call.range[1])
  ) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  if (usesThis) {
    return first || !runner.receiver
      ? unsupported(context, run)
      : writeReceiverCall(context, run, runner.receiver);
  }
  if (
    runner.receiver &&
    runner.receiver.type !== 'ThisExpression' &&
    runner.receiver.type !== 'Identifier'
  ) {
    return unsupported(context, run);
  }
  return {
    edits: [
      removeBetween(call.range[0], target.range[0]),
      { range: [target.range[1], first ? first.range[0] : call.range[1] - 1], text: '(' },
    ],
    assumes: [],
  };
}

/**
 * co.call(ctx, fn)  ->  fn.call(ctx)
 *
 * @param {PatternContext} context
 * @param {Run} run
 * @param {TSESTree.Node} receiver
 * @returns {ShellResult}
 */
function writeReceiverCall(context, { runner }, receiver) {
  const { call, target } = runner;
  const { text } = context.sourceCode;
  const name = text.slice(...target.range);
  return {
    edits: [
      { range: [call.range[0], receiver.range[0]], text: `${name}.call(` },
      removeBetween(receiver.range[1], call.range[1] - 1),
    ],
    assumes: [],
  };
}

/**
 * { run: co.wrap(run) }  ->  { run }
 *
 * @param {PatternContext} context
 * @param {Run} run
 * @returns {Edit[]}
 */
function unwrapNamed(context, { runner }) {
  const { call, target } = runner;
  const { parent } = call;
  const isSameName =
    parent.type === 'Property' &&
    parent.value === call &&
    !parent.computed &&
    parent.key.type === 'Identifier' &&
    target.type === 'Identifier' &&
    parent.key.name === target.name &&
    !hasCommentBetween(context.sourceCode, ...parent.range);
  if (isSameName) {
    return [
      removeBetween(parent.range[0], target.range[0]),
      removeBetween(target.range[1], call.range[1]),
    ];
  }
  return unwrapCall(context, runner, target);
}
