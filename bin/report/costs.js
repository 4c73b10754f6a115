/** @import { Cost, Costs, Figure } from '../../bench/report/costs.js' */

import { readFileSync } from 'node:fs';

/** @returns {Costs} What was measured, by the rule or the codemod and by Node. */
export function readCosts() {
  return JSON.parse(readFileSync(new URL('../../bench/costs.json', import.meta.url), 'utf8'));
}

/**
 * The costs of a form before and after its conversion, for one call, as numbers with units.
 *
 * @typedef {object} ReportedCost
 * @property {string} of The rule or the codemod.
 * @property {string} form
 * @property {string[]} kinds Of the sites that have this form; none for a rule.
 * @property {string} node The version that it was measured on.
 * @property {Figure[]} figures
 */

/**
 * @param {string} name Of the rule or the codemod.
 * @param {{ node: string, rows: Cost[] } | undefined} costs
 * @returns {ReportedCost[]}
 */
export function reportedCosts(name, costs) {
  return (costs?.rows ?? []).map(({ title, figures, kinds }) => ({
    of: name,
    form: title,
    kinds,
    node: costs?.node ?? '',
    figures,
  }));
}
