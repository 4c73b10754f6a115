import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';

import plugin from '../../index.js';
import { fileOf } from '../rules/file-of.js';
import { execute } from './execute.js';
import { REDUCTIONS } from './reductions.js';

/** @import { Scenario } from './execute.js' */

/** @type {Scenario[]} */
const SUCCEEDING = [
  { name: 'all succeeds' },
  { name: 'all succeeds, the first last', isLate: true },
];

/** @type {Scenario[]} */
const OTHERS = [
  ...[1, 2, 3].flatMap((call) => [
    { name: `call ${call} is rejected`, rejects: call },
    { name: `call ${call} is rejected, and the first is last`, rejects: call, isLate: true },
    { name: `call ${call} throws`, throws: call },
  ]),
  { name: 'two at once', runs: 2 },
  { name: 'two at once, the first last', runs: 2, isLate: true },
];

/** What suggestions say of a difference where a call fails, or where two calls overlap; nothing else may differ. */
const NAMES_A_DIFFERENCE =
  /calls that come meanwhile share it, and fail with it|check that the order of what fails does not matter/u;

const linter = new Linter({ configType: 'flat' });

/**
 * @param {string} rule
 * @param {string} code
 * @returns {{ output: string, text: string | undefined }[]} What the fix, or each suggestion with its text, makes of it.
 */
function repairsOf(rule, code) {
  const options = rule === 'no-promise-wrapped-await' ? [{ checkResolve: true }] : [];
  const messages = linter.verify(
    code,
    {
      plugins: { 'async-perf': plugin },
      rules: { [`async-perf/${rule}`]: ['error', ...options] },
      languageOptions: { sourceType: 'commonjs' },
    },
    { filename: fileOf('server') },
  );
  return messages.flatMap(({ fix, suggestions = [] }) => [
    ...(fix ? [{ output: apply(code, fix), text: undefined }] : []),
    ...suggestions.map((each) => ({ output: apply(code, each.fix), text: each.desc })),
  ]);
}

/**
 * @param {string} code
 * @param {{ range: readonly [number, number], text: string }} fix
 */
function apply(code, { range: [start, end], text }) {
  return code.slice(0, start) + text + code.slice(end);
}

const cases = Object.entries(REDUCTIONS).flatMap(([rule, codes]) =>
  codes.map((code) => ({ rule, code })),
);

it('there are a hundred reductions', () => {
  expect(cases.length).toBeGreaterThanOrEqual(100);
});

describe.each(cases)('$rule: $code', ({ rule, code }) => {
  const repairs = repairsOf(rule, code);

  it('is repaired', () => {
    expect(repairs).not.toEqual([]);
  });

  it.each(repairs)('gives the same when all succeeds: $output', async ({ output }) => {
    for (const scenario of SUCCEEDING) {
      const [before, after] = [await execute(code, scenario), await execute(output, scenario)];
      expect(after.results, scenario.name).toEqual(before.results);
      expect(after.calls.toSorted(), scenario.name).toEqual(before.calls.toSorted());
      expect(before.results, scenario.name).not.toContain('pending');
    }
  });

  it.each(repairs)('names what differs otherwise: $output', async ({ output, text }) => {
    for (const scenario of OTHERS) {
      const [before, after] = [await execute(code, scenario), await execute(output, scenario)];
      const isNamed = text !== undefined && NAMES_A_DIFFERENCE.test(text);
      if (!isNamed) {
        expect(after, scenario.name).toEqual(before);
      }
    }
  });
});
