/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { CallRecord, Counts } from '../../contract/record-facts.js' */

import { OBLIGATIONS } from '../../contract/obligations.js';

/**
 * The evidence of a recorded run about an obligation. One observation against it is enough; for it there have to be as
 * many as the table of obligations asks, and calls from more than one place: a loop is one place.
 *
 * @typedef {object} Observed
 * @property {'seen' | 'against'} evidence
 * @property {string} how The observation, for the report: `called back later in all of 214 calls`.
 */

/** @typedef {Pick<PatternContext, 'options' | 'path' | 'sourceCode'>} Asking */

/**
 * @param {Asking} context
 * @param {ObligationId} obligation
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call With the callback.
 * @returns {Observed | undefined} Undefined if no run shows it.
 */
export function observedAtCall(context, obligation, call) {
  const last = call.arguments.at(-1);
  const { path, options, sourceCode } = context;
  const record =
    last && path !== undefined && options.record?.callAt(path, sourceCode.text, last.loc.start);
  return record ? judgeCall(obligation, record, enoughFor(context, obligation)) : undefined;
}

/**
 * @param {Asking} context
 * @param {ObligationId} obligation
 * @param {TSESTree.Node} node An operand, a result; of the head of a chain the name behind it.
 * @returns {Observed | undefined}
 */
export function observedAtValue(context, obligation, node) {
  const { path, options, sourceCode } = context;
  const kinds =
    path === undefined ? undefined : options.record?.kindsAt(path, sourceCode.text, node.loc.start);
  return kinds ? judgeKinds(obligation, kinds, enoughFor(context, obligation)) : undefined;
}

/**
 * @param {Asking} context
 * @param {ObligationId} obligation
 * @returns {number}
 */
function enoughFor({ options }, obligation) {
  return options.record?.enough || (OBLIGATIONS[obligation].observations ?? Infinity);
}

/**
 * @param {ObligationId} obligation
 * @param {CallRecord} record
 * @param {number} enough
 * @returns {Observed | undefined}
 */
export function judgeCall(obligation, record, enough) {
  const runs = record.sameTick + record.later;
  // A callee that was not looked at may have been a stub.
  const isKnown = record.unsure === 0 && record.callees['unknown'] === undefined;
  const isShown = isKnown && runs >= enough && record.places > 1;
  switch (obligation) {
    case 'calls-later':
      return record.sameTick > 0
        ? against(`called back in the same tick in ${record.sameTick} of ${runs} calls`)
        : seenIf(isShown, `called back later in all of ${runs} calls`);
    case 'once':
      return record.again > 0
        ? against(`called back more than once in ${record.again} of ${record.calls} calls`)
        : seenIf(isShown, `called back at most once in all of ${record.calls} calls`);
    case 'error-first': {
      const errors = total(record.firsts, NO_ERROR) + (record.firsts['error'] ?? 0);
      const others = runs - errors;
      return others > 0 && others > runs / 2
        ? against(`gave something else than an error first in ${others} of ${runs} calls`)
        : seenIf(isShown && others === 0, `gave an error or nothing first in all of ${runs} calls`);
    }
    default:
      return undefined;
  }
}

/** The kinds of a missing error. */
const NO_ERROR = ['absent', 'null', 'undefined'];

/** The kinds that `await` gives back unchanged. */
const NO_PROMISE = ['plain', 'array', 'null', 'undefined', 'error'];

/**
 * @param {ObligationId} obligation
 * @param {Counts} kinds
 * @param {number} enough
 * @returns {Observed | undefined}
 */
export function judgeKinds(obligation, kinds, enough) {
  const all = total(kinds);
  const promises = (kinds['promise'] ?? 0) + (kinds['thenable'] ?? 0);
  switch (obligation) {
    case 'result-is-no-promise':
      return promises > 0
        ? against(`a promise in ${promises} of ${all} runs`)
        : seenIf(
            total(kinds, NO_PROMISE) === all && all >= enough,
            `no promise in all of ${all} runs`,
          );
    case 'yield-operand-is-promise':
      return promises < all
        ? against(`something else than a promise in ${all - promises} of ${all} runs`)
        : seenIf(all >= enough, `a promise in all of ${all} runs`);
    case 'receiver-is-promise':
      // An object with a `then` may be lazy. Only a native promise is known not to be.
      return seenIf(kinds['promise'] === all && all >= enough, `a promise in all of ${all} runs`);
    default:
      return undefined;
  }
}

/**
 * @param {Counts} counts
 * @param {readonly string[]} [kinds]
 * @returns {number}
 */
function total(counts, kinds = Object.keys(counts)) {
  return kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}

/**
 * @param {string} how
 * @returns {Observed}
 */
function against(how) {
  return { evidence: 'against', how };
}

/**
 * @param {boolean} isShown
 * @param {string} how
 * @returns {Observed | undefined}
 */
function seenIf(isShown, how) {
  return isShown ? { evidence: 'seen', how } : undefined;
}
