/** @import { Settings } from '../analysis/environment/tsconfig.js' */
/** @import { ConfigFinding } from './downlevelling.js' */

import { basename } from '#project-facts';

import { isLintedItself } from '../analysis/environment/extended-configs.js';
import { isObject, readJson } from '../analysis/environment/json.js';
import { readSettings } from '../analysis/environment/tsconfig.js';
import { isEmittedByTypeScript } from './surroundings.js';

export const TSCONFIG_NAMES = /^(?:tsconfig.*|jsconfig)\.json$/u;

/** Targets older than ES2017, which has async functions. */
const OLD_TARGET = /^es(?:[356]|201[56])$/iu;

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
  const merged = readSettings(file, config);
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
