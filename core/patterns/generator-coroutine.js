/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Plan, Refusal, Site } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Coroutine, Delegation } from './generator-coroutine/coroutines.js' */
/** @import { Dialect } from './generator-coroutine/runners.js' */

import { createCover } from '../analysis/syntax/cover.js';
import { oncePerFile } from '../analysis/syntax/facts.js';
import { frameUses, isFunction } from '../analysis/syntax/functions.js';
import { dependencyMajor } from '../analysis/environment/node-floor.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { removeUnused } from '../edits/leftovers.js';
import { textOf } from '../edits/trivia.js';
import { coroutineOf, coroutinesOf, siteOf } from './generator-coroutine/coroutines.js';
import { findStartedTooEarly } from './generator-coroutine/delegates.js';
import { importedCoroutineOf } from './generator-coroutine/imported-coroutines.js';
import { isRunTest } from './generator-coroutine/places.js';
import { planCoroutine } from './generator-coroutine/plan.js';
import { refuseEscape } from './generator-coroutine/refused-runs.js';
import { readRunner } from './generator-coroutine/runners.js';
import { unwrapCall } from './generator-coroutine/shells.js';

/** Packages in package.json that say: generator functions here may be coroutines. */
const RUNNER_PACKAGES = ['co', 'koa', 'koa-convert', 'unyield', 'co-mocha', 'bluebird', 'q'];

/**
 * Generator functions that something runs as a coroutine: `co`, `co.wrap`, bluebird's and Q's, koa 2
 * and the helpers that compilers emit. Generators that are iterated are none.
 *
 * @type {Pattern}
 */
export const generatorCoroutine = {
  name: 'generator-coroutine',
  words: /function\s*\*|(?:^|[\s,{])\*\s*(?:\[|[\w$]+\s*[(/])|\bco\b|coroutine/mu,
  visit: { Program: findCoroutines },
  cleanUp(context, sites) {
    const edits = sites.flatMap(({ plan }) => plan?.edits ?? []).filter((edit) => 'text' in edit);
    const isWritten = createCover(edits.map(({ range }) => range));
    const bySite = coroutinesBySite(context.sourceCode);
    const consumed = [...new Set(sites.map(({ node }) => node))]
      .flatMap((node) => {
        const own = bySite.get(node)?.flatMap(({ runs }) => runs.map(({ runner }) => runner.call));
        return own ?? (node.type === 'CallExpression' ? [node] : []);
      })
      .map(({ callee }) => callee)
      .filter(({ range }) => isWritten(range));
    const written = new Set(edits.flatMap(({ text }) => text.match(/[\w$]+/gu) ?? []));
    return removeUnused(context, consumed, written);
  },
};

/** @type {(sourceCode: SourceCodeLike) => Map<TSESTree.Node, Coroutine[]>} */
const coroutinesBySite = oncePerFile((sourceCode) => {
  /** @type {Map<TSESTree.Node, Coroutine[]>} */
  const bySite = new Map();
  for (const coroutine of coroutinesOf(sourceCode)) {
    const node = siteOf(coroutine);
    bySite.set(node, [...(bySite.get(node) ?? []), coroutine]);
  }
  return bySite;
});

/**
 * @param {TSESTree.Program} _program
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findCoroutines(_program, context) {
  const coroutines = coroutinesOf(context.sourceCode);
  return [
    ...groupByDelegation(context, coroutines).flatMap((group) => planGroup(context, group)),
    ...findForeignRuns(context, coroutines),
  ];
}

/**
 * @param {PatternContext} context
 * @param {readonly Coroutine[]} coroutines
 * @returns {Site[]} Runners of what is no generator function of this file: `co(fn)`.
 */
function findForeignRuns(context, coroutines) {
  const { sourceCode } = context;
  const known = new Set(coroutines.flatMap(({ runs }) => runs.map(({ runner }) => runner.call)));
  return nodesOfType(sourceCode, 'CallExpression').flatMap(
    /** @returns {Site[]} */ (call) => {
      const runner = known.has(call) ? undefined : readRunner(sourceCode, call);
      if (!runner || runner.kind === 'koa' || isFunction(runner.target)) {
        return [];
      }
      const { args, kind, receiver, target } = runner;
      const isRun = target.type === 'CallExpression' && importedCoroutineOf(context, target.callee);
      if (isRun && kind === 'co' && args.length === 0 && !receiver) {
        // co(store.load(id))  ->  store.load(id)
        const edits = unwrapCall(context, runner, target);
        return [{ node: call, kind, plan: { edits, safe: false, assumes: [] } }];
      }
      const [subject = ''] = sourceCode.text.slice(...target.range).split('\n');
      const refusal = { reason: 'runner-target-unknown', subject: `\`${subject}\`` };
      return [{ node: call, kind, refusal: /** @type {Refusal} */ (refusal) }];
    },
  );
}

/**
 * @param {PatternContext} context
 * @param {readonly Coroutine[]} coroutines
 * @returns {Coroutine[][]} Those that delegate to each other, and so convert together.
 */
function groupByDelegation({ sourceCode }, coroutines) {
  /** @type {Map<Coroutine, Coroutine[]>} */
  const groups = new Map(coroutines.map((coroutine) => [coroutine, [coroutine]]));
  for (const coroutine of coroutines) {
    for (const { from } of coroutine.delegations) {
      const delegator = coroutineOf(sourceCode, from);
      const left = groups.get(coroutine);
      const right = delegator && groups.get(delegator);
      if (left && right && left !== right) {
        // The smaller one joins the larger: nobody moves more often than groups can double.
        const [larger, smaller] = left.length < right.length ? [right, left] : [left, right];
        larger.push(...smaller);
        smaller.forEach((member) => groups.set(member, larger));
      }
    }
  }
  const order = new Map(coroutines.map((coroutine, index) => [coroutine, index]));
  return [...new Set(groups.values())].map((group) =>
    group.sort((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0)),
  );
}

/**
 * @param {PatternContext} context
 * @param {Coroutine[]} group
 * @returns {Site[]}
 */
function planGroup(context, group) {
  const dialects = new Set(group.flatMap((coroutine) => dialectsOf(context, coroutine)));
  const [dialect] = dialects;
  if (!dialect) {
    return group
      .filter((coroutine) => mayBeCoroutine(context, coroutine))
      .map((coroutine) => ({
        node: siteOf(coroutine),
        kind: 'generator',
        refusal: refuseUnrun(context, coroutine),
      }));
  }
  /** @type {Map<Coroutine, Plan | { refusal: Refusal }>} */
  const results = new Map();
  for (const coroutine of group) {
    results.set(
      coroutine,
      planMember(context, coroutine, dialects.size === 1 ? dialect : undefined),
    );
  }
  spreadRefusals(context, results, dialect);
  return [...results].map(([coroutine, result]) => {
    const [run] = coroutine.runs;
    const site = {
      node: siteOf(coroutine),
      kind: kindOf(coroutine, dialect),
      ...(run && { data: { runner: textOf(context.sourceCode, run.runner.call.callee) } }),
    };
    return 'refusal' in result
      ? { ...site, refusal: result.refusal }
      : { ...site, plan: { ...result, group } };
  });
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {Dialect[]} Of what runs it, in this file, in another or in tests.
 */
function dialectsOf(context, { fn, runs }) {
  const own = runs.map(({ runner }) => runner.dialect);
  const isRun = context.runsElsewhere?.(fn.range[0]) || isRunTest(context, fn);
  return isRun ? [...own, 'co'] : own;
}

/**
 * A coroutine that delegates to a refused one is refused: `await` does not run a generator. One that
 * a refused one delegates to can convert, because `co` waits for a promise as well, unless it is run
 * by `yield*` or would start earlier.
 *
 * @param {PatternContext} context
 * @param {Map<Coroutine, Plan | { refusal: Refusal }>} results
 * @param {Dialect} dialect
 */
function spreadRefusals(context, results, dialect) {
  for (let changed = true; changed;) {
    changed = false;
    for (const [delegate, result] of results) {
      for (const delegation of delegate.delegations) {
        const delegator = coroutineOf(context.sourceCode, delegation.from);
        const other = delegator && results.get(delegator);
        if (!delegator || !other || 'refusal' in result === 'refusal' in other) {
          continue;
        }
        const isRefused = 'refusal' in result;
        if (!isRefused && dialect === 'co' && canStayDelegator(context, delegator, delegation)) {
          continue;
        }
        const subject = nameOf(isRefused ? delegate : delegator);
        results.set(isRefused ? delegator : delegate, {
          refusal: { reason: 'delegate-refused', subject },
        });
        changed = true;
      }
    }
  }
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} delegator
 * @param {Delegation} delegation
 * @returns {boolean} Whether the delegator, left as it is, can take a promise in place of the
 *   generator.
 */
function canStayDelegator(context, delegator, delegation) {
  return (
    !refuseEscape(context, delegator) &&
    !delegation.yield.delegate &&
    !findStartedTooEarly(context, delegation.yield, [delegation])
  );
}

/**
 * @param {Coroutine} coroutine
 * @returns {string}
 */
function nameOf({ variable }) {
  return variable ? `\`${variable.name}\`` : 'the coroutine around it';
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @param {Dialect | undefined} dialect
 * @returns {Plan | { refusal: Refusal }}
 */
function planMember(context, coroutine, dialect) {
  const outside = coroutine.delegations.find(({ from }) => !coroutineOf(context.sourceCode, from));
  if (!dialect || outside) {
    return { refusal: { reason: 'runner-unsupported', subject: 'runners of different kinds' } };
  }
  // Nothing in the file runs it: a method, what is exported, what a call or another generator is given.
  return dialectsOf(context, coroutine).length === 0 && !coroutine.variable
    ? { refusal: refuseUnrun(context, coroutine) }
    : planCoroutine(context, coroutine, dialect);
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {boolean} Whether a generator that nothing in the file runs looks like a coroutine: the
 *   package has something that runs such, and the file does not iterate it.
 */
function mayBeCoroutine({ project }, { fn, variable }) {
  const { parent } = fn;
  const isIterator =
    (parent?.type === 'Property' || parent?.type === 'MethodDefinition') && parent.computed;
  const isIterated = variable?.references.some(({ identifier }) => isIteratedCall(identifier));
  return RUNNER_PACKAGES.some((name) => name in project.dependencies) && !isIterator && !isIterated;
}

/**
 * @param {TSESTree.Node} identifier
 * @returns {boolean} Whether it is called for values: `for (… of ids())`, `[...ids()]`, `ids().next()`.
 */
function isIteratedCall({ parent: call }) {
  const { parent } = call ?? {};
  return (
    call?.type === 'CallExpression' &&
    ((parent?.type === 'ForOfStatement' && parent.right === call) ||
      parent?.type === 'SpreadElement' ||
      (parent?.type === 'MemberExpression' && parent.object === call) ||
      (parent?.type === 'VariableDeclarator' && parent.id.type === 'ArrayPattern'))
  );
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {Refusal}
 */
function refuseUnrun(context, { fn }) {
  const [next] = fn.params;
  const isMiddleware =
    frameUses(context.sourceCode, fn).this.length > 0 ||
    (next?.type === 'Identifier' && next.name === 'next');
  const major = dependencyMajor(context, 'koa');
  return major !== undefined && major < 2 && isMiddleware
    ? { reason: 'koa-version', subject: `koa ${context.project.dependencies['koa']}` }
    : (context.keptGenerator?.(fn.range[0]) ?? { reason: 'runner-unknown' });
}

/**
 * @param {Coroutine} coroutine
 * @param {Dialect} dialect
 * @returns {string}
 */
function kindOf({ runs }, dialect) {
  return runs[0]?.runner.kind ?? `${dialect} delegate`;
}
