/**
 * The suites: the experiments of the articles that started this project, written again, each a
 * module of `suites/` that measures one Node and reports over all of them.
 *
 * @import { NodeBinary } from './nodes.js'
 * @import { Results } from './results.js'
 *
 * @typedef {object} SuiteOptions
 * @property {NodeBinary} node
 * @property {boolean} quick
 * @property {number} timeout ms for one child
 *
 * @typedef {object} Suite
 * @property {string} id The file's name.
 * @property {string} title
 * @property {string} [source] The article whose experiment it is.
 * @property {string} node The oldest Node it runs on.
 * @property {boolean} quick Whether it is part of a quick run.
 * @property {readonly string[]} [rules] Rules on whose pages the report is shown as well.
 * @property {(options: SuiteOptions) => Promise<unknown>} run gives JSON
 * @property {(all: readonly Results[]) => string | undefined} report Markdown below the title; undefined without data
 * @property {(all: readonly Results[]) => Record<string, string>} [charts] SVG texts by file name
 */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DIRECTORY = new URL('suites/', import.meta.url);

/**
 * @returns {Promise<Suite[]>} by id
 * @throws {Error} if a file and its suite are named differently
 */
export async function loadSuites() {
  const files = (await readdir(DIRECTORY)).filter((file) => file.endsWith('.js')).sort();
  const suites = [];
  for (const file of files) {
    /** @type {Suite} */
    const suite = (await import(new URL(file, DIRECTORY).href)).default;
    if (`${suite.id}.js` !== file) {
      throw new Error(`bench/suites/${file} has the id ${suite.id}: they must be the same`);
    }
    suites.push(suite);
  }
  return suites;
}

/**
 * @template Data
 * @param {readonly Results[]} all
 * @param {string} id
 * @returns {Array<{ node: string, data: Data, load: number, cores: number }>} of the Nodes that have
 *   data, oldest first, with the load of the machine then
 */
export function suiteData(all, id) {
  return all.flatMap(({ node, suites, machine: { cores } }) => {
    const result = suites[id];
    return result === undefined || result.failed !== undefined
      ? []
      : [{ node, data: /** @type {Data} */ (result.data), load: result.load, cores }];
  });
}

/**
 * @param {string} source CommonJS that exports `run`
 * @param {import('./child.js').Variant['style']} [style]
 * @returns {import('./child.js').Variant} resolved from the repository's packages
 */
export function inlineVariant(source, style) {
  return {
    name: 'the suite',
    filename: fileURLToPath(new URL('inline.cjs', DIRECTORY)),
    source,
    export: 'run',
    ...(style && { style }),
  };
}

/**
 * @param {SuiteOptions} options
 * @returns {{ execPath: string, timeout: number }} for `runJob`
 */
export function childOf({ node, timeout }) {
  return { execPath: node.execPath, timeout };
}
