import { parseArgs } from 'node:util';
import { runCampaign } from '../campaign.js';
import { loadCodemod } from '../converters.js';
import { LANGUAGES } from '../languages.js';
import { originOfRun } from '../results/origin.js';
import { mutantResult } from '../results/proof.js';
import { writeResults } from '../results/write.js';
import { GENERATOR_MUTANTS } from './generator-to-async.js';
import { PLANNERS, withFault } from './plant.js';
import { PLAN_MUTANTS } from './project-plan.js';
import { CHAIN_MUTANTS } from './promise-chain-to-async.js';

/** @import { Converter } from '../examine.js' */
/** @import { Mutant } from './plant.js' */

/** @type {Record<string, readonly Mutant[]>} */
export const MUTANTS = {
  'generator-to-async': GENERATOR_MUTANTS,
  'promise-chain-to-async': CHAIN_MUTANTS,
  'callback-to-async': PLAN_MUTANTS,
};

/**
 * @typedef {object} Finding
 * @property {Mutant} mutant
 * @property {string} codemod
 * @property {number} [programs] How many it took to find the fault; none if it was not found.
 * @property {string} [by] What gave it away.
 */

/**
 * @param {Converter} convert
 * @returns {Converter} A planner that a fault makes throw gives a module that does: that is a mismatch.
 */
const orCrash = (convert) => (text, options) => {
  try {
    return convert(text, options);
  } catch (error) {
    const source = `throw new Error(${JSON.stringify(`the codemod crashed: ${String(error)}`)});`;
    return { source, changed: true, sites: [] };
  }
};

/**
 * @param {string} codemod
 * @param {Mutant} mutant
 * @param {{ runs: number, seed: number }} plan
 * @returns {Promise<Finding>}
 */
async function search(codemod, mutant, { runs, seed }) {
  const folder = PLANNERS[codemod];
  if (folder === undefined) throw new Error(`${codemod} has no planner in PLANNERS.`);
  return withFault(mutant, folder, async (root) => {
    const convert = orCrash(await loadCodemod(codemod, root));
    let programs = 0;
    for (const language of LANGUAGES.filter(({ name }) => mutant.languages.includes(name))) {
      const report = await runCampaign({ language, convert, runs, seed });
      programs += report.programs;
      const [found] = report.counterexamples;
      if (found !== undefined) {
        return { mutant, codemod, programs, by: found.examination.fault?.mismatches[0] ?? '' };
      }
    }
    return { mutant, codemod };
  });
}

/**
 * @param {{ runs?: number, seed?: number, codemod?: string | undefined, onFinding?: (finding: Finding) => void }} plan
 * @returns {Promise<Finding[]>}
 */
export async function searchMutants({ runs = 2000, seed = 1, codemod, onFinding = () => {} }) {
  /** @type {Finding[]} */
  const findings = [];
  for (const [name, mutants] of Object.entries(MUTANTS)) {
    if (codemod !== undefined && codemod !== name) continue;
    for (const mutant of mutants) {
      const finding = await search(name, mutant, { runs, seed });
      onFinding(finding);
      findings.push(finding);
    }
  }
  return findings;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      codemod: { type: 'string' },
      save: { type: 'boolean', default: false },
    },
  });
  const findings = await searchMutants({
    runs: Number(values.runs),
    seed: Number(values.seed),
    codemod: values.codemod,
    onFinding: ({ mutant, programs, by }) =>
      console.log(
        programs === undefined
          ? `NOT FOUND  ${mutant.file}: ${mutant.fault}`
          : `${String(programs).padStart(5)}  ${mutant.file}: ${mutant.fault}\n         ${by?.split('\n')[0]?.slice(0, 120)}`,
      ),
  });
  if (values.save) await writeResults('mutants', mutantResult(findings, originOfRun()));
  const found = findings.filter(({ programs }) => programs !== undefined).length;
  console.log(`${found} of ${findings.length} planted faults found`);
  if (found < 0.95 * findings.length) process.exitCode = 1;
}
