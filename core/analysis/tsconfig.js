/** @import { CompilerOptions } from '../contract/pattern.js' */

import { join } from 'node:path';

import { resolveExtended } from './extended-configs.js';
import { asList, isObject, readJson } from './json.js';

/**
 * @typedef {object} Setting
 * @property {unknown} value
 * @property {string} file Where it is set.
 * @property {number} index Which of the configurations in `extends` it comes through; -1 for the file
 *   itself.
 */

/**
 * What a configuration says together with those that it extends.
 *
 * @typedef {object} Settings
 * @property {Map<string, Setting>} settings
 * @property {boolean} isComplete Whether all that it extends could be read.
 */

/**
 * @param {string} directory
 * @returns {CompilerOptions | undefined} What its tsconfig.json says; undefined if there is none.
 */
export function readCompiler(directory) {
  const file = join(directory, 'tsconfig.json');
  const config = readJson(file);
  if (config === undefined) {
    return undefined;
  }
  const { settings, isComplete } = readSettings(file, config);
  return {
    options: Object.fromEntries([...settings].map(([name, { value }]) => [name, value])),
    isComplete,
  };
}

/**
 * @param {string} file
 * @param {unknown} config Its content.
 * @param {ReadonlySet<string>} [extending] The files that led here.
 * @returns {Settings}
 */
export function readSettings(file, config, extending = new Set()) {
  /** @type {Settings} */
  const merged = { settings: new Map(), isComplete: isObject(config) && !extending.has(file) };
  if (!isObject(config) || !merged.isComplete) {
    return merged;
  }
  for (const [index, specifier] of asList(config['extends']).entries()) {
    const base = resolveExtended(file, specifier, 'tsconfig.json');
    if (base === undefined) {
      merged.isComplete = false;
      continue;
    }
    const inherited = readSettings(base, readJson(base), new Set([...extending, file]));
    merged.isComplete &&= inherited.isComplete;
    for (const [name, setting] of inherited.settings) {
      merged.settings.set(name, { ...setting, index });
    }
  }
  const options = isObject(config['compilerOptions']) ? config['compilerOptions'] : {};
  for (const [name, value] of Object.entries(options)) {
    merged.settings.set(name, { value, file, index: -1 });
  }
  for (const name of ['files', 'include']) {
    if (name in config) {
      merged.settings.set(name, { value: config[name], file, index: -1 });
    }
  }
  return merged;
}
