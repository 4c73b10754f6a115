/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FanOut } from './fan-outs.js' */

import { readCallee } from '../../analysis/syntax/callees.js';
import { withoutCasts } from '../../analysis/syntax/casts.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { readPoolCall } from '../../analysis/apis/pool-apis.js';
import { isPlainList, readQueryRead } from '../../analysis/apis/query-reads.js';
import { readConstantInit, variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { REQUEST_MODULES } from '../../packages/http-clients.js';
import { callsStartedBy } from './started.js';

/**
 * @typedef {object} UnlimitedWork
 * @property {string} call The call that is started for each element.
 * @property {string} source Where the list comes from, for the message.
 * @property {boolean} isRequest Whether it is a request to another server, and no work on a file.
 */

/** Methods that give as many elements as they are called on has, or fewer. */
const KEEPING = new Set(['filter', 'flat', 'map', 'reverse', 'sort', 'toReversed', 'toSorted']);

/** The functions that list the entries of directories. */
const LISTING =
  /^(?:fs(?:-extra|\/promises)?(?:\.promises)?\.readdir|globby|fast-glob|glob|tinyglobby\.glob)$/u;

/** The body of a request. */
const BODY =
  /\b(?:c|ctx|context|event|req|request)(?:\.req(?:uest)?)?\.(?:body|payload)\b|\b(?:req|request)\.json\(\)/u;

const DIRECTORY = 'a directory';

const MAX_STEPS = 6;

/**
 *     const users = await prisma.user.findMany();
 *     await Promise.all(users.map((user) => fetch(user.hook)));
 *
 * @param {PatternContext} context
 * @param {FanOut} fanOut
 * @returns {UnlimitedWork | undefined} Requests, or work on files, for the elements of a list that may have any length: that of a query
 *   without a limit, of a directory, or of the body of a request.
 */
export function readUnlimitedRequests(context, { list, each }) {
  const { sourceCode } = context;
  const source = sourceOf(context, list, MAX_STEPS);
  if (source === undefined || isMeasured(sourceCode, list)) {
    return undefined;
  }
  const work = readCallee(sourceCode, each)?.body ?? each;
  const [request] = callsStartedBy(sourceCode, work, readRequest);
  // The files of a directory are mostly few: no-unbounded-threadpool asks whether they are.
  const [file] = source === DIRECTORY ? [] : callsStartedBy(sourceCode, work, readFileWork);
  const call = request ?? file;
  return call === undefined ? undefined : { call, source, isRequest: call === request };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {string | undefined} What it does with a file, if that takes a thread for longer than a moment.
 */
function readFileWork(sourceCode, call) {
  const work = readPoolCall(sourceCode, call);
  return work?.work === 'file' && !work.isBrief ? work.name : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {string | undefined} The client, if it sends a request.
 */
function readRequest(sourceCode, { callee }) {
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'global') {
    return origin.name === 'fetch' && origin.path.length === 0 ? 'fetch' : undefined;
  }
  return origin?.kind === 'module' &&
    REQUEST_MODULES.has(origin.name) &&
    !/^(?:create|extend)/u.test(origin.path.at(-1) ?? '')
    ? textOf(sourceCode, callee)
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} expression
 * @param {number} steps
 * @returns {string | undefined} Where a list comes from that may have any length.
 */
function sourceOf(context, expression, steps) {
  const { sourceCode } = context;
  const node = withoutCasts(expression);
  if (steps === 0) {
    return undefined;
  }
  if (BODY.test(textOf(sourceCode, node)) && node.type === 'MemberExpression') {
    return 'the body of the request';
  }
  switch (node.type) {
    case 'AwaitExpression':
      return sourceOfAwaited(context, node.argument);
    case 'CallExpression':
      return node.callee.type === 'MemberExpression' && KEEPING.has(readKey(node.callee) ?? '')
        ? sourceOf(context, node.callee.object, steps - 1)
        : undefined;
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      const constant = variable && readConstantInit(variable);
      if (!constant) {
        return undefined;
      }
      // const { urls } = request.body;
      return constant.keys.length > 0
        ? BODY.test(textOf(sourceCode, constant.init)) && constant.keys.length === 1
          ? 'the body of the request'
          : undefined
        : sourceOf(context, constant.init, steps - 1);
    }
    default:
      return undefined;
  }
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} argument
 * @returns {string | undefined}
 */
function sourceOfAwaited(context, argument) {
  const { sourceCode } = context;
  const query = readQueryRead(context, argument);
  if (query) {
    return !query.isOne && isPlainList(sourceCode, argument)
      ? 'a query without a limit'
      : undefined;
  }
  if (argument.type !== 'CallExpression') {
    return undefined;
  }
  const origin = resolveOrigin(sourceCode, argument.callee);
  const name = origin?.kind === 'module' ? [origin.name, ...origin.path].join('.') : '';
  return LISTING.test(name) ? DIRECTORY : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} list
 * @returns {boolean} Whether the file looks at how long it is: `if (urls.length > 20) …`.
 */
function isMeasured(sourceCode, list) {
  const variable = variableOf(sourceCode, list);
  return (variable?.references ?? []).some(({ identifier }) => {
    const member = /** @type {TSESTree.Node} */ (identifier).parent;
    return (
      member?.type === 'MemberExpression' &&
      readKey(member) === 'length' &&
      member.parent.type === 'BinaryExpression' &&
      /^[<>]=?$/u.test(member.parent.operator) &&
      ![member.parent.left, member.parent.right].some(
        (side) => side.type === 'Literal' && Number(side.value) < 2,
      )
    );
  });
}
