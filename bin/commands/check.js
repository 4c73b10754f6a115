/** @import { Linter } from 'eslint' */
/** @import { Finding } from '../check/lint.js' */

import { join } from 'node:path';

import { requireProject } from '../../core/analysis/environment/project.js';
import { OptionError } from '../../core/contract/options.js';
import { gitRoot } from '../../core/project/git.js';
import plugin from '../../index.js';
import { readArguments } from '../arguments.js';
import { chooseFiles } from '../given.js';
import { loadESLint } from '../check/eslint.js';
import { FORMATS } from '../check/formats/formats.js';
import { groupByRule } from '../check/groups.js';
import { leaveOutIgnored } from '../check/ignored.js';
import { lintFiles } from '../check/lint.js';
import { lookAhead } from '../check/outlook.js';
import { readProjectConfig, withoutProjectConfig } from '../check/project-config.js';
import { loadCodemods } from '../codemods.js';
import { pathsWith, readConfiguration } from '../configuration.js';
import { warnOfLeftOut } from '../left-out.js';
import { count } from '../terminal/count.js';
import { createProgress } from '../terminal/progress.js';
import { askFor } from '../terminal/spelling.js';
import { createPaint } from '../terminal/style.js';

const CONFIGS = /** @type {const} */ (['recommended', 'modernize', 'strict', 'all']);

const HELP = `async-perf check [paths] [options]

Finds async code that costs. Each finding comes with its measured cost and the command that repairs it.

Paths are files and directories. Without paths, check reads the current directory. With '-', it reads
the files that standard input names. Files that .gitignore names are left out.

No configuration is needed. If the project's ESLint configuration sets up this plugin, check follows it:
the rules, their options and severities, and the ignored files.

For directories, the report ends with how much \`migrate\` would convert there.

Options
  --config=NAME          the rules of ${CONFIGS.join(', ')} (default: recommended,
                         or those of the ESLint configuration); severities and options of the ESLint
                         configuration still apply
  --only=RULE,…          these rules only, also those that are switched off
  --format=NAME          ${Object.keys(FORMATS).join(', ')} (default: stylish)
  --since=REF            only findings on lines that this branch changed since it left REF
  --quiet                report errors only
  --max-warnings=N       exit with 1 if there are more than N warnings
  --no-ignore            also read files that the ESLint configuration ignores
  --no-config-lookup     do not read an ESLint configuration

Examples
  npx async-perf check
  npx async-perf check src --config=strict
  npx async-perf check --format=sarif > async-perf.sarif
  npx async-perf check --since=origin/main
  git diff --name-only -z HEAD | npx async-perf check -

A comment switches a rule off: // eslint-disable-next-line async-perf/no-useless-async

Exit codes
  0 no errors   1 errors, too many warnings, or a file that does not parse   2 wrong use
`;

const OPTIONS = /** @type {const} */ ({
  config: { type: 'string' },
  'config-lookup': { type: 'boolean', default: true },
  format: { type: 'string', default: 'stylish' },
  help: { type: 'boolean', short: 'h' },
  ignore: { type: 'boolean', default: true },
  'max-warnings': { type: 'string' },
  only: { type: 'string' },
  quiet: { type: 'boolean' },
  since: { type: 'string' },
});

/** In so many files at most it also looks for what `migrate` would convert. */
const MOST_LOOKED_AHEAD = 100;

/**
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 * @throws {OptionError} If an option or the project's setup makes a check impossible.
 */
export async function runCheck(args) {
  const { values, positionals } = readArguments('check', {
    args,
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const format = FORMATS[choose('format', values.format, Object.keys(FORMATS))];
  const chosen = readRules(values);
  const mostWarnings = readCount('max-warnings', values['max-warnings']);
  const started = performance.now();
  const root = process.cwd();
  // Node itself cannot look for ESLint beside a package.json that is no JSON.
  requireProject(join(root, 'package.json'));
  const { ESLint, Linter } = await loadESLint(root);
  const paths = pathsWith(positionals, readConfiguration(root, gitRoot(root) ?? root));
  const given = await chooseFiles(paths, { root, since: values.since });
  const all = given.files;
  const projectConfig = values['config-lookup']
    ? await readProjectConfig(given.files, ESLint, root)
    : withoutProjectConfig;
  if (values.ignore) {
    leaveOutIgnored(given, projectConfig);
  }
  warnOfLeftOut(given);
  const { files } = given;
  const onProgress = createProgress(files.length, 'files');
  const rulesOf = (/** @type {string} */ file) => rulesFor(projectConfig(file).rules, chosen);
  const linted = lintFiles(files, { Linter, rulesOf, onProgress });
  warnOfLeftOut(linted);
  const check = {
    ...linted,
    findings: linted.findings.filter(({ file, line }) => given.isChanged(file, line)),
  };
  const isError = (/** @type {Finding} */ { severity }) => severity === 'error';
  const hasErrors = check.errors.length > 0 || check.findings.some(isError);
  const warnings = check.findings.filter((finding) => !isError(finding)).length;
  const findings = values.quiet ? check.findings.filter(isError) : check.findings;
  const codemods = await loadCodemods();
  // A hook names files, and wants to know of findings alone.
  const isAsked = values.format === 'stylish' && !values.quiet && values.only === undefined;
  const isWhole = !given.isPart && given.paths.some(({ isFile }) => !isFile);
  // A plan of a large project takes longer than its lint.
  const looksAhead = all.length <= MOST_LOOKED_AHEAD;
  /** @type {import('../check/formats/formats.js').Report['outlook']} */
  let outlook;
  if (isAsked && isWhole) {
    outlook = looksAhead
      ? lookAhead(all, codemods, createProgress(all.length, 'files'))
      : 'too many files';
  }
  const report = {
    groups: groupByRule(findings, codemods),
    errors: check.errors,
    files: check.files,
    followed: files.some((file) => projectConfig(file).rules !== undefined),
    ignored: all.length - files.length,
    given: positionals,
    outlook,
    seconds: (performance.now() - started) / 1000,
    root,
    repository: gitRoot(root) ?? root,
    paint: createPaint(process.stdout),
  };
  process.stdout.write(format?.(report) ?? '');
  if (warnings > mostWarnings) {
    process.stderr.write(
      `async-perf: ${count(warnings, 'warning')}, more than --max-warnings=${mostWarnings}\n`,
    );
  }
  return hasErrors || warnings > mostWarnings ? 1 : 0;
}

/**
 * The rules that the command line asks for.
 *
 * @typedef {object} ChosenRules
 * @property {Linter.RulesRecord} rules
 * @property {'default' | 'config' | 'only'} by Which option named them.
 */

/**
 * @param {Linter.RulesRecord | undefined} ofProject The rules that the project's configuration has for a
 *   file, those that are off among them; undefined if the plugin is not set up for it.
 * @param {ChosenRules} chosen
 * @returns {Linter.RulesRecord} Those to run on the file.
 */
function rulesFor(ofProject, { rules, by }) {
  if (ofProject === undefined) {
    return rules;
  }
  const configured = Object.entries(ofProject);
  if (by === 'default') {
    return ofProject;
  }
  return {
    ...rules,
    ...Object.fromEntries(
      configured.filter(([id, entry]) => id in rules && (by === 'config' || !isOff(entry))),
    ),
  };
}

/** @param {Linter.RuleEntry | undefined} entry */
function isOff(entry) {
  const [severity] = Array.isArray(entry) ? entry : [entry];
  return severity === 0 || severity === 'off';
}

/**
 * @param {string} option
 * @param {string | undefined} value
 * @returns {number} Infinity if the option is not given.
 * @throws {OptionError} If it is no count.
 */
function readCount(option, value) {
  if (value !== undefined && !/^\d+$/u.test(value)) {
    throw new OptionError(`--${option}=${value}: give a whole number, such as --${option}=0`);
  }
  return value === undefined ? Infinity : Number(value);
}

/**
 * @param {{ config?: string | undefined, only?: string | undefined }} values
 * @returns {ChosenRules}
 * @throws {OptionError} Naming a configuration or a rule that is not there.
 */
function readRules({ config, only }) {
  if (only !== undefined) {
    const known = Object.keys(plugin.rules);
    const names = only.split(',').map((name) => name.replace(/^async-perf\//u, ''));
    return {
      rules: Object.fromEntries(
        names.map((name) => [`async-perf/${choose('only', name, known)}`, 'error']),
      ),
      by: 'only',
    };
  }
  const { rules } = plugin.configs[choose('config', config ?? 'recommended', CONFIGS)];
  return {
    // A configuration may hold rules for files of other languages than JavaScript.
    rules: Object.fromEntries(
      Object.entries(/** @type {Linter.RulesRecord} */ (rules)).filter(([id]) =>
        plugin.rules[id.slice('async-perf/'.length)]?.meta?.languages?.includes('js/js'),
      ),
    ),
    by: config === undefined ? 'default' : 'config',
  };
}

/**
 * @template {string} Choice
 * @param {string} option
 * @param {string} value
 * @param {readonly Choice[]} choices
 * @returns {Choice}
 * @throws {OptionError}
 */
function choose(option, value, choices) {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) {
    const hint = askFor(value, choices) || `: give one of ${choices.join(', ')}`;
    throw new OptionError(`--${option}=${value}${hint}`);
  }
  return choice;
}
