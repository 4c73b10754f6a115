/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Refusal } from '../../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { oncePerFile } from '../../../analysis/syntax/facts.js';
import { enclosingFunction, isFunction } from '../../../analysis/syntax/functions.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { isWithin, nodesOfType } from '../../../analysis/syntax/nodes.js';
import { variableOf } from '../../../analysis/syntax/scopes.js';
import { textOf } from '../../../edits/trivia.js';
import { frameAcrossMethods } from '../../../callbacks/timing/throws.js';
import { isArray } from '../values.js';

/**
 * Lists that change once they are handed in. `map` and its kin look at the list in a later turn, which
 * what is written for them does not, and `all` and its kin at once, where what is written for them waits
 * for a list that may be a promise:
 *
 *     const done = Bluebird.all(this.pending); this.pending.length = 0;
 */

/** Statics that look at the list at once. */
const AT_ONCE = new Set(['all', 'any', 'props', 'race', 'settled', 'some']);

/** Statics that look at the items one by one, between calls of the callback. */
const BETWEEN = new Set(['filter', 'map']);

/** Statics that look at it later. */
const LATER = new Set(['each', 'filter', 'map', 'mapSeries', 'reduce']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @param {string} name The static's first name, or that of the method that stands for it.
 * @param {TSESTree.Node | undefined} [list]
 * @returns {Refusal | undefined}
 */
export function refuseChangedList(sourceCode, call, name, list = call.arguments[0]) {
  const [, callback] = call.arguments;
  const isRead = LATER.has(name) || (AT_ONCE.has(name) && !isArray(sourceCode, list));
  if (!isRead || !list || !/^(?:Identifier|MemberExpression)$/u.test(list.type)) {
    return undefined;
  }
  const text = textOf(sourceCode, list);
  const variable = variableOf(sourceCode, list);
  const loop = loopAround(call, variable?.identifiers[0]);
  const isAwaited = call.parent.type === 'AwaitExpression';
  const user = isAwaited ? call.parent.parent : call.parent;
  // `each` gives the list itself.
  const sees = BETWEEN.has(name) || (name === 'each' && user?.type !== 'ExpressionStatement');
  const change = changesOf(sourceCode).find(
    ({ object, node }) =>
      textOf(sourceCode, object) === text &&
      variableOf(sourceCode, object) === variable &&
      ((sees && isFunction(callback) && isWithin(node, callback)) ||
        (!isAwaited && isBehind(node, call, loop)) ||
        (AT_ONCE.has(name) && isElsewhere(node, call))),
  );
  return change && { reason: 'list-changes', subject: `\`${text}\`` };
}

/** Methods that change an array. */
const CHANGING = /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/u;

/**
 *     list.push(a);    list[0] = a;    list.length = 0;    object.key = a;    delete object.key;
 *
 * @typedef {object} Change
 * @property {TSESTree.Node} object The object that is changed.
 * @property {TSESTree.Node} node
 */

/** @type {(sourceCode: SourceCodeLike) => readonly Change[]} */
const changesOf = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'MemberExpression').flatMap((member) => {
    const { parent, object } = member;
    const isChange =
      (parent.type === 'CallExpression' &&
        parent.callee === member &&
        CHANGING.test(readKey(member) ?? '')) ||
      (parent.type === 'AssignmentExpression' && parent.left === member) ||
      parent.type === 'UpdateExpression' ||
      (parent.type === 'UnaryExpression' && parent.operator === 'delete');
    return isChange ? [{ object, node: parent }] : [];
  }),
);

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} call
 * @param {TSESTree.Node} loop Around the call.
 * @returns {boolean} Whether the node may run in the turn of the call, and after it.
 */
function isBehind(node, call, loop) {
  const around = enclosingFunction(call);
  return (
    frameAcrossMethods(node, around) === around &&
    (node.range[0] >= call.range[1] || isWithin(node, loop))
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} call
 * @returns {boolean} Whether another function holds the node, which the caller may call in the same turn.
 */
function isElsewhere(node, call) {
  const around = enclosingFunction(call);
  const frame = frameAcrossMethods(node, around);
  // A function inside is called back later, mostly; the code around has called this one.
  return frame !== undefined && !isWithin(frame, around ?? call) && !isWithin(call, frame);
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node | undefined} declared Where the list is declared.
 * @returns {TSESTree.Node} The outermost loop around the node that has the same list in each turn, else
 *   the node.
 */
function loopAround(node, declared) {
  let loop = node;
  for (let { parent } = node; parent && !isFunction(parent); { parent } = parent) {
    if (declared && isWithin(declared, parent)) {
      break;
    }
    loop = /^(?:DoWhile|For|ForIn|ForOf|While)Statement$/u.test(parent.type) ? parent : loop;
  }
  return loop;
}
