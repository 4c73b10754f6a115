/**
 * Makes the `after` of a scenario: what the codemod or the rule's repair really writes.
 *
 * @import { Scenario } from './scenarios.js'
 */
import { Linter } from 'eslint';

import plugin from '../index.js';
import { convert } from '../core/codemod/convert.js';

const MOST_REPAIRS = 20;

/** The tool left a scenario as it was. */
export class NotConverted extends Error {
  /**
   * @param {string} message
   */
  constructor(message) {
    super(message);
    this.name = 'NotConverted';
  }
}

/**
 * @param {Scenario} scenario
 * @returns {Promise<string>} the new module text
 * @throws {NotConverted} with the reason
 */
export async function produceAfter(scenario) {
  const { after, before, id } = scenario;
  const path = `${id}.cjs`;
  if ('codemod' in after) return runCodemod(after.codemod, before, path, after.options);
  if ('advised' in after) {
    reportedStatements(after.rule, before, path);
    return after.advised;
  }
  return 'remove' in after
    ? removeReported(after.remove, before, path)
    : applyRepairs(after.rule, before, path, after.options);
}

/**
 * @param {string} name of a file in `codemods/`
 * @param {string} source
 * @param {string} path
 * @param {Record<string, unknown>} [options]
 * @returns {Promise<string>}
 * @throws {NotConverted}
 */
export async function runCodemod(name, source, path, options = {}) {
  /** @type {{ codemod: import('../core/codemod/convert.js').Codemod }} */
  const { codemod } = await import(`../codemods/${name}.js`);
  const { source: output, changed, sites, error } = convert({ path, source }, codemod, options);
  if (error) {
    throw new NotConverted(
      `${path}:${error.line}:${error.column} does not parse: ${error.message}`,
    );
  }
  if (!changed) {
    const refusals = sites.map(
      (site) => `${site.line}:${site.column} ${site.reason}: ${site.message}`,
    );
    throw new NotConverted(
      `${name} leaves ${path} as it is: ${refusals.join('; ') || 'it finds nothing to convert'}`,
    );
  }
  return output;
}

/**
 * Applies a rule's autofixes and, where it has none, its first suggestion, until it reports nothing
 * that it can repair.
 *
 * @param {string} name of a rule
 * @param {string} source CommonJS
 * @param {string} path
 * @param {unknown[]} [options]
 * @returns {string}
 * @throws {NotConverted}
 */
export function applyRepairs(name, source, path, options = []) {
  const linter = new Linter();
  const config = configFor(name, options);
  let text = source;
  for (let repair = 0; repair < MOST_REPAIRS; repair += 1) {
    text = linter.verifyAndFix(text, config, { filename: path }).output;
    const problems = linter.verify(text, config, { filename: path });
    const fix = problems.find((problem) => problem.suggestions?.[0])?.suggestions?.[0]?.fix;
    if (!fix) break;
    text = text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]);
  }
  if (text === source) throw new NotConverted(`${name} repairs nothing in ${path}`);
  return text;
}

/**
 * Takes out the top-level statements that a rule reports: what is left to do where it cannot repair.
 *
 * @param {string} name of a rule
 * @param {string} source CommonJS
 * @param {string} path
 * @returns {string}
 * @throws {NotConverted}
 */
function removeReported(name, source, path) {
  const linter = new Linter();
  const problems = linter.verify(source, configFor(name, []), { filename: path });
  const statements = linter
    .getSourceCode()
    .ast.body.filter(({ loc }) =>
      problems.some(({ line }) => loc && loc.start.line <= line && line <= loc.end.line),
    );
  if (statements.length === 0) throw new NotConverted(`${name} reports no statement of ${path}`);
  let text = source;
  for (const { range } of statements.reverse()) {
    if (range) text = text.slice(0, range[0]) + text.slice(range[1]).replace(/^\n/u, '');
  }
  return text;
}

/**
 * @param {string} name
 * @param {string} source
 * @param {string} path
 * @throws {NotConverted} if there are none
 */
function reportedStatements(name, source, path) {
  const linter = new Linter();
  const problems = linter.verify(source, configFor(name, []), { filename: path });
  const statements = linter
    .getSourceCode()
    .ast.body.filter(({ loc }) =>
      problems.some(({ line }) => loc && loc.start.line <= line && line <= loc.end.line),
    );
  if (statements.length === 0) throw new NotConverted(`${name} reports no statement of ${path}`);
  return statements;
}

/**
 * @param {string} name
 * @param {unknown[]} options
 * @returns {import('eslint').Linter.Config[]}
 * @throws {NotConverted} if there is no such rule
 */
function configFor(name, options) {
  if (!plugin.rules?.[name]) throw new NotConverted(`The plugin has no rule ${name}`);
  return [
    {
      files: ['**/*'],
      plugins: { 'async-perf': plugin },
      languageOptions: { sourceType: 'commonjs', ecmaVersion: 'latest' },
      rules: { [`async-perf/${name}`]: ['error', ...options] },
    },
  ];
}
