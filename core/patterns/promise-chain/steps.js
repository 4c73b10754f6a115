/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Conversion } from './conversion.js' */
/** @import { Chain } from './chains.js' */
/** @import { Assign, Declare, Destination, Return } from './destinations.js' */
/** @import { Handler } from './handlers.js' */
/** @import { Block, Pieces, Try } from './layout.js' */
/** @import { Plan, Step } from './preparation.js' */

import { caughtType, compilerOption } from '../../analysis/compilers.js';
import { enclosingFunction } from '../../analysis/functions.js';
import { mayCatchBare } from '../../analysis/node-floor.js';
import { inlineBody, negate } from './bodies.js';
import { convertibleChain, holdsChain, openBlock } from './conversion.js';
import {
  UNDEFINED,
  assignLast,
  declareFirst,
  handOn,
  line,
  losesType,
  valueOf,
} from './destinations.js';
import { alwaysThrows, endsWithNothing, hasFinalizer, withUndefined } from './endings.js';
import { inlined, takesNothing, writeCall } from './handler-calls.js';
import { noNotes } from './layout.js';
import { bindCaught, declareName, declareParameter, isUnused } from './parameters.js';
import { prepareChain } from './preparation.js';
import { readSettled } from './settled-returns.js';

/** @type {Return} What the chain gives is what an async function of its own gives. */
const OF_CALL = { kind: 'return', isGuarded: false, isTail: true };

/**
 * Writes the statements that hand on what an expression gives.
 *
 * @param {Conversion} conversion
 * @param {TSESTree.Node | null | undefined} node
 * @param {Destination} destination
 * @param {Block} out
 * @returns {void}
 */
export function writeValue(conversion, node, destination, out) {
  if (!node) {
    handOn(conversion, UNDEFINED, destination, out);
    return;
  }
  const chain = convertibleChain(conversion, node);
  if (chain) {
    writeChain(conversion, chain, destination, out);
    return;
  }
  if (node.type === 'ConditionalExpression' && writeRejecting(conversion, node, destination, out)) {
    return;
  }
  if (node.type === 'ConditionalExpression' && holdsChain(conversion, node)) {
    declareFirst(conversion, destination, out, (inner) => {
      const consequent = openBlock(conversion, out);
      const alternate = openBlock(conversion, out);
      const test = /** @type {Pieces} */ ([node.test.range]);
      out.items.push({ type: 'if', test, consequent, alternate, ...noNotes() });
      writeValue(conversion, node.consequent, inner, consequent);
      writeValue(conversion, node.alternate, inner, alternate);
    });
    return;
  }
  const settled = settledFor(conversion, node, destination);
  // What a handler gives comes behind an `await` already.
  const isLate = destination.kind === 'return' || enclosingFunction(node) !== conversion.root;
  if (settled?.kind === 'resolve' && isLate) {
    const value = settled.value ? valueOf(conversion, settled.value) : UNDEFINED;
    handOn(conversion, value, destination, out, settled.value);
  } else if (settled?.kind === 'reject' && destination.kind !== 'declare') {
    out.items.push(line(['throw ', settled.value?.range ?? 'undefined']));
  } else {
    handOn(conversion, valueOf(conversion, node), destination, out, node);
  }
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.Node} node
 * @param {Destination} destination
 */
function settledFor({ context }, node, { kind }) {
  // Nobody asks for the type of what is dropped.
  return readSettled(kind === 'drop' ? { ...context, isTyped: false } : context, node);
}

/**
 * valid ? value : Promise.reject(error)  ->  if (!valid) { throw error; } value
 *
 * @param {Conversion} conversion
 * @param {TSESTree.ConditionalExpression} node
 * @param {Destination} destination
 * @param {Block} out
 * @returns {boolean} Whether the node is that.
 */
function writeRejecting(conversion, { alternate, consequent, test }, destination, out) {
  const thrown = [alternate, consequent].find(
    (each) => settledFor(conversion, each, destination)?.kind === 'reject',
  );
  if (!thrown) {
    return false;
  }
  if (thrown === alternate) {
    conversion.edits.push(...negate(conversion.context.sourceCode, test));
  }
  const block = openBlock(conversion, out);
  out.items.push({ type: 'if', test: [test.range], consequent: block, ...noNotes() });
  writeValue(conversion, thrown, { kind: 'drop' }, block);
  writeValue(conversion, thrown === alternate ? consequent : alternate, destination, out);
  return true;
}

/**
 * @param {Conversion} conversion
 * @param {Chain} chain
 * @param {Destination} destination
 * @param {Block} out
 */
function writeChain(conversion, chain, destination, out) {
  const { plan, setUp } = prepareChain(conversion, chain, false);
  out.items.push(...setUp.map(({ name, value }) => line([`const ${name} = `, value])));
  writeSteps(conversion, plan, plan.steps.length, destination, out);
}

/**
 * open().then(use);  ->  const promise = open(); (async () => { use(await promise); })();
 *
 * @param {Conversion} conversion
 * @param {Chain} chain One that nothing waits for.
 * @param {Block} out
 * @param {Pieces} [target] What keeps its promise.
 */
export function writeFloating(conversion, chain, out, target) {
  const { plan, setUp } = prepareChain(conversion, chain, true);
  const block = openBlock(conversion, out);
  out.items.push(...setUp.map(({ name, value }) => line([`const ${name} = `, value])), {
    type: 'call',
    block,
    ...(target && { target }),
    ...noNotes(),
  });
  // A compiler may ask that either each end gives something or none does.
  const isUnheard = !target && compilerOption(conversion.context, 'noImplicitReturns') !== true;
  writeSteps(conversion, plan, plan.steps.length, { ...OF_CALL, isUnused: isUnheard }, block);
}

/**
 * [open().then(use)]  ->  [(async (promise) => use(await promise))(open())]
 *
 * @param {Conversion} conversion
 * @param {Chain} chain One whose promise is used before it is settled.
 */
export function writeApart(conversion, chain) {
  const { context, frames, names } = conversion;
  const { plan, setUp } = prepareChain(conversion, chain, true);
  /** @type {Block} */
  const block = { items: [], home: names.homeOf(context.sourceCode.getScope(chain.node)) };
  const { range } = chain.node;
  const inner = openBlock(conversion, block);
  frames.push({ range, block: inner, form: 'call', anchor: range[0], setUp });
  writeSteps(conversion, plan, plan.steps.length, OF_CALL, inner);
}

/**
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {number} count How many steps of the chain.
 * @param {Destination} destination
 * @param {Block} out
 */
function writeSteps(conversion, plan, count, destination, out) {
  const step = plan.steps[count - 1];
  if (!step) {
    handOn(conversion, headValue(plan), destination, out);
  } else if (step.finalizer) {
    writeFinally(conversion, plan, count, destination, out);
  } else if (step.fulfilled && step.rejected) {
    declareFirst(conversion, destination, out, (inner) =>
      writeBoth(conversion, plan, count, inner, out),
    );
  } else if (step.rejected) {
    declareFirst(conversion, destination, out, (inner) =>
      writeCatch(conversion, plan, count, inner, out),
    );
  } else {
    writeThen(conversion, plan, count, destination, out);
  }
}

/**
 * @param {Plan} plan
 * @returns {import('./destinations.js').Value}
 */
function headValue({ head }) {
  return { pieces: head, isPlain: false };
}

/**
 * promise.then(value => f(value))  ->  const value = await promise; return f(value);
 *
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {number} count
 * @param {Destination} destination
 * @param {Block} out
 */
function writeThen(conversion, plan, count, destination, out) {
  const handler = /** @type {Handler} */ (plan.steps[count - 1]?.fulfilled);
  const fn = inlined(conversion, handler, destination);
  if (fn) {
    const parameter = fn.params[0];
    writeSteps(
      conversion,
      plan,
      count - 1,
      parameter && !isUnused(conversion, fn, parameter)
        ? declareParameter(conversion, fn, parameter)
        : { kind: 'drop' },
      out,
    );
    conversion.names.adopt(fn, out.home);
    if (!endsWithNothing(conversion, fn, destination)) {
      inlineBody(conversion, fn, destination, out, writeValue);
    }
    return;
  }
  /** @type {Pieces} */
  let argument = ['await ', ...plan.head];
  if (takesNothing(conversion, handler)) {
    writeSteps(conversion, plan, count - 1, { kind: 'drop' }, out);
    argument = [];
  } else if (count > 1 || handler.kind === 'inline' || handler.kind === 'kept') {
    const name = conversion.names.take('value');
    writeSteps(conversion, plan, count - 1, declareName(name), out);
    argument = [name];
  }
  writeCall(conversion, plan, handler, argument, destination, out);
}

/**
 * promise.catch(error => f(error))  ->  try { return await promise; } catch (error) { return f(error); }
 *
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {number} count
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 */
function writeCatch(conversion, plan, count, destination, out) {
  destination = withUndefined(conversion, plan, count, destination);
  const block = openBlock(conversion, out);
  writeSteps(conversion, plan, count - 1, guarded(destination), block);
  /** @type {Try} */
  const item = { type: 'try', block, ...noNotes() };
  out.items.push(item);
  const handler = writeHandler(conversion, plan, count, destination, out, item);
  if (destination.kind === 'assign' && !destination.isSet && hasFinalizer(conversion, block)) {
    // The value was there before the finalizer failed.
    if (destination.variable) {
      conversion.names.assign(destination.variable, handler.home);
    }
    handler.items.unshift(line([...destination.target, ' = undefined']));
  }
}

/**
 * @template {Destination} Kind
 * @param {Kind} destination
 * @returns {Kind}
 */
function guarded(destination) {
  return destination.kind === 'return' ? { ...destination, isGuarded: true } : destination;
}

/**
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {number} count
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 * @param {Try} item Gets its `catch`.
 * @returns {Block}
 */
function writeHandler(conversion, plan, count, destination, out, item) {
  const handler = /** @type {Handler} */ (plan.steps[count - 1]?.rejected);
  const block = openBlock(conversion, out);
  item.handler = block;
  const fn = inlined(conversion, handler, destination);
  if (!fn) {
    if (takesNothing(conversion, handler)) {
      bindNothing(conversion, item);
      writeCall(conversion, plan, handler, [], destination, block);
      return block;
    }
    const name = conversion.names.take('error');
    item.parameter = [name, conversion.context.isTyped ? caughtType(conversion.context) : ''];
    writeCall(conversion, plan, handler, [name], destination, block);
    return block;
  }
  const [parameter] = fn.params;
  conversion.names.adopt(fn, block.home);
  if (parameter) {
    bindCaught(conversion, fn, parameter, item, block);
  } else {
    bindNothing(conversion, item);
  }
  inlineBody(conversion, fn, destination, block, writeValue);
  return block;
}

/**
 * @param {Conversion} conversion
 * @param {Try} item
 */
function bindNothing({ context, names }, item) {
  if (!mayCatchBare(context)) {
    item.parameter = [names.take('error')];
  }
}

/**
 * promise.then(ok, failed)  ->  let value; try { value = await promise; } catch (error) { … } ok(value)
 *
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {number} count
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 */
function writeBoth(conversion, plan, count, destination, out) {
  destination = withUndefined(conversion, plan, count, destination);
  const { fulfilled } = /** @type {Step & { fulfilled: Handler }} */ (plan.steps[count - 1]);
  const fn = inlined(conversion, fulfilled, destination);
  const [given] = fn?.params ?? [];
  const parameter = fn && given && !isUnused(conversion, fn, given) ? given : undefined;
  if (fn ? !parameter : takesNothing(conversion, fulfilled)) {
    writeGuarded(conversion, plan, count, destination, out, { kind: 'drop' }, (block) => {
      if (!fn) {
        writeCall(conversion, plan, fulfilled, [], destination, block);
        return;
      }
      conversion.names.adopt(fn, block.home);
      inlineBody(conversion, fn, destination, block, writeValue);
    });
    return;
  }
  const declare =
    fn && parameter
      ? declareParameter(conversion, fn, parameter)
      : declareName(conversion.names.take('value'));
  if (fn) {
    conversion.names.adopt(fn, out.home);
  }
  const isName =
    declare.name !== undefined && !declare.isWrapped && !losesType(conversion, declare);
  const target = isName ? declare.name : [conversion.names.take('value')];
  out.items.push({
    ...line(['let ', ...(isName ? declare.pattern : (target ?? []))]),
    anchors: [],
  });
  /** @type {Assign} */
  const assign = {
    kind: 'assign',
    target: target ?? [],
    ...(isName && { type: declare.type, ...(declare.variable && { variable: declare.variable }) }),
  };
  writeGuarded(conversion, plan, count, destination, out, assign, (block) => {
    if (!fn) {
      writeCall(conversion, plan, fulfilled, target ?? [], destination, block);
      return;
    }
    if (!isName) {
      handOn(conversion, { pieces: target ?? [], isPlain: true }, declare, block);
    }
    inlineBody(conversion, fn, destination, block, writeValue);
  });
}

/**
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {number} count
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 * @param {Exclude<Destination, Declare | Return>} received What becomes of the value.
 * @param {(block: Block) => void} proceed Writes what only a fulfilled promise leads to.
 */
function writeGuarded(conversion, plan, count, destination, out, received, proceed) {
  const rejected = plan.steps[count - 1]?.rejected;
  const leaves = destination.kind === 'return' || alwaysThrows(conversion, rejected);
  const flag = leaves ? undefined : conversion.names.take('failed');
  if (flag) {
    conversion.losesType ||=
      conversion.context.isTyped === true &&
      (destination.kind === 'assign' || received.kind === 'assign');
    out.items.push(line([`let ${flag} = false`]));
  }
  const block = openBlock(conversion, out);
  writeSteps(conversion, plan, count - 1, received, block);
  /** @type {Try} */
  const item = { type: 'try', block, ...noNotes() };
  out.items.push(item);
  const failing = destination.kind === 'return' ? { ...destination, isTail: false } : destination;
  const handler = writeHandler(conversion, plan, count, failing, out, item);
  if (!flag) {
    proceed(out);
    return;
  }
  handler.items.unshift(line([`${flag} = true`]));
  const consequent = openBlock(conversion, out);
  out.items.push({ type: 'if', test: [`!${flag}`], consequent, ...noNotes() });
  proceed(consequent);
}

/**
 * promise.finally(f)  ->  try { return await promise; } finally { await f(); }
 *
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {number} count
 * @param {Destination} destination
 * @param {Block} out
 */
function writeFinally(conversion, plan, count, destination, out) {
  /** @param {Exclude<Destination, Declare>} inner */
  const write = (inner) => {
    const block = openBlock(conversion, out);
    writeSteps(conversion, plan, count - 1, guarded(inner), block);
    const [only] = block.items;
    const isSame = block.items.length === 1 && only?.type === 'try' && !only.finalizer;
    /** @type {Try} */
    const item = isSame ? only : { type: 'try', block, ...noNotes() };
    out.items.push(item);
    const finalizer = openBlock(conversion, out);
    item.finalizer = finalizer;
    const handler = /** @type {Handler} */ (plan.steps[count - 1]?.finalizer);
    const fn = inlined(conversion, handler, { kind: 'drop' });
    if (fn) {
      conversion.names.adopt(fn, finalizer.home);
      inlineBody(conversion, fn, { kind: 'drop' }, finalizer, writeValue);
    } else {
      writeCall(conversion, plan, handler, [], { kind: 'drop' }, finalizer);
    }
  };
  declareFirst(conversion, destination, out, (inner) => assignLast(conversion, inner, out, write));
}
