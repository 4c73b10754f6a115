/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { skipBackward, skipForward } from './trivia.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {[number, number]} The node's range with the parentheses that hold only the node, without
 *   those that are its parent's syntax: `f(node)`, `if (node)`.
 */
export function parenthesizedRange(sourceCode, node) {
  const { text } = sourceCode;
  /** @type {[number, number][]} */
  const ranges = [node.range];
  for (let [start, end] = node.range; ;) {
    const before = skipBackward(sourceCode, start) - 1;
    const after = skipForward(sourceCode, end);
    if (text[before] !== '(' || text[after] !== ')') {
      break;
    }
    [start, end] = [before, after + 1];
    ranges.push([start, end]);
  }
  const outermost = ranges.length - 1 - countOwnParentheses(node);
  return /** @type {[number, number]} */ (ranges[Math.max(0, outermost)]);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
export function isParenthesized(sourceCode, node) {
  return parenthesizedRange(sourceCode, node)[0] < node.range[0];
}

/**
 * @param {TSESTree.Node} node
 * @returns {number} How many pairs around the node are its parent's syntax.
 */
function countOwnParentheses(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'CallExpression':
    case 'NewExpression':
      return parent.arguments.length === 1 && parent.arguments[0] === node ? 1 : 0;
    case 'ImportExpression':
      return parent.source === node ? 1 : 0;
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return parent.test === node ? 1 : 0;
    case 'SwitchStatement':
      return parent.discriminant === node ? 1 : 0;
    case 'WithStatement':
      return parent.object === node ? 1 : 0;
    case 'CatchClause':
      return parent.param === node ? 1 : 0;
    case 'ArrowFunctionExpression':
      return parent.params.length === 1 && parent.params[0] === node ? 1 : 0;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return parent.params.length === 1 && parent.params[0] === node ? 1 : 0;
    default:
      return 0;
  }
}

/** Types whose text stands as it is wherever a unary operand or a callee may stand. */
const PRIMARY_TYPES = new Set([
  'ArrayExpression',
  'CallExpression',
  'ClassExpression',
  'FunctionExpression',
  'Identifier',
  'ImportExpression',
  'Literal',
  'MemberExpression',
  'MetaProperty',
  'NewExpression',
  'ObjectExpression',
  'Super',
  'TaggedTemplateExpression',
  'TemplateLiteral',
  'ThisExpression',
]);

/** Without JSX: Acorn takes the bracket behind `await` for an operator. */
const UNARY_TYPES = new Set([
  'AwaitExpression',
  'ChainExpression',
  'TSNonNullExpression',
  'TypeCastExpression',
  'UnaryExpression',
  'UpdateExpression',
]);

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether `await node` needs parentheses around the node.
 */
export function needsParenthesesAsOperand(node) {
  return !PRIMARY_TYPES.has(node.type) && !UNARY_TYPES.has(node.type);
}

/**
 * @param {TSESTree.Node} node
 * @returns {[string, string]} What goes around the node to wait for it.
 */
export function awaitAround(node) {
  return needsParenthesesAsOperand(node) ? ['await (', ')'] : ['await ', ''];
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether `name = node` needs parentheses around the node.
 */
export function needsParenthesesAsInitialiser(node) {
  return node.type === 'SequenceExpression';
}

/**
 * @param {TSESTree.Node} node The expression that an `await` is put in place of.
 * @returns {boolean} Whether `await operand` needs parentheses where the node stands.
 */
export function needsParenthesesAsAwait(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node;
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node;
    case 'TaggedTemplateExpression':
      return parent.tag === node;
    case 'TSNonNullExpression':
      return true;
    case 'BinaryExpression':
      return parent.operator === '**' && parent.left === node;
    case 'ClassDeclaration':
    case 'ClassExpression':
      return parent.superClass === node;
    default:
      return false;
  }
}
