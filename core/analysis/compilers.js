/** @import { PatternContext } from '../contract/pattern.js' */

import gtr from 'semver/ranges/gtr.js';
import validRange from 'semver/ranges/valid.js';

/** What says that Babel is of version 6 where `@babel/core` is not named. */
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
  const { compiler = '', tools = {} } = project;
  const isES5 = compiler !== '' && !/"target"\s*:\s*"es(?![35]")/iu.test(compiler);
  return (
    !isOlder({ project }, 'typescript', '2.1.0') &&
    (!isES5 ||
      /"(?:es6|es20\d\d|esnext)/iu.test(/"lib"[^\]]*/u.exec(compiler)?.[0] ?? '') ||
      Object.keys(tools).some((name) => /^@types\/(?:core-js|es6-)/u.test(name)) ||
      /(?<![.\w])Promise\s*[.(]/u.test(sourceCode.text))
  );
}

/**
 * @param {Pick<PatternContext, 'isTyped' | 'project'>} context
 * @param {string} name Of an option of TypeScript that is off by default.
 * @returns {boolean | undefined} Whether it is on; undefined if nothing tells.
 */
export function compilerOption({ isTyped, project: { compiler } }, name) {
  const last = [
    ...(compiler ?? '').matchAll(new RegExp(`"${name}"\\s*:\\s*(true|false)`, 'gu')),
  ].at(-1);
  return isTyped && compiler ? last?.[1] === 'true' : undefined;
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether a handler may say a narrower type for its parameter than a variable may.
 */
export function isBivariant(context) {
  return (
    context.isTyped === true &&
    (isOlder(context, 'typescript', '2.6.0') ||
      compilerOption(context, 'strict(?:FunctionTypes)?') === false)
  );
}
