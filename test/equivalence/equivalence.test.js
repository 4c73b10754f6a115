import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RUNS_WHOLE_MATRIX } from '../matrix.js';
import { runCampaign } from './campaign.js';
import { ROOT, loadCodemod, loadConverter } from './converters.js';
import { LANGUAGES, MIGRATIONS, shareOf } from './languages.js';
import { shortcomings, showCounterexample } from './report.js';

const codemods = readdirSync(join(ROOT, 'codemods')).map((file) => file.replace(/\.js$/u, ''));

it.each(codemods)('%s is proved by random programs', (name) => {
  expect(LANGUAGES.map(({ codemod }) => codemod)).toContain(name);
});

describe.each(LANGUAGES.filter(({ codemod }) => codemods.includes(codemod)))(
  '$codemod converts $name',
  (language) => {
    it('into programs that behave the same', { timeout: 120_000 }, async () => {
      const convert = await loadCodemod(language.codemod);
      const runs = language.isProject
        ? Math.min(360, shareOf(language, 720))
        : Math.max(300, shareOf(language, 600));
      const seed = 20_181_113;
      if (language.judge || !RUNS_WHOLE_MATRIX) {
        // Too few programs to meet every production: what is compiled as well takes longest.
        const few = language.judge ? (RUNS_WHOLE_MATRIX ? 10 : 3) : Math.round(runs / 10);
        const { counterexamples } = await runCampaign({ language, convert, runs: few, seed });
        expect(counterexamples.map(showCounterexample).join('\n')).toBe('');
        return;
      }
      const report = await runCampaign({ language, convert, runs, seed });
      expect(shortcomings(report).join('\n')).toBe('');
    });
  },
);

it.each(MIGRATIONS)(
  'all codemods together convert programs: $name',
  { timeout: 120_000 },
  async (language) => {
    const convert = await loadConverter(language);
    const all = language.isProject ? 30 : 100;
    const runs = RUNS_WHOLE_MATRIX ? all : all / 10;
    const report = await runCampaign({ language, convert, runs, seed: 20_181_113 });
    expect(report.counterexamples.map(showCounterexample).join('\n')).toBe('');
  },
);
