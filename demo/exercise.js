/** @import { Copies } from './copies.js' */
/** @import { RecordedCase } from './recorder.js' */
/** @import { GeneratorFound } from '../test/trials/count-coroutines.js' */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { run } from '../test/trials/command.js';

/**
 * @typedef {object} Difference
 * @property {string} name Of the case.
 * @property {string} before
 * @property {string} after
 *
 * @typedef {object} ExerciseResult
 * @property {number} cases
 * @property {number} effects How many were recorded, in the package as published.
 * @property {{ fulfilled: number, rejected: number, other: number }} outcomes
 * @property {Difference[]} differences
 * @property {GeneratorFound[]} untouched The converted coroutines that the exercise did not enter.
 * @property {string} [choice] A case that ran a converted coroutine to its end.
 */

const CHILD = fileURLToPath(new URL('child.js', import.meta.url));

/**
 * Drives the package as published and the converted copy in the same way, and compares what they
 * did.
 *
 * @param {Copies} copies
 * @param {string} exercise The URL of a module in `exercises/`.
 * @param {readonly GeneratorFound[]} converted
 * @param {readonly string[]} files Those with converted coroutines.
 * @returns {Promise<ExerciseResult>}
 * @throws {Error} When a copy cannot be driven at all.
 */
export async function compareCopies(copies, exercise, converted, files) {
  const before = await driveCopy(copies, 'before', exercise, files);
  const after = await driveCopy(copies, 'after', exercise, files);
  const hits = before.map(({ entered }) =>
    converted.filter((coroutine) =>
      entered.some(({ file, end }) => file === coroutine.file && end === coroutine.end),
    ),
  );
  const entered = new Set(hits.flat());
  const choice = before.find(
    ({ outcome }, index) => (hits[index]?.length ?? 0) > 0 && outcome.startsWith('fulfilled'),
  )?.name;
  return {
    cases: before.length,
    effects: before.reduce((sum, { log }) => sum + log.length, 0),
    outcomes: countOutcomes(before),
    differences: listDifferences(before, after),
    untouched: converted.filter((coroutine) => !entered.has(coroutine)),
    ...(choice !== undefined && { choice }),
  };
}

/**
 * @param {Copies} copies
 * @param {'before' | 'after'} side
 * @param {string} exercise
 * @param {readonly string[]} files
 * @returns {Promise<RecordedCase[]>}
 */
async function driveCopy(copies, side, exercise, files) {
  const output = path.join(copies.scratch, `${side}.json`);
  const env = { PATH: process.env['PATH'], HOME: copies.scratch, TZ: 'UTC', LANG: 'C.UTF-8' };
  const args = [CHILD, copies[side], exercise, output, JSON.stringify(files)];
  const child = await run(process.execPath, args, {
    cwd: copies.scratch,
    env,
    timeout: 120_000,
  });
  const text = await readFile(output, 'utf8').catch(() => undefined);
  const report = text === undefined ? { failure: child.output, cases: [] } : JSON.parse(text);
  if (report.failure !== undefined) {
    throw new Error(`${copies.spec}, ${side}: the exercise broke off.\n${report.failure}`);
  }
  return report.cases;
}

/** @param {readonly RecordedCase[]} cases */
function countOutcomes(cases) {
  const counts = { fulfilled: 0, rejected: 0, other: 0 };
  for (const { outcome } of cases) {
    const [word] = outcome.split(' ', 1);
    counts[word === 'fulfilled' || word === 'rejected' ? word : 'other'] += 1;
  }
  return counts;
}

/**
 * @param {readonly RecordedCase[]} before
 * @param {readonly RecordedCase[]} after
 * @returns {Difference[]}
 */
function listDifferences(before, after) {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names.flatMap((name) => {
    const [one, other] = [before, after].map((cases) =>
      toText(cases.find((each) => each.name === name)),
    );
    return one === other ? [] : [{ name, before: one ?? '', after: other ?? '' }];
  });
}

/** @param {RecordedCase | undefined} recorded */
function toText(recorded) {
  return recorded ? [...recorded.log, recorded.outcome].join('\n') : 'did not run';
}
