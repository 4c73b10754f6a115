/** @import { Rule, RuleTester as Tester } from 'eslint' */

import * as typescriptParser from '@typescript-eslint/parser';
import { RuleTester as Newest } from 'eslint';
import { RuleTester as NewestNine } from 'eslint-9';
import { RuleTester as Oldest } from 'eslint-9.15';
import { describe, expect, it } from 'vitest';

import { RUNS_WHOLE_MATRIX } from '../matrix.js';

/** Every ESLint that the plugin supports, by its edges, the newest first. */
const TESTERS = /** @type {[string, typeof Newest][]} */ (
  /** @type {unknown} */ ([
    ['10', Newest],
    ['9', NewestNine],
    ['9.15', Oldest],
  ])
);

/**
 * Syntax that few write and every rule has to read, by what shows it in a case.
 *
 * @type {Record<string, RegExp>}
 */
const ODD_SYNTAX = {
  'a comment within an expression': /\/\*|\w\(?\s*\/\/.*\n/u,
  'an optional chain': /\?\.[\w([]/u,
  'a computed key': /\[\s*['"`]\w/u,
  'a sequence': /\(0, /u,
  'parentheses around an operand': /\(\(|await \(/u,
  'a cast': /\bas (?:any|const|unknown|[A-Z])|\)!|<any>/u,
  'a spread or rest element': /\.\.\.\w/u,
  'a tagged or plain template': /`[^`]*`/u,
  'a label': /\b\w+: (?:for|while|do)\b/u,
};

/** Of those kinds, in the cases of one rule. */
const FEWEST_KINDS = 3;

const PARSERS = /** @type {const} */ (['espree', 'typescript']);

/**
 * A case as RuleTester takes it. `parsers` names those that it is run with: `espree` alone for what
 * TypeScript does not read, `typescript` alone for its own syntax, both if not given. A case that
 * sets a parser itself is run with that one.
 *
 * @typedef {{ parsers?: ('espree' | 'typescript')[] }} ParserChoice
 * @typedef {Tester.ValidTestCase & ParserChoice} ValidCase
 * @typedef {Tester.InvalidTestCase & ParserChoice} InvalidCase
 */

/**
 * Runs every case of a rule on the newest ESLint, with one parser that reads it, and the first cases of
 * both kinds on every other combination of ESLint and parser: hosts differ in what they hand to a rule, and
 * hardly ever by case. With the whole matrix every case runs on every combination.
 *
 * @param {string} name
 * @param {Rule.RuleModule} rule
 * @param {{ valid: (ValidCase | string)[], invalid: InvalidCase[] }} cases
 */
export function testRule(name, rule, { valid, invalid }) {
  it('is tested with code that it reports, that it does not, and that few write', () => {
    expect(valid).not.toEqual([]);
    expect(invalid).not.toEqual([]);
    const codes = [...valid, ...invalid].map((one) => (typeof one === 'string' ? one : one.code));
    const kinds = Object.entries(ODD_SYNTAX).filter(([, shown]) =>
      codes.some((code) => shown.test(code)),
    );
    expect(
      kinds.length,
      `the cases show ${kinds.map(([kind]) => kind).join(', ') || 'no kind'} of these kinds of odd syntax: ${Object.keys(ODD_SYNTAX).join(', ')}; add cases until there are ${FEWEST_KINDS}`,
    ).toBeGreaterThanOrEqual(FEWEST_KINDS);
  });
  const validCases = valid.map((one) => (typeof one === 'string' ? { code: one } : one));
  for (const [version, RuleTester] of TESTERS) {
    RuleTester.describe = describe;
    RuleTester.it = it;
    for (const parser of PARSERS) {
      const select = (/** @type {(ValidCase | InvalidCase)[]} */ cases) =>
        selectCases(cases, { isNewest: RuleTester === Newest, parser });
      describe(`ESLint ${version} with ${parser}`, () => {
        new RuleTester().run(name, rule, {
          valid: /** @type {Tester.ValidTestCase[]} */ (select(validCases)),
          invalid: /** @type {Tester.InvalidTestCase[]} */ (select(invalid)),
        });
      });
    }
  }
}

/**
 * @template {ValidCase | InvalidCase} Case
 * @param {Case[]} cases
 * @param {{ isNewest: boolean, parser: 'espree' | 'typescript' }} host
 * @returns {Omit<Case, 'parsers'>[]} Those that the host runs, as RuleTester takes them.
 */
function selectCases(cases, { isNewest, parser }) {
  const readable = cases.filter((one) => isReadBy(parser, one));
  const added =
    parser === 'typescript' ? readable.filter((one) => !isReadBy('espree', one)) : readable;
  const few = isNewest && added.length > 0 ? added : readable.slice(0, 1);
  return (RUNS_WHOLE_MATRIX ? readable : few).map((one) => withParser(parser, one));
}

/**
 * @param {'espree' | 'typescript'} parser
 * @param {ValidCase | InvalidCase} one
 * @returns {boolean}
 */
function isReadBy(parser, { parsers, languageOptions }) {
  return languageOptions?.parser ? parser === 'espree' : !parsers || parsers.includes(parser);
}

/**
 * @template {ValidCase | InvalidCase} Case
 * @param {'espree' | 'typescript'} parser
 * @param {Case} one
 * @returns {Omit<Case, 'parsers'>}
 */
function withParser(parser, one) {
  const taken = { ...one };
  delete taken.parsers;
  return parser === 'typescript'
    ? { ...taken, languageOptions: { ...taken.languageOptions, parser: typescriptParser } }
    : taken;
}
