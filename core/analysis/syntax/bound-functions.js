/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from './functions.js' */

import { keepsValue } from '../values/certain-values.js';
import { isInLoop } from '../flow/control-flow.js';
import { readFunction } from './definitions.js';
import { enclosingFunction, frameUses } from './functions.js';
import { readKey } from '../modules/modules.js';
import { variableOf, writesOf } from './scopes.js';

/**
 * The functions that `bind` makes of functions of the file, where a call means the same whenever it is made.
 *
 *     save.bind(null, store)    (value) => save(store, value)
 *
 * @typedef {object} BoundFunction
 * @property {TSESTree.Identifier} callee The function's name.
 * @property {FunctionNode} fn
 * @property {readonly TSESTree.Expression[]} args Its first arguments.
 */

/** The values to which `this` may be bound: nothing happens while they are read. */
const RECEIVERS = new Set(['Identifier', 'Literal', 'ThisExpression']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {BoundFunction | undefined}
 */
export function readBoundFunction(sourceCode, node) {
  if (
    node.type !== 'CallExpression' ||
    node.optional ||
    node.callee.type !== 'MemberExpression' ||
    node.callee.optional ||
    node.callee.object.type !== 'Identifier' ||
    readKey(node.callee) !== 'bind'
  ) {
    return undefined;
  }
  const callee = node.callee.object;
  const fn = namedFunction(sourceCode, callee);
  const [receiver, ...args] = node.arguments;
  return fn &&
    !usesReceiver(sourceCode, fn) &&
    (!receiver || RECEIVERS.has(receiver.type)) &&
    args.every((each) => staysAsItIs(sourceCode, each))
    ? { callee, fn, args: /** @type {TSESTree.Expression[]} */ (args) }
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The function of the file that the name stands for, whenever it is
 *   read.
 */
export function namedFunction(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  return variable && keepsValue(variable) ? readFunction(sourceCode, node) : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function usesReceiver(sourceCode, fn) {
  const uses = frameUses(sourceCode, fn);
  return (
    fn.type !== 'ArrowFunctionExpression' && (uses.this.length > 0 || uses.others || uses.evaluates)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression has one value, now and later, and nothing happens while it
 *   is read.
 */
function staysAsItIs(sourceCode, node) {
  if (node.type === 'Literal') {
    return !('regex' in node);
  }
  const variable = variableOf(sourceCode, node);
  const [definition] = variable?.defs ?? [];
  // A variable that another module exports may get another value there.
  const isLive = definition?.type === 'ImportBinding' && definition.node.type === 'ImportSpecifier';
  return Boolean(
    variable &&
    definition &&
    !isLive &&
    definition.name.range[0] < node.range[0] &&
    (keepsValue(variable) || isSetBefore(sourceCode, variable, node)),
  );
}

/**
 *     config = config || {};
 *     load().then(use.bind(null, config));
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is one of the function's own, which gets no value any more once the node
 *   is reached.
 */
function isSetBefore(sourceCode, variable, node) {
  const home = enclosingFunction(node);
  return (
    home !== undefined &&
    !isInLoop(node, home) &&
    variable.defs.every(({ name }) => enclosingFunction(name) === home) &&
    frameUses(sourceCode, home).arguments.length === 0 &&
    writesOf(variable).every(
      ({ identifier }) =>
        enclosingFunction(identifier) === home &&
        statementAround(identifier).range[1] <= node.range[0],
    )
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node}
 */
function statementAround(node) {
  let statement = node;
  while (statement.parent && !/(?:Declaration|Statement)$/u.test(statement.type)) {
    statement = statement.parent;
  }
  return statement;
}
