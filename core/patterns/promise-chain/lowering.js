/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Continuation, Hold, Lowering, Pieces, Wait } from '../../regions/build/region.js' */
/** @import { Printer } from '../../regions/print/printer.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Chain } from './chains.js' */
/** @import { Handler } from './handlers.js' */

import { mayThrow } from '../../analysis/flow/throwing.js';
import { joinShortChain } from '../../edits/member-chains.js';
import { textOf } from '../../edits/trivia.js';
import { operandOf } from '../../regions/build/build.js';
import { createPrinter } from '../../regions/print/print.js';
import { hasHandlers, readChain } from './chains.js';
import { readHandler } from './handlers.js';
import { refuseChain } from './refused-chains.js';

/**
 * One function, or the top of the file, while its chains become waits.
 *
 * @typedef {object} Conversion
 * @property {Printer} printer
 * @property {Chain[]} chains The chains that became statements.
 * @property {number} dissolved How many links are gone for good.
 * @property {Set<TSESTree.Node>} unheard Chains of functions whose result nobody uses: a throw of what such a chain is
 *   called on had better reach the handlers of the chain than be a rejection that nobody hears of.
 */

/**
 * @param {PatternContext} context
 * @param {Printer['root']} root
 * @returns {Conversion}
 */
export function startConversion(context, root) {
  /** @type {Lowering} */
  const lowering = {
    isWait: (node) => convertibleChain(context, node) !== undefined,
    lower: (node) => lowerChain(conversion, /** @type {Chain} */ (convertibleChain(context, node))),
  };
  /** @type {Conversion} */
  const conversion = {
    printer: createPrinter(context, root, lowering),
    chains: [],
    dissolved: 0,
    unheard: new Set(),
  };
  return conversion;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {Chain | undefined} The chain that the node is, if it can become statements.
 */
function convertibleChain(context, node) {
  const chain = readChain(node.type === 'AwaitExpression' ? node.argument : node);
  return chain && hasHandlers(chain) && !refuseChain(context, chain) ? chain : undefined;
}

/**
 * @param {Conversion} conversion
 * @param {Chain} chain
 * @returns {Wait}
 */
function lowerChain(conversion, chain) {
  const { context, edits, names } = conversion.printer;
  const { sourceCode } = context;
  conversion.chains.push(chain);
  const links = chain.links.map(({ onFulfilled, onRejected, onFinally }) => ({
    fulfilled: onFulfilled && handlerOf(context, onFulfilled),
    rejected: onRejected && handlerOf(context, onRejected),
    finalizer: onFinally && handlerOf(context, onFinally, true),
  }));
  conversion.dissolved += links.filter((link) =>
    Object.values(link).every((handler) => handler?.kind !== 'function'),
  ).length;
  const active = links.filter((link) => Object.values(link).some(Boolean));
  const isComputed = active.some((link) =>
    Object.values(link).some((handler) => handler?.kind === 'computed'),
  );
  const isGuarded = active.some(({ rejected, finalizer }) => rejected ?? finalizer);
  const { head } = chain;
  /** @type {Hold[]} */
  const holds = [];
  /** @type {Pieces} */
  let operand = operandOf(head);
  // A throw of the head itself is no rejection: no handler of the chain sees it.
  if (
    head.type !== 'Identifier' &&
    (isComputed || (isGuarded && !conversion.unheard.has(chain.node) && mayThrow(sourceCode, head)))
  ) {
    const name = names.take('promise');
    holds.push({ name, value: head.range });
    operand = [name];
  }
  edits.push(...joinShortChain(sourceCode, head, textBefore(sourceCode, operand, active[0])));
  /**
   * @param {Handler | undefined} handler
   * @returns {Continuation | undefined}
   */
  const hold = (handler) => {
    if (handler?.kind !== 'computed') {
      return handler;
    }
    const name = names.take('handler');
    holds.push({ name, value: handler.node.range });
    return { kind: 'held', name };
  };
  const steps = active.map(({ fulfilled, rejected, finalizer }) => ({
    fulfilled: hold(fulfilled),
    rejected: hold(rejected),
    finalizer: hold(finalizer),
  }));
  return { holds, operand, steps };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @param {boolean} [isFinalizer]
 * @returns {Handler}
 */
function handlerOf(context, node, isFinalizer = false) {
  // `refuseChain` has been asked.
  return /** @type {Handler} */ (readHandler(context, node, isFinalizer));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pieces} operand
 * @param {{ fulfilled: Handler | undefined } | undefined} step The first.
 * @returns {string} What is written before the head of a chain, in most places.
 */
function textBefore(sourceCode, [first], step) {
  if (typeof first === 'string') {
    return `const ${first} = `;
  }
  const handler = step?.fulfilled;
  const [parameter] = handler?.kind === 'body' ? handler.fn.params : [];
  return parameter ? `const ${textOf(sourceCode, parameter)} = await ` : 'await ';
}
