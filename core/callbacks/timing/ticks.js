/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */

import { isCoreModule } from '../../analysis/apis/core-promise-apis.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { frameUses, isFunction } from '../../analysis/syntax/functions.js';
import { readLibraryCall } from '../../analysis/values/library-values.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType, nodesWithin } from '../../analysis/syntax/nodes.js';
import { isOwnModule } from '../../analysis/environment/project.js';
import { untouchedOrigin } from '../../analysis/modules/replaced-values.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import {
  SYNCHRONOUS_FAMILIES,
  SYNCHRONOUS_MODULES,
  SYNCHRONOUS_PACKAGES,
} from '../../packages/synchronous-packages.js';
import { callOfCallback, givenFunction } from '../functions/callback-calls.js';
import { callbackFunctionsBy, callbackFunctionsOf, isExecutor } from '../functions/functions.js';
import { isListed } from '../callees/known-callees.js';
import { runningFrame } from './running-frames.js';
import { findSettlers } from '../functions/settlers.js';
import { isWrapper } from '../functions/wrappers.js';

/**
 * What a callback function does before it returns, as far as the text of the file shows.
 *
 * @typedef {object} TickFacts
 * @property {boolean} callsItself Whether its own text calls back.
 * @property {boolean} calls Whether it may call back, itself or through another function of the file.
 * @property {boolean} throws Whether it may throw.
 */

const FLOW_LIBRARY = /^(?:neo-)?async(?:\/|$)/u;

/**
 * @param {string} name Of a module, `@scope/lodash-es` or `node:util/types`.
 * @returns {boolean} Whether its functions may call what they are given before they return.
 */
export function isSynchronousLibrary(name) {
  const [base = ''] = name.replace(/^@[\w.-]+\//u, '').split('/');
  const [family = ''] = base.split(/[.-]/u);
  return (
    SYNCHRONOUS_PACKAGES.has(base) ||
    SYNCHRONOUS_FAMILIES.has(base) ||
    SYNCHRONOUS_FAMILIES.has(family) ||
    base.startsWith('neo-async') ||
    SYNCHRONOUS_MODULES.has(base.replace(/^node:/u, ''))
  );
}

/**
 * @typedef {Pick<PatternContext, 'sourceCode' | 'project' | 'options' | 'libraryExport' | 'isModelMemberElsewhere' | 'isReplacedExport'>} Asking
 *   A file, and whose module it is.
 */

/** @type {(sourceCode: SourceCodeLike) => { facts?: ReadonlyMap<CallbackFunction, TickFacts> }} */
const ticksOf = oncePerFile(() => ({}));

/**
 * @param {Asking} asking
 * @returns {ReadonlyMap<CallbackFunction, TickFacts>}
 */
export function tickFactsOf(asking) {
  const known = ticksOf(asking.sourceCode);
  known.facts ??= readTickFacts(asking);
  return known.facts;
}

/**
 * @param {Asking} asking
 * @returns {Map<CallbackFunction, TickFacts>}
 */
function readTickFacts(asking) {
  const { sourceCode } = asking;
  const functions = callbackFunctionsOf(sourceCode);
  /** @type {Map<CallbackFunction, TickFacts>} */
  const facts = new Map();
  const calls = new Map(functions.map((found) => [found, ownCalls(asking, found)]));
  const throwers = throwersOf(sourceCode);
  for (const found of functions) {
    const frames = framesOf(sourceCode, found);
    const callsItself = found.callback.references.some(
      ({ identifier }) => callOfCallback(identifier) !== null && isIn(frames, identifier),
    );
    facts.set(found, {
      callsItself,
      calls: callsItself || givesAway(sourceCode, found, (node) => isIn(frames, node)),
      throws: [...frames].some((frame) => throwers.has(frame)),
    });
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const found of functions) {
      const own = /** @type {TickFacts} */ (facts.get(found));
      for (const { callee, hands } of calls.get(found) ?? []) {
        const other = callee && facts.get(callee);
        const calling = own.calls || (hands && (other ? other.calls : true));
        const throwing = own.throws || other?.throws === true;
        changed ||= calling !== own.calls || throwing !== own.throws;
        own.calls = calling;
        own.throws = throwing;
      }
    }
  }
  return facts;
}

/**
 *     function check(key) { if (!key) throw new Error('no key'); }    check(key);
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlySet<FunctionNode | undefined>} The functions that throw, or
 *   call one that does.
 */
export const throwersOf = oncePerFile((sourceCode) => {
  const throwers = new Set(nodesOfType(sourceCode, 'ThrowStatement').map(runningFrame));
  const calls = nodesOfType(sourceCode, 'CallExpression');
  for (let before = -1; throwers.size > 0 && before < throwers.size;) {
    before = throwers.size;
    for (const call of calls) {
      const fn = readFunction(sourceCode, call.callee);
      if (fn && !fn.async && !fn.generator && throwers.has(fn)) {
        throwers.add(runningFrame(call));
      }
    }
  }
  return throwers;
});

/**
 * What is left in the caller's tick once the rest has become asynchronous.
 *
 * @param {Asking} asking
 * @param {CallbackFunction} found
 * @param {(node: TSESTree.Node) => boolean} isMoved Whether a node runs in an async function now.
 * @param {(callee: CallbackFunction) => boolean} maySync Whether a function of the file may call back
 *   before it returns.
 * @returns {boolean} Whether it may call back there.
 */
export function callsInPrologue(asking, found, isMoved, maySync) {
  const { sourceCode } = asking;
  const frames = framesOf(sourceCode, found);
  const isLeft = (/** @type {unknown} */ node) =>
    isIn(frames, node) && !isMoved(/** @type {TSESTree.Node} */ (node));
  return (
    found.callback.references.some(
      ({ identifier }) => callOfCallback(identifier) !== null && isLeft(identifier),
    ) ||
    givesAway(sourceCode, found, isLeft) ||
    ownCalls(asking, found).some(
      ({ call, callee, hands }) => hands && isLeft(call) && (!callee || maySync(callee)),
    )
  );
}

/** @type {(sourceCode: SourceCodeLike) => Map<CallbackFunction, ReadonlySet<FunctionNode>>} */
const framesByFunction = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} found
 * @returns {ReadonlySet<FunctionNode>} The functions that run before it returns.
 */
function framesOf(sourceCode, found) {
  const known = framesByFunction(sourceCode);
  let frames = known.get(found);
  if (!frames) {
    const settlers = [...findSettlers(sourceCode, found).values()];
    frames = new Set([found.fn, ...settlers.flatMap(({ isEarly, fn }) => (isEarly ? [fn] : []))]);
    known.set(found, frames);
  }
  return frames;
}

/**
 *     waiting = cb;    this.done = cb;    load.apply(this, arguments);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} found
 * @param {(node: unknown) => boolean} isEarly Whether a node runs before the function returns.
 * @returns {boolean} Whether the callback is put where anything may call it.
 */
function givesAway(sourceCode, { fn, callback }, isEarly) {
  return (
    frameUses(sourceCode, fn).arguments.some(
      (use) => use.parent.type !== 'MemberExpression' && isEarly(use),
    ) ||
    callback.references.some((reference) => {
      const node = /** @type {TSESTree.Node} */ (reference.identifier);
      return reference.isRead() && isEarly(node) && !staysHere(node);
    })
  );
}

/**
 * @param {TSESTree.Node} use
 * @returns {boolean} Whether the callback is only called, handed to a call, or tested there.
 */
export function staysHere(use) {
  const { parent } = use;
  switch (parent?.type) {
    case 'BinaryExpression':
    case 'CallExpression':
    case 'IfStatement':
    case 'UnaryExpression':
      return true;
    case 'ConditionalExpression':
      return parent.test === use;
    // cb && cb(null)    cb = cb || noop
    case 'LogicalExpression':
      return parent.left === use && (parent.operator === '&&' || isDefault(parent));
    default:
      return false;
  }
}

/**
 * @param {TSESTree.LogicalExpression} node
 * @returns {boolean} `cb = cb || noop`
 */
export function isDefault({ left, parent }) {
  return (
    parent.type === 'AssignmentExpression' &&
    parent.left.type === 'Identifier' &&
    left.type === 'Identifier' &&
    parent.left.name === left.name
  );
}

/**
 * @param {ReadonlySet<FunctionNode>} frames
 * @param {unknown} node
 * @returns {boolean}
 */
function isIn(frames, node) {
  let frame = runningFrame(/** @type {TSESTree.Node} */ (node));
  while (frame && isExecutor(frame) && !frames.has(frame)) {
    frame = runningFrame(frame);
  }
  return frame !== undefined && frames.has(frame);
}

/**
 * @typedef {object} OwnCall
 * @property {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @property {CallbackFunction | undefined} callee A callback function of the file; undefined for what nothing is known of.
 * @property {boolean} hands Whether it gets the callback, or what calls it.
 */

/** @type {(sourceCode: SourceCodeLike) => Map<CallbackFunction, readonly OwnCall[]>} */
const ownCallsByFunction = oncePerFile(() => new Map());

/**
 * @param {Asking} asking
 * @param {CallbackFunction} found
 * @returns {readonly OwnCall[]} What it calls before it returns.
 */
function ownCalls(asking, found) {
  const known = ownCallsByFunction(asking.sourceCode);
  const calls = known.get(found) ?? readOwnCalls(asking, found);
  known.set(found, calls);
  return calls;
}

/**
 * @param {Asking} asking
 * @param {CallbackFunction} found
 * @returns {OwnCall[]}
 */
function readOwnCalls(asking, found) {
  const { sourceCode } = asking;
  const frames = framesOf(sourceCode, found);
  /** @type {Set<TSESTree.Node>} */
  const handing = new Set();
  for (const { references } of [found.callback, ...findSettlers(sourceCode, found).keys()]) {
    for (const { identifier } of references) {
      addHanding(handing, /** @type {TSESTree.Node} */ (identifier), found.fn);
    }
  }
  const made = nodesWithin(sourceCode, 'NewExpression', found.fn).filter(
    // What an executor does is part of the function.
    (node) =>
      handing.has(node) && !node.arguments.some((each) => isFunction(each) && isExecutor(each)),
  );
  return [...nodesWithin(sourceCode, 'CallExpression', found.fn), ...made]
    .filter((call) => isIn(frames, call))
    .flatMap((call) => {
      const hands = handing.has(call);
      const callees = calledBy(sourceCode, call);
      const isUnknown =
        callees.length === 0 &&
        hands &&
        !callsLater(asking, call.type === 'NewExpression' ? { callee: call.callee } : call) &&
        !(isWrapper(found) && isThen(call));
      return (isUnknown ? [undefined] : callees).map((callee) => ({ call, callee, hands }));
    });
}

/**
 * @param {Set<TSESTree.Node>} handing Gets the calls in the function that are given the use, or what it stands in.
 * @param {TSESTree.Node} use
 * @param {FunctionNode} fn
 */
function addHanding(handing, use, fn) {
  for (
    let child = use, { parent } = use;
    parent && child !== fn;
    child = parent, { parent } = parent
  ) {
    if (
      (parent.type === 'CallExpression' || parent.type === 'NewExpression') &&
      parent.arguments.some((each) => each === child)
    ) {
      if (handing.has(parent)) {
        return;
      }
      handing.add(parent);
    }
  }
}

/**
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {boolean} `….then(…)`: what a wrapper gives to its promise is called later.
 */
function isThen({ callee }) {
  return callee.type === 'MemberExpression' && readKey(callee) === 'then';
}

/**
 * @param {Asking} asking
 * @param {{ callee: TSESTree.Node } | TSESTree.CallExpression} call
 * @returns {boolean} Whether what it is given is called in a later tick: a function of a package is
 *   taken to do so.
 */
export function callsLater(asking, call) {
  const { sourceCode, project } = asking;
  const { callee } = call;
  const ofLibrary = 'arguments' in call ? readLibraryCall(asking, call) : undefined;
  if (ofLibrary) {
    return ofLibrary.member.maySync !== true;
  }
  const origin = untouchedOrigin(sourceCode, callee);
  if (isListed(asking, callee, origin)) {
    return true;
  }
  if (origin?.kind === 'global') {
    const name = [origin.name, ...origin.path].join('.');
    return /^(?:process\.nextTick|setImmediate|setTimeout|queueMicrotask)$/u.test(name);
  }
  if (origin && FLOW_LIBRARY.test(origin.name)) {
    // Its functions call back whenever their steps do.
    return /^(?:nextTick|setImmediate)$/u.test(origin.path.at(-1) ?? '');
  }
  if (
    origin === undefined ||
    isOwnModule(origin, project) ||
    isSynchronousLibrary(origin.name) ||
    isPutAside(asking, origin)
  ) {
    return false;
  }
  return isCoreModule(origin) || !('arguments' in call) || !runsWhatItIsGiven(sourceCode, call);
}

/**
 *     sinon.stub(request, 'get').yields(null, {})
 *
 * @param {Pick<PatternContext, 'isReplacedExport'>} context
 * @param {Origin | undefined} origin
 * @returns {boolean} Whether the project puts another function in the place of that one of a package.
 */
export function isPutAside({ isReplacedExport }, origin) {
  const key = origin?.path.at(-1);
  return key !== undefined && isReplacedExport?.(key, origin?.name) === true;
}

/**
 *     parallel(keys, (key, next) => …, cb)    series([first, second], cb)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it gets functions beside the callback: it calls back when these have, or
 *   at once where there is nothing to run them for.
 */
export function runsWhatItIsGiven(sourceCode, call) {
  return call.arguments.slice(0, -1).some((argument) => holdsFunction(sourceCode, argument));
}

/**
 *     [save && [store, path], close]
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null} node
 * @returns {boolean} Whether it is a function, or a list with one in it at any depth.
 */
function holdsFunction(sourceCode, node) {
  return node?.type === 'ArrayExpression'
    ? node.elements.some((element) => holdsFunction(sourceCode, element))
    : node?.type === 'LogicalExpression'
      ? holdsFunction(sourceCode, node.right)
      : node !== null && isFunction(givenFunction(node) ?? readFunction(sourceCode, node));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {readonly CallbackFunction[]} What it may call. Methods are found by their name alone.
 */
export function calledBy(sourceCode, { callee }) {
  const name = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const handle = callee.type === 'Identifier' ? variableOf(sourceCode, callee) : name;
  return handle ? callbackFunctionsBy(sourceCode, handle) : [];
}
