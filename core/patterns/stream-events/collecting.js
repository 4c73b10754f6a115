/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Handler } from './handlers.js' */

import { onlyExpression } from '../../analysis/promises/executors.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { codeOf } from './handlers.js';

/**
 *     body += chunk    chunks.push(chunk)    size += chunk.length
 *
 * @param {Handler} handler
 * @returns {boolean} Whether the listener only keeps the chunk, which cannot throw.
 */
export function isCollecting(handler) {
  const code = codeOf(handler);
  const expression = code && onlyExpression(code);
  if (expression?.type === 'AssignmentExpression') {
    return expression.operator === '+=' && expression.left.type === 'Identifier';
  }
  return Boolean(expression && readPushed(expression));
}

/**
 * @param {TSESTree.Expression} expression
 * @returns {TSESTree.Identifier | undefined} The array of `array.push(chunk)`.
 */
function readPushed(expression) {
  return expression.type === 'CallExpression' &&
    expression.callee.type === 'MemberExpression' &&
    readKey(expression.callee) === 'push' &&
    expression.callee.object.type === 'Identifier'
    ? expression.callee.object
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {Handler} handler
 * @param {boolean} isJoined Whether `read()` gave the listener all that waited: text that is made of
 *   bytes is another where they are cut within a character.
 * @returns {boolean} Whether it makes no difference to the listener how the bytes are cut into chunks.
 */
export function keepsBoundaries({ sourceCode }, handler, isJoined) {
  const code = codeOf(handler);
  const expression = code && onlyExpression(code);
  if (!expression || !isCollecting(handler)) {
    return false;
  }
  const array = readPushed(expression);
  if (!array) {
    return !isJoined;
  }
  const variable = variableOf(sourceCode, array);
  return Boolean(
    variable?.references.every((reference) => {
      const { parent } = /** @type {TSESTree.Node} */ (reference.identifier);
      return (
        reference.identifier === array ||
        reference.isWrite() ||
        // Buffer.concat(chunks)
        (parent?.type === 'CallExpression' && isConcat(sourceCode, parent.callee)) ||
        // chunks.join('')
        (!isJoined && parent?.type === 'MemberExpression' && readKey(parent) === 'join')
      );
    }),
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Expression} callee
 * @returns {boolean}
 */
function isConcat(sourceCode, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  return origin?.kind === 'global' && origin.name === 'Buffer' && origin.path[0] === 'concat';
}

/** Expressions that run no code of others and touch nothing that may be missing. */
const HARMLESS = new Set([
  'ArrayExpression',
  'ArrowFunctionExpression',
  'AssignmentExpression',
  'BlockStatement',
  'ExpressionStatement',
  'FunctionExpression',
  'Identifier',
  'Literal',
  'ReturnStatement',
  'TemplateElement',
]);

/**
 * @param {PatternContext} context
 * @param {Handler} handler
 * @param {number} settling How many calls only settle a promise.
 * @returns {boolean} Whether the code of the listener may throw.
 */
export function mayThrowIn({ sourceCode }, { fn, name }, settling) {
  if (!fn) {
    return name !== undefined;
  }
  let calls = 0;
  for (const node of walk(sourceCode, fn.body)) {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      calls++;
    } else if (!HARMLESS.has(node.type)) {
      return true;
    }
  }
  return calls > settling;
}
