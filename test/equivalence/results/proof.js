/**
 * @import { Language } from '../grammar/arbitrary.js'
 * @import { Report, Share } from '../campaign.js'
 * @import { Finding } from '../mutants/run.js'
 *
 * @typedef {object} Part One campaign; its seed and number of programs give it again.
 * @property {number} seed
 * @property {number} programs
 * @property {string} commit The last one that changed the codemods.
 * @property {string} date
 *
 * @typedef {object} LanguageResult What the campaigns of one source language found together.
 * @property {string} name
 * @property {string} codemod
 * @property {string} node
 * @property {Part[]} parts
 * @property {number} mismatches
 * @property {Share} functions
 * @property {Record<string, Share>} productions
 * @property {Record<string, number>} refusals
 * @property {Record<string, number>} differences
 *
 * @typedef {object} MutantResult
 * @property {string} commit
 * @property {string} date
 * @property {Record<string, { planted: number, found: number, most: number }>} codemods
 * @property {string[]} missed
 */

/**
 * @param {Language} language
 * @param {string} node
 * @returns {LanguageResult} Of no campaign yet.
 */
export const emptyResult = ({ name, codemod }, node) => ({
  name,
  codemod,
  node,
  parts: [],
  mismatches: 0,
  functions: { programs: 0, converted: 0 },
  productions: {},
  refusals: {},
  differences: {},
});

/**
 * @param {LanguageResult} result
 * @param {Report} report Of one more campaign.
 * @param {{ commit: string, date: string }} origin
 * @returns {LanguageResult}
 */
export function withPart(result, report, { commit, date }) {
  const { seed, programs, units, counterexamples } = report;
  const productions = { ...result.productions };
  for (const [name, share] of report.productions) {
    productions[name] = addShares(productions[name], share);
  }
  return {
    ...result,
    parts: [...result.parts, { seed, programs, commit, date }],
    mismatches: result.mismatches + counterexamples.length,
    functions: addShares(result.functions, units),
    productions,
    refusals: addCounts(result.refusals, report.refusals),
    differences: addCounts(result.differences, report.differences),
  };
}

/**
 * @param {Share | undefined} one
 * @param {Share} other
 * @returns {Share}
 */
const addShares = (one = { programs: 0, converted: 0 }, other) => ({
  programs: one.programs + other.programs,
  converted: one.converted + other.converted,
});

/**
 * @param {Record<string, number>} counts
 * @param {Map<string, number>} more
 * @returns {Record<string, number>}
 */
function addCounts(counts, more) {
  const sum = { ...counts };
  for (const [name, count] of more) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/**
 * @param {readonly Finding[]} findings
 * @param {{ commit: string, date: string }} origin
 * @returns {MutantResult}
 */
export function mutantResult(findings, origin) {
  /** @type {MutantResult['codemods']} */
  const codemods = {};
  for (const { codemod, programs } of findings) {
    const { planted, found, most } = codemods[codemod] ?? { planted: 0, found: 0, most: 0 };
    codemods[codemod] = {
      planted: planted + 1,
      found: found + (programs === undefined ? 0 : 1),
      most: Math.max(most, programs ?? 0),
    };
  }
  const missed = findings.filter(({ programs }) => programs === undefined);
  return { ...origin, codemods, missed: missed.map(({ mutant }) => mutant.fault) };
}
