/**
 * `npm run proof`: gives every codemod its random programs, in parts that are kept as they end, and
 * writes `docs/proof.md` anew.
 *
 *   --runs N            programs of each codemod (20000)
 *   --codemod NAME,…    only these; migrate for all codemods one after the other
 *   --fresh             forgets what was found for them before
 *   --part N            programs between two savings (1000)
 *   --minutes N         starts no part later; the next run goes on
 */

import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.js';
import { loadConverter } from './converters.js';
import { PROVED, shareOf } from './languages.js';
import { shortcomings, showCounterexample } from './report.js';
import { originOfRun } from './results/origin.js';
import { emptyResult, withPart } from './results/proof.js';
import { readResults, writeResults } from './results/write.js';

/** @import { Language } from './grammar/arbitrary.js' */
/** @import { LanguageResult } from './results/proof.js' */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    codemod: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    part: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: 'Infinity' },
  },
});

const end = performance.now() + Number(values.minutes) * 60_000;
const wanted = values.codemod?.split(',');
/** @type {LanguageResult[]} */
let results = readResults('languages');
const [node = ''] = process.versions.node.split('.');
const chosen = PROVED.filter(({ codemod }) => wanted?.includes(codemod) ?? true);
if (values.fresh)
  results = results.filter(({ name }) => chosen.every((each) => each.name !== name));

// One part of each after the other, so that a run that is cut short has something to say of all.
for (let open = chosen; open.length > 0 && performance.now() < end;) {
  open = open.filter((language) => missing(language) > 0);
  for (const language of open) {
    if (performance.now() < end) await runPart(language);
  }
}

/** @param {Language} language */
async function runPart(language) {
  const result = resultOf(language);
  const report = await runCampaign({
    language,
    convert: await loadConverter(language),
    runs: Math.min(Number(values.part), missing(language)),
    seed: result.parts.length + 1,
  });
  const next = withPart(result, report, originOfRun());
  results = PROVED.flatMap((each) =>
    each === language ? next : results.filter(({ name }) => name === each.name),
  );
  await writeResults('languages', results);
  report.counterexamples.forEach((each) => console.log(showCounterexample(each)));
  if (shortcomings(report).length > 0) process.exitCode = 1;
  console.log(`${language.codemod}, ${language.name}: ${programsOf(next)} programs`);
}

/** @param {Language} language */
function resultOf(language) {
  return results.find(({ name }) => name === language.name) ?? emptyResult(language, node);
}

/** @param {Language} language @returns {number} How many programs are still to be run. */
function missing(language) {
  return shareOf(language, Number(values.runs)) - programsOf(resultOf(language));
}

/** @param {LanguageResult} result */
function programsOf({ parts }) {
  return parts.reduce((sum, { programs }) => sum + programs, 0);
}
