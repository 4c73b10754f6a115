/**
 * `npm run bench:compare -- FOLDER [REFERENCE]`: whether two runs of the bench agree, Node by Node:
 * ticks and promises exactly, bytes within 4 %. The reference is the committed results.
 */
import { parseArgs } from 'node:util';

import { compareRuns, reportAgreement } from './agreement.js';
import { readAllResults, RESULTS_DIRECTORY } from './results.js';
import { startIfRun } from './start.js';

const USAGE = `Usage: npm run bench:compare -- FOLDER [REFERENCE]

Compares the results in two folders, Node by Node: ticks and promises exactly, bytes within 4 %.
The reference is bench/results unless another is given. Exit code 1: they differ.`;

/**
 * @param {string[]} argv
 * @returns {Promise<number>} exit code: 1 if the runs differ, 2 if there is nothing to compare
 */
export async function main(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  const [folder, reference = RESULTS_DIRECTORY, ...more] = positionals;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (folder === undefined || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const known = new Map(
    (await readAllResults(reference)).map((results) => [results.node, results]),
  );
  let differences = 0;
  let compared = 0;
  for (const run of await readAllResults(folder)) {
    const other = known.get(run.node);
    if (other === undefined) continue;
    const agreement = compareRuns(run, other);
    const report = reportAgreement(agreement, 'the reference');
    if (report === undefined) continue;
    compared += agreement.compared;
    differences += agreement.differences.length;
    console.log(`Node ${run.node}: ${report}`);
  }
  if (compared + differences === 0) {
    console.error(`${folder} and ${reference} have no figures of the same code on the same Node`);
    return 2;
  }
  console.log(`${compared} forms compared, ${differences} differences`);
  return differences > 0 ? 1 : 0;
}

await startIfRun(import.meta.url, main);
