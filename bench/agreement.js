/**
 * Whether two runs on one Node agree in what does not depend on the machine: ticks and promises
 * exactly, bytes within a share.
 *
 * @import { Figures } from './measure.js'
 * @import { Results } from './results.js'
 */

/** Bytes repeat within this share, or within a few words. */
const BYTES_SHARE = 0.04;
const FEW_WORDS = 8;

/**
 * @typedef {object} Agreement
 * @property {number} compared Forms that both runs measured from the same code.
 * @property {string[]} differences
 */

/**
 * @param {Results} run
 * @param {Results} reference
 * @returns {Agreement}
 */
export function compareRuns(run, reference) {
  /** @type {Agreement} */
  const agreement = { compared: 0, differences: [] };
  for (const [id, { figures, source }] of Object.entries(run.scenarios)) {
    const known = reference.scenarios[id];
    if (known === undefined) continue;
    for (const side of /** @type {const} */ (['before', 'after'])) {
      if (known.source[side] !== source[side]) continue;
      agreement.compared += 1;
      for (const difference of compareFigures(figures[side], known.figures[side])) {
        agreement.differences.push(`${id}, ${side}: ${difference}`);
      }
    }
  }
  return agreement;
}

/**
 * @param {Figures} figures
 * @param {Figures} reference
 * @returns {string[]}
 */
export function compareFigures(figures, reference) {
  const differences = [];
  for (const metric of /** @type {const} */ (['ticks', 'turns', 'promises'])) {
    if (figures[metric] !== reference[metric]) {
      differences.push(`${metric} ${figures[metric]}, not ${reference[metric]}`);
    }
  }
  const { bytes = Number.NaN } = figures;
  const { bytes: expected = Number.NaN } = reference;
  if (!(Math.abs(bytes - expected) <= Math.max(FEW_WORDS, expected * BYTES_SHARE))) {
    differences.push(`bytes ${bytes}, not ${expected} within ${BYTES_SHARE * 100} %`);
  }
  return differences;
}
