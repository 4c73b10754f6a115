/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { RefusalReason } from '../../contract/refusals.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Asking, Handings, ReadOf } from './handings.js' */
/** @import { Read } from './readers.js' */
/** @import { Translator } from '../plan/translator.js' */

import { pathInProject } from '../../analysis/environment/project.js';

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { callbackFunctionsOf } from '../functions/functions.js';
import { followReads, handingsIn, nameOfReached } from './handings.js';
import { readsIn } from './readers.js';
import { Refused } from '../plan/refused.js';

/**
 * Whether somebody reads behind a call what its callback has noted. Such a caller decides for the functions
 * that its call can reach, and for no other.
 *
 * @typedef {Asking & Pick<PatternContext, 'ignoresCallers' | 'readerElsewhere'>} Context
 */

/**
 * @param {Context} context
 * @param {CallbackFunction} found
 * @returns {string | undefined} `FILE:LINE` of a caller that reads at once what the callback of the function
 *   has noted, as far as the project shows.
 */
function readerOf(context, found) {
  const known = knownOf(context.sourceCode);
  const name = nameOfReached(context, found);
  if (context.ignoresCallers) {
    return undefined;
  }
  if (context.readerElsewhere) {
    return context.readerElsewhere(name);
  }
  known.reached ??= followOwnReads(context);
  return known.reached.get(name);
}

/**
 *     let last; async.each(keys, save, (err) => { last = err; }); return last;
 *
 * @param {Context} context
 * @param {TSESTree.CallExpression} call
 * @returns {string | undefined} The same of a call, whose callback may be that of a function around it.
 */
export function readerOfCall(context, call) {
  const { path, sourceCode } = context;
  const own = ownReads(context).find((read) => read.call === call);
  if (own) {
    return placeIn(path, own.line);
  }
  for (let fn = enclosingFunction(call); fn; fn = enclosingFunction(fn)) {
    const around = callbackFunctionsOf(sourceCode).find((found) => found.fn === fn);
    const reader = around && readerOf(context, around);
    if (reader !== undefined) {
      return reader;
    }
  }
  return undefined;
}

/**
 * @param {Translator} translator
 * @param {string} subject What may call back in the caller's tick.
 * @param {'callback-caught' | 'timing-unobservable' | 'shared-wait'} [reason]
 * @throws {Refused} Unless callers do not mind.
 */
export function acceptTiming(translator, subject, reason = 'timing-unobservable') {
  if (!mayCallLater(translator)) {
    throw refusedTiming(translator, subject, reason);
  }
  translator.assumes.add('timing-unobservable');
}

/**
 * @param {Pick<Translator, 'context' | 'target' | 'seenAtOnce'>} translator
 * @param {string} subject
 * @param {RefusalReason} [reason] If the user does not say that callers do not mind.
 * @returns {Refused} If the user does, there is a caller that minds.
 */
export function refusedTiming(translator, subject, reason = 'timing-unobservable') {
  const { context, target, seenAtOnce } = translator;
  return context.options.assumable.has('timing-unobservable')
    ? refusedReader(readerOf(context, target), subject)
    : (seenAtOnce ?? new Refused(reason, subject));
}

/**
 * @param {string | undefined} reader `FILE:LINE`
 * @param {string} subject
 * @returns {Refused}
 */
export function refusedReader(reader, subject) {
  return new Refused('read-at-once', reader === undefined ? subject : `${reader}, ${subject}`);
}

/**
 * @param {Pick<Translator, 'context' | 'target'>} translator
 * @returns {boolean} Whether callers do not mind when their callback is called: the user says so, and
 *   none is seen that does.
 */
export function mayCallLater({ context, target }) {
  return (
    context.options.assumable.has('timing-unobservable') && readerOf(context, target) === undefined
  );
}

/** @type {(sourceCode: SourceCodeLike) => { reached?: ReadonlyMap<string, string>, reads?: readonly Read[] }} */
const knownOf = oncePerFile(() => ({}));

/**
 * @param {Asking} asking
 * @returns {readonly Read[]}
 */
function ownReads(asking) {
  const known = knownOf(asking.sourceCode);
  known.reads ??= readsIn(asking);
  return known.reads;
}

/**
 * @param {Asking} asking
 * @returns {ReadonlyMap<string, string>} As `followReads`, of a file alone: mostly nothing is to be followed.
 */
function followOwnReads(asking) {
  const reads = readsOfFile(asking);
  return followReads(reads, reads.length > 0 ? [handingsIn(asking)] : []);
}

/**
 * @param {Asking} asking
 * @returns {ReadOf[]}
 */
function readsOfFile(asking) {
  return ownReads(asking).map(({ hand, line }) => ({ hand, place: placeIn(asking.path, line) }));
}

/**
 * @param {Asking} asking
 * @returns {{ reads: readonly ReadOf[], handings: Handings }} What a file tells about readers; it holds no tree.
 */
export function handsIn(asking) {
  return { reads: readsOfFile(asking), handings: handingsIn(asking) };
}

/**
 * @param {string | undefined} path
 * @param {number} line
 * @returns {string} `FILE:LINE`
 */
function placeIn(path, line) {
  return path === undefined ? `line ${line}` : `${pathInProject(path)}:${line}`;
}
