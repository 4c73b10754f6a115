/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Settler } from './settlers.js' */
/** @import { Use } from './contract.js' */

import { enclosingFunction } from '../../analysis/functions.js';
import { readKey, readString } from '../../analysis/modules.js';
import { isWithin, nodesWithin } from '../../analysis/nodes.js';
import { variableOf, writesOf } from '../../analysis/scopes.js';
import { callOfCallback } from './callback-calls.js';
import { calledName } from './calls-around.js';
import {
  AGAIN,
  CALLED,
  CLOSED_OVER,
  HANDED,
  NONE,
  goesOnAfter,
  isLast,
  replaces,
} from './contract.js';
import { NOT_ERROR_FIRST, callsRepeatedly, keepsGiven } from './known-callees.js';
import { findSettlers } from './settlers.js';

/**
 * Functions that call back more than once by way of the functions inside them:
 *
 *     const end = (err, v) => cb(err, v); load(a, end); load(b, end);
 *
 * Who waits for a promise of such a function goes on once.
 */

/**
 * @typedef {object} Actives
 * @property {SourceCodeLike} sourceCode
 * @property {CallbackFunction} target
 * @property {ReadonlyMap<Variable, Settler>} settlers
 * @property {ReadonlySet<Settler>} atOnce Those that call back before they return.
 * @property {ReadonlyMap<TSESTree.Node, Settler | undefined>} uses Of the callback and of the settlers.
 * @property {Map<FunctionNode, boolean>} guarded What is known of which functions: a function may lie in
 *   several that take a callback, and be guarded for the one of one of them only.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {boolean} Whether some way through it calls back again, or something that it cannot see may
 *   do so.
 */
export function settlesTwice(sourceCode, target) {
  const actives = readActives(sourceCode, target);
  return (
    [...actives.uses].some(([use, settler]) => {
      if (!settler || !actives.atOnce.has(settler) || isGuarded(actives, settler.fn)) {
        return false;
      }
      const call = callOfCallback(use);
      return call !== null && !isLast(call);
    }) ||
    [...framesOf(actives)].some((frame) => goesOnAfter(frame, (node) => mostIn(actives, node)))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {Actives}
 */
function readActives(sourceCode, target) {
  const settlers = findSettlers(sourceCode, target);
  /** @type {Map<TSESTree.Node, Settler | undefined>} */
  const uses = new Map();
  const add = (
    /** @type {Variable} */ { references },
    /** @type {Settler | undefined} */ settler,
  ) =>
    references
      .filter((reference) => reference.isRead())
      .forEach(({ identifier }) => uses.set(/** @type {TSESTree.Node} */ (identifier), settler));
  add(target.callback, undefined);
  settlers.forEach((settler) => add(settler.variable, settler));
  /** @type {Set<Settler>} */
  const atOnce = new Set();
  for (let before = -1; before < atOnce.size;) {
    before = atOnce.size;
    for (const [use, called] of uses) {
      const frame = enclosingFunction(use);
      const isCalled = callOfCallback(use) && (!called || atOnce.has(called));
      const caller = [...settlers.values()].find(({ fn }) => fn === frame);
      if (isCalled && caller) {
        atOnce.add(caller);
      }
    }
  }
  return { sourceCode, target, settlers, atOnce, uses, guarded: new Map() };
}

/**
 * @param {Actives} actives
 * @returns {Set<FunctionNode>} The functions that call back, and those around them.
 */
function framesOf({ target, uses }) {
  const frames = new Set([target.fn]);
  for (const use of uses.keys()) {
    for (let fn = enclosingFunction(use); fn && !frames.has(fn); fn = enclosingFunction(fn)) {
      frames.add(fn);
    }
  }
  return frames;
}

/**
 * @param {Actives} actives
 * @param {TSESTree.Node} node
 * @returns {Use} The most that is done in it to call back.
 */
function mostIn(actives, node) {
  const frame = enclosingFunction(node);
  const found = [...actives.uses]
    .filter(([use]) => isWithin(use, node))
    .map(([use, settler]) => {
      const closure = closureAround(use, frame);
      return closure ? closureUse(actives, closure) : ownUse(actives, use, settler);
    });
  return /** @type {Use} */ (Math.max(NONE, ...found));
}

/**
 * @param {TSESTree.Node} use
 * @param {FunctionNode | undefined} frame
 * @returns {FunctionNode | undefined} The outermost function around it that stands in the frame.
 */
function closureAround(use, frame) {
  /** @type {FunctionNode | undefined} */
  let closure;
  for (let fn = enclosingFunction(use); fn && fn !== frame; fn = enclosingFunction(fn)) {
    closure = fn;
  }
  return closure;
}

/**
 * @param {Actives} actives
 * @param {FunctionNode} closure
 * @returns {Use}
 */
function closureUse(actives, closure) {
  const isNamed = [...actives.settlers.values()].some(({ fn }) => fn === closure);
  const { parent } = closure;
  if (isNamed && (parent.type !== 'CallExpression' || parent.callee !== closure)) {
    return NONE;
  }
  return givenUse(actives, closure, isGuarded(actives, closure));
}

/**
 * @param {Actives} actives
 * @param {TSESTree.Node} use
 * @param {Settler | undefined} settler Undefined for the callback itself.
 * @returns {Use}
 */
function ownUse(actives, use, settler) {
  const isKept = settler !== undefined && isGuarded(actives, settler.fn);
  if (callOfCallback(use)) {
    return isKept ? NONE : settler && !actives.atOnce.has(settler) ? HANDED : CALLED;
  }
  const { parent } = use;
  if (
    parent?.type === 'CallExpression' &&
    parent.callee !== use &&
    replaces(parent, actives.target.callback)
  ) {
    return NONE;
  }
  const isGiven = parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
  return settler || isGiven ? givenUse(actives, use, isKept) : NONE;
}

/**
 * @param {Actives} actives
 * @param {TSESTree.Node} value
 * @param {boolean} isKept Whether it calls back under a condition that calling back changes.
 * @returns {Use} Of a function that calls back, by what gets it.
 */
function givenUse(actives, value, isKept) {
  if (isKept) {
    return NONE;
  }
  const { parent } = value;
  switch (parent?.type) {
    case 'CallExpression':
      return parent.callee === value
        ? HANDED
        : isKeptElsewhere(actives, parent)
          ? AGAIN
          : useOfCall(parent, value);
    case 'NewExpression':
      return parent.callee.type === 'Identifier' && REPEATING_CLASSES.test(parent.callee.name)
        ? AGAIN
        : HANDED;
    // end.bind(this)
    case 'MemberExpression':
      return parent.object === value && parent.parent.type === 'CallExpression'
        ? givenUse(actives, parent.parent, isKept)
        : AGAIN;
    // request({ success: end })
    case 'Property':
      return parent.parent.parent.type === 'CallExpression'
        ? useOfCall(parent.parent.parent, parent.parent)
        : AGAIN;
    case 'ArrayExpression':
      return parent.parent.type === 'CallExpression' ? useOfCall(parent.parent, parent) : AGAIN;
    case 'BinaryExpression':
    case 'IfStatement':
    case 'UnaryExpression':
      return NONE;
    default:
      return AGAIN;
  }
}

/**
 *     const waiting = []; function load(cb) { waiting.push(cb); }
 *
 * @param {Actives} actives
 * @param {TSESTree.CallExpression} call Of something that gets a function.
 * @returns {boolean} Whether it puts the function where others find it.
 */
function isKeptElsewhere({ sourceCode, target }, call) {
  const { callee } = call;
  if (
    callee.type !== 'MemberExpression' ||
    !keepsGiven(readKey(callee) ?? '', call.arguments.length)
  ) {
    return false;
  }
  const list = variableOf(sourceCode, callee.object)?.identifiers[0];
  return !list || !isWithin(list, target.fn);
}

/** Functions that see to it that something is not called any more. */
const TAKES_BACK = /^(?:abort|cancel|clear|destroy|off$|remove|unsubscribe)/iu;

/** Classes that call what they get whenever something happens: `new MutationObserver(() => …)`. */
const REPEATING_CLASSES = /(?:Cron|CronJob|Observer|Watcher)$/u;

/** Events that come once. */
const ONCE =
  /^(?:abort|close|connect|disconnect|drain|end|error|exit|finish|listening|load|open|ready|response|secureConnect|timeout|upgrade)$/u;

/**
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} given
 * @returns {Use} What becomes of a function that it gets.
 */
function useOfCall(call, given) {
  const { arguments: all } = call;
  const [first, ...more] = all;
  const name = calledName(call);
  switch (name) {
    case 'addListener':
    case 'on':
      return ONCE.test(readString(first) ?? 'end') ? CLOSED_OVER : AGAIN;
    case 'once':
    case 'prependOnceListener':
      return CLOSED_OVER;
    default:
      if (callsRepeatedly(name)) {
        return AGAIN;
      }
      if (TAKES_BACK.test(name)) {
        return NONE;
      }
      // async.each(list, step, cb)
      return NOT_ERROR_FIRST.get(name) === 'parallel-loop' &&
        (more.length === 0 || all.at(-1) !== given)
        ? AGAIN
        : HANDED;
  }
}

/**
 *     if (called) return; called = true;        if (--pending) return;        clearTimeout(timer);
 *
 * @param {Actives} actives
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it tests something that others set, or ends what else may call back: then it
 *   may well call back only once.
 */
function isGuarded(actives, fn) {
  const known = actives.guarded.get(fn) ?? readGuard(actives, fn);
  actives.guarded.set(fn, known);
  return known;
}

/**
 * @param {Actives} actives
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function readGuard(actives, fn) {
  const { guarded, sourceCode, target, uses } = actives;
  const used = [...uses].filter(([use]) => isWithin(use, fn)).map(([, settler]) => settler);
  // A function that calls itself is no reason for its own answer.
  guarded.set(fn, false);
  if (used.every((settler) => settler && settler.fn !== fn && isGuarded(actives, settler.fn))) {
    return true;
  }
  const tests = /** @type {const} */ ([
    'ConditionalExpression',
    'DoWhileStatement',
    'ForStatement',
    'IfStatement',
    'WhileStatement',
  ]).flatMap((type) => nodesWithin(sourceCode, type, fn).map(({ test }) => test));
  const asked = [
    ...tests,
    ...nodesWithin(sourceCode, 'LogicalExpression', fn).map(({ left }) => left),
    ...nodesWithin(sourceCode, 'SwitchStatement', fn).map(({ discriminant }) => discriminant),
  ];
  return (
    asked.some((test) => test && asksState(sourceCode, test, fn)) ||
    writesOf(target.callback).some(({ identifier }) =>
      isWithin(/** @type {any} */ (identifier), fn),
    ) ||
    nodesWithin(sourceCode, 'CallExpression', fn).some((call) => TAKES_BACK.test(calledName(call)))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} test
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it asks for a variable from outside the function that is set again, or for
 *   what something from there has.
 */
function asksState(sourceCode, test, fn) {
  return (
    nodesWithin(sourceCode, 'ThisExpression', test).length > 0 ||
    nodesWithin(sourceCode, 'Identifier', test).some((name) => {
      const variable = variableOf(sourceCode, name);
      const isOuter =
        variable?.defs.some((each) => !isWithin(/** @type {TSESTree.Node} */ (each.name), fn)) ===
        true;
      const { parent } = name;
      const isAsked = parent.type === 'MemberExpression' && parent.object === name;
      return isOuter && (isAsked || writesOf(variable).some(({ init }) => !init));
    })
  );
}
