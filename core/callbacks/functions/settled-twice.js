/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Settler } from './settlers.js' */
/** @import { Use } from './contract.js' */
/** @import { Actives } from './guards.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { enclosingFunction, frameUses } from '../../analysis/syntax/functions.js';
import { readKey, readString } from '../../analysis/modules/modules.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { isGlobal, variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { anyCallOfCallback } from './callback-calls.js';
import { calledName } from './calls-around.js';
import {
  AGAIN,
  CALLED,
  CLOSED_OVER,
  HANDED,
  NONE,
  goesOnAfter,
  goesOnAfterCallback,
  isLast,
  replaces,
} from './contract.js';
import { aliasAt, bindingOf, parameterGiven } from './given-arguments.js';
import { TAKES_BACK, isGuarded } from './guards.js';
import { NOT_ERROR_FIRST, callsRepeatedly, keepsGiven } from '../callees/known-callees.js';
import { findSettlers } from './settlers.js';
import { isDefault } from '../timing/ticks.js';

/**
 * Functions that call back more than once by way of the functions inside them:
 *
 *     const end = (err, v) => cb(err, v); load(a, end); load(b, end);
 *
 * Who waits for a promise of such a function goes on once.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @param {boolean} [mayGoOn] Whether it may do other things after it has called back.
 * @returns {boolean} Whether some way through it calls back again, or something that it cannot see may
 *   do so.
 */
export function settlesTwice(sourceCode, target, mayGoOn = false) {
  const actives = readActives(sourceCode, target);
  return (
    [...actives.uses].some(([use, settler]) => {
      if (!settler || !actives.atOnce.has(settler) || isGuarded(actives, settler.fn)) {
        return false;
      }
      const call = anyCallOfCallback(use);
      return call !== null && !isLast(call);
    }) ||
    [...framesOf(actives)].some((frame) =>
      goesOnAfter(frame, { mayGoOn, usesIn: (node) => mostIn(actives, node) }),
    )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {FunctionNode[]} The functions inside that see to it themselves that they call back once,
 *   however often they are called.
 */
export function guardedSettlers(sourceCode, target) {
  const actives = readActives(sourceCode, target);
  return [...actives.settlers.values()].flatMap(({ fn }) => (isGuarded(actives, fn) ? [fn] : []));
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
  frameUses(sourceCode, target.fn)
    .arguments.filter((use) => mayHoldCallback(use, target))
    .forEach((use) => uses.set(use, undefined));
  settlers.forEach((settler) => add(settler.variable, settler));
  for (const [use, settler] of uses) {
    const alias = aliasAt(sourceCode, bindingOf(use) ?? use);
    if (alias) {
      add(alias, settler);
    }
  }
  /** @type {Set<Settler>} */
  const atOnce = new Set();
  for (let before = -1; before < atOnce.size;) {
    before = atOnce.size;
    for (const [use, called] of uses) {
      const frame = enclosingFunction(use);
      const isCalled = anyCallOfCallback(use) && (!called || atOnce.has(called));
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
  if (anyCallOfCallback(use)) {
    return isKept ? NONE : settler && !actives.atOnce.has(settler) ? HANDED : CALLED;
  }
  const { parent } = use;
  const isReplaced =
    parent?.type === 'CallExpression' &&
    parent.callee !== use &&
    replaces(parent, actives.target.callback);
  return isReplaced && !callsAgain(actives.sourceCode, use) ? NONE : givenUse(actives, use, isKept);
}

/**
 * @param {Actives} actives
 * @param {TSESTree.Node} value
 * @param {boolean} isKept Whether it calls back under a condition that calling back changes.
 * @returns {Use} Of a function that calls back, by what gets it.
 */
function givenUse(actives, value, isKept) {
  if (isKept || aliasAt(actives.sourceCode, value)) {
    return NONE;
  }
  const { parent } = value;
  switch (parent?.type) {
    case 'CallExpression':
      return parent.callee === value
        ? HANDED
        : isKeptElsewhere(actives, parent)
          ? AGAIN
          : useOfCall(actives, parent, value);
    case 'NewExpression':
      return callsAgain(actives.sourceCode, value) ? AGAIN : useOfConstruction(parent);
    // end.bind(this)    cb.silent
    case 'MemberExpression': {
      const bound = bindingOf(value);
      const isHeld = parent.object !== value || parent.computed;
      return bound ? givenUse(actives, bound, isKept) : isHeld ? AGAIN : NONE;
    }
    // request({ success: end })
    case 'Property':
      return givenWith(actives, parent.parent);
    case 'ArrayExpression':
      return givenWith(actives, parent);
    // cb && cb(err)    load(key, cb || noop)
    case 'LogicalExpression':
      return parent.left === value && (parent.operator === '&&' || isDefault(parent))
        ? NONE
        : givenUse(actives, parent, isKept);
    case 'ConditionalExpression':
      return parent.test === value ? NONE : givenUse(actives, parent, isKept);
    // cb = typeof options === 'function' ? options : cb
    case 'AssignmentExpression':
      return actives.target.callback.references.some(({ identifier }) => identifier === parent.left)
        ? NONE
        : AGAIN;
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return givenUse(actives, parent, isKept);
    case 'BinaryExpression':
    case 'ExpressionStatement':
    case 'IfStatement':
    case 'UnaryExpression':
      return NONE;
    default:
      return AGAIN;
  }
}

/**
 * @param {Actives} actives
 * @param {TSESTree.Node} holder An object or a list that has the function.
 * @returns {Use}
 */
function givenWith(actives, holder) {
  const { parent } = holder;
  switch (parent?.type) {
    case 'CallExpression':
      return isKeptElsewhere(actives, parent) ||
        isPutOnto(actives, parent) ||
        hasSeveral(actives, holder, parent)
        ? AGAIN
        : useOfCall(actives, parent, holder);
    case 'NewExpression':
      return useOfConstruction(parent);
    default:
      return AGAIN;
  }
}

/** Functions that are called beside the others that a call gets: `$.ajax({ success, complete })`. */
const BESIDE = /^(?:after|always|complete|done|finally)$/iu;

/**
 * @param {Actives} actives
 * @param {TSESTree.Node} holder
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether more than one function that it has calls back, and these do not stand for ways
 *   that exclude each other.
 */
function hasSeveral({ sourceCode, uses }, holder, { callee }) {
  const calling = (holder.type === 'ObjectExpression' ? holder.properties : []).filter((each) =>
    [...uses.keys()].some((use) => isWithin(use, each)),
  );
  return (
    calling.length > 1 &&
    (readFunction(sourceCode, callee) !== undefined ||
      calling.some((each) => 'key' in each && BESIDE.test(textOf(sourceCode, each.key))))
  );
}

/**
 * @param {Actives} actives
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `Object.assign(this, { cb })`
 */
function isPutOnto({ sourceCode }, { callee }) {
  return callee.type === 'MemberExpression' && isGlobal(sourceCode, callee.object, 'Object');
}

/**
 * @param {TSESTree.NewExpression} construction
 * @returns {Use}
 */
function useOfConstruction({ callee }) {
  return callee.type === 'Identifier' && REPEATING_CLASSES.test(callee.name) ? AGAIN : HANDED;
}

/**
 * @param {TSESTree.Identifier} use Of `arguments`.
 * @param {CallbackFunction} target
 * @returns {boolean} Whether it gives the callback, for all that can be seen.
 */
function mayHoldCallback({ parent, range }, { index }) {
  if (parent.type !== 'MemberExpression' || parent.object.range !== range) {
    return true;
  }
  const { property } = parent;
  return property.type === 'Literal' && parent.computed
    ? property.value === index
    : parent.computed;
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

/** Classes that call what they get whenever something happens: `new MutationObserver(() => …)`. */
const REPEATING_CLASSES = /(?:Cron|CronJob|Observer|Watcher)$/u;

/** Events that come once. */
const ONCE =
  /^(?:abort|close|connect|disconnect|drain|end|error|exit|finish|listening|load|open|ready|response|secureConnect|timeout|upgrade)$/u;

/**
 * @param {Actives} actives
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} given
 * @returns {Use} What becomes of a function that it gets.
 */
function useOfCall({ sourceCode }, call, given) {
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
      if (callsAgain(sourceCode, given)) {
        return AGAIN;
      }
      // async.each(list, step, cb)
      return NOT_ERROR_FIRST.get(name) === 'parallel-loop' &&
        (more.length === 0 || all.at(-1) !== given)
        ? AGAIN
        : HANDED;
  }
}

/**
 *     function repeat(step) { step(1); step(2); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} given
 * @returns {boolean} Whether a function of the file gets it and calls it more than once.
 */
function callsAgain(sourceCode, given) {
  const callback = parameterGiven(sourceCode, given);
  return callback !== undefined && goesOnAfterCallback({ callback });
}
