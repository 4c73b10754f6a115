import { HEAD, evaluate } from './run.js';

/**
 * Runs a program that gives a promise and notes what its caller sees.
 *
 * @typedef {object} Outcome
 * @property {string[]} log Effects, in order.
 * @property {string} settled
 * @property {string[]} uncaught
 */

/**
 * @param {string} source
 * @param {unknown[]} args
 * @param {object} [receiver]
 * @returns {Promise<Outcome>}
 */
export async function outcomeOf(source, args, receiver) {
  /** @type {string[]} */
  const log = [];
  const exported = evaluate(source, log);
  /** @type {Outcome} */
  const seen = { log, settled: 'pending', uncaught: [] };
  process.setUncaughtExceptionCaptureCallback((error) => seen.uncaught.push(error.message));
  try {
    const promise = exported.run.apply(receiver, args);
    log.push('returned');
    promise.then(
      (/** @type {unknown} */ value) => (seen.settled = `fulfilled: ${show(value)}`),
      (/** @type {unknown} */ error) => (seen.settled = `rejected: ${show(error)}`),
    );
  } catch (error) {
    seen.settled = `threw ${show(error)}`;
  }
  // Files take an unknown time.
  for (let wait = 0; wait < 40 && seen.settled === 'pending' && !seen.uncaught.length; wait++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (let turn = 0; turn < 8; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.setUncaughtExceptionCaptureCallback(null);
  return seen;
}

/** @param {unknown} value */
const show = (value) =>
  value instanceof Error ? `${value.name}: ${value.message}` : JSON.stringify(value);

/** @param {string} text What the program gives. */
export const program = (text) => `${HEAD}exports.run = ${text};\n`;
