/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Chain } from './chains.js' */
/** @import { Handler } from './handlers.js' */
/** @import { Block, Frame } from './layout.js' */
/** @import { Names } from './names.js' */

import { endsLineComment, skipWhitespaceBackward } from '../../edits/trivia.js';
import { hasHandlers, readChain } from './chains.js';
import { isIdle } from './destinations.js';
import { isSafeToCompute, readHandler, refuseHandler } from './handlers.js';
import { layOut, rangesOf } from './layout.js';
import { refuseReceiver } from './receivers.js';

/**
 * One function, or the top of the file, while its chains become statements.
 *
 * @typedef {object} Conversion
 * @property {PatternContext} context
 * @property {FunctionNode | TSESTree.Program} root
 * @property {Names} names
 * @property {Frame[]} frames Statements to rewrite.
 * @property {Edit[]} edits Smaller changes, within what stays.
 * @property {Set<FunctionNode>} consumed Handlers whose statements have moved.
 * @property {Set<FunctionNode>} kept Handlers that have become functions of their own.
 * @property {Set<Variable>} settled What promises were fulfilled with.
 * @property {Chain[]} chains Those that became statements.
 * @property {boolean} [losesType] Whether TypeScript could not follow.
 * @property {number} dissolved How many links are gone for good.
 */

/**
 * @param {PatternContext} context
 * @param {Chain} chain
 * @returns {Refusal | undefined} Why the chain has to stay one.
 */
export function refuseChain(context, chain) {
  const refusal = refuseReceiver(context, chain);
  if (refusal) {
    return refusal;
  }
  for (const [index, { call, onFulfilled, onRejected, onFinally }] of chain.links.entries()) {
    const handlers = [onFulfilled, onRejected, onFinally];
    const lost = call.arguments.find(
      (argument) =>
        !handlers.includes(/** @type {any} */ (argument)) && !isIdle(context.sourceCode, argument),
    );
    if (lost) {
      return refuseHandler(context, /** @type {TSESTree.Expression} */ (lost));
    }
    for (const node of handlers) {
      const handler = node && readHandler(context, node, node === onFinally);
      if (handler && 'refusal' in handler) {
        return handler.refusal;
      }
      if (index > 0 && handler?.kind === 'computed' && !isSafeToCompute(context, handler.node)) {
        // The links before it are at work already when it throws.
        return refuseHandler(context, handler.node);
      }
    }
  }
  return undefined;
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.Expression} node
 * @param {boolean} [isFinalizer]
 * @returns {Handler}
 */
export function handlerOf({ context }, node, isFinalizer = false) {
  // `refuseChain` has been asked.
  return /** @type {Handler} */ (readHandler(context, node, isFinalizer));
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.Node | null | undefined} node
 * @returns {Chain | undefined} The chain that the node is, if it can become statements.
 */
export function convertibleChain({ context }, node) {
  const awaited = node?.type === 'AwaitExpression' ? node.argument : node;
  const chain = readChain(awaited);
  return chain && hasHandlers(chain) && !refuseChain(context, chain) ? chain : undefined;
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.Node | null | undefined} node
 * @returns {boolean} Whether the value is a chain, or one of two that are.
 */
export function holdsChain(conversion, node) {
  return node?.type === 'ConditionalExpression'
    ? holdsChain(conversion, node.consequent) || holdsChain(conversion, node.alternate)
    : convertibleChain(conversion, node) !== undefined;
}

/**
 * @param {Conversion} conversion
 * @param {Block} parent
 * @returns {Block}
 */
export function openBlock({ names }, parent) {
  /** @type {Block} */
  const block = { items: [], home: parent.home };
  block.home = names.openBlock(parent.home, () => rangesOf(block));
  return block;
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.Statement} statement
 * @param {TSESTree.Statement} [last] Of the list, where statements after it go with it.
 * @returns {Block} What the statement is replaced by.
 */
export function replaceStatement(
  { consumed, context, frames, names },
  statement,
  last = statement,
) {
  const { sourceCode } = context;
  const parent = /** @type {TSESTree.Node} */ (statement.parent);
  const isListed =
    parent.type === 'SwitchCase'
      ? parent.consequent.length > 1
      : /^(?:BlockStatement|Program|StaticBlock)$/u.test(parent.type);
  /** @type {Block} */
  const block = { items: [], home: names.homeOf(sourceCode.getScope(statement)) };
  const before = skipWhitespaceBackward(sourceCode.text, statement.range[0]);
  const start = isListed || endsLineComment(sourceCode, before) ? statement.range[0] : before;
  const isMoved =
    parent.type === 'BlockStatement' && consumed.has(/** @type {any} */ (parent.parent));
  const body = isMoved ? parent.body : [];
  frames.push({
    range: [start, last.range[1]],
    block,
    form: isListed ? 'statements' : 'braces',
    isMoved,
    isFirst: body[0] === statement,
    isLast: body.at(-1) === last,
    sharesLine:
      /^(?:Block|Static)/u.test(parent.type) &&
      !isMoved &&
      !sourceCode.text.slice(parent.range[0], statement.range[0]).includes('\n'),
    anchor: isListed ? statement.range[0] : parent.range[0],
  });
  return block;
}

/**
 * @param {Conversion} conversion
 * @returns {Edit[]} Everything that was planned.
 */
export function writeConversion({ context, edits, frames, names }) {
  const renames = names.resolve();
  const rewrites = frames.map((frame) => layOut(context.sourceCode, frame, renames.nameOf));
  const written = renames.edits.filter(({ range }) =>
    rewrites.every(
      (rewrite) =>
        range[0] < rewrite.range[0] ||
        range[1] > rewrite.range[1] ||
        rewrite.pieces.some(
          (piece) =>
            typeof piece !== 'string' && piece.range[0] <= range[0] && range[1] <= piece.range[1],
        ),
    ),
  );
  return [...rewrites, ...edits, ...written];
}
