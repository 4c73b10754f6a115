/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { isFunction } from './functions.js';
import { isWithin, nodesOfType } from './nodes.js';

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
