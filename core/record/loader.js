import { withProbes } from './esm.js';
import { readFileList } from './file-list.js';
import { isViteOfVitest, loadStandIn, standInFor } from './vite.js';

/** The hooks of Node versions that have no `registerHooks`: they run in a thread of their own. */

const files = readFileList();

/**
 * @param {string} specifier
 * @param {import('node:module').ResolveHookContext} context
 * @param {(specifier: string, context?: object) => Promise<{ url: string }>} nextResolve
 * @returns {Promise<{ url: string }>}
 */
export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  return isViteOfVitest(specifier, context.parentURL) ? standInFor(resolved.url) : resolved;
}

/**
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context?: object) => Promise<import('./esm.js').Loaded>} nextLoad
 * @returns {Promise<import('./esm.js').Loaded>}
 */
export async function load(url, context, nextLoad) {
  const standIn = loadStandIn(url);
  if (standIn) {
    return standIn;
  }
  const loaded = await nextLoad(url, context);
  return files ? withProbes(url, loaded, files) : loaded;
}
