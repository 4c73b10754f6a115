/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Collector } from './calls.js' */
/** @import { Form, Writing } from './forms.js' */
/** @import { Step } from './steps.js' */

import { readFunction } from '../../../analysis/syntax/definitions.js';
import { wrapNode } from '../../../edits/edit.js';
import { textOf } from '../../../edits/trivia.js';
import { utilName } from '../../../callbacks/boundary/header.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { collectionOf, isWrittenOnTheWay, mayChange } from '../given/collections.js';
import { isLater } from '../given/later.js';
import { writePlainTest } from './loop-tests.js';
import { mayGiveSeveral, readStep } from './steps.js';
import { writeFunction } from '../flows/tasks.js';

/**
 * What a call of `async` is given, and how the async function in its place works with it.
 */

/**
 * @typedef {object} Given
 * @property {Form} form
 * @property {ReadonlyMap<string, TSESTree.CallExpressionArgument | undefined>} nodes
 * @property {boolean} isNeeded
 * @property {boolean} isRecorded
 * @property {boolean} isSeveral
 * @property {number} version
 * @property {boolean} isFirst
 * @property {boolean} checksLimit
 * @property {boolean} isWhole
 * @property {boolean} isCertain
 */

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {Given} given
 * @returns {Writing}
 */
export function readWriting(
  collector,
  call,
  {
    form,
    nodes,
    isNeeded,
    isRecorded,
    isSeveral,
    version,
    isFirst,
    checksLimit,
    isWhole,
    isCertain,
  },
) {
  const node = (/** @type {string} */ key) => /** @type {TSESTree.Expression} */ (nodes.get(key));
  const util = () =>
    isBundled(collector) ? '' : utilName(collector.sourceCode, call, collector.needs);
  /** @type {Map<string, (given: string) => string>} */
  const runs = new Map();
  const items = node('items') ?? node('tasks');
  const collection = items ? collectionOf(collector, items) : 'array';
  if (nodes.has('tasks')) {
    runs.set('task', readTasks(collector, node('tasks'), form, isNeeded, util));
  }
  for (const key of ['iteratee', 'task']) {
    if (nodes.has(key)) {
      const isGathered = form.results === 'several' && (isSeveral || nodes.has('test'));
      runs.set(key, readRun(collector, node(key), { form, isGathered, key, util }));
    }
  }
  const test = nodes.has('test') && version === 3 ? node('test') : undefined;
  const isTestAsync = test !== undefined && !writePlainTest(collector, test);
  if (isTestAsync) {
    const step = readStep(collector, test, undefined);
    if (!step.isAsync && !isLater(collector, test, 1)) {
      // What it decides on would start a little later than it did.
      throw new Refused('flow-iteratee', quote(collector.sourceCode, test));
    }
    runs.set('test', step.isAsync ? plain('test') : promisified('test', util));
  }
  return {
    run: (name, given = '') => /** @type {any} */ (runs.get(name))(given),
    isNeeded,
    isRecorded,
    isSeveral,
    collection,
    requireSteady() {
      if (items && isWrittenOnTheWay(collector.sourceCode, call, items)) {
        throw new Refused('collection-changes', quote(collector.sourceCode, items));
      }
    },
    isCopied:
      items !== undefined &&
      mayChange(
        collector.sourceCode,
        call,
        items,
        nodes.has('iteratee') ? readFunction(collector.sourceCode, node('iteratee')) : undefined,
      ),
    version,
    isFirst,
    checksLimit,
    isWhole,
    isCertain,
    isTestAsync,
    hasOptions: nodes.has('times') && hasOptions(collector, node('times')),
  };
}

/** @param {string} name */
const plain = (name) => (/** @type {string} */ given) => `${name}(${given})`;

/**
 * @param {Collector} collector
 * @returns {boolean} Whether a bundler may take the file to where Node's `util` is an old one.
 */
export function isBundled({ context }) {
  return context.project.isBundled === true;
}

/**
 * @param {string} name
 * @param {() => string} util What Node's `util` is called; '' where there is none.
 * @returns {(given: string) => string}
 */
const promisified = (name, util) => (given) => {
  const own = util();
  if (own !== '') {
    return `${own}.promisify(${name})(${given})`;
  }
  const before = given === '' ? '' : `${given}, `;
  return `new Promise((resolve, reject) => {
\t${name}(${before}(err, value) => (err ? reject(err) : resolve(value)));
})`;
};

/**
 * @param {Collector} collector
 * @param {TSESTree.Expression} node
 * @param {{ form: Form, isGathered: boolean, key: string, util: () => string }} how
 * @returns {(given: string) => string}
 */
function readRun(collector, node, { form, isGathered, key, util }) {
  const { given = 0 } = form;
  const step = readStep(collector, node, isGathered || isBundled(collector) ? undefined : given);
  if (isGathered && step.isAsync) {
    throw new Refused('flow-iteratee', quote(collector.sourceCode, node));
  }
  if (step.task) {
    writeFunction(collector, step.task);
    return plain(key);
  }
  return step.isAsync ? plain(key) : promisified(key, step.isCustom ? () => '' : util);
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Expression} list
 * @param {Form} form
 * @param {boolean} isNeeded
 * @param {() => string} util
 * @returns {(given: string) => string}
 */
function readTasks(collector, list, { results }, isNeeded, util) {
  const nodes = tasksIn(collector, list);
  const isWaterfall = results === 'several';
  if (isWaterfall) {
    const found = (nodes ?? [list]).find(
      (node) => readStep(collector, node, undefined, !nodes).isAsync,
    );
    if (found || (nodes === undefined && list.type !== 'Identifier')) {
      throw new Refused('flow-iteratee', quote(collector.sourceCode, found ?? list));
    }
    return plain('task');
  }
  if (!nodes) {
    readStep(collector, list, undefined, true);
    return isNeeded ? gathering('task') : promisified('task', util);
  }
  const steps = nodes.map((node) =>
    readStep(collector, node, isBundled(collector) ? undefined : 0),
  );
  const written = steps.filter(({ task }) => task);
  const isGathered =
    isNeeded && steps.some(({ node, isAsync }) => !isAsync && mayGiveSeveral(collector, node));
  if (written.length + steps.filter(({ isAsync }) => isAsync).length === 2 * steps.length) {
    // Every one of them can be written anew.
    written.forEach(({ task }) => writeFunction(collector, /** @type {any} */ (task)));
    return plain('task');
  }
  return runOf(collector, steps, isGathered, util);
}

/**
 * @param {Collector} collector
 * @param {readonly Step[]} steps
 * @param {boolean} isGathered
 * @param {() => string} util
 */
function runOf(collector, steps, isGathered, util) {
  const own = steps.filter(({ isAsync, task }) => isAsync && !task);
  const others = steps.filter((step) => !own.includes(step));
  if (own.length === 0) {
    return isGathered ? gathering('task') : promisified('task', util);
  }
  if ((isGathered || isBundled(collector)) && others.length > 0) {
    throw new Refused(
      'flow-iteratee',
      quote(collector.sourceCode, /** @type {Step} */ (others[0]).node),
    );
  }
  for (const { node } of others) {
    collector.edits.push(...wrapNode(node, `${util()}.promisify(`, ')'));
  }
  return plain('task');
}

/** @param {string} name */
const gathering = (name) => () =>
  `new Promise((resolve, reject) => {
\t${name}((err, ...values) => (err ? reject(err) : resolve(values.length > 1 ? values : values[0])));
})`;

/**
 * @param {Collector} collector
 * @param {TSESTree.Expression} list
 * @returns {TSESTree.Expression[] | undefined} Undefined where the text does not show them.
 */
function tasksIn({ sourceCode }, list) {
  if (list.type !== 'ArrayExpression' && list.type !== 'ObjectExpression') {
    return undefined;
  }
  const nodes = list.type === 'ArrayExpression' ? list.elements : list.properties;
  return nodes.map((node) => {
    const value = node?.type === 'Property' && node.kind === 'init' ? node.value : node;
    if (!value || /^(?:SpreadElement|Property)$/u.test(value.type)) {
      throw new Refused('flow-iteratee', quote(sourceCode, node ?? list));
    }
    return /** @type {TSESTree.Expression} */ (value);
  });
}

/**
 *     3    { times: 3, interval: 100 }
 *
 * @param {Collector} collector
 * @param {TSESTree.Expression} times
 * @returns {boolean}
 */
function hasOptions({ sourceCode }, times) {
  const isCount = (/** @type {TSESTree.Node} */ node) =>
    node.type === 'Literal' && typeof node.value === 'number' && node.value > 0;
  if (isCount(times)) {
    return false;
  }
  const isKnown =
    times.type === 'ObjectExpression' &&
    times.properties.every(
      (property) =>
        property.type === 'Property' &&
        /^(?:interval|times)$/u.test(textOf(sourceCode, property.key)) &&
        isCount(property.value),
    );
  if (!isKnown) {
    throw new Refused('flow-unsupported', quote(sourceCode, times));
  }
  return true;
}
