/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../syntax/casts.js';
import { certainValue } from './certain-values.js';
import { readKey } from '../modules/modules.js';
import { untouchedOrigin } from '../modules/replaced-values.js';

/**
 * The bounds that the code shows of a number that is not `NaN`, and not infinite.
 *
 * @typedef {object} NumberRange
 * @property {number} least
 * @property {number} most
 * @property {boolean} isWhole
 */

/** How many operators and variables are followed. */
const MOST_STEPS = 8;

const ROUNDING = new Set(['ceil', 'floor', 'round', 'trunc']);

/**
 *     4    LIMIT    files.length    Math.ceil(files.length / 10)    Math.max(1, os.cpus().length - 1)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} given
 * @param {(object: TSESTree.Node) => boolean} hasLength Whether the `length` of an expression is one.
 * @param {number} [most]
 * @returns {NumberRange | undefined} Undefined where it may be no number, or none that is finite.
 */
export function readNumber(sourceCode, given, hasLength, most = MOST_STEPS) {
  if (!given || most === 0) {
    return undefined;
  }
  const node = withoutCasts(given);
  const read = (/** @type {TSESTree.Node} */ each) =>
    readNumber(sourceCode, each, hasLength, most - 1);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' && Number.isFinite(node.value)
        ? { least: node.value, most: node.value, isWhole: Number.isSafeInteger(node.value) }
        : undefined;
    case 'Identifier': {
      const init = certainValue(sourceCode, node);
      return init && read(init);
    }
    case 'MemberExpression':
      return readKey(node) === 'length' && !node.optional && hasLength(node.object)
        ? { least: 0, most: Infinity, isWhole: true }
        : undefined;
    case 'UnaryExpression': {
      const range = node.operator === '-' ? read(node.argument) : undefined;
      return range && { least: -range.most, most: -range.least, isWhole: range.isWhole };
    }
    case 'BinaryExpression': {
      const [left, right] = [read(node.left), read(node.right)];
      return left && right && calculate(node.operator, left, right);
    }
    case 'LogicalExpression':
      return node.operator === '||' ? choose(read(node.left), read(node.right)) : undefined;
    case 'CallExpression':
      return readMath(sourceCode, node, read);
    default:
      return undefined;
  }
}

/**
 * @param {string} operator
 * @param {NumberRange} left
 * @param {NumberRange} right
 * @returns {NumberRange | undefined}
 */
function calculate(operator, left, right) {
  const isWhole = left.isWhole && right.isWhole;
  if (operator === '+') {
    return { least: left.least + right.least, most: left.most + right.most, isWhole };
  }
  if (operator === '-') {
    return { least: left.least - right.most, most: left.most - right.least, isWhole };
  }
  if (left.least < 0 || right.least < 0) {
    return undefined;
  }
  if (operator === '*') {
    return { least: left.least * right.least, most: Infinity, isWhole };
  }
  return operator === '/' && right.least > 0
    ? { least: left.least / right.most, most: left.most / right.least, isWhole: false }
    : undefined;
}

/**
 *     files.length || 1
 *
 * @param {NumberRange | undefined} left
 * @param {NumberRange | undefined} right
 * @returns {NumberRange | undefined}
 */
function choose(left, right) {
  return (
    left &&
    right && {
      least: Math.min(left.least === 0 && left.isWhole ? 1 : left.least, right.least),
      most: Math.max(left.most, right.most),
      isWhole: left.isWhole && right.isWhole,
    }
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {(node: TSESTree.Node) => NumberRange | undefined} read
 * @returns {NumberRange | undefined}
 */
function readMath(sourceCode, call, read) {
  const origin = untouchedOrigin(sourceCode, call.callee);
  const [name = '', ...more] = origin?.path ?? [];
  const ranges = call.arguments.map(read);
  const [first] = ranges;
  if (origin?.kind !== 'global' || origin.name !== 'Math' || more.length > 0 || !first) {
    return undefined;
  }
  if (ROUNDING.has(name)) {
    return { least: Math.floor(first.least), most: Math.ceil(first.most), isWhole: true };
  }
  if ((name !== 'max' && name !== 'min') || !ranges.every((range) => range !== undefined)) {
    return undefined;
  }
  return {
    least: Math[name](...ranges.map(({ least }) => least)),
    most: Math[name](...ranges.map((range) => range.most)),
    isWhole: ranges.every(({ isWhole }) => isWhole),
  };
}
