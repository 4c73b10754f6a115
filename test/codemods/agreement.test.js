import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import { convert } from '../../core/codemod/convert.js';
import { loadConverter } from '../equivalence/converters.js';
import { filesOf } from '../equivalence/files.js';
import { ProgramArbitrary, writeProgram } from '../equivalence/grammar/arbitrary.js';
import { MIGRATIONS } from '../equivalence/languages.js';
import { isSource } from '../equivalence/load.js';
import { lintWithAll } from '../lint-with-all.js';

/**
 * What our rules say of what our codemods write: of each output of a fixture, once the codemods that
 * follow in a migration have had their turn.
 */
const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** Programs of each language, all codemods together. */
const PROGRAMS = 2;

/** What they may say, by the line that they say it of, and why the codemods leave it so. */
const JUSTIFIED = Object.entries({
  // Part of the library stays, and the file says why: a refusal, or an option.
  'prefer-native-promise': /\b[Bb]luebird\b|\bQ\b/u,
  'no-global-promise-override': /require\('bluebird'\)/u,
  // The library began with all of them as well.
  'no-unbounded-threadpool': /Promise\.all\(|\.map\(async/u,
  // The async listener of `end` that awaited it was not handled either.
  'no-unhandled-listener-rejection': /^const answer = await handle\(/u,
  // The request had no limit before, on a line that reads differently now.
  'require-request-timeout': /\bfetch\(|\bhttps?\.(?:get|request)\(/u,
  // The type of the variable would be another one.
  'no-promise-wrapped-await': /: Promise<.*> = Promise\.resolve\(/u,
}).map(([rule, line]) => ({ rule, line }));

const codemods = await loadCodemods();

/** @param {string} text */
function lint(text) {
  const lines = text.split(/\r?\n/u);
  return lintWithAll(text).map(({ ruleId, line }) => ({
    rule: String(ruleId).replace('async-perf/', ''),
    line: (lines[line - 1] ?? '').trim(),
  }));
}

/**
 * @param {string} file
 * @returns {string}
 */
function migrate(file) {
  let source = readFileSync(file, 'utf8');
  for (const codemod of codemods) {
    source = convert({ path: file, source }, codemod, {}).source;
  }
  return source;
}

/** What was justified in any of the outputs. @type {Set<string>} */
const met = new Set();

/**
 * @param {string} before
 * @param {string} after
 * @returns {{ rule: string, line: string }[]} What rules say of the output alone, and nothing justifies.
 */
function findNew(before, after) {
  const old = lint(before);
  return lint(after).filter(({ rule, line }) => {
    // What they left as it was, they refused.
    const index = old.findIndex((each) => each.rule === rule && each.line === line);
    if (index !== -1) {
      old.splice(index, 1);
      return false;
    }
    const justified = JUSTIFIED.find((each) => each.rule === rule && each.line.test(line));
    met.add(justified?.rule ?? '');
    return !justified;
  });
}

/**
 * @param {string} before
 * @param {string} after
 * @returns {{ rule: string, line: string }[]} New findings of the rules that say more of the output than of
 *   the input: lines of a program may read differently, and be as they were.
 */
function findMore(before, after) {
  const [old, now] = [lint(before), lint(after)];
  const count = (/** @type {typeof old} */ all, /** @type {string} */ name) =>
    all.filter(({ rule }) => rule === name).length;
  return findNew(before, after).filter(({ rule }) => count(now, rule) > count(old, rule));
}

it('what codemods write is what rules ask for', () => {
  const outputs = readdirSync(FIXTURES, { encoding: 'utf8', recursive: true }).filter((file) =>
    /output\.[cm]?[jt]sx?$/u.test(file),
  );
  for (const file of outputs) {
    const output = path.join(FIXTURES, file);
    const input = readFileSync(output.replace(/output(?=\.\w+$)/u, 'input'), 'utf8');
    expect(findNew(input, migrate(output)), file).toEqual([]);
  }
  expect(outputs.length).toBeGreaterThan(100);
});

it.each(MIGRATIONS.map((language) => ({ name: language.name, language })))(
  'so it is in programs of the language `$name`',
  async ({ language }) => {
    const convertAll = await loadConverter(language);
    const programs = fc.sample(new ProgramArbitrary(language), { numRuns: PROGRAMS, seed: 11 });
    for (const program of programs) {
      const { text } = writeProgram(program);
      const { source } = await convertAll(text, language.options);
      const before = filesOf(text);
      for (const [index, after] of filesOf(source).entries()) {
        if (isSource(after.path)) {
          expect(findMore(before[index]?.text ?? '', after.text), after.text).toEqual([]);
        }
      }
    }
  },
);

it('each justification is needed', () => {
  expect(JUSTIFIED.filter(({ rule }) => !met.has(rule))).toEqual([]);
});
