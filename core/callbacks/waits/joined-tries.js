/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Edit, TextEdit } from '../../edits/edit.js' */
/** @import { HoldStep, WaitStep } from '../../regions/build/steps.js' */
/** @import { ErrorPlan } from '../errors/error-plans.js' */
/** @import { Slot } from './slots.js' */
/** @import { Translator } from '../plan/translator.js' */
/** @import { WaitText } from './waits.js' */

import { nodesWithin } from '../../analysis/syntax/nodes.js';
import { asPrinted, replaceRange } from '../../edits/edit.js';
import { textOf } from '../../edits/trivia.js';
import { isFilter } from '../errors/error-filters.js';
import { valueOf } from '../statements/flow.js';
import { printWaits } from './waits.js';

/**
 * Calls of which the second follows the first at once, and both do the same with an error: one `try` is
 * around both.
 *
 *     load(a, (err, one) => { if (err) return next(err); load(b, (err, two) => { if (err) return next(err); … }); });
 */

/**
 * @typedef {object} Wait One of the calls.
 * @property {WaitStep} step
 * @property {readonly HoldStep[]} holds What is evaluated before the `try`: of the first one alone.
 * @property {number} moved How many arguments of it are held.
 * @property {Edit | undefined} edit What stands before it.
 * @property {number} end Where its arguments end.
 *
 * @typedef {object} OpenTry
 * @property {readonly Wait[]} waits
 * @property {TSESTree.IfStatement} guard
 * @property {Variable} error
 * @property {TSESTree.Node} next The call that follows.
 * @property {string} indent
 * @property {number} bodyStart
 */

/**
 * @param {Slot} slot
 * @param {{ callback: FunctionNode, plan: ErrorPlan, bodyStart: number }} parts
 * @param {readonly Wait[]} waits The calls of the `try`, the last of them that of the callback.
 * @returns {OpenTry | undefined} The `try`, if what follows may go into it.
 */
export function openTry({ indent }, { callback, plan, bodyStart }, waits) {
  const { error } = plan;
  const guard = soleGuard(plan);
  const [first, second, ...more] =
    callback.body.type === 'BlockStatement' ? callback.body.body : [];
  const next = second && valueOf(second);
  return guard && error && first === guard && next && more.length === 0 && !takesApart(waits.at(-1))
    ? { waits, guard, error, next, indent, bodyStart }
    : undefined;
}

/**
 * @param {Pick<Wait, 'step'> | undefined} wait
 * @returns {boolean} `({ stdout } = await execAsync(command));`
 */
function takesApart(wait) {
  return wait?.step.result?.isName === false;
}

/**
 * @param {ErrorPlan} plan
 * @returns {TSESTree.IfStatement | undefined} `if (err) return next(err);`
 */
function soleGuard({ branches: [guard, ...more] = [], goesOn, rest }) {
  return guard && more.length === 0 && !goesOn && !rest && !isFilter(guard) ? guard : undefined;
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, plan: ErrorPlan, text: Pick<WaitText, 'holds' | 'moved' | 'step'>, argumentsEnd: number }} parts
 * @param {OpenTry | undefined} open What stands before it.
 * @returns {readonly Wait[] | undefined} The calls of that `try`, where the call goes into it.
 */
export function joinTry(translator, slot, { call, plan, text, argumentsEnd }, open) {
  const { holds, moved, step } = text;
  const guard = soleGuard(plan);
  const [start] = call.range;
  const { end = start } = open?.waits.at(-1) ?? {};
  if (
    open?.next !== call ||
    takesApart(text) ||
    holds.length > 0 ||
    !guard ||
    !plan.error ||
    open.indent !== slot.indent ||
    !open.waits.every(({ edit }) => edit && translator.edits.includes(edit)) ||
    !isSameGuard(translator, open, { guard, error: plan.error }) ||
    translator.commentsBetween(end, start).length > 0
  ) {
    return undefined;
  }
  const { bodyStart, waits } = open;
  translator.edits = translator.edits
    .filter(({ range }) => range[0] < bodyStart || range[1] > start)
    .filter(({ range }) => range[0] !== end || range[1] !== bodyStart);
  const edit = replaceRange([end, bodyStart], '');
  translator.edits.push(edit, replaceRange([bodyStart, start], ''));
  return write(translator, slot, [...waits, { step, holds, moved, edit, end: argumentsEnd }]);
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {readonly Wait[]} waits
 * @returns {Wait[]} The same, with the edits that they have now.
 */
function write(translator, slot, waits) {
  const key = waits[0];
  const holds = waits.flatMap((wait) => wait.holds);
  const steps = waits.map(({ step }) => ({
    ...step,
    ...(step.failed && { failed: { ...step.failed, key } }),
  }));
  const { texts } = printWaits(translator, slot, [...holds, ...steps]);
  // Arguments that are held stand before the first call.
  const first = waits[0]?.moved ?? 0;
  return waits.map((wait, index) => {
    const text = texts[first + index] ?? '';
    const edit = asPrinted({ .../** @type {TextEdit} */ (wait.edit), text });
    translator.edits = translator.edits.map((each) => (each === wait.edit ? edit : each));
    return { ...wait, edit };
  });
}

/**
 * @param {Translator} translator
 * @param {Pick<OpenTry, 'guard' | 'error'>} left
 * @param {Pick<OpenTry, 'guard' | 'error'>} right
 * @returns {boolean} Whether both say the same, of the same variables.
 */
function isSameGuard(translator, left, right) {
  const { sourceCode } = translator;
  const wordsOf = (/** @type {TSESTree.Node} */ node) =>
    textOf(sourceCode, node).replace(/;$/u, '').split(/\s+/u).join(' ');
  const textsOf = (/** @type {TSESTree.IfStatement} */ { test, consequent }) =>
    [test, ...(consequent.type === 'BlockStatement' ? consequent.body : [consequent])].map(wordsOf);
  const namesIn = (/** @type {typeof left} */ { guard, error }) =>
    nodesWithin(sourceCode, 'Identifier', guard).map((name) => {
      const variable = translator.variableOf(name);
      return variable === error ? undefined : variable;
    });
  const texts = textsOf(right.guard);
  const names = namesIn(right);
  return (
    left.error.name === right.error.name &&
    textsOf(left.guard).length === texts.length &&
    textsOf(left.guard).every((text, index) => text === texts[index]) &&
    namesIn(left).every((variable, index) => variable === names[index])
  );
}
