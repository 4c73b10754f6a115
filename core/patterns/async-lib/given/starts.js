/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { Collector } from '../calls/calls.js' */
/** @import { Form, Writing } from '../calls/forms.js' */

import { readFunction } from '../../../analysis/syntax/definitions.js';
import { enclosingFunction } from '../../../analysis/syntax/functions.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { findVariable, variableOf } from '../../../analysis/syntax/scopes.js';
import { callOfCallback } from '../../../callbacks/functions/callback-calls.js';
import { isNullish } from '../../../callbacks/functions/functions.js';
import { definitionsByName } from '../../../callbacks/functions/methods.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { stepsOf } from './later.js';
import { isCalledAtOnce } from '../../../callbacks/timing/throws.js';

/**
 * Flows that start several steps in one tick, and no more of them once one has failed or has decided
 * what comes out: promises tell that when all have been started.
 *
 *     async.eachLimit(users, 5, (user, next) => {
 *       if (!user.email) return next(new Error('no address'));
 *       send(user, next);
 *     }, done);
 */

/** Those that have steps side by side. */
const SIDE_BY_SIDE =
  /^(?:any|all|detect|each|eachOf|every|filter|find|forEach|forEachOf|map|parallel|reject|select|some|times)(?:Limit)?$/u;

/** So many callbacks are followed: two calls in each function of a row are two to the power of its length. */
const MOST_LOOKS = 1000;

/** Those whose steps decide what comes out without an error, too. */
const DECIDING = /^(?:any|all|detect|every|find|some)/u;

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {{ name: string, form: Form, collection: Writing['collection'], version: number | undefined }} flow
 * @throws {Refused} Where a step may end the flow before the next is started.
 */
export function checkStarts(collector, call, { name, form, collection, version }) {
  const limit = call.arguments[form.parameters.indexOf('limit')];
  const isOneByOne = limit?.type === 'Literal' && limit.value === 1;
  // Version 1 starts all at once where there is no limit, later ones do so with an array.
  const stops =
    limit !== undefined || (version !== 1 && (name === 'times' || collection !== 'array'));
  const { sourceCode } = collector;
  const asking = {
    sourceCode,
    isDeciding: DECIDING.test(name),
    seen: new Set(),
    looks: { left: MOST_LOOKS },
  };
  if (
    SIDE_BY_SIDE.test(name) &&
    stops &&
    !isOneByOne &&
    stepsOf(call, form).some((step) => step && endsAtOnce(asking, step))
  ) {
    throw new Refused('step-ends-at-once', quote(sourceCode, call.callee));
  }
}

/**
 * @param {Collector['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @returns {(FunctionNode | undefined)[]} The functions of the file that it may be: members go by their
 *   names.
 */
function functionsOf(sourceCode, node) {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    // this.save.bind(this)
    return functionsOf(sourceCode, node.callee.object);
  }
  const members = node.type === 'MemberExpression' && definitionsByName(sourceCode);
  return members
    ? (members.get(readKey(node) ?? '') ?? []).map(({ value }) =>
        value ? readFunction(sourceCode, value) : undefined,
      )
    : [readFunction(sourceCode, node)];
}

/**
 * @typedef {object} Asking
 * @property {Collector['sourceCode']} sourceCode
 * @property {boolean} isDeciding Whether a result may end the flow, too.
 * @property {ReadonlySet<unknown>} seen Variables and functions that are being followed.
 * @property {{ left: number }} looks How many callbacks may still be followed.
 */

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} step
 * @param {number} [index] Of its callback among its parameters.
 * @returns {boolean} Whether it calls back so before it returns, as far as the file shows.
 */
function endsAtOnce(asking, step, index = -1) {
  const { sourceCode } = asking;
  return functionsOf(sourceCode, step).some((fn) => {
    const parameter = fn?.params.at(index);
    return (
      parameter?.type === 'Identifier' &&
      isEnding(
        asking,
        fn,
        findVariable(sourceCode, /** @type {FunctionNode} */ (fn).body, parameter.name),
      )
    );
  });
}

/**
 * @param {Asking} asking
 * @param {FunctionNode | undefined} fn
 * @param {Variable | undefined} callback
 * @returns {boolean}
 */
function isEnding(asking, fn, callback) {
  const { sourceCode, isDeciding, looks, seen } = asking;
  if (looks.left-- <= 0) {
    // Nobody has shown that it does not.
    return true;
  }
  const inner = { ...asking, seen: new Set([...seen, callback]) };
  return Boolean(
    !seen.has(callback) &&
    callback?.references.some(({ identifier }) => {
      const use = /** @type {TSESTree.Node} */ (identifier);
      const { parent } = use;
      if (parent?.type === 'VariableDeclarator' && parent.init === use) {
        return isEnding(inner, fn, variableOf(sourceCode, parent.id));
      }
      const [error] = callOfCallback(use)?.arguments ?? [];
      const isEnd = isDeciding || Boolean(error && !isNullish(error));
      return isRun(inner, use, isEnd) && isAtOnce(inner, use, fn);
    }),
  );
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node A function, or its name.
 * @param {boolean} [isEnd] Whether a call of it counts.
 * @returns {boolean} Whether it is called there, or given to what calls it before it returns.
 */
function isRun(asking, node, isEnd = true) {
  if (callOfCallback(node)) {
    return isEnd;
  }
  const call = node.parent?.type === 'CallExpression' ? node.parent : undefined;
  const index = call?.arguments.indexOf(/** @type {any} */ (node)) ?? -1;
  return Boolean(
    call && index >= 0 && (isCalledAtOnce(node) || endsAtOnce(asking, call.callee, index)),
  );
}

/**
 * @param {Asking} asking
 * @param {TSESTree.Node} node
 * @param {FunctionNode | undefined} fn
 * @returns {boolean} Whether it is come to before the function returns.
 */
function isAtOnce(asking, node, fn) {
  const frame = enclosingFunction(node);
  if (!frame || frame === fn || asking.seen.has(frame)) {
    return frame === fn;
  }
  const inner = { ...asking, seen: new Set([...asking.seen, frame]) };
  const { parent } = frame;
  const name = parent.type === 'VariableDeclarator' ? parent.id : frame.id;
  const uses = name
    ? (variableOf(asking.sourceCode, name)?.references ?? []).map(({ identifier }) => identifier)
    : [frame];
  return uses.some((use) => isRun(inner, use) && isAtOnce(inner, use, fn));
}
