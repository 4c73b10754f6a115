/** @import { ConfigFinding } from './config-finding.js' */

import { basename } from 'node:path';

import { isLintedItself, resolveExtended } from './extends.js';
import { asList, isObject, readJson } from './json.js';
import { isEmittedByTypeScript } from './surroundings.js';

export const TSCONFIG_NAMES = /^(?:tsconfig.*|jsconfig)\.json$/u;

/** Targets older than ES2017, which has async functions. */
const OLD_TARGET = /^es(?:[356]|201[56])$/iu;

/** What decides whether TypeScript writes JavaScript, and which. */
const OPTIONS = /** @type {const} */ (['target', 'noEmit', 'emitDeclarationOnly']);

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
 * `target` in a `tsconfig.json` with which TypeScript writes its async functions as generators that a
 * helper runs, or as state machines.
 *
 * https://www.typescriptlang.org/tsconfig/#target; a `jsconfig.json` emits nothing unless it says so:
 * `getDefaultCompilerOptions` of
 * https://github.com/microsoft/TypeScript/blob/main/src/compiler/commandLineParser.ts
 *
 * @param {string} file
 * @param {unknown} config Its content.
 * @returns {ConfigFinding[]}
 */
export function findOldTypeScriptTarget(file, config) {
  const merged = readSettings(file, config, new Set());
  const target = merged.settings.get('target');
  if (!target || !merged.isComplete || !emits(file, merged)) {
    return [];
  }
  const { value, file: origin, index } = target;
  if (typeof value !== 'string' || !OLD_TARGET.test(value) || !isEmittedByTypeScript(file)) {
    return [];
  }
  if (origin === file) {
    return [{ path: ['compilerOptions', 'target'], kind: 'target', data: { target: value } }];
  }
  if (
    isLintedItself(origin, TSCONFIG_NAMES) &&
    findOldTypeScriptTarget(origin, readJson(origin))[0]
  ) {
    // It is reported there.
    return [];
  }
  const isArray = isObject(config) && Array.isArray(config['extends']);
  return [
    {
      path: isArray ? ['extends', index] : ['extends'],
      kind: 'inheritedTarget',
      data: { target: value },
    },
  ];
}

/**
 * @param {string} file
 * @param {unknown} config
 * @param {ReadonlySet<string>} extending The files that led here.
 * @returns {Settings}
 */
function readSettings(file, config, extending) {
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
  for (const name of OPTIONS) {
    if (name in options) {
      merged.settings.set(name, { value: options[name], file, index: -1 });
    }
  }
  for (const name of ['files', 'include']) {
    if (name in config) {
      merged.settings.set(name, { value: config[name], file, index: -1 });
    }
  }
  return merged;
}

/**
 * @param {string} file
 * @param {Settings} settings
 * @returns {boolean} Whether TypeScript writes JavaScript with it.
 */
function emits(file, { settings }) {
  const isJsconfig = basename(file) === 'jsconfig.json';
  const files = settings.get('files')?.value;
  const isEmpty = Array.isArray(files) && files.length === 0 && !settings.has('include');
  return (
    !isEmpty &&
    (settings.get('noEmit')?.value ?? isJsconfig) !== true &&
    settings.get('emitDeclarationOnly')?.value !== true
  );
}
