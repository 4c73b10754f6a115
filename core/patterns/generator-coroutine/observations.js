/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { isSettledValue } from './settled-values.js';

/**
 * Looks at a runner's function or its promise that tell an async function from it.
 */

/** The methods by which bluebird's and Q's promises tell their state in the tick in which they settle. */
const INSPECTIONS = new Set(['isCancelled', 'isFulfilled', 'isPending', 'isRejected']);

/**
 * A coroutine of bluebird that is cancelled stops at its `yield`, and runs its `finally`; an async
 * function runs on.
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {string | undefined} What the file does that shows it.
 */
export function findInspection(sourceCode) {
  for (const node of nodesOfType(sourceCode, 'CallExpression')) {
    const { callee } = node;
    const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
    if (
      key !== undefined &&
      INSPECTIONS.has(key) &&
      callee.type === 'MemberExpression' &&
      !isSettledValue(sourceCode, callee.object)
    ) {
      return `.${key}()`;
    }
    if (key === 'cancel' && node.arguments.length === 0) {
      return '.cancel()';
    }
  }
  const isSwitchedOn = nodesOfType(sourceCode, 'Property').some(
    ({ computed, key }) => !computed && key.type === 'Identifier' && key.name === 'cancellation',
  );
  return isSwitchedOn ? 'cancellation' : undefined;
}

/**
 * A wrapped function is a constructor with a `prototype`; an async function is none.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {TSESTree.Node | undefined} A use of the wrapped function as a constructor.
 */
export function findConstruction(sourceCode, call) {
  const { parent } = call;
  if (isConstruction(call)) {
    return parent;
  }
  if (parent.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') {
    return undefined;
  }
  const variable = findVariable(sourceCode, call, parent.id.name);
  return variable?.references.map(({ identifier }) => identifier).find(isConstruction)?.parent;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isConstruction(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'NewExpression':
      return parent.callee === node;
    case 'BinaryExpression':
      return parent.operator === 'instanceof' && parent.right === node;
    case 'ClassDeclaration':
    case 'ClassExpression':
      return parent.superClass === node;
    case 'MemberExpression':
      return parent.object === node && readKey(parent) === 'prototype';
    default:
      return false;
  }
}
