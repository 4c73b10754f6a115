/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { TextEdit } from '../../../edits/edit.js' */
/** @import { PatternContext, Plan, Refusal, Site } from '../../../contract/pattern.js' */
/** @import { CallbackFunction } from '../../../callbacks/functions/functions.js' */
/** @import { Planned } from '../../../callbacks/plan/plan.js' */
/** @import { Fate, Registry } from '../../../callbacks/plan/registry.js' */

import { isWithin } from '../../../analysis/syntax/nodes.js';
import { EditConflict, resolveEdits } from '../../../edits/apply.js';
import { keepsComments } from '../../../edits/kept-comments.js';
import { textOf } from '../../../edits/trivia.js';
import { calleesFirst } from '../../../callbacks/plan/call-order.js';
import { fateOfPlanned, isSameFate } from '../../../callbacks/plan/fates.js';
import { editsOf, planFunction } from '../../../callbacks/plan/plan.js';
import { Refused } from '../../../callbacks/plan/refused.js';
import { flowsOf } from '../library/leftovers.js';

/**
 * Callback functions that are written as a whole, with the calls of `async` in them.
 */

/**
 * @typedef {object} WholeFunction
 * @property {Planned} planned
 * @property {readonly TSESTree.CallExpression[]} calls What of `async` it brings to its end.
 * @property {Site & { plan: Plan }} site
 */

/** Far more often than fates change. */
const MOST_PLANS = 10;

/**
 * A function that has an async form may be called by that name, by itself and by others: they are
 * planned again once it is known. Plans that are carried out rest on each other.
 *
 * @param {PatternContext} context
 * @param {Registry} registry In which all are refused; those that are planned get their fate.
 * @param {ReadonlyMap<CallbackFunction | undefined, readonly TSESTree.CallExpression[]>} callsByFunction
 * @returns {{ plans: Map<CallbackFunction, WholeFunction>, refusals: Map<CallbackFunction, Refusal> }} `refusals`: why the
 *   others cannot be written as async functions.
 */
export function planFunctions(context, registry, callsByFunction) {
  const functions = [...callsByFunction.keys()].filter((found) => found !== undefined);
  /** @type {Map<CallbackFunction, WholeFunction>} */
  const plans = new Map();
  /** @type {Map<CallbackFunction, Refusal>} */
  const refusals = new Map();
  /** @type {Map<CallbackFunction, ReadonlySet<CallbackFunction>>} */
  const asked = new Map();
  const refused = new Map(functions.map((found) => [found, registry.fateOf(found)]));
  const ordered = calleesFirst(context.sourceCode, functions);
  const unplanned = new Set(ordered.filter((found) => refused.has(found)));
  const decide = (/** @type {CallbackFunction} */ found, /** @type {Fate} */ fate) => {
    const isNew = !isSameFate(registry.fateOf(found), fate);
    registry.decide(found, fate);
    for (const [other, others] of isNew ? asked : []) {
      // What could not be written once stays as it is: it does not come back.
      if (others.has(found) && plans.has(other)) {
        unplanned.add(other);
      }
    }
  };
  let left = functions.length * MOST_PLANS;
  for (const found of unplanned) {
    unplanned.delete(found);
    const before = /** @type {Fate} */ (refused.get(found));
    const calls = callsByFunction.get(found) ?? [];
    const [whole, others] = registry.listen(() =>
      left-- > 0 ? planWhole(context, found, registry, calls) : undefined,
    );
    asked.set(found, others);
    if (whole && 'planned' in whole) {
      plans.set(found, whole);
      decide(found, fateOfPlanned(context, found, registry, whole.planned, before));
    } else {
      decide(found, before);
      plans.delete(found);
      if (whole) {
        refusals.set(found, whole);
      }
    }
  }
  return { plans, refusals };
}

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @param {Registry} registry
 * @param {readonly TSESTree.CallExpression[]} calls
 * @returns {WholeFunction | Refusal | undefined} The plan, if it can be written as an async function; else why not, as
 *   far as there is a reason that can be told.
 */
function planWhole(context, found, registry, calls) {
  const [call] = /** @type {[TSESTree.CallExpression]} */ (calls);
  try {
    const planned = planFunction(context, found, registry, true);
    const { translator } = planned;
    // A bundler may give an old one in the place of Node's.
    const asksUtil = [...translator.needs].some(({ value }) => /^(?:node:)?util$/u.test(value));
    if (asksUtil && context.project.isBundled) {
      return undefined;
    }
    const plan = {
      edits: editsOf(planned),
      safe: false,
      assumes: [...translator.assumes],
      grounds: translator.grounds,
    };
    const edits = resolveEdits(context.sourceCode, plan.edits);
    if (!keepsComments(context.sourceCode, edits)) {
      // What cannot be written as a whole may be written call by call.
      throw new Refused('comment-in-the-way');
    }
    if ([...calls, ...flowsOf(translator)].some(({ callee }) => isLeft(context, callee, edits))) {
      return undefined;
    }
    return {
      planned,
      calls,
      site: { node: call, kind: 'flow', data: { name: found.name }, plan },
    };
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof EditConflict)) {
      throw error;
    }
    return error instanceof Refused ? error.refusal : undefined;
  }
}

/**
 *     for (const item of items) async.each(item, save, done);
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} callee
 * @param {readonly TextEdit[]} edits Of the function.
 * @returns {boolean} Whether the function goes on calling it: a loop is waited for as it is.
 */
function isLeft({ sourceCode }, callee, edits) {
  const text = textOf(sourceCode, callee);
  return edits.every(
    (edit) =>
      !isWithin(callee, /** @type {any} */ (edit)) ||
      // What stands for that has its name.
      (!text.endsWith('setImmediate') && edit.text.includes(`${text}(`)),
  );
}
