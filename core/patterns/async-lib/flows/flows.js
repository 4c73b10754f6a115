/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Callee, FormPlace } from '../../../callbacks/callees/callees.js' */
/** @import { Translator } from '../../../callbacks/plan/translator.js' */
/** @import { Task } from './tasks.js' */

import { coreApi } from '../../../analysis/apis/core-promise-apis.js';
import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { findVariable, isModuleLevel, variableOf } from '../../../analysis/syntax/scopes.js';
import { replaceRange } from '../../../edits/edit.js';
import { textOf } from '../../../edits/trivia.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { promisifiedName } from '../../../callbacks/boundary/header.js';
import { flowsOf } from '../library/leftovers.js';
import { flowName } from '../library/names.js';
import { asyncVersion } from '../library/version.js';
import { keyText, readCollection } from '../given/collections.js';
import { FLOW, areOnLines, argumentsOf, cutHead, inPlace, noResult, partTasks } from './places.js';
import { checkIgnoredErrors } from '../given/ignored-errors.js';
import { readLoop } from './series-loops.js';
import { readItemTask, readTask, writeFunction, writeRun } from './tasks.js';
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
  const canPart = areOnLines(translator, list, tasks);
  let isParted = false;
  /** @type {FormPlace | undefined} */
  let place;
  return {
    ...FLOW,
    results: 'one',
    givesResultWithError: true,
    maySync: first?.maySync ?? true,
    write() {
      const moved = cutHead(translator, call, list, isParted ? -1 : 0);
      if (isParted) {
        partTasks(translator, list, tasks);
      }
      inPlace(translator, tasks, 0, { call, place, moved }).forEach((task) =>
        writeRun(translator, task, 'await ', '', isParted),
      );
    },
    form(given) {
      place = given;
      const { binding, semicolon } = given;
      isParted = binding === '' && canPart;
      // A statement that begins with a brace would be a block.
      const isBlock = binding === '' && !isParted && list.type === 'ObjectExpression';
      return { before: isBlock ? '(' : binding, close: `${isBlock ? ')' : ''}${semicolon}` };
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
  /** @type {FormPlace | undefined} */
  let place;
  return {
    ...FLOW,
    results: 'one',
    givesResultWithError: true,
    maySync: tasks.length === 0 || tasks.some(({ maySync }) => maySync),
    write() {
      const moved = cutHead(translator, call, list);
      inPlace(translator, tasks, 0, { call, place, moved }).forEach((task) =>
        writeRun(translator, task, ''),
      );
    },
    form(given) {
      place = given;
      const { binding, semicolon } = given;
      return {
        before: `${binding}${binding === 'return ' ? '' : 'await '}Promise.all(`,
        close: `)${semicolon}`,
      };
    },
  };
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
  /** @type {FormPlace | undefined} */
  let place;
  return {
    ...FLOW,
    results,
    givesResultWithError: results === 'one',
    maySync: task?.maySync ?? false,
    write() {
      const moved = cutHead(translator, call, items);
      collection.note();
      translator.edits.push(replaceRange([items.range[1], iteratee.range[0]], '.map('));
      if (named) {
        const name = promisifiedName(
          sourceCode,
          { ...named, place: iteratee },
          `${named.name}Async`,
          translator.needs,
        );
        translator.edits.push(replaceRange(iteratee.range, `(item) => ${name}(item)`));
      }
      inPlace(translator, task ? [task] : [], 1, { call, place, moved }).forEach((each) =>
        writeFunction(translator, each),
      );
    },
    form(given) {
      place = given;
      const { binding, indent, semicolon } = given;
      return results === 'none'
        ? {
            before: 'await Promise.all(',
            close: `))${semicolon}${noResult(binding, indent, semicolon)}`,
          }
        : {
            before: `${binding}${binding === 'return ' ? '' : 'await '}Promise.all(`,
            close: `))${semicolon}`,
          };
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
    .map((node) => readTask(translator, node ?? list, 0))
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
