import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { loadCodemods } from '../../bin/codemods.js';
import { convert } from '../../core/codemod/convert.js';
import { lintWithAll } from '../lint-with-all.js';

/**
 * What our rules say of what our codemods write: of each output of a fixture, once the codemods that
 * follow in a migration have had their turn.
 */
const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url));

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

it('what codemods write is what rules ask for', () => {
  const outputs = readdirSync(FIXTURES, { encoding: 'utf8', recursive: true }).filter((file) =>
    /output\.[cm]?[jt]sx?$/u.test(file),
  );
  /** @type {Set<string>} */
  const met = new Set();
  for (const file of outputs) {
    const output = path.join(FIXTURES, file);
    const before = lint(readFileSync(output.replace(/output(?=\.\w+$)/u, 'input'), 'utf8'));
    const found = lint(migrate(output)).filter(
      // What they left as it was, they refused.
      ({ rule, line }) => !before.some((each) => each.rule === rule && each.line === line),
    );
    const others = found.filter((finding) => {
      const justified = JUSTIFIED.find(
        ({ rule, line }) => rule === finding.rule && line.test(finding.line),
      );
      met.add(justified?.rule ?? '');
      return !justified;
    });
    expect(others, file).toEqual([]);
  }
  expect(outputs.length).toBeGreaterThan(100);
  expect(JUSTIFIED.filter(({ rule }) => !met.has(rule))).toEqual([]);
});
