/** @import { CompilerOptions } from '../../contract/pattern.js' */

import { join } from '#project-facts';

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
 * The options of a configuration, together with those that it extends.
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
 * The nearest one to say a setting decides: the file itself, then what it extends, the last first. So each
 * file is read once, however many ways lead to it; what it says has been decided by the first.
 *
 * @param {string} file
 * @param {unknown} config Its content.
 * @returns {Settings}
 */
export function readSettings(file, config) {
  /** @type {Settings} */
  const merged = { settings: new Map(), isComplete: true };
  /** @type {Map<string, 'open' | 'closed'>} Those that are being read, and those that have been. */
  const states = new Map();
  /** @type {{ file: string, index: number, isLeft?: true }[]} The last one comes next. */
  const ahead = [{ file, index: -1 }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    if (next.isLeft) {
      states.set(next.file, 'closed');
      continue;
    }
    if (states.has(next.file)) {
      merged.isComplete &&= states.get(next.file) === 'closed';
      continue;
    }
    const content = next.file === file ? config : readJson(next.file);
    if (!isObject(content)) {
      merged.isComplete = false;
      continue;
    }
    addOwnSettings(merged.settings, next, content);
    states.set(next.file, 'open');
    ahead.push({ ...next, isLeft: true });
    for (const [index, specifier] of asList(content['extends']).entries()) {
      const base = resolveExtended(next.file, specifier, 'tsconfig.json');
      if (base === undefined) {
        merged.isComplete = false;
      } else {
        ahead.push({ file: base, index: next.index === -1 ? index : next.index });
      }
    }
  }
  return merged;
}

/**
 * @param {Map<string, Setting>} settings Gets those that are not in it yet.
 * @param {{ file: string, index: number }} place
 * @param {Record<string, unknown>} config
 */
function addOwnSettings(settings, { file, index }, config) {
  const options = isObject(config['compilerOptions']) ? config['compilerOptions'] : {};
  const lists = ['files', 'include'].filter((name) => name in config);
  const own = [...lists.map((name) => [name, config[name]]), ...Object.entries(options)];
  for (const [name, value] of /** @type {[string, unknown][]} */ (own)) {
    if (!settings.has(name)) {
      settings.set(name, { value, file, index });
    }
  }
}
