/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Handler } from './handlers.js' */
/** @import { Collector } from './listeners.js' */

import { isLoop } from '../../analysis/flow/control-flow.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, walk } from '../../analysis/syntax/nodes.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { describeUnfit } from './handlers.js';

/**
 * @typedef {object} ReadLoop
 * @property {TSESTree.Identifier} chunk
 * @property {TSESTree.Expression} stream The stream whose `read` is called.
 * @property {TSESTree.Node} body
 */

/**
 *     stream.on('readable', () => {
 *       let chunk;
 *       while ((chunk = stream.read()) !== null) { … }
 *     });
 *
 * @param {TSESTree.Node} node The listener.
 * @returns {ReadLoop | undefined}
 */
export function readReadLoop(node) {
  const statements = isFunction(node) && node.body.type === 'BlockStatement' ? node.body.body : [];
  const [declaration, loop = declaration, ...more] = statements;
  if (more.length > 0 || loop?.type !== 'WhileStatement' || !isFunction(node)) {
    return undefined;
  }
  const assignment = readAssignment(loop.test);
  if (assignment?.left.type !== 'Identifier' || !isDeclaring(declaration, assignment.left.name)) {
    return undefined;
  }
  const { right } = assignment;
  const isRead =
    right.type === 'CallExpression' &&
    right.arguments.length === 0 &&
    right.callee.type === 'MemberExpression' &&
    readKey(right.callee) === 'read';
  return isRead
    ? {
        chunk: assignment.left,
        stream: /** @type {TSESTree.MemberExpression} */ (right.callee).object,
        body: loop.body.type === 'ExpressionStatement' ? loop.body.expression : loop.body,
      }
    : undefined;
}

/**
 *     (chunk = stream.read()) !== null    null !== (chunk = stream.read())
 *
 * @param {TSESTree.Expression} test
 * @returns {TSESTree.AssignmentExpression | undefined}
 */
function readAssignment(test) {
  if (test.type !== 'BinaryExpression' || !/^!==?$/u.test(test.operator)) {
    return undefined;
  }
  const { left, right } = test;
  const sides = [left, right];
  const assignment = sides.find((side) => side.type === 'AssignmentExpression');
  const isNull = sides.some((side) => side.type === 'Literal' && side.raw === 'null');
  return assignment?.type === 'AssignmentExpression' && assignment.operator === '=' && isNull
    ? assignment
    : undefined;
}

/**
 * @param {TSESTree.Statement | undefined} statement
 * @param {string} name
 * @returns {boolean} `let chunk;`
 */
function isDeclaring(statement, name) {
  const [declarator, ...more] =
    statement?.type === 'VariableDeclaration' ? statement.declarations : [];
  return (
    more.length === 0 &&
    declarator?.id.type === 'Identifier' &&
    declarator.id.name === name &&
    !declarator.init
  );
}

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @returns {Handler | { unfit: string }} The body of the loop as that of another.
 */
export function readLoopHandler(context, { data, stream }) {
  const { sourceCode } = context;
  const loop = readReadLoop(data.handler);
  if (!loop || !isFunction(data.handler)) {
    return { unfit: 'the `readable` listener is no loop over `read()`' };
  }
  const { body, chunk } = loop;
  if (textOf(sourceCode, loop.stream) !== textOf(sourceCode, stream)) {
    return { unfit: 'the `readable` listener reads another stream' };
  }
  if (data.handler.params.length > 0 || (body.type !== 'BlockStatement' && !isExpression(body))) {
    return { unfit: 'the `readable` listener is no loop over `read()`' };
  }
  const unfit = describeUnfit(context, data.handler, { mayBeAsync: false, isLoop: true, body });
  if (unfit) {
    return { unfit };
  }
  for (const node of walk(sourceCode, body, (each) => !isFunction(each))) {
    if (node.type === 'ReturnStatement' || (node.type === 'BreakStatement' && leaves(node, body))) {
      return { unfit: 'the `readable` listener leaves its loop' };
    }
  }
  const variable = findVariable(sourceCode, body, chunk.name);
  const isCaptured = variable?.references.some(
    ({ identifier }) =>
      enclosingFunction(/** @type {TSESTree.Node} */ (identifier)) !== data.handler,
  );
  if (isCaptured) {
    return { unfit: 'a function in the loop uses the chunk, which is another by then' };
  }
  return {
    fn: data.handler,
    name: undefined,
    parameter: chunk,
    isParameterWritten: Boolean(
      variable?.references.some(
        (reference) =>
          reference.isWrite() &&
          isWithin(/** @type {TSESTree.Node} */ (reference.identifier), body),
      ),
    ),
    body,
  };
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isExpression({ type }) {
  return /Expression$/u.test(type);
}

/**
 * @param {TSESTree.BreakStatement} node
 * @param {TSESTree.Node} body
 * @returns {boolean} Whether it ends the loop of the body.
 */
function leaves(node, body) {
  if (node.label) {
    return true;
  }
  /** @type {TSESTree.Node | undefined} */
  let outer = node.parent;
  for (; outer && outer !== body; outer = outer.parent) {
    if (isLoop(outer) || outer.type === 'SwitchStatement') {
      return false;
    }
  }
  return true;
}
