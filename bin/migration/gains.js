/** @import { Cost } from '../../bench/report/costs.js' */
/** @import { PlannedSite } from '../../core/codemod/passages.js' */

import { readFileSync } from 'node:fs';

import rcompare from 'semver/functions/rcompare.js';

import { count } from '../terminal/count.js';

/** `1.91× faster (1.88–1.97)` */
const CALLED = /^(?<factor>[\d.]+)× (?<verdict>faster|slower)/u;

/**
 * The gains and losses of the conversions, as the bench has measured their forms on the newest Node.
 *
 * @param {readonly PlannedSite[]} sites
 * @param {Readonly<Record<string, Readonly<Record<string, readonly Cost[]>>>>} [costs] By codemod and Node.
 * @returns {string[]} Lines; none where nothing was converted.
 */
export function formatGains(sites, costs = readCosts()) {
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map();
  for (const { codemod, kind, status } of sites) {
    if (status === 'converted') {
      const kinds = counts.get(codemod) ?? new Map();
      counts.set(codemod, kinds.set(kind, (kinds.get(kind) ?? 0) + 1));
    }
  }
  const rows = [...counts].flatMap(([codemod, kinds]) => rowsOf(codemod, kinds, costs[codemod]));
  return rows.length === 0
    ? []
    : [
        'Gain and loss for one call, as `async-perf bench` measured it on forms like these:',
        ...rows,
      ];
}

/**
 * @param {string} codemod
 * @param {ReadonlyMap<string, number>} kinds How many of its sites have each kind.
 * @param {Readonly<Record<string, readonly Cost[]>>} [byNode]
 * @returns {string[]} A line for each kind that was measured, most sites first, and one for all others.
 */
function rowsOf(codemod, kinds, byNode = {}) {
  const [node = '', measured = []] =
    Object.entries(byNode).sort(([left], [right]) => rcompare(left, right))[0] ?? [];
  /** @type {string[]} */
  const rows = [];
  let others = 0;
  for (const [kind, number] of [...kinds].sort((left, right) => right[1] - left[1])) {
    const own = strongest(measured.filter((cost) => cost.kinds.includes(kind)));
    if (own.length > 0) {
      const said = own.map((cost) => `${cost.title}: ${figuresOf(cost)}`).join('; ');
      rows.push(`  ${codemod}, ${count(number, 'site')} (${kind}): ${said} (Node ${node})`);
    } else {
      others += number;
    }
  }
  const form = rows.length > 0 ? ' of other forms' : '';
  return others > 0
    ? [...rows, `  ${codemod}, ${count(others, 'site')}${form}: not measured`]
    : rows;
}

/**
 * @param {readonly Cost[]} measured
 * @returns {Cost[]} The greatest gain and the greatest loss.
 */
function strongest(measured) {
  const called = measured
    .map((cost) => {
      const { factor, verdict } = CALLED.exec(cost.time)?.groups ?? {};
      return { cost, factor: Number(factor), verdict };
    })
    .sort((left, right) => right.factor - left.factor);
  const best = ['faster', 'slower'].flatMap(
    (verdict) => called.find((each) => each.verdict === verdict)?.cost ?? [],
  );
  return best.length > 0 ? best : measured.slice(0, 1);
}

/**
 * @param {Cost} cost
 * @returns {string} `CPU time 1.91× faster, 9 → 5 promises`
 */
function figuresOf({ promises, time }) {
  const told = time.startsWith('unclear') ? 'unclear' : time.replace(/ \(.*$/u, '');
  return [`CPU time ${told}`, ...(promises.includes('→') ? [`${promises} promises`] : [])].join(
    ', ',
  );
}

/** @returns {Record<string, Record<string, Cost[]>>} */
function readCosts() {
  return JSON.parse(readFileSync(new URL('../../bench/costs.json', import.meta.url), 'utf8'));
}
