import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.js';
import { loadConverter } from './converters.js';
import { PROVED, WITH_SHARED_NAMES, shareOf } from './languages.js';
import { shortcomings, summarise } from './report.js';

const USAGE = `Usage: npm run test:equivalence -- [options]

  --runs N          programs of each codemod, or of the one language (500)
  --seed S          the same seed gives the same programs (a random one)
  --codemod NAME    only its languages; migrate for all codemods one after the other
  --language NAME   only this one
  --shared-names    with inner variables named like those around them
  --mismatches N    stop a language after as many (1)

Languages: ${PROVED.map(({ name }) => name).join(', ')}`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    seed: { type: 'string' },
    codemod: { type: 'string' },
    language: { type: 'string' },
    'shared-names': { type: 'boolean', default: false },
    mismatches: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

const chosen = (values['shared-names'] ? WITH_SHARED_NAMES : PROVED).filter(
  ({ name, codemod }) =>
    (values.codemod ?? codemod) === codemod && (values.language ?? name) === name,
);

if (values.help || chosen.length === 0) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
}

for (const language of values.help ? [] : chosen) {
  const started = performance.now();
  const report = await runCampaign({
    language,
    convert: await loadConverter(language),
    runs:
      values.language === undefined ? shareOf(language, Number(values.runs)) : Number(values.runs),
    seed: Number(values.seed ?? Date.now() % 1_000_000_000),
    mostCounterexamples: Number(values.mismatches),
  });
  console.log(summarise(report));
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  if (shortcomings(report).length > 0) process.exitCode = 1;
}
