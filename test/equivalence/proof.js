import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.js';
import { ROOT, loadCodemod } from './converters.js';
import { LANGUAGES, shareOf } from './languages.js';
import { searchMutants } from './mutants/run.js';
import { showCounterexample } from './report.js';
import { languageResult, mutantResult, renderProof } from './results/proof.js';
import { writeResults } from './results/write.js';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});

const languages = [];
for (const language of LANGUAGES) {
  if (!existsSync(join(ROOT, 'codemods', `${language.codemod}.js`))) continue;
  const convert = await loadCodemod(language.codemod);
  const runs = shareOf(language, Number(values.runs));
  const report = await runCampaign({ language, convert, runs, seed: Number(values.seed) });
  for (const counterexample of report.counterexamples) {
    console.log(showCounterexample(counterexample));
    process.exitCode = 1;
  }
  languages.push(languageResult(report));
  console.log(`${language.codemod}, ${language.name}: ${report.programs} programs`);
}
const mutants = mutantResult(await searchMutants({}));
const [node = ''] = process.versions.node.split('.');
await writeResults('proof', { node, languages, mutants }, renderProof);
