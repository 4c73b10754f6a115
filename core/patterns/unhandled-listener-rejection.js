/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { isOfPage } from '../analysis/environment/browser-scripts.js';
import { readCallee } from '../analysis/syntax/callees.js';
import { withoutCasts } from '../analysis/syntax/casts.js';
import { isFunction } from '../analysis/syntax/functions.js';
import { readKey, readString } from '../analysis/modules/modules.js';
import { REJECTION_TAKERS } from '../packages/listener-hosts.js';
import { isRouteVerb } from '../packages/route-verbs.js';
import { isCommandLine, isInTest } from '../analysis/flow/repetition.js';
import { findEscapingWait, hasWait } from './unhandled-listener-rejection/escapes.js';
import {
  callsWithoutWaiting,
  isExpressRouter,
  receiverOf,
} from './unhandled-listener-rejection/hosts.js';

/**
 * An async function with a wait outside every `try`, given to what does nothing with its promise:
 *
 *     process.on('message', async (message) => { await save(message); });
 *     setInterval(async () => { await refresh(); }, 1000);
 *     app.get('/', async (request, response) => { response.send(await load()); });    // Express 4
 *
 * Kinds: `listener`, `timer`, `route`; `overlap` for an interval that does not wait for its own last round.
 *
 * @type {Pattern}
 */
export const unhandledListenerRejection = {
  name: 'unhandled-listener-rejection',
  words: /\basync\b/u,
  visit: { CallExpression: findSites },
};

const LISTENERS = new Set(['addListener', 'on', 'once', 'prependListener', 'prependOnceListener']);

/** The process ends anyway, or what is left of it is what the listener is for. */
const AT_THE_END =
  /^(?:SIG[A-Z\d]+|beforeExit|disconnect|exit|uncaughtException(?:Monitor)?|unhandledRejection|multipleResolves)$/u;

/**
 * @param {TSESTree.CallExpression} call
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findSites(call, context) {
  const { sourceCode } = context;
  const { arguments: args } = call;
  if (args.length === 0 || !args.some(mayBeAsync)) {
    return [];
  }
  const use = readUse(call, context);
  if (!use || isCommandLine(sourceCode) || isInTest(call)) {
    return [];
  }
  if (use.kind !== 'route' && context.options.kinds?.has('listener') === false) {
    return [];
  }
  const sites = use.given.flatMap((argument) => {
    const fn = asyncFunction(sourceCode, argument);
    const wait =
      fn &&
      findEscapingWait(
        sourceCode,
        fn,
        (callee) => context.reach?.()?.neverRejects(sourceCode, callee) === true,
      );
    const overlaps = fn && use.isInterval && hasWait(sourceCode, fn);
    return [
      ...(fn && wait ? [{ node: wait, kind: use.kind, data: { host: use.host } }] : []),
      ...(overlaps ? [{ node: call.callee, kind: 'overlap', data: { host: use.host } }] : []),
    ];
  });
  return sites.length > 0 &&
    ((use.kind !== 'route' && isTaken(context)) ||
      context.isAside?.() ||
      context.isCommand?.() ||
      context.isInBrowser?.() ||
      isOfPage(sourceCode))
    ? []
    : sites;
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether something takes the rejections that nobody else handles, so that the process lives on. A
 *   request gets no answer all the same.
 */
function isTaken({ sourceCode, project, reach }) {
  return (
    /['"]unhandledRejection['"]/u.test(sourceCode.text) ||
    REJECTION_TAKERS.some((name) => name in project.production) ||
    reach?.()?.takesRejections() === true
  );
}

/**
 * @typedef {object} HostUse
 * @property {'listener' | 'route' | 'timer'} kind
 * @property {string} host The caller of the listener, for the message.
 * @property {boolean} isInterval
 * @property {readonly TSESTree.Node[]} given
 */

/**
 * @param {TSESTree.CallExpression} call
 * @param {PatternContext} context
 * @returns {HostUse | undefined}
 */
function readUse(call, context) {
  const { sourceCode } = context;
  const { callee, arguments: args } = call;
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (callee.type === 'MemberExpression' && key !== undefined) {
    if (LISTENERS.has(key) && args.length === 2) {
      const event = readString(args[0]);
      const host = AT_THE_END.test(event ?? '') ? undefined : receiverOf(sourceCode, callee.object);
      return host === undefined
        ? undefined
        : { kind: 'listener', host, isInterval: false, given: args.slice(1) };
    }
    if (isRouteVerb(key) && isExpressRouter(context, callee.object, args)) {
      return { kind: 'route', host: `…${key}`, isInterval: false, given: args };
    }
  }
  const caller = callsWithoutWaiting(sourceCode, callee);
  if (caller === undefined) {
    return undefined;
  }
  const kind = /^(?:http|https|net)\./u.test(caller) ? 'listener' : 'timer';
  const given = kind === 'listener' ? args.slice(-1) : args.slice(0, 1);
  return { kind, host: caller, isInterval: caller === 'setInterval', given };
}

/**
 * @param {TSESTree.Node} argument
 * @returns {boolean} A cheap look, before anything is resolved.
 */
function mayBeAsync(argument) {
  const given = withoutCasts(argument);
  return isFunction(given)
    ? given.async
    : given.type === 'Identifier' ||
        given.type === 'MemberExpression' ||
        given.type === 'CallExpression';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} argument A function, its name, or `this.save.bind(this)`.
 * @returns {FunctionNode | undefined}
 */
function asyncFunction(sourceCode, argument) {
  const given = withoutCasts(argument);
  const isBound =
    given.type === 'CallExpression' &&
    given.callee.type === 'MemberExpression' &&
    readKey(given.callee) === 'bind';
  const named = isBound ? /** @type {TSESTree.MemberExpression} */ (given.callee).object : given;
  if (named.type === 'CallExpression') {
    return undefined;
  }
  const fn = isFunction(named) ? named : readCallee(sourceCode, named);
  return fn?.async && !fn.generator ? fn : undefined;
}
