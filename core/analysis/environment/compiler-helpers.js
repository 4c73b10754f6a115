/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../syntax/facts.js';
import { isFunction } from '../syntax/functions.js';
import { resolveOrigin } from '../modules/modules.js';
import { isWithin, nodesOfType } from '../syntax/nodes.js';
import { isModuleLevel, variableOf } from '../syntax/scopes.js';

/**
 * Helpers that compilers put into a file to run what it had of async functions and generators. They are
 * nobody's to change:
 *
 *     var __awaiter = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) {…};
 *     function asyncGeneratorStep(gen, resolve, reject, _next, _throw, key, arg) {…}
 */
const NAME =
  /^(?:(?:__(?:async(?:Delegator|Generator|Values)?|await(?:er)?|forAwait|generator|yieldStar)|asyncGeneratorStep|_?async_?to_?generator|_ts_generator)\d*|(?:_(?:wrap_?|await_?)?async_?(?:generator|iterator)|_regenerator)\w*)$/iu;

const WORDS =
  /__(?:a(?:sync|wait)|forAwait|yieldStar)|async_?(?:iterator|generator|to_?generator)|generator\b|regenerator/iu;

const TYPES = /** @type {const} */ ([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
]);

/** @type {(sourceCode: SourceCodeLike) => readonly TSESTree.Node[]} */
const helpersOf = oncePerFile((sourceCode) =>
  WORDS.test(sourceCode.text)
    ? TYPES.flatMap((type) => nodesOfType(sourceCode, type)).filter((fn) => NAME.test(nameOf(fn)))
    : [],
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it stands in such a helper.
 */
export function isInCompilerHelper(sourceCode, node) {
  return helpersOf(sourceCode).some((helper) => isWithin(node, helper));
}

/**
 * @param {TSESTree.Node} node
 * @returns {string} The name of the function that it is, or that it stands for: behind `||`, too.
 */
function nameOf(node) {
  if (isFunction(node) && node.id) {
    return node.id.name;
  }
  const { parent } = node;
  switch (parent?.type) {
    case 'LogicalExpression':
      return nameOf(parent);
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : '';
    case 'AssignmentExpression':
      return parent.left.type === 'Identifier' ? parent.left.name : '';
    default:
      return '';
  }
}

const AWAITER = '__awaiter';
const ASYNC_TO_GENERATOR = /^_?async_?to_?generator(?:2|\$?\d*)?$/iu;
const ASYNC_TO_GENERATOR_MODULE =
  /^(?:babel-runtime|@babel\/runtime(?:-corejs[23])?|@swc\/helpers)\/.*async_?to_?generator/iu;

/**
 * A call of such a helper that runs a generator, or wraps it so that each call runs it.
 *
 * @typedef {object} HelperCall
 * @property {'__awaiter' | '_asyncToGenerator'} kind
 * @property {TSESTree.Expression} target The function that is run.
 * @property {TSESTree.Identifier} [argumentsObject] The `arguments` that are passed on.
 * @property {TSESTree.CallExpressionArgument} [receiver] The value of `this` in it.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {HelperCall | undefined}
 */
export function readCompilerHelper(sourceCode, call) {
  const [first, passed, promise, last] = call.arguments;
  const name = helperName(sourceCode, call.callee);
  // __awaiter(this, void 0, void 0, function* () {…})
  if (name === AWAITER && first && last && promise?.type === 'UnaryExpression') {
    return {
      kind: '__awaiter',
      target: /** @type {TSESTree.Expression} */ (last),
      ...(passed?.type === 'Identifier' && { argumentsObject: passed }),
      receiver: first,
    };
  }
  // _asyncToGenerator(function* () {…})
  if (name !== undefined && ASYNC_TO_GENERATOR.test(name) && call.arguments.length === 1) {
    return { kind: '_asyncToGenerator', target: /** @type {TSESTree.Expression} */ (first) };
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {string | undefined} The name of the helper that a compiler put into the file or imports.
 */
function helperName(sourceCode, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'module') {
    if (origin.name === 'tslib') {
      return origin.path.join('.');
    }
    return ASYNC_TO_GENERATOR_MODULE.test(origin.name) ? '_asyncToGenerator' : undefined;
  }
  if (callee.type !== 'Identifier') {
    return undefined;
  }
  const variable = variableOf(sourceCode, callee);
  return variable && isModuleLevel(variable) ? callee.name : undefined;
}
