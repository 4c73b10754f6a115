/** @import { ConfigFinding } from './downlevelling.js' */

import { findOldTarget } from './babel-targets.js';
import { isLintedItself, resolveExtended } from '../analysis/environment/extended-configs.js';
import { asList, isObject, readJson } from '../analysis/environment/json.js';

export const BABEL_CONFIG_NAMES = /^(?:\.babelrc(?:\.json)?|babel\.config\.json)$/u;

/** Plugins that rewrite async functions, whatever the targets are. */
const PLUGINS = new Set([
  'transform-async-generator-functions',
  'transform-async-to-bluebird',
  'transform-async-to-generator',
  'transform-async-to-module-method',
  'transform-async-to-promises',
  'transform-regenerator',
]);

/** Presets of Babel 6 that do so. The presets of proposals do so too, but a project lists them for another proposal. */
const PRESETS = new Set(['es2017', 'latest']);

const PRESET_ENV = 'env';

/** A project that excludes this plugin from the preset keeps its async functions. */
const EXCLUDABLE = 'transform-async-to-generator';

/**
 * @typedef {object} Item A plugin or preset.
 * @property {string} name Without what Babel adds to it.
 * @property {string} written
 * @property {Record<string, unknown>} options
 * @property {(string | number)[]} path
 */

/**
 * Literal targets, plugins and presets in a `.babelrc` or `babel.config.json` with which Babel writes
 * async functions as generators that a helper runs.
 *
 * https://babeljs.io/docs/options, https://babeljs.io/docs/babel-preset-env#targets
 *
 * @param {string} file
 * @param {unknown} config Its content.
 * @returns {ConfigFinding[]}
 */
export function findBabelDownLevelling(file, config) {
  /** @type {ConfigFinding[]} */
  let inherited = [];
  for (const each of withExtended(file, config).toReversed()) {
    const replaced = new Set(presetsOf(each, []).map(({ name }) => name));
    const kept = inherited.find(
      ({ data: { preset } }) => preset === undefined || !replaced.has(preset),
    );
    inherited = [
      ...findInSection(each, []),
      ...(kept
        ? [{ path: ['extends'], kind: /** @type {const} */ ('inherited'), data: { ...kept.data } }]
        : []),
    ];
  }
  return inherited;
}

/**
 * @param {string} file
 * @param {unknown} config Its content.
 * @param {boolean} hasQueries Whether Browserslist is told elsewhere what the targets are.
 * @returns {boolean} Whether Babel writes async functions as generators with it: without any targets
 *   the preset compiles whatever there is.
 */
export function compilesAsyncAway(file, config, hasQueries) {
  const hasNoTarget =
    isObject(config) &&
    !hasQueries &&
    config['targets'] === undefined &&
    presetsOf(config, []).some(
      ({ name, options }) =>
        name === PRESET_ENV && options['targets'] === undefined && !excludesIt(options),
    );
  return hasNoTarget || findBabelDownLevelling(file, config).length > 0;
}

/**
 * @param {string} file
 * @param {unknown} config Its content.
 * @returns {Record<string, unknown>[]} It and those that it extends, the nearest first, each once; not one that is
 *   looked at for itself.
 */
function withExtended(file, config) {
  /** @type {Map<string, Record<string, unknown>>} */
  const chain = new Map();
  let path = file;
  for (let next = config; isObject(next) && !chain.has(path); next = readJson(path)) {
    chain.set(path, next);
    const base = resolveExtended(path, next['extends'], '.babelrc');
    if (base === undefined || isLintedItself(base, BABEL_CONFIG_NAMES)) {
      break;
    }
    path = base;
  }
  return [...chain.values()];
}

/**
 * @param {Record<string, unknown>} section The configuration, or one under `env` or `overrides`.
 * @param {(string | number)[]} path
 * @param {unknown} [outerTargets] The targets of the configuration around it.
 * @returns {ConfigFinding[]}
 */
function findInSection(section, path, outerTargets) {
  const targets = section['targets'] ?? outerTargets;
  const presets = presetsOf(section, path);
  const fromTargets =
    findOldTarget(section['targets']) !== undefined && presets.some(usesOuterTargets)
      ? [targetsFinding([...path, 'targets'], section['targets'])]
      : [];
  const environments = isObject(section['env']) ? Object.entries(section['env']) : [];
  return [
    ...fromTargets,
    ...presets.flatMap((preset) => findInPreset(preset)),
    ...itemsOf(section, 'plugins', path)
      // The plugin for generators leaves async functions alone if it is told to.
      .filter(({ name, options }) => PLUGINS.has(name) && options['async'] !== false)
      .map((plugin) => itemFinding(plugin, 'plugin')),
    ...environments.flatMap(([name, inner]) =>
      isObject(inner) ? findInSection(inner, [...path, 'env', name], targets) : [],
    ),
    ...asList(section['overrides']).flatMap((inner, index) =>
      isObject(inner) ? findInSection(inner, [...path, 'overrides', index], targets) : [],
    ),
  ];
}

/**
 * @param {Item} preset
 * @returns {ConfigFinding[]}
 */
function findInPreset(preset) {
  const { name, options, path } = preset;
  if (PRESETS.has(name)) {
    return [itemFinding(preset, 'preset')];
  }
  if (name !== PRESET_ENV || excludesIt(options)) {
    return [];
  }
  if (options['forceAllTransforms'] === true) {
    return [
      { path: [...path, 1, 'forceAllTransforms'], kind: 'preset', data: { name: preset.written } },
    ];
  }
  return findOldTarget(options['targets']) === undefined
    ? []
    : [targetsFinding([...path, 1, 'targets'], options['targets'], name)];
}

/**
 * @param {(string | number)[]} path
 * @param {unknown} targets
 * @param {string} [preset]
 * @returns {ConfigFinding}
 */
function targetsFinding(path, targets, preset) {
  const target = /** @type {string} */ (findOldTarget(targets));
  return { path, kind: 'targets', data: { name: target, ...(preset && { preset }) } };
}

/**
 * @param {Item} item
 * @param {'plugin' | 'preset'} kind
 * @returns {ConfigFinding}
 */
function itemFinding({ path, written, name }, kind) {
  return { path, kind, data: { name: written, ...(kind === 'preset' && { preset: name }) } };
}

/**
 * @param {Item} preset
 * @returns {boolean} Whether the configuration's own `targets` are the preset's.
 */
function usesOuterTargets({ name, options }) {
  return name === PRESET_ENV && options['targets'] === undefined && !excludesIt(options);
}

/**
 * @param {Record<string, unknown>} options
 * @returns {boolean}
 */
function excludesIt(options) {
  return asList(options['exclude']).some(
    (name) => typeof name === 'string' && shortName(name, 'plugin') === EXCLUDABLE,
  );
}

/**
 * @param {Record<string, unknown>} section
 * @param {(string | number)[]} path
 * @returns {Item[]}
 */
function presetsOf(section, path) {
  return itemsOf(section, 'presets', path);
}

/**
 * @param {Record<string, unknown>} section
 * @param {'plugins' | 'presets'} kind
 * @param {(string | number)[]} path
 * @returns {Item[]}
 */
function itemsOf(section, kind, path) {
  const list = Array.isArray(section[kind]) ? section[kind] : [];
  return list.flatMap((item, index) => {
    const [written, options] = asList(item);
    return typeof written === 'string'
      ? [
          {
            name: shortName(written, kind === 'plugins' ? 'plugin' : 'preset'),
            written,
            options: isObject(options) ? options : {},
            path: [...path, kind, index],
          },
        ]
      : [];
  });
}

/**
 * https://babeljs.io/docs/options#name-normalization
 *
 * @param {string} name `@babel/preset-env`, `babel-preset-env`, `module:@babel/env`
 * @param {'plugin' | 'preset'} kind
 * @returns {string} `env`
 */
function shortName(name, kind) {
  return name
    .replace(/^module:/u, '')
    .replace(/^@babel\//u, '')
    .replace(/^babel-/u, '')
    .replace(new RegExp(`^${kind}-`, 'u'), '')
    .replace(/^proposal-/u, 'transform-');
}
