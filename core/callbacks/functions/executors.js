/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Executor } from '../../analysis/promises/executors.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from './functions.js' */

import { canBeAsync, hasPromiseType } from '../../analysis/promises/async-candidates.js';
import { onlyExpression, readExecutor } from '../../analysis/promises/executors.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType, nodesWithin, walk } from '../../analysis/syntax/nodes.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { readErrorTest } from '../errors/errors.js';
import { callbackFunctionOfValue, isExecutor, readBinding, readName } from './functions.js';
import { isWaiting } from './handlers.js';

/**
 * Functions that return a promise which they make by hand, and settle in callbacks:
 *
 *     function load(file) {
 *       return new Promise((resolve, reject) => {
 *         fs.readFile(file, (err, text) => { if (err) return reject(err); resolve(parse(text)); });
 *       });
 *     }
 *
 * `resolve(value)` is `cb(null, value)`, `reject(error)` is `cb(error)`.
 *
 * @typedef {Executor & { node: TSESTree.NewExpression }} MadePromise
 */

/**
 * @param {PatternContext} context
 * @returns {CallbackFunction[]} In source order.
 */
export function promiseFunctionsOf(context) {
  const { sourceCode } = context;
  /** @type {Map<FunctionNode, MadePromise[]>} */
  const made = new Map();
  for (const node of nodesOfType(sourceCode, 'NewExpression')) {
    const fn = enclosingFunction(node);
    const executor = fn && isReturned(node, fn) ? readExecutor(sourceCode, node) : undefined;
    const callee = executor && handsOn(sourceCode, executor);
    if (fn && executor && (callee ? isOwn(context, callee) : waits(context, executor))) {
      made.set(fn, [...(made.get(fn) ?? []), { ...executor, node }]);
    }
  }
  return [...made]
    .filter(
      ([fn]) =>
        !fn.generator &&
        // Nobody hears of what the promise of an executor is rejected with.
        !isExecutor(fn) &&
        canBeAsync(fn, sourceCode) &&
        hasPromiseType(fn),
    )
    .map(([fn, promises]) => toFunction(context, fn, promises));
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} `return new Promise(…)`, `return await new Promise(…)`, `() => new Promise(…)`.
 */
function isReturned(node, fn) {
  const value = node.parent?.type === 'AwaitExpression' ? node.parent : node;
  return value.parent?.type === 'ReturnStatement' || fn.body === value;
}

/**
 * @param {PatternContext} context
 * @param {Executor} executor
 * @returns {boolean} Whether it settles in a callback that gets an error first.
 */
function waits(context, { fn, resolve, reject }) {
  const { sourceCode } = context;
  const uses = [resolve, reject].flatMap((each) => each?.references ?? []);
  return nodesWithin(sourceCode, 'CallExpression', fn).some((call) => {
    const callback = givenCallback(sourceCode, call);
    return (
      callback !== undefined &&
      uses.some(({ identifier }) =>
        isWithin(/** @type {TSESTree.Node} */ (identifier), callback),
      ) &&
      isWaiting(context, call, callback, (each) => asksForError(sourceCode, each))
    );
  });
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {FunctionNode | undefined} Its last argument, as written there or by its name.
 */
function givenCallback(sourceCode, call) {
  const last = call.arguments.at(-1);
  if (last?.type !== 'Identifier') {
    return isFunction(last) ? last : undefined;
  }
  const node = variableOf(sourceCode, last)?.defs[0]?.node;
  const named = node?.type === 'VariableDeclarator' ? node.init : node;
  return isFunction(named) ? named : undefined;
}

/**
 *     if (err)    if (err || !value)    if (!err && value)    err ? … : …
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} callback
 * @returns {boolean} Whether that is the first thing which it does.
 */
function asksForError(sourceCode, { body, params: [error] }) {
  const first = body.type === 'BlockStatement' ? body.body[0] : body;
  const choice = first?.type === 'ExpressionStatement' ? first.expression : first;
  let test =
    choice?.type === 'IfStatement' || choice?.type === 'ConditionalExpression'
      ? choice.test
      : undefined;
  while (test?.type === 'LogicalExpression') {
    test = test.left;
  }
  const read = test && readErrorTest(sourceCode, test);
  return read?.variable.identifiers.some((name) => name === error) === true;
}

/** What a callback is made of that only asks for its error. */
const ASKING =
  /^(?:BlockStatement|CallExpression|ConditionalExpression|ExpressionStatement|Identifier|IfStatement|ReturnStatement|UnaryExpression)$/u;

/**
 *     new Promise((resolve, reject) => load(file, (err, text) => (err ? reject(err) : resolve(text))))
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {Executor} executor
 * @returns {TSESTree.Expression | undefined} What is called, if it only stands for the promise form of that.
 */
function handsOn(sourceCode, { fn, resolve, reject }) {
  const call = onlyExpression(fn.body);
  const callback = call?.type === 'CallExpression' ? call.arguments.at(-1) : undefined;
  if (call?.type !== 'CallExpression' || !isFunction(callback)) {
    return undefined;
  }
  const known = new Set([resolve, reject, ...sourceCode.getDeclaredVariables(callback)]);
  const isOnly = [...walk(sourceCode, callback.body)].every(
    (node) =>
      ASKING.test(node.type) &&
      (node.type !== 'Identifier' || known.has(variableOf(sourceCode, node))) &&
      (node.type !== 'CallExpression' || node.arguments.length < 2),
  );
  return isOnly && [resolve, reject].every((each) => each?.references.length === 1)
    ? call.callee
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} callee
 * @returns {boolean} Whether it is a function of the project, which may give a promise itself.
 */
function isOwn({ importedCallback, sourceCode }, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  return (
    callbackFunctionOfValue(sourceCode, callee) !== undefined ||
    (origin?.kind === 'module' && importedCallback?.(origin.name, origin.path) !== undefined)
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {readonly MadePromise[]} promises
 * @returns {CallbackFunction}
 */
function toFunction({ sourceCode }, fn, promises) {
  const variable = readBinding(sourceCode, fn);
  const settlers = promises.flatMap(({ resolve, reject }) => [resolve, reject]);
  const references = settlers.flatMap((each) => each?.references ?? []);
  const callback = { name: '', references, identifiers: [], defs: [] };
  return {
    fn,
    callback: /** @type {any} */ ({ ...callback, scope: sourceCode.getScope(fn.body) }),
    index: -1,
    name: variable?.name ?? readName(fn),
    calls: [],
    escapes: true,
    isNest: !promises.every((each) => handsOn(sourceCode, each)),
    promises,
  };
}
