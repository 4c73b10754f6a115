/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Collector } from './calls.js' */

import { isFunction } from '../../../analysis/syntax/functions.js';
import { removeBetween, replaceRange } from '../../../edits/edit.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { isNullish } from '../../../callbacks/functions/functions.js';
import { callbackOf } from '../given/callbacks.js';

/**
 *     (next) => next(null, n < 2)  ->  () => n < 2
 *
 * @param {Collector} collector
 * @param {TSESTree.Node} node The test of a loop, as version 3 takes it.
 * @returns {boolean} Whether it answers at once, and is written so that it returns the answer.
 */
export function writePlainTest(collector, node) {
  const { sourceCode, edits } = collector;
  if (!isFunction(node) || node.async || node.generator) {
    return false;
  }
  const callback = callbackOf(collector, node);
  const parameter = node.params.at(-1);
  const [only, ...more] = node.body.type === 'BlockStatement' ? node.body.body : [node.body];
  const call = only && more.length === 0 ? callOf(only) : undefined;
  const [error, answer] = call?.arguments ?? [];
  if (
    !only ||
    !call ||
    !parameter ||
    call.callee.type !== 'Identifier' ||
    call.callee.name !== callback?.name ||
    callback.references.length !== 1 ||
    call.arguments.length !== 2 ||
    !error ||
    !isNullish(error) ||
    !answer ||
    answer.type === 'SpreadElement'
  ) {
    return false;
  }
  const [from, end] = parenthesizedRange(sourceCode, answer);
  const before = only === node.body ? '' : 'return ';
  const start = node.params.at(-2)?.range[1] ?? parameter.range[0];
  const isBare = sourceCode.text[node.range[0]] !== '(' && node.type === 'ArrowFunctionExpression';
  edits.push(
    isBare && node.params.length === 1
      ? replaceRange(parameter.range, '()')
      : removeBetween(start, parameter.range[1]),
    replaceRange([only.range[0], from], only === node.body && opensBlock(answer) ? '(' : before),
    replaceRange([end, call.range[1]], only === node.body && opensBlock(answer) ? ')' : ''),
  );
  return true;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether an arrow would take it for its block.
 */
function opensBlock({ type }) {
  return type === 'ObjectExpression' || type === 'SequenceExpression';
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | undefined} What a function does, or returns.
 */
function callOf(node) {
  const expression =
    node.type === 'ExpressionStatement'
      ? node.expression
      : node.type === 'ReturnStatement'
        ? node.argument
        : node;
  return expression?.type === 'CallExpression' ? expression : undefined;
}
