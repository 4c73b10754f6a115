import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const FIXTURES = fileURLToPath(new URL('fixtures/rules/', import.meta.url));

/**
 * A file on which one rule reports something, as it says itself in its last line:
 *
 *     // reported: 3, 7
 *
 * @typedef {object} RuleFixture
 * @property {string} rule
 * @property {string} file Relative to the folder of the fixtures, such as `no-async-reduce/1.mjs`.
 * @property {string} text
 * @property {number[]} lines Where the rule reports, once each.
 */

/**
 * @returns {RuleFixture[]} One folder a rule.
 * @throws {Error} If a file does not say what is reported in it.
 */
export function readRuleFixtures() {
  return readdirSync(FIXTURES)
    .sort()
    .flatMap((rule) =>
      readdirSync(path.join(FIXTURES, rule)).map((name) => {
        const file = `${rule}/${name}`;
        const text = readFileSync(path.join(FIXTURES, file), 'utf8');
        const [, listed] = /^\/\/ reported: ([\d, ]+)$/mu.exec(text) ?? [];
        if (listed === undefined) {
          throw new Error(`${file} has no line \`// reported: LINES\`: add it`);
        }
        return { rule, file, text, lines: listed.split(', ').map(Number) };
      }),
    );
}
