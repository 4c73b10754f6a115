/** @import { Codemod } from '../core/codemod/convert.js' */

import { readdirSync } from 'node:fs';

import plugin from '../index.js';

const COROUTINES = 'generator-to-async';
const LIBRARIES = 'bluebird-to-native';
const REST = [
  'async-lib-to-async',
  'stream-events-to-for-await',
  'promise-chain-to-async',
  'callback-to-async',
  'unwrap-promises',
  'hoist-async-closure',
];

/**
 * The order that works. A coroutine that has to give a promise of its library is left with a call of the
 * library, which the next codemod reads. Where it may give a native one, it does so once nobody in the
 * file calls more of it than native promises have: the codemod of the library comes first then.
 *
 * @param {string | undefined} api The policy, as an option names it.
 * @returns {readonly string[]}
 */
function orderFor(api) {
  return api === 'async' ? [LIBRARIES, COROUTINES, ...REST] : [COROUTINES, LIBRARIES, ...REST];
}

/**
 * @param {object} [options]
 * @param {string} [options.api]
 * @returns {Promise<Codemod[]>} Every codemod of the package, in the order to apply them.
 */
export async function loadCodemods({ api } = {}) {
  const order = orderFor(api);
  const directory = new URL('../codemods/', import.meta.url);
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.slice(0, -'.js'.length))
    .sort((left, right) => order.indexOf(left) - order.indexOf(right));
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
