/** @import { Rule, RuleTester as Tester } from 'eslint' */

import * as typescriptParser from '@typescript-eslint/parser';
import { RuleTester as Newest } from 'eslint';
import { RuleTester as NewestNine } from 'eslint-9';
import { RuleTester as Oldest } from 'eslint-9.15';
import { describe, it } from 'vitest';

/** Every ESLint that the plugin supports, by its edges. */
const TESTERS = /** @type {[string, typeof Newest][]} */ (
  /** @type {unknown} */ ([
    ['9.15', Oldest],
    ['9', NewestNine],
    ['10', Newest],
  ])
);

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
