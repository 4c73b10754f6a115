/**
 * Whether two runs on one Node agree in what does not depend on the machine: ticks and promises
 * exactly, bytes within a share.
 *
 * @import { Figures } from './measure.js'
 * @import { Results } from './results.js'
 */
import { describeAgreement } from './report/terminal.js';

/** Bytes repeat within this share, or within a few words. */
const BYTES_SHARE = 0.04;
const FEW_WORDS = 8;
const SIDES = /** @type {const} */ (['before', 'after']);
const METRICS = /** @type {const} */ (['ticks', 'promises', 'bytes']);
const RUNS = Object.freeze(['the first run', 'the second run']);

/**
 * @typedef {object} Agreement
 * @property {number} compared Forms of which both runs have every figure, each its own, from the same code.
 * @property {number} otherCode Forms whose code differs between the runs.
 * @property {string[]} missing What one of the runs has no figure of: it failed there.
 * @property {string[]} differences
 */

/**
 * @param {Results} run
 * @param {Results} reference
 * @returns {Agreement}
 */
export function compareRuns(run, reference) {
  /** @type {Agreement} */
  const agreement = { compared: 0, otherCode: 0, missing: [], differences: [] };
  for (const [id, { figures, source, date }] of Object.entries(run.scenarios)) {
    const known = reference.scenarios[id];
    // Of the same moment is the same measurement.
    if (known === undefined || known.date === date) continue;
    for (const side of SIDES) {
      if (known.source[side] === source[side]) {
        addForm(agreement, `${id}, ${side}`, figures[side], known.figures[side]);
      } else agreement.otherCode += 1;
    }
  }
  for (const [id, { data, date }] of Object.entries(run.suites)) {
    const known = reference.suites[id];
    if (known !== undefined && known.date !== date) addPairs(agreement, id, data, known.data);
  }
  return agreement;
}

/**
 * @param {Agreement} agreement
 * @param {string} [reference] what the run was compared with
 * @returns {string | undefined} undefined if the two have nothing in common
 */
export function reportAgreement(agreement, reference = 'the committed results') {
  const { compared, otherCode, missing, differences } = agreement;
  if (compared > 0 || differences.length > 0) {
    return describeAgreement({ ...agreement, compared: Math.max(1, compared) }, reference);
  }
  if (missing.length > 0) {
    return [`Nothing to compare with ${reference}. There is no figure:`, ...missing].join('\n  ');
  }
  return otherCode > 0 ? describeAgreement(agreement, reference) : undefined;
}

/**
 * The pairs of forms that are somewhere in a suite's data.
 *
 * @param {Agreement} agreement
 * @param {string} label
 * @param {unknown} data
 * @param {unknown} known
 */
function addPairs(agreement, label, data, known) {
  if (!isRecord(data) || !isRecord(known)) return;
  if (isPair(data)) {
    if (!isPair(known)) return;
    for (const side of SIDES) addForm(agreement, `${label}, ${side}`, data[side], known[side]);
    return;
  }
  for (const key of Object.keys(data)) {
    addPairs(agreement, `${label}, ${key}`, data[key], known[key]);
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * @param {object} value
 * @returns {value is { before: Figures, after: Figures }}
 */
function isPair(value) {
  const { before, after } = /** @type {Record<string, unknown>} */ (value);
  return isRecord(before) && isRecord(after) && 'promises' in before && 'promises' in after;
}

/**
 * @param {Agreement} agreement
 * @param {string} label
 * @param {Figures} figures
 * @param {Figures} reference
 */
function addForm(agreement, label, figures, reference) {
  const missing = METRICS.flatMap((metric) => {
    const lacking = [figures, reference].findIndex((side) => side[metric] === undefined);
    return lacking === -1 ? [] : [`${label}: ${metric}, ${RUNS[lacking]}`];
  });
  if (missing.length === 0) agreement.compared += 1;
  agreement.missing.push(...missing);
  for (const difference of compareFigures(figures, reference)) {
    agreement.differences.push(`${label}: ${difference}`);
  }
}

/**
 * @param {Figures} figures
 * @param {Figures} reference
 * @returns {string[]} what differs; a figure that one of them lacks is none
 */
export function compareFigures(figures, reference) {
  const differences = [];
  for (const metric of /** @type {const} */ (['ticks', 'turns', 'promises'])) {
    const [is, was] = [figures[metric], reference[metric]];
    if (is !== undefined && was !== undefined && is !== was) {
      differences.push(`${metric} ${is}, not ${was}`);
    }
  }
  const { bytes } = figures;
  const { bytes: expected } = reference;
  if (bytes === undefined || expected === undefined) return differences;
  if (Math.abs(bytes - expected) > Math.max(FEW_WORDS, expected * BYTES_SHARE)) {
    differences.push(`bytes ${bytes}, not ${expected} within ${BYTES_SHARE * 100} %`);
  }
  return differences;
}
