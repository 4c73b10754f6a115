/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Definition, Reference, Variable } from '@typescript-eslint/scope-manager' */
/** @import { Refusal } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Helper } from './helper.js' */

import { isLoop } from '../../analysis/flow/control-flow.js';
import { enclosingFunction, frameUses, isFunction } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { findVariable, readConstantInit, writesOf } from '../../analysis/syntax/scopes.js';

/**
 * A captured variable may become a parameter if its value at each call is its value for ever after:
 * nothing writes it once the first call can have happened, and it has its value by then.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {Variable} variable Captured by the helper.
 * @returns {Refusal | undefined} Why passing the value is not the same as sharing the variable.
 */
export function refusePassing(sourceCode, helper, variable) {
  const { node, owner } = helper;
  const subject = variable.name;
  if (variable.defs.some((definition) => isAsyncFunction(definition, variable))) {
    return { reason: 'captures-helper', subject };
  }
  const home = homeOf(variable);
  if (
    home === owner &&
    frameUses(sourceCode, owner).arguments.length > 0 &&
    variable.defs.some(({ type }) => type === 'Parameter')
  ) {
    // In sloppy code `arguments[0] = x` writes the parameter.
    return { reason: 'captured-reassigned', subject };
  }
  for (const call of helper.calls.filter((candidate) => !isWithin(candidate, node))) {
    const refusal = refuseCall(home, variable, call);
    if (refusal) {
      return { reason: refusal, subject };
    }
  }
  const isHidden = helper.calls.some(
    (call) => findVariable(sourceCode, call.callee, variable.name) !== variable,
  );
  return isHidden || hasLocal(sourceCode, node, variable.name)
    ? { reason: 'captured-hidden', subject }
    : undefined;
}

/**
 * @param {Definition} definition
 * @param {Variable} variable
 * @returns {boolean} Whether the variable is an async function, which may be moved out itself.
 */
function isAsyncFunction({ type, node }, variable) {
  if (type === 'FunctionName') {
    return /** @type {any} */ (node).async === true;
  }
  const constant = type === 'Variable' ? readConstantInit(variable) : undefined;
  return constant !== undefined && isFunction(constant.init) && constant.init.async;
}

/**
 * @param {Variable} variable
 * @returns {TSESTree.Node | undefined} The function that makes a fresh variable for each call.
 */
function homeOf({ scope }) {
  const block = /** @type {TSESTree.Node} */ (scope.block);
  return isFunction(block) ? block : enclosingFunction(block);
}

/**
 * @param {TSESTree.Node | undefined} home
 * @param {Variable} variable
 * @param {TSESTree.CallExpression} call
 * @returns {'captured-reassigned' | 'captured-not-ready' | undefined}
 */
function refuseCall(home, variable, call) {
  const moment = momentOf(home, call);
  const writes = writesOf(variable);
  if (moment.type === 'FunctionDeclaration') {
    // It may run as soon as its block is entered.
    const isThereOnEntry = variable.defs.every(
      ({ type }) => type === 'Parameter' || type === 'FunctionName',
    );
    return isThereOnEntry && writes.every(({ init }) => init) ? undefined : 'captured-not-ready';
  }
  const [start] = moment.range;
  if (
    variable.scope.block.type === 'SwitchStatement' ||
    variable.defs.some((definition) => readyAt(definition) > start)
  ) {
    return 'captured-not-ready';
  }
  const isFixed = writes.every(
    (write) =>
      enclosingFunction(write.identifier) === home &&
      endOf(write) <= start &&
      !shareLoop(write.identifier, moment, variable.scope.block),
  );
  return isFixed ? undefined : 'captured-reassigned';
}

/**
 * @param {TSESTree.Node | undefined} home
 * @param {TSESTree.CallExpression} call
 * @returns {TSESTree.Node} What the home function itself runs first on the way to the call: the
 *   call, or the function whose creation makes it possible.
 */
function momentOf(home, call) {
  let moment = /** @type {TSESTree.Node} */ (call);
  for (
    let fn = enclosingFunction(call);
    fn !== undefined && fn !== home;
    fn = enclosingFunction(fn)
  ) {
    moment = fn;
  }
  return moment;
}

/**
 * @param {Definition} definition
 * @returns {number} Where in the text the variable is there to be read.
 */
function readyAt({ type, name, node }) {
  if (type === 'Parameter' || type === 'FunctionName') {
    return 0;
  }
  return type === 'ClassName' ? node.range[1] : name.range[1];
}

/**
 * @param {Reference} write
 * @returns {number} Where the write is done.
 */
function endOf({ identifier, writeExpr }) {
  return Math.max(identifier.range[1], writeExpr?.range[1] ?? 0);
}

/**
 * @param {TSESTree.Node} write
 * @param {TSESTree.Node} moment
 * @param {TSESTree.Node} block The block that has a fresh variable in each run.
 * @returns {boolean} Whether a loop comes back from the moment to the write of the same variable.
 */
function shareLoop(write, moment, block) {
  for (let node = write.parent; node; node = node.parent) {
    if (isLoop(node) && isWithin(moment, node) && !isWithin(block, node)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} fn
 * @param {string} name
 * @returns {boolean} Whether the function's parameters or body declare the name themselves, so that
 *   only a default value uses the outer one.
 */
function hasLocal(sourceCode, fn, name) {
  return Boolean(sourceCode.scopeManager?.acquire(fn, true)?.set.has(name));
}
