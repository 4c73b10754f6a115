import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { callbackTypes } from './grammar/callback-types.js';
import { ProgramArbitrary, writeProgram } from './grammar/arbitrary.js';
import { newTypeErrors, typeErrors } from './type-errors.js';

/** @param {string} text */
const program = (text) =>
  `==== tsconfig.json\n{ "compilerOptions": { "strict": true } }\n==== lib/a.ts\n${text}\n`;

it('what the compiler says now and did not say before is new', () => {
  const before = program('export const one: number = 1;');
  expect(newTypeErrors(before, before)).toEqual([]);
  expect(newTypeErrors(before, program("export const one: number = '1';"))).toEqual([
    "TS2322 in lib/a.ts: Type 'string' is not assignable to type 'number'.",
  ]);
});

it('of what did not compile before, nothing is', () => {
  const before = program('export const one = two;');
  expect(newTypeErrors(before, program("export const one: number = '1';"))).toEqual([]);
});

it('the options are those of the program', () => {
  const text = program('export const one: string = null;');
  expect(typeErrors(text)).not.toEqual([]);
  expect(typeErrors(text.replace('true', 'false'))).toEqual([]);
});

it('most programs compile', () => {
  const programs = fc.sample(new ProgramArbitrary(callbackTypes), { numRuns: 60, seed: 1 });
  const broken = programs.filter((each) => typeErrors(writeProgram(each).text).length > 0);
  expect(broken.length).toBeLessThan(9);
});
