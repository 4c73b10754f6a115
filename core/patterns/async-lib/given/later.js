/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { CallbackFunction } from '../../../callbacks/functions/functions.js' */
/** @import { Collector } from '../calls/calls.js' */
/** @import { Form } from '../calls/forms.js' */

import { readFunction } from '../../../analysis/syntax/definitions.js';
import { enclosingFunction } from '../../../analysis/syntax/functions.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { isOwnModule } from '../../../analysis/environment/project.js';
import { untouchedOrigin } from '../../../analysis/modules/replaced-values.js';
import { constantOf, isGlobal, variableOf, writesOf } from '../../../analysis/syntax/scopes.js';
import { textOf } from '../../../edits/trivia.js';
import { NOT_ERROR_FIRST, isListed } from '../../../callbacks/callees/known-callees.js';
import { callbackFunctionOf } from '../../../callbacks/functions/functions.js';
import { readMethods } from '../../../callbacks/functions/methods.js';
import { callsLater, isSynchronousLibrary, tickFactsOf } from '../../../callbacks/timing/ticks.js';
import { isOwnThenable } from '../../../analysis/values/own-thenables.js';
import { isBuiltin } from '../../../packages/builtin-modules.js';
import { callbackOf } from './callbacks.js';
import { formOf } from '../calls/forms.js';
import { flowName } from '../library/names.js';

/**
 * What calls back in a later tick for certain, or as far as a function of a package is assumed to.
 */

/** @typedef {Pick<Collector, 'sourceCode' | 'context' | 'assumes'>} Asking */

/**
 * The answers to one question so far, so that a function which two others hand their callbacks to is read once. A
 * function that is being read counts as one that may call back at once: in a circle nobody shows when it ends.
 *
 * @typedef {object} Answers
 * @property {Map<FunctionNode, boolean>} functions
 * @property {Map<FunctionNode, Map<FunctionNode, boolean>>} frames Of functions within a function.
 */

/** @returns {Answers} */
const noAnswers = () => ({ functions: new Map(), frames: new Map() });

/** What binds the first arguments of a function. */
const PARTIAL = /^(?:async\.apply|(?:lodash|underscore)\.partial|lodash[./]partial)$/u;

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @returns {boolean} Whether a function of the context's file calls back in a later tick.
 */
export function callsBackLater(context, found) {
  const { sourceCode } = context;
  return (
    tickFactsOf(context).get(found)?.calls === false ||
    isLaterFunction({ sourceCode, context, assumes: new Set() }, found.fn)
  );
}

/**
 * @param {Asking} asking
 * @param {TSESTree.CallExpression} call
 * @param {Answers} [answers]
 * @returns {boolean} Whether the first of its steps, or all that start together, call back later.
 */
export function isLaterFlow(asking, call, answers = noAnswers()) {
  const { sourceCode } = asking;
  const name = flowName({ sourceCode }, call);
  const form = name === undefined ? undefined : formOf(name);
  if (!form) {
    return name === 'setImmediate' || name === 'nextTick';
  }
  const steps = stepsOf(call, form);
  const isSerial = name === 'series' || name === 'waterfall';
  return (
    steps.length > 0 &&
    steps
      .slice(0, isSerial ? 1 : steps.length)
      .every((each) => each && isLater(asking, each, (form.given ?? 0) + 1, answers))
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {Form} form
 * @returns {(TSESTree.Node | null)[]} The functions that the flow runs, or its only one; none where its
 *   tasks are not written out.
 */
export function stepsOf(call, { parameters }) {
  const key = parameters.find((each) => each === 'iteratee' || /^tasks?$/u.test(each));
  const node = call.arguments[parameters.indexOf(key ?? '')];
  switch (node?.type) {
    case 'ArrayExpression':
      return node.elements;
    case 'ObjectExpression':
      return node.properties.map((each) => (each.type === 'Property' ? each.value : each));
    default:
      return node && key !== 'tasks' ? [node] : [];
  }
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @param {number} count How many arguments it is given, with its callback.
 * @param {Answers} [answers]
 * @returns {boolean} Whether a function calls its callback in a later tick whatever it does.
 */
export function isLater(asking, node, count, answers = noAnswers()) {
  const fn = readFunction(asking.sourceCode, node);
  return fn ? isLaterFunction(asking, fn, answers) : isLaterCallee(asking, node, count, answers);
}

/**
 * @param {Asking} asking
 * @param {FunctionNode} fn
 * @param {Answers} [answers]
 * @returns {boolean}
 */
function isLaterFunction(asking, fn, answers = noAnswers()) {
  const known = answers.functions.get(fn);
  if (fn.async || known !== undefined) {
    return fn.async || known === true;
  }
  answers.functions.set(fn, false);
  const callback = callbackOf(asking, fn);
  const isAlwaysLater =
    callback !== undefined &&
    callback.references.length > 0 &&
    callback.references.every(
      ({ identifier }) =>
        isTested(identifier) ||
        isLaterUse(asking, /** @type {TSESTree.Node} */ (identifier), fn, answers),
    );
  answers.functions.set(fn, isAlwaysLater);
  return isAlwaysLater;
}

/**
 *     if (cb)    !cb    typeof cb    cb && …
 *
 * @param {TSESTree.Node | import('@typescript-eslint/scope-manager').Reference['identifier']} use
 * @returns {boolean} Whether it is only asked whether there is a callback.
 */
function isTested({ parent, range: [start] }) {
  switch (parent?.type) {
    case 'BinaryExpression':
    case 'IfStatement':
    case 'UnaryExpression':
      return true;
    case 'ConditionalExpression':
      return parent.test.range[0] === start;
    case 'LogicalExpression':
      return parent.operator === '&&' && parent.left.range[0] === start;
    default:
      return false;
  }
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} use Of the callback, or of a function of the file that calls it.
 * @param {FunctionNode} fn
 * @param {Answers} answers
 * @returns {boolean} Whether it runs later: it, or a function around it, is given to what calls later.
 */
function isLaterUse(asking, use, fn, answers) {
  if (isGivenAway(asking, use, use, answers)) {
    return true;
  }
  for (
    let frame = enclosingFunction(use);
    frame && frame !== fn;
    frame = enclosingFunction(frame)
  ) {
    if (isGivenAway(asking, frame, use, answers) || isNamedForLater(asking, frame, fn, answers)) {
      return true;
    }
  }
  return false;
}

/**
 *     function finish(err) { cb(err); }    fs.stat(path, finish);
 *
 * @param {Asking} asking
 * @param {FunctionNode} frame
 * @param {FunctionNode} fn
 * @param {Answers} answers
 * @returns {boolean} Whether every use of the function's name is one for later.
 */
function isNamedForLater(asking, frame, fn, answers) {
  const known = answers.frames.get(fn) ?? new Map();
  answers.frames.set(fn, known);
  if (!known.has(frame)) {
    known.set(frame, false);
    const uses = usesOf(asking, frame) ?? [];
    known.set(frame, uses.length > 0 && uses.every((use) => isLaterUse(asking, use, fn, answers)));
  }
  return known.get(frame) === true;
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node A function, or the callback itself.
 * @param {TSESTree.Node} use
 * @param {Answers} answers
 * @returns {boolean} Whether it is given to something that calls it later.
 */
function isGivenAway(asking, node, use, answers) {
  const { parent } = node;
  if (parent?.type !== 'CallExpression' || parent.callee === node) {
    return false;
  }
  const index = parent.arguments.indexOf(/** @type {any} */ (node));
  if (index === 0 && isDeferral(asking, parent.callee)) {
    return true;
  }
  if (isThen(asking.sourceCode, parent.callee)) {
    return node !== use || index >= 0;
  }
  if (index !== parent.arguments.length - 1) {
    return false;
  }
  return flowName(asking, parent) === undefined
    ? !isValue(parent) &&
        isLaterCallee(asking, parent.callee, parent.arguments.length, answers, node)
    : isLaterFlow(asking, parent, answers);
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether something is made of what it returns: `once(next)`.
 */
function isValue({ parent }) {
  return !/^(?:ArrowFunctionExpression|ExpressionStatement|ReturnStatement)$/u.test(parent.type);
}

/**
 * @param {Asking['sourceCode']} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} `promise.then(…)`, whose handlers run in a later turn.
 */
export function isThen(sourceCode, callee) {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    /^(?:catch|then)$/u.test(callee.property.name) &&
    !isOwnThenable(sourceCode, callee.object)
  );
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
export function isDeferral({ sourceCode }, callee) {
  if (isGlobal(sourceCode, callee, 'setImmediate') || isGlobal(sourceCode, callee, 'setTimeout')) {
    return untouchedOrigin(sourceCode, callee) !== undefined;
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') {
    return false;
  }
  const { name } = callee.property;
  return (
    (name === 'nextTick' &&
      isGlobal(sourceCode, callee.object, 'process') &&
      untouchedOrigin(sourceCode, callee) !== undefined) ||
    /^(?:nextTick|setImmediate)$/u.test(
      flowName({ sourceCode }, /** @type {any} */ ({ callee })) ?? '',
    )
  );
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} callee
 * @param {number} count How many arguments it is given, with its callback.
 * @param {Answers} [answers]
 * @param {TSESTree.Node} [given] What it is given as its callback, where that is known.
 * @returns {boolean} Whether a function is known, or assumed, to call back in a later tick.
 */
export function isLaterCallee(asking, callee, count, answers = noAnswers(), given = undefined) {
  const { sourceCode, context } = asking;
  const origin = untouchedOrigin(sourceCode, callee);
  if (isListed(context, callee, origin) || context.callsBackLater?.(callee) === true) {
    return true;
  }
  if (origin?.kind === 'module') {
    return isOwnModule(origin, context.project)
      ? isLaterImport(asking, origin.name, origin.path)
      : callsLater(context, { callee }) && (isBuiltin(origin.name) || mayAssume(asking));
  }
  const bound = readBound(sourceCode, callee);
  if (bound) {
    return isLater(asking, bound.callee, count + bound.more, answers);
  }
  const variable = variableOf(sourceCode, callee);
  const own = callbackFunctionOf(sourceCode, variable);
  return own
    ? tickFactsOf(context).get(own)?.calls === false || isLaterFunction(asking, own.fn, answers)
    : isLaterMethod(asking, callee, count, { answers, given });
}

/**
 * @param {Asking} asking
 * @param {string} specifier
 * @param {readonly string[]} keys
 * @returns {boolean}
 */
function isLaterImport({ context }, specifier, keys) {
  const found = context.importedCallback?.(specifier, keys);
  return found !== undefined && !found.maySync && !found.breaks;
}

/**
 * @param {Asking} asking
 * @returns {boolean} Whether a function of a package may be taken for one that calls back later.
 */
function mayAssume({ context, assumes }) {
  const isAssumed = context.options.assumable.has('error-first');
  if (isAssumed) {
    assumes.add('error-first');
  }
  return isAssumed;
}

/**
 *     store.load.bind(store, id)    load.call(store, id, cb)    _.partial(load, id)
 *
 * @param {Asking['sourceCode']} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {{ callee: TSESTree.Node, more: number } | undefined} What is called, and how many more
 *   arguments it gets.
 */
export function readBound(sourceCode, callee) {
  if (callee.type === 'MemberExpression' && readKey(callee) === 'call') {
    return { callee: callee.object, more: -1 };
  }
  if (
    callee.type !== 'CallExpression' ||
    callee.arguments.length === 0 ||
    callee.arguments.some(({ type }) => type === 'SpreadElement')
  ) {
    return undefined;
  }
  const more = callee.arguments.length - 1;
  if (callee.callee.type === 'MemberExpression' && readKey(callee.callee) === 'bind') {
    return { callee: callee.callee.object, more };
  }
  const origin = untouchedOrigin(sourceCode, callee.callee);
  const [first] = callee.arguments;
  return first &&
    origin?.kind === 'module' &&
    PARTIAL.test([origin.name, ...origin.path].join('.')) &&
    callee.arguments.every((each) => textOf(sourceCode, each) !== '_')
    ? { callee: first, more }
    : undefined;
}

/**
 *     this.load(id, cb)    collection.insert(doc, cb)
 *
 * @param {Asking} asking
 * @param {TSESTree.Node} callee
 * @param {number} count
 * @param {{ answers: Answers, given: TSESTree.Node | undefined }} how
 * @returns {boolean} Whether the methods of the file that it may be call back later, or all of that
 *   name in the project; one that no file of the project defines is that of a package.
 */
function isLaterMethod(asking, callee, count, { answers, given }) {
  const { context } = asking;
  const name = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (callee.type !== 'MemberExpression' || callee.optional) {
    return false;
  }
  const call = /** @type {any} */ ({ callee, arguments: { length: count } });
  const methods = readMethods(asking, call);
  if (methods) {
    return (
      mayAssume(asking) &&
      methods.every(
        (each) =>
          tickFactsOf(context).get(each)?.calls === false ||
          isLaterFunction(asking, each.fn, answers),
      )
    );
  }
  const isCallback = given === undefined || given.type === 'Identifier' || takesError(given);
  if (name === undefined || NOT_ERROR_FIRST.has(name) || !isCallback) {
    return false;
  }
  return (
    (isMadeByPackage(asking, callee.object) || context.memberCallsLater?.(name, count) === true) &&
    mayAssume(asking)
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `(err, …) => …`
 */
function takesError(node) {
  const [first] = /** @type {FunctionNode} */ (node).params;
  return first?.type === 'Identifier' && /^(?:e|er|err|error)\d*$|(?:Err|Error)$/u.test(first.name);
}

/**
 *     redis.createClient()    mongoose.model('User')    new Pool()
 *
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a function or class of a package made the object.
 */
function isMadeByPackage({ sourceCode, context }, node) {
  let made = node;
  for (;;) {
    const init = constantOf(sourceCode, made);
    if (init) {
      made = init;
    } else if (made.type === 'CallExpression' || made.type === 'NewExpression') {
      const origin = untouchedOrigin(sourceCode, made.callee);
      if (origin?.kind === 'module') {
        return (
          !isOwnModule(origin, context.project) &&
          !isBuiltin(origin.name) &&
          !isSynchronousLibrary(origin.name)
        );
      }
      made = made.callee;
    } else if (made.type === 'MemberExpression') {
      made = made.object;
    } else {
      return false;
    }
  }
}

/**
 * @param {Asking} asking
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[] | undefined} Every place that reads the function's name; undefined if it
 *   has none, or more than one value.
 */
export function usesOf({ sourceCode }, fn) {
  const variable = fn.id
    ? sourceCode.getDeclaredVariables(fn).find(({ name }) => name === fn.id?.name)
    : undefined;
  if (!variable || fn.type !== 'FunctionDeclaration' || variable.defs.length > 1) {
    return undefined;
  }
  if (writesOf(variable).length > 0 || fn.parent.type.startsWith('Export')) {
    return undefined;
  }
  return variable.references.map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier));
}
