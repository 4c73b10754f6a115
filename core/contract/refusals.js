/** @import { ConversionOptions } from './options.js' */
/** @import { Refusal } from './pattern.js' */
/** @import { OtherWay, RefusalEntry } from './refusals/table.js' */

import { ASYNC_LIB_REFUSALS } from './refusals/async-lib.js';
import { BLUEBIRD_REFUSALS } from './refusals/bluebird.js';
import { CALLBACK_REFUSALS } from './refusals/callbacks.js';
import { CHAIN_REFUSALS } from './refusals/chains.js';
import { CLOSURE_REFUSALS } from './refusals/closures.js';
import { COROUTINE_REFUSALS } from './refusals/coroutines.js';
import { EXECUTOR_REFUSALS } from './refusals/executors.js';
import { NEEDLESS_PROMISE_REFUSALS } from './refusals/needless-promises.js';
import { SHARED_REFUSALS } from './refusals/shared.js';
import { STREAM_REFUSALS } from './refusals/streams.js';
import { freezeTable } from './refusals/table.js';

/**
 * Why a site is left as it is. The list is closed, and is the source of `docs/refusals.md`.
 *
 * @typedef {keyof typeof REFUSALS} RefusalReason
 */

/**
 * @template {string} Reason
 * @param {Readonly<Record<Reason, RefusalEntry>>} table
 * @returns {Readonly<Record<Reason, RefusalEntry>>} In alphabetical order.
 */
function sortTable(table) {
  const entries = /** @type {[Reason, RefusalEntry][]} */ (Object.entries(table));
  return freezeTable(
    /** @type {Record<Reason, RefusalEntry>} */ (
      Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
    ),
  );
}

export const REFUSALS = sortTable({
  ...ASYNC_LIB_REFUSALS,
  ...BLUEBIRD_REFUSALS,
  ...CALLBACK_REFUSALS,
  ...CHAIN_REFUSALS,
  ...CLOSURE_REFUSALS,
  ...COROUTINE_REFUSALS,
  ...EXECUTOR_REFUSALS,
  ...NEEDLESS_PROMISE_REFUSALS,
  ...SHARED_REFUSALS,
  ...STREAM_REFUSALS,
});

/**
 * @typedef {Pick<ConversionOptions, 'accept' | 'api' | 'assumable' | 'asyncVersion' | 'node' | 'refuse' | 'tests' | 'trust'>} GivenOptions
 */

/**
 * @param {Refusal} refusal
 * @param {GivenOptions} [options] The options of the run: no option is advised that was given already.
 * @returns {{ message: string, advice: string }}
 */
export function describeRefusal({ obligation, reason, subject }, options) {
  const { advice, message, otherwise } = REFUSALS[reason];
  const another = otherwise && adviseOption(otherwise, obligation, options);
  return {
    message: message.replace('{subject}', () => subject ?? 'it'),
    advice: another === undefined ? advice : `${advice} ${another}`,
  };
}

/**
 * @param {OtherWay} otherwise
 * @param {string | undefined} obligation That the refusal is about.
 * @param {GivenOptions} [options]
 * @returns {string | undefined} A sentence; undefined where the option was given.
 */
export function adviseOption({ option, value, where, liftsFloor = false }, obligation, options) {
  const known = value ?? obligation;
  const change =
    option === 'accept' && known !== undefined && options !== undefined
      ? adviseAcceptance(known, options, liftsFloor)
      : isGiven(option, options)
        ? undefined
        : `with \`--${option}${known === undefined ? '' : `=${known}`}\``;
  return change && `If ${where}, run again ${change}.`;
}

/**
 * @param {string} obligation
 * @param {GivenOptions} options
 * @param {boolean} liftsFloor
 * @returns {string | undefined}
 */
function adviseAcceptance(obligation, { accept, assumable, refuse, trust }, liftsFloor) {
  /** @param {ReadonlySet<string>} names */
  const holds = (names) => names.has(obligation);
  if (holds(refuse)) {
    return `without \`--refuse=${obligation}\``;
  }
  const given = liftsFloor && trust !== 'application' ? accept : assumable;
  return holds(given) ? undefined : `with \`--accept=${obligation}\``;
}

/**
 * @param {OtherWay['option']} option
 * @param {GivenOptions} [options]
 * @returns {boolean}
 */
function isGiven(option, options) {
  switch (option) {
    case 'api':
      return options?.api === 'async';
    case 'tests':
      return options?.tests === true;
    case 'async-version':
      return options?.asyncVersion !== undefined;
    case 'node':
      return options?.node !== undefined;
    default:
      return false;
  }
}
