/** @import { Edit } from '../../../core/edits/edit.js' */
/** @import { Pattern, PatternContext } from '../../../core/contract/pattern.js' */

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findSites, requireProject } from '../../../core/codemod/convert.js';
import { readOptions } from '../../../core/contract/options.js';
import { asyncLib } from '../../../core/patterns/async-lib.js';
import { callbackFunction } from '../../../core/patterns/callback-function.js';
import { promiseChain } from '../../../core/patterns/promise-chain.js';
import { createSourceCode } from '../../../core/source/source-code.js';
import { ProgramArbitrary, writeProgram } from '../../equivalence/grammar/arbitrary.js';
import { LANGUAGES } from '../../equivalence/languages.js';

/** What waits, catches or loops, but for calls of `catch`. */
const WAITS = /\bawait\b|\btry \{|(?<!\.)\bcatch\b|\b(?:for|while) \(/u;

const FIXTURES = fileURLToPath(new URL('../../codemods/fixtures/', import.meta.url));

/** The front ends that lower to regions, by their codemods. @type {Record<string, Pattern>} */
const FRONT_ENDS = {
  'async-lib-to-async': asyncLib,
  'callback-to-async': callbackFunction,
  'promise-chain-to-async': promiseChain,
};

/** Programs of each language. */
const PROGRAMS = 10;

/**
 * @param {Pattern} pattern
 * @param {{ text: string, file: string, api: string }} input
 * @returns {Edit[]} Those of its sites.
 */
function editsOf(pattern, { text, file, api }) {
  /** @type {PatternContext} */
  const context = {
    sourceCode: createSourceCode(text, file),
    // A function in the place of a call alone is no region.
    options: readOptions({ node: '20', trust: 'application', api, copies: 'leave' }),
    project: requireProject(file),
    path: file,
    isTyped: /\.tsx?$/u.test(file),
  };
  return findSites(pattern, context).flatMap(({ plan }) => plan?.edits ?? []);
}

/**
 * @param {readonly Edit[]} edits
 * @returns {{ printed: number, others: string[] }} How many of those that wait, catch or loop were printed, and
 *   the text of the others.
 */
function originsOf(edits) {
  const waiting = edits.flatMap((edit) => ('text' in edit && WAITS.test(edit.text) ? [edit] : []));
  return {
    // A rewrite is what a printer makes.
    printed:
      edits.filter((edit) => 'pieces' in edit).length +
      waiting.filter(({ origin }) => origin === 'print').length,
    others: waiting.filter(({ origin }) => origin !== 'print').map(({ text }) => text),
  };
}

describe.each(Object.entries(FRONT_ENDS))('%s', (codemod, pattern) => {
  it.each(['keep', 'async', 'dual'])('waits by text that was printed, with --api=%s', (api) => {
    const inputs = readdirSync(path.join(FIXTURES, codemod), { encoding: 'utf8', recursive: true })
      .filter((file) => /input\.[cm]?[jt]sx?$/u.test(file))
      .map((file) => path.join(FIXTURES, codemod, file))
      .map((file) => ({ file, text: readFileSync(file, 'utf8'), api }));
    const { others, printed } = originsOf(inputs.flatMap((input) => editsOf(pattern, input)));
    expect(others).toEqual([]);
    expect(printed).toBeGreaterThan(20);
  });

  const languages = LANGUAGES.filter((each) => each.codemod === codemod && !each.isProject);
  it.each(languages.map((language) => ({ name: language.name, language })))(
    'waits by text that was printed in programs of $name',
    ({ language }) => {
      const programs = fc.sample(new ProgramArbitrary(language), { numRuns: PROGRAMS, seed: 5 });
      const edits = programs.flatMap((program) =>
        editsOf(pattern, { text: writeProgram(program).text, file: 'program.js', api: 'async' }),
      );
      const { others, printed } = originsOf(edits);
      expect(others).toEqual([]);
      expect(printed).toBeGreaterThan(0);
    },
  );
});
