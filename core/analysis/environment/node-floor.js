/** @import { PatternContext } from '../../contract/pattern.js' */

import minVersion from 'semver/ranges/min-version.js';
import coerce from 'semver/functions/coerce.js';
import gte from 'semver/functions/gte.js';

import { runningNode } from '#project-facts';

import { isOlder, readsBareCatch } from './compilers.js';

/** The first Node with async functions. */
export const FIRST_ASYNC_NODE = '7.6.0';

/**
 * The oldest Node that the output must run on: `--node`, else `engines.node` of the nearest
 * package.json, else the running Node.
 *
 * @param {Pick<PatternContext, 'options' | 'project'>} context
 * @returns {string} A full version.
 */
export function nodeFloor({ options, project }) {
  const asked = options.node && coerce(options.node)?.version;
  return asked || readRange(project.engines) || runningNode;
}

/**
 * @param {Pick<PatternContext, 'options' | 'project'>} context
 * @param {string} version
 * @returns {boolean} Whether the language of that version of Node may be used.
 */
export function reaches(context, version) {
  return gte(nodeFloor(context), version);
}

/** The first Node that reads `catch {`. */
const OPTIONAL_CATCH_BINDING = '10.0.0';

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether `catch {` may be written.
 */
export function mayCatchBare(context) {
  return readsBareCatch(context) && reaches(context, OPTIONAL_CATCH_BINDING);
}

/**
 * @param {Pick<PatternContext, 'isTyped' | 'options' | 'project'>} context
 * @param {string} version
 * @returns {boolean} Whether what came with that version of Node may be used, and its types have it.
 */
export function runsOn(context, version) {
  return (
    reaches(context, version) && !(context.isTyped && isOlder(context, '@types/node', version))
  );
}

/**
 * @param {string | undefined} range
 * @returns {string | undefined} Undefined for a range that says nothing or is no range.
 */
function readRange(range) {
  if (range === undefined || range.trim() === '' || range.trim() === '*') {
    return undefined;
  }
  try {
    return minVersion(range, { loose: true })?.version;
  } catch (error) {
    if (error instanceof TypeError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * @param {Pick<PatternContext, 'project'>} context
 * @param {string} dependency
 * @returns {string | undefined} The oldest version that package.json lets in; undefined for what it does
 *   not name, or of which it takes any version.
 */
export function dependencyVersion({ project }, dependency) {
  const range = project.dependencies[dependency];
  return range === undefined ? undefined : (readRange(range) ?? coerce(range)?.version);
}

/**
 * @param {PatternContext} context
 * @param {string} dependency
 * @returns {number | undefined} The major version that package.json asks for.
 */
export function dependencyMajor(context, dependency) {
  const version = dependencyVersion(context, dependency);
  return version === undefined ? undefined : Number.parseInt(version, 10);
}
