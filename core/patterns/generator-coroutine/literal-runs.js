/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { ShellResult } from './accepted-runs.js' */
/** @import { Coroutine, Run } from './coroutines.js' */

import { frameUses } from '../../analysis/syntax/functions.js';
import { removeCompilerShell } from './babel-shells.js';
import { givesNative, keepBluebird, keepQ } from './boundaries.js';
import { collapseIntoFunction } from './collapse.js';
import {
  boundReceiver,
  dropPureNote,
  hasLexicalThis,
  isCommented,
  unwrapCall,
  writeAsyncFunction,
  writeImmediateCall,
} from './shells.js';
import { withSyncThrows, withLength, unsupported } from './accepted-runs.js';

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Run} run
 * @returns {ShellResult}
 */
export function planLiteral(context, fn, run) {
  const { runner } = run;
  const isKept = !givesNative(context, runner);
  const finish = isKept ? withSyncThrows : withLength;
  switch (runner.kind) {
    case 'co':
    case '__awaiter': {
      const collapsed = collapseIntoFunction(context, fn, run);
      if (collapsed) {
        return collapsed;
      }
      const edits = writeImmediateCall(context, fn, run);
      return edits ? { edits, assumes: [] } : { refusal: refuseCall(context, fn, run) };
    }
    case 'co.wrap':
    case '_asyncToGenerator': {
      if (run.form === 'bound' && !isUnusedBinding(context, fn)) {
        return unsupported(context, run);
      }
      const shell = run.form === 'literal' ? removeCompilerShell(context, fn, runner) : undefined;
      if (shell) {
        return withSyncThrows(context, fn, shell);
      }
      return withLength(context, fn, [
        ...dropPureNote(context, runner.call),
        ...unwrapCall(context, runner, fn),
        ...writeAsyncFunction(context, fn),
      ]);
    }
    case 'bluebird.coroutine': {
      const kept = isKept ? keepBluebird(context, run) : unwrapCall(context, runner, fn);
      return kept && run.form === 'literal'
        ? finish(context, fn, [...kept, ...writeAsyncFunction(context, fn)])
        : unsupported(context, run);
    }
    case 'Q.async': {
      const kept = isKept
        ? keepQ(context, fn, run)
        : [...unwrapCall(context, runner, fn), ...writeAsyncFunction(context, fn)];
      return kept && run.form === 'literal' ? finish(context, fn, kept) : unsupported(context, run);
    }
    default: {
      const uses = frameUses(context.sourceCode, fn);
      const edits = uses.this.length === 0 ? keepQ(context, fn, run) : undefined;
      return edits && run.form === 'literal' ? { edits, assumes: [] } : unsupported(context, run);
    }
  }
}

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @returns {boolean} Whether `function* () {}.bind(ctx)` binds what the function does not use.
 */
function isUnusedBinding({ sourceCode }, fn) {
  return frameUses(sourceCode, fn).this.length === 0;
}

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Run} run
 * @returns {Refusal}
 */
function refuseCall(context, fn, run) {
  if (isCommented(context.sourceCode, run.runner.call, fn)) {
    return { reason: 'comment-in-the-way' };
  }
  const receiver = run.form === 'bound' ? boundReceiver(fn) : run.runner.receiver;
  return !receiver && !hasLexicalThis(context, fn, run)
    ? { reason: 'this-of-runner' }
    : unsupported(context, run).refusal;
}
