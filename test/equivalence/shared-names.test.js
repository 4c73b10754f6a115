import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUNS_WHOLE_MATRIX } from '../matrix.js';
import { runCampaign } from './campaign.js';
import { loadConverter } from './converters.js';
import { ProgramArbitrary, writeProgram } from './grammar/arbitrary.js';
import { LANGUAGES, WITH_SHARED_NAMES } from './languages.js';
import { showCounterexample } from './report.js';
import { withSharedNames } from './shared-names.js';

describe.each(WITH_SHARED_NAMES)('programs in $name', (language) => {
  it(
    'behave the same where inner variables have the names of outer ones',
    { timeout: 120_000 },
    async () => {
      const convert = await loadConverter(language);
      const all = language.judge ? 4 : language.isProject ? 20 : 40;
      const report = await runCampaign({
        language,
        convert,
        runs: RUNS_WHOLE_MATRIX ? all : Math.ceil(all / 8),
        seed: 20_181_113,
      });
      expect(report.counterexamples.map(showCounterexample).join('\n')).toBe('');
    },
  );
});

it.each(LANGUAGES)('most programs in $name share names then', (language) => {
  const programs = fc.sample(new ProgramArbitrary(language), { numRuns: 12, seed: 1 });
  const texts = programs.map((program) => writeProgram(program).text);
  const written = texts.map((text) => language.compile?.(text) ?? text);
  expect(written.filter((text) => withSharedNames(text) !== text).length).toBeGreaterThan(6);
});

describe('names', () => {
  it.each([
    [
      'are shared where nothing within means the outer variable',
      'exports.run = function (first) {\n  load((second) => use(second));\n};\n',
      'exports.run = function (first) {\n  load((first) => use(first));\n};\n',
    ],
    [
      'are written out where a property has them',
      'exports.run = function (first) {\n  load(({ second }) => use({ second }));\n};\n',
      'exports.run = function (first) {\n  load(({ second: first }) => use({ second: first }));\n};\n',
    ],
    [
      'are kept where the outer one has to be reached',
      'exports.run = function (first) {\n  load((second) => use(second, first));\n};\n',
      'exports.run = function (first) {\n  load((second) => use(second, first));\n};\n',
    ],
  ])('%s', (_, text, shared) => {
    expect(withSharedNames(text, () => false)).toBe(shared);
  });

  it('are those that converted code needs at times', () => {
    const text = 'function run(first) {\n  load((second) => use(second));\n}\n';
    const shared = withSharedNames(text, () => true);
    expect(shared).not.toMatch(/first|second/u);
    expect(shared).toMatch(/\b(?:Object|err|error|fs|process|promisify|resolve|runAsync|util)\b/u);
  });
});
