import * as fc from 'fast-check';
import { examine } from './examine.js';
import { ProgramArbitrary } from './grammar/arbitrary.js';

/**
 * @import { Language, Program } from './grammar/arbitrary.js'
 * @import { Converter, Examination } from './examine.js'
 *
 * @typedef {object} Share
 * @property {number} programs How many units contained it.
 * @property {number} converted How many of those were converted.
 *
 * @typedef {object} Counterexample
 * @property {number} seed
 * @property {number} program The number of the program that gave it.
 * @property {Examination} examination Of the shrunk program.
 *
 * @typedef {object} Report
 * @property {Language} language
 * @property {number} seed
 * @property {number} programs
 * @property {Share} units Those that are there to be converted.
 * @property {Map<string, Share>} productions
 * @property {Map<string, number>} refusals By reason.
 * @property {Map<string, number>} differences Programs that showed an accepted difference.
 * @property {Counterexample[]} counterexamples
 */

/** A shrink that takes longer than this many programs is good enough. */
const MAX_SHRINKS = 1500;

/**
 * @param {object} plan
 * @param {Language} plan.language
 * @param {Converter} plan.convert
 * @param {number} plan.runs
 * @param {number} plan.seed
 * @param {number} [plan.mostCounterexamples] The campaign ends when it has found as many.
 * @param {ReadonlySet<string>} [plan.avoid] Productions that the programs go without.
 * @param {boolean} [plan.steers] Whether to prefer what was rarely converted. Not for tools that
 *   never convert much of a grammar: they would hardly get anything else.
 * @returns {Promise<Report>}
 */
export async function runCampaign({
  language,
  convert,
  runs,
  seed,
  mostCounterexamples = 1,
  avoid = new Set(),
  steers = true,
}) {
  /** @type {Report} */
  const report = {
    language,
    seed,
    programs: 0,
    units: { programs: 0, converted: 0 },
    productions: new Map(),
    refusals: new Map(),
    differences: new Map(),
    counterexamples: [],
  };
  for (let part = 0; report.programs < runs; part += 1) {
    const left = runs - report.programs;
    await runPart(report, { convert, runs: left, seed: seed + part, avoid, steers });
    if (report.counterexamples.length >= mostCounterexamples) break;
  }
  return report;
}

/**
 * @param {Report} report
 * @param {{ convert: Converter, runs: number, seed: number, avoid: ReadonlySet<string>, steers: boolean }} part
 *   Ends with its first mismatch.
 */
async function runPart(report, { convert, runs, seed, avoid, steers }) {
  let shrinks = -1;
  /** @type {unknown} */
  let broken;
  const programs = new ProgramArbitrary(report.language);
  if (steers) programs.wanted = rareIn(report);
  programs.avoided = avoid;
  const property = fc.asyncProperty(programs, async (/** @type {Program} */ program) => {
    const shrinking = shrinks >= 0 || broken !== undefined;
    if (shrinking && (broken !== undefined || (shrinks += 1) > MAX_SHRINKS)) return true;
    const examination = await examine(program, report.language, convert).catch((error) => {
      broken = error;
      throw error;
    });
    if (!shrinking) {
      if (examination.units.length === 0) {
        broken = new Error(`The grammar writes what does not parse:\n${examination.text}`);
        throw broken;
      }
      count(report, examination);
      programs.wanted = rareIn(report);
    }
    if (examination.fault === undefined) return true;
    shrinks = Math.max(shrinks, 0);
    return false;
  });
  const started = report.programs;
  const details = await fc.check(property, { numRuns: runs, seed, verbose: 0 });
  if (broken !== undefined) {
    throw new Error(`A program of seed ${seed} could not be examined`, { cause: broken });
  }
  const [program] = details.counterexample ?? [];
  if (program === undefined) return;
  report.counterexamples.push({
    seed,
    program: report.programs - started,
    examination: await examine(program, report.language, convert),
  });
}

/**
 * Small campaigns have to meet every production, too.
 *
 * @param {Report} report
 * @returns {Set<string>} Productions that were hardly met, or hardly converted, until now.
 */
function rareIn({ language, productions }) {
  const names = language.productions.flatMap(({ name, refused, bystander, optional }) => {
    const { programs, converted } = productions.get(name) ?? { programs: 0, converted: 0 };
    const isProven = refused || bystander || optional ? programs >= 3 : converted >= 3;
    return isProven || programs >= 30 ? [] : [name];
  });
  return new Set(names);
}

/**
 * @param {Report} report
 * @param {Examination} examination
 */
function count(report, { units, sites, used }) {
  report.programs += 1;
  for (const { productions, converted, counts } of units) {
    if (counts) add(report.units, converted);
    for (const name of productions) {
      const share = report.productions.get(name) ?? { programs: 0, converted: 0 };
      report.productions.set(name, add(share, converted));
    }
  }
  for (const { status, reason = 'unknown' } of sites) {
    if (status === 'refused') report.refusals.set(reason, (report.refusals.get(reason) ?? 0) + 1);
  }
  for (const id of used) report.differences.set(id, (report.differences.get(id) ?? 0) + 1);
}

/**
 * @param {Share} share
 * @param {boolean} converted
 * @returns {Share}
 */
function add(share, converted) {
  share.programs += 1;
  if (converted) share.converted += 1;
  return share;
}
