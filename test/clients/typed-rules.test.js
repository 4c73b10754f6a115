/** @import { Linter as LinterTypes } from 'eslint' */

import path from 'node:path';
import { fileURLToPath } from 'node:url';

import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { Linter as NewestNine } from 'eslint-9';
import { Linter as Oldest } from 'eslint-9.15';
import { describe, expect, it, vi } from 'vitest';

import plugin from '../../index.js';
import { SILENT_CASES, TYPED_CASES } from './typed-cases.js';

vi.setConfig({ testTimeout: 120_000 });

/** A project with its `tsconfig.json`; the code takes the place of its `case.ts`. */
const PROJECT = fileURLToPath(new URL('fixtures/typed', import.meta.url));

const VERSIONS = /** @type {[string, typeof Linter][]} */ (
  /** @type {unknown} */ ([
    ['9.15', Oldest],
    ['9', NewestNine],
    ['10', Linter],
  ])
);

/**
 * @param {typeof Linter} Version
 * @param {string} rule
 * @param {string} code
 * @param {boolean} withTypes
 * @returns {number} How often the rule reports.
 * @throws {Error} If the code does not parse.
 */
function countReports(Version, rule, code, withTypes) {
  const parserOptions = withTypes ? { projectService: true, tsconfigRootDir: PROJECT } : {};
  const messages = new Version({ cwd: PROJECT }).verify(
    code,
    /** @type {LinterTypes.Config} */ ({
      files: ['**/*.ts'],
      plugins: { 'async-perf': plugin },
      languageOptions: { parser: typescriptParser, parserOptions },
      rules: { [`async-perf/${rule}`]: 'error' },
    }),
    path.join(PROJECT, 'case.ts'),
  );
  const fatal = messages.find(({ ruleId }) => ruleId === null);
  if (fatal) {
    throw new Error(`${fatal.message} in ${code}`);
  }
  return messages.length;
}

it('every rule that says that it uses types is tested with them', () => {
  const typed = Object.entries(plugin.rules ?? {})
    .filter(([, { meta }]) => /** @type {any} */ (meta?.docs)?.usesTypes)
    .map(([name]) => name);
  expect(Object.keys(TYPED_CASES)).toEqual(typed);
  for (const { reported, silenced } of Object.values(TYPED_CASES)) {
    expect(reported).not.toEqual({});
    expect(silenced).not.toEqual({});
  }
});

describe.each(VERSIONS)('in ESLint %s', (_, Version) => {
  describe.each(Object.entries(TYPED_CASES))('%s', (rule, { reported, silenced }) => {
    it.each(Object.entries(reported))('reports only with types: %s', (_name, code) => {
      expect(countReports(Version, rule, code, false)).toBe(0);
      expect(countReports(Version, rule, code, true)).toBe(1);
    });

    it.each(Object.entries(silenced))('is silenced by types: %s', (_name, code) => {
      expect(countReports(Version, rule, code, false)).toBe(1);
      expect(countReports(Version, rule, code, true)).toBe(0);
    });
  });
});

describe('types that prove nothing', () => {
  describe.each(Object.entries(SILENT_CASES))('%s', (rule, cases) => {
    it.each(Object.entries(cases))('%s', (_name, [code, reports]) => {
      expect(countReports(Linter, rule, code, false)).toBe(reports);
      expect(countReports(Linter, rule, code, true)).toBe(reports);
    });
  });
});
