/**
 * `npm run proof`: gives every codemod its random programs, in parts that are kept as they end, and
 * writes `docs/proof.md` anew.
 *
 *   --runs N            programs of each codemod (20000)
 *   --codemod NAME,…    only these
 *   --fresh             forgets what was found for them before
 *   --minutes N         starts no part later; the next run goes on
 */

import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.js';
import { loadCodemod } from './converters.js';
import { LANGUAGES, shareOf } from './languages.js';
import { shortcomings, showCounterexample } from './report.js';
import { originOfRun } from './results/origin.js';
import { emptyResult, withPart } from './results/proof.js';
import { readResults, writeResults } from './results/write.js';

/** @import { LanguageResult } from './results/proof.js' */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    codemod: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
  },
});

/** Programs of a part: enough for every production to be met often. */
const PART = 1000;

const end = performance.now() + Number(values.minutes) * 60_000;
const wanted = values.codemod?.split(',');
/** @type {LanguageResult[]} */
let results = readResults('languages');
for (const language of LANGUAGES) {
  if (wanted !== undefined && !wanted.includes(language.codemod)) continue;
  const convert = await loadCodemod(language.codemod);
  const before = results.find(({ name }) => name === language.name);
  const [node = ''] = process.versions.node.split('.');
  let result = values.fresh || before === undefined ? emptyResult(language, node) : before;
  const programs = shareOf(language, Number(values.runs));
  for (let done = programsOf(result); done < programs; done = programsOf(result)) {
    if (performance.now() > end) break;
    const report = await runCampaign({
      language,
      convert,
      runs: Math.min(PART, programs - done),
      seed: result.parts.length + 1,
    });
    result = withPart(result, report, originOfRun());
    results = [...results.filter(({ name }) => name !== language.name), result];
    await writeResults('languages', inOrder(results));
    report.counterexamples.forEach((each) => console.log(showCounterexample(each)));
    if (shortcomings(report).length > 0) process.exitCode = 1;
    console.log(`${language.codemod}, ${language.name}: ${programsOf(result)} programs`);
  }
}

/** @param {LanguageResult} result */
function programsOf({ parts }) {
  return parts.reduce((sum, { programs }) => sum + programs, 0);
}

/** @param {LanguageResult[]} some @returns {LanguageResult[]} */
function inOrder(some) {
  return LANGUAGES.flatMap(({ name }) => some.find((each) => each.name === name) ?? []);
}
