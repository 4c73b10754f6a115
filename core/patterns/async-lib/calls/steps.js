/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Origin } from '../../../analysis/modules/modules.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Collector } from './calls.js' */
/** @import { FunctionTask } from '../flows/tasks.js' */

import { missingEvidence } from '../../../contract/obligations.js';
import { coreApi } from '../../../analysis/apis/core-promise-apis.js';
import { readFunction } from '../../../analysis/syntax/definitions.js';
import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { callOfCallback } from '../../../callbacks/functions/callback-calls.js';
import { functionsCalled } from '../../../callbacks/callees/method-callees.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { callbackOf, checkCancelled, checkOnce, checkTail } from '../given/callbacks.js';
import { checkFailures } from '../given/failures.js';
import { isHandedIn } from '../given/handed-in.js';
import { readBound } from '../given/later.js';
import { readTask } from '../flows/tasks.js';
import { findThrow } from '../../../callbacks/timing/throws.js';
import { asyncVersion } from '../library/version.js';

/**
 * A function that `async` is given to call.
 *
 * @typedef {object} Step
 * @property {TSESTree.Expression} node
 * @property {boolean} isAsync Whether it gives a promise.
 * @property {boolean} [isCustom] Whether `util.promisify` makes something else of it than a promise of
 *   its first result.
 * @property {FunctionTask} [task] How it is written as an async function.
 */

/**
 * @param {Collector} collector
 * @param {TSESTree.Expression} node
 * @param {number | undefined} given How many arguments it gets before its callback, where it may be
 *   written as an async function; undefined where it stays as it is.
 * @param {boolean} [isList] Whether it is a list of such functions.
 * @returns {Step}
 * @throws {Refused}
 */
export function readStep(collector, node, given, isList = false) {
  const { context, sourceCode, assumes } = collector;
  const fn = readFunction(collector.sourceCode, node);
  const version = asyncVersion(context);
  if (fn?.generator) {
    throw new Refused('flow-iteratee', quote(sourceCode, node));
  }
  if (fn?.async) {
    checkFailures(collector, fn);
    collector.mayRejectFalsy = true;
    return { node, isAsync: true };
  }
  if (!fn) {
    if (node.type === 'FunctionExpression' || isHopeless(node)) {
      throw new Refused('flow-iteratee', quote(sourceCode, node));
    }
    if (!context.options.assumable.has('error-first')) {
      throw Refused.because(missingEvidence('error-first'));
    }
    assumes.add('error-first');
    const origin = resolveOrigin(sourceCode, node);
    if (
      version !== 1 &&
      (isHandedIn(sourceCode, node, isList) ||
        (isOfProject(origin) && !takesCallback(context, origin)))
    ) {
      // Later versions wait for async functions instead.
      throw new Refused('flow-iteratee', quote(sourceCode, node));
    }
    const callee = readBound(sourceCode, node)?.callee ?? node;
    const called = /** @type {any} */ ({ callee, arguments: [] });
    if (functionsCalled(collector, called).some((each) => collector.registry.breaks(each))) {
      throw new Refused('flow-iteratee', quote(sourceCode, node));
    }
    return { node, isAsync: false, isCustom: typeof coreApi(origin)?.results === 'object' };
  }
  checkCancelled(collector, fn);
  const thrown = findThrow(sourceCode, fn);
  if (thrown) {
    throw new Refused('callback-sync-throw', quote(sourceCode, thrown));
  }
  const task = fn === node && given !== undefined ? tryTask(collector, fn, given) : undefined;
  if (task) {
    return { node, isAsync: true, task };
  }
  checkTail(collector, fn);
  checkOnce(collector, fn);
  return { node, isAsync: false };
}

/**
 * @param {Origin | undefined} origin
 * @returns {origin is Origin} Whether it is a function of another file of the project.
 */
function isOfProject(origin) {
  return origin?.kind === 'module' && /^\.{1,2}(?:\/|$)/u.test(origin.name);
}

/**
 * @param {PatternContext} context
 * @param {Origin} origin
 * @returns {boolean} Whether a plan of the project knows it as a function that takes a callback.
 */
function takesCallback({ importedCallback }, { name, path }) {
  return importedCallback?.(name, path) !== undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is no function, or one that is made for the call.
 */
function isHopeless({ type }) {
  return !/^(?:ArrayExpression|CallExpression|ConditionalExpression|Identifier|LogicalExpression|MemberExpression|ObjectExpression)$/u.test(
    type,
  );
}

/**
 * @param {Collector} collector
 * @param {FunctionNode} fn
 * @param {number} given
 * @returns {FunctionTask | undefined}
 */
function tryTask(collector, fn, given) {
  try {
    const task = readTask(collector, fn, given);
    // More than one result comes as an array, of which `async` knows the first.
    return task.results === 'several' ? undefined : task;
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    return undefined;
  }
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Expression} node
 * @returns {boolean} Whether it may call back with more than one result.
 */
export function mayGiveSeveral(collector, node) {
  const fn = readFunction(collector.sourceCode, node);
  const callback = fn && callbackOf(collector, fn);
  return (
    callback === undefined ||
    callback.references.some(({ identifier }) => {
      const call = callOfCallback(identifier);
      return (
        !call ||
        call.arguments.length > 2 ||
        call.arguments.some(({ type }) => type === 'SpreadElement')
      );
    })
  );
}
