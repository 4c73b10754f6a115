/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Printer } from './printer.js' */
/** @import { Assign, Declare, Destination, Return } from './destinations.js' */
/** @import { Continuation, Pieces, Step, Wait } from '../build/region.js' */
/** @import { Block, Try } from './blocks.js' */

import { caughtType } from '../../analysis/environment/compilers.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { mayCatchBare } from '../../analysis/environment/node-floor.js';
import { holdsWait } from '../build/region.js';
import { inlineBody } from './bodies.js';
import { line, noNotes } from './blocks.js';
import { openBlock } from './printer.js';
import { negate } from './else-branches.js';
import { UNDEFINED, assignLast, declareFirst, handOn, losesType, valueOf } from './destinations.js';
import { alwaysThrows, endsWithNothing, hasFinalizer, withUndefined } from './endings.js';
import { inlined, takesNothing, writeCall } from './calls.js';
import { bindCaught, declareName, declareParameter, isUnused } from './bindings.js';
import { readSettled } from '../build/settled-values.js';

/**
 * Writes the statements that hand on what an expression gives.
 *
 * @param {Printer} printer
 * @param {TSESTree.Node | null | undefined} node
 * @param {Destination} destination
 * @param {Block} out
 * @returns {void}
 */
export function writeValue(printer, node, destination, out) {
  if (!node) {
    handOn(printer, UNDEFINED, destination, out);
    return;
  }
  const { lowering } = printer;
  if (lowering.isWait(node)) {
    writeWait(printer, lowering.lower(node), destination, out);
    return;
  }
  if (node.type === 'ConditionalExpression' && writeRejecting(printer, node, destination, out)) {
    return;
  }
  if (node.type === 'ConditionalExpression' && holdsWait(lowering, node)) {
    declareFirst(printer, destination, out, (inner) => {
      const consequent = openBlock(printer, out);
      const alternate = openBlock(printer, out);
      const test = /** @type {Pieces} */ ([node.test.range]);
      out.items.push({ type: 'if', test, consequent, alternate, ...noNotes() });
      writeValue(printer, node.consequent, inner, consequent);
      writeValue(printer, node.alternate, inner, alternate);
    });
    return;
  }
  const settled = settledFor(printer, node, destination);
  // What a handler gives comes behind an `await` already.
  const isLate = destination.kind === 'return' || enclosingFunction(node) !== printer.root;
  if (settled?.kind === 'resolve' && isLate) {
    const value = settled.value ? valueOf(printer, settled.value) : UNDEFINED;
    handOn(printer, value, destination, out, settled.value);
  } else if (settled?.kind === 'reject' && destination.kind !== 'declare') {
    out.items.push(line(['throw ', settled.value?.range ?? 'undefined']));
  } else {
    handOn(printer, valueOf(printer, node), destination, out, node);
  }
}

/**
 * @param {Printer} printer
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
 * @param {Printer} printer
 * @param {TSESTree.ConditionalExpression} node
 * @param {Destination} destination
 * @param {Block} out
 * @returns {boolean} Whether the node is that.
 */
function writeRejecting(printer, { alternate, consequent, test }, destination, out) {
  const thrown = [alternate, consequent].find(
    (each) => settledFor(printer, each, destination)?.kind === 'reject',
  );
  if (!thrown) {
    return false;
  }
  if (thrown === alternate) {
    printer.edits.push(...negate(printer.context.sourceCode, test));
  }
  const block = openBlock(printer, out);
  out.items.push({ type: 'if', test: [test.range], consequent: block, ...noNotes() });
  writeValue(printer, thrown, { kind: 'drop' }, block);
  writeValue(printer, thrown === alternate ? consequent : alternate, destination, out);
  return true;
}

/**
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {Destination} destination
 * @param {Block} out
 */
function writeWait(printer, wait, destination, out) {
  writeHolds(wait, out);
  writeSteps(printer, wait, wait.steps.length, destination, out);
}

/**
 * @param {Wait} wait
 * @param {Block} out
 */
function writeHolds({ holds }, out) {
  out.items.push(...holds.map(({ name, value }) => line([`const ${name} = `, value])));
}

/**
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {number} count How many of its steps.
 * @param {Destination} destination
 * @param {Block} out
 */
function writeSteps(printer, wait, count, destination, out) {
  const step = wait.steps[count - 1];
  if (!step) {
    handOn(printer, operandValue(wait), destination, out);
  } else if (step.finalizer) {
    writeFinally(printer, wait, count, destination, out);
  } else if (step.fulfilled && step.rejected) {
    declareFirst(printer, destination, out, (inner) => writeBoth(printer, wait, count, inner, out));
  } else if (step.rejected) {
    declareFirst(printer, destination, out, (inner) =>
      writeCatch(printer, wait, count, inner, out),
    );
  } else {
    writeThen(printer, wait, count, destination, out);
  }
}

/**
 * @param {Wait} wait
 * @returns {import('./destinations.js').Value}
 */
function operandValue({ operand }) {
  return { pieces: operand, isPlain: false };
}

/**
 * promise.then(value => f(value))  ->  const value = await promise; return f(value);
 *
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {number} count
 * @param {Destination} destination
 * @param {Block} out
 */
function writeThen(printer, wait, count, destination, out) {
  const handler = /** @type {Continuation} */ (wait.steps[count - 1]?.fulfilled);
  const fn = inlined(printer, handler, destination);
  if (fn) {
    const parameter = fn.params[0];
    writeSteps(
      printer,
      wait,
      count - 1,
      parameter && !isUnused(printer, fn, parameter)
        ? declareParameter(printer, fn, parameter)
        : { kind: 'drop' },
      out,
    );
    printer.names.adopt(fn, out.home);
    if (!endsWithNothing(printer, fn, destination)) {
      inlineBody(printer, fn, destination, out, writeValue);
    }
    return;
  }
  /** @type {Pieces} */
  let argument = ['await ', ...wait.operand];
  if (takesNothing(printer, handler)) {
    writeSteps(printer, wait, count - 1, { kind: 'drop' }, out);
    argument = [];
  } else if (count > 1 || handler.kind === 'body' || handler.kind === 'function') {
    const name = printer.names.take('value');
    writeSteps(printer, wait, count - 1, declareName(name), out);
    argument = [name];
  }
  writeCall(printer, handler, argument, destination, out);
}

/**
 * promise.catch(error => f(error))  ->  try { return await promise; } catch (error) { return f(error); }
 *
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {number} count
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 */
function writeCatch(printer, wait, count, destination, out) {
  destination = withUndefined(printer, wait, count, destination);
  const block = openBlock(printer, out);
  writeSteps(printer, wait, count - 1, guarded(destination), block);
  /** @type {Try} */
  const item = { type: 'try', block, ...noNotes() };
  out.items.push(item);
  const handler = writeHandler(printer, wait, count, destination, out, item);
  if (destination.kind === 'assign' && !destination.isSet && hasFinalizer(printer, block)) {
    // The value was there before the finalizer failed.
    if (destination.variable) {
      printer.names.assign(destination.variable, handler.home);
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
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {number} count
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 * @param {Try} item Gets its `catch`.
 * @returns {Block}
 */
function writeHandler(printer, wait, count, destination, out, item) {
  const handler = /** @type {Continuation} */ (wait.steps[count - 1]?.rejected);
  const block = openBlock(printer, out);
  item.handler = block;
  const fn = inlined(printer, handler, destination);
  if (!fn) {
    if (takesNothing(printer, handler)) {
      bindNothing(printer, item);
      writeCall(printer, handler, [], destination, block);
      return block;
    }
    const name = printer.names.take('error');
    item.parameter = [name, printer.context.isTyped ? caughtType(printer.context) : ''];
    writeCall(printer, handler, [name], destination, block);
    return block;
  }
  const [parameter] = fn.params;
  printer.names.adopt(fn, block.home);
  if (parameter) {
    bindCaught(printer, fn, parameter, item, block);
  } else {
    bindNothing(printer, item);
  }
  inlineBody(printer, fn, destination, block, writeValue);
  return block;
}

/**
 * @param {Printer} printer
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
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {number} count
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 */
function writeBoth(printer, wait, count, destination, out) {
  destination = withUndefined(printer, wait, count, destination);
  const { fulfilled } = /** @type {Step & { fulfilled: Continuation }} */ (wait.steps[count - 1]);
  const fn = inlined(printer, fulfilled, destination);
  const [given] = fn?.params ?? [];
  const parameter = fn && given && !isUnused(printer, fn, given) ? given : undefined;
  if (fn ? !parameter : takesNothing(printer, fulfilled)) {
    writeGuarded(printer, wait, count, destination, out, { kind: 'drop' }, (block) => {
      if (!fn) {
        writeCall(printer, fulfilled, [], destination, block);
        return;
      }
      printer.names.adopt(fn, block.home);
      inlineBody(printer, fn, destination, block, writeValue);
    });
    return;
  }
  const declare =
    fn && parameter
      ? declareParameter(printer, fn, parameter)
      : declareName(printer.names.take('value'));
  if (fn) {
    printer.names.adopt(fn, out.home);
  }
  const isName = declare.name !== undefined && !declare.isWrapped && !losesType(printer, declare);
  const target = isName ? declare.name : [printer.names.take('value')];
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
  writeGuarded(printer, wait, count, destination, out, assign, (block) => {
    if (!fn) {
      writeCall(printer, fulfilled, target ?? [], destination, block);
      return;
    }
    if (!isName) {
      handOn(printer, { pieces: target ?? [], isPlain: true }, declare, block);
    }
    inlineBody(printer, fn, destination, block, writeValue);
  });
}

/**
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {number} count
 * @param {Exclude<Destination, Declare>} destination
 * @param {Block} out
 * @param {Exclude<Destination, Declare | Return>} received What becomes of the value.
 * @param {(block: Block) => void} proceed Writes what only a fulfilled promise leads to.
 */
function writeGuarded(printer, wait, count, destination, out, received, proceed) {
  const rejected = wait.steps[count - 1]?.rejected;
  const leaves = destination.kind === 'return' || alwaysThrows(printer, rejected);
  const flag = leaves ? undefined : printer.names.take('failed');
  if (flag) {
    printer.losesType ||=
      printer.context.isTyped === true &&
      (destination.kind === 'assign' || received.kind === 'assign');
    out.items.push(line([`let ${flag} = false`]));
  }
  const block = openBlock(printer, out);
  writeSteps(printer, wait, count - 1, received, block);
  /** @type {Try} */
  const item = { type: 'try', block, ...noNotes() };
  out.items.push(item);
  const failing = destination.kind === 'return' ? { ...destination, isTail: false } : destination;
  const handler = writeHandler(printer, wait, count, failing, out, item);
  if (!flag) {
    proceed(out);
    return;
  }
  handler.items.unshift(line([`${flag} = true`]));
  const consequent = openBlock(printer, out);
  out.items.push({ type: 'if', test: [`!${flag}`], consequent, ...noNotes() });
  proceed(consequent);
}

/**
 * promise.finally(f)  ->  try { return await promise; } finally { await f(); }
 *
 * @param {Printer} printer
 * @param {Wait} wait
 * @param {number} count
 * @param {Destination} destination
 * @param {Block} out
 */
function writeFinally(printer, wait, count, destination, out) {
  /** @param {Exclude<Destination, Declare>} inner */
  const write = (inner) => {
    const block = openBlock(printer, out);
    writeSteps(printer, wait, count - 1, guarded(inner), block);
    const [only] = block.items;
    const isSame = block.items.length === 1 && only?.type === 'try' && !only.finalizer;
    /** @type {Try} */
    const item = isSame ? only : { type: 'try', block, ...noNotes() };
    out.items.push(item);
    const finalizer = openBlock(printer, out);
    item.finalizer = finalizer;
    const handler = /** @type {Continuation} */ (wait.steps[count - 1]?.finalizer);
    const fn = inlined(printer, handler, { kind: 'drop' });
    if (fn) {
      printer.names.adopt(fn, finalizer.home);
      inlineBody(printer, fn, { kind: 'drop' }, finalizer, writeValue);
    } else {
      writeCall(printer, handler, [], { kind: 'drop' }, finalizer);
    }
  };
  declareFirst(printer, destination, out, (inner) => assignLast(printer, inner, out, write));
}
