/** @import { Rule, RuleTester as Tester } from 'eslint' */

import * as typescriptParser from '@typescript-eslint/parser';
import { RuleTester as Newest } from 'eslint';
import { RuleTester as NewestNine } from 'eslint-9';
import { RuleTester as Oldest } from 'eslint-9.15';
import { describe, expect, it } from 'vitest';

/** Every ESLint that the plugin supports, by its edges. */
const TESTERS = /** @type {[string, typeof Newest][]} */ (
  /** @type {unknown} */ ([
    ['9.15', Oldest],
    ['9', NewestNine],
    ['10', Newest],
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
 * Runs every case of a rule on every ESLint and with every parser.
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
    expect(kinds.length, kinds.map(([kind]) => kind).join()).toBeGreaterThanOrEqual(FEWEST_KINDS);
  });
  for (const [version, RuleTester] of TESTERS) {
    RuleTester.describe = describe;
    RuleTester.it = it;
    for (const parser of PARSERS) {
      describe(`ESLint ${version} with ${parser}`, () => {
        new RuleTester().run(name, rule, {
          valid: casesFor(
            parser,
            valid.map((one) => (typeof one === 'string' ? { code: one } : one)),
          ),
          invalid: casesFor(parser, invalid),
        });
      });
    }
  }
}

/**
 * @template {ValidCase | InvalidCase} Case
 * @param {'espree' | 'typescript'} parser
 * @param {Case[]} cases
 * @returns {Omit<Case, 'parsers'>[]}
 */
function casesFor(parser, cases) {
  return cases.flatMap(({ parsers, ...one }) => {
    const setsParser = Boolean(/** @type {any} */ (one.languageOptions)?.parser);
    if (setsParser ? parser === 'espree' : parsers && !parsers.includes(parser)) {
      return [];
    }
    return parser === 'typescript' && !setsParser
      ? [{ ...one, languageOptions: { ...one.languageOptions, parser: typescriptParser } }]
      : [one];
  });
}
