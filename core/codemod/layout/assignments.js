/** @import { Context, Style } from './context.js' */
/** @import { Doc } from './doc.js' */

import { callDoc } from './call-chains.js';
import { plain } from './context.js';
import { LINE, group, indented } from './doc.js';
import { isBinary, isCall, isConditional, isMember, isString } from './node-types.js';
import { isInlined } from './operators.js';

/**
 * @param {any} left
 * @param {string} operator
 * @param {any} right
 * @param {any} parent
 * @param {Context} context
 * @returns {Doc}
 */
export function assignment(left, operator, right, parent, context) {
  const { style, text } = context;
  const head = [plain(text.slice(left.start, left.end)), operator];
  const value = context.print(right, parent, context);
  const isShort = parent.type.endsWith('Property') && left.end - left.start < style.tab + 3;
  if (
    (isBinary(right) && !isInlined(right)) ||
    (isConditional(right) && isBinary(right.test) && !isInlined(right.test)) ||
    (!isShort && isHardToBreak(right, parent, context))
  ) {
    return group([head, group(indented([LINE, value]))]);
  }
  const isRequire = isCall(right) && right.callee.name === 'require';
  return isRequire ||
    isShort ||
    /^(?:TemplateLiteral|TaggedTemplateExpression|ClassExpression|BooleanLiteral|NumericLiteral)$/u.test(
      right.type,
    )
    ? group([head, ' ', value])
    : group([head, { value }]);
}

/**
 * @param {any} right
 * @param {any} parent
 * @param {Context} context
 * @returns {boolean} Whether what is assigned goes on a line of its own before it is broken.
 */
function isHardToBreak(right, parent, context) {
  let node = right;
  while (node.type === 'UnaryExpression' || node.type === 'AwaitExpression') {
    node = node.argument;
  }
  if (isString(node)) {
    return true;
  }
  let isDeep = false;
  for (; isCall(node) || isMember(node); node = isMember(node) ? node.object : node.callee) {
    if (isCall(node)) {
      const [only, ...more] = node.arguments;
      if (
        more.length > 0 ||
        (only && !isShortArgument(only, context.style)) ||
        callDoc(node, parent, context).isChain
      ) {
        return false;
      }
    }
    isDeep = true;
  }
  return isDeep && /^(?:Identifier|ThisExpression)$/u.test(node.type);
}

/**
 * @param {any} node
 * @param {Style} style
 * @returns {boolean}
 */
function isShortArgument(node, style) {
  const most = style.width / 4;
  const { argument, end, start, type } = node;
  if (type === 'UnaryExpression' || type === 'SpreadElement') {
    return isShortArgument(argument, style);
  }
  return (
    type === 'ThisExpression' ||
    ((type === 'Identifier' || isString(node) || type === 'RegExpLiteral') &&
      end - start <= most) ||
    /^(?:Numeric|Boolean|Null|BigInt)Literal$/u.test(type) ||
    (type === 'Literal' && end - start <= most)
  );
}
