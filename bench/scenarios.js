/**
 * The scenarios: one costly form each, as a CommonJS module, and the tool that repairs it.
 *
 * @import { Metric } from './measure.js'
 *
 * @typedef {object} Expected What is the same on every run and every Node from 12 on.
 * @property {number | null} [ticks]
 * @property {number} [promises] Left out where Nodes differ.
 *
 * @typedef {object} Scenario
 * @property {string} id The file's name.
 * @property {string} title What the old form does, in a few words.
 * @property {string[]} rules Rules that report it.
 * @property {string[]} codemods Codemods that convert it.
 * @property {readonly Metric[]} claims The metrics in which the new form is claimed to be better.
 * @property {string} node The oldest Node that runs both forms.
 * @property {boolean} [ownProcess] It changes its process, so each sample needs a process.
 * @property {number} [fan] Time it also with this many at once.
 * @property {readonly Metric[]} [varies] What is not measured, because it depends on when the threads of
 *   libuv answer.
 * @property {'promise' | 'callback'} [style]
 * @property {string} [call] Text of a function that makes the operation of the module's exports;
 *   by default `exports.run` is called without arguments.
 * @property {string} before Text of a CommonJS module.
 * @property {{ codemod: string, options?: Record<string, unknown> } | { rule: string, options?: unknown[] } | { remove: string } | { rule: string, advised: string }} after
 *   Produced by the tool when the bench runs. `remove` takes out what a rule reports; `advised` is
 *   the form that the page of a rule advises which repairs nothing.
 * @property {{ before: Expected, after: Expected }} expected
 * @property {string} [note] What the figures mean, where they do not speak for themselves.
 */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DIRECTORY = new URL('scenarios/', import.meta.url);

/**
 * @param {object} [options]
 * @param {readonly string[]} [options.only] ids, rules or codemods; all by default
 * @returns {Promise<Scenario[]>} by id
 * @throws {Error} if a name is unknown
 */
export async function loadScenarios({ only = [] } = {}) {
  const files = (await readdir(DIRECTORY)).filter((file) => file.endsWith('.js')).sort();
  /** @type {Scenario[]} */
  const scenarios = [];
  for (const file of files) {
    /** @type {Scenario} */
    const scenario = (await import(new URL(file, DIRECTORY).href)).default;
    if (`${scenario.id}.js` !== file) {
      throw new Error(`bench/scenarios/${file} has the id ${scenario.id}: they must be the same`);
    }
    scenarios.push(scenario);
  }
  const unknown = only.filter((name) => !scenarios.some((scenario) => isNamed(scenario, name)));
  if (unknown.length > 0) {
    throw new Error(
      `No scenario, rule or codemod is named ${unknown.join(', ')}. Scenarios: ${scenarios.map(({ id }) => id).join(', ')}`,
    );
  }
  return only.length === 0
    ? scenarios
    : scenarios.filter((scenario) => only.some((name) => isNamed(scenario, name)));
}

/**
 * @param {Scenario} scenario
 * @param {string} name
 */
function isNamed({ id, rules, codemods }, name) {
  return id === name || rules.includes(name) || codemods.includes(name);
}

/**
 * @param {Scenario} scenario
 * @param {'before' | 'after'} name
 * @param {string} source
 * @returns {import('./child.js').Variant}
 */
export function toVariant(scenario, name, source) {
  return {
    name,
    filename: fileURLToPath(new URL(`${scenario.id}.cjs`, DIRECTORY)),
    source,
    export: 'run',
    ...(scenario.call && { call: scenario.call }),
    ...(scenario.style && { style: scenario.style }),
    ...(scenario.varies && { varies: scenario.varies }),
  };
}
