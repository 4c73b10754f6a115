/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Plan, Refusal, Site } from '../contract/pattern.js' */
/** @import { CallbackFunction } from '../callbacks/functions/functions.js' */
/** @import { HeaderNeed } from '../callbacks/boundary/header.js' */

import { Notes } from '../analysis/syntax/facts.js';
import { enclosingFunction } from '../analysis/syntax/functions.js';
import { groupBy } from '../analysis/syntax/group-by.js';
import { isWithin } from '../analysis/syntax/nodes.js';
import { planCall } from './async-lib/calls/calls.js';
import { readFlow } from './async-lib/flows/flows.js';
import { takeFreedNames } from './async-lib/library/freed-names.js';
import { flowsOf, removeImports } from './async-lib/library/leftovers.js';
import { callsByFlow, flowName } from './async-lib/library/names.js';
import { planFunctions } from './async-lib/flows/whole-functions.js';
import { callbackFunctionsOf } from '../callbacks/functions/functions.js';
import { writeHeader } from '../callbacks/boundary/header.js';
import { breaksContract } from '../callbacks/plan/breaches.js';
import { allArguments } from '../callbacks/functions/given-arguments.js';
import { mostResults } from '../callbacks/plan/given-results.js';
import { Refused } from '../callbacks/plan/refused.js';
import { Registry } from '../callbacks/plan/registry.js';
import { tickFactsOf } from '../callbacks/timing/ticks.js';

/**
 * Callback functions whose control flow is a call of caolan's `async`: what they do inside is an
 * async function, what callers see is kept by a wrapper.
 *
 * @type {Pattern}
 */
export const asyncLib = {
  name: 'async-lib',
  since: '8.0.0',
  words: /['"`]async(?:\/\w+)?['"`]/u,
  visit: { Program: findFlows },
  cleanUp(context, sites) {
    /** @type {Set<HeaderNeed>} */
    const needs = new Set();
    /** @type {TSESTree.CallExpression[]} */
    const flows = [];
    for (const { plan } of sites) {
      const planned = plan && planOfSite.get(plan);
      planned?.translator.needs.forEach((need) => needs.add(need));
      flows.push(...(planned ? flowsOf(planned.translator) : []));
    }
    return [...writeHeader(context.sourceCode, needs), ...removeImports(context, flows)];
  },
};

/** @type {Notes<object, { translator: { needs: Set<HeaderNeed>, partners: Set<CallbackFunction> } }>} */
const planOfSite = new Notes();

/**
 * @param {TSESTree.Program} _program
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findFlows(_program, context) {
  const { sourceCode } = context;
  const calls = [...callsByFlow(sourceCode)]
    .flatMap(([name, own]) => (name === undefined ? [] : own))
    .sort((left, right) => left.range[0] - right.range[0]);
  if (calls.length === 0) {
    return [];
  }
  const functions = callbackFunctionsOf(sourceCode);
  const registry = new Registry(
    readFlow,
    (call) => flowName({ sourceCode }, call) !== undefined,
    (translator, call) => {
      if (flowName({ sourceCode }, call) !== undefined) {
        flowsOf(translator).add(call);
      }
    },
  );
  for (const found of functions) {
    const ticks = tickFactsOf(context).get(found);
    const results = mostResults(allArguments(sourceCode, found));
    registry.decide(found, {
      kind: 'refused',
      results: results > 1 ? results : 'one',
      maySync: ticks?.calls ?? false,
      mayThrow: ticks?.throws ?? false,
      throwsEarly: true,
      breaks: () => breaksContract(context, found, registry),
    });
  }
  const byNode = new Map(
    functions.map((found) => [/** @type {TSESTree.Node} */ (found.fn), found]),
  );
  const all = new Set(calls);
  const callsByFunction = groupBy(calls, (call) => innermostOwner(byNode, all, call));
  const { plans: whole, refusals } = planFunctions(context, registry, callsByFunction);
  const ownerOfCall = new Map(
    [...callsByFunction].flatMap(([found, own]) => own.map((call) => [call, found])),
  );
  /** @type {Map<CallbackFunction, Plan>} */
  const planOfFunction = new Map();
  /** @type {Site[]} */
  const sites = [];
  /** @type {Set<TSESTree.CallExpression>} */
  const done = new Set();
  for (const [found, { planned, site, calls: own }] of whole) {
    planOfSite.set(site.plan, planned);
    planOfFunction.set(found, site.plan);
    [...own, ...flowsOf(planned.translator)].forEach((call) => done.add(call));
    sites.push(site);
  }
  /** @type {Map<TSESTree.CallExpression, Plan>} */
  const planned = new Map();
  for (const call of calls) {
    if (!done.has(call)) {
      const alone = planAlone(context, registry, call, { done, planned });
      const owner = ownerOfCall.get(call);
      const site = withRoot(alone, owner && refusals.get(owner));
      sites.push(site);
      if (site.plan) {
        planned.set(call, site.plan);
      }
    }
  }
  for (const { plan } of sites) {
    if (plan) {
      const partners = [...(planOfSite.get(plan)?.translator.partners ?? [])];
      plan.requires = [
        ...(plan.requires ?? []),
        ...partners.flatMap((found) => planOfFunction.get(found) ?? []),
      ];
    }
  }
  takeFreedNames(
    context,
    sites.flatMap(({ plan }) => {
      const planned = plan && planOfSite.get(plan);
      return planned
        ? [{ plan, calls: [...flowsOf(planned.translator)], needs: planned.translator.needs }]
        : [];
    }),
  );
  return sites;
}

/**
 * @param {Site} site A call alone.
 * @param {Refusal | undefined} root Why the function around it cannot be written as an async function.
 * @returns {Site} With that reason, where nothing but a copy of the library's function could be written: a call within
 *   an async function needs none.
 */
function withRoot(site, root) {
  return root && site.refusal?.reason === 'library-copied' ? { ...site, refusal: root } : site;
}

/**
 * @param {ReadonlyMap<TSESTree.Node, CallbackFunction>} functions
 * @param {ReadonlySet<TSESTree.Node>} calls
 * @param {TSESTree.CallExpression} call
 * @returns {CallbackFunction | undefined} The callback function that the call brings to its end, if
 *   that is no function handed to another of the calls.
 */
function innermostOwner(functions, calls, call) {
  for (let fn = enclosingFunction(call); fn; fn = enclosingFunction(fn)) {
    const found = functions.get(fn);
    const isEnded = found?.callback.references.some(({ identifier }) =>
      isWithin(/** @type {TSESTree.Node} */ (identifier), call),
    );
    if (isEnded && !isBelow(fn, calls)) {
      return found;
    }
  }
  return undefined;
}

/**
 * @param {TSESTree.Node} node
 * @param {ReadonlySet<TSESTree.Node>} others
 * @returns {boolean} Whether it stands within one of them.
 */
function isBelow(node, others) {
  for (let { parent } = node; parent; { parent } = parent) {
    if (others.has(parent)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {PatternContext} context
 * @param {Registry} registry
 * @param {TSESTree.CallExpression} call
 * @param {object} others
 * @param {Set<TSESTree.CallExpression>} others.done Gets the calls that are written with it.
 * @param {ReadonlyMap<TSESTree.CallExpression, Plan>} others.planned What calls before it become.
 * @returns {Site} The call alone, in whatever function it stands.
 */
function planAlone(context, registry, call, { done, planned: earlier }) {
  const name = /** @type {string} */ (flowName(context, call));
  const site = { node: call, kind: name, data: { name } };
  try {
    const planned = planCall(context, registry, call, name, earlier);
    planOfSite.set(planned.plan, planned);
    flowsOf(planned.translator).forEach((flow) => done.add(flow));
    return { ...site, plan: planned.plan };
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    return { ...site, refusal: error.refusal };
  }
}
