/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Callee } from '../../../callbacks/callees/callees.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { Pieces } from '../../../regions/build/region.js' */
/** @import { Region, Result } from '../../../regions/build/steps.js' */
/** @import { Run, Task } from './tasks.js' */

import { coreApi } from '../../../analysis/apis/core-promise-apis.js';
import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { findVariable, isModuleLevel, variableOf } from '../../../analysis/syntax/scopes.js';
import { textOf } from '../../../edits/trivia.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { promisifiedName } from '../../../callbacks/boundary/header.js';
import { flowsOf } from '../library/leftovers.js';
import { flowName } from '../library/names.js';
import { asyncVersion } from '../library/version.js';
import { keyText, readCollection } from '../given/collections.js';
import { FLOW, argumentsOf, endWith, endWithNothing } from './ends.js';
import { checkIgnoredErrors } from '../given/ignored-errors.js';
import { readApplied } from './applied.js';
import { readLoop } from './series-loops.js';
import { adopt, readItemTask, readRun, readTask, startOf, stepOf, writeFunction } from './tasks.js';
import { readWaterfall } from './waterfall.js';

/**
 * The functions of `async` that are converted, by their name in any version. Each reads a call and
 * says how it is written: https://caolan.github.io/async/v3/docs.html.
 */

/** @typedef {(translator: Translator, call: TSESTree.CallExpression) => Callee} Flow */

/** @type {ReadonlyMap<string, Flow>} */
const FLOWS = new Map([
  ['series', readSeries],
  ['parallel', readParallel],
  ['waterfall', readWaterfall],
  ...names('each forEach', (translator, call) => readAll(translator, call, 'none')),
  ...names('map', (translator, call) => readAll(translator, call, 'one')),
  ...names('eachSeries forEachSeries', (translator, call) => readLoop(translator, call, 'none')),
  ...names('mapSeries', (translator, call) => readLoop(translator, call, 'one')),
]);

/**
 * @param {string} list
 * @param {Flow} flow
 * @returns {[string, Flow][]}
 */
function names(list, flow) {
  return list.split(' ').map((name) => [name, flow]);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee}
 * @throws {Refused}
 */
export function readFlow(translator, call) {
  const { sourceCode } = translator;
  const name = flowName(translator, call);
  const flow = name === undefined ? undefined : FLOWS.get(name);
  if (!flow || call.arguments.some(({ type }) => type === 'SpreadElement')) {
    throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
  }
  const version = asyncVersion(translator.context);
  if (version !== 1 && version !== 2 && !isGivenFor(translator) && isReturned(call)) {
    // Without a callback, version 3 gives a promise.
    throw new Refused('callback-optional', quote(sourceCode, call));
  }
  checkIgnoredErrors(translator, call, {
    final: call.arguments.at(-1),
    mayBeMissing: false,
    isPromise: false,
  });
  const callee = flow(translator, call);
  flowsOf(translator).add(call);
  // Without a callback, version 3 rejects a promise that nobody handles.
  return version === 1 || version === 2 ? callee : { ...callee, isHeard: true };
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether the function relies on its callback's being there.
 */
function isGivenFor({ target, registry }) {
  return (
    target.isGiven === true ||
    target.callback.references.some(
      ({ identifier: { parent } }) => parent?.type !== 'CallExpression' || !registry.isFlow(parent),
    )
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isReturned({ parent }) {
  return parent.type === 'ReturnStatement' || parent.type === 'ArrowFunctionExpression';
}

/**
 *     series([(next) => one(next), (next) => two(next)], cb)  ->  [await oneAsync(), await twoAsync()]
 *
 * @type {Flow}
 */
function readSeries(translator, call) {
  const [list] = argumentsOf(translator, call, 2);
  const tasks = readTasks(translator, list);
  const [first] = tasks;
  let written = tasks;
  return {
    ...FLOW,
    results: 'one',
    givesResultWithError: true,
    maySync: first?.maySync ?? true,
    flow: {
      region(result, isReturned) {
        const isStatement = !isReturned && !result;
        const isParted = isStatement && tasks.length > 0;
        const runs = tasks.map((task) => readRun(translator, task, { isStatement: isParted }));
        written = runs.map(({ task }) => task);
        if (isParted) {
          return runs.map((run) => stepOf(run));
        }
        const values = listOf(list, runs, ({ isValue, pieces }) =>
          isValue ? pieces : [{ wait: pieces }],
        );
        return endWith(isStatement ? ['(', ...values, ')'] : values, result, isReturned);
      },
      write: (levelsAt) => adoptAll(translator, written, levelsAt),
    },
  };
}

/**
 *     parallel([(next) => one(next), (next) => two(next)], cb)  ->  Promise.all([oneAsync(), twoAsync()])
 *
 * @type {Flow}
 */
function readParallel(translator, call) {
  const [list] = argumentsOf(translator, call, 2);
  if (list.type !== 'ArrayExpression') {
    throw new Refused('flow-iteratee', quote(translator.sourceCode, list));
  }
  const tasks = readTasks(translator, list);
  checkPromise(translator, call);
  let written = tasks;
  return {
    ...FLOW,
    results: 'one',
    givesResultWithError: true,
    maySync: tasks.length === 0 || tasks.some(({ maySync }) => maySync),
    flow: {
      region(result, isReturned) {
        const runs = tasks.map((task, index) => readRun(translator, task, { isBeside: index > 0 }));
        written = runs.map(({ task }) => task);
        const promises = listOf(list, runs, ({ pieces }) => pieces);
        return waitForAll(promises, result, isReturned);
      },
      write: (levelsAt) => adoptAll(translator, written, levelsAt),
    },
  };
}

/**
 * @param {Pieces} promises
 * @param {Result | undefined} result
 * @param {boolean} isReturned
 * @returns {Region}
 */
function waitForAll(promises, result, isReturned) {
  /** @type {Pieces} */
  const operand = ['Promise.all(', ...promises, ')'];
  return isReturned
    ? [{ type: 'exit', how: 'return', value: operand }]
    : [{ type: 'wait', operand, result }];
}

/**
 * @param {TSESTree.Expression} list
 * @param {readonly Run[]} runs
 * @param {(run: Run) => Pieces} write
 * @returns {Pieces} The list, with these in the places of its tasks.
 */
function listOf({ range }, runs, write) {
  let [from] = range;
  const pieces = runs.flatMap((run) => {
    const [start, end] = run.task.fn.range;
    const before = /** @type {const} */ ([from, start]);
    from = end;
    return [before, ...write(run)];
  });
  return [...pieces, [from, range[1]]];
}

/**
 * @param {Translator} translator
 * @param {readonly Task[]} tasks
 * @param {(place: number) => number} levelsAt
 */
function adoptAll(translator, tasks, levelsAt) {
  tasks.forEach((task) => adopt(translator, task, levelsAt(startOf(task))));
}

/**
 *     each(items, save, cb)  ->  Promise.all(items.map(save))
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {'none' | 'one'} results
 * @returns {Callee}
 */
function readAll(translator, call, results) {
  const { sourceCode } = translator;
  const [items, iteratee] = argumentsOf(translator, call, 3);
  const collection = readCollection(translator, items);
  const named = readCoreFunction(translator, iteratee);
  const task = named ? undefined : readItemTask(translator, iteratee, results);
  checkPromise(translator, call);
  /** @type {string | undefined} */
  let name;
  return {
    ...FLOW,
    results,
    givesResultWithError: results === 'one',
    maySync: task?.maySync ?? false,
    flow: {
      region(result, isReturned) {
        name ??=
          named &&
          promisifiedName(
            sourceCode,
            { ...named, place: iteratee },
            `${named.name}Async`,
            translator.needs,
          );
        const each = name === undefined ? iteratee.range : `(item) => ${name}(item)`;
        const promises = [items.range, '.map(', each, ')'];
        return results === 'none'
          ? [...waitForAll(promises, undefined, false), ...endWithNothing(result, isReturned)]
          : waitForAll(promises, result, isReturned);
      },
      write(levelsAt) {
        collection.note();
        if (task) {
          writeFunction(translator, task, levelsAt(iteratee.range[0]));
        }
      },
    },
  };
}

/**
 *     map(files, fs.readFile, cb)
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} node
 * @returns {{ name: string, text: string, variable: Variable | undefined } | undefined} A function of
 *   Node's own whose promise is one of its first result.
 */
function readCoreFunction({ sourceCode }, node) {
  const origin = resolveOrigin(sourceCode, node);
  const base = node.type === 'MemberExpression' ? node.object : node;
  const variable = variableOf(sourceCode, base);
  const name = origin?.path[0];
  return variable &&
    name !== undefined &&
    isModuleLevel(variable) &&
    typeof coreApi(origin)?.results === 'string'
    ? { name, text: textOf(sourceCode, node), variable }
    : undefined;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} list
 * @returns {Task[]}
 */
function readTasks(translator, list) {
  const { sourceCode } = translator;
  /** @type {(TSESTree.Node | null)[]} */
  const nodes =
    list.type === 'ArrayExpression'
      ? list.elements
      : list.type === 'ObjectExpression'
        ? list.properties.map((property) =>
            property.type === 'Property' &&
            !property.method &&
            !property.computed &&
            // Keys that are numbers come first, wherever they stand, and one is none.
            !/^(?:\d|__proto__$)/u.test(keyText(property))
              ? property.value
              : property,
          )
        : [list];
  return nodes
    .map(
      (node, index) =>
        readApplied(translator, node ?? list, { isFirst: index === 0, given: 0 }) ??
        readTask(translator, node ?? list, 0),
    )
    .map((task) => {
      if (task.fn.parent !== list && task.fn.parent.parent !== list) {
        throw new Refused('flow-iteratee', quote(sourceCode, list));
      }
      return task;
    });
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 */
function checkPromise({ sourceCode }, call) {
  if (findVariable(sourceCode, call, 'Promise')) {
    throw new Refused('promise-shadowed', quote(sourceCode, call.callee));
  }
}
