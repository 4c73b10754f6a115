import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from './compare.js';
import { execute } from './execute.js';
import { ProgramArbitrary, writeProgram } from './grammar/arbitrary.js';
import { LANGUAGES } from './languages.js';
import { parses } from './load.js';

describe.each(LANGUAGES)('programs in $name', (language) => {
  const programs = fc.sample(new ProgramArbitrary(language), { numRuns: 15, seed: 1 });

  it('load, end, and are the same when they run again', async () => {
    const { asyncVersion = 3, rounds = 2 } = language;
    for (const program of programs) {
      const { text: written, entries } = writeProgram(program);
      const text = language.compile?.(written) ?? written;
      const subject = { text, entries, asyncVersion, rounds };
      const scenario = { seed: program.scenarioSeed, faults: {}, immediate: 30 };
      const [once, again] = [await execute(subject, scenario), await execute(subject, scenario)];
      expect(once.failure, text).toBeUndefined();
      expect(compare(once, again, []).mismatches, text).toEqual([]);
    }
  });

  it('parse', () => {
    const many = fc.sample(new ProgramArbitrary(language), { numRuns: 200, seed: 2 });
    const texts = many.map((program) => writeProgram(program).text);
    expect(texts.filter((text) => !parses(text))).toEqual([]);
  });

  it('are the same for the same seed', () => {
    const again = fc.sample(new ProgramArbitrary(language), { numRuns: 15, seed: 1 });
    const texts = (/** @type {typeof programs} */ some) =>
      some.map((each) => writeProgram(each).text);
    expect(texts(again)).toEqual(texts(programs));
  });

  it('shrink to programs that are smaller', () => {
    const arbitrary = new ProgramArbitrary(language);
    for (const program of programs.slice(0, 5)) {
      const { length } = writeProgram(program).text;
      for (const { value } of [...arbitrary.shrink(program)].slice(0, 50)) {
        const simpler = { ...value, style: program.style };
        expect(writeProgram(simpler).text.length).toBeLessThanOrEqual(length);
      }
    }
  });

  it('are made of productions with names of their own in each place', () => {
    const names = language.productions.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
