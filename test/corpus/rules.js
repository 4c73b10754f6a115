/** @import { Linter as LinterType } from 'eslint' */

import process from 'node:process';

import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import * as svelteParser from 'svelte-eslint-parser';
import * as vueParser from 'vue-eslint-parser';

import plugin from '../../index.js';

const linter = new Linter({ configType: 'flat' });

/** @type {Record<string, import('eslint').Rule.RuleModule>} */
const rules = /** @type {any} */ (plugin.rules ?? {});

/** Named, because ESLint takes `*` for the kinds of files that it knows without. */
const SCRIPTS = '**/*.{cjs,cts,js,jsx,mjs,mts,ts,tsx}';

/** The parser of each kind of file; those of components read their code with that of TypeScript. */
const PARSERS = new Map(
  /** @type {[string, unknown][]} */ ([
    [SCRIPTS, typescriptParser],
    ['**/*.svelte', svelteParser],
    ['**/*.vue', vueParser],
  ]),
);

/** @type {LinterType.Config[]} */
const config = [
  ...[...PARSERS].map(([files, parser]) => ({
    files: [files],
    languageOptions: {
      parser: /** @type {LinterType.Parser} */ (parser),
      parserOptions: {
        ecmaFeatures: { jsx: true },
        range: true,
        ...(parser !== typescriptParser && { parser: typescriptParser }),
      },
    },
  })),
  {
    files: [...PARSERS.keys()],
    plugins: { 'async-perf': { rules } },
    rules: Object.fromEntries(
      Object.keys(rules).map((name) => [`async-perf/${name}`, /** @type {const} */ (2)]),
    ),
    linterOptions: { noInlineConfig: true },
  },
];

/** Only the parser. */
const bare = config.map((each) => ({ ...each, rules: {} }));

/**
 * @typedef {object} CheckedRules
 * @property {string[]} problems
 * @property {Record<string, number>} reports By rule.
 * @property {boolean} unparsed
 * @property {number} seconds Of CPU time of the rules, without the parser's.
 */

/**
 * Lints a file with all rules of the plugin and applies their fixes and suggestions.
 *
 * @param {{ path: string, source: string }} file
 * @returns {CheckedRules}
 */
export function checkRules({ path, source }) {
  const filename = `file${/\.[^.]+$/u.exec(path)?.[0] ?? '.js'}`;
  const isBroken = (/** @type {string} */ text) =>
    linter.verify(text, bare, { filename }).some(({ fatal, message }) => {
      if (/^No matching configuration/u.test(message)) {
        throw new Error(`${filename}: ${message}`);
      }
      return fatal;
    });
  if (isBroken(source)) {
    return { problems: [], reports: {}, unparsed: true, seconds: 0 };
  }
  const { messages, seconds } = lint(filename);
  /** @type {Record<string, number>} */
  const reports = {};
  for (const { ruleId } of messages.filter((message) => message.ruleId)) {
    reports[ruleId ?? ''] = (reports[ruleId ?? ''] ?? 0) + 1;
  }
  const problems = [];
  if (messages.some(({ fix }) => fix)) {
    const { output, messages: left } = linter.verifyAndFix(source, config, { filename });
    if (isBroken(output)) {
      problems.push('does not parse after the fixes');
    }
    if (left.some(({ fix }) => fix)) {
      problems.push('its fixes never come to an end');
    }
  }
  const suggestions = messages.flatMap((message) => message.suggestions ?? []);
  const sets = source.length > LARGE ? apart(suggestions) : suggestions.map((each) => [each]);
  for (const set of sets) {
    if (isBroken(applied(source, set))) {
      problems.push(
        `does not parse after the suggestion: ${set.map(({ desc }) => desc).join(', ')}`,
      );
    }
  }
  return { problems, reports, unparsed: false, seconds };
}

/** Characters. A text as long takes seconds to parse: what it is suggested is not tried one by one. */
const LARGE = 1_000_000;

/**
 * @param {string} filename Of the text that has just been parsed.
 * @returns {{ messages: LinterType.LintMessage[], seconds: number }} Seconds of CPU time.
 */
function lint(filename) {
  const started = process.cpuUsage();
  const messages = linter.verify(linter.getSourceCode(), config, { filename });
  const { user, system } = process.cpuUsage(started);
  // The linter keeps the last tree: of a large text, two do not fit into memory.
  linter.verify('', bare, { filename });
  return { messages, seconds: (user + system) / 1e6 };
}

/**
 * @param {readonly LinterType.LintSuggestion[]} suggestions
 * @returns {LinterType.LintSuggestion[][]} They all, in sets of which none touches another's text.
 */
function apart(suggestions) {
  /** @type {LinterType.LintSuggestion[][]} */
  const sets = [];
  const inOrder = [...suggestions].sort((one, other) => one.fix.range[0] - other.fix.range[0]);
  for (const suggestion of inOrder) {
    const free = sets.find((set) => (set.at(-1)?.fix.range[1] ?? 0) < suggestion.fix.range[0]);
    if (free) {
      free.push(suggestion);
    } else {
      sets.push([suggestion]);
    }
  }
  return sets;
}

/**
 * @param {string} source
 * @param {readonly LinterType.LintSuggestion[]} suggestions In the order of the text.
 * @returns {string}
 */
const applied = (source, suggestions) =>
  suggestions.reduceRight(
    (text, { fix }) => text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]),
    // ESLint counts from behind the byte order mark.
    source.replace(/^\uFEFF/u, ''),
  );
