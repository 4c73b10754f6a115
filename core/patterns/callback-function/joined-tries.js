/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { Slot } from './slots.js' */
/** @import { Translator } from './translator.js' */
/** @import { WaitText } from './waits.js' */

import { nodesWithin } from '../../analysis/nodes.js';
import { replaceRange } from '../../edits/edit.js';
import { indentUnit } from '../../edits/indentation.js';
import { textOf } from '../../edits/trivia.js';
import { isFilter } from './error-filters.js';
import { valueOf } from './flow.js';

/**
 * Calls of which the second follows the first at once, and both do the same with an error: one `try` is
 * around both.
 *
 *     load(a, (err, one) => { if (err) return next(err); load(b, (err, two) => { if (err) return next(err); … }); });
 */

/**
 * @typedef {object} Wait One of the calls.
 * @property {Edit & { text: string }} edit What stands before it.
 * @property {string} head What the edit begins with, without declarations.
 * @property {string} wait What it ends with: `value = await `.
 * @property {string} declared `let value;`, before the `try`.
 * @property {Variable | undefined} [result]
 * @property {readonly [number, number]} range Without its callback.
 *
 * @typedef {object} OpenTry
 * @property {readonly Wait[]} waits
 * @property {string} close What ends the last call.
 * @property {TSESTree.IfStatement} guard
 * @property {Variable} error
 * @property {TSESTree.Node} next The call that follows.
 * @property {string} indent
 * @property {number} bodyStart
 */

/**
 * @param {TSESTree.CallExpression} call
 * @param {WaitText} text
 * @param {Edit | undefined} edit What stands before the call.
 * @param {number} argumentsEnd
 * @returns {Wait}
 */
export function firstWait(call, { before, declared = '', wait = '' }, edit, argumentsEnd) {
  return {
    edit: /** @type {Wait['edit']} */ (edit),
    head: before.slice(declared.length, before.length - wait.length),
    wait,
    declared,
    range: [call.range[0], argumentsEnd],
  };
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ callback: FunctionNode, plan: ErrorPlan, text: WaitText, bodyStart: number }} parts
 * @param {readonly Wait[]} waits The calls of the `try`, it the last.
 * @returns {OpenTry | undefined} The `try`, if what follows may go into it.
 */
export function openTry({ sourceCode }, { indent }, { callback, plan, text, bodyStart }, waits) {
  const { error } = plan;
  const guard = soleGuard(plan);
  const [first, second, ...more] =
    callback.body.type === 'BlockStatement' ? callback.body.body : [];
  const next = second && valueOf(second);
  if (!guard || !error || first !== guard || !next || more.length > 0 || takesApart(text)) {
    return undefined;
  }
  const result = sourceCode
    .getDeclaredVariables(callback)
    .find(({ identifiers: [name] }) => name === callback.params[1]);
  const named = waits.map((each, index) => (index < waits.length - 1 ? each : { ...each, result }));
  return { waits: named, close: text.close ?? '', guard, error, next, indent, bodyStart };
}

/**
 * @param {WaitText} text
 * @returns {boolean} `({ stdout } = await execAsync(command));`
 */
function takesApart({ wait = '' }) {
  return /^;?\(\{/u.test(wait);
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
 * @param {{ call: TSESTree.CallExpression, plan: ErrorPlan, text: WaitText, argumentsEnd: number }} parts
 * @param {OpenTry | undefined} open What stands before it.
 * @returns {readonly Wait[] | undefined} The calls of that `try`, where the call goes into it.
 */
export function joinTry(translator, slot, { call, plan, text, argumentsEnd }, open) {
  const guard = soleGuard(plan);
  const [start] = call.range;
  const end = open?.waits.at(-1)?.range[1] ?? start;
  if (
    open?.next !== call ||
    takesApart(text) ||
    !guard ||
    !plan.error ||
    open.indent !== slot.indent ||
    !open.waits.every(({ edit }) => translator.edits.includes(edit)) ||
    !isSameGuard(translator, open, { guard, error: plan.error }) ||
    translator.commentsBetween(end, start).length > 0
  ) {
    return undefined;
  }
  const { bodyStart, close, waits } = open;
  const head = `${close}\n${slot.indent}${indentUnit(translator.sourceCode)}`;
  const edit = replaceRange([end, bodyStart], '');
  translator.edits = translator.edits
    .filter(({ range }) => range[0] < bodyStart || range[1] > start)
    .filter(({ range }) => range[0] !== end || range[1] !== bodyStart);
  translator.edits.push(edit, replaceRange([bodyStart, start], ''));
  const own = { ...firstWait(call, text, edit, argumentsEnd), head };
  return write(translator, [...waits, own]);
}

/**
 * @param {Translator} translator
 * @param {readonly Wait[]} waits
 * @returns {Wait[]} The same, with the edits that they have now.
 */
function write(translator, waits) {
  const isInside = waits.map((wait) => isForOthers(wait, waits));
  const declared = waits.map((wait, index) => (isInside[index] ? '' : wait.declared)).join('');
  return waits.map((wait, index) => {
    const text = `${wait.head}${isInside[index] ? 'const ' : ''}${wait.wait}`;
    const edit = { ...wait.edit, text: (index === 0 ? declared : '') + text };
    translator.edits = translator.edits.map((each) => (each === wait.edit ? edit : each));
    return { ...wait, edit };
  });
}

/**
 * @param {Wait} wait
 * @param {readonly Wait[]} waits
 * @returns {boolean} Whether only the calls need what it gives.
 */
function isForOthers({ declared, result }, waits) {
  return (
    declared !== '' &&
    result !== undefined &&
    result.references.every(
      (use) =>
        !use.isWrite() &&
        waits.some(
          ({ range }) => use.identifier.range[0] >= range[0] && use.identifier.range[1] <= range[1],
        ),
    )
  );
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
