/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { Link, LinkResult } from '../methods/link-edits.js' */

import { isFunction } from '../../../analysis/syntax/functions.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { isWithin } from '../../../analysis/syntax/nodes.js';
import { insertAfter, insertBefore, replaceRange } from '../../../edits/edit.js';
import { quoteMark } from '../../../edits/quotes.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { withTypes } from '../helper-types.js';
import { refuseLink } from '../methods/link-edits.js';

/** The methods of an inspection, in terms of the results of `Promise.allSettled`. */
const ANSWERS = /** @type {Readonly<Record<string, string>>} */ ({
  isFulfilled: "status === 'fulfilled'",
  isRejected: "status === 'rejected'",
  reason: 'reason',
  value: 'value',
});

/** The methods that give such a result. */
const ANSWERING =
  "(value)‹: any› => ({ status: 'fulfilled', value }), (reason) => ({ status: 'rejected', reason })";

/** Nodes in which a comparison needs no parentheses. */
const LOOSE = new Set([
  'ArrowFunctionExpression',
  'CallExpression',
  'ConditionalExpression',
  'ExpressionStatement',
  'IfStatement',
  'LogicalExpression',
  'Property',
  'ReturnStatement',
  'VariableDeclarator',
]);

/**
 * .reflect().then((r) => r.isFulfilled())
 *   ->  .then((value) => ({ status: 'fulfilled', value }), …).then((r) => r.status === 'fulfilled')
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writeReflect(context, link) {
  const handler = handlerAfter(link);
  if (!handler || link.arguments.length > 0) {
    return refuseLink(context, link);
  }
  const [parameter] = handler.params;
  /** @type {Edit[]} */
  const edits = [];
  const variable =
    parameter &&
    context.sourceCode
      .getDeclaredVariables(handler)
      .find(({ identifiers }) => identifiers[0] === parameter);
  if (parameter && !variable) {
    return refuseLink(context, link);
  }
  for (const { identifier } of variable?.references ?? []) {
    const member = /** @type {TSESTree.Node} */ (identifier).parent;
    const call = member?.parent;
    const answer = member?.type === 'MemberExpression' ? ANSWERS[readKey(member) ?? ''] : undefined;
    if (
      member?.type !== 'MemberExpression' ||
      call?.type !== 'CallExpression' ||
      call.callee !== member ||
      answer === undefined ||
      hasCommentBetween(context.sourceCode, ...call.range) ||
      !isAnswered(member, identifier.name)
    ) {
      return refuseLink(context, link);
    }
    const needsParentheses = answer.includes('=') && !LOOSE.has(call.parent.type);
    edits.push(
      replaceRange(
        [member.property.range[0], call.range[1]],
        answer.replaceAll("'", quoteMark(context.sourceCode)),
      ),
      ...(needsParentheses
        ? [insertBefore(call.range[0], '('), insertAfter(call.range[1], ')')]
        : []),
    );
  }
  return {
    edits: [
      replaceRange(link.callee.property.range, 'then'),
      insertBefore(link.range[1] - 1, withTypes(context, [ANSWERING]).join('')),
      ...edits,
    ],
    assumes: [],
  };
}

/**
 * @param {Link} link
 * @returns {import('../../../analysis/syntax/functions.js').FunctionNode | undefined} The function that alone
 *   gets the inspection.
 */
function handlerAfter({ parent, ...link }) {
  const call = parent.parent;
  if (
    parent.type !== 'MemberExpression' ||
    parent.object.range[1] !== link.range[1] ||
    readKey(parent) !== 'then' ||
    call?.type !== 'CallExpression' ||
    call.callee !== parent
  ) {
    return undefined;
  }
  const [handler] = call.arguments;
  const isPlain =
    isFunction(handler) &&
    handler.params.length < 2 &&
    (handler.params[0] === undefined || handler.params[0].type === 'Identifier') &&
    handler.type === 'ArrowFunctionExpression';
  return isPlain ? handler : undefined;
}

/**
 * @param {TSESTree.MemberExpression} member
 * @param {string} name
 * @returns {boolean} Whether the inspection has what is asked for: it throws where it has not.
 */
function isAnswered(member, name) {
  const key = readKey(member);
  if (key !== 'value' && key !== 'reason') {
    return true;
  }
  const wanted = key === 'value' ? 'isFulfilled' : 'isRejected';
  for (
    let child = /** @type {TSESTree.Node} */ (member), parent = child.parent;
    parent;
    child = parent, parent = parent.parent
  ) {
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
      const asked = questionOf(parent.test, name);
      const isThere =
        asked === wanted
          ? isWithin(child, parent.consequent)
          : asked !== undefined && parent.alternate !== null && isWithin(child, parent.alternate);
      if (isThere) {
        return true;
      }
    }
    if (isFunction(parent)) {
      return false;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Expression} test
 * @param {string} name
 * @returns {string | undefined} `isFulfilled` for `name.isFulfilled()`.
 */
function questionOf(test, name) {
  const key =
    test.type === 'CallExpression' &&
    test.callee.type === 'MemberExpression' &&
    test.callee.object.type === 'Identifier' &&
    test.callee.object.name === name
      ? readKey(test.callee)
      : undefined;
  return key === 'isFulfilled' || key === 'isRejected' ? key : undefined;
}
