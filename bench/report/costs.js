/**
 * The measured cost of each rule as data: `bench/costs.json` goes with the package, the results
 * themselves do not.
 *
 * @import { Results } from '../results.js'
 * @import { Reported } from './reported.js'
 *
 * @typedef {object} Cost One scenario on one Node, one call before → after the conversion.
 * @property {string} title
 * @property {string} ticks
 * @property {string} promises
 * @property {string} bytes
 * @property {string} time
 * @property {string[]} messages What the rule says of the form before.
 *
 * @typedef {Record<string, Record<string, Cost[]>>} Costs rule -> Node -> what was measured
 */
import semver from 'semver';

import { change, OLDEST_ON_PAGES, scenarioRows, ticksChange, timeChange } from './cost-table.js';

/**
 * @param {readonly Results[]} all oldest Node first
 * @param {Reported} reported
 * @returns {Costs} of the scenarios that claim a difference
 */
export function costsByRule(all, reported) {
  /** @type {Costs} */
  const costs = {};
  for (const { id, rules, measured } of scenarioRows(all)) {
    for (const { node, result } of measured) {
      if (result.claims.length === 0 || semver.lt(node, OLDEST_ON_PAGES)) continue;
      for (const rule of rules) {
        const byNode = (costs[rule] ??= {});
        (byNode[node] ??= []).push(costOf(result, reported(id, rule)));
      }
    }
  }
  return Object.fromEntries(
    Object.entries(costs).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/**
 * @param {import('../results.js').ScenarioResult} result
 * @param {string[]} messages
 * @returns {Cost}
 */
function costOf({ title, figures: { before, after, time } }, messages) {
  return {
    title,
    ticks: ticksChange(before, after),
    promises: change(before.promises, after.promises),
    bytes: change(before.bytes, after.bytes),
    time: timeChange(time),
    messages,
  };
}
