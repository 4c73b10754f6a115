/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Callee } from '../../../callbacks/callees/callees.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { Result } from '../../../regions/build/steps.js' */
/** @import { Run, Task } from './tasks.js' */

import { isFunction, isReference } from '../../../analysis/syntax/functions.js';
import { isWithin } from '../../../analysis/syntax/nodes.js';
import { variableOf, writesOf } from '../../../analysis/syntax/scopes.js';
import { identifiersWithin, namesVariable, takeLocalName } from '../../../edits/names.js';
import { nameFor } from '../../../callbacks/boundary/header.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { FLOW, argumentsOf, endWith, endWithNothing } from './ends.js';
import { readApplied } from './applied.js';
import { lowerLast } from './last-tasks.js';
import { adopt, readRun, readTask, startOf, stepOf } from './tasks.js';

/**
 *     waterfall([(next) => load(next), (text, next) => parse(text, next)], cb)
 *     ->  const text = await loadAsync();
 *         return parseAsync(text);
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee}
 * @throws {Refused}
 */
export function readWaterfall(translator, call) {
  const { sourceCode } = translator;
  const [list] = argumentsOf(translator, call, 2);
  const tasks = readTasks(translator, list);
  const bindings = tasks.slice(1).map((task, index) => bindingsOf(translator, tasks, task, index));
  const last = /** @type {Task} */ (tasks.at(-1));
  let written = tasks;
  return {
    ...FLOW,
    results: last.results === 'none' ? 'none' : 'one',
    maySync: tasks[0]?.maySync ?? true,
    flow: {
      region(result, isReturned) {
        if (result && !result.isName) {
          throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
        }
        const isTaken = last.results !== 'none' && (isReturned || result !== undefined);
        const given = (bindings.at(-1) ?? []).join(', ');
        const runs = tasks.map((task, index) =>
          readRun(translator, task, {
            given: (bindings[index - 1] ?? []).join(', '),
            isStatement: task === last ? !isTaken : bindings[index]?.length === 0,
          }),
        );
        const end = /** @type {Run} */ (runs.at(-1));
        const lowered =
          isTaken && isReturned && !end.task.call
            ? lowerLast(translator, call, last, given)
            : undefined;
        written = [...runs.slice(0, -1), lowered ?? end].map(({ task }) => task);
        const steps = runs.slice(0, -1).map((run, index) => {
          const isWritten = lowered !== undefined && index === runs.length - 2 && lowered.isWritten;
          return stepOf(run, resultOf(bindings[index] ?? [], isWritten));
        });
        if (lowered) {
          return [...steps, lowered.step];
        }
        return isTaken && isReturned
          ? [...steps, ...endWith(end.pieces, undefined, true)]
          : [
              ...steps,
              stepOf(end, isTaken ? result : undefined),
              ...(last.results === 'none' ? endWithNothing(result, isReturned) : []),
            ];
      },
      write(levelsAt) {
        written.forEach((task) => adopt(translator, task, levelsAt(startOf(task))));
      },
    },
  };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} list
 * @returns {Task[]} Each takes as many results as the one before it has.
 */
function readTasks(translator, list) {
  const { sourceCode } = translator;
  const nodes = list.type === 'ArrayExpression' ? list.elements : [];
  /** @type {Task[]} */
  const tasks = [];
  for (const node of nodes) {
    const before = tasks.at(-1);
    const given = before?.count ?? 0;
    const applied = readApplied(translator, node ?? list, { isFirst: !before, given });
    // What is not in the text may call back without a result.
    const isCounted = given < 2 && before?.isCounted !== false;
    if (
      applied ? !isCounted : !isFunction(node) || node.async || looksForCallback(sourceCode, node)
    ) {
      throw new Refused('flow-iteratee', quote(sourceCode, node ?? list));
    }
    tasks.push(
      applied ?? readTask(translator, /** @type {FunctionNode} */ (node), paramsOf(node) - 1),
    );
  }
  const isFit = tasks.every(({ applied, count, fn }, index) => {
    const next = tasks[index + 1];
    const wanted = !next ? Math.min(count, 1) : next.applied ? count : paramsOf(next.fn) - 1;
    return (applied || paramsOf(fn) > 0) && (count === wanted || (count === 1 && wanted === 0));
  });
  if (tasks.length === 0 || !isFit) {
    throw new Refused('flow-iteratee', quote(sourceCode, list));
  }
  return tasks;
}

/**
 * @param {Translator} translator
 * @param {readonly Task[]} tasks
 * @param {Task} task
 * @param {number} index
 * @returns {string[]} What the results are called that the task takes: as its parameters are, if
 *   nothing else is called so.
 */
function bindingsOf({ sourceCode, target }, tasks, task, index) {
  if (!isFunction(task.fn)) {
    return tasks[index]?.count === 1 ? [nameFor(sourceCode, task.fn, 'value')] : [];
  }
  return task.fn.params.slice(0, -1).map((parameter) => {
    if (parameter.type !== 'Identifier' || parameter.typeAnnotation) {
      throw new Refused('flow-iteratee', quote(sourceCode, parameter));
    }
    const { name } = parameter;
    const isTaken = identifiersWithin(sourceCode, target.fn, name).some(
      (node) =>
        isReference(node) &&
        !tasks.some(({ fn }) => (fn === task.fn || !hasParameter(fn, name)) && isWithin(node, fn)),
    );
    const isMentioned = tasks.some(
      ({ fn }, other) => other <= index && fn !== task.fn && namesVariable(sourceCode, fn, name),
    );
    if (!isTaken && !isMentioned) {
      return name;
    }
    return takeLocalName(sourceCode, target.fn, parameter, name);
  });
}

/**
 *     (text, next) => { if (typeof text === 'function') { next = text; text = ''; } … }
 *
 * @param {Translator['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether its callback may be another parameter, where there are fewer results.
 */
function looksForCallback(sourceCode, fn) {
  const last = fn.params.at(-1);
  const callback = last && variableOf(sourceCode, last);
  return callback !== undefined && writesOf(callback).length > 0;
}

/**
 * @param {TSESTree.Node | null | undefined} node
 * @returns {number} How many parameters the function has.
 */
function paramsOf(node) {
  return isFunction(node) ? node.params.length : 0;
}

/**
 * @param {Task['fn']} fn
 * @param {string} name
 */
function hasParameter(fn, name) {
  return (
    isFunction(fn) &&
    fn.params.some((parameter) => parameter.type === 'Identifier' && parameter.name === name)
  );
}

/**
 * @param {readonly string[]} names
 * @param {boolean} isWritten
 * @returns {Result | undefined}
 */
function resultOf(names, isWritten) {
  const [only, ...more] = names;
  if (only === undefined) {
    return undefined;
  }
  const isName = more.length === 0;
  return {
    keyword: isWritten ? 'let' : 'const',
    pattern: isName ? only : `[${names.join(', ')}]`,
    names,
    isName,
  };
}
