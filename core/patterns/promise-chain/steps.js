/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Conversion } from './conversion.js' */
/** @import { Chain } from './chains.js' */
/** @import { Declare, Destination, Return } from './destinations.js' */
/** @import { Handler } from './handlers.js' */
/** @import { Block, Pieces, Try } from './layout.js' */

import { runsOn } from '../../analysis/node-floor.js';
import { fitsInto, inlineBody } from './bodies.js';
import { convertibleChain, handlerOf, holdsChain, openBlock } from './conversion.js';
import { UNDEFINED, declareFirst, handOn, line, operandOf, valueOf } from './destinations.js';
import { canListComplete, returnsOf } from './exits.js';
import { noNotes } from './layout.js';
import { cannotThrow } from './values.js';

/**
 * A link that does something.
 *
 * @typedef {object} Step
 * @property {Handler | undefined} fulfilled
 * @property {Handler | undefined} rejected
 * @property {Handler | undefined} finalizer
 */

/**
 * @typedef {object} Plan
 * @property {Step[]} steps
 * @property {Pieces} head What is waited for first, fit for `await`.
 * @property {Map<TSESTree.Node, string>} computed The names of handlers that are evaluated first.
 */

/** The first Node that reads `catch {`. */
const OPTIONAL_CATCH_BINDING = '10.0.0';

/**
 * Writes the statements that hand on what an expression gives.
 *
 * @type {import('./bodies.js').WriteValue}
 */
export function writeValue(conversion, node, destination, out) {
  if (!node) {
    handOn(conversion, UNDEFINED, destination, out);
    return;
  }
  const chain = convertibleChain(conversion, node);
  if (chain) {
    writeChain(conversion, chain, destination, out);
  } else if (node.type === 'ConditionalExpression' && holdsChain(conversion, node)) {
    declareFirst(conversion, destination, out, (inner) => {
      const consequent = openBlock(conversion, out);
      const alternate = openBlock(conversion, out);
      const test = /** @type {Pieces} */ ([node.test.range]);
      out.items.push({ type: 'if', test, consequent, alternate, ...noNotes() });
      writeValue(conversion, node.consequent, inner, consequent);
      writeValue(conversion, node.alternate, inner, alternate);
    });
  } else {
    handOn(conversion, valueOf(conversion, node), destination, out, node);
  }
}

/**
 * @param {Conversion} conversion
 * @param {Chain} chain
 * @param {Destination} destination
 * @param {Block} out
 */
function writeChain(conversion, chain, destination, out) {
  const { plan, steps } = prepareChain(conversion, chain, out, false);
  writeSteps(conversion, plan, steps.length, destination, out);
}

/**
 * open().then(use);  ->  const promise = open(); (async () => { use(await promise); })();
 *
 * @param {Conversion} conversion
 * @param {Chain} chain One that nothing waits for.
 * @param {Block} out
 */
export function writeFloating(conversion, chain, out) {
  const { plan, steps } = prepareChain(conversion, chain, out, true);
  const block = openBlock(conversion, out);
  out.items.push({ type: 'call', block, ...noNotes() });
  const destination = { kind: /** @type {const} */ ('return'), isGuarded: false, isTail: true };
  writeSteps(conversion, plan, steps.length, destination, block);
}

/**
 * @param {Conversion} conversion
 * @param {Chain} chain
 * @param {Block} out Gets what is evaluated when the chain is made.
 * @param {boolean} isApart Whether the steps run in a function of their own: what throws must not.
 * @returns {{ plan: Plan, steps: Step[] }}
 */
function prepareChain(conversion, chain, out, isApart) {
  const { context, names } = conversion;
  const { sourceCode } = context;
  conversion.chains.push(chain);
  const steps = chain.links.map(({ onFulfilled, onRejected, onFinally }) => ({
    fulfilled: onFulfilled && handlerOf(conversion, onFulfilled),
    rejected: onRejected && handlerOf(conversion, onRejected),
    finalizer: onFinally && handlerOf(conversion, onFinally, true),
  }));
  conversion.dissolved += steps.filter(({ fulfilled, rejected, finalizer }) =>
    [fulfilled, rejected, finalizer].every((handler) => handler?.kind !== 'kept'),
  ).length;
  const active = steps.filter((step) => Object.values(step).some(Boolean));
  const computed = active
    .flatMap(({ fulfilled, rejected, finalizer }) => [fulfilled, rejected, finalizer])
    .filter((handler) => handler?.kind === 'computed');
  const isGuarded = active.some(({ rejected, finalizer }) => rejected ?? finalizer);
  const { head } = chain;
  /** @type {Plan} */
  const plan = { steps: active, head: operandOf(head), computed: new Map() };
  // A throw of the head itself is no rejection: no handler of the chain sees it.
  if (
    head.type !== 'Identifier' &&
    (computed.length > 0 || ((isGuarded || isApart) && !cannotThrow(sourceCode, head)))
  ) {
    const name = names.take('promise');
    out.items.push(line([`const ${name} = `, head.range]));
    plan.head = [name];
  }
  for (const { node } of computed) {
    const name = names.take('handler');
    out.items.push(line([`const ${name} = `, node.range]));
    plan.computed.set(node, name);
  }
  return { plan, steps: active };
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
 * @param {Conversion} conversion
 * @param {Handler | undefined} handler
 * @param {Destination} destination
 * @returns {FunctionNode | undefined} The function, if its statements can stand in place of it.
 */
function inlined(conversion, handler, destination) {
  return handler?.kind === 'inline' && fitsInto(conversion, handler.fn, destination)
    ? handler.fn
    : undefined;
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
    inlineBody(conversion, fn, destination, out, writeValue);
    return;
  }
  /** @type {Pieces} */
  let argument = ['await ', ...plan.head];
  if (count > 1 || handler.kind === 'inline' || handler.kind === 'kept') {
    const name = conversion.names.take('value');
    writeSteps(conversion, plan, count - 1, declareName(name), out);
    argument = [name];
  }
  writeCall(conversion, plan, handler, argument, destination, out);
}

/**
 * @param {Conversion} conversion
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @returns {boolean} Whether the value has a name that nothing uses.
 */
function isUnused({ context }, fn, parameter) {
  const [variable] = context.sourceCode.getDeclaredVariables(fn);
  return (
    parameter.type === 'Identifier' &&
    variable?.identifiers[0] === parameter &&
    variable.references.length === 0
  );
}

/**
 * @param {string} name
 * @returns {Declare}
 */
function declareName(name) {
  return { kind: 'declare', keyword: 'const', pattern: [name], name: [name], isWrapped: false };
}

/**
 * @param {Conversion} conversion
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @param {boolean} [isFulfilled] Whether it is what a promise was fulfilled with: no promise itself.
 * @returns {Declare}
 */
function declareParameter({ context, settled }, fn, parameter, isFulfilled = true) {
  const variables = context.sourceCode
    .getDeclaredVariables(fn)
    .filter(({ defs }) => defs.some(({ type }) => type === 'Parameter'));
  const isWritten = variables.some(({ references }) =>
    references.some((reference) => reference.isWrite() && !reference.init),
  );
  const [start] = parameter.range;
  /** @type {Declare} */
  const declare = {
    kind: 'declare',
    keyword: isWritten ? 'let' : 'const',
    pattern: [parameter.range],
    isWrapped: parameter.type === 'AssignmentPattern',
  };
  if (parameter.type === 'Identifier') {
    const [variable] = variables;
    if (variable) {
      declare.name = [{ variable, range: [start, start + parameter.name.length] }];
    }
    if (isFulfilled && !isWritten) {
      variables.forEach((variable) => settled.add(variable));
    }
  }
  return declare;
}

/**
 * @param {Conversion} conversion
 * @param {Plan} plan
 * @param {Handler} handler One that stays a function.
 * @param {Pieces} argument
 * @param {Destination} destination
 * @param {Block} out
 */
function writeCall(conversion, plan, handler, argument, destination, out) {
  /** @type {Pieces} */
  let callee;
  if (handler.kind === 'named') {
    callee = handler.isMember ? ['(0, ', handler.node.range, ')'] : [handler.node.range];
  } else if (handler.kind === 'computed') {
    callee = [/** @type {string} */ (plan.computed.get(handler.node))];
  } else {
    const name = conversion.names.take('handler');
    conversion.kept.add(handler.fn);
    out.items.push(line([`const ${name} = `, handler.fn.range]));
    callee = [name];
  }
  const value = { pieces: [...callee, '(', ...argument, ')'], isPlain: false };
  handOn(conversion, value, destination, out);
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
  const block = openBlock(conversion, out);
  writeSteps(conversion, plan, count - 1, guarded(destination), block);
  /** @type {Try} */
  const item = { type: 'try', block, ...noNotes() };
  out.items.push(item);
  const handler = writeHandler(conversion, plan, count, destination, out, item);
  if (destination.kind === 'assign' && hasFinalizer(conversion, block)) {
    // The value was there before the finalizer failed.
    handler.items.unshift(line([...destination.target, ' = undefined']));
  }
}

/**
 * @param {Conversion} conversion
 * @param {Block} block
 * @returns {boolean} Whether a `finally` may fail after the value is there.
 */
function hasFinalizer(conversion, { items }) {
  return items.some((item) => {
    switch (item.type) {
      case 'try':
        return (
          item.finalizer !== undefined ||
          hasFinalizer(conversion, item.block) ||
          (item.handler !== undefined && hasFinalizer(conversion, item.handler))
        );
      case 'call':
        return false;
      case 'if':
        return (
          hasFinalizer(conversion, item.consequent) ||
          (item.alternate !== undefined && hasFinalizer(conversion, item.alternate))
        );
      // The user's statements may hold chains of their own.
      default:
        return (
          item.type === 'source' &&
          conversion.context.sourceCode.text.slice(...item.range).includes('finally')
        );
    }
  });
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
    const name = conversion.names.take('error');
    item.parameter = [name];
    writeCall(conversion, plan, handler, [name], destination, block);
    return block;
  }
  const [parameter] = fn.params;
  conversion.names.adopt(fn, block.home);
  if (parameter) {
    bindCaught(conversion, fn, parameter, item, block);
  } else if (!runsOn(conversion.context, OPTIONAL_CATCH_BINDING)) {
    item.parameter = [conversion.names.take('error')];
  }
  inlineBody(conversion, fn, destination, block, writeValue);
  return block;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Parameter} parameter
 * @param {FunctionNode} fn
 * @returns {number} Where the comments begin that stand before the parameter on its line.
 */
function startWithComments({ ast, text }, parameter, fn) {
  const comments = (ast.comments ?? []).filter(
    ({ range }) =>
      range[0] > fn.range[0] &&
      range[1] <= parameter.range[0] &&
      !text.slice(range[0], parameter.range[0]).includes('\n'),
  );
  return comments[0]?.range[0] ?? parameter.range[0];
}

/**
 * @param {Conversion} conversion
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @param {Try} item
 * @param {Block} block
 */
function bindCaught(conversion, fn, parameter, item, block) {
  const { names } = conversion;
  const annotation = /** @type {TSESTree.TSTypeAnnotation | undefined} */ (
    'typeAnnotation' in parameter ? parameter.typeAnnotation : undefined
  );
  const type = annotation?.typeAnnotation;
  const isLoose = !type || type.type === 'TSAnyKeyword' || type.type === 'TSUnknownKeyword';
  if (parameter.type !== 'AssignmentPattern' && isLoose) {
    // A comment on the same line may be the parameter's type.
    const start = startWithComments(conversion.context.sourceCode, parameter, fn);
    item.parameter = [[start, parameter.range[1]]];
    return;
  }
  const name = names.take('error');
  const { keyword } = declareParameter(conversion, fn, parameter, false);
  item.parameter = [name];
  block.items.push(
    annotation
      ? line([
          `${keyword} `,
          [parameter.range[0], annotation.range[0]],
          ...(annotation.type === 'TSTypeAnnotation'
            ? [` = ${name} as `, /** @type {TSESTree.Node} */ (type).range]
            : [annotation.range, ` = ${name}`]),
        ])
      : line([`${keyword} [`, parameter.range, `] = [${name}]`]),
  );
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
  const { fulfilled } = /** @type {Step & { fulfilled: Handler }} */ (plan.steps[count - 1]);
  const fn = inlined(conversion, fulfilled, destination);
  const [parameter] = fn?.params ?? [];
  if (fn && !parameter) {
    writeGuarded(conversion, plan, count, destination, out, { kind: 'drop' }, (block) => {
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
  const isName = declare.name !== undefined && !declare.isWrapped;
  const target = isName ? declare.name : [conversion.names.take('value')];
  out.items.push(line(['let ', ...(isName ? declare.pattern : (target ?? []))]));
  const assign = /** @type {const} */ ({ kind: 'assign', target: target ?? [] });
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
 * @param {Conversion} conversion
 * @param {Handler | undefined} handler
 * @returns {boolean}
 */
function alwaysThrows({ context }, handler) {
  return (
    handler?.kind === 'inline' &&
    handler.fn.body.type === 'BlockStatement' &&
    !canListComplete(handler.fn.body.body) &&
    returnsOf(context.sourceCode, handler.fn).length === 0
  );
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
  declareFirst(conversion, destination, out, (inner) => {
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
  });
}
