/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCertainInit } from '../../analysis/values/certain-values.js';
import { readKey } from '../../analysis/modules/modules.js';
import { findVariable, isGlobal, writesOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { isMadeError } from './made-errors.js';
import { isErrorLike, isNullish } from '../functions/functions.js';

/**
 * What is known of a variable that may hold an error.
 *
 * @typedef {'set' | 'null'} ErrorState
 * @typedef {ReadonlyMap<Variable, ErrorState>} KnownErrors
 */

/**
 * @typedef {object} ErrorTest
 * @property {Variable} variable
 * @property {ErrorState} whenTrue
 * @property {ErrorState | undefined} whenFalse Undefined for a test of more than the error.
 */

/**
 *     if (err)   if (!err)   if (err != null)   if (err && …)   if (err instanceof Error)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} test
 * @returns {ErrorTest | undefined}
 */
export function readErrorTest(sourceCode, test) {
  switch (test.type) {
    case 'Identifier': {
      const variable = findVariable(sourceCode, test, test.name);
      return variable && { variable, whenTrue: 'set', whenFalse: 'null' };
    }
    case 'UnaryExpression': {
      const inner = test.operator === '!' ? readErrorTest(sourceCode, test.argument) : undefined;
      return inner?.whenFalse && { ...inner, whenTrue: inner.whenFalse, whenFalse: inner.whenTrue };
    }
    case 'BinaryExpression': {
      const inner =
        test.left.type === 'Identifier' && isNullish(test.right)
          ? readErrorTest(sourceCode, test.left)
          : undefined;
      if (test.operator === 'instanceof' && test.left.type === 'Identifier') {
        const told = readErrorTest(sourceCode, test.left);
        return told && { ...told, whenFalse: undefined };
      }
      // `err !== null` is true of `undefined`: it tells errors from results only by luck.
      if (test.operator === '!=') {
        return inner;
      }
      return test.operator === '=='
        ? inner && { ...inner, whenTrue: 'null', whenFalse: 'set' }
        : undefined;
    }
    case 'LogicalExpression': {
      const inner = test.operator === '&&' ? readErrorTest(sourceCode, test.left) : undefined;
      return inner && { ...inner, whenFalse: undefined };
    }
    default:
      return undefined;
  }
}

/**
 * @param {KnownErrors} known
 * @param {ErrorTest | undefined} test
 * @param {'whenTrue' | 'whenFalse'} outcome
 * @returns {KnownErrors}
 */
export function learn(known, test, outcome) {
  const state = test?.[outcome];
  return test && state ? new Map(known).set(test.variable, state) : known;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node What stands in an error's place.
 * @param {KnownErrors} known
 * @returns {ErrorState | 'unknown' | 'text' | 'value'} `text` for a text that is not empty, which some give in the
 *   place of an error, and `value` for all else that is certainly no error.
 */
export function errorState(sourceCode, node, known) {
  if (!node || isNullish(node)) {
    return 'null';
  }
  switch (node.type) {
    case 'Identifier': {
      const variable = findVariable(sourceCode, node, node.name);
      if (!variable) {
        return /^(?:Infinity|NaN)$/u.test(node.name) ? 'value' : 'unknown';
      }
      const constant = readCertainInit(variable);
      if (constant?.keys.length === 0 && isMadeError(sourceCode, constant.init)) {
        return 'set';
      }
      if (isNeverError(sourceCode, variable) || (!isErrorLike(node) && isFilled(variable))) {
        return 'value';
      }
      // What is known of its first value says nothing of a later one.
      return (writesOf(variable).length === 0 && known.get(variable)) || 'unknown';
    }
    case 'NewExpression':
      return 'set';
    case 'CallExpression': {
      const { callee } = node;
      // Object.assign(new Error('…'), { code })
      const isAssign =
        callee.type === 'MemberExpression' &&
        isGlobal(sourceCode, callee.object, 'Object') &&
        textOf(sourceCode, callee.property) === 'assign' &&
        errorState(sourceCode, node.arguments[0], known) === 'set';
      return isAssign || isMadeError(sourceCode, node) ? 'set' : 'unknown';
    }
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return errorState(sourceCode, node.expression, known);
    case 'AssignmentExpression':
      return node.operator === '=' ? errorState(sourceCode, node.right, known) : 'unknown';
    case 'ConditionalExpression': {
      const test = readErrorTest(sourceCode, node.test);
      const one = errorState(sourceCode, node.consequent, learn(known, test, 'whenTrue'));
      const other = errorState(sourceCode, node.alternate, learn(known, test, 'whenFalse'));
      return one === other ? one : [one, other].some(isNoError) ? 'value' : 'unknown';
    }
    case 'LogicalExpression': {
      const right = errorState(sourceCode, node.right, known);
      const isSet = node.operator === '||' && (right === 'set' || right === 'text');
      return isSet ? right : isNoError(right) ? 'value' : 'unknown';
    }
    case 'Literal':
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return isFilledText(node) ? 'text' : 'value';
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'UpdateExpression':
      return 'value';
    case 'UnaryExpression':
      return node.operator === 'void' ? 'unknown' : 'value';
    default:
      return 'unknown';
  }
}

/**
 * @param {ReturnType<typeof errorState>} state
 * @returns {boolean}
 */
function isNoError(state) {
  return state === 'value' || state === 'text';
}

/**
 *     'no room'    `no room ${id}`    'no room ' + id
 *
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is a text for certain, and not empty.
 */
function isFilledText(node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && node.value !== '';
    case 'TemplateLiteral':
      return node.quasis.some(({ value }) => value.cooked !== '');
    case 'BinaryExpression':
      return node.operator === '+' && (isFilledText(node.left) || isFilledText(node.right));
    default:
      return false;
  }
}

/**
 *     let failed = false; if (!found) failed = true;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {boolean} Whether whatever it is given is certainly no error.
 */
function isNeverError(sourceCode, variable) {
  const writes = writesOf(variable);
  return (
    variable.defs[0]?.type === 'Variable' &&
    writes.some(({ init }) => init) &&
    writes.every(({ identifier, writeExpr }) => {
      const value = /** @type {TSESTree.Node} */ (writeExpr);
      const { parent } = identifier;
      const isWhole =
        parent?.type === 'VariableDeclarator' ||
        (parent?.type === 'AssignmentExpression' && parent.operator === '=');
      return (
        isWhole && VALUES.test(value.type) && isNoError(errorState(sourceCode, value, new Map()))
      );
    })
  );
}

/** What errors are given, too. */
const OF_ERRORS =
  /^(?:cause|code|data|errno|info|message|name|path|sta(?:ck|tus\w*)|std\w+|syscall)$/u;

/**
 *     function find(info, cb) { … info.size = size; cb(info); }        response.source.fd = fd
 *
 * @param {Variable} variable
 * @returns {boolean} Whether it is given to be filled with what errors do not have.
 */
function isFilled({ defs, references }) {
  return (
    defs[0]?.type === 'Parameter' &&
    references.some(({ identifier }) => {
      let child = /** @type {TSESTree.Node} */ (identifier);
      while (child.parent?.type === 'MemberExpression' && child.parent.object === child) {
        child = child.parent;
      }
      return (
        child.type === 'MemberExpression' &&
        child.parent.type === 'AssignmentExpression' &&
        child.parent.left === child &&
        !OF_ERRORS.test(readKey(child) ?? 'code')
      );
    })
  );
}

/** What is a value by what it is, whatever stands in it. */
const VALUES =
  /^(?:Array|ArrowFunction|Binary|Function|Object|Unary)Expression$|^(?:Template)?Literal$/u;

/**
 * @param {TSESTree.Expression} node
 * @returns {string | undefined} The names of `a || b`, if there is nothing else.
 */
export function orNames(node) {
  if (node.type === 'Identifier') {
    return node.name;
  }
  const left = node.type === 'LogicalExpression' ? orNames(node.left) : undefined;
  const right = node.type === 'LogicalExpression' ? orNames(node.right) : undefined;
  const isOr = node.type === 'LogicalExpression' && node.operator === '||';
  return isOr && left && right ? `${left} || ${right}` : undefined;
}
