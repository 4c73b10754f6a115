/** @import { GoldenResult } from './convert.js' */

import { createPatch } from 'diff';

import { readOutput } from './convert.js';

/**
 * @typedef {Record<string, Record<string, GoldenResult>>} GoldenRecord By input, then by `CODEMOD SET`.
 *
 * @typedef {object} Difference
 * @property {string} input
 * @property {string} key `CODEMOD SET`.
 * @property {GoldenResult | undefined} before
 * @property {GoldenResult | undefined} after
 */

/**
 * @param {GoldenRecord} before
 * @param {GoldenRecord} after
 * @returns {Difference[]} In the order of the inputs.
 */
export function findDifferences(before, after) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((input) => {
    const [old = {}, now = {}] = [before[input], after[input]];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
      .map((key) => ({ input, key, before: old[key], after: now[key] }));
  });
}

/**
 * @param {readonly Difference[]} differences
 * @returns {string} For a person to read: equal changes of several sets of options once.
 */
export function describeDifferences(differences) {
  /** @type {Map<string, { heads: string[], text: string }>} */
  const entries = new Map();
  for (const { input, key, before, after } of differences) {
    const text = describe(input, before, after);
    const entry = entries.get(text) ?? { heads: [], text };
    entry.heads.push(`${input}  ${key}`);
    entries.set(text, entry);
  }
  return [...entries.values()].map(({ heads, text }) => `${heads.join('\n')}\n${text}`).join('\n');
}

/**
 * @param {string} input
 * @param {GoldenResult | undefined} before
 * @param {GoldenResult | undefined} after
 * @returns {string}
 */
function describe(input, before, after) {
  const reasons = new Set([
    ...Object.keys(before?.refused ?? {}),
    ...Object.keys(after?.refused ?? {}),
  ]);
  const counts = [
    ['converted', before?.converted ?? 0, after?.converted ?? 0],
    ...[...reasons].map((reason) => [
      reason,
      before?.refused[reason] ?? 0,
      after?.refused[reason] ?? 0,
    ]),
  ]
    .filter(([, old, now]) => old !== now)
    .map(([name, old, now]) => `  ${name}: ${old} -> ${now}\n`)
    .join('');
  if (before?.output === after?.output) {
    return counts;
  }
  const [old, now] = [before, after].map((result) => result && readOutput(result.output));
  if (before && old === undefined) {
    return `${counts}  the output changed; \`npm run golden -- --base=REF\` makes the old one again\n`;
  }
  return counts + createPatch(input, old ?? '', now ?? '', 'before', 'after');
}

/**
 * @param {GoldenRecord} record
 * @returns {Record<string, { converted: number, refused: number }>} By `CODEMOD SET`.
 */
export function totalsOf(record) {
  /** @type {Record<string, { converted: number, refused: number }>} */
  const totals = {};
  for (const results of Object.values(record)) {
    for (const [key, { converted, refused }] of Object.entries(results)) {
      const total = (totals[key] ??= { converted: 0, refused: 0 });
      total.converted += converted;
      total.refused += Object.values(refused).reduce((sum, count) => sum + count, 0);
    }
  }
  return totals;
}
