import { runCampaign } from '../campaign.js';

/**
 * @import { Language } from '../grammar/arbitrary.js'
 * @import { Converter, Examination } from '../examine.js'
 * @import { KnownFault } from './faults.js'
 *
 * @typedef {object} FoundFault
 * @property {string} fault
 * @property {number} programs After how many programs.
 * @property {Examination} examination Of the smallest program that shows it.
 *
 * @typedef {object} PeerReport
 * @property {string} peer
 * @property {string} language
 * @property {number} programs
 * @property {number} converted Functions of those programs.
 * @property {number} functions
 * @property {FoundFault[]} known
 * @property {string[]} missed Known faults that no program showed.
 * @property {FoundFault[]} others What nobody had written down.
 */

/** So many faults beyond the known ones are enough to show. */
const MOST_OTHERS = 6;

/**
 * @param {object} plan
 * @param {string} plan.peer
 * @param {Language} plan.language
 * @param {Converter} plan.convert
 * @param {readonly KnownFault[]} plan.faults
 * @param {readonly string[]} [plan.without] Productions that the peer refuses anyway.
 * @param {number} plan.runs
 * @param {number} plan.seed
 * @returns {Promise<PeerReport>}
 */
export async function searchPeer({ peer, language, convert, faults, without = [], runs, seed }) {
  /** @type {PeerReport} */
  const report = {
    peer,
    language: language.name,
    programs: 0,
    converted: 0,
    functions: 0,
    known: [],
    missed: [],
    others: [],
  };
  const judged = /** @type {Language} */ ({
    ...language,
    onlyBehaviour: true,
    // An operation that throws at once shows one difference, of which all peers have plenty.
    faults: ['reject', 'reject-at-once', 'reject', 'never'],
  });
  const sought = faults.filter(({ further }) => !further);
  /** @type {Set<string>} */
  const avoid = new Set(without);
  for (let part = 0; report.programs < runs; part += 1) {
    const left = runs - report.programs;
    const found = await runCampaign({
      language: judged,
      convert,
      runs: left,
      seed: seed + part,
      avoid,
      steers: false,
    });
    report.programs += found.programs;
    report.converted += found.units.converted;
    report.functions += found.units.programs;
    const [counterexample] = found.counterexamples;
    if (counterexample === undefined) break;
    keep(report, counterexample.examination, faults, avoid);
    const isDone = report.known.length === sought.length && report.others.length >= MOST_OTHERS;
    if (isDone) break;
  }
  const names = report.known.map(({ fault }) => fault);
  report.missed = sought.map(({ fault }) => fault).filter((fault) => !names.includes(fault));
  return report;
}

/**
 * @param {PeerReport} report
 * @param {Examination} examination
 * @param {readonly KnownFault[]} faults
 * @param {Set<string>} avoid
 */
function keep(report, examination, faults, avoid) {
  const { text, fault } = examination;
  const [mismatch = ''] = fault?.mismatches ?? [];
  const known = faults.find(
    (each) => each.program.test(text) && (each.mismatch?.test(mismatch) ?? true),
  );
  const found = { fault: known?.fault ?? mismatch, programs: report.programs, examination };
  if (known === undefined) {
    if (mismatch !== '' && report.others.length < MOST_OTHERS) report.others.push(found);
    return;
  }
  for (const name of known.avoid) avoid.add(name);
  if (known.further) {
    report.others.push(found);
    return;
  }
  if (!report.known.some(({ fault: name }) => name === known.fault)) report.known.push(found);
}
