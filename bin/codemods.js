/** @import { Codemod } from '../core/codemod/convert.js' */

import { readdirSync } from 'node:fs';

import plugin from '../index.js';
import { CODEMOD_ORDER } from './order.js';

/** @returns {Promise<Codemod[]>} Every codemod of the package, in the order to apply them. */
export async function loadCodemods() {
  const directory = new URL('../codemods/', import.meta.url);
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.slice(0, -'.js'.length))
    .sort((left, right) => CODEMOD_ORDER.indexOf(left) - CODEMOD_ORDER.indexOf(right));
  const modules = await Promise.all(
    names.map((name) => import(new URL(`${name}.js`, directory).href)),
  );
  return modules.map(({ codemod }) => codemod);
}

/**
 * @param {string} rule
 * @param {readonly Codemod[]} codemods
 * @returns {string[]} The names of those that rewrite what the rule reports.
 */
export function codemodsOfRule(rule, codemods) {
  const docs = /** @type {{ pattern?: string } | undefined} */ (plugin.rules?.[rule]?.meta?.docs);
  return codemods
    .filter(({ patterns }) => patterns.some(({ name }) => name === docs?.pattern))
    .map(({ name }) => name);
}
