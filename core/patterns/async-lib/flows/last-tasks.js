/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Step } from '../../../regions/build/steps.js' */
/** @import { FunctionTask, Task } from './tasks.js' */

import { enclosingFunction } from '../../../analysis/syntax/functions.js';
import { isWithin, nodesWithin } from '../../../analysis/syntax/nodes.js';
import { writesOf } from '../../../analysis/syntax/scopes.js';
import { identifiersWithin, isMemberName } from '../../../edits/names.js';
import { renameParameters } from './tasks.js';
import { insideOf, keepsFrame, startOfTurn } from './turns.js';
import { skipWhitespaceBackward } from '../../../edits/trivia.js';

/**
 * The last task of a waterfall, where the function returns what it gives: what ends the task ends the function.
 *
 *     function (posts, next) { const ids = posts.map(idOf); next(null, ids); }
 *     ->  const ids = posts.map(idOf); return ids;
 */

/**
 * @param {Translator} translator
 * @param {Task} task
 * @param {string} given What its parameters are called in its place.
 * @returns {{ task: FunctionTask, step: Step, isWritten: boolean } | undefined} Its statements, and whether they
 *   write what it is given; undefined where it stays a function.
 */
export function lowerLast(translator, task, given) {
  const { sourceCode } = translator;
  const { applied, call, fn } = task;
  if (
    applied ||
    call ||
    fn.async ||
    fn.body.type !== 'BlockStatement' ||
    keepsFrame(sourceCode, fn) ||
    task.translators.some(({ settlers }) => settlers.size > 0) ||
    !declaresOwnNames(translator, task)
  ) {
    return undefined;
  }
  const [open, close] = insideOf(fn);
  const isInside = (/** @type {{ range: readonly [number, number] }} */ { range }) =>
    range[0] >= open && range[1] <= close;
  const edits = task.edits.filter(isInside);
  const renames = renameParameters(sourceCode, { ...task, edits }, given)?.filter(isInside);
  const start = startOfTurn(translator, task);
  const end = skipWhitespaceBackward(sourceCode.text, close);
  return renames && start < end
    ? {
        task: { ...task, start, edits: [...edits, ...renames] },
        step: { type: 'run', range: [start, end], isEnd: true },
        isWritten: sourceCode
          .getDeclaredVariables(fn)
          .some((variable) => writesOf(variable).length > 0),
      }
    : undefined;
}

/**
 * @param {Translator} translator
 * @param {FunctionTask} task
 * @returns {boolean} Whether nothing else in the function around it goes by the names that it declares.
 */
function declaresOwnNames({ sourceCode, target }, { fn, translators }) {
  const flat = new Set(translators.flatMap(({ inlined }) => [...inlined]));
  const isFlat = (/** @type {TSESTree.Node} */ node) =>
    node === fn || flat.has(/** @type {FunctionNode} */ (node));
  const names = [fn, ...flat].flatMap((each) => {
    const parameters = each === fn ? sourceCode.getDeclaredVariables(each) : [];
    const own = sourceCode.scopeManager?.acquire(each, true)?.variables ?? [];
    return own
      .filter(({ defs }) => defs.length > 0)
      .filter((variable) => !parameters.includes(variable));
  });
  return (
    nodesWithin(sourceCode, 'FunctionDeclaration', fn).every(
      (each) => !isFlat(enclosingFunction(each.parent) ?? fn),
    ) &&
    names.every(({ name }) =>
      identifiersWithin(sourceCode, target.fn, name).every(
        (node) => isWithin(node, fn) || isMemberName(node),
      ),
    )
  );
}
