/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Callee, FormPlace } from '../../../callbacks/callees/callees.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { Task } from './tasks.js' */

import { isFunction, isReference } from '../../../analysis/syntax/functions.js';
import { isWithin } from '../../../analysis/syntax/nodes.js';
import { identifiersWithin, namesVariable } from '../../../edits/names.js';
import { nameFor } from '../../../callbacks/boundary/header.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { FLOW, areOnLines, argumentsOf, cutHead, inPlace, noResult, partTasks } from './places.js';
import { readTask, writeRun } from './tasks.js';

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
  /** @type {FormPlace | undefined} */
  let place;
  return {
    ...FLOW,
    results: last.results === 'none' ? 'none' : 'one',
    maySync: tasks[0]?.maySync ?? true,
    write() {
      const moved = cutHead(translator, call, list, -1);
      partTasks(translator, list, tasks);
      tasks.forEach((task, index) => {
        const given = bindings[index - 1] ?? [];
        const [again = task] = inPlace(translator, [task], given.length, { call, place, moved });
        const bound = bindings[index];
        const before = bound ? patternOf(bound) : bindingOf(place?.binding ?? '', last);
        writeRun(translator, again, before, given.join(', '));
      });
    },
    form(where) {
      place = where;
      const { binding, indent, semicolon } = where;
      if (binding !== '' && binding !== 'return ' && where.name === '') {
        throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
      }
      const nothing = last.results === 'none' ? noResult(binding, indent, semicolon) : '';
      return { before: '', close: `${semicolon}${nothing}` };
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
  const tasks = nodes.map((node) => {
    if (!isFunction(node) || node.async) {
      throw new Refused('flow-iteratee', quote(sourceCode, node ?? list));
    }
    return readTask(translator, node, node.params.length - 1);
  });
  const isFit = tasks.every(({ fn, count }, index) => {
    const next = tasks[index + 1];
    const wanted = next ? next.fn.params.length - 1 : Math.min(count, 1);
    // What is not in the text may call back without a result.
    return fn.params.length > 0 && (count === wanted || (count === 1 && wanted === 0));
  });
  if (tasks.length === 0 || !isFit || !areOnLines(translator, list, tasks)) {
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
    if (task.call) {
      throw new Refused('flow-iteratee', quote(sourceCode, task.fn));
    }
    return nameFor(sourceCode, parameter, name);
  });
}

/**
 * @param {Task['fn']} fn
 * @param {string} name
 */
function hasParameter({ params }, name) {
  return params.some((parameter) => parameter.type === 'Identifier' && parameter.name === name);
}

/**
 * @param {readonly string[]} names
 * @returns {string}
 */
function patternOf(names) {
  const [only, ...more] = names;
  if (only === undefined) {
    return 'await ';
  }
  return `const ${more.length > 0 ? `[${names.join(', ')}]` : only} = await `;
}

/**
 * @param {string} binding
 * @param {Task} last
 * @returns {string} What stands before the last task.
 */
function bindingOf(binding, { results }) {
  if (results === 'none' || binding === '') {
    return 'await ';
  }
  return binding === 'return ' ? binding : `${binding}await `;
}
