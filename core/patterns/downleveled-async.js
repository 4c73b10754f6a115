/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { readCompilerHelper } from '../analysis/environment/compiler-helpers.js';
import { isFunction } from '../analysis/syntax/functions.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { variableOf } from '../analysis/syntax/scopes.js';

/**
 * The helper with which a compiler ran the async functions of this file, once a file:
 *
 *     var __awaiter = (this && this.__awaiter) || function (…) {…};
 *     import { __awaiter } from 'tslib';
 *     import _asyncToGenerator from '@babel/runtime/helpers/asyncToGenerator';
 *
 * The generator that it runs is a pattern of its own, `generator-coroutine`; state machines and esbuild's are `compiled`
 * for good.
 *
 * @type {Pattern}
 */
export const downleveledAsync = {
  name: 'downleveled-async',
  words: /__a(?:waiter|sync)\b|[aA]sync_?[tT]o_?[gG]enerator/u,
  gathers: ['CallExpression'],
  visit: { Program: findHelper },
};

/**
 * @param {TSESTree.Program} _program
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findHelper(_program, { sourceCode }) {
  const calls = nodesOfType(sourceCode, 'CallExpression');
  const isRun = (/** @type {TSESTree.CallExpression} */ candidate) =>
    runsGenerator(sourceCode, candidate);
  const converted = calls.find(isRun);
  const call =
    converted ??
    calls.find(
      (candidate) => readCompilerHelper(sourceCode, candidate) || isEsbuildHelper(candidate),
    );
  if (!call) {
    return undefined;
  }
  const callee =
    call.callee.type === 'SequenceExpression' ? call.callee.expressions.at(-1) : call.callee;
  const helper = callee ?? call.callee;
  return {
    node: definitionOf(sourceCode, helper) ?? helper,
    kind: converted ? 'helper' : 'compiled',
    data: { name: sourceCode.text.slice(...helper.range) },
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Not so `__awaiter(this, void 0, void 0, function () { return __generator(…); })`.
 */
function runsGenerator(sourceCode, call) {
  const target = readCompilerHelper(sourceCode, call)?.target;
  return target !== undefined && (!isFunction(target) || target.generator);
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `__async(this, null, function* () {…})`
 */
function isEsbuildHelper({ callee, arguments: args }) {
  const [, , body] = args;
  return (
    callee.type === 'Identifier' &&
    callee.name === '__async' &&
    body?.type === 'FunctionExpression' &&
    body.generator
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} helper `__awaiter`, `tslib_1.__awaiter`, `_asyncToGenerator2.default`
 * @returns {TSESTree.Node | undefined} Where the file defines or imports it.
 */
function definitionOf(sourceCode, helper) {
  if (helper.type === 'MemberExpression') {
    return definitionOf(sourceCode, helper.object);
  }
  if (helper.type !== 'Identifier') {
    return undefined;
  }
  const [definition] = variableOf(sourceCode, helper)?.defs ?? [];
  return definition?.name;
}
