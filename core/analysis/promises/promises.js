/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Reference, Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { PLAIN_CLASSES, PLAIN_FUNCTIONS } from '../../packages/language.js';
import { PROMISE_MODULES, isIteratingName } from '../../packages/node.js';
import { readCertainInit } from '../values/certain-values.js';
import { readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { isFunction, returnedBy } from '../syntax/functions.js';
import { globalValues, readGlobalPath } from '../modules/global-values.js';
import { readKey } from '../modules/modules.js';
import { onlyCallsPromise } from '../modules/patch-signs.js';
import { propertyWrites } from '../modules/property-writes.js';
import { untouchedOrigin } from '../modules/replaced-values.js';
import {
  globalReferences,
  isGlobal,
  readConstantInit,
  variableOf,
  writesOf,
} from '../syntax/scopes.js';

/**
 * Whether an expression is a promise, as far as the file proves it.
 *
 * - `native`: certainly a promise of the engine's own class, with the engine's own `then`.
 * - `plain`: certainly nothing that `await` would wait for: no promise, no thenable.
 * - `unknown`: anything else, above all what comes from elsewhere.
 *
 * @typedef {'native' | 'plain' | 'unknown'} Promisehood
 */

/** Calls of these on the global `Promise` give a native promise and never throw. */
const STATICS = new Set(['all', 'allSettled', 'any', 'race', 'reject', 'resolve', 'try']);

const METHODS = new Set(['then', 'catch', 'finally']);

/** How many variables and local functions are followed. */
const MAX_DEPTH = 6;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node An expression.
 * @param {(node: TSESTree.Node) => Promisehood | undefined} [knows] Answers what the caller knows of
 *   the expression, or of a part that its value may come from.
 * @returns {Promisehood}
 */
export function classifyPromise(sourceCode, node, knows = () => undefined) {
  return classify({ sourceCode, knows, variables: new Map() }, node, MAX_DEPTH);
}

/**
 * @typedef {object} Inquiry
 * @property {SourceCodeLike} sourceCode
 * @property {(node: TSESTree.Node) => Promisehood | undefined} knows
 * @property {Map<Variable, Promisehood>} variables The answers for them.
 */

/**
 * @param {Inquiry} inquiry
 * @param {TSESTree.Node} node
 * @param {number} depth
 * @returns {Promisehood}
 */
function classify(inquiry, node, depth) {
  const known = depth === 0 ? 'unknown' : inquiry.knows(node);
  if (known) {
    return known;
  }
  switch (node.type) {
    // A promise is never fulfilled with a thenable: the value that `await` gives is none.
    // https://tc39.es/ecma262/#sec-promise-resolve-functions
    case 'AwaitExpression':
    case 'ArrayExpression':
    case 'ArrowFunctionExpression':
    case 'BinaryExpression':
    case 'FunctionExpression':
    case 'Literal':
    case 'TemplateLiteral':
    case 'UnaryExpression':
    case 'UpdateExpression':
      return 'plain';
    case 'ClassExpression':
      return node.superClass || node.body.body.some(mayBeThen) ? 'unknown' : 'plain';
    case 'ObjectExpression':
      return node.properties.some(mayBeThen) ? 'unknown' : 'plain';
    case 'ImportExpression':
      return 'native';
    case 'NewExpression':
      return classifyInstance(inquiry.sourceCode, node);
    case 'CallExpression':
      return classifyCall(inquiry, node, depth);
    case 'Identifier':
      return classifyVariable(inquiry, node, depth);
    case 'AssignmentExpression':
      if (node.operator === '=') {
        return classify(inquiry, node.right, depth);
      }
      // The others compute.
      return /[&|?]{2}=/u.test(node.operator) ? 'unknown' : 'plain';
    case 'SequenceExpression':
      return classifyAll(inquiry, node.expressions.slice(-1), depth);
    case 'ConditionalExpression':
      return classifyAll(inquiry, [node.consequent, node.alternate], depth);
    case 'LogicalExpression':
      return classifyAll(inquiry, [node.left, node.right], depth);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return classify(inquiry, node.expression, depth);
    default:
      return 'unknown';
  }
}

/**
 * @param {Inquiry} inquiry
 * @param {readonly TSESTree.Node[]} nodes
 * @param {number} depth
 * @returns {Promisehood} What all of them are.
 */
function classifyAll(inquiry, nodes, depth) {
  const kinds = new Set(nodes.map((node) => classify(inquiry, node, depth - 1)));
  const [kind = 'unknown'] = kinds;
  return kinds.size === 1 ? kind : 'unknown';
}

/**
 * @param {TSESTree.ObjectLiteralElement | TSESTree.ClassElement} part Of an object, or of a class that
 *   extends no other.
 * @returns {boolean} Whether it may give what is made a `then`.
 */
function mayBeThen(part) {
  if (!('key' in part)) {
    return part.type === 'SpreadElement';
  }
  if ('static' in part && !part.static) {
    return false;
  }
  const { computed, key } = part;
  const name = key.type === 'Identifier' ? key.name : String(/** @type {any} */ (key).value);
  return computed || name === 'then' || name === '__proto__';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.NewExpression} node
 * @returns {Promisehood}
 */
function classifyInstance(sourceCode, { callee }) {
  if (isNativeClass(sourceCode, callee)) {
    return 'native';
  }
  return callee.type === 'Identifier' &&
    PLAIN_CLASSES.has(callee.name) &&
    isGlobal(sourceCode, callee, callee.name) &&
    untouchedOrigin(sourceCode, callee)
    ? 'plain'
    : 'unknown';
}

/**
 * @param {Inquiry} inquiry
 * @param {TSESTree.CallExpression} node
 * @param {number} depth
 * @returns {Promisehood}
 */
function classifyCall(inquiry, node, depth) {
  const { sourceCode } = inquiry;
  const { callee } = node;
  if (node.optional) {
    return 'unknown';
  }
  if (isFunction(callee)) {
    return classifyResult(inquiry, callee, depth);
  }
  if (readPromiseStatic(sourceCode, node) !== undefined) {
    return 'native';
  }
  const receiver = readReceiver(node);
  if (receiver && classify(inquiry, receiver, depth - 1) === 'native') {
    return 'native';
  }
  const called = callee.type === 'Identifier' && readFunction(sourceCode, callee);
  if (called) {
    return classifyResult(inquiry, called, depth);
  }
  const origin = untouchedOrigin(sourceCode, callee);
  if (origin?.kind === 'module') {
    const [first, ...rest] = origin.path;
    const isPromiseForm =
      (PROMISE_MODULES.has(origin.name) && origin.path.length === 1) ||
      (PROMISE_MODULES.has(`${origin.name}/promises`) && first === 'promises' && rest.length === 1);
    return isPromiseForm && !isIteratingName(origin.path.at(-1) ?? '') ? 'native' : 'unknown';
  }
  return origin && origin.path.length === 0 && PLAIN_FUNCTIONS.has(origin.name)
    ? 'plain'
    : 'unknown';
}

/**
 *     object.then(…)    object.catch(…)    object.finally(…)
 *
 * @param {TSESTree.CallExpression} node
 * @returns {TSESTree.Expression | undefined} The object.
 */
function readReceiver({ callee }) {
  return callee.type === 'MemberExpression' &&
    !callee.optional &&
    METHODS.has(readKey(callee) ?? '')
    ? callee.object
    : undefined;
}

/**
 * @param {Inquiry} inquiry
 * @param {TSESTree.Identifier} node
 * @param {number} depth
 * @returns {Promisehood}
 */
function classifyVariable(inquiry, node, depth) {
  const variable = variableOf(inquiry.sourceCode, node);
  if (!variable) {
    return node.name === 'undefined' || node.name === 'NaN' || node.name === 'Infinity'
      ? 'plain'
      : 'unknown';
  }
  const known = inquiry.variables.get(variable);
  if (known) {
    return known;
  }
  // A value that it gets from itself is one that it gets elsewhere.
  inquiry.variables.set(variable, 'plain');
  const kind = classifyValues(inquiry, variable, depth);
  inquiry.variables.set(variable, kind);
  return kind;
}

/**
 * @param {Inquiry} inquiry
 * @param {Variable} variable
 * @param {number} depth
 * @returns {Promisehood} What all of its values are.
 */
function classifyValues(inquiry, variable, depth) {
  const values = readValues(variable);
  if (!values) {
    return 'unknown';
  }
  const kind = classifyAll(inquiry, values, depth);
  // A variable that is assigned later is undefined before.
  const isKept =
    kind === 'native'
      ? readCertainInit(variable) !== undefined && !getsProperty(variable, () => true)
      : !getsProperty(variable, (key) => key === undefined || key === 'then');
  return isKept ? kind : 'unknown';
}

/**
 * @param {Variable} variable
 * @returns {TSESTree.Expression[] | undefined} What is assigned to it as a whole; undefined if it gets
 *   anything else.
 */
function readValues(variable) {
  const constant = readConstantInit(variable);
  if (constant) {
    return constant.keys.length === 0 ? [constant.init] : undefined;
  }
  const values = writesOf(variable).map(readWhole);
  const isLocal = variable.defs.length === 1 && variable.defs[0]?.type === 'Variable';
  return isLocal && values.length > 0 && values.every((value) => value !== undefined)
    ? values
    : undefined;
}

/**
 *     let name = value;    name = value;
 *
 * @param {Reference} reference
 * @returns {TSESTree.Expression | undefined} What the variable is written with.
 */
function readWhole({ identifier: { parent }, writeExpr }) {
  const isWhole =
    parent?.type === 'VariableDeclarator'
      ? parent.init === writeExpr
      : parent?.type === 'AssignmentExpression' &&
        parent.operator === '=' &&
        parent.right === writeExpr;
  return isWhole ? /** @type {TSESTree.Expression | undefined} */ (writeExpr) : undefined;
}

/**
 * @param {Variable} variable
 * @param {(key: string | undefined) => boolean} counts
 * @returns {boolean} Whether the file gives the object another property of such a key.
 */
export function getsProperty({ references }, counts) {
  return references.some(
    ({ identifier: { parent } }) =>
      parent?.type === 'MemberExpression' &&
      parent.parent.type === 'AssignmentExpression' &&
      parent.parent.left === parent &&
      counts(readKey(parent)),
  );
}

/**
 * @param {Inquiry} inquiry
 * @param {FunctionNode} fn
 * @param {number} depth
 * @returns {Promisehood} What a call of the function gives if it does not throw.
 */
function classifyResult(inquiry, fn, depth) {
  if (fn.generator) {
    // Generators and async generators have no `then`.
    return 'plain';
  }
  if (fn.async) {
    return 'native';
  }
  const results = returnedBy(inquiry.sourceCode, fn);
  const alwaysReturns =
    fn.body.type !== 'BlockStatement' || /^(?:Return|Throw)/u.test(fn.body.body.at(-1)?.type ?? '');
  return alwaysReturns && results.every((result) => result !== null)
    ? classifyAll(inquiry, results, depth)
    : 'unknown';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node is the global `Promise` of a file that leaves it, and what the
 *   language looks up on it, as it is.
 */
export function isNativeClass(sourceCode, node) {
  const isClass =
    node.type === 'MemberExpression'
      ? // globalThis.Promise
        !node.optional &&
        readKey(node) === 'Promise' &&
        readGlobalPath(sourceCode, node.object) === ''
      : isGlobal(sourceCode, node, 'Promise');
  return isClass && !isPromiseReplaced(sourceCode);
}

/**
 *     Promise.resolve(…)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} node
 * @returns {string | undefined} The name of the native static method that is called.
 */
export function readPromiseStatic(sourceCode, { callee, optional }) {
  if (optional || callee.type !== 'MemberExpression' || callee.optional) {
    return undefined;
  }
  const key = readKey(callee);
  return key !== undefined && STATICS.has(key) && isNativeClass(sourceCode, callee.object)
    ? key
    : undefined;
}

/** Writes of these change what `await` and `Promise.resolve` do. */
const LOOKED_UP = new Set([...STATICS, ...METHODS, 'constructor', 'prototype', '@@species']);

/**
 * Whether the file gives the global `Promise` another value, or another method that promises are
 * made or followed with: then nothing in it is certainly a native promise.
 *
 * @type {(sourceCode: SourceCodeLike) => boolean}
 */
export const isPromiseReplaced = oncePerFile((sourceCode) => {
  if (onlyCallsPromise(sourceCode)) {
    return false;
  }
  const values = globalValues(sourceCode);
  /** @type {(path: string, isHit: (key: string) => boolean) => boolean} */
  const writes = (path, isHit) =>
    values.at(path).some((node) => propertyWrites(sourceCode, node).some(({ key }) => isHit(key)));
  return (
    writes('', (key) => key === 'Promise') ||
    writes('Promise', (key) => LOOKED_UP.has(key)) ||
    writes('Promise.prototype', (key) => LOOKED_UP.has(key)) ||
    globalReferences(sourceCode, 'Promise').some(isWritten)
  );
});

/**
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether the global is a target: `Promise = …`, `[Promise] = …`.
 */
function isWritten(node) {
  const { parent } = node;
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return parent.left === node;
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'Property':
      return parent.parent.type === 'ObjectPattern';
    default:
      return false;
  }
}
