/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { Origin } from '../modules/modules.js' */

import { readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { isFunction } from '../syntax/functions.js';
import { classifyPromise, readPromiseStatic } from '../promises/promises.js';
import { untouchedOrigin } from '../modules/replaced-values.js';
import { isGlobal, variableOf } from '../syntax/scopes.js';

/** Globals that are always there. */
const CONSTANTS = new Set(['Infinity', 'NaN', 'undefined', 'globalThis', 'Promise']);

const HARMLESS_OPERATORS = new Set(['!', 'typeof', 'void']);

/**
 * Whether the evaluation of an expression may throw. Members may have getters or no object, calls
 * may do anything; a variable of the file is taken to be initialised.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null} node
 * @returns {boolean}
 */
export function mayThrow(sourceCode, node) {
  /** @param {TSESTree.Node | null} inner */
  const throws = (inner) => mayThrow(sourceCode, inner);
  switch (node?.type) {
    case undefined:
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'Literal':
    case 'ThisExpression':
      return false;
    case 'Identifier':
      return !CONSTANTS.has(node.name) && !variableOf(sourceCode, node);
    case 'TemplateLiteral':
      return node.expressions.length > 0;
    case 'ArrayExpression':
      return node.elements.some((item) => item?.type === 'SpreadElement' || throws(item));
    case 'ObjectExpression':
      return node.properties.some(
        (property) =>
          property.type === 'SpreadElement' || property.computed || throws(property.value),
      );
    case 'UnaryExpression':
      return HARMLESS_OPERATORS.has(node.operator)
        ? throws(node.argument)
        : !(node.operator === '-' && node.argument.type === 'Literal');
    case 'BinaryExpression':
      return (
        (node.operator !== '===' && node.operator !== '!==') ||
        throws(node.left) ||
        throws(node.right)
      );
    case 'LogicalExpression':
      return throws(node.left) || throws(node.right);
    case 'ConditionalExpression':
      return throws(node.test) || throws(node.consequent) || throws(node.alternate);
    case 'SequenceExpression':
      return node.expressions.some(throws);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return throws(node.expression);
    case 'ImportExpression':
      return throws(node.source);
    case 'NewExpression':
      // An exception of the executor rejects.
      return !(
        isGlobal(sourceCode, node.callee, 'Promise') &&
        node.arguments.length === 1 &&
        isFunction(node.arguments[0])
      );
    case 'CallExpression':
      return (
        !rejectsInstead(sourceCode, node) ||
        node.arguments.some((value) => value.type === 'SpreadElement' || throws(value))
      );
    default:
      return true;
  }
}

/**
 * Whether a statement may throw out of the function that it stands in. An exception that its `try` catches
 * does not.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} statement
 * @returns {boolean}
 */
export function statementMayThrow(sourceCode, statement) {
  /** @param {TSESTree.Statement | null} inner */
  const throws = (inner) => inner !== null && statementMayThrow(sourceCode, inner);
  switch (statement.type) {
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'EmptyStatement':
    case 'FunctionDeclaration':
      return false;
    case 'BlockStatement':
      return statement.body.some(throws);
    case 'ExpressionStatement':
      return mayThrow(sourceCode, assignedValue(sourceCode, statement.expression));
    case 'VariableDeclaration':
      return statement.declarations.some(
        ({ id, init }) => id.type !== 'Identifier' || mayThrow(sourceCode, init),
      );
    case 'IfStatement':
      return (
        mayThrow(sourceCode, statement.test) ||
        throws(statement.consequent) ||
        throws(statement.alternate)
      );
    case 'ReturnStatement':
      return mayThrow(sourceCode, statement.argument);
    case 'TryStatement':
      return (
        // catch ({ code })
        (statement.handler?.param?.type ?? 'Identifier') !== 'Identifier' ||
        throws(statement.handler?.body ?? statement.block) ||
        throws(statement.finalizer)
      );
    default:
      return true;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} expression
 * @returns {TSESTree.Expression} What is given to a variable, or the expression itself.
 */
function assignedValue(sourceCode, expression) {
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') {
    return expression;
  }
  const { left, right } = expression;
  const variable = variableOf(sourceCode, left);
  const isConstant = variable && variable.defs.some(({ parent }) => isConst(parent));
  return variable && !isConstant ? right : expression;
}

/**
 * @param {TSESTree.Node | null | undefined} declaration
 * @returns {boolean}
 */
function isConst(declaration) {
  return declaration?.type === 'VariableDeclaration' && declaration.kind === 'const';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether whatever goes wrong in the call comes out as a rejection: of async
 *   functions, binding their parameters included, and of the engine's and Node's own functions.
 */
function rejectsInstead(sourceCode, call) {
  const { callee } = call;
  const fn = readFunction(sourceCode, callee);
  if (fn) {
    return !fn.generator && (fn.async || neverThrows(sourceCode, fn));
  }
  if (readPromiseStatic(sourceCode, call) !== undefined) {
    return true;
  }
  if (isRejectingOrigin(untouchedOrigin(sourceCode, callee))) {
    return true;
  }
  return (
    callee.type === 'MemberExpression' &&
    classifyPromise(sourceCode, call) === 'native' &&
    classifyPromise(sourceCode, callee.object) === 'native' &&
    !mayThrow(sourceCode, callee.object)
  );
}

/** The functions that are being looked into, by the file. */
const pending = oncePerFile(
  () => /** @type {Map<FunctionNode, boolean | undefined>} */ (new Map()),
);

/**
 *     function load(path) { return fs.promises.readFile(path); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether no statement of the function throws.
 */
function neverThrows(sourceCode, fn) {
  const known = pending(sourceCode);
  if (known.has(fn)) {
    // One that calls itself may go on without end, and throws then.
    return known.get(fn) ?? false;
  }
  known.set(fn, undefined);
  const answer =
    fn.params.every(isPlainParameter) &&
    (fn.body.type === 'BlockStatement'
      ? !statementMayThrow(sourceCode, fn.body)
      : !mayThrow(sourceCode, fn.body));
  known.set(fn, answer);
  return answer;
}

/**
 * @param {TSESTree.Parameter} parameter
 * @returns {boolean} Whether binding it runs no code.
 */
function isPlainParameter(parameter) {
  return (
    parameter.type === 'Identifier' ||
    (parameter.type === 'RestElement' && parameter.argument.type === 'Identifier')
  );
}

/**
 *     fetch(url)    fs.promises.readFile(path)
 *
 * @param {Origin | undefined} origin
 * @returns {boolean}
 */
function isRejectingOrigin(origin) {
  if (origin?.kind === 'global') {
    return origin.name === 'fetch' && origin.path.length === 0;
  }
  const [key] = origin?.path ?? [];
  return (
    origin?.kind === 'module' &&
    (origin.name === 'fs/promises'
      ? origin.path.length === 1
      : origin.name === 'fs' && origin.path.length === 2 && key === 'promises')
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it makes no difference when, or whether, the node is evaluated.
 */
export function isSimple(node) {
  return (
    node.type === 'Identifier' ||
    node.type === 'Literal' ||
    node.type === 'ThisExpression' ||
    isFunction(node)
  );
}
