/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Conversion } from './conversion.js' */
/** @import { Destination } from './destinations.js' */
/** @import { Handler } from './handlers.js' */
/** @import { Block, Pieces } from './layout.js' */
/** @import { Plan } from './preparation.js' */

import { readFunction } from '../../analysis/definitions.js';
import { frameUses } from '../../analysis/functions.js';
import { fitsInto } from './bodies.js';
import { handOn, line } from './destinations.js';
import { isPlainFunction } from '../../analysis/plain-calls.js';

/**
 * @param {Conversion} conversion
 * @param {Handler | undefined} handler
 * @param {Destination} destination
 * @returns {FunctionNode | undefined} The function, if its statements can stand in place of it.
 */
export function inlined(conversion, handler, destination) {
  return handler?.kind === 'inline' && fitsInto(conversion, handler.fn, destination)
    ? handler.fn
    : undefined;
}

/**
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {Handler} handler One that stays a function.
 * @param {Pieces} argument
 * @param {Destination} destination
 * @param {Block} out
 */
export function writeCall(conversion, plan, handler, argument, destination, out) {
  /** @type {Pieces} */
  let callee;
  const { isTyped } = conversion.context;
  /** @param {TSESTree.Node} node */
  const named = (node) => {
    const name = conversion.names.take('handler');
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
  } else if (handler.kind === 'computed') {
    callee = [/** @type {string} */ (plan.computed.get(handler.node))];
  } else {
    conversion.kept.add(handler.fn);
    // Its parameters get their types where it is called.
    callee =
      isTyped && handler.fn.params.length > 0 ? ['(', handler.fn.range, ')'] : named(handler.fn);
  }
  const isPlain =
    handler.kind === 'named' &&
    isPlainFunction(conversion.context.sourceCode, handler.node, argument.length === 0 ? 0 : 1);
  const given = [
    ...(handler.kind === 'bound' ? handler.args : []).map(({ range }) => [range]),
    ...(argument.length > 0 ? [argument] : []),
  ];
  const list = given.flatMap((each, index) => (index === 0 ? each : [', ', ...each]));
  const value = { pieces: [...callee, '(', ...list, ')'], isPlain };
  handOn(conversion, value, destination, out);
}

/**
 * @param {Conversion} conversion
 * @param {Handler} handler
 * @returns {boolean} Whether it is a function that stays one, and has no use for an argument: compilers
 *   report one that is too many.
 */
export function takesNothing({ context: { sourceCode } }, handler) {
  const fn =
    handler.kind === 'named'
      ? readFunction(sourceCode, handler.node)
      : handler.kind === 'computed'
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
