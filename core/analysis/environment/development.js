/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../syntax/casts.js';
import { readKey, readString } from '../modules/modules.js';
import { readConstantInit, variableOf } from '../syntax/scopes.js';

/**
 * Code that a server runs only while it is worked on:
 *
 *     if (process.env.NODE_ENV !== 'production') {…}    const isDev = …; isDev ? … : …; isDev && …
 *     import { isDev } from './env'; if (isDev) {…}     if (env('NODE_ENV') === 'production') return; …
 *
 * The value of an imported name, a parameter or a member is out of sight, so the name decides.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether something around the node makes sure of that.
 */
export function runsInDevelopment(sourceCode, node) {
  let inner = node;
  for (let outer = node.parent; outer; inner = outer, outer = outer.parent) {
    switch (outer.type) {
      case 'ConditionalExpression':
      case 'IfStatement':
        if (
          (inner === outer.consequent && tells(sourceCode, outer.test, true)) ||
          (inner === outer.alternate && tells(sourceCode, outer.test, false))
        ) {
          return true;
        }
        break;
      case 'LogicalExpression':
        if (
          inner === outer.right &&
          outer.operator !== '??' &&
          tells(sourceCode, outer.left, outer.operator === '&&')
        ) {
          return true;
        }
        break;
      case 'BlockStatement':
        if (isBehindExit(sourceCode, outer, inner)) {
          return true;
        }
        break;
      default:
    }
  }
  return false;
}

/**
 *     if (isProduction) { return; } …
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.BlockStatement} block
 * @param {TSESTree.Node} statement
 * @returns {boolean} Whether a statement before it leaves the block in production.
 */
function isBehindExit(sourceCode, { body }, statement) {
  return body
    .slice(0, body.indexOf(/** @type {TSESTree.Statement} */ (statement)))
    .some(
      (before) =>
        before.type === 'IfStatement' &&
        leaves(before.consequent) &&
        tells(sourceCode, before.test, false),
    );
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean}
 */
function leaves(statement) {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
}

/** Names of what is true while a server is worked on or tested, and of what is true when it serves. */
const IN_DEVELOPMENT =
  /^_*(?:(?:is|in|run(?:s|ning)?)_?)?(?:dev(?:elop(?:ment|ing)?)?|debug|e2e|local(?:host)?|test(?:s|ing)?)(?:_?(?:build|env(?:ironment)?|mode|only|server))?_*$/iu;
const IN_PRODUCTION =
  /^_*(?:(?:is|in)_?)?prod(?:uction)?(?:_?(?:build|env(?:ironment)?|mode))?_*$/iu;

/** Names of what says which of the two it is, beside `NODE_ENV`. */
const ENVIRONMENT = /^(?:(?:app|node)_?env(?:ironment)?|env(?:ironment)?)$/iu;

/**
 * @param {string | undefined} name
 * @param {boolean} outcome
 * @returns {boolean} Whether what the name stands for has that outcome in development alone.
 */
function isNamedSo(name, outcome) {
  return (outcome ? IN_DEVELOPMENT : IN_PRODUCTION).test(name ?? '');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} test
 * @param {boolean} outcome
 * @param {Set<Variable>} [seen] Constants may be read from each other, in a circle.
 * @returns {boolean} Whether the test has that outcome in development alone.
 */
function tells(sourceCode, test, outcome, seen = new Set()) {
  const condition = withoutCasts(test);
  switch (condition.type) {
    case 'BinaryExpression': {
      const { left, operator, right } = condition;
      const name = readString(left) ?? readString(right) ?? '';
      const isEqual = operator === '==' || operator === '===';
      return (
        (isEqual || operator === '!=' || operator === '!==') &&
        (isNodeEnv(sourceCode, left, seen) || isNodeEnv(sourceCode, right, seen)) &&
        (isEqual === outcome ? /^(?:dev|local|test)/u : /^prod/u).test(name)
      );
    }
    case 'CallExpression':
      // isDev(), env.isProduction()
      return condition.arguments.length === 0 && isNamedSo(lastName(condition.callee), outcome);
    case 'Identifier': {
      const constant = readConstant(sourceCode, condition, seen);
      return constant?.keys.length === 0 && !isRequired(constant.init)
        ? tells(sourceCode, constant.init, outcome, seen)
        : isOutOfSight(sourceCode, condition) && isNamedSo(condition.name, outcome);
    }
    case 'MemberExpression':
      return isNamedSo(readKey(condition), outcome);
    case 'LogicalExpression':
      return (
        condition.operator === (outcome ? '&&' : '||') &&
        [condition.left, condition.right].some((side) => tells(sourceCode, side, outcome, seen))
      );
    case 'UnaryExpression':
      return condition.operator === '!' && tells(sourceCode, condition.argument, !outcome, seen);
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {Set<Variable>} seen
 * @returns {boolean} `process.env.NODE_ENV`, `process.env.NODE_ENV || 'development'`, or a constant
 *   that holds it.
 */
function isNodeEnv(sourceCode, node, seen) {
  switch (node.type) {
    case 'Identifier': {
      const constant = readConstant(sourceCode, node, seen);
      return (
        constant?.keys.at(-1) === 'NODE_ENV' ||
        (constant?.keys.length === 0 && isNodeEnv(sourceCode, constant.init, seen))
      );
    }
    case 'LogicalExpression':
      return isNodeEnv(sourceCode, node.left, seen);
    case 'CallExpression':
      // env('NODE_ENV'), app.get('env'), getEnvironment()
      return (
        ENVIRONMENT.test(readString(node.arguments[0]) ?? '') ||
        ENVIRONMENT.test((lastName(node.callee) ?? '').replace(/^get/u, ''))
      );
    default:
      return node.type === 'MemberExpression' && ENVIRONMENT.test(readKey(node) ?? '');
  }
}

/**
 * @param {TSESTree.Node} callee
 * @returns {string | undefined}
 */
function lastName(callee) {
  return callee.type === 'Identifier'
    ? callee.name
    : callee.type === 'MemberExpression'
      ? readKey(callee)
      : undefined;
}

/**
 * @param {TSESTree.Node} init
 * @returns {boolean} `require('./is-dev')`
 */
function isRequired(init) {
  return (
    init.type === 'CallExpression' &&
    init.callee.type === 'Identifier' &&
    init.callee.name === 'require'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} name
 * @returns {boolean} Whether the file does not show what the name stands for: it is imported, a parameter, or
 *   taken out of an object.
 */
function isOutOfSight(sourceCode, name) {
  const [definition, ...more] = variableOf(sourceCode, name)?.defs ?? [];
  return (
    more.length === 0 &&
    (definition === undefined ||
      definition.type === 'ImportBinding' ||
      definition.type === 'Parameter' ||
      (definition.type === 'Variable' &&
        definition.node.type === 'VariableDeclarator' &&
        (definition.node.id.type === 'ObjectPattern' ||
          (definition.node.init !== null && isRequired(definition.node.init)))))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} name
 * @param {Set<Variable>} seen Gets the variable.
 */
function readConstant(sourceCode, name, seen) {
  const variable = variableOf(sourceCode, name);
  if (!variable || seen.has(variable)) {
    return undefined;
  }
  seen.add(variable);
  return readConstantInit(variable);
}
