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
 * @param {TSESTree.CallExpression} flow
 * @param {Task} task
 * @param {string} given What its parameters are called in its place.
 * @returns {{ task: FunctionTask, step: Step, isWritten: boolean } | undefined} Its statements, and whether they
 *   write what it is given; undefined where it stays a function.
 */
export function lowerLast(translator, flow, task, given) {
  const { sourceCode } = translator;
  const { applied, call, fn } = task;
  if (
    applied ||
    call ||
    fn.async ||
    fn.body.type !== 'BlockStatement' ||
    keepsFrame(sourceCode, fn) ||
    task.translators.some(({ settlers }) => settlers.size > 0) ||
    !isAtEnd(flow, translator.target.fn) ||
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

/** What a statement, and a callback that becomes one, may stand in at the end of a function. */
const ENDS =
  /^(?:ArrowFunctionExpression|BlockStatement|CallExpression|ExpressionStatement|FunctionExpression|IfStatement|ReturnStatement)$/u;

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether nothing runs behind it in the function: a path of the task may end without a result.
 */
function isAtEnd(node, fn) {
  for (let each = node; each !== fn; each = /** @type {TSESTree.Node} */ (each.parent)) {
    const { parent } = each;
    const rest =
      parent?.type === 'BlockStatement'
        ? parent.body.slice(parent.body.indexOf(/** @type {TSESTree.Statement} */ (each)) + 1)
        : [];
    if (
      !parent ||
      (parent !== fn && !ENDS.test(parent.type)) ||
      rest.some(({ type }) => type !== 'FunctionDeclaration')
    ) {
      return false;
    }
  }
  return true;
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
  const names = [fn, ...flat].flatMap((each) =>
    (sourceCode.scopeManager?.acquire(each, true)?.variables ?? []).filter(
      (variable) =>
        variable.defs.length > 0 &&
        (each !== fn || variable.defs[0]?.type !== 'Parameter') &&
        !translators.some(({ dropped }) => dropped.has(variable)),
    ),
  );
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
