/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Printer } from './printer.js' */
/** @import { Destination } from './destinations.js' */
/** @import { Continuation, Pieces } from '../build/region.js' */
/** @import { Block } from './blocks.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { frameUses } from '../../analysis/syntax/functions.js';
import { isPlainFunction } from '../../analysis/values/plain-calls.js';
import { fitsInto } from './bodies.js';
import { line } from './blocks.js';
import { handOn } from './destinations.js';

/**
 * @param {Printer} printer
 * @param {Continuation | undefined} handler
 * @param {Destination} destination
 * @returns {FunctionNode | undefined} The function, if its statements can stand in place of it.
 */
export function inlined(printer, handler, destination) {
  return handler?.kind === 'body' && fitsInto(printer, handler.fn, destination)
    ? handler.fn
    : undefined;
}

/**
 * @param {Printer} printer
 * @param {Continuation} handler One that stays a function.
 * @param {Pieces} argument
 * @param {Destination} destination
 * @param {Block} out
 */
export function writeCall(printer, handler, argument, destination, out) {
  /** @type {Pieces} */
  let callee;
  const { isTyped } = printer.context;
  /** @param {TSESTree.Node} node */
  const named = (node) => {
    const name = printer.names.take('handler');
    out.items.push(line([`const ${name} = `, node.range]));
    return [name];
  };
  if (handler.kind === 'named' && handler.isMember) {
    // TypeScript reports a `0` that nothing is done with.
    callee = isTyped ? named(handler.node) : ['(0, ', handler.node.range, ')'];
  } else if (handler.kind === 'named') {
    callee = [handler.node.range];
  } else if (handler.kind === 'bound') {
    callee = [handler.callee.range];
  } else if (handler.kind === 'held') {
    callee = [handler.name];
  } else {
    printer.kept.add(handler.fn);
    // Its parameters get their types where it is called.
    callee =
      isTyped && handler.fn.params.length > 0 ? ['(', handler.fn.range, ')'] : named(handler.fn);
  }
  const isPlain =
    handler.kind === 'named' &&
    isPlainFunction(printer.context.sourceCode, handler.node, argument.length === 0 ? 0 : 1);
  const given = [
    ...(handler.kind === 'bound' ? handler.args : []).map(({ range }) => [range]),
    ...(argument.length > 0 ? [argument] : []),
  ];
  const list = given.flatMap((each, index) => (index === 0 ? each : [', ', ...each]));
  const value = { pieces: [...callee, '(', ...list, ')'], isPlain };
  handOn(printer, value, destination, out);
}

/**
 * @param {Printer} printer
 * @param {Continuation} handler
 * @returns {boolean} Whether it is a function that stays one, and has no use for an argument: compilers
 *   report one that is too many.
 */
export function takesNothing({ context: { sourceCode } }, handler) {
  const fn =
    handler.kind === 'named'
      ? readFunction(sourceCode, handler.node)
      : handler.kind === 'held'
        ? undefined
        : handler.fn;
  const known = handler.kind === 'bound' ? handler.args.length : 0;
  return (
    fn !== undefined &&
    fn.params.length <= known &&
    fn.params.at(-1)?.type !== 'RestElement' &&
    frameUses(sourceCode, fn).arguments.length === 0
  );
}
