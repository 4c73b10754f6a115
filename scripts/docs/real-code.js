/** @import { RuleSample } from '../../test/precision/sample.js' */
/** @import { Judgements, Verdict } from '../../test/precision/verdicts.js' */

import { keyOf } from '../../test/precision/place.js';

/** How many findings a page shows, one of a package. */
const SHOWN = { worth: 3, not: 2 };

/**
 * What a rule reports in published packages, and what a reader thought of it.
 *
 * @param {string} rule
 * @param {readonly RuleSample[]} samples
 * @param {Judgements} judgements
 * @returns {string}
 */
export function realCode(rule, samples, { verdicts }) {
  const own = samples.filter((sample) => sample.rule === rule);
  const byKey = new Map(verdicts.map((verdict) => [keyOf(verdict), verdict]));
  const judged = own.flatMap((sample) =>
    sample.judged.flatMap((place) => byKey.get(keyOf(place)) ?? []),
  );
  const [first] = judged;
  if (own.length === 0) {
    return 'Not looked for in [published packages](../precision.md) yet.';
  }
  if (!first) {
    const linted = Math.max(0, ...own.map(({ packages }) => packages));
    return `No finding in the ${linted} [published packages](../precision.md) that were looked through.`;
  }
  const worth = judged.filter(({ verdict }) => verdict);
  const not = judged.filter(({ verdict }) => !verdict);
  return [
    `Worth the change: ${worth.length} of ${judged.length} findings in [published packages](../precision.md).`,
    ...section('Worth it:', worth, SHOWN.worth),
    ...section('Not worth it:', not, SHOWN.not),
  ].join('\n\n');
}

/**
 * @param {string} title
 * @param {readonly Verdict[]} verdicts
 * @param {number} count
 * @returns {string[]}
 */
function section(title, verdicts, count) {
  const packages = new Map(verdicts.map((verdict) => [verdict.package, verdict]));
  const shown = [...packages.values()].slice(0, count);
  return shown.length === 0 ? [] : [title, shown.map(describe).join('\n')];
}

/**
 * @param {Verdict} verdict
 * @returns {string}
 */
function describe({ package: spec, file, line, snippet, reason }) {
  return `- \`${snippet.replaceAll('`', "'")}\` (${spec}, \`${file}\`, line ${line}). ${reason}`;
}
