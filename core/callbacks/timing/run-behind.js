/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isLoop, isOnSomeWays } from '../../analysis/flow/control-flow.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction, frameUses, isFunction } from '../../analysis/syntax/functions.js';
import { readGlobalPath } from '../../analysis/modules/global-values.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { readsOf } from '../../analysis/syntax/scopes.js';
import { calledName, runsItself } from '../functions/calls-around.js';
import { isCaught } from '../statements/flow.js';
import { definitionsByName } from '../functions/methods.js';

/**
 * What runs behind a call before the function that makes it waits, or around it: by way of functions,
 * too.
 */

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {node is TSESTree.MemberExpression} `list.push`
 */
export function isFilling(node) {
  return (
    node?.type === 'MemberExpression' && /^(?:add|push|set|unshift)$/u.test(readKey(node) ?? '')
  );
}

/** @type {(sourceCode: SourceCodeLike) => Set<FunctionNode>} Those that nobody calls in a `try`. */
const untriedFunctions = oncePerFile(() => new Set());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it runs in a `try`, of its function or of one that calls that.
 */
export function isTried(sourceCode, node) {
  /** @type {Set<FunctionNode>} */
  const seen = new Set();
  const isIt = reachesTry(sourceCode, node, seen);
  if (!isIt) {
    const untried = untriedFunctions(sourceCode);
    seen.forEach((fn) => untried.add(fn));
  }
  return isIt;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {Set<FunctionNode>} seen
 * @returns {boolean} As `isTried`, but for what has been seen.
 */
function reachesTry(sourceCode, node, seen) {
  const fn = enclosingFunction(node);
  if (isCaught(node, fn ?? sourceCode.ast)) {
    return true;
  }
  if (!fn || seen.has(fn) || untriedFunctions(sourceCode).has(fn)) {
    return false;
  }
  seen.add(fn);
  return (
    (fn.parent.type === 'CallExpression' && reachesTry(sourceCode, fn.parent, seen)) ||
    namesOf(sourceCode, fn)
      .flatMap(readsOf)
      .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
      .some((use) => runsThere(use) && reachesTry(sourceCode, use, seen))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node What has been noted, or what has the member.
 * @param {string | undefined} key
 * @returns {boolean} Whether it is asked there. What only counts it on, or adds to it, does not ask
 *   whether it was called back.
 */
export function isAsked(sourceCode, node, key) {
  return key === undefined ? !isFilling(node.parent) : asksMember(sourceCode, node, key);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} asked Where what has been noted is asked.
 * @param {{ call: TSESTree.Node, definition: TSESTree.Node | undefined }} place
 * @returns {boolean} Whether the function that calls asks behind the call and does not wait before that.
 */
export function isReadBehind(sourceCode, asked, { call, definition }) {
  const frame = enclosingFunction(call);
  const turn = startOfTurn(call, definition);
  const from = turn ?? call.range[1];
  return asked.some((node) =>
    placesRun(sourceCode, node, frame).some(
      (place) =>
        place.range[0] >= from &&
        !(turn === undefined && isPassedBy(call, place)) &&
        !isWaitedBefore(sourceCode, place, isBehind(place, call) ? call.range[1] : from),
    ),
  );
}

/**
 * @param {TSESTree.Node} place
 * @param {TSESTree.Node} call
 * @returns {boolean}
 */
function isBehind(place, call) {
  return place.range[0] >= call.range[1];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} place
 * @param {number} from
 * @returns {boolean} Whether the function waits behind `from` on all ways to the place.
 */
function isWaitedBefore(sourceCode, place, from) {
  const frame = enclosingFunction(place);
  return nodesOfType(sourceCode, 'AwaitExpression').some(
    (node) =>
      node.range[1] >= from &&
      node.range[1] <= place.range[0] &&
      enclosingFunction(node) === frame &&
      !isOnSomeWays(node, place) &&
      !isOnAnotherWay(node, place),
  );
}

/**
 *     if (isSlow) await tick(); else return value;
 *
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} place
 * @returns {boolean} Whether they stand in two branches of one statement.
 */
function isOnAnotherWay(node, place) {
  let branch = node;
  while (branch.parent && !isWithin(place, branch.parent)) {
    branch = branch.parent;
  }
  const { parent } = branch;
  switch (parent?.type) {
    case 'ConditionalExpression':
    case 'IfStatement':
      return parent.test !== branch;
    case 'TryStatement':
      return true;
    default:
      return false;
  }
}

/**
 *     if (isOld) load(key, note); else show(known);        if (isOld) { load(key, note); return; } show(known);
 *
 * @param {TSESTree.Node} call
 * @param {TSESTree.Node} place Behind the call, in the same function.
 * @returns {boolean} Whether no way leads from the call to the place.
 */
function isPassedBy(call, place) {
  let isLeft = false;
  for (let branch = call; branch.parent; branch = branch.parent) {
    // What is thrown in a `try` goes on behind it, whatever stands there.
    isLeft = branch.type !== 'TryStatement' && (isLeft || EXIT.test(branch.type));
    if (isWithin(place, branch.parent)) {
      // A `catch` or a `finally` may come behind whatever its block does.
      return branch.parent.type !== 'TryStatement' && (isLeft || isOnAnotherWay(branch, place));
    }
    isLeft ||= leavesBehind(branch);
  }
  return false;
}

const EXIT = /^(?:ReturnStatement|ThrowStatement)$/u;

/**
 * @param {TSESTree.Node} statement
 * @returns {boolean} Whether the statement behind it in the same block leaves the function: others may leave the block
 *   by a `break`.
 */
function leavesBehind({ parent, range }) {
  const next =
    parent?.type === 'BlockStatement'
      ? parent.body.find((each) => each.range[0] >= range[1])
      : undefined;
  return next !== undefined && EXIT.test(next.type);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node What has the member.
 * @param {string} key
 * @param {Set<TSESTree.Node>} [seen] Methods that have been looked at.
 * @returns {boolean} `box.value`, `Object.keys(box)`, `box.show()`, `const { value } = box`, `'value' in box`
 */
function asksMember(sourceCode, node, key, seen = new Set()) {
  const { parent } = node;
  if (
    parent?.type === 'SpreadElement' ||
    (parent?.type === 'BinaryExpression' && parent.operator === 'in') ||
    (parent?.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern')
  ) {
    return true;
  }
  if (parent?.type === 'CallExpression') {
    return /^(?:JSON|Object)\./u.test(readGlobalPath(sourceCode, parent.callee) ?? '');
  }
  if (parent?.type !== 'MemberExpression' || parent.object !== node) {
    return false;
  }
  const isAssigned = parent.parent.type === 'AssignmentExpression' && parent.parent.left === parent;
  const method = parent.parent.type === 'CallExpression' ? readKey(parent) : undefined;
  return (
    (readKey(parent) === key && !isAssigned) ||
    (method !== undefined &&
      (definitionsByName(sourceCode).get(method) ?? []).some(
        ({ value }) =>
          isFunction(value) &&
          !seen.has(value) &&
          seen.add(value) &&
          frameUses(sourceCode, value).this.some((own) => asksMember(sourceCode, own, key, seen)),
      ))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {FunctionNode | undefined} frame
 * @param {Set<TSESTree.Node>} [seen] Functions with names that have been looked at.
 * @returns {TSESTree.Node[]} Where in the function the node is run: in its place, and where functions are called,
 *   there and then, in which it stands.
 */
function placesRun(sourceCode, node, frame, seen) {
  const fn = enclosingFunction(node);
  if (fn === frame) {
    return [node];
  }
  if (!fn || seen?.has(fn)) {
    return [];
  }
  const { parent } = fn;
  if (parent.type === 'CallExpression') {
    return parent.callee === fn || runsItself(calledName(parent))
      ? placesRun(sourceCode, parent, frame, seen)
      : [];
  }
  const entered = (seen ?? new Set()).add(fn);
  const uses = namesOf(sourceCode, fn)
    .flatMap(readsOf)
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier));
  // What callbacks call, too, is read when they have been called.
  return uses.every(
    (use) => (parent.type === 'Property' || runsThere(use)) && !isPutOff(sourceCode, use, fn),
  )
    ? uses.flatMap((use) => placesRun(sourceCode, use, frame, entered))
    : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} use Of a function's name.
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it stands in a function that a call gets, which may call it later.
 */
function isPutOff(sourceCode, use, fn) {
  for (
    let outer = enclosingFunction(use);
    outer && outer !== fn;
    outer = enclosingFunction(outer)
  ) {
    const { parent } = outer;
    const isGiven =
      parent.type === 'CallExpression' &&
      parent.callee !== outer &&
      !runsItself(calledName(parent));
    const isHanded = namesOf(sourceCode, outer)
      .flatMap(readsOf)
      .some(
        ({ identifier }) => identifier.parent?.type === 'CallExpression' && !runsThere(identifier),
      );
    if (isGiven || isHanded) {
      return true;
    }
  }
  return false;
}

/**
 * @param {TSESTree.Node} use Of a function's name.
 * @returns {boolean} Whether the function runs where it is used.
 */
function runsThere(use) {
  const { parent } = use;
  switch (parent?.type) {
    case 'CallExpression':
      return parent.callee === use || runsItself(calledName(parent));
    case 'MemberExpression':
      return /^(?:apply|call)$/u.test(readKey(parent) ?? '');
    case 'NewExpression':
      return parent.callee === use;
    case 'TaggedTemplateExpression':
      return true;
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable[]} What it is known by, or the object that has it: `{ get value() {} }`.
 */
function namesOf(sourceCode, fn) {
  const { parent } = fn;
  const holder =
    parent.type === 'Property' && parent.parent.type === 'ObjectExpression'
      ? parent.parent.parent
      : parent;
  return [
    ...sourceCode.getDeclaredVariables(fn).filter(({ name }) => name === fn.id?.name),
    ...(holder.type === 'VariableDeclarator' ? sourceCode.getDeclaredVariables(holder) : []),
  ];
}

/**
 * @param {TSESTree.Node} call
 * @param {TSESTree.Node | undefined} definition Of what is noted.
 * @returns {number | undefined} Where what the function runs in turns begins: in the next turn, what
 *   stands before the call comes behind it.
 */
function startOfTurn(call, definition) {
  /** @type {number | undefined} */
  let start;
  for (
    let around = /** @type {TSESTree.Node | undefined} */ (call);
    around && !(definition && isWithin(definition, around));
    around = isFunction(around) ? undefined : around.parent
  ) {
    const { parent } = around;
    const isTurn =
      isFunction(around) && parent?.type === 'CallExpression' && runsItself(calledName(parent));
    start = isTurn || isLoop(around) ? around.range[0] : start;
  }
  return start;
}
