/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Callee, FormPlace } from '../callback-function/callees.js' */
/** @import { Translator } from '../callback-function/translator.js' */
/** @import { Task } from './tasks.js' */

import { coreApi } from '../../analysis/core-promise-apis.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { findVariable, isModuleLevel } from '../../analysis/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { indentUnit } from '../../edits/indentation.js';
import { mentionsName } from '../../edits/names.js';
import { textOf } from '../../edits/trivia.js';
import { Refused, quote } from '../callback-function/refused.js';
import { nameFor, promisifiedName } from '../callback-function/header.js';
import { flowsOf } from './leftovers.js';
import { flowName } from './names.js';
import { asyncVersion } from './version.js';
import { checkAtHand, hasHoles, keyText, mayChange } from './collections.js';
import { FLOW, areOnLines, argumentsOf, cutHead, inPlace, noResult, partTasks } from './places.js';
import { readTask, writeFunction, writeRun } from './tasks.js';
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
  const callee = flow(translator, call);
  flowsOf(translator).add(call);
  return callee;
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
        writeRun(translator, task, 'await '),
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
  const task = named ? undefined : readTask(translator, iteratee, 1);
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
  const variable =
    base.type === 'Identifier' ? findVariable(sourceCode, base, base.name) : undefined;
  const name = origin?.path[0];
  return variable &&
    name !== undefined &&
    isModuleLevel(variable) &&
    typeof coreApi(origin)?.results === 'string'
    ? { name, text: textOf(sourceCode, node), variable }
    : undefined;
}

/**
 *     eachSeries(items, save, cb)  ->  for (const item of items) { await save(item); }
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {'none' | 'one'} results
 * @returns {Callee}
 */
function readLoop(translator, call, results) {
  const { sourceCode } = translator;
  const [items, iteratee] = argumentsOf(translator, call, 3);
  const collection = readCollection(translator, items);
  const task = readTask(translator, iteratee, 1);
  const [parameter] = task.fn.params;
  if (
    parameter?.type !== 'Identifier' ||
    parameter.typeAnnotation ||
    mentionsName(sourceCode, items, parameter.name) ||
    mayChange(sourceCode, call, items, task.fn)
  ) {
    throw new Refused('flow-iteratee', quote(sourceCode, iteratee));
  }
  const unit = indentUnit(sourceCode);
  /** @type {FormPlace | undefined} */
  let place;
  let list = '';
  return {
    ...FLOW,
    results,
    givesResultWithError: results === 'one',
    maySync: task.maySync,
    write() {
      const { indent = '' } = place ?? {};
      const moved = cutHead(translator, call, items, 1);
      collection.note();
      translator.edits.push(
        replaceRange([items.range[1], iteratee.range[0]], `) {\n${indent}${unit}`),
      );
      const before = list === '' ? 'await ' : `${list}.push(await `;
      inPlace(translator, [task], 1, { call, place, moved }).forEach((each) =>
        writeRun(translator, each, before, parameter.name),
      );
    },
    form(given) {
      place = given;
      const { binding, name, indent, semicolon } = given;
      if (results === 'one' && binding !== '') {
        if (binding !== 'return ' && name === '') {
          throw new Refused('flow-unsupported', quote(sourceCode, call.callee));
        }
        list = name === '' ? nameFor(sourceCode, call, 'results') : name;
      }
      const declared = list === '' ? '' : `const ${list} = []${semicolon}\n${indent}`;
      const returned =
        binding === 'return ' && list !== '' ? `\n${indent}return ${list}${semicolon}` : '';
      return {
        before: `${declared}for (const ${parameter.name} of `,
        close: `${list === '' ? '' : ')'}${semicolon}\n${indent}}${returned}${results === 'none' ? noResult(binding, indent, semicolon) : ''}`,
      };
    },
  };
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
            // Keys that are numbers come first, wherever they stand.
            !/^\d/u.test(keyText(property))
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
 * @param {TSESTree.Expression} items
 */
function readCollection(translator, items) {
  const { sourceCode, context } = translator;
  checkAtHand(translator, items);
  const isLiteral = items.type === 'ArrayExpression';
  const isArray = isLiteral || isObjectStatic(translator, items);
  if (!isArray && !context.options.assumptions.has('collection-is-array')) {
    throw new Refused('assumption-off', 'collection-is-array');
  }
  const isFilled =
    isLiteral &&
    items.elements.length > 0 &&
    items.elements.every((each) => each?.type !== 'SpreadElement');
  const isPrimary =
    /^(?:ArrayExpression|CallExpression|Identifier|MemberExpression|ThisExpression)$/u.test(
      items.type,
    );
  if (!isPrimary || hasHoles(sourceCode, items)) {
    throw new Refused('flow-iteratee', quote(sourceCode, items));
  }
  return {
    note() {
      if (!isArray) {
        translator.assumes.add('collection-is-array');
      }
      if (!isFilled) {
        translator.accepts.add('empty-collection');
      }
    },
  };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} items
 * @returns {boolean} `Object.keys(…)` and its like.
 */
function isObjectStatic({ sourceCode }, items) {
  if (items.type !== 'CallExpression' || items.callee.type !== 'MemberExpression') {
    return false;
  }
  const origin = resolveOrigin(sourceCode, items.callee.object);
  return (
    origin?.kind === 'global' &&
    origin.name === 'Object' &&
    /^(?:entries|keys|values)$/u.test(readKey(items.callee) ?? '')
  );
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
