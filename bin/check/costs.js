/** @import { Cost } from '../../bench/report/costs.js' */
/** @import { FindingGroup } from './groups.js' */

import semver from 'semver';

/** As many figures as a person reads beside a finding. */
const SHOWN = 2;

/**
 * @param {FindingGroup['costs']} costs Of the rule.
 * @param {string} message Of a finding.
 * @returns {Cost[]} Those of the form that the message is about. The bench has what the rule says of each form
 *   that it measured.
 */
export function costsOfMessage(costs, message) {
  return (costs?.rows ?? []).filter(({ messages }) => messages.includes(message));
}

/**
 * @param {FindingGroup['costs']} costs
 * @param {string} message
 * @returns {string[]} At most two lines.
 */
export function costLines(costs, message) {
  if (costs === undefined) {
    return ['one call gains nothing; `async-perf explain` shows what was measured'];
  }
  const rows = costsOfMessage(costs, message).slice(0, SHOWN);
  return rows.length > 0
    ? rows.map((row) => `${row.title}: ${figuresOf(row)} (Node ${costs.node})`)
    : ['not measured in this form; `async-perf explain` shows the forms that were'];
}

/**
 * @param {Cost} cost
 * @returns {string} Only the figures that the conversion changes, if any do.
 */
function figuresOf({ ticks, promises, bytes, time }) {
  const changed = Object.entries({ ticks, promises, bytes })
    .filter(([, figure]) => figure.includes('→'))
    .map(([unit, figure]) => `${figure} ${unit}`);
  const told = time.startsWith('unclear') ? 'CPU time unclear' : `CPU time ${time}`;
  return [...changed, told].join(', ');
}

/**
 * @param {Readonly<Record<string, Cost[]>> | undefined} costs By Node.
 * @param {string} running
 * @returns {{ node: string, rows: Cost[] } | undefined} Of the same major version, else of the newest
 *   that is older, else of the oldest.
 */
export function nearestCosts(costs, running) {
  const nodes = Object.keys(costs ?? {}).sort(semver.rcompare);
  const node =
    nodes.find((candidate) => semver.major(candidate) <= semver.major(running)) ?? nodes.at(-1);
  const rows = node === undefined ? undefined : costs?.[node];
  return node === undefined || rows === undefined ? undefined : { node, rows };
}
