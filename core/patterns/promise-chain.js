/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/functions.js' */
/** @import { PatternContext, Pattern, Plan, Refusal, Site } from '../contract/pattern.js' */
/** @import { Chain } from './promise-chain/chains.js' */
/** @import { ChainUse } from './promise-chain/uses.js' */
/** @import { Conversion } from './promise-chain/conversion.js' */
/** @import { Pieces } from './promise-chain/layout.js' */

import { asyncPosition } from '../analysis/async-candidates.js';
import { isWithin } from '../analysis/nodes.js';
import { findVariable, readsOf, writesOf } from '../analysis/scopes.js';
import { insertBefore, removeBetween } from '../edits/edit.js';
import { hasCommentBetween, skipBackward } from '../edits/trivia.js';
import { parenthesizedRange } from '../edits/parentheses.js';
import { usesAwaitAsName } from '../edits/names.js';
import { callbackFunctionsOf } from './callback-function/functions.js';
import { isWrapper } from './callback-function/wrappers.js';
import { readChain } from './promise-chain/chains.js';
import { replaceStatement, refuseChain, writeConversion } from './promise-chain/conversion.js';
import { isInLoop, isTail, tryAround } from './promise-chain/exits.js';
import { kindOf } from './promise-chain/kinds.js';
import {
  mayThrow,
  refuseFunction,
  refuseInListener,
  refuseLibraryNeeds,
} from './promise-chain/functions.js';
import { functionKind } from './promise-chain/values.js';
import { trackNames } from './promise-chain/names.js';
import { isNative, libraryOfFile } from './promise-chain/receivers.js';
import { writeApart, writeFloating, writeValue } from './promise-chain/steps.js';
import { canStandApart, findChains, readReturn } from './promise-chain/uses.js';

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
  for (const use of findChains(context.sourceCode)) {
    if ((use.use === 'floating' && callsBack(context, use)) || ignoresErrors(use)) {
      continue;
    }
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

/**
 *     const stat = await fs.promises.stat(link.path).catch(() => {});
 *
 * @param {ChainUse} use
 * @returns {boolean} Whether all that is chained to what is awaited is that its errors do not matter:
 *   a `try` would need a variable more, or hide what its arguments throw.
 */
function ignoresErrors({ chain: { links, node } }) {
  const [link, ...more] = links;
  const handler = link?.method === 'catch' ? link.call.arguments[0] : undefined;
  return (
    node.parent?.type === 'AwaitExpression' &&
    more.length === 0 &&
    handler?.type === 'ArrowFunctionExpression' &&
    handler.body.type === 'BlockStatement' &&
    handler.body.body.length === 0
  );
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
  for (const use of uses) {
    const refusal = refuseUse(context, use, unfit);
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
  if (use !== 'returned' && use !== 'awaited') {
    const mayCall =
      context.options.floating === 'iife' && (use === 'floating' || canStandApart(chain));
    return mayCall
      ? (refuseApart(context, chain, owner) ??
          refuseLibraryNeeds(context, chain.node) ??
          refuseInListener(context, owner, chain.head))
      : { reason: REASONS_BY_USE[use] };
  }
  if (unfit) {
    return unfit;
  }
  const refusal = refuseChain(context, chain);
  if (refusal) {
    return refusal;
  }
  if (use === 'returned' && owner && tryAround(statement, owner)) {
    return { reason: 'chain-in-try' };
  }
  return undefined;
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
  /** @type {Conversion} */
  const conversion = {
    context,
    root,
    names: trackNames(sourceCode, root),
    frames: [],
    edits: [],
    consumed: new Set(),
    kept: new Set(),
    settled: new Set(),
    chains: [],
    dissolved: 0,
  };
  const [first] = uses;
  const node = /** @type {ChainUse} */ (first).chain.node;
  const fn = root.type === 'Program' ? undefined : root;
  const kind = kindOf(uses, fn);
  convertUses(conversion, uses);
  // What stands in handlers stands in the function now.
  for (const handler of conversion.consumed) {
    convertUses(
      conversion,
      (usesByOwner.get(handler) ?? []).filter(
        (each) =>
          each.use === 'awaited' ||
          (each.use !== 'returned' && !refuseUse(context, each, undefined)),
      ),
    );
  }
  if (conversion.dissolved === 0) {
    return { node, kind, refusal: { reason: 'handler-keeps-frame' } };
  }
  if (conversion.losesType) {
    return { node, kind, refusal: { reason: 'value-maybe-unset' } };
  }
  const assumes = assumptionsOf(conversion, fn);
  const off = assumes.find((id) => !options.assumptions.has(id));
  if (off) {
    return { node, kind, refusal: { reason: 'assumption-off', subject: off } };
  }
  const becomesAsync =
    fn?.async === false && uses.some(({ use }) => use === 'returned' || use === 'awaited');
  if (fn && becomesAsync) {
    conversion.edits.push(insertBefore(asyncPosition(fn, sourceCode), 'async '));
  }
  conversion.consumed.forEach((handler) => handlers.consumed.add(handler));
  conversion.kept.forEach((handler) => handlers.kept.add(handler));
  const floatsNatively = (/** @type {ChainUse} */ { chain, use }) =>
    use !== 'returned' &&
    use !== 'awaited' &&
    options.api === 'async' &&
    libraryOfFile(sourceCode) !== undefined &&
    !isNative(context, chain.head);
  return {
    node,
    kind,
    plan: {
      edits: writeConversion(conversion),
      safe: false,
      assumes,
      accepts: [
        ...(fn && becomesAsync && mayThrow(context, fn)
          ? [/** @type {const} */ ('sync-throw')]
          : []),
        ...(uses.some(floatsNatively) ? [/** @type {const} */ ('early-rejection')] : []),
      ],
    },
  };
}

/**
 * @param {PatternContext} context
 * @param {Chain} chain
 * @param {FunctionNode | undefined} owner
 * @returns {Refusal | undefined}
 */
function refuseApart(context, chain, owner) {
  const { sourceCode } = context;
  if (usesAwaitAsName(sourceCode, owner ?? sourceCode.ast)) {
    return { reason: 'await-as-name' };
  }
  return refuseChain(context, chain);
}

/**
 * @param {TSESTree.Node} statement
 * @returns {Chain | undefined} The chain that nothing waits for, where it is all of the statement.
 */
function readFloating(statement) {
  if (statement.type !== 'ExpressionStatement') {
    return undefined;
  }
  const { expression } = statement;
  return readChain(expression.type === 'UnaryExpression' ? expression.argument : expression);
}

/**
 * @param {Conversion} conversion
 * @param {ChainUse[]} uses
 */
function convertUses(conversion, uses) {
  /** @type {Set<TSESTree.Node>} */
  const statements = new Set();
  for (const { chain, statement, use } of uses) {
    const isPart = use === 'floating' && !readFloating(statement);
    if (use === 'stored' || use === 'operand' || isPart) {
      const target = targetOf(statement, chain);
      if (target) {
        const kept = /** @type {TSESTree.Statement} */ (statement);
        writeFloating(conversion, chain, replaceStatement(conversion, kept), target);
      } else {
        writeApart(conversion, chain);
      }
    } else if (!statements.has(statement)) {
      statements.add(statement);
      convertStatement(conversion, statement);
    }
  }
}

/**
 * const promise = chain;    this.promise = chain;
 *
 * @param {TSESTree.Node} statement
 * @param {Chain} chain
 * @returns {Pieces | undefined} What the statement keeps the chain in, if it does nothing else, and if
 *   what the chain is called on may as well be evaluated before.
 */
function targetOf(statement, { node }) {
  if (!/^(?:BlockStatement|Program|SwitchCase|StaticBlock)$/u.test(statement.parent?.type ?? '')) {
    return undefined;
  }
  if (statement.type === 'VariableDeclaration') {
    const [declarator, ...more] = statement.declarations;
    return declarator?.init === node && more.length === 0
      ? [`${statement.kind} `, declarator.id.range]
      : undefined;
  }
  const assignment = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
  if (
    assignment?.type !== 'AssignmentExpression' ||
    assignment.operator !== '=' ||
    assignment.right !== node
  ) {
    return undefined;
  }
  const { left } = assignment;
  const isPlain =
    left.type === 'Identifier' ||
    (left.type === 'MemberExpression' &&
      !left.computed &&
      (left.object.type === 'ThisExpression' || left.object.type === 'Identifier'));
  return isPlain ? [left.range] : undefined;
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.Node} statement One that hands on a chain, or the body of an arrow function.
 */
function convertStatement(conversion, statement) {
  switch (statement.type) {
    case 'ReturnStatement':
      convertReturn(conversion, statement, statement);
      return;
    case 'ExpressionStatement': {
      const block = replaceStatement(conversion, statement);
      const floating = readFloating(statement);
      if (floating) {
        writeFloating(conversion, floating, block);
        return;
      }
      const { expression } = statement;
      if (expression.type === 'AssignmentExpression') {
        const { left, right } = expression;
        const variable =
          left.type === 'Identifier'
            ? findVariable(conversion.context.sourceCode, left, left.name)
            : undefined;
        const target = [left.range];
        writeValue(
          conversion,
          right,
          { kind: 'assign', target, isSet: true, ...(variable && { variable }) },
          block,
        );
      } else {
        writeValue(conversion, expression, { kind: 'drop' }, block);
      }
      return;
    }
    case 'VariableDeclaration': {
      const declared = readReturn(conversion.context.sourceCode, statement);
      if (declared) {
        convertReturn(conversion, statement, declared);
        return;
      }
      const block = replaceStatement(conversion, statement);
      const { id, init } = /** @type {TSESTree.VariableDeclarator} */ (statement.declarations[0]);
      const variable =
        id.type === 'Identifier'
          ? findVariable(conversion.context.sourceCode, id, id.name)
          : undefined;
      writeValue(
        conversion,
        init,
        {
          kind: 'declare',
          keyword: /** @type {'const' | 'let' | 'var'} */ (statement.kind),
          pattern: [id.range],
          ...(id.type === 'Identifier' && { name: [id.name] }),
          ...(variable && { variable }),
          isSet: statement.kind === 'var' && mayBeSet(conversion, variable, statement),
          isWrapped: false,
        },
        block,
      );
      return;
    }
    default:
      convertArrow(conversion, statement, /** @type {FunctionNode} */ (statement.parent));
  }
}

/**
 * @param {Conversion} conversion
 * @param {Variable | undefined} variable
 * @param {TSESTree.VariableDeclaration} statement One that declares it with `var`.
 * @returns {boolean} Whether it may have another value before, or is looked at within the statement.
 */
function mayBeSet({ root }, variable, statement) {
  return (
    isInLoop(statement, /** @type {FunctionNode} */ (root)) ||
    variable?.defs.length !== 1 ||
    writesOf(variable).length > 1 ||
    readsOf(variable).some(({ identifier }) => isWithin(identifier, statement))
  );
}

/**
 * @param {Conversion} conversion
 * @param {TSESTree.ReturnStatement | TSESTree.VariableDeclaration} statement
 * @param {TSESTree.ReturnStatement} last The statement, or the next, which returns the variable.
 */
function convertReturn(conversion, statement, last) {
  const { root } = conversion;
  const value =
    statement.type === 'ReturnStatement' ? statement.argument : statement.declarations[0].init;
  const isLast = root.type !== 'Program' && isTail(last, root);
  const block = replaceStatement(conversion, statement, last);
  writeValue(conversion, value, { kind: 'return', isGuarded: false, isTail: isLast }, block);
}

/**
 * (id) => chain  ->  (id) => {…}
 *
 * @param {Conversion} conversion
 * @param {TSESTree.Node} body
 * @param {FunctionNode} fn
 */
function convertArrow(conversion, body, fn) {
  const { context, edits, frames, names } = conversion;
  const { sourceCode } = context;
  const { text } = sourceCode;
  const [start, end] = parenthesizedRange(sourceCode, body);
  const arrow = skipBackward(sourceCode, start);
  const block = { items: [], home: names.homeOf(sourceCode.getScope(fn.body)) };
  let anchor = arrow - 1;
  // f(\n  (id) => chain,\n)  ->  f((id) => {…})
  const { parent } = fn;
  if (parent?.type === 'CallExpression' && parent.arguments.at(-1) === fn) {
    const open = skipBackward(sourceCode, fn.range[0]);
    const close = parent.range[1] - 1;
    const isOnOneLine = !text.slice(fn.range[0], arrow).includes('\n');
    const isApart =
      isOnOneLine && text[open - 1] === '(' && text.slice(open, fn.range[0]).includes('\n');
    const isBeside = isOnOneLine && !text.slice(parent.callee.range[1], fn.range[0]).includes('\n');
    if (
      (isApart || isBeside) &&
      text.slice(end, close).includes('\n') &&
      !hasCommentBetween(sourceCode, open, fn.range[0]) &&
      !hasCommentBetween(sourceCode, end, close)
    ) {
      edits.push(removeBetween(end, close));
      if (isApart) {
        edits.push(removeBetween(open, fn.range[0]));
        anchor = open - 1;
      }
    }
  }
  frames.push({ range: [arrow, end], block, form: 'arrow', anchor });
  writeValue(conversion, body, { kind: 'return', isGuarded: false, isTail: true }, block);
}

/**
 * @param {Conversion} conversion
 * @param {FunctionNode | undefined} fn
 * @returns {Plan['assumes']}
 */
function assumptionsOf({ chains, context }, fn) {
  const isProven =
    chains.every(({ head }) => isNative(context, head)) &&
    (!fn || functionKind(context.sourceCode, fn) === 'promise');
  return isProven ? [] : ['receiver-is-promise'];
}
