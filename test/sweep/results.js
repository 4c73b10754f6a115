/** @import { Blame } from '../trials/bisect.js' */

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Outcome Of one migration.
 * @property {string} trust
 * @property {number} sites
 * @property {number} converted
 * @property {'green' | 'red' | 'unchanged'} tests
 * @property {number} [passed] How many tests passed, where some did not.
 * @property {string} [output] The end of what a red suite wrote. It is printed, and not saved.
 * @property {Blame} [blame] The first conversion that turns the suite red.
 * @property {readonly string[]} [changedAgain] Files that a second run changed.
 * @property {readonly string[]} [added] Findings of the project's own rules that the source did not have.
 *
 * @typedef {object} SweepResult
 * @property {string} spec As it is listed.
 * @property {string} [origin] The package and its version.
 * @property {string} [command] How its tests are run.
 * @property {string} [node]
 * @property {'swept' | 'red before' | 'not tested' | 'nothing to convert' | 'not installed'} status
 * @property {string} [reason]
 * @property {string} [output] The end of what a suite wrote that is red without a migration. It is not saved.
 * @property {number} [before] How many tests passed before.
 * @property {readonly Outcome[]} runs
 * @property {string} [cause] What a red suite was found to be: written by hand.
 */

export const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));

/** @returns {Promise<SweepResult[]>} None when there was no run yet. */
export async function readResults() {
  return JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '[]'));
}

/**
 * Writes a result over that of an earlier run of the same package.
 *
 * @param {SweepResult} result
 */
export async function saveResult(result) {
  const others = (await readResults()).filter(({ spec }) => spec !== result.spec);
  const all = [...others, result];
  all.sort((left, right) => (left.spec < right.spec ? -1 : 1));
  const text = JSON.stringify(all, (key, value) => (key === 'output' ? undefined : value), 2);
  await writeFile(RESULTS, `${text}\n`);
}

/**
 * @param {SweepResult} result
 * @returns {string} A few lines for the terminal.
 */
export function describe({ spec, origin, status, reason, before, node, output, runs }) {
  const head = `${origin ?? spec}: ${status}${before ? `, ${before} tests on Node ${node}` : ''}`;
  const lines = runs.flatMap(
    ({ trust, sites, converted, tests, passed, blame, changedAgain, added, output: end }) => [
      `  ${trust}: ${converted} of ${sites} sites, ${tests}${passed === undefined ? '' : ` (${passed} pass)`}`,
      ...(blame
        ? [`    to blame: ${blame.codemod} ${blame.kind} at ${blame.file}:${blame.line}`]
        : []),
      ...(changedAgain ?? []).map((file) => `    a second run changes ${file}`),
      ...(added ?? []).map((finding) => `    found in the output: ${finding}`),
      ...(end ? [end.replace(/^/gmu, '    | ')] : []),
    ],
  );
  const why = [reason, output].flatMap((text) => (text ? [text.replace(/^/gmu, '  | ')] : []));
  return `${[head, ...why, ...lines].join('\n')}\n`;
}
