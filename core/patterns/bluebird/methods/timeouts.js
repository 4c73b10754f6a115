/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Link, LinkResult } from './link-edits.js' */

import { runsOn } from '../../../analysis/environment/node-floor.js';
import { findVariable } from '../../../analysis/syntax/scopes.js';
import { insertBefore, replaceRange } from '../../../edits/edit.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { findErrorTest } from '../errors.js';
import { withTypes } from '../helper-types.js';
import { refuseLink } from './link-edits.js';
import { FINALLY } from '../../../promises/methods.js';
import { layOut } from '../lists/series.js';
import { isRestful } from '../values.js';

/**
 * promise.timeout(ms)  ->  ((promise, ms) => {…})(promise, ms)
 *
 * It gives a native promise, of whatever promise it is called.
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writeTimeout(context, link) {
  const { sourceCode } = context;
  const [ms, message, more] = link.arguments;
  const error = errorOf(context, message);
  const test = findErrorTest(sourceCode);
  if (test !== undefined) {
    return { refusal: { reason: 'library-errors-tested', subject: `\`${test}\`` } };
  }
  const isShadowed = ['setTimeout', 'clearTimeout'].some((name) =>
    findVariable(sourceCode, link, name),
  );
  if (!ms || more || !error || isShadowed || !runsOn(context, FINALLY)) {
    return refuseLink(context, link);
  }
  const [start] = parenthesizedRange(sourceCode, link.callee.object);
  const [, end] = parenthesizedRange(sourceCode, link.callee.object);
  if (hasCommentBetween(sourceCode, end, ms.range[0])) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const lines = [
    `(‹<T = any,>›(promise‹: PromiseLike<T>›, ms‹: number›${message ? ', message‹: any›' : ''}) => {`,
    '>let timer‹: ReturnType<typeof setTimeout> | undefined›;',
    '>const expiry = new Promise‹<never>›((resolve, reject) => {',
    `>>const error = ${error};`,
    '>>timer = setTimeout(reject, ms, error);',
    '>});',
    '>return Promise.race([promise, expiry]).finally(() => clearTimeout(timer));',
    '})(',
  ];
  const helper = layOut(sourceCode, start, withTypes(context, lines));
  return {
    edits: [insertBefore(start, helper, link.range[1]), replaceRange([end, ms.range[0]], ', ')],
    assumes: ['library-errors'],
  };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node | undefined} message
 * @returns {string | undefined} What the promise is rejected with.
 */
function errorOf({ sourceCode }, message) {
  if (!message || (message.type === 'Literal' && typeof message.value === 'string')) {
    const text = message ? 'message' : "'operation timed out'";
    return `Object.assign(new Error(${text}), { name: 'TimeoutError' })`;
  }
  return message.type === 'NewExpression' && isRestful(sourceCode, message) ? 'message' : undefined;
}
