/** @import { RuleSample } from '../../test/precision/sample.js' */
/** @import { Judgements, Verdict } from '../../test/precision/verdicts.js' */

import { keyOf } from '../../test/precision/place.js';

/** How many findings a page shows, one of a package. */
const SHOWN = { worth: 3, not: 2 };

/**
 * @typedef {object} Shown
 * @property {Verdict[]} judged All.
 * @property {Verdict[]} worth Those that the page shows.
 * @property {Verdict[]} not
 */

/**
 * @param {readonly RuleSample[]} samples Of the rule.
 * @param {Judgements} judgements
 * @returns {Shown}
 */
export function shownOf(samples, { verdicts }) {
  const byKey = new Map(verdicts.map((verdict) => [keyOf(verdict), verdict]));
  const judged = samples.flatMap((sample) =>
    sample.judged.flatMap((place) => byKey.get(keyOf(place)) ?? []),
  );
  return {
    judged,
    worth: onePerPackage(judged.filter(({ verdict }) => verdict)).slice(0, SHOWN.worth),
    not: onePerPackage(judged.filter(({ verdict }) => !verdict)).slice(0, SHOWN.not),
  };
}

/**
 * @param {readonly Verdict[]} verdicts
 * @returns {Verdict[]}
 */
function onePerPackage(verdicts) {
  return [...new Map(verdicts.map((verdict) => [verdict.package, verdict])).values()];
}

/**
 * What a rule reports in published packages, and what a reader thought of it.
 *
 * @param {string} rule
 * @param {readonly RuleSample[]} samples
 * @param {Judgements} judgements
 * @returns {string}
 */
export function realCode(rule, samples, judgements) {
  const own = samples.filter((sample) => sample.rule === rule);
  if (own.length === 0) {
    return 'Not looked for in [published packages](../precision.md) yet.';
  }
  const { judged, worth, not } = shownOf(own, judgements);
  if (judged.length === 0) {
    const linted = Math.max(0, ...own.map(({ packages }) => packages));
    return `No finding in the ${linted} [published packages](../precision.md) that were looked through.`;
  }
  const count = judged.filter(({ verdict }) => verdict).length;
  return [
    `Worth the change: ${count} of ${judged.length} findings in [published packages](../precision.md).`,
    ...section('Worth it:', worth),
    ...section('Not worth it:', not),
  ].join('\n\n');
}

/**
 * @param {string} title
 * @param {readonly Verdict[]} shown
 * @returns {string[]}
 */
function section(title, shown) {
  return shown.length === 0 ? [] : [title, shown.map(describe).join('\n')];
}

/**
 * @param {Verdict} verdict
 * @returns {string}
 */
function describe({ package: spec, file, line, snippet, reason }) {
  return `- \`${snippet.replaceAll('`', "'")}\` (${spec}, \`${file}\`, line ${line}). ${reason}`;
}
