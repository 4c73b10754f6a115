/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Executor } from '../../analysis/promises/executors.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */

import { traceExits } from '../../analysis/flow/control-flow.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { indentLines, removeBetween, replaceRange } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { removeStatement } from '../../edits/statements.js';
import { skipWhitespaceBackward, textOf } from '../../edits/trivia.js';

/**
 * The calls of `resolve` and `reject` in the code of an executor become its `return` and `throw`.
 */

const PENDING = 1;
const SETTLED = 2;

/**
 *     return resolve(value);    resolve(value); return;    resolve(value)
 *
 * @typedef {object} SettlingCall
 * @property {TSESTree.CallExpression} call
 * @property {'resolve' | 'reject'} settles
 * @property {TSESTree.Expression | undefined} value
 * @property {FunctionNode} fn The function whose code it is.
 */

/**
 * @param {PatternContext} context
 * @param {Executor} executor
 * @param {readonly FunctionNode[]} handlers The handlers whose code ends the promise.
 * @param {readonly (TSESTree.Node | undefined)[]} references The functions that are handed to `on` itself.
 * @returns {SettlingCall[] | { otherwise: string }} All calls in the code of the executor and the
 *   handlers; what else is done with the two functions.
 */
export function readSettlingCalls({ sourceCode }, { fn, resolve, reject }, handlers, references) {
  /** @type {SettlingCall[]} */
  const calls = [];
  for (const [settles, variable] of /** @type {const} */ ([
    ['resolve', resolve],
    ['reject', reject],
  ])) {
    for (const { identifier } of variable?.references ?? []) {
      if (references.includes(/** @type {TSESTree.Node} */ (identifier))) {
        continue;
      }
      const call = identifier.parent;
      const own = enclosingFunction(/** @type {TSESTree.Node} */ (identifier));
      const values = call?.type === 'CallExpression' ? call.arguments : [];
      if (
        call?.type !== 'CallExpression' ||
        call.callee !== identifier ||
        call.optional ||
        values.length > 1 ||
        values[0]?.type === 'SpreadElement' ||
        !own ||
        (own !== fn && !handlers.includes(own))
      ) {
        const line = textOf(sourceCode, /** @type {TSESTree.Node} */ (call));
        return { otherwise: `\`${line.split('\n')[0]}\`` };
      }
      const [value] = /** @type {TSESTree.Expression[]} */ (values);
      calls.push({ call, settles, value, fn: own });
    }
  }
  return calls;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {readonly SettlingCall[]} calls
 * @param {boolean} mayGoOn Whether the end of the function may be reached with the promise pending:
 *   the executor's, where the listeners wait.
 * @returns {boolean} Whether every way through the function settles the promise once, as its last
 *   step.
 */
export function settlesOnEveryWay({ sourceCode }, fn, calls, mayGoOn) {
  const own = new Set(calls.filter((each) => each.fn === fn).map(({ call }) => call));
  if ([...own].some((call) => !isLastStep(call, fn))) {
    return false;
  }
  const exits = traceExits(sourceCode, fn, {
    initial: PENDING,
    leave: (node, states) =>
      own.has(/** @type {TSESTree.CallExpression} */ (node)) ? SETTLED : states,
  });
  return exits.every(({ kind, states }) =>
    kind === 'throw' || (mayGoOn && kind === 'end') ? states === PENDING : states === SETTLED,
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {FunctionNode} fn
 * @returns {boolean} Whether nothing of the function runs after the call.
 */
function isLastStep(call, fn) {
  if (fn.body === call) {
    return true;
  }
  const { parent } = call;
  if (parent.type === 'ReturnStatement') {
    return !isInFinalized(parent, fn);
  }
  return parent.type === 'ExpressionStatement' && isAtEnd(parent, fn);
}

/**
 * @param {TSESTree.Node} statement
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function ends when the statement does.
 */
function isAtEnd(statement, fn) {
  for (let node = statement; node.parent && node !== fn.body; node = node.parent) {
    const { parent } = node;
    if (parent.type === 'BlockStatement') {
      const next = parent.body[parent.body.indexOf(/** @type {any} */ (node)) + 1];
      if (next) {
        return isBareReturn(next) && !isInFinalized(next, fn);
      }
    } else if (
      parent.type !== 'IfStatement' &&
      parent.type !== 'CatchClause' &&
      !(parent.type === 'TryStatement' && !parent.finalizer)
    ) {
      return parent === fn;
    }
  }
  return true;
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether a `finally` runs after the node.
 */
function isInFinalized(node, fn) {
  for (let outer = node.parent; outer && outer !== fn; outer = outer.parent) {
    if (outer.type === 'TryStatement' && outer.finalizer) {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node | undefined} statement
 * @returns {statement is TSESTree.ReturnStatement}
 */
function isBareReturn(statement) {
  return statement?.type === 'ReturnStatement' && !statement.argument;
}

/**
 * The new form of a settled promise: `return value`, `const name = value`, `await`ed in a statement.
 *
 * @typedef {object} Result
 * @property {'return' | 'value'} form
 * @property {string} before For a value: what is written before it.
 */

/**
 * @param {PatternContext} context
 * @param {SettlingCall} settling
 * @param {Result} result
 * @returns {{ edits: Edit[], gaps: [number, number][], isGone: boolean }} `isGone`: nothing is left of
 *   the function's code.
 */
export function writeSettling({ sourceCode }, { call, settles, value, fn }, result) {
  const { text } = sourceCode;
  const isBody = fn.body === call;
  const statement = isBody ? call : /** @type {TSESTree.Statement} */ (call.parent);
  const keyword =
    settles === 'reject' ? 'throw ' : result.form === 'return' ? 'return ' : result.before;
  const following = isBody
    ? undefined
    : followingReturn(/** @type {TSESTree.Statement} */ (statement));
  /** @type {Edit[]} */
  const edits = following ? [removeStatement(sourceCode, following)] : [];
  const isEnding =
    !isBody &&
    fn.body.type === 'BlockStatement' &&
    fn.body.body.at(-1) === (following ?? statement);
  if (!value || isIdle(result, settles, value)) {
    const text = settles === 'reject' ? 'throw undefined' : emptyResult(result, isEnding || isBody);
    const isGone = text === '';
    const start = isGone
      ? skipWhitespaceBackward(sourceCode.text, statement.range[0])
      : statement.range[0];
    const end = isGone ? statement.range[1] : call.range[1];
    return {
      edits: [...edits, replaceRange([start, end], text)],
      gaps: [[start, end]],
      isGone:
        isGone &&
        (isBody ||
          /** @type {TSESTree.BlockStatement} */ (fn.body).body.length === (following ? 2 : 1)),
    };
  }
  const [start, end] = parenthesizedRange(sourceCode, value);
  const levels = levelsBetween(sourceCode, statement.range[0], start);
  edits.push(
    replaceRange([statement.range[0], start], keyword),
    removeBetween(end, call.range[1]),
    ...(levels > 0 && text.slice(statement.range[0], start).includes('\n')
      ? [indentLines([start, end], -levels)]
      : []),
  );
  return {
    edits,
    gaps: [
      [statement.range[0], start],
      [end, call.range[1]],
    ],
    isGone: false,
  };
}

/**
 * @param {Result} result
 * @param {boolean} isEnding Whether the function ends there anyhow.
 * @returns {string} What stands for `resolve()`.
 */
function emptyResult({ form, before }, isEnding) {
  if (form === 'return') {
    return isEnding ? '' : 'return';
  }
  return before === '' ? '' : `${before}undefined`;
}

/**
 * @param {Result} result
 * @param {SettlingCall['settles']} settles
 * @param {TSESTree.Expression} value
 * @returns {boolean} Whether nobody looks at the value, and it has no effect.
 */
function isIdle({ form, before }, settles, value) {
  return (
    settles === 'resolve' &&
    form === 'value' &&
    before === '' &&
    (value.type === 'Identifier' || value.type === 'Literal')
  );
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {TSESTree.ReturnStatement | undefined} The `return;` that the settling call is followed by.
 */
function followingReturn(statement) {
  const { parent } = statement;
  if (statement.type === 'ReturnStatement' || parent?.type !== 'BlockStatement') {
    return undefined;
  }
  const next = parent.body[parent.body.indexOf(statement) + 1];
  return isBareReturn(next) ? next : undefined;
}
