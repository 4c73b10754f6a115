/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Fate, Registry } from './registry.js' */
/** @import { Forwarding } from '../errors/one-try.js' */
/** @import { AsyncPart } from '../boundary/prologue.js' */

import { isConstructor } from '../../analysis/flow/constructions.js';
import { missingEvidence } from '../../contract/obligations.js';
import { frameUses, isFunction } from '../../analysis/syntax/functions.js';
import { isDirective, isWithin } from '../../analysis/syntax/nodes.js';
import { readCallbackHost } from '../../analysis/handlers/callback-hosts.js';
import { takesRequests } from '../../analysis/handlers/handler-parameters.js';
import { usesAwaitAsName } from '../../edits/names.js';
import { becomeAsync, becomeAsyncAsItIs, splitOff, wrapParts } from '../boundary/boundary.js';
import { isCalledOnThis } from '../functions/callback-calls.js';
import { isTestCallback } from '../functions/functions.js';
import { translateBody, translateWrapped } from '../boundary/expression-bodies.js';
import { checkHandler } from '../functions/handlers.js';
import { asyncNameFor } from '../boundary/header.js';
import { callsIgnoringErrors } from '../errors/ignored-errors.js';
import { findAnyThrowing, findUncaught, isUnheard } from '../errors/lost-exceptions.js';
import { checkPromise } from '../statements/made-promises.js';
import { putOffEnds } from '../errors/late-ends.js';
import { forwardingToRouter, readForwarding, tryAround } from '../errors/one-try.js';
import { declaresPlaced } from '../waits/placed-callbacks.js';
import { START, positionWith } from './position.js';
import { partOf, partsOf, partsWhenever, takesFunction } from '../boundary/prologue.js';
import { StaysRecursive } from '../statements/loop-turns.js';
import { acceptTiming, refusedTiming } from '../timing/read-at-once.js';
import { resultsOfPromisified } from '../callees/promisified-results.js';
import { Refused, quote } from './refused.js';
import { translate } from '../boundary/async-parts.js';
import { separateStatement } from '../boundary/separate-statement.js';
import { checkGivenBySettlers } from './settler-results.js';
import { checkProcess, isDual } from '../boundary/settling.js';
import { checkTest, testOf } from '../functions/tests.js';
import { callsInPrologue } from '../timing/ticks.js';
import { Translator } from './translator.js';
import { checkNames } from './unsure-names.js';

/**
 * @typedef {object} Planned
 * @property {Translator} translator
 * @property {Pick<Fate, 'kind' | 'results' | 'asyncName'>} fate
 * @property {boolean} callsEarly Whether what stays in the caller's tick may call back.
 * @property {Edit[]} boundary What makes the function async, or a wrapper.
 */

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @param {boolean} staysOutside Whether somebody still calls it with a callback.
 * @returns {Planned}
 * @throws {Refused}
 */
export function planFunction(context, target, registry, staysOutside) {
  const planned = planAnyFunction(context, target, registry, staysOutside);
  const { translator, fate } = planned;
  checkGivenBySettlers(translator);
  // The parameters of a wrapper stay in the caller's tick.
  translator.throwsEarly ||=
    fate.kind === 'inside' &&
    !target.fn.async &&
    target.fn.params.some(({ type }) => type !== 'Identifier');
  // A test fails either way.
  if (translator.throwsEarly && !translator.test) {
    const { earlyThrow } = translator;
    const subject = earlyThrow && quote(context.sourceCode, earlyThrow);
    if (!context.options.assumable.has('throws-late')) {
      throw new Refused('throws-late', subject);
    }
    translator.assumes.add('throws-late');
    if (subject !== undefined) {
      translator.grounds.push({ obligation: 'throws-late', subject });
    }
  }
  checkExceptions(translator, fate.kind === 'kept');
  const missing = [...translator.assumes].find((id) => !context.options.assumable.has(id));
  if (missing) {
    throw Refused.because(missingEvidence(missing));
  }
  return planned;
}

/**
 * What is thrown behind a wait ends the process today. An async function rejects with it.
 *
 * @param {Translator} translator Of a function that is translated.
 * @param {boolean} isKept Whether a wrapper still takes a callback.
 * @throws {Refused} Where a caller would go on as if nothing had happened.
 */
function checkExceptions(translator, isKept) {
  const { assumes, context, target, test, throwsEarly } = translator;
  const uncaught = test ? undefined : findUncaught(translator);
  if (!uncaught && !throwsEarly) {
    return;
  }
  const ignoring = test ? [] : callsIgnoringErrors(context.sourceCode, target);
  const [first] = ignoring;
  const thrown = first && (throwsEarly ? findAnyThrowing(translator) : uncaught);
  if (first && thrown?.throwing === 'may') {
    throw new Refused('error-ignored', quote(context.sourceCode, first));
  }
  if (!uncaught) {
    return;
  }
  const isLost = isKept && (ignoring.length > 0 || isUnheard(translator));
  if (isLost && !context.options.assumable.has('uncaught-error')) {
    throw new Refused('exception-lost', quote(context.sourceCode, uncaught.node));
  }
  assumes.add('uncaught-error');
}

/**
 * @param {Planned} planned
 * @returns {Edit[]} All of them, those around others first.
 */
export function editsOf({ boundary, translator }) {
  const { comments, edits, ownTurns } = translator;
  return [...boundary, ...(ownTurns?.edits ?? []), ...comments, ...edits];
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 * @param {Registry} registry
 * @param {boolean} staysOutside
 * @returns {Planned}
 */
function planAnyFunction(context, target, registry, staysOutside) {
  checkFunction(context, target);
  /** @type {Set<Variable>} */
  const recursive = new Set();
  let places = true;
  /** @type {Forwarding | undefined} */
  let forwarding;
  for (;;) {
    const translator = new Translator(context, target, registry, { recursive, places });
    forwarding ??= sharedForwarding(translator);
    translator.forwarding = forwarding;
    try {
      const planned =
        staysOutside && !translator.test ? planKept(translator) : planInside(translator);
      if ([...translator.placed.keys()].every((fn) => translator.inlined.has(fn))) {
        return planned;
      }
      places = false;
    } catch (error) {
      if (!forwarding && error instanceof Refused && error.refusal.reason === 'handler-may-throw') {
        forwarding = readForwarding(translator) ?? forwardingToRouter(translator);
        if (forwarding) {
          continue;
        }
      }
      // What cannot be a loop may still be a function, and what has no place at its call.
      const tried = triedAsLoops(translator, error);
      tried.forEach((variable) => recursive.add(variable));
      if (tried.length === 0) {
        if (translator.placed.size === 0 || !(error instanceof Refused)) {
          throw error;
        }
        places = false;
        recursive.clear();
      }
    }
  }
}

/**
 * @param {Translator} translator
 * @returns {Forwarding | undefined} How several waits of a handler forward their errors to its router: one
 *   `try` around all of them is what a person writes.
 */
function sharedForwarding(translator) {
  const forwarding = translator.isHandler ? readForwarding(translator) : undefined;
  const isVerifier = readCallbackHost(translator.context, translator.target.fn) === 'verify';
  return forwarding?.isOfRouter && (isVerifier || forwarding.count > 1) ? forwarding : undefined;
}

/**
 * @param {Translator} translator
 * @param {unknown} error
 * @returns {Variable[]} The functions that call themselves which were to be loops and are to blame.
 */
function triedAsLoops({ loops, ownTurns }, error) {
  if (error instanceof StaysRecursive) {
    return [error.variable];
  }
  const own = ownTurns ? [ownTurns.settler.variable] : [];
  return error instanceof Refused
    ? [...own, ...[...loops.keys()].map(({ variable }) => variable)]
    : [];
}

/**
 * A function without its callback; a test, too, which its runner waits for then.
 *
 * @param {Translator} translator
 * @returns {Planned}
 */
function planInside(translator) {
  const { context, target, test } = translator;
  if (!test && isConstructor(context, target.fn)) {
    throw new Refused('function-kind', 'a constructor');
  }
  const braces = translateBody(translator);
  const waits = translator.edits.some((edit) => 'text' in edit && /\bawait\b/u.test(edit.text));
  if (test ? !waits : translator.isOptional && context.options.api !== 'async') {
    const reason = test ? 'test-callback' : 'callback-optional';
    throw new Refused(reason, quote(context.sourceCode, target.fn));
  }
  // Who waits elsewhere gets an array, or the one result; a wrapper would hand on as many as there are.
  const { uncounted } = translator.exits.find((exit) => exit.uncounted) ?? {};
  if (uncounted && context.options.api === 'async') {
    throw new Refused('several-results', quote(context.sourceCode, uncounted));
  }
  if (translator.isHandler) {
    checkHandler(translator);
  }
  if (translator.makesPromise) {
    checkPromise(translator);
  }
  const isWithout = translator.isHandler || translator.makesPromise;
  const keepsParameter = test?.form === 'end' || isWithout;
  return {
    translator,
    callsEarly: false,
    boundary: [
      ...(keepsParameter ? becomeAsyncAsItIs(translator) : becomeAsync(translator)),
      ...(translator.forwarding
        ? [...putOffEnds(translator), ...tryAround(translator, translator.forwarding)]
        : []),
      ...braces,
    ],
    fate:
      test || isWithout
        ? { kind: 'inside', results: 'none' }
        : { ...fateOf(translator), kind: 'inside', asyncName: target.name },
  };
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} target
 */
function checkFunction(context, target) {
  const { sourceCode } = context;
  const { fn } = target;
  const test = testOf(context, target);
  if (test) {
    checkTest(context, test);
  } else if (!target.promises && isTestCallback(target)) {
    throw new Refused('test-callback', quote(sourceCode, fn));
  }
  if (usesAwaitAsName(sourceCode, fn)) {
    throw new Refused('await-as-name');
  }
  const uses = frameUses(sourceCode, fn);
  if (uses.disposes) {
    throw new Refused('resource-declared');
  }
  if (uses.evaluates) {
    throw new Refused('callback-escapes', '`eval`');
  }
  checkNames(sourceCode, target);
}

/**
 * @param {Translator} translator
 * @returns {Planned}
 */
function planKept(translator) {
  const { sourceCode, target, registry } = translator;
  const { fn } = target;
  const isPlain = !registry.translateGroup && !registry.readFlow;
  if (takesRequests(fn) && isPlain) {
    throw new Refused('handler-watched');
  }
  if (isPlain && readCallbackHost(translator.context, fn) === 'verify') {
    throw new Refused('callback-given', quote(sourceCode, fn));
  }
  if (fn.body.type !== 'BlockStatement') {
    return planKeptValue(translator, fn.body);
  }
  const inTick = partsOf(translator, fn.body);
  const ends = (inTick.length > 0 ? inTick : partsWhenever(translator, fn.body)).map((each) =>
    withoutPlaced(translator, each),
  );
  const [first] = ends;
  if (!first) {
    throw refusedTiming(translator, quote(sourceCode, fn));
  }
  const isWhole = ends.length === 1 && first.block === fn.body && first.to === fn.body.body.length;
  const statement = isWhole ? separateStatement(translator, first.from) : undefined;
  // Listeners are written together with what stands around them.
  const isSplit = statement !== undefined || registry.translateGroup !== undefined;
  const parts = isSplit
    ? ends
    : ends.map((each) => withoutPlaced(translator, withoutLead(translator, each)));
  checkSettlers(translator, parts);
  checkProcess(translator, (name) => partOf(parts, name) !== undefined);
  translator.begin = Math.min(...parts.map(({ block, from }) => block.body[from]?.range[0] ?? 0));
  translate(translator, parts, positionWith(START, { shift: statement ? 0 : 1 }));
  const isMoved = (/** @type {TSESTree.Node} */ node) =>
    partOf(parts, node) !== undefined ||
    [...translator.settlers.values()].some((settler) => isWithin(node, settler.fn));
  const { callsEarly, fate, results } = factsOfKept(translator, isMoved);
  // An async function beside it is for those in the file that wait for it, or for what it does in turns.
  const isOfUse =
    statement !== undefined &&
    (target.calls.length > 0 || translator.loops.size > 0 || registry.readFlow !== undefined);
  if (!translator.isWaiting && !isDual(translator) && !isOfUse) {
    throw new Refused('callback-only-deferred', quote(sourceCode, target.fn));
  }
  if (statement) {
    const asyncName = first.from === 0 ? asyncNameFor(sourceCode, target) : undefined;
    return {
      translator,
      callsEarly,
      boundary: splitOff(translator, first.from, statement),
      fate: asyncName ? { ...fate, kind: 'kept', asyncName } : { kind: 'kept', results },
    };
  }
  checkWorth(translator);
  return {
    translator,
    callsEarly,
    boundary: wrapParts(translator, parts.map(withoutDirectives)),
    fate: { kind: 'kept', results },
  };
}

/**
 *     (file, cb) => load(file, (err, data) => { … })
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} body
 * @returns {Planned}
 */
function planKeptValue(translator, body) {
  if (!takesFunction(translator, body)) {
    throw refusedTiming(translator, quote(translator.sourceCode, translator.target.fn));
  }
  const isMoved = (/** @type {TSESTree.Node} */ node) => isWithin(node, body);
  checkProcess(translator, isMoved);
  const write = translateWrapped(translator, body);
  checkWorth(translator);
  const { callsEarly, results } = factsOfKept(translator, isMoved);
  return { translator, callsEarly, boundary: write(), fate: { kind: 'kept', results } };
}

/**
 *     cache.wrap(id, (cb) => { fs.stat(id, (err, stats) => { if (err) return cb(err); cb(null, stats.size); }); });
 *
 * @param {Translator} translator Of a function that is translated, and gets a wrapper where it stands.
 * @throws {Refused} When that is longer than the one callback that it takes the place of.
 */
function checkWorth(translator) {
  const { inlined, registry, sourceCode, target } = translator;
  const { fn } = target;
  const isGiven = fn.parent.type === 'CallExpression' && fn.parent.callee !== fn;
  const isPlain = !registry.translateGroup && !registry.readFlow && !isDual(translator);
  if (isGiven && isPlain && [...inlined].filter((each) => isFunction(each)).length <= 1) {
    throw new Refused('callback-given', quote(sourceCode, fn));
  }
}

/**
 * @param {Translator} translator Of a function that is translated.
 * @param {(node: TSESTree.Node) => boolean} isMoved Whether a node goes into the async function.
 * @returns {{ callsEarly: boolean, fate: Pick<Fate, 'results'>, results: Fate['results'] }} What its
 *   callers have to know.
 * @throws {Refused} When a wrapper could not call back as the function does.
 */
function factsOfKept(translator, isMoved) {
  const { context, sourceCode, target, registry } = translator;
  if (translator.failsEarly || translator.exits.some(({ later }) => !later)) {
    acceptTiming(translator, quote(sourceCode, translator.doubted ?? target.fn));
  }
  translator.isCalledOnThis = isCalledOnThis(translator, isMoved);
  if (translator.callings.size > 1) {
    throw new Refused('callback-optional', quote(sourceCode, target.fn));
  }
  const callsEarly = callsInPrologue(
    context,
    target,
    isMoved,
    (callee) => registry.fateOf(callee).maySync,
  );
  const fate = fateOf(translator);
  const promisified = resultsOfPromisified(context, target, registry);
  return { callsEarly, fate, results: most(fate.results, promisified) };
}

/**
 * @param {Fate['results'][]} results
 * @returns {Fate['results']}
 */
function most(...results) {
  const count = Math.max(1, ...results.map((each) => (typeof each === 'number' ? each : 1)));
  return count > 1 ? count : 'one';
}

/**
 * @param {AsyncPart} part
 * @returns {AsyncPart} Without the directives at its beginning, which are for the wrapper, too.
 */
function withoutDirectives(part) {
  const { block, from } = part;
  const count = block.body.filter((each) => isDirective(each)).length;
  return { ...part, from: Math.max(from, count) };
}

/**
 * @param {Translator} translator
 * @param {AsyncPart} part
 * @returns {AsyncPart} Without the statements at its beginning that do nothing about the callback: they are
 *   as well off where they are.
 */
function withoutLead(translator, part) {
  const { block, from, to } = part;
  const lead = block.body.slice(from, to).findIndex((each) => translator.isActive(each));
  return { ...part, from: from + Math.max(0, lead) };
}

/**
 * @param {Translator} translator
 * @param {AsyncPart} part
 * @returns {AsyncPart} Without the functions at its beginning that go elsewhere, where something stands before.
 */
function withoutPlaced(translator, part) {
  const { block } = part;
  let { from } = part;
  const isApart = from > 0 || block !== translator.target.fn.body;
  while (isApart && declaresPlaced(translator, block.body[from])) {
    from++;
  }
  return { ...part, from };
}

/**
 * @param {Translator} translator
 * @param {readonly AsyncPart[]} parts
 * @throws {Refused} When something that stays in the caller's tick calls what becomes async.
 */
function checkSettlers({ settlers }, parts) {
  for (const { fn, variable } of settlers.values()) {
    const outside = variable.references.find(
      ({ identifier, init }) =>
        !init &&
        !partOf(parts, /** @type {TSESTree.Node} */ (identifier)) &&
        ![...settlers.values()].some((settler) =>
          isWithin(/** @type {TSESTree.Node} */ (identifier), settler.fn),
        ),
    );
    const isCalledOutside = fn.parent.type === 'CallExpression' && !partOf(parts, fn);
    if (outside || isCalledOutside) {
      throw new Refused('timing-unobservable', `\`${variable.name}\``);
    }
  }
}

/**
 * @param {Translator} translator
 * @returns {Pick<Fate, 'results'>}
 */
function fateOf({ exits, assumes }) {
  const counts = new Set(exits.map(({ results }) => results));
  const most = Math.max(0, ...counts);
  if (most > 1 && counts.size > 1) {
    throw new Refused('several-results', 'the callback');
  }
  if (new Set(exits.map(({ error, results }) => `${error} ${results}`)).size > 1) {
    assumes.add('callback-arguments');
  }
  return { results: most > 1 ? most : most === 1 ? 'one' : 'none' };
}
