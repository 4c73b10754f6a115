/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FormPlace } from '../../../callbacks/callees/callees.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { Task } from './tasks.js' */

import { removeBetween, replaceRange } from '../../../edits/edit.js';
import { indentOf, indentUnit, levelsBetween } from '../../../edits/indentation.js';
import { hasSemicolons } from '../../../edits/leading-semicolons.js';
import { findPunctuator } from '../../../edits/trivia.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { readTask } from './tasks.js';

/**
 * Where the arguments of a call of `async` come to stand when the call goes.
 */

/** What is known of every such call, as of a callee. */
export const FLOW = { mayThrow: false, throwsEarly: true, isKnown: true, isValueFirst: false };

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {number} count With the final callback.
 * @returns {[TSESTree.Expression, TSESTree.Expression]} The others; the second only if there are two.
 */
export function argumentsOf({ sourceCode }, call, count) {
  if (call.arguments.length !== count) {
    throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
  }
  return /** @type {any} */ (call.arguments.slice(0, -1));
}

/**
 * @param {string} binding
 * @param {string} indent
 * @param {string} semicolon
 * @returns {string} What is bound where there is no result.
 */
export function noResult(binding, indent, semicolon) {
  if (binding === '') {
    return '';
  }
  return `\n${indent}${binding === 'return ' ? 'return' : `${binding}undefined`}${semicolon}`;
}

/** Between tasks: comments stay where they are, behind what ends the task before them. */
const GAP = /^,?(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*+(?:[^*/][^*]*\*+)*\/)*$/u;

/**
 * @param {Task} task
 * @returns {TSESTree.Node} The task with its key, where it has one.
 */
function entryOf({ fn }) {
  return fn.parent.type === 'Property' ? fn.parent : fn;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} list
 * @param {readonly Task[]} tasks
 * @returns {boolean} Whether each task has lines of its own.
 */
export function areOnLines({ sourceCode }, list, tasks) {
  const entries = tasks.map(entryOf);
  const places = [list.range[0] + 1, ...entries.flatMap(({ range }) => range), list.range[1] - 1];
  const gaps = tasks.map((_, index) =>
    sourceCode.text.slice(places[2 * index], places[2 * index + 1]),
  );
  const last = sourceCode.text.slice(...places.slice(-2));
  return (
    tasks.length > 0 &&
    tasks.every((task) =>
      /^(?:[^/]+:\s*)?$/u.test(sourceCode.text.slice(entryOf(task).range[0], task.fn.range[0])),
    ) &&
    gaps.every((gap) => GAP.test(gap) && gap.includes('\n')) &&
    /^,?\s*$/u.test(last)
  );
}

/**
 *     [\n one(),\n two(),\n]  ->  one();\n two();
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} list
 * @param {readonly Task[]} tasks
 */
export function partTasks(translator, list, tasks) {
  const { sourceCode } = translator;
  const { text } = sourceCode;
  const semicolon = hasSemicolons(sourceCode) ? ';' : '';
  let end = list.range[0];
  for (const task of tasks) {
    const { range } = entryOf(task);
    const gap = text.slice(end, range[0]);
    const isFirst = end === list.range[0];
    translator.edits.push(
      isFirst
        ? removeBetween(end, end + (/^[[{]\s*/u.exec(gap)?.[0].length ?? 0))
        : replaceRange([end, findPunctuator(sourceCode, end, range[0], ',') + 1], semicolon),
    );
    if (range[0] < task.fn.range[0]) {
      translator.edits.push(removeBetween(range[0], task.fn.range[0]));
    }
    end = range[1];
  }
  translator.edits.push(removeBetween(end, list.range[1]));
}

/**
 * Takes `async.each(` out.
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Expression} first
 * @param {number} [deeper] By how many levels the code stands deeper than the call did.
 * @returns {number} By how many levels the arguments move.
 */
export function cutHead(translator, call, first, deeper = 0) {
  const { sourceCode } = translator;
  const last = /** @type {TSESTree.Node} */ (call.arguments.at(-2));
  const isBelow = sourceCode.text.slice(call.range[0], first.range[0]).includes('\n');
  const levels = isBelow ? levelsBetween(sourceCode, call.range[0], first.range[0]) : 0;
  translator.edits.push(replaceRange([call.range[0], first.range[0]], ''));
  translator.indent([first.range[0], last.range[1]], deeper - levels);
  return deeper - levels;
}

/**
 * @param {Translator} translator
 * @param {readonly Task[]} tasks
 * @param {number} count How many parameters they have beside the callback.
 * @param {{ call: TSESTree.CallExpression, place: FormPlace | undefined, moved: number }} where `moved`:
 *   by how many levels they move within the call.
 * @returns {Task[]} The tasks, with their new lines where they come to stand.
 */
export function inPlace(translator, tasks, count, { call, place, moved }) {
  const { sourceCode } = translator;
  const indent = indentOf(sourceCode.text, call.range[0]);
  const around = (place?.indent ?? indent).length - indent.length;
  const shift = Math.round(around / indentUnit(sourceCode).length) + moved;
  return tasks.map((task) =>
    shift === 0 || task.call ? task : readTask(translator, task.fn, count, { shift }),
  );
}
