/** @import { Place } from './place.js' */
/** @import { RuleSample } from './sample.js' */

import { keyOf } from './place.js';

/**
 * @typedef {Place & { verdict: boolean, reason: string, snippet: string }} Verdict Whether a reviewer
 *   who knows the package would merge what the message asks for, and why.
 *
 * @typedef {object} Mended A false positive that was found here and is reported no more.
 * @property {import('./findings.js').SetName} [set] Of the configuration; `recommended` if not given.
 * @property {string} package
 * @property {string} file
 * @property {number} line
 * @property {string} rule
 * @property {string} reason
 * @property {string} snippet
 *
 * @typedef {object} Judgements
 * @property {Verdict[]} verdicts
 * @property {Mended[]} mended
 */

/**
 * @param {readonly RuleSample[]} samples
 * @param {Judgements} judgements
 * @returns {{ unjudged: Place[], stale: Verdict[] }} The findings without a verdict, and the verdicts
 *   without a finding.
 */
export function compareVerdicts(samples, { verdicts }) {
  const judged = new Set(verdicts.map(keyOf));
  const sampled = samples.flatMap((sample) => sample.judged);
  const wanted = new Set(sampled.map(keyOf));
  return {
    unjudged: sampled.filter((place) => !judged.has(keyOf(place))),
    stale: verdicts.filter((verdict) => !wanted.has(keyOf(verdict))),
  };
}
