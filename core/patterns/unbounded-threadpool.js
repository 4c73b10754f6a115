/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PoolCall } from '../analysis/apis/pool-apis.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { FanOut } from './unbounded-threadpool/fan-outs.js' */

import { enclosingFunction, isFunction } from '../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { readPoolCall } from '../analysis/apis/pool-apis.js';
import { isCommandLine, isInTest } from '../analysis/flow/repetition.js';
import { textOf } from '../edits/trivia.js';
import { readFanOut } from './unbounded-threadpool/fan-outs.js';
import { mayBeMany } from './unbounded-threadpool/many.js';
import { readUnlimitedRequests } from './unbounded-threadpool/requests.js';
import { readStartedWork, readWorkWithin } from './unbounded-threadpool/started.js';

/**
 * Work for libuv's pool of threads, started for each element of a list at once:
 *
 *     await Promise.all(files.map((file) => gzip(file)));
 *
 * Kinds: `cpu`, `file` and `name` by what the threads do, `files` where there may be many of them,
 * `late-size` for a write to `UV_THREADPOOL_SIZE` after the pool is there; `requests` for requests to other servers,
 * for which the pool is the least of it, where the list may have any length.
 *
 * @type {Pattern}
 */
export const unboundedThreadpool = {
  name: 'unbounded-threadpool',
  words:
    /\b(?:argon2|axios|bcrypt|crypto|dns|fetch|fs|fs-extra|got|graceful-fs|https?|ky|superagent|undici|zlib)\b|UV_THREADPOOL_SIZE/u,
  visit: { CallExpression: findFanOuts, AssignmentExpression: findLateSize },
};

/** The work that keeps a thread the longest is named first. */
const BY_LENGTH = /** @type {const} */ (['cpu', 'file', 'name']);

/** As soon done as a look at an entry of the directory, unless there are a great many. */
const LISTING = /dir$/u;

/**
 * @param {TSESTree.CallExpression} call
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findFanOuts(call, context) {
  const fanOut = readFanOut(context.sourceCode, call);
  if (!fanOut) {
    return undefined;
  }
  return context.options.kinds?.has('requests')
    ? findRequests(call, fanOut, context)
    : findFanOut(call, fanOut, context);
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {FanOut} fanOut
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findRequests(call, fanOut, context) {
  const { sourceCode, isCommand, isAside } = context;
  const found = readUnlimitedRequests(context, fanOut);
  return !found ||
    // Many files are reported as such.
    (!found.isRequest && mayBeMany(sourceCode, call, fanOut)) ||
    isCommandLine(sourceCode) ||
    isInTest(call) ||
    isAside?.() ||
    isCommand?.()
    ? undefined
    : {
        node: call,
        kind: 'requests',
        data: {
          call: found.call,
          source: found.source,
          list: shortened(sourceCode, fanOut.list),
        },
      };
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {FanOut} fanOut
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findFanOut(call, { each, list }, { sourceCode, isCommand, isAside }) {
  const isRunnable =
    isFunction(each) || each.type === 'Identifier' || each.type === 'MemberExpression';
  const isPushed = isPush(call);
  const work =
    isRunnable && !isPushed ? readStartedWork(sourceCode, each) : readWorkWithin(sourceCode, each);
  const longest = longestOf(work);
  if (
    !longest ||
    isQuickHash(sourceCode, longest) ||
    isCommandLine(sourceCode) ||
    isInTest(call) ||
    isAside?.() ||
    isCommand?.()
  ) {
    return undefined;
  }
  const isManyFiles =
    longest.work === 'file' &&
    work.some(({ name, isBrief }) => !isBrief && !LISTING.test(name)) &&
    mayBeMany(sourceCode, call, { each, list });
  return {
    node: call,
    kind: isManyFiles ? 'files' : longest.work,
    data: { call: longest.name, list: shortened(sourceCode, list) },
  };
}

/** Where a file says that its hashes take less than a millisecond. */
const FEW_ROUNDS = /rounds\s*[:=]\s*[1-6]\b/iu;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {PoolCall} call
 * @returns {boolean} Whether it hashes with so few rounds that nothing waits for it.
 */
function isQuickHash({ text }, { name }) {
  return /bcrypt/u.test(name) && FEW_ROUNDS.test(text);
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isPush({ callee }) {
  return callee.type === 'MemberExpression' && readKey(callee) === 'push';
}

/**
 * @param {readonly PoolCall[]} work
 * @returns {PoolCall | undefined}
 */
function longestOf(work) {
  for (const kind of BY_LENGTH) {
    const found = work.find((call) => call.work === kind && !call.isBrief);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** Longer texts are cut. */
const LONGEST_LIST = 40;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} list
 * @returns {string}
 */
function shortened(sourceCode, list) {
  const text = textOf(sourceCode, list);
  return text.length > LONGEST_LIST || text.includes('\n') ? 'the list' : `\`${text}\``;
}

/**
 *     fs.readFile(settings, () => { process.env.UV_THREADPOOL_SIZE = 8; });
 *
 * libuv reads the variable when something first needs a thread.
 *
 * @param {TSESTree.AssignmentExpression} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findLateSize(node, { sourceCode }) {
  const { left } = node;
  if (left.type !== 'MemberExpression' || readKey(left) !== 'UV_THREADPOOL_SIZE') {
    return undefined;
  }
  const origin = resolveOrigin(sourceCode, left.object);
  const isEnvironment = origin?.name === 'process' && origin.path.join('.') === 'env';
  const earlier = isEnvironment ? findEarlierWork(sourceCode, node) : undefined;
  return earlier && { node, kind: 'late-size', data: { call: earlier.name } };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {PoolCall | undefined} Work that is given to the pool before the node runs.
 */
function findEarlierWork(sourceCode, node) {
  for (const call of nodesOfType(sourceCode, 'CallExpression')) {
    if (call.range[0] > node.range[0]) {
      return undefined;
    }
    const work = readPoolCall(sourceCode, call);
    const fn = enclosingFunction(call);
    if (work && (!fn || (fn.range[0] < node.range[0] && node.range[1] <= fn.range[1]))) {
      return work;
    }
  }
  return undefined;
}
