/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { PatternContext, Pattern, Plan, Refusal, Site } from '../contract/pattern.js' */
/** @import { Chain } from './promise-chain/chains.js' */
/** @import { ChainUse } from './promise-chain/uses.js' */
/** @import { Conversion } from './promise-chain/lowering.js' */

import { isFunction } from '../analysis/syntax/functions.js';
import { isTail, returnsOf, tryAround } from '../analysis/flow/completion.js';
import { takesRequests } from '../analysis/handlers/handler-parameters.js';
import { isUnheard } from '../analysis/handlers/request-handlers.js';
import { mayThrow } from '../analysis/flow/throwing.js';
import { missingEvidence } from '../contract/obligations.js';
import { asyncPosition } from '../edits/async-position.js';
import { insertBefore } from '../edits/edit.js';
import { firstLine, textOf } from '../edits/trivia.js';
import { observedAtValue } from '../analysis/environment/observed.js';
import { unwrapReturn } from '../regions/build/build.js';
import { printEdits } from '../regions/print/print.js';
import { callbackFunctionsOf } from '../callbacks/functions/functions.js';
import { isWrapper } from '../callbacks/functions/wrappers.js';
import { isAwaitedIdentity, kindOf } from './promise-chain/kinds.js';
import {
  refuseFunction,
  refuseInListener,
  refuseKind,
  refuseLibraryNeeds,
  throwsEarly,
} from './promise-chain/functions.js';
import { isClearerAsChain } from './promise-chain/left-chains.js';
import { startConversion } from './promise-chain/lowering.js';
import { refuseChain } from './promise-chain/refused-chains.js';
import { functionKind } from '../promises/values.js';
import { isNative, libraryOfFile } from './promise-chain/receivers.js';
import { findChains } from './promise-chain/uses.js';
import { convertUses } from './promise-chain/statements.js';
import { refuseEarlyThrow } from '../callbacks/timing/routed-throws.js';

/**
 * Chains of `then`, `catch` and `finally` on native promises.
 *
 * @type {Pattern}
 */
export const promiseChain = {
  name: 'promise-chain',
  words: /\.\s*(?:then|catch|finally)\s*\(/u,
  visit: { Program: findSites },
};

/**
 * @param {TSESTree.Program} program
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findSites(program, context) {
  /** @type {Map<FunctionNode | undefined, ChainUse[]>} */
  const usesByOwner = new Map();
  for (const found of findChains(context.sourceCode)) {
    if (
      (found.use === 'floating' && callsBack(context, found)) ||
      isClearerAsChain(context.sourceCode, found.chain)
    ) {
      continue;
    }
    const use = isLast(context, found) ? { ...found, use: /** @type {const} */ ('last') } : found;
    usesByOwner.set(use.owner, [...(usesByOwner.get(use.owner) ?? []), use]);
  }
  // An outer function comes first: what it takes in is no function any more.
  const owners = [...usesByOwner].sort(
    ([left], [right]) => (left?.range[0] ?? -1) - (right?.range[0] ?? -1),
  );
  /** @type {Set<FunctionNode>} */
  const consumed = new Set();
  /** @type {Set<FunctionNode>} */
  const kept = new Set();
  /** @type {Site[]} */
  const sites = [];
  for (const [owner, uses] of owners) {
    if (owner && consumed.has(owner)) {
      continue;
    }
    sites.push(...planFunction(context, owner ?? program, uses, usesByOwner, { consumed, kept }));
  }
  return sites;
}

/**
 *     loadAsync(path).then((value) => process.nextTick(() => cb(null, value)), …);
 *
 * @param {PatternContext} context
 * @param {ChainUse} use
 * @returns {boolean} Whether the chain is what a function with a callback is left with once its inside
 *   is async: nobody but the callback waits for it.
 */
function callsBack({ sourceCode }, { owner }) {
  return callbackFunctionsOf(sourceCode).some((found) => found.fn === owner && isWrapper(found));
}

/** @type {Readonly<Record<'floating' | 'stored' | 'operand', Refusal['reason']>>} */
const REASONS_BY_USE = {
  floating: 'chain-floating',
  stored: 'chain-stored',
  operand: 'chain-as-operand',
};

/**
 * @param {PatternContext} context
 * @param {FunctionNode | TSESTree.Program} root
 * @param {ChainUse[]} uses
 * @param {Map<FunctionNode | undefined, ChainUse[]>} usesByOwner
 * @param {{ consumed: Set<FunctionNode>, kept: Set<FunctionNode> }} handlers Gets those that are part
 *   of the function now, and those that have become functions within it.
 * @returns {Site[]}
 */
function planFunction(context, root, uses, usesByOwner, handlers) {
  /** @type {Site[]} */
  const sites = [];
  /** @type {ChainUse[]} */
  const accepted = [];
  const fn = root.type === 'Program' ? undefined : root;
  const returned = uses.some(({ use }) => use === 'returned' || use === 'awaited');
  const unfit = returned && fn ? refuseFunction(context, fn) : undefined;
  const kind = fn && refuseKind(context, fn);
  for (const use of uses) {
    const refusal = refuseUse(context, use, use.use === 'last' ? kind : unfit);
    if (refusal) {
      sites.push({ node: use.chain.node, kind: use.use, refusal });
    } else {
      accepted.push(use);
    }
  }
  if (accepted.length === 0) {
    return sites;
  }
  const site = planSite(context, root, accepted, usesByOwner, handlers);
  return [site, ...sites];
}

/**
 * @param {PatternContext} context
 * @param {ChainUse} use
 * @param {Refusal | undefined} unfit Why the function cannot be async.
 * @returns {Refusal | undefined}
 */
function refuseUse(context, { chain, owner, statement, use }, unfit) {
  if (use === 'floating' || use === 'stored' || use === 'operand') {
    return { reason: REASONS_BY_USE[use] };
  }
  if (unfit) {
    return unfit;
  }
  const refusal = refuseChain(context, chain);
  if (refusal) {
    return refusal;
  }
  if (use !== 'awaited' && owner && tryAround(statement, owner)) {
    return { reason: 'chain-in-try' };
  }
  return use === 'last' && owner ? refuseLast(context, chain, owner) : undefined;
}

/**
 *     app.get('/', (req, res, next) => { load(req.query.id).then((value) => res.json(value)).catch(next); });
 *
 * @param {PatternContext} context
 * @param {ChainUse} found
 * @returns {boolean} Whether the chain may be waited for although nothing waits for it today.
 */
function isLast(context, { chain, owner, statement, use }) {
  return (
    use === 'floating' &&
    !isCalledAtOnce(chain.head) &&
    statement.type === 'ExpressionStatement' &&
    owner?.body.type === 'BlockStatement' &&
    isTail(statement, owner) &&
    isUnheard(context, owner)
  );
}

/**
 *     (async () => { … })().catch(next);
 *
 * @param {TSESTree.Node} head Of a chain.
 * @returns {boolean} Whether it calls a function where it is written: that is how a function without `async` waits.
 */
function isCalledAtOnce(head) {
  return head.type === 'CallExpression' && isFunction(head.callee);
}

/**
 * @param {PatternContext} context
 * @param {Chain} chain The last thing that the function does.
 * @param {FunctionNode} owner
 * @returns {Refusal | undefined} Where somebody would hear of the difference: of a throw that becomes a rejection,
 *   of events that come before a promise of a library is settled.
 */
function refuseLast(context, chain, owner) {
  const { sourceCode } = context;
  const isHeard = chain.links.some(({ onRejected }) => onRejected);
  if (!isHeard && mayThrow(sourceCode, chain.head) && takesRequests(owner)) {
    return {
      reason: 'handler-may-throw',
      subject: `\`${firstLine(textOf(sourceCode, chain.head))}\``,
    };
  }
  return (
    refuseEarlyThrow(context, owner) ??
    refuseLibraryNeeds(context, chain.node) ??
    refuseInListener(context, owner, chain.head)
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode | TSESTree.Program} root
 * @param {ChainUse[]} uses
 * @param {Map<FunctionNode | undefined, ChainUse[]>} usesByOwner
 * @param {{ consumed: Set<FunctionNode>, kept: Set<FunctionNode> }} handlers
 * @returns {Site}
 */
function planSite(context, root, uses, usesByOwner, handlers) {
  const { options, sourceCode } = context;
  const conversion = startConversion(context, root);
  const { printer } = conversion;
  // A handler that does nothing is `promise-wrapped-await`, too.
  const first = uses.find((use) => !isAwaitedIdentity(use)) ?? uses[0];
  const node = /** @type {ChainUse} */ (first).chain.node;
  const fn = root.type === 'Program' ? undefined : root;
  const kind = kindOf(uses, fn);
  for (const { chain, use } of uses) {
    if (use === 'last') {
      conversion.unheard.add(chain.node);
    }
  }
  convertUses(conversion, uses);
  // The code of handlers is in the function now.
  for (const handler of printer.consumed) {
    convertUses(
      conversion,
      (usesByOwner.get(handler) ?? []).filter(({ use }) => use === 'awaited'),
    );
  }
  if (conversion.dissolved === 0) {
    return { node, kind, refusal: { reason: 'handler-keeps-frame' } };
  }
  if (printer.losesType) {
    return { node, kind, refusal: { reason: 'value-maybe-unset' } };
  }
  const last = uses.find(({ use }) => use === 'last');
  const becomesAsync = fn?.async === false;
  const assumes = [
    ...assumptionsOf(conversion, last ? undefined : fn),
    ...(fn && becomesAsync && throwsEarly(context, fn)
      ? [/** @type {const} */ ('throws-late')]
      : []),
    ...(last ? [/** @type {const} */ ('uncaught-error')] : []),
    ...(last && turnsNative(context, last.chain)
      ? [/** @type {const} */ ('rejection-is-handled')]
      : []),
  ];
  const off = assumes.find((id) => !options.assumable.has(id));
  if (off) {
    return { node, kind, refusal: missingEvidence(off) };
  }
  if (fn && becomesAsync) {
    printer.edits.push(
      insertBefore(asyncPosition(fn, sourceCode), 'async '),
      ...returnsOf(sourceCode, fn).flatMap(
        (statement) => unwrapReturn(printer, fn, statement, false) ?? [],
      ),
    );
  }
  printer.consumed.forEach((handler) => handlers.consumed.add(handler));
  printer.kept.forEach((handler) => handlers.kept.add(handler));
  return {
    node,
    kind,
    plan: {
      edits: printEdits(printer),
      safe: false,
      assumes,
    },
  };
}

/**
 * @param {PatternContext} context
 * @param {Chain} chain
 * @returns {boolean} Whether its promise is one of a library today, which only warns of rejections that nobody handles.
 */
function turnsNative(context, { head }) {
  const { options, sourceCode } = context;
  return (
    options.api === 'async' && libraryOfFile(sourceCode) !== undefined && !isNative(context, head)
  );
}

/**
 * @param {PatternContext} context
 * @param {Chain} chain
 * @returns {boolean} Whether recorded runs saw native promises alone at its head.
 */
function isSeenPromise(context, { links }) {
  const [{ call }] = /** @type {[Chain['links'][number]]} */ (links);
  const { property } = /** @type {TSESTree.MemberExpression} */ (call.callee);
  return observedAtValue(context, 'receiver-is-promise', property)?.evidence === 'seen';
}

/**
 * @param {Conversion} conversion
 * @param {FunctionNode | undefined} fn
 * @returns {Plan['assumes']}
 */
function assumptionsOf({ chains, printer: { context } }, fn) {
  const isProven =
    chains.every((chain) => isNative(context, chain.head) || isSeenPromise(context, chain)) &&
    (!fn || functionKind(context.sourceCode, fn) === 'promise');
  return isProven ? [] : ['receiver-is-promise'];
}
