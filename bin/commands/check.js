/** @import { Linter } from 'eslint' */

import { join } from 'node:path';

import { requireProject } from '../../core/analysis/project.js';
import { OptionError } from '../../core/contract/options.js';
import { findGivenFiles } from '../../core/project/given-files.js';
import { gitRoot } from '../../core/project/git.js';
import plugin from '../../index.js';
import { readArguments } from '../arguments.js';
import { loadESLint } from '../check/eslint.js';
import { FORMATS } from '../check/formats/formats.js';
import { groupByRule } from '../check/groups.js';
import { leaveOutIgnored } from '../check/ignored.js';
import { lintFiles } from '../check/lint.js';
import { loadCodemods } from '../codemods.js';
import { warnOfLeftOut } from '../left-out.js';
import { createProgress } from '../terminal/progress.js';
import { askFor } from '../terminal/spelling.js';
import { createPaint } from '../terminal/style.js';

const CONFIGS = /** @type {const} */ (['recommended', 'modernize', 'strict', 'all']);

const HELP = `async-perf check [paths] [options]

Finds costly async code in the files below the paths (the current directory if none is given),
without any configuration. Each pattern comes with what it was measured to cost and the command that
repairs it. Files that .gitignore, or an ESLint configuration that is there, leaves out are not read:
where they are named, a warning says so.

Options
  --config=NAME          ${CONFIGS.join(', ')} (recommended)
  --only=RULE,…          these rules only, whatever the configuration
  --format=NAME          ${Object.keys(FORMATS).join(', ')} (stylish)
  --no-ignore            do not ask an ESLint configuration what to leave out

Examples
  npx async-perf check
  npx async-perf check src --config=strict
  npx async-perf check --format=sarif > async-perf.sarif

Rules can be switched off in the code: // eslint-disable-next-line async-perf/no-useless-async
To see findings in the editor, and to choose rules, add the plugin to the ESLint configuration.

Exit codes
  0 nothing found   1 something found, or a file cannot be read as code   2 wrong use
`;

const OPTIONS = /** @type {const} */ ({
  config: { type: 'string', default: 'recommended' },
  format: { type: 'string', default: 'stylish' },
  help: { type: 'boolean', short: 'h' },
  ignore: { type: 'boolean', default: true },
  only: { type: 'string' },
});

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
  const rules = readRules(values);
  const started = performance.now();
  const root = process.cwd();
  // Node itself cannot look for ESLint beside a package.json that is no JSON.
  requireProject(join(root, 'package.json'));
  const { ESLint, Linter } = await loadESLint(root);
  const given = await findGivenFiles(positionals, root);
  const all = given.files.length;
  if (values.ignore) {
    await leaveOutIgnored(given, ESLint, root);
  }
  warnOfLeftOut(given);
  const { files } = given;
  const onProgress = createProgress(files.length, 'files');
  const check = lintFiles(files, { Linter, rules, onProgress });
  warnOfLeftOut(check);
  const report = {
    groups: groupByRule(check.findings, await loadCodemods()),
    errors: check.errors,
    files: check.files,
    ignored: all - files.length,
    given: positionals,
    seconds: (performance.now() - started) / 1000,
    root,
    repository: gitRoot(root) ?? root,
    paint: createPaint(process.stdout),
  };
  process.stdout.write(format?.(report) ?? '');
  return check.findings.length + check.errors.length > 0 ? 1 : 0;
}

/**
 * @param {{ config: string, only?: string | undefined }} values
 * @returns {Linter.RulesRecord}
 * @throws {OptionError} Naming a configuration or a rule that is not there.
 */
function readRules({ config, only }) {
  if (only !== undefined) {
    const known = Object.keys(plugin.rules);
    const names = only.split(',').map((name) => name.replace(/^async-perf\//u, ''));
    return Object.fromEntries(
      names.map((name) => [`async-perf/${choose('only', name, known)}`, 'error']),
    );
  }
  const { rules } = plugin.configs[choose('config', config, CONFIGS)];
  // A configuration may hold rules for files of other languages than JavaScript.
  return Object.fromEntries(
    Object.entries(/** @type {Linter.RulesRecord} */ (rules)).filter(([id]) =>
      plugin.rules[id.slice('async-perf/'.length)]?.meta?.languages?.includes('js/js'),
    ),
  );
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
