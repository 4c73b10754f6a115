/** @import { Context } from './context.js' */
/** @import { Doc } from './doc.js' */

import { canHug } from './arguments.js';
import { plain } from './context.js';
import { LINE, SOFT_LINE, group, indented } from './doc.js';
import { hasTest, isArray, isBinary, isConditional, isMember, isObject } from './node-types.js';

/** Operators that need no parentheses between each other. */
const LEVELS = [/^\?\?$/u, /^\|\|$/u, /^&&$/u, /^[+-]$/u, /^\*$/u];

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @returns {Doc}
 */
export function binaryDoc(node, parent, context) {
  const isTested = hasTest(parent);
  const parts = binaryParts(node, parent, isTested, context);
  if (isTested) {
    return parts;
  }
  if (parent.type === 'UnaryExpression' || (isMember(parent) && !parent.computed)) {
    return group([indented([SOFT_LINE, parts]), SOFT_LINE]);
  }
  const isIndented =
    /^(?:Return|Throw)Statement$|^VariableDeclarator$|^AssignmentExpression$|Property$/u.test(
      parent.type,
    ) || parent.body === node;
  return isIndented || isInlined(node) || isConditional(parent)
    ? group(parts)
    : group([parts[0] ?? '', indented(parts.slice(1))]);
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {boolean} isTested
 * @param {Context} context
 * @returns {Doc[]}
 */
function binaryParts(node, parent, isTested, context) {
  const { left, operator, right } = node;
  const isSame =
    isBinary(left) &&
    !left.extra?.parenthesized &&
    LEVELS.some((level) => level.test(operator) && level.test(left.operator));
  const parts = isSame
    ? binaryParts(left, node, isTested, context)
    : [group(context.print(left, node, context))];
  const doc = [operator, isInlined(node) ? ' ' : LINE, context.print(right, node, context)];
  const isApart =
    !(isTested && node.type === 'LogicalExpression') &&
    parent.type !== node.type &&
    left.type !== node.type &&
    right.type !== node.type;
  return [...parts, ' ', isApart ? group(doc) : doc];
}

/**
 * @param {any} node
 * @returns {boolean} Whether the right side begins on the line of the operator.
 */
export function isInlined({ right, type }) {
  return type === 'LogicalExpression' && (isObject(right) || isArray(right)) && canHug(right);
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @returns {Doc}
 */
export function conditionalDoc(node, parent, context) {
  return isConditional(parent) || isConditional(node.consequent)
    ? plain(context.text.slice(node.start, node.end))
    : group(conditionalParts(node, context));
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc} All of those that go on where one ends break if one does.
 */
function conditionalParts(node, context) {
  const { alternate, consequent, test } = node;
  const deep = (/** @type {any} */ each) => ({
    ...indented(context.print(each, node, context)),
    aligns: true,
  });
  const goesOn = isConditional(alternate) && !alternate.extra?.parenthesized;
  return [
    context.print(test, node, context),
    indented([
      LINE,
      '? ',
      deep(consequent),
      LINE,
      ': ',
      goesOn && !isConditional(alternate.consequent)
        ? conditionalParts(alternate, context)
        : deep(alternate),
    ]),
  ];
}
