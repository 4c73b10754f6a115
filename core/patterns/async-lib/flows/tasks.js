/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Callee } from '../../../callbacks/callees/callees.js' */
/** @import { CallbackFunction } from '../../../callbacks/functions/functions.js' */
/** @import { Pieces } from '../../../regions/build/region.js' */
/** @import { Result, Step } from '../../../regions/build/steps.js' */
/** @import { Edit, TextEdit } from '../../../edits/edit.js' */

import { missingEvidence } from '../../../contract/obligations.js';
import {
  enclosingFunction,
  frameUses,
  hasBareParameter,
  isFunction,
} from '../../../analysis/syntax/functions.js';
import { isWithin, walk } from '../../../analysis/syntax/nodes.js';
import { mayThrow } from '../../../analysis/flow/throwing.js';
import { writesOf } from '../../../analysis/syntax/scopes.js';
import { insertBefore, removeBetween, replaceRange } from '../../../edits/edit.js';
import { usesAwaitAsName } from '../../../edits/names.js';
import { moveTextOf } from '../../../edits/indentation.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { hasCommentBetween } from '../../../edits/trivia.js';
import { renameVariable } from '../../../regions/build/names.js';
import { endOfArguments } from '../../../callbacks/statements/calls.js';
import { readCallee } from '../../../callbacks/callees/callees.js';
import { findThrowing } from '../../../callbacks/errors/exceptions.js';
import { editsOf, planFunction } from '../../../callbacks/plan/plan.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { Translator } from '../../../callbacks/plan/translator.js';
import { checkCancelled } from '../given/callbacks.js';
import { checkFailures } from '../given/failures.js';
import { flowsOf } from '../library/leftovers.js';

/**
 * A function that async calls with a callback, as an async function or as what it does.
 *
 * @typedef {FunctionTask | AppliedTask} Task
 *
 * @typedef {TaskFacts & { fn: FunctionNode, applied?: undefined }} FunctionTask
 *
 * @typedef {TaskFacts & { fn: TSESTree.CallExpression, applied: Applied }} AppliedTask A function that a call of
 *   `apply` makes.
 *
 * @typedef {(given: string) => Pieces} Applied The call that it comes to.
 *
 * @typedef {object} TaskFacts
 * @property {TSESTree.Expression | undefined} call All that an arrow function does, where that is to
 *   hand its callback on, or to call back with this value.
 * @property {number} [start] Where its code begins that goes where it runs, if that is neither that call nor the
 *   function.
 * @property {Edit[]} edits Inside the call, or what makes the function async.
 * @property {boolean} maySync Whether it may call back before it returns.
 * @property {'none' | 'one' | 'several'} results
 * @property {number} count How many results it has, as far as its text shows.
 * @property {boolean} isCounted Whether it never has fewer.
 * @property {Translator[]} translators What they need goes to that of the function around.
 */

/**
 * What a task adds its edits to: the translator of the function around it, or what a call gathers.
 *
 * @typedef {Pick<Translator, 'context' | 'sourceCode' | 'registry' | 'edits' | 'assumes' | 'needs' | 'calls' | 'partners'>} Holder
 */

/**
 * @param {Pick<Holder, 'assumes' | 'context' | 'sourceCode' | 'registry'>} translator
 * @param {TSESTree.Node} node
 * @param {number} count How many parameters it has beside the callback.
 * @param {Pick<CallbackFunction, 'isTurn'>} [place] Where it comes to stand.
 * @returns {FunctionTask}
 * @throws {Refused}
 */
export function readTask(translator, node, count, place = {}) {
  const { sourceCode } = translator;
  if (!isFunction(node) || node.generator || node.returnType) {
    throw new Refused('flow-iteratee', quote(sourceCode, node));
  }
  if (node.async) {
    // Version 3, and 2.3 with it, takes async functions as they are.
    if (node.params.length > count) {
      throw new Refused('flow-iteratee', quote(sourceCode, node));
    }
    checkFailures(translator, node);
    return {
      fn: node,
      call: undefined,
      edits: [],
      maySync: false,
      results: 'one',
      count: 1,
      isCounted: true,
      translators: [],
    };
  }
  checkCancelled(translator, node);
  const target = { ...asCallbackFunction(translator, node, count), ...place };
  const { body } = node;
  const forward =
    body.type === 'CallExpression'
      ? unlessRefused(() => readForward(translator, target, body))
      : undefined;
  if (forward) {
    return forward;
  }
  const planned = planFunction(translator.context, target, translator.registry, false);
  const inner = planned.translator;
  return {
    fn: node,
    call: undefined,
    edits: editsOf(planned),
    maySync: inner.failsEarly || inner.exits.some(({ later }) => !later),
    results: typeof planned.fate.results === 'number' ? 'several' : planned.fate.results,
    count: countOf(planned.fate.results),
    isCounted: !inner.assumes.has('callback-arguments'),
    translators: [inner],
  };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @param {'none' | 'one'} results What becomes of its results.
 * @returns {FunctionTask}
 * @throws {Refused} Where it has more than one: `async` takes the first of them.
 */
export function readItemTask(translator, node, results) {
  const task = readTask(translator, node, 1);
  if (results === 'one' && task.results === 'several') {
    throw new Refused('several-results', quote(translator.sourceCode, node));
  }
  return task;
}

/**
 *     (item, next) => save(item, next)
 *
 * @param {Pick<Holder, 'context' | 'sourceCode' | 'registry'>} translator
 * @param {CallbackFunction} target
 * @param {TSESTree.CallExpression} call
 * @returns {FunctionTask}
 */
function readForward(translator, target, call) {
  const { sourceCode } = translator;
  const { fn, callback } = target;
  const inner = new Translator(translator.context, target, translator.registry);
  const last = call.arguments.at(-1);
  if (
    !last ||
    !inner.isCallback(last) ||
    callback.references.length !== 1 ||
    call.arguments.some(({ type }) => type === 'SpreadElement') ||
    hasCommentBetween(sourceCode, fn.range[0], call.range[0]) ||
    usesAwaitAsName(sourceCode, fn)
  ) {
    throw new Refused('flow-iteratee', quote(sourceCode, fn));
  }
  const callee = readPlainCallee(inner, call, fn);
  callee.write();
  const start = endOfArguments(inner, call);
  const [, end] = parenthesizedRange(sourceCode, last);
  return {
    fn,
    call,
    edits: [
      ...inner.edits,
      callee.close === undefined
        ? removeBetween(start, end)
        : replaceRange([start, call.range[1]], callee.close),
    ],
    maySync: callee.maySync,
    results: callee.results,
    count: countOf(callee.results),
    isCounted: callee.isKnown,
    translators: [inner],
  };
}

/**
 * @typedef {Callee & { results: 'none' | 'one' }} PlainCallee
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} task The task that it is all of.
 * @returns {PlainCallee}
 * @throws {Refused} Where it is not waited for as `await` waits, with one result at most.
 */
export function readPlainCallee(translator, call, task) {
  const { assumes, context, sourceCode } = translator;
  const callee = readCallee(translator, call);
  if (
    callee.flow ||
    callee.mayThrow ||
    callee.isValueFirst ||
    callee.givesFirstOnly ||
    typeof callee.results === 'object' ||
    typeof callee.results === 'number'
  ) {
    throw new Refused('flow-iteratee', quote(sourceCode, task));
  }
  if (!callee.isKnown) {
    if (!context.options.assumable.has('error-first')) {
      throw Refused.because(missingEvidence('error-first'));
    }
    assumes.add('error-first');
  }
  return /** @type {PlainCallee} */ (callee);
}

/**
 * @param {'none' | 'one' | number} results
 * @returns {number}
 */
export function countOf(results) {
  return results === 'none' ? 0 : results === 'one' ? 1 : results;
}

/**
 * @param {Pick<Holder, 'sourceCode'>} translator
 * @param {FunctionNode} fn
 * @param {number} count
 * @returns {CallbackFunction}
 */
function asCallbackFunction({ sourceCode }, fn, count) {
  const parameter = fn.params[count];
  const callback = sourceCode
    .getDeclaredVariables(fn)
    .find((variable) => variable.identifiers.includes(/** @type {any} */ (parameter)));
  if (fn.params.length !== count + 1 || parameter?.type !== 'Identifier' || !callback) {
    throw new Refused('flow-iteratee', quote(sourceCode, fn));
  }
  return {
    fn,
    callback,
    index: count,
    name: '',
    calls: [],
    escapes: true,
    isGiven: true,
    isNest: true,
  };
}

/**
 * @param {Holder} translator
 * @param {Task} task
 * @param {number} [levels] By how many levels its lines move.
 */
export function adopt(translator, { edits, translators }, levels = 0) {
  translator.edits.push(...edits.map((edit) => moveTextOf(translator.sourceCode, edit, levels)));
  for (const inner of translators) {
    inner.assumes.forEach((id) => translator.assumes.add(id));
    inner.needs.forEach((need) => translator.needs.add(need));
    inner.calls.forEach((call) => translator.calls.add(call));
    inner.partners.forEach((partner) => translator.partners.add(partner));
    flowsOf(inner).forEach((flow) => flowsOf(translator).add(flow));
  }
}

/**
 * @typedef {object} Run What a task comes to where it runs.
 * @property {Task} task
 * @property {Pieces} pieces Its promise, or the value alone.
 * @property {boolean} isValue Whether that is there already.
 */

/**
 *     (next) => load(x, next)  ->  load(x)        function (next) {…}  ->  (async function () {…})()
 *
 * @param {Translator} translator
 * @param {Task} task
 * @param {object} [place]
 * @param {string} [place.given] The arguments of the call.
 * @param {boolean} [place.isStatement] Whether nobody takes what it gives.
 * @param {boolean} [place.isBeside] Whether others have begun already.
 * @returns {Run}
 */
export function readRun(
  translator,
  task,
  { given = '', isStatement = false, isBeside = false } = {},
) {
  if (task.applied) {
    const { arguments: parts } = task.fn;
    return {
      task,
      pieces: besideOthers(translator, parts, task.applied(given), isBeside),
      isValue: false,
    };
  }
  const value = isStatement ? undefined : valueOfTask(translator, task, given, isBeside);
  const short = value ?? shorten(translator, task, given);
  const { fn, call } = short;
  const pieces = call
    ? besideOthers(translator, [call], [call.range], isBeside)
    : /** @type {Pieces} */ (['(', fn.range, `)(${given})`]);
  return { task: short, pieces, isValue: value !== undefined };
}

/**
 *     [(next) => load(first, next), (next) => load(options.other.name, next)]
 *
 * @param {Translator} translator
 * @param {readonly TSESTree.Node[]} parts Of the call, or the call itself.
 * @param {Pieces} pieces
 * @param {boolean} isBeside
 * @returns {Pieces} In a function of its own where the call may throw: nobody would hear how those end that
 *   have begun by then.
 */
function besideOthers(translator, parts, pieces, isBeside) {
  return isBeside && mayThrowAtStart(translator, parts)
    ? ['(async () => ', ...pieces, ')()']
    : pieces;
}

/**
 * @param {Task} task
 * @returns {number} Where its code begins that goes where it runs.
 */
export function startOf({ call, fn, start = (call ?? fn).range[0] }) {
  return start;
}

/**
 * @param {Run} run
 * @param {Result} [result]
 * @returns {Step} Takes the value, or waits for it.
 */
export function stepOf({ isValue, pieces }, result) {
  return isValue && result
    ? { type: 'hold', keyword: result.keyword, name: [result.pattern], value: pieces }
    : { type: 'wait', operand: pieces, result };
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Node[]} roots Parts of a call, or the call itself.
 * @returns {boolean} Whether what the call is given, or is called on, may throw.
 */
function mayThrowAtStart({ sourceCode }, roots) {
  const [root] = roots;
  const frame = root && enclosingFunction(root);
  const parts = roots
    .flatMap((each) => [...walk(sourceCode, each)])
    .filter((node) => node.type !== 'CallExpression' || node !== root);
  const isElsewhere = (/** @type {TSESTree.Node} */ node) => enclosingFunction(node) !== frame;
  return findThrowing(sourceCode, parts, isElsewhere)?.throwing === 'may';
}

/**
 *     (text, next) => next(null, text.length)  ->  text.length
 *
 * @param {Translator} translator
 * @param {FunctionTask} task
 * @param {string} given
 * @param {boolean} isBeside Whether others have begun already: nobody would hear how they end if it threw.
 * @returns {FunctionTask | undefined} The value alone, where the function only calls back with it.
 */
function valueOfTask(translator, task, given, isBeside) {
  const { fn, edits, results } = task;
  const exit = onlyCallOf(fn);
  const [error, value] = /** @type {TSESTree.Expression[]} */ (exit?.arguments ?? []);
  const last = fn.params.at(-1);
  const isPlain =
    !fn.async &&
    last?.type === 'Identifier' &&
    exit?.callee.type === 'Identifier' &&
    exit.callee.name === last.name &&
    error?.type === 'Literal' &&
    value &&
    value.type !== 'SequenceExpression' &&
    results === 'one' &&
    !(isBeside && mayThrow(translator.sourceCode, value));
  const own = isPlain
    ? edits.filter((edit) => 'text' in edit && isWithin(/** @type {any} */ (edit), value))
    : [];
  const renames = isPlain
    ? readAlone(translator, { ...task, edits: own }, value, given)
    : undefined;
  return renames && { ...task, call: value, edits: [...own, ...renames] };
}

/**
 * @param {FunctionNode} fn
 * @returns {TSESTree.CallExpression | undefined} The one call that it makes, and does nothing else.
 */
function onlyCallOf({ body }) {
  const [statement, ...more] = body.type === 'BlockStatement' ? body.body : [];
  const call =
    statement?.type === 'ExpressionStatement'
      ? statement.expression
      : statement?.type === 'ReturnStatement'
        ? statement.argument
        : body;
  return call?.type === 'CallExpression' && more.length === 0 ? call : undefined;
}

/**
 * @param {Translator} translator
 * @param {FunctionTask} task
 * @param {TSESTree.Node} part
 * @param {string} given
 * @returns {Edit[] | undefined} What gives its parameters the names of what it is given; undefined where the
 *   function is missed where that part of it stands alone, or something is said beside the part.
 */
function readAlone({ sourceCode }, task, part, given) {
  const { fn } = task;
  const uses = frameUses(sourceCode, fn);
  const isOwnFrame =
    fn.type !== 'ArrowFunctionExpression' &&
    (uses.this.length > 0 || uses.arguments.length > 0 || uses.others);
  const isNoted = (sourceCode.ast.comments ?? []).some(
    (comment) =>
      isWithin(/** @type {any} */ (comment), fn) && !isWithin(/** @type {any} */ (comment), part),
  );
  const isWritten = sourceCode
    .getDeclaredVariables(fn)
    .some((variable) => writesOf(variable).length > 0);
  return isOwnFrame || isNoted || isWritten
    ? undefined
    : renameParameters(sourceCode, task, given)?.filter((edit) =>
        isWithin(/** @type {any} */ (edit), part),
      );
}

/**
 *     (text, next) => parse(text, next)  ->  parse(text1)
 *
 * @param {Translator['sourceCode']} sourceCode
 * @param {FunctionTask} task
 * @param {string} given What its parameters are called in its place.
 * @returns {TextEdit[] | undefined} Undefined where what is written already names them, or a string may.
 */
export function renameParameters(sourceCode, { edits, fn }, given) {
  const names = given === '' ? [] : given.split(', ');
  const parameters = fn.params.slice(0, -1);
  const variables = sourceCode.getDeclaredVariables(fn);
  if (names.length !== parameters.length) {
    return undefined;
  }
  /** @type {TextEdit[]} */
  const renames = [];
  for (const [index, parameter] of parameters.entries()) {
    const name = /** @type {string} */ (names[index]);
    const variable = variables.find(({ identifiers }) =>
      identifiers.includes(/** @type {any} */ (parameter)),
    );
    if (parameter.type !== 'Identifier' || !variable) {
      return undefined;
    }
    if (parameter.name !== name) {
      const isNamed = edits.some(
        (edit) => 'text' in edit && edit.text.split(/[^\w$]+/u).includes(parameter.name),
      );
      if (isNamed || frameUses(sourceCode, fn).evaluates) {
        return undefined;
      }
      renames.push(...renameVariable(variable, name));
    }
  }
  return renames;
}

/**
 *     function (item, next) { save(item, next); }  is  (item, next) => save(item, next)
 *
 * @param {Translator} translator
 * @param {FunctionTask} task
 * @param {string} given
 * @returns {FunctionTask} The call alone, where the function does nothing else.
 */
function shorten(translator, task, given) {
  const { call, edits, fn } = task;
  if (call) {
    const own = renameParameters(translator.sourceCode, task, given);
    if (!own) {
      throw new Refused('flow-iteratee', quote(translator.sourceCode, fn));
    }
    return {
      ...task,
      edits: [...edits, ...own.filter((edit) => isWithin(/** @type {any} */ (edit), call))],
    };
  }
  const only = fn.async ? undefined : onlyCallOf(fn);
  const target = () => asCallbackFunction(translator, fn, fn.params.length - 1);
  const short = only && unlessRefused(() => readForward(translator, target(), only));
  const renames = short && readAlone(translator, short, only, given);
  return renames ? { ...short, edits: [...short.edits, ...renames] } : task;
}

/**
 * @template Found
 * @param {() => Found} read
 * @returns {Found | undefined}
 */
export function unlessRefused(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused) {
      return undefined;
    }
    throw error;
  }
}

/**
 *     (item, next) => save(item, next)  ->  async (item) => save(item)
 *
 * @param {Holder} translator
 * @param {FunctionTask} task
 * @param {number} [levels] By how many levels its lines move.
 */
export function writeFunction(translator, task, levels = 0) {
  const { fn, call } = task;
  adopt(translator, task, levels);
  if (call) {
    const [previous, parameter] = fn.params.slice(-2);
    const start = parameter ? previous?.range[1] : fn.params[0]?.range[0];
    const end = fn.params.at(-1)?.range[1];
    translator.edits.push(
      insertBefore(fn.range[0], hasBareParameter(fn) ? 'async ()' : 'async '),
      removeBetween(/** @type {number} */ (start), /** @type {number} */ (end)),
    );
  }
}
