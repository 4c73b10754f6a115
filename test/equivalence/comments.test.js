import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isScript, withComments } from './comments.js';
import { loadCodemod } from './converters.js';
import { ProgramArbitrary, writeProgram } from './grammar/arbitrary.js';
import { print } from './grammar/tree.js';
import { LANGUAGES } from './languages.js';
import { hash } from './scenario.js';

/** Those that one file is written in, and converted. */
const WRITTEN = LANGUAGES.filter(({ compile, isProject }) => !compile && !isProject);

describe.each(WRITTEN)('programs in $name', (language) => {
  it('keep comments wherever they stand', async () => {
    const convert = await loadCodemod(language.codemod);
    const programs = fc.sample(new ProgramArbitrary(language), { numRuns: 40, seed: 3 });
    let changed = 0;
    for (const [number, program] of programs.entries()) {
      const { text } = writeProgram(program);
      let drawn = 0;
      const random = () => (hash(`${number} ${drawn++}`, 1) % 10_000) / 10_000;
      const { length } = print(program.header, program.style);
      const commented = withComments(text, length, random);
      if (!commented) continue;
      const { source, error } = await convert(commented.source, language.options);
      expect(error, commented.source).toBeUndefined();
      expect(isScript(source), source).toBe(true);
      const lost = commented.comments.filter((comment) => !source.includes(comment));
      expect(lost, `${commented.source}\n--->\n${source}`).toEqual([]);
      if (source !== commented.source) changed += 1;
    }
    expect(changed).toBeGreaterThan(10);
  });
});

describe('a comment', () => {
  it('is told from one that ends a statement', () => {
    const texts = Array.from({ length: 200 }, (_, seed) => {
      let drawn = 0;
      return withComments('function f() {\n  return load(x)\n}\n', 0, () => {
        return (hash(`${seed} ${drawn++}`, 2) % 10_000) / 10_000;
      });
    });
    expect(texts.some((each) => each === undefined)).toBe(true);
    expect(texts.every((each) => !/return\s*\/\/ kept/u.test(each?.source ?? ''))).toBe(true);
    expect(texts.some((each) => each?.source.includes('/* kept 0 */'))).toBe(true);
  });
});
