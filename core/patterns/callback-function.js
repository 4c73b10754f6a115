/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../edits/edit.js' */
/** @import { Pattern, PatternContext, Refusal, Site } from '../contract/pattern.js' */
/** @import { CallbackFunction } from '../callbacks/functions/functions.js' */
/** @import { HeaderNeed } from '../callbacks/boundary/header.js' */
/** @import { Planned } from '../callbacks/plan/plan.js' */
/** @import { Fate } from '../callbacks/plan/registry.js' */

import { browserSign } from '../analysis/environment/browser-scripts.js';
import { Notes } from '../analysis/syntax/facts.js';
import { isWithin } from '../analysis/syntax/nodes.js';
import { moveTextOf } from '../edits/indentation.js';
import { breaksContract } from '../callbacks/plan/breaches.js';
import { goesOnAfterCallback } from '../callbacks/functions/contract.js';
import { calleesFirst } from '../callbacks/plan/call-order.js';
import { promiseFunctionsOf } from '../callbacks/functions/executors.js';
import { exportCallsOf } from '../callbacks/functions/export-calls.js';
import { fateOfPlanned, isSameFate } from '../callbacks/plan/fates.js';
import { anyCallOf, readName } from '../callbacks/functions/functions.js';
import { withHandlers } from '../callbacks/functions/handlers.js';
import { writeHeader } from '../callbacks/boundary/header.js';
import { otherCallbacksOf } from './callback-function/other-callbacks.js';
import { editsOf, planFunction } from '../callbacks/plan/plan.js';
import { resultsOfPromisified } from '../callbacks/callees/promisified-results.js';
import { isPromiseHook } from './callback-function/hooks.js';
import { isPublic } from '../callbacks/functions/public.js';
import { Refused, quote } from '../callbacks/plan/refused.js';
import { Registry } from '../callbacks/plan/registry.js';
import { functionsWithTests, testOf } from '../callbacks/functions/tests.js';
import { callsInPrologue, tickFactsOf } from '../callbacks/timing/ticks.js';
import { isWrapper, wrappedResults } from '../callbacks/functions/wrappers.js';

/**
 * Functions that take a node-style callback, and the nests of calls inside them. A wrapper
 * keeps the face to callers outside the file.
 *
 * @type {Pattern}
 */
export const callbackFunction = {
  name: 'callback-function',
  since: '8.0.0',
  words:
    /\(\s*(?:null|undefined|function|\w*[eE]rr?(?:or)?\d*|e)\b|\bcb\b|callback|\bdone\b|\bnext\b/u,
  visit: { Program: findCallbackFunctions },
  cleanUp({ sourceCode }, sites) {
    /** @type {Set<HeaderNeed>} */
    const needs = new Set();
    for (const { plan } of sites) {
      const planned = plan && planOfSite.get(plan);
      planned?.translator.needs.forEach((need) => needs.add(need));
    }
    return writeHeader(sourceCode, needs);
  },
};

/** @type {Notes<object, Planned>} */
const planOfSite = new Notes();

/**
 * @param {TSESTree.Program} _program
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findCallbackFunctions(_program, context) {
  const { functions, registry, plans } = decideFates(context);
  const groups = groupsOf(plans);
  const planOf = new Map([...plans].map(([{ fn }, planned]) => [fn, planned]));
  const sites = functions.flatMap((found) => {
    const group = groups.get(found) ?? found;
    const levels = plans.has(found) ? levelsAround(found, planOf) : 0;
    const isTest = testOf(context, found) !== undefined;
    return toSite(found, registry.fateOf(found), plans.get(found), { group, levels, isTest });
  });
  return [...sites, ...refuseOthers(context, functions)];
}

/**
 * @param {PatternContext} context
 * @param {readonly CallbackFunction[]} functions
 * @returns {Site[]} The functions beside these that have a callback in no usual place.
 */
function refuseOthers({ sourceCode }, functions) {
  const known = new Set(functions.map(({ fn }) => fn));
  return otherCallbacksOf(sourceCode, known).map(({ fn, node, isKept }) => ({
    node: fn,
    kind: 'callback function',
    data: { name: displayName({ name: readName(fn) }) },
    refusal: {
      reason: isKept ? 'callback-escapes' : 'callback-not-last',
      subject: quote(sourceCode, node),
    },
  }));
}

/**
 * The facts about a function that is taken for a handler: its last parameter may not be called.
 *
 * @type {Fate}
 */
const NOT_WAITED_FOR = {
  kind: 'refused',
  results: 'none',
  maySync: true,
  mayThrow: true,
  throwsEarly: true,
  breaks: true,
};

/**
 * @param {PatternContext} context
 * @returns {{ functions: readonly CallbackFunction[], registry: Registry, plans: ReadonlyMap<CallbackFunction, Planned> }}
 *   The fates of the callback functions of a file.
 */
export function decideFates(context) {
  const known = functionsWithTests(context);
  const taken = withHandlers(context, known);
  const isTaken = new Set(taken.map(({ fn }) => fn));
  const functions = [
    ...taken,
    ...promiseFunctionsOf(context).filter(({ fn }) => !isTaken.has(fn)),
  ].sort((left, right) => left.fn.range[0] - right.fn.range[0]);
  const registry = new Registry();
  for (const found of known) {
    registry.decide(found, NOT_WAITED_FOR);
  }
  for (const found of functions) {
    registry.decide(found, hopeFor(context, found, registry));
  }
  return { functions, registry, plans: settle(context, functions, registry) };
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @param {Registry} registry
 * @returns {Fate} The best that can become of it.
 */
function hopeFor(context, found, registry) {
  const ticks = tickFactsOf(context).get(found);
  const isInside =
    (!found.escapes && found.calls.length > 0) ||
    isPublic(context, found) ||
    isPromiseHook(context, found);
  if (isWrapper(found)) {
    return {
      kind: 'kept',
      results: wrappedResults(found),
      maySync: (ticks?.calls ?? false) || goesOnAfterCallback(found),
      mayThrow: ticks?.throws ?? false,
      throwsEarly: true,
      breaks: () => breaksContract(context, found, registry),
    };
  }
  return {
    kind: isInside || isUnheard(context, found) ? 'inside' : 'kept',
    ...(isInside && { asyncName: found.name }),
    results: 'none',
    // Hoped for, too: whether a plan keeps it so is seen later.
    maySync: ticks?.callsItself ?? false,
    mayThrow: ticks?.throws ?? false,
    throwsEarly: false,
  };
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @returns {boolean} Whether it becomes async where it stands, or not at all.
 */
function isUnheard(context, found) {
  return (found.waits ?? found.promises) !== undefined || testOf(context, found) !== undefined;
}

/**
 * Hopes sink until nothing changes: a function that cannot convert takes its callers with it, one
 * that a caller still gives a callback keeps a wrapper.
 *
 * @param {PatternContext} context
 * @param {readonly CallbackFunction[]} functions
 * @param {Registry} registry
 * @returns {Map<CallbackFunction, Planned>}
 */
function settle(context, functions, registry) {
  /** @type {Map<CallbackFunction, Planned>} */
  const plans = new Map();
  // A plan stands as long as what it asked for does.
  const unplanned = new Set(functions.filter((found) => !isWrapper(found)));
  /** @type {Map<CallbackFunction, ReadonlySet<CallbackFunction>>} */
  const asked = new Map();
  /** @type {Map<CallbackFunction, Set<CallbackFunction>>} */
  const askers = new Map();
  const noteAsked = (
    /** @type {CallbackFunction} */ found,
    /** @type {ReadonlySet<CallbackFunction>} */ others,
  ) => {
    asked.get(found)?.forEach((other) => askers.get(other)?.delete(found));
    asked.set(found, others);
    others.forEach((other) => askers.set(other, (askers.get(other) ?? new Set()).add(found)));
  };
  registry.onAsked((found, others) =>
    noteAsked(found, new Set([...(asked.get(found) ?? []), ...others])),
  );
  const decide = (/** @type {CallbackFunction} */ found, /** @type {Fate} */ own) => {
    const maySync = own.maySync || context.isReplacedExport?.(found.name) === true;
    const fate = { ...own, maySync };
    const isNew = !isSameFate(registry.fateOf(found), fate);
    registry.decide(found, fate);
    if (isNew) {
      askers.get(found)?.forEach((other) => unplanned.add(other));
    }
  };
  const ordered = calleesFirst(context.sourceCode, functions);
  while (unplanned.size > 0) {
    for (const found of ordered) {
      const fate = registry.fateOf(found);
      if (unplanned.delete(found)) {
        plans.delete(found);
        const [next, others] = registry.listen(() =>
          fate.kind === 'refused'
            ? refusedAgain(context, found, fate, registry)
            : tryPlan(context, { found, fate, registry, plans }),
        );
        noteAsked(found, others);
        decide(found, next);
        // Functions that depend on its fate are asked again if it is not the one that they know.
        if (
          askers.get(found)?.size &&
          typeof next.breaks === 'function' &&
          registry.breaks(found)
        ) {
          askers.get(found)?.forEach((other) => unplanned.add(other));
        }
      }
    }
    const waiting = new Set([...plans.values()].flatMap(({ translator }) => [...translator.calls]));
    for (const found of functions) {
      const fate = registry.fateOf(found);
      const calls = [...found.calls, ...exportCallsOf(context.sourceCode, found)];
      if (fate.kind === 'inside' && !calls.every((call) => waiting.has(call))) {
        decide(found, { ...omitName(fate), kind: 'kept' });
        unplanned.add(found);
      }
    }
  }
  return plans;
}

/**
 * @param {Fate} fate
 * @returns {Fate}
 */
function omitName({ kind, results, maySync, mayThrow, throwsEarly }) {
  return { kind, results, maySync, mayThrow, throwsEarly };
}

/**
 * @param {PatternContext} context
 * @param {object} parts
 * @param {CallbackFunction} parts.found
 * @param {Fate} parts.fate The fate that was hoped for.
 * @param {Registry} parts.registry
 * @param {Map<CallbackFunction, Planned>} parts.plans Gets the plan.
 * @returns {Fate}
 */
function tryPlan(context, { found, fate, registry, plans }) {
  /** @type {Refusal | undefined} */
  let refusal;
  const isTest = isUnheard(context, found);
  const isWhole = isTest || isPromiseHook(context, found);
  // A function that cannot be async for its callers may still have a wrapper.
  for (const staysOutside of isWhole ? [false] : fate.kind === 'inside' ? [false, true] : [true]) {
    try {
      requireNotTakenBack(context, found);
      const planned = planFunction(context, found, registry, staysOutside);
      const sign = browserSign(context);
      if (
        sign !== undefined &&
        (planned.fate.kind === 'kept' || planned.translator.needs.size > 0)
      ) {
        throw new Refused('browser-script', sign);
      }
      plans.set(found, planned);
      return fateOfPlanned(context, found, registry, planned, fate);
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error;
      }
      ({ refusal } = error);
    }
  }
  return {
    ...omitName(fate),
    // Who waits for it goes on after what follows the callback.
    maySync: maySyncAsItIs(context, found, registry) || goesOnAfterCallback(found),
    throwsEarly: true,
    results: resultsOfPromisified(context, found, registry),
    kind: 'refused',
    breaks: breaksOfRefused(context, found, fate, registry),
    ...(refusal && { refusal }),
  };
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @param {Fate} fate
 * @param {Registry} registry
 * @returns {Fate} That of a function that is refused whatever it calls, now that more is known of this.
 */
function refusedAgain(context, found, fate, registry) {
  return {
    ...fate,
    maySync: fate.maySync || maySyncAsItIs(context, found, registry),
    breaks: breaksOfRefused(context, found, fate, registry),
  };
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @param {Fate} fate
 * @param {Registry} registry
 * @returns {boolean | (() => boolean)}
 */
function breaksOfRefused(context, found, fate, registry) {
  return (
    fate.breaks === true ||
    (!isUnheard(context, found) && (() => breaksContract(context, found, registry)))
  );
}

/**
 * Asked here and not of the sites alone: what becomes of a function is known to those that call it.
 *
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @throws {Refused}
 */
function requireNotTakenBack({ options, path }, { fn }) {
  const { line, column } = fn.loc.start;
  if (options.isTakenBack?.(path, { line, column: column + 1 })) {
    throw new Refused('taken-back');
  }
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @param {Registry} registry
 * @returns {boolean} Whether it may call back before it returns though its text stays: what it calls
 *   may call back later from now on.
 */
function maySyncAsItIs(context, found, registry) {
  return (
    tickFactsOf(context).has(found) &&
    callsInPrologue(
      context,
      found,
      () => false,
      (callee) => registry.fateOf(callee).maySync,
    )
  );
}

/**
 * @param {CallbackFunction} found
 * @param {Fate} fate
 * @param {Planned | undefined} planned
 * @param {{ group: CallbackFunction, levels: number, isTest: boolean }} place By whom it is named that
 *   converts with it, by how many levels its lines move because of the functions around it, and
 *   whether a test runner calls it.
 * @returns {Site[]}
 */
function toSite(found, fate, planned, { group, levels, isTest }) {
  const kind = isTest
    ? 'test function'
    : found.waits
      ? 'handler'
      : found.promises
        ? 'promise function'
        : fate.kind === 'inside'
          ? 'internal function'
          : 'callback function';
  if (planned) {
    const { translator } = planned;
    const plan = {
      edits: movedBy(translator.sourceCode, editsOf(planned), levels),
      safe: false,
      assumes: [...translator.assumes],
      grounds: translator.grounds,
      needsAdapter: [...translator.needs].some(({ isAdapter }) => isAdapter === true),
      group,
    };
    planOfSite.set(plan, planned);
    return [{ node: found.fn, kind, data: { name: displayName(found) }, plan }];
  }
  const refusal = /** @type {Refusal} */ (fate.refusal);
  // it('removes', (done) => { fs.unlink(file, done); });
  const isOfInterest =
    found.isNest ||
    (isTest && found.callback.references.some(({ identifier }) => !anyCallOf(identifier)));
  if (!isOfInterest || isWrapper(found)) {
    return [];
  }
  return [{ node: found.fn, kind, data: { name: displayName(found) }, refusal }];
}

/**
 * @param {Edit} edit
 * @returns {edit is import('../edits/edit.js').MoveEdit}
 */
function isMove(edit) {
  return 'to' in edit;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {Edit[]} edits
 * @param {number} levels
 * @returns {Edit[]} The edits, where the lines around them move by so many levels. Edits of lines that
 *   move elsewhere do not follow these.
 */
function movedBy(sourceCode, edits, levels) {
  if (levels === 0) {
    return edits;
  }
  const moves = edits.filter(isMove);
  const isMoved = (/** @type {Edit} */ { range: [start, end] }) =>
    moves.some(({ range }) => range[0] === start && range[1] === end);
  const move = (/** @type {string} */ text) =>
    moveTextOf(sourceCode, { range: [0, 0], text }, levels).text;
  return edits.map((edit) => {
    if (isMove(edit)) {
      return { ...edit, before: move(edit.before), after: move(edit.after) };
    }
    return 'levels' in edit && isMoved(edit)
      ? { ...edit, levels: edit.levels + levels }
      : moveTextOf(sourceCode, edit, levels);
  });
}

/**
 * @param {CallbackFunction} found
 * @param {ReadonlyMap<TSESTree.Node, Planned>} planOf
 * @returns {number} By how many levels its lines move because of the functions around it.
 */
function levelsAround({ fn }, planOf) {
  let sum = 0;
  for (
    let outer = /** @type {TSESTree.Node | undefined} */ (fn.parent);
    outer;
    outer = outer.parent
  ) {
    const planned = planOf.get(outer);
    const around = (planned ? editsOf(planned) : []).filter(({ range }) =>
      isWithin(fn, /** @type {TSESTree.Node} */ ({ range })),
    );
    const moves = around.filter(isMove).sort((left, right) => right.range[0] - left.range[0]);
    // A piece that moves away has its own levels alone.
    const start = moves[0]?.range[0] ?? 0;
    for (const edit of around) {
      sum += 'levels' in edit && edit.range[0] >= start ? edit.levels : 0;
    }
  }
  return sum;
}

/**
 * @param {ReadonlyMap<CallbackFunction, Planned>} plans
 * @returns {Map<CallbackFunction, CallbackFunction>} The first function of those that convert
 *   together, for each of them.
 */
function groupsOf(plans) {
  /** @type {Map<CallbackFunction, Set<CallbackFunction>>} */
  const groups = new Map();
  for (const [found, { translator }] of plans) {
    for (const partner of [found, ...translator.partners]) {
      const own = groups.get(found) ?? new Set([found]);
      const other = groups.get(partner) ?? new Set([partner]);
      if (own !== other) {
        const [small, large] = own.size < other.size ? [own, other] : [other, own];
        small.forEach((each) => large.add(each));
        [...small, found, partner].forEach((each) => groups.set(each, large));
      }
    }
  }
  return new Map(
    [...new Set(groups.values())].flatMap((group) => {
      const first = [...group].reduce((left, right) =>
        left.fn.range[0] < right.fn.range[0] ? left : right,
      );
      return [...group].map((each) => /** @type {const} */ ([each, first]));
    }),
  );
}

/**
 * @param {Pick<CallbackFunction, 'name'>} found
 * @returns {string}
 */
function displayName({ name }) {
  return name === '' ? 'The function' : `\`${name}\``;
}
