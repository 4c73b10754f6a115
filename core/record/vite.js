import { realPathOf } from './esm.js';
import { readFileList } from './file-list.js';
import { addProbes } from './probed-text.js';

/**
 * Vitest loads the files of tests through a server of Vite, which asks plugins for their text: no hook of Node sees
 * them. A plugin that comes first puts the probes into them.
 */

/** The scheme of a module that stands in for Vite where Vitest imports it. */
const SCHEME = 'async-perf-vite:';

/** Whose imports of Vite get the module with the plugin. */
const IMPORTERS = /[\\/]node_modules[\\/](?:\.pnpm[\\/].*)?vitest[\\/]/u;

/**
 * @param {string} specifier
 * @param {string | undefined} parent The URL of the module that imports it.
 * @returns {boolean} Whether that is Vitest, which imports Vite.
 */
export function isViteOfVitest(specifier, parent) {
  return specifier === 'vite' && parent !== undefined && IMPORTERS.test(parent);
}

/**
 * @param {string} url Of Vite.
 * @returns {{ url: string, format: 'module', shortCircuit: true }} What a resolve hook gives in its place.
 */
export function standInFor(url) {
  return { url: `${SCHEME}${url}`, format: 'module', shortCircuit: true };
}

/**
 * @param {string} url
 * @returns {{ format: 'module', source: string, shortCircuit: true } | undefined} What a load hook gives for it;
 *   undefined for any other module.
 */
export function loadStandIn(url) {
  if (!url.startsWith(SCHEME)) {
    return undefined;
  }
  const real = JSON.stringify(url.slice(SCHEME.length));
  const own = JSON.stringify(import.meta.url);
  return {
    format: 'module',
    shortCircuit: true,
    source: `export * from ${real};
import { createServer as create } from ${real};
import { withProbes } from ${own};
export const createServer = (config) => create(withProbes(config));
`,
  };
}

/**
 * @param {{ plugins?: unknown[] }} [config] As Vitest gives it to Vite.
 * @returns {object} The same with a plugin in front.
 */
export function withProbes(config = {}) {
  const files = readFileList();
  const plugin = {
    name: 'async-perf-record',
    enforce: 'pre',
    transform(/** @type {string} */ code, /** @type {string} */ id) {
      const [path = ''] = id.split('?');
      const number = files?.numbers.get(realPathOf(path));
      return files && number !== undefined
        ? { code: addProbes(code, path, number, files), map: null }
        : undefined;
    },
  };
  return { ...config, plugins: [plugin, ...(config.plugins ?? [])] };
}
