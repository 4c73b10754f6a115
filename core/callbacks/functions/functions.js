/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { MadePromise } from './executors.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isAsyncKind } from '../../analysis/promises/async-candidates.js';
import { withoutCasts } from '../../analysis/syntax/casts.js';
import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import {
  isVisibleOutside,
  readConstantInit,
  readsOf,
  variableOf,
  writesOf,
} from '../../analysis/syntax/scopes.js';
import { callOfCallback, deferredArguments } from './callback-calls.js';

/**
 * A function whose last parameter is an error-first callback, by what it does with it.
 *
 * @typedef {object} CallbackFunction
 * @property {FunctionNode} fn
 * @property {Variable} callback
 * @property {number} index The callback's place among the parameters.
 * @property {string} name For messages, and for the names made from it; '' when it has none.
 * @property {Variable} [variable] The binding whose only value the function is.
 * @property {TSESTree.CallExpression[]} calls The calls of that binding.
 * @property {boolean} escapes Whether anything but these calls may reach it.
 * @property {boolean} [isGiven] Whether the callback is there for certain.
 * @property {boolean} [isTurn] Whether it becomes a turn of a loop: nobody looks at its results.
 * @property {readonly FunctionNode[]} [waits] Of a handler, which has no callback: what it gives to calls to
 *   be called back, at any depth.
 * @property {readonly MadePromise[]} [promises] Of a function without a callback: the promises that it
 *   makes by hand and returns.
 * @property {boolean} isNest Whether functions inside it use the callback. One that only calls it, or
 *   hands it on, is of interest to the functions that call it.
 */

/** A parameter that is only handed on tells nothing but its name. */
export const CALLBACK_NAME = /^(?:cb|callback|done|next)\d*$|(?:Cb|Callback)$/u;

/** @type {(sourceCode: SourceCodeLike) => readonly CallbackFunction[]} In source order. */
export const callbackFunctionsOf = oncePerFile((sourceCode) => {
  const functions = [
    ...nodesOfType(sourceCode, 'FunctionDeclaration'),
    ...nodesOfType(sourceCode, 'FunctionExpression'),
    ...nodesOfType(sourceCode, 'ArrowFunctionExpression'),
  ];
  return functions
    .map((fn) => readCallbackFunction(sourceCode, fn))
    .filter((found) => found !== undefined)
    .sort((left, right) => left.fn.range[0] - right.fn.range[0]);
});

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<TSESTree.Node, CallbackFunction>} */
const functionsByNode = oncePerFile(
  (sourceCode) => new Map(callbackFunctionsOf(sourceCode).map((found) => [found.fn, found])),
);

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<Variable | string, CallbackFunction[]>} */
const functionsByHandle = oncePerFile((sourceCode) =>
  groupBy(callbackFunctionsOf(sourceCode), ({ variable, name }) => variable ?? name),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable | string} handle
 * @returns {readonly CallbackFunction[]} Those that are the variable's value; those of the name that
 *   have no variable.
 */
export function callbackFunctionsBy(sourceCode, handle) {
  return functionsByHandle(sourceCode).get(handle) ?? [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable | undefined} variable
 * @returns {CallbackFunction | undefined} The function that is the variable's value.
 */
export function callbackFunctionOf(sourceCode, variable) {
  return variable && callbackFunctionsBy(sourceCode, variable)[0];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {CallbackFunction | undefined} The one that the value is, by its name or as written there.
 */
export function callbackFunctionOfValue(sourceCode, value) {
  if (value.type === 'Identifier') {
    return callbackFunctionOf(sourceCode, variableOf(sourceCode, value));
  }
  return functionsByNode(sourceCode).get(value);
}

/**
 * @param {readonly Variable[]} variables That it declares.
 * @param {FunctionNode} fn
 * @returns {boolean} Whether a later function of its name takes its place before anything runs.
 */
function isReplaced(variables, fn) {
  return variables.some(
    ({ defs }) =>
      defs.some(({ node }) => node === fn) &&
      defs.some(({ type, node }) => type === 'FunctionName' && node.range[0] > fn.range[0]),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {CallbackFunction | undefined}
 */
function readCallbackFunction(sourceCode, fn) {
  const parameter = nameOfCallback(sourceCode, fn.params.at(-1));
  if (fn.async || fn.generator || parameter?.type !== 'Identifier' || !fn.body) {
    return undefined;
  }
  const variables = sourceCode.getDeclaredVariables(fn);
  if (!isAsyncKind(fn, sourceCode) || isExecutor(fn) || isReplaced(variables, fn)) {
    return undefined;
  }
  const given = variables.find(
    ({ name, identifiers }) => name === parameter.name && identifiers.includes(parameter),
  );
  const callback = given && (aliasOf(sourceCode, fn, given) ?? given);
  if (!callback || !isErrorFirst(sourceCode, callback)) {
    return undefined;
  }
  const variable = readBinding(sourceCode, fn);
  const reads = variable ? readsOf(variable) : [];
  const calls = reads.map(({ identifier }) => callOf(identifier)).filter((call) => call !== null);
  return {
    fn,
    callback,
    index: fn.params.length - 1,
    name: variable?.name ?? readName(fn),
    ...(variable && { variable }),
    calls,
    escapes:
      !variable ||
      fn.parent.type === 'AssignmentExpression' ||
      isVisibleOutside(variable) ||
      calls.length < reads.length,
    isNest: callback.references.some(
      ({ identifier }) => enclosingFunction(/** @type {TSESTree.Node} */ (identifier)) !== fn,
    ),
  };
}

/**
 *     function (file, cb) { const callback = cb || noop; … }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {Variable} given
 * @returns {Variable | undefined} The one that takes the place of the parameter, with a default.
 */
function aliasOf(sourceCode, fn, given) {
  const [use, ...more] = readsOf(given).map(({ identifier }) => identifier);
  const { parent } = use ?? {};
  const declarator = parent?.parent;
  if (
    more.length > 0 ||
    writesOf(given).length > 0 ||
    parent?.type !== 'LogicalExpression' ||
    parent.left !== use ||
    !/^(?:\|\||\?\?)$/u.test(parent.operator) ||
    !readFunction(sourceCode, parent.right) ||
    declarator?.type !== 'VariableDeclarator' ||
    declarator.id.type !== 'Identifier' ||
    declarator.parent.parent !== fn.body
  ) {
    return undefined;
  }
  const alias = variableOf(sourceCode, declarator.id);
  return alias && writesOf(alias).length === 1 ? alias : undefined;
}

/**
 *     (file, cb = () => {}) => …    (file, cb = noop) => …
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Parameter | undefined} parameter
 * @returns {TSESTree.Parameter | undefined} Without a default that certainly is a function.
 */
function nameOfCallback(sourceCode, parameter) {
  return parameter?.type === 'AssignmentPattern' && readFunction(sourceCode, parameter.right)
    ? parameter.left
    : parameter;
}

/**
 * @param {Pick<CallbackFunction, 'fn' | 'index'>} found
 * @returns {TSESTree.Identifier} The callback's name among the parameters, without its default.
 */
export function callbackParameter({ fn, index }) {
  const parameter = fn.params[index];
  return /** @type {TSESTree.Identifier} */ (
    parameter?.type === 'AssignmentPattern' ? parameter.left : parameter
  );
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `new Promise((resolve, reject) => …)`: `reject` is called with an error, but is
 *   no callback.
 */
export function isExecutor({ parent }) {
  return (
    parent.type === 'NewExpression' &&
    parent.callee.type === 'Identifier' &&
    /^(?:Bluebird|\w*Promise)$/u.test(parent.callee.name)
  );
}

/**
 * Decides by use: the callback is called with nothing, with `null`, with an error or with what is
 * tested as one, or it is handed on in a callback's place; not with results first.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} callback
 * @returns {boolean}
 */
function isErrorFirst(sourceCode, callback) {
  let speaksFor = false;
  for (const { identifier } of callback.references) {
    const call = callOfCallback(identifier);
    const first = call?.arguments[0];
    if (call && first) {
      speaksFor ||= isNullish(first) || isErrorLike(first);
    } else if (!call && isDeferredAsErrorFirst(identifier)) {
      speaksFor = true;
    } else if (!call && isLastArgument(identifier)) {
      speaksFor ||=
        !isGivenAsResult(sourceCode, identifier) &&
        (CALLBACK_NAME.test(callback.name) || isForCore(sourceCode, identifier));
    } else if (call) {
      // `cb()` alone says little: any function is called so.
      speaksFor ||=
        call.arguments.length === 0 &&
        (CALLBACK_NAME.test(callback.name) || isWithinCallback(identifier, callback));
    }
  }
  return speaksFor;
}

/**
 * @param {TSESTree.Node} argument
 * @returns {boolean} `process.nextTick(cb, null, v)`, `setImmediate(cb, new Error('…'))`.
 */
function isDeferredAsErrorFirst(argument) {
  const [first] = deferredArguments(argument) ?? [];
  return first !== undefined && (isNullish(first) || isErrorLike(first));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} argument
 * @returns {boolean} `(err, done) => cb(null, done)`: a callback gets it as the result that has the name.
 */
function isGivenAsResult(sourceCode, argument) {
  const { callee, arguments: given } = /** @type {TSESTree.CallExpression} */ (
    withAssertion(argument).parent
  );
  const [first] = given;
  return (
    callee.type === 'Identifier' &&
    first !== undefined &&
    first !== argument &&
    (isNullish(first) || isErrorLike(first)) &&
    variableOf(sourceCode, callee)?.defs[0]?.type === 'Parameter'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} argument
 * @returns {boolean} Whether it is given to a function that certainly takes an error-first callback.
 */
function isForCore(sourceCode, { parent }) {
  return (
    parent?.type === 'CallExpression' &&
    parent.arguments.length > 1 &&
    coreApi(resolveOrigin(sourceCode, parent.callee)) !== undefined
  );
}

/**
 * @param {TSESTree.Node} identifier
 * @param {Variable} callback
 * @returns {boolean} Whether the use stands in a function that is another call's last argument.
 */
function isWithinCallback(identifier, callback) {
  const owner = callback.scope.block;
  for (let fn = enclosingFunction(identifier); fn && fn !== owner; fn = enclosingFunction(fn)) {
    if (isLastArgument(fn) && fn.params.length > 0) {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `null`, `undefined` or `void 0`.
 */
export function isNullish(node) {
  return (
    (node.type === 'Literal' && node.value === null && node.raw === 'null') ||
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'UnaryExpression' &&
      node.operator === 'void' &&
      node.argument.type === 'Literal')
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} The same for `undefined!` and `null as any`, which a type may want.
 */
export function isNothing(node) {
  return isNullish(withoutCasts(node));
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} An error that is made, or a variable named and used as one.
 */
export function isErrorLike(node) {
  // cb(err.code === 'ENOENT' ? null : err)    cb(err || null)
  if (node.type === 'ConditionalExpression') {
    return [node.consequent, node.alternate].some((each) => isNullish(each) || isErrorLike(each));
  }
  if (node.type === 'LogicalExpression') {
    return [node.left, node.right].some((each) => isNullish(each) || isErrorLike(each));
  }
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    return node.callee.type === 'Identifier' && /Error$/u.test(node.callee.name);
  }
  return node.type === 'Identifier' && /^(?:e|er|err|error)\d*$|(?:Err|Error)$/u.test(node.name);
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | null} The call whose callee the node is.
 */
export function callOf(node) {
  const call = anyCallOf(node);
  return call?.optional ? null : call;
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | null} The call whose callee the node is, or `node?.(…)`.
 */
export function anyCallOf(node) {
  const {
    parent,
    range: [start, end],
  } = withAssertion(node);
  return parent?.type === 'CallExpression' &&
    parent.callee.range[0] === start &&
    parent.callee.range[1] === end
    ? parent
    : null;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `call(…, node)`.
 */
export function isLastArgument(node) {
  const given = withAssertion(node);
  return given.parent?.type === 'CallExpression' && given.parent.arguments.at(-1) === given;
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} `node!`, where TypeScript is told that it is there.
 */
export function withAssertion(node) {
  return node.parent?.type === 'TSNonNullExpression' ? node.parent : node;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable | undefined} The binding whose only value the function is.
 */
export function readBinding(sourceCode, fn) {
  if (fn.type === 'FunctionDeclaration') {
    const variable = sourceCode.getDeclaredVariables(fn).find(({ name }) => name === fn.id?.name);
    return variable?.defs.length === 1 && !variable.references.some((use) => use.isWrite())
      ? variable
      : undefined;
  }
  // const load = (exports.load = function () {})
  let value = /** @type {TSESTree.Expression} */ (fn);
  while (value.parent.type === 'AssignmentExpression' && value.parent.right === value) {
    value = value.parent;
  }
  const { parent } = value;
  if (parent.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') {
    return undefined;
  }
  const [variable] = sourceCode.getDeclaredVariables(parent);
  return variable && readConstantInit(variable)?.init === value ? variable : undefined;
}

/**
 * @param {FunctionNode} fn
 * @returns {string}
 */
export function readName(fn) {
  if (fn.id) {
    return fn.id.name;
  }
  const { parent } = fn;
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : '';
    case 'AssignmentExpression':
      return readTargetName(parent.left);
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.key.type === 'Identifier' && !parent.computed ? parent.key.name : '';
    default:
      return '';
  }
}

/**
 * @param {TSESTree.Node} target
 * @returns {string} `load` for `exports.load = …`, '' for `module.exports = …`.
 */
function readTargetName(target) {
  if (target.type === 'Identifier') {
    return target.name;
  }
  if (target.type !== 'MemberExpression' || target.computed) {
    return '';
  }
  const name = target.property.type === 'Identifier' ? target.property.name : '';
  return name === 'exports' ? '' : name;
}

/** Functions of test runners, which look at the length of what they are given. */
const TEST_RUNNERS =
  /^(?:after|afterAll|afterEach|before|beforeAll|beforeEach|it|setup|specify|suite|suiteSetup|suiteTeardown|teardown|test)$/u;

/**
 *     it('loads', function (done) { … })
 *
 * @param {CallbackFunction} found
 * @returns {boolean} Whether a test runner gets the function: its callback is better not there at
 *   all.
 */
export function isTestCallback({ fn }) {
  return isTestRunner(fn.parent, fn);
}

/**
 * @param {TSESTree.Node | undefined} call
 * @param {TSESTree.Node} given
 * @returns {boolean} Whether it is the call of a test runner that gets the function.
 */
export function isTestRunner(call, given) {
  if (call?.type !== 'CallExpression') {
    return false;
  }
  let { callee } = call;
  while (callee.type === 'MemberExpression') {
    callee = callee.object;
  }
  return (
    callee.type === 'Identifier' &&
    TEST_RUNNERS.test(callee.name) &&
    call.arguments.some((argument) => argument === given)
  );
}
