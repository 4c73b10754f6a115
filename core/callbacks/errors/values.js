/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { isText } from '../../analysis/values/texts.js';
import { mayRepeat } from '../callees/plain-callees.js';

/**
 * Callbacks that take what they get as values, an error too:
 *
 *     lock.take(() => { … })            ->  await new Promise((resolve) => lock.take(resolve)); …
 *     find(x, (err, v) => { log(err); … })  ->  const [err, v] = await new Promise(…); …
 */

/**
 * @param {Translator} translator
 * @param {{ call: TSESTree.CallExpression, callee: Callee, callback: FunctionNode, plan: ErrorPlan }} parts
 * @param {Position} position
 * @returns {boolean} Whether the callback has to get what it is called with as it comes.
 */
export function takesValues(translator, { call, callee, callback, plan }, position) {
  if (callee.isValueFirst || callee.flow) {
    return false;
  }
  if (translator.makesPromise) {
    // A promise may be settled again and again: each time, the callback has run.
    return false;
  }
  return (
    (!callee.isKnown && !isTested(translator, plan) && isCalledOnce(call, callback)) ||
    // A `catch` for its error would take what the call throws, too.
    (position.rejects === true && plan.kind !== 'propagate') ||
    (plan.kind === 'ignore' && callee.isCore === true && !areTexts(translator, call)) ||
    (plan.kind === 'capture' && !callee.isKnown && callback.params.length > 2)
  );
}

/**
 *     fs.unlink(file, () => cb())
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call Of a function of Node's own.
 * @returns {boolean} Whether its arguments are texts for certain. It throws where it asks for a text and
 *   gets none; its promise form rejects with that, which is not what whoever ignores the error of a
 *   callback wants to ignore.
 */
export function areTexts({ sourceCode }, call) {
  return call.arguments.slice(0, -1).every((each) => isText(sourceCode, each));
}

export const ERROR_NAME = /^_?(?:e|er|err|error)\d*$|(?:Err|Error)$/u;

/**
 * @param {Translator} translator
 * @param {ErrorPlan} plan
 * @returns {boolean} Whether the first parameter is treated as an error: handed to our callback in an
 *   error's place, or tested and named like one.
 */
export function isTested(translator, { kind, error }) {
  if (kind === 'ignore' || !error) {
    return false;
  }
  return error.references.some(
    ({ identifier }) =>
      ERROR_NAME.test(error.name) ||
      translator.exitAround(/** @type {TSESTree.Node} */ (identifier))?.arguments[0] === identifier,
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {FunctionNode} callback
 * @returns {boolean} Whether it is called back as our callers are: with an error that it does not look
 *   at, or with nothing. Each path of it calls ours, so more than once would be too often.
 */
function isCalledOnce(call, { params: [first, ...more] }) {
  if (mayRepeat(call)) {
    return false;
  }
  const isError =
    first?.type === 'Identifier' && (first.name === '_' || ERROR_NAME.test(first.name));
  return !first || (isError && more.length > 0);
}
