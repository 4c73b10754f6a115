/** @import { Codemod } from '../../core/codemod/convert.js' */
/** @import { Cost } from '../../bench/report/costs.js' */
/** @import { Finding } from './lint.js' */

import plugin from '../../index.js';
import { codemodsOfRule } from '../codemods.js';
import { readCosts } from '../report/costs.js';
import { nearestCosts } from './costs.js';

/**
 * The findings of one pattern, their cost and their repair.
 *
 * @typedef {object} FindingGroup
 * @property {string} rule
 * @property {string} description
 * @property {string} url The rule's page.
 * @property {string[]} codemods The codemods that rewrite it in bulk.
 * @property {{ node: string, rows: Cost[] } | undefined} costs As measured on the Node that is the
 *   nearest to the running one; undefined if nothing was.
 * @property {Finding[]} findings
 */

/**
 * @param {readonly Finding[]} findings
 * @param {readonly Codemod[]} codemods
 * @returns {FindingGroup[]} The largest first.
 */
export function groupByRule(findings, codemods) {
  const costs = readCosts();
  /** @type {Map<string, Finding[]>} */
  const byRule = new Map();
  for (const finding of findings) {
    const found = byRule.get(finding.rule);
    if (found) {
      found.push(finding);
    } else {
      byRule.set(finding.rule, [finding]);
    }
  }
  return [...byRule]
    .map(([rule, found]) => {
      const { meta } = plugin.rules?.[rule] ?? {};
      return {
        rule,
        description: meta?.docs?.description ?? '',
        url: meta?.docs?.url ?? '',
        // A message names what rewrites the code that it is about.
        codemods: codemodsOfRule(rule, codemods).filter((name) =>
          found.some(({ message }) => message.includes(name)),
        ),
        costs: nearestCosts(costs[rule], process.versions.node),
        findings: found,
      };
    })
    .sort((left, right) => right.findings.length - left.findings.length);
}
