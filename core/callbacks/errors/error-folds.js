/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Pieces } from '../../regions/build/region.js' */
/** @import { Translator } from '../plan/translator.js' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { textOf } from '../../edits/trivia.js';
import { readErrorTest } from './errors.js';
import { endsFlow, isBareReturn, valueOf } from '../statements/flow.js';
import { isNullish } from '../functions/functions.js';
import { standsForNull } from '../statements/made-promises.js';
import { takesSeveral } from './passing-branches.js';

/**
 * Callbacks that hand their error on wherever they look at it, and ask for more at the same place:
 *
 *     if (!err && value) return cb(null, value);        if (err || !value) return cb(err || new Error('none'));
 *     cb(err);
 *
 * A rejection does so by itself. What they ask for without an error is left. So it is where they end
 * with something short instead, which a `catch` says again:
 *
 *     if (err || !value) return cb(null, []);
 */

/**
 * @typedef {object} ErrorFold
 * @property {TSESTree.IfStatement} guard
 * @property {readonly TSESTree.Expression[]} gone Operands that have no effect without an error, and
 *   go with their operator; or all of the test.
 * @property {boolean} isWhole Whether the test asks for nothing else.
 * @property {['return' | 'throw', Pieces | undefined]} [caught] What the callback ends with for an error, where
 *   that is not the error.
 */

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements Of the callback.
 * @returns {ErrorFold | undefined}
 */
export function readErrorFold(translator, error, statements) {
  const [guard, ...rest] = statements;
  if (guard?.type !== 'IfStatement' || rest.some(({ type }) => type === 'FunctionDeclaration')) {
    return undefined;
  }
  const { test, consequent, alternate } = guard;
  /** @type {TSESTree.Expression} */
  const left = leftmostOf(test);
  const read = readErrorTest(translator.sourceCode, left);
  if (read?.variable !== error || !read.whenFalse) {
    return undefined;
  }
  const operator = left.parent.type === 'LogicalExpression' ? left.parent.operator : undefined;
  const isWhole = left === test;
  const isPassing = read.whenTrue === 'null' && (isWhole || operator === '&&');
  const isFailing = read.whenTrue === 'set' && operator === '||' && !isWhole;
  if ((!isPassing && !isFailing) || (isWhole && alternate)) {
    return undefined;
  }
  const failing = isFailing ? [consequent] : alternate ? [alternate] : rest;
  const exit = readOnlyExit(translator, failing);
  const goesOn = isFailing
    ? endsFlow(consequent) || (alternate !== null && rest.length === 0)
    : alternate
      ? rest.length === 0
      : endsFlow(consequent) || !translator.isActive(consequent);
  if (!exit || !goesOn) {
    return undefined;
  }
  const handed = readHanded(translator, error, exit);
  // reject(err), whatever it is
  const isBare = translator.makesPromise && handed === exit.arguments[0];
  if (handed && isBare && !(isWhole && endsFlow(consequent))) {
    return undefined;
  }
  if (!handed) {
    const caught = isWhole || takesSeveral(error) ? undefined : readEnd(translator, exit);
    return caught && isOnlyGone(translator, error, [left])
      ? { guard, gone: [left], isWhole, caught }
      : undefined;
  }
  if (!isOnlyGone(translator, error, [left, handed])) {
    return undefined;
  }
  if (exit.arguments.length > 1) {
    translator.assumes.add('callback-arguments');
  }
  translator.callings.add('required');
  // What follows the guard goes with the operand.
  const gone = isWhole && endsFlow(consequent) ? [] : [left, handed].filter(isOperand);
  return { guard, gone, isWhole };
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isOperand({ parent }) {
  return parent?.type === 'LogicalExpression';
}

/**
 * @param {TSESTree.Expression} expression
 * @returns {TSESTree.Expression} `a` of `a && b && c`.
 */
function leftmostOf(expression) {
  return expression.type === 'LogicalExpression' &&
    (expression.left.type !== 'LogicalExpression' ||
      expression.left.operator === expression.operator)
    ? leftmostOf(expression.left)
    : expression;
}

/**
 *     return cb(err);    { cb(err); return; }    cb(err, value);
 *
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @returns {TSESTree.CallExpression | undefined} The call of our callback that is all they do.
 */
export function readOnlyExit(translator, statements) {
  const [first, ...more] = statements.flatMap((each) =>
    each.type === 'BlockStatement' ? each.body : [each],
  );
  const value = first && valueOf(first);
  return more.every((each) => isBareReturn(each)) ? translator.exitOf(value) : undefined;
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.CallExpression} exit
 * @returns {TSESTree.Identifier | undefined} The error, where the callback gets it if there is one, and
 *   beside it only what costs nothing to leave out.
 */
function readHanded(translator, error, { arguments: [given, ...results] }) {
  const first =
    given?.type === 'LogicalExpression' && given.operator === '||' ? leftmostOf(given) : given;
  return first?.type === 'Identifier' &&
    translator.variableOf(first) === error &&
    results.every(({ type }) => type === 'Identifier' || type === 'Literal')
    ? first
    : undefined;
}

/** What is as short to read twice as to look up. */
const MOST = 60;

/**
 *     cb(null, false);    cb(new Error('not found'));
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} exit
 * @returns {ErrorFold['caught']} What an async function ends with, if it may stand at two places.
 */
function readEnd({ makesPromise, sourceCode, test }, { arguments: [error, result, ...more] }) {
  const isError = error && (!isNullish(error) || (makesPromise && !result));
  const given = isError ? error : result;
  const isOne = more.length === 0 && (!isError || !result);
  const text = given && textOf(sourceCode, given);
  return !test && isOne && (!given || isPlain(given, given === error)) && isShort(text ?? '')
    ? [given && given === error ? 'throw' : 'return', text === undefined ? text : [text]]
    : undefined;
}

/**
 * @param {string} text
 * @returns {boolean}
 */
function isShort(text) {
  return text.length <= MOST && !text.includes('\n');
}

/**
 * @param {TSESTree.Node} node
 * @param {boolean} isError
 * @returns {boolean} Whether it is the same wherever it stands: `[]`, `'none'`; `new Error('none')` for
 *   an error.
 */
function isPlain(node, isError) {
  switch (node.type) {
    case 'Literal':
      return !isError && !('regex' in node);
    case 'ArrayExpression':
      return !isError && node.elements.length === 0;
    case 'ObjectExpression':
      return !isError && node.properties.length === 0;
    case 'NewExpression':
      return (
        isError &&
        node.callee.type === 'Identifier' &&
        /^(?:Range|Type)?Error$/u.test(node.callee.name) &&
        node.arguments.every(({ type }) => type === 'Literal')
      );
    default:
      return false;
  }
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Node[]} gone
 * @returns {boolean} Whether the error is looked at there alone: elsewhere it stands where `null` may.
 */
function isOnlyGone(translator, error, gone) {
  return error.references.every((use) => {
    const node = /** @type {TSESTree.Node} */ (use.identifier);
    return (
      !use.isWrite() &&
      (gone.some((each) => isWithin(node, each)) ||
        (standsForNull(translator, node) && enclosingFunction(node) === error.scope.block))
    );
  });
}

/**
 * Takes out what has no effect without an error.
 *
 * @param {Translator} translator
 * @param {ErrorFold} fold
 */
export function writeErrorFold(translator, { gone }) {
  const { sourceCode } = translator;
  for (const left of gone) {
    const { right, parent } = /** @type {TSESTree.LogicalExpression} */ (left.parent);
    const [start] = parenthesizedRange(sourceCode, left);
    const [open, close] = parenthesizedRange(sourceCode, right);
    // Parentheses that held it together with the operator need not hold it alone.
    const isFree = parent.type !== 'LogicalExpression' && right.type === 'LogicalExpression';
    translator.drop(start, isFree ? right.range[0] : open);
    if (isFree && close > right.range[1]) {
      translator.drop(right.range[1], close);
    }
  }
}
