/** @import { PatternContext } from '../../contract/pattern.js' */

import gtr from 'semver/ranges/gtr.js';
import ltr from 'semver/ranges/ltr.js';
import validRange from 'semver/ranges/valid.js';

import { asList } from './json.js';

/** The packages that show Babel to be of version 6 where `@babel/core` is not named. */
const BABEL_6 = /^babel-(?:cli|core|register|preset-(?:env|es\d+|stage-\d))$/u;

/** @typedef {Pick<PatternContext, 'project'>} InProject */

/**
 * @param {InProject} context
 * @param {string} name Of a package that compiles the project, or says its types.
 * @param {string} version
 * @returns {boolean} Whether the project names it, and every version that it allows is older.
 */
export function isOlder({ project }, name, version) {
  const range = project.tools?.[name];
  return range !== undefined && validRange(range) !== null && gtr(version, range);
}

/**
 * @param {InProject} context
 * @returns {boolean} Whether the project's Babel reads nothing that is newer than async functions.
 */
function usesBabel6({ project: { tools = {} } }) {
  return !tools['@babel/core'] && Object.keys(tools).some((name) => BABEL_6.test(name));
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether compilers read `catch {`.
 */
export function readsBareCatch(context) {
  return !usesBabel6(context) && !(context.isTyped && isOlder(context, 'typescript', '2.5.0'));
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether `for await` can be read, and a stream's type allows it.
 */
export function readsForAwait(context) {
  return readsBareCatch(context) && !(context.isTyped && isOlder(context, '@types/node', '10.0.0'));
}

/**
 * @param {PatternContext} context Of a file with types.
 * @returns {string} The annotation of a caught error that is `unknown` in the strict mode; older
 *   compilers take it for `any`, and read no annotation there.
 */
export function caughtType(context) {
  return isOlder(context, 'typescript', '4.0.0') ? '' : ': any';
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether the project's TypeScript makes async functions for what it is told to, of
 *   a `Promise` that it knows.
 */
export function readsAsync({ isTyped, project, sourceCode }) {
  if (!isTyped) {
    return true;
  }
  return (
    !isOlder({ project }, 'typescript', '2.1.0') &&
    (!targetsES5({ project }) ||
      asList(project.compiler?.options['lib']).some((name) => ES2015.test(`${name}`)) ||
      Object.keys(project.tools ?? {}).some((name) => /^@types\/(?:core-js|es6-)/u.test(name)) ||
      /(?<![.\w])Promise\s*[.(]/u.test(sourceCode.text))
  );
}

/** Targets and libraries that know `Promise`. */
const ES2015 = /^es(?:6|20\d\d|next)/iu;

/**
 * @param {InProject} context
 * @returns {boolean} Whether the project's TypeScript writes code for engines without `Promise`: what it
 *   does where nothing is said, too.
 */
function targetsES5({ project }) {
  const { compiler } = project;
  const { target, module } = compiler?.options ?? {};
  return target === undefined
    ? // Modules of these kinds have targets of their own.
      compiler?.isComplete === true && !/^node./iu.test(`${module}`) && !isTypeScript6({ project })
    : !ES2015.test(`${target}`);
}

/**
 * @param {InProject} context
 * @returns {boolean} Whether every TypeScript that the project allows is strict, and writes what is new,
 *   unless it is told otherwise.
 */
function isTypeScript6({ project }) {
  const range = project.tools?.['typescript'];
  return range !== undefined && validRange(range) !== null && ltr('6.0.0-0', range);
}

/** On where nothing is said, since TypeScript 6. */
const ON_BY_DEFAULT = 'strict';

/**
 * @param {Pick<PatternContext, 'isTyped' | 'project'>} context
 * @param {...string} names Of an option of TypeScript, and of those that it is taken from where nothing
 *   says it.
 * @returns {boolean | undefined} Whether it is on; undefined if nothing tells.
 */
export function compilerOption({ isTyped, project }, ...names) {
  const { compiler } = project;
  if (!isTyped || !compiler) {
    return undefined;
  }
  const said = names.map((name) => compiler.options[name]).find((value) => value !== undefined);
  const byDefault = names.includes(ON_BY_DEFAULT) && isTypeScript6({ project });
  return said === undefined && !compiler.isComplete ? undefined : (said ?? byDefault) === true;
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether a handler may say a narrower type for its parameter than a variable may.
 */
export function isBivariant(context) {
  return (
    context.isTyped === true &&
    (isOlder(context, 'typescript', '2.6.0') ||
      compilerOption(context, 'strictFunctionTypes', 'strict') === false)
  );
}
