/** @import { Linter as LinterTypes } from 'eslint' */

import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Linter } from 'eslint';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { fetchPackages } from '../../bench/packages.js';
import plugin from '../../index.js';
import { filesOfPage } from './blocks.js';
import { FIXTURES, readRuleFixtures } from './rule-fixtures.js';

vi.setConfig({ testTimeout: 60_000 });

const COSTLY = 'export const get = async (p) => await new Promise((r) => r(p));\n';

const OXLINT = path.join(
  await fetchPackages('oxlint', { oxlint: 'oxlint@1.94.0' }),
  'node_modules/oxlint/bin/oxlint',
);

const names = Object.entries(plugin.rules ?? {})
  .filter(([, rule]) => rule.meta?.languages?.includes('js/js'))
  .map(([name]) => name);

const fixtures = readRuleFixtures();

/** @type {string[]} */
const folders = [];

afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

/**
 * @typedef {object} Finding
 * @property {string} file
 * @property {string} rule
 * @property {string} message
 * @property {number} line
 * @property {number} column
 */

/**
 * Lints a copy of the fixtures, each with the one rule that it is about.
 *
 * @param {string[]} flags
 * @returns {Promise<{ findings: Finding[], textOf: (file: string) => string }>}
 */
async function runOxlint(flags) {
  const folder = mkdtempSync(path.join(tmpdir(), 'async-perf-oxlint-'));
  folders.push(folder);
  cpSync(FIXTURES, folder, { recursive: true });
  const config = {
    jsPlugins: [fileURLToPath(new URL('../../index.js', import.meta.url))],
    categories: { correctness: 'off' },
    overrides: names.map((name) => ({
      files: [`${name}/**`],
      rules: { [`async-perf/${name}`]: 'error' },
    })),
  };
  writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(config));
  const output = await new Promise((resolve, reject) => {
    const args = [OXLINT, '--format', 'json', '--threads', '1', ...flags, '.'];
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) => {
      // The exit code is 1 where something is found.
      if (stdout.startsWith('{')) {
        resolve(stdout);
      } else {
        reject(new Error(`oxlint printed no JSON: ${stdout}${stderr}`, { cause: error }));
      }
    });
  });
  return {
    findings: readFindings(String(output)),
    textOf: (file) => readFileSync(path.join(folder, file), 'utf8'),
  };
}

/**
 * @param {string} output
 * @returns {Finding[]}
 */
function readFindings(output) {
  /** @type {{ diagnostics: { filename: string, code: string, message: string, labels: { span: { line: number, column: number } }[] }[] }} */
  const { diagnostics } = JSON.parse(output);
  return diagnostics.map(({ filename, code, message, labels: [label] }) => ({
    file: filename,
    rule: /^async-perf\((.*)\)$/u.exec(code)?.[1] ?? code,
    message,
    line: label?.span.line ?? 0,
    column: label?.span.column ?? 0,
  }));
}

/**
 * @param {string} rule
 * @param {string} file
 * @returns {LinterTypes.Config}
 */
function eslintConfig(rule, file) {
  return {
    files: ['**/*'],
    plugins: { 'async-perf': plugin },
    languageOptions: { sourceType: file.endsWith('.cjs') ? 'commonjs' : 'module' },
    rules: { [`async-perf/${rule}`]: 'error' },
  };
}

/**
 * @param {string} rule
 * @param {string} file
 * @param {string} text
 * @returns {LinterTypes.LintMessage[]}
 */
function runEslint(rule, file, text) {
  return new Linter().verify(text, eslintConfig(rule, file), { filename: file });
}

/**
 * @param {readonly Finding[]} findings
 * @returns {Finding[]}
 */
function inOrder(findings) {
  return [...findings].sort(
    (left, right) =>
      left.file.localeCompare(right.file) || left.line - right.line || left.column - right.column,
  );
}

describe('in oxlint', () => {
  it('every rule for JavaScript has a fixture', () => {
    expect([...new Set(fixtures.map(({ rule }) => rule))]).toEqual([...names].sort());
  });

  it('the rules report what they report in ESLint, and what the fixtures say', async () => {
    const { findings } = await runOxlint([]);
    const inEslint = fixtures.flatMap(({ rule, file, text }) =>
      runEslint(rule, file, text).map(({ message, line, column }) => ({
        file,
        rule,
        message,
        line,
        column,
      })),
    );
    expect(inOrder(findings)).toEqual(inOrder(inEslint));
    for (const { file, lines } of fixtures) {
      const found = inOrder(findings.filter((finding) => finding.file === file));
      expect(
        found.map(({ line }) => line),
        file,
      ).toEqual(lines);
    }
  });

  it('the fixes write what they write in ESLint', async () => {
    const { textOf } = await runOxlint(['--fix']);
    let fixed = 0;
    for (const { rule, file, text } of fixtures) {
      const { output } = new Linter().verifyAndFix(text, eslintConfig(rule, file), {
        filename: file,
      });
      expect(textOf(file), file).toBe(output);
      fixed += output === text ? 0 : 1;
    }
    expect(fixed).toBeGreaterThan(0);
  });

  it('the suggestions write what they write in ESLint', async () => {
    const { textOf } = await runOxlint(['--fix-suggestions']);
    let applied = 0;
    for (const { rule, file, text } of fixtures) {
      const problems = runEslint(rule, file, text);
      const [suggestion, ...others] = problems.flatMap(({ suggestions }) => suggestions ?? []);
      // Of several, one may make another unnecessary: which are applied is the host's choice.
      if (suggestion && others.length === 0 && !problems.some(({ fix }) => fix)) {
        const { range, text: inserted } = suggestion.fix;
        expect(textOf(file), file).toBe(text.slice(0, range[0]) + inserted + text.slice(range[1]));
        applied += 1;
      }
    }
    expect(applied).toBeGreaterThan(0);
  });
});

it('the configuration of the page is one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'async-perf-oxlint-'));
  folders.push(folder);
  const shown = filesOfPage('editors.md').get('.oxlintrc.json') ?? '';
  const index = fileURLToPath(new URL('../../index.js', import.meta.url));
  writeFileSync(
    path.join(folder, '.oxlintrc.json'),
    shown.replace('"eslint-plugin-async-perf"', JSON.stringify(index)),
  );
  writeFileSync(path.join(folder, 'a.js'), COSTLY);
  const { status, stdout } = spawnSync(process.execPath, [OXLINT, '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toContain('async-perf(no-promise-wrapped-await)');
  expect(status).toBe(1);
});
