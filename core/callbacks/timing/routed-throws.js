/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */

import { callsTaking } from '../../analysis/syntax/function-uses.js';
import { ownNodes } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import {
  PRESENT_IN_REQUEST,
  readCallbackParameter,
} from '../../analysis/handlers/request-handlers.js';
import { firstLine, textOf } from '../../edits/trivia.js';
import { isRouteVerb } from '../../packages/route-verbs.js';
import { isFound } from '../errors/found-values.js';
import { isCaught } from '../statements/flow.js';
import { findThrow } from './throws.js';

/**
 *     app.post('/', (req, res, next) => { const { id } = JSON.parse(req.headers.token); … });
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Refusal | undefined} For what throws before the stream is read: a router answers to that,
 *   but ends with the process at a rejection.
 */
export function refuseEarlyThrow(context, fn) {
  const { sourceCode } = context;
  const isRouted =
    readCallbackParameter(context, fn, 0) === undefined &&
    callsTaking(context, fn)?.some(
      ({ callee }) => callee.type === 'MemberExpression' && isRouteVerb(readKey(callee)),
    );
  const thrown = isRouted
    ? (findThrow(sourceCode, fn) ??
      [...ownNodes(sourceCode, fn)].find(
        (node) => mayThrow(sourceCode, node, fn) && !isCaught(node, fn),
      ))
    : undefined;
  return (
    thrown && {
      reason: 'handler-may-throw',
      subject: `\`${firstLine(textOf(sourceCode, thrown))}\``,
    }
  );
}

/** What throws at what a request may hold. */
const PARSERS =
  /^(?:JSON\.parse|decodeURI(?:Component)?|Buffer\.from|RegExp|URL|assert\b.*|.*Sync)$/u;

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} `JSON.parse(…)`, `req.user.id`, `req.headers.accept.split(',')`, where nothing
 *   around it asks for `req.user` first.
 */
function mayThrow(sourceCode, node, fn) {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    return PARSERS.test(textOf(sourceCode, node.callee));
  }
  if (node.type !== 'MemberExpression' || node.optional) {
    return false;
  }
  const { object } = node;
  const isPart =
    object.type === 'MemberExpression' && !PRESENT_IN_REQUEST.test(readKey(object) ?? '');
  let root = /** @type {TSESTree.Node} */ (object);
  while (root.type === 'MemberExpression') {
    root = root.object;
  }
  const { name } = /** @type {TSESTree.Identifier} */ (root);
  const isGiven = fn.params.some((each) => each.type === 'Identifier' && each.name === name);
  return isPart && isGiven && !isFound(sourceCode, object, fn);
}
