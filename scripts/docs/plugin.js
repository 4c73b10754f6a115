/** @import { Rule } from 'eslint' */
/** @import { Codemod } from '../../core/codemod/convert.js' */

import { readdir } from 'node:fs/promises';

import { codemodsOfRule } from '../../bin/codemods.js';
import plugin from '../../index.js';

/**
 * @typedef {object} DocumentedRule
 * @property {string} name
 * @property {Rule.RuleMetaData} meta
 * @property {string[]} configs The configurations that switch it on, in the plugin's order.
 * @property {string[]} codemods Those that rewrite the pattern that it reports.
 */

/** @returns {Promise<Codemod[]>} By name. */
export async function readCodemods() {
  const directory = new URL('../../codemods/', import.meta.url);
  const files = await readdir(directory);
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith('.js'))
      .sort()
      .map((file) => import(new URL(file, directory).href)),
  );
  return modules.map(({ codemod }) => codemod);
}

/**
 * @param {readonly Codemod[]} codemods
 * @returns {DocumentedRule[]} By name.
 */
export function readRules(codemods) {
  return Object.entries(plugin.rules ?? {})
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([name, rule]) => {
      const meta = /** @type {Rule.RuleMetaData} */ (rule.meta);
      return { name, meta, configs: configsWith(name), codemods: codemodsOfRule(name, codemods) };
    });
}

/**
 * @param {string} rule
 * @returns {string[]}
 */
function configsWith(rule) {
  return Object.entries(plugin.configs ?? {})
    .filter(([, config]) =>
      [config].flat().some((part) => (part.rules?.[`async-perf/${rule}`] ?? 'off') !== 'off'),
    )
    .map(([name]) => name);
}
