import { basename } from '#project-facts';

import { BABEL_CONFIG_NAMES, findBabelDownLevelling } from './babel-config.js';
import { needsDownLevelling } from './surroundings.js';
import { TSCONFIG_NAMES, findOldTypeScriptTarget } from './tsconfig.js';

/**
 * A setting for which a compiler down-levels async functions.
 *
 * @typedef {object} ConfigFinding
 * @property {(string | number)[]} path The keys and indices that lead to it in the file.
 * @property {'target' | 'inheritedTarget' | 'targets' | 'plugin' | 'preset' | 'inherited'} kind
 * @property {Record<string, string>} data Words for the message.
 */

/** The tools that read a configuration, by its name. */
const READERS = [
  { names: TSCONFIG_NAMES, find: findOldTypeScriptTarget },
  { names: BABEL_CONFIG_NAMES, find: findBabelDownLevelling },
];

/**
 * @param {string} file
 * @param {unknown} config Its content.
 * @returns {ConfigFinding[]} For what a compiler down-levels async functions, where nothing needs it.
 */
export function findDownLevelling(file, config) {
  const reader = READERS.find(({ names }) => names.test(basename(file)));
  const findings = reader?.find(file, config) ?? [];
  return findings.length > 0 && !needsDownLevelling(file) ? findings : [];
}
