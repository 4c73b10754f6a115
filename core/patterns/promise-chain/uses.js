/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Chain } from './chains.js' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isOwnStatement, readReturn } from '../../analysis/syntax/returned-declarations.js';
import { hasHandlers, isInnerLink, readChain } from './chains.js';

/**
 * A chain and what its function does with the value.
 *
 * @typedef {object} ChainUse
 * @property {Chain} chain
 * @property {FunctionNode | undefined} owner Undefined at the top of the file.
 * @property {'returned' | 'awaited' | 'last' | 'floating' | 'stored' | 'operand'} use `last`: nothing waits for it, it is
 *   the last thing that its function does, and nobody uses what the function gives.
 * @property {TSESTree.Node} statement The statement, or the body of the arrow function, that hands the
 *   value on.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {ChainUse[]} Every chain of the file, in source order.
 */
export function findChains(sourceCode) {
  /** @type {ChainUse[]} */
  const uses = [];
  for (const call of nodesOfType(sourceCode, 'CallExpression')) {
    const chain = isInnerLink(call) ? undefined : readChain(call);
    if (chain && hasHandlers(chain)) {
      uses.push({ chain, owner: enclosingFunction(call), ...readUse(sourceCode, chain.node) });
    }
  }
  return uses;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} chain
 * @returns {Pick<ChainUse, 'use' | 'statement'>}
 */
function readUse(sourceCode, chain) {
  let node = chain;
  let isAwaited = false;
  for (let parent = node.parent; parent; node = parent, parent = parent.parent) {
    switch (parent.type) {
      case 'ConditionalExpression':
        if (parent.test === node || isAwaited) {
          return { use: 'operand', statement: parent };
        }
        continue;
      case 'AwaitExpression':
        isAwaited = true;
        continue;
      case 'ReturnStatement':
        return { use: 'returned', statement: parent };
      case 'ArrowFunctionExpression':
        return parent.body === node
          ? { use: 'returned', statement: node }
          : { use: 'operand', statement: parent };
      case 'ExpressionStatement':
        return { use: isAwaited ? 'awaited' : 'floating', statement: parent };
      case 'UnaryExpression':
        return parent.operator === 'void' && parent.parent.type === 'ExpressionStatement'
          ? { use: 'floating', statement: parent.parent }
          : { use: 'operand', statement: parent };
      case 'VariableDeclarator':
        if (isAwaited) {
          return { use: isOwnStatement(parent) ? 'awaited' : 'operand', statement: parent.parent };
        }
        return {
          use: readReturn(sourceCode, parent.parent) ? 'returned' : 'stored',
          statement: parent.parent,
        };
      case 'AssignmentExpression':
        return {
          use:
            isAwaited &&
            parent.operator === '=' &&
            parent.left.type === 'Identifier' &&
            parent.parent.type === 'ExpressionStatement'
              ? 'awaited'
              : isAwaited
                ? 'operand'
                : 'stored',
          statement: parent.parent,
        };
      default:
        return { use: 'operand', statement: parent };
    }
  }
  return { use: 'operand', statement: chain };
}
