/** @import { Cost } from '../../bench/report/costs.js' */
/** @import { PlannedSite } from '../../core/codemod/passages.js' */

import { readFileSync } from 'node:fs';

import rcompare from 'semver/functions/rcompare.js';

import { count } from '../terminal/count.js';

/** `1.91× faster (1.88–1.97)` */
const CALLED = /^(?<factor>[\d.]+)× (?<verdict>faster|slower)/u;

/**
 * What the conversions gain and lose, as the bench has measured the forms of their codemods on the newest Node.
 *
 * @param {readonly PlannedSite[]} sites
 * @param {Readonly<Record<string, Readonly<Record<string, readonly Cost[]>>>>} [costs] By codemod and Node.
 * @returns {string[]} Lines; none where nothing was converted.
 */
export function formatGains(sites, costs = readCosts()) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { codemod, status } of sites) {
    if (status === 'converted') {
      counts.set(codemod, (counts.get(codemod) ?? 0) + 1);
    }
  }
  const rows = [...counts].map(([codemod, number]) => {
    const [node, measured = []] =
      Object.entries(costs[codemod] ?? {}).sort(([left], [right]) => rcompare(left, right))[0] ??
      [];
    const forms = strongest(measured).map((each) => `${each.title}: ${figuresOf(each)}`);
    const said =
      node === undefined ? 'not measured' : `${forms.join('; ') || 'no difference'} (Node ${node})`;
    return `  ${codemod}, ${count(number, 'site')}: ${said}`;
  });
  return rows.length === 0
    ? []
    : [
        'Gain and loss for one call, as `async-perf bench` measured it on forms like these:',
        ...rows,
      ];
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
  const told = time.startsWith('biased control') ? 'not clear' : time.replace(/ \(.*$/u, '');
  return [`CPU time ${told}`, ...(promises.includes('→') ? [`${promises} promises`] : [])].join(
    ', ',
  );
}

/** @returns {Record<string, Record<string, Cost[]>>} */
function readCosts() {
  return JSON.parse(readFileSync(new URL('../../bench/costs.json', import.meta.url), 'utf8'));
}
