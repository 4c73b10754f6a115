/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Collector } from './calls.js' */
/** @import { Form, Writing } from './forms.js' */

import { enclosingFunction } from '../../analysis/functions.js';
import { callOfCallback } from '../callback-function/callback-calls.js';
import { isLastArgument, isNullish } from '../callback-function/functions.js';
import { Refused, quote } from '../callback-function/refused.js';
import { callbackOf } from './callbacks.js';
import { stepsOf } from './later.js';
import { readLocal } from './steps.js';

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
  if (
    SIDE_BY_SIDE.test(name) &&
    stops &&
    !isOneByOne &&
    stepsOf(call, form).some((step) => step && endsAtOnce(collector, step, DECIDING.test(name)))
  ) {
    throw new Refused('step-ends-at-once', quote(collector.sourceCode, call.callee));
  }
}

/**
 * @param {Collector} collector
 * @param {TSESTree.Node} step
 * @param {boolean} isDeciding Whether a result may end the flow, too.
 * @param {ReadonlySet<TSESTree.Node>} [seen] Functions that hand the callback on to it.
 * @returns {boolean} Whether it calls back so before it returns, as far as the file shows.
 */
function endsAtOnce(collector, step, isDeciding, seen = new Set()) {
  const fn = readLocal(collector, step);
  if (!fn || seen.has(fn)) {
    return false;
  }
  return Boolean(
    callbackOf(collector, fn)?.references.some(({ identifier }) => {
      const use = /** @type {TSESTree.Node} */ (identifier);
      if (enclosingFunction(use) !== fn) {
        return false;
      }
      const call = callOfCallback(use);
      if (call) {
        const [error] = call.arguments;
        return isDeciding || Boolean(error && !isNullish(error));
      }
      // (item, next) => save(item, next)
      return (
        isLastArgument(use) &&
        use.parent?.type === 'CallExpression' &&
        endsAtOnce(collector, use.parent.callee, isDeciding, new Set([...seen, fn]))
      );
    }),
  );
}
