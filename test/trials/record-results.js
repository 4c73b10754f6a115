import { readFile, writeFile } from 'node:fs/promises';

import { format, resolveConfig } from 'prettier';

/**
 * What became of a project whose tests were recorded.
 *
 * @typedef {object} RecordedTrial
 * @property {string} id
 * @property {string} source
 * @property {string} style
 * @property {'passed' | 'red before' | 'red while recorded' | 'red after'} status
 * @property {string} [reason] The end of what red tests wrote.
 * @property {number} [tests] How many passed.
 * @property {Figures} [plain] Of the tests by themselves.
 * @property {Figures} [recorded]
 * @property {number} [sites]
 * @property {{ without: number, with: number }} [converted] Without a record and with one.
 * @property {number} [seen] Obligations of converted sites that the record shows.
 * @property {number} [against] Sites that are refused for what was seen.
 * @property {{ all: number, executed: number, called: number, decided: number }} [refused] Sites that are refused
 *   without a record, for want of evidence that a run can give; those of them that the tests came to; those of them
 *   where the code to blame is a call of something else than a function of a test; those that the record decides.
 *
 * @typedef {object} Figures
 * @property {number} seconds
 * @property {number} megabytes Of the process that took most.
 */

const FILE = new URL('record.json', import.meta.url);

/** @returns {Promise<RecordedTrial[]>} */
export async function readRecorded() {
  return JSON.parse(await readFile(FILE, 'utf8').catch(() => '[]'));
}

/** @param {RecordedTrial} result Takes the place of the last one of its project. */
export async function saveRecorded(result) {
  const others = (await readRecorded()).filter(({ id }) => id !== result.id);
  const all = [...others, result].sort((left, right) => (left.id < right.id ? -1 : 1));
  const options = await resolveConfig(FILE.pathname);
  await writeFile(FILE, await format(JSON.stringify(all), { ...options, parser: 'json' }));
}

/**
 * @param {RecordedTrial} result
 * @returns {string}
 */
export function describeRecorded(result) {
  const { id, status, reason, ...rest } = result;
  return `${id}: ${status} ${JSON.stringify(rest)}\n${reason === undefined ? '' : `${reason}\n`}`;
}

/**
 * @param {readonly RecordedTrial[]} all
 * @returns {{ head: string[], rows: (string | number)[][] }} A table.
 */
export function recordedRows(all) {
  const head = [
    ...['project', 'tests', 'plain', 'recorded', 'sites', 'converted', 'seen', 'against'],
    'refused for want of evidence: executed, called, decided',
  ];
  return { head, rows: [...all.flatMap(rowOf), totals(all)] };
}

/**
 * @param {RecordedTrial} trial
 * @returns {(string | number)[][]}
 */
function rowOf({ source, plain, recorded, converted, refused, tests = 0, ...counts }) {
  const { sites = 0, seen = 0, against = 0 } = counts;
  return plain && recorded && converted && refused
    ? [
        [
          `\`${source}\``,
          tests,
          `${plain.seconds} s, ${plain.megabytes} MB`,
          `${recorded.seconds} s, ${recorded.megabytes} MB`,
          sites,
          `${converted.without} → ${converted.with}`,
          seen,
          against,
          `${refused.all}: ${refused.executed}, ${refused.called}, ${refused.decided}`,
        ],
      ]
    : [];
}

/**
 * @param {readonly RecordedTrial[]} all
 * @returns {(string | number)[]}
 */
function totals(all) {
  const sum = (/** @type {(trial: RecordedTrial) => number | undefined} */ of) =>
    all.reduce((total, trial) => total + (of(trial) ?? 0), 0);
  const converted = [sum((each) => each.converted?.without), sum((each) => each.converted?.with)];
  const refused = [
    sum((each) => each.refused?.all),
    sum((each) => each.refused?.executed),
    sum((each) => each.refused?.called),
    sum((each) => each.refused?.decided),
  ];
  return [
    'all',
    sum(({ tests }) => tests),
    '',
    '',
    sum(({ sites }) => sites),
    converted.join(' → '),
    sum(({ seen }) => seen),
    sum(({ against }) => against),
    `${refused[0]}: ${refused.slice(1).join(', ')}`,
  ];
}
