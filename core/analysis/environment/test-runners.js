/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import { dirname, relative, resolve } from '#project-facts';

import { oncePerFile } from '../syntax/facts.js';
import { isFunction } from '../syntax/functions.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { dependencyMajor } from './node-floor.js';
import { nodesOfType } from '../syntax/nodes.js';
import { findVariable } from '../syntax/scopes.js';

/**
 * A function that a test runner calls, and waits for until the function says that it is done.
 *
 * @typedef {object} TestFunction
 * @property {FunctionNode} fn
 * @property {string} runner The module that it is of; '' for the runner whose functions are globals.
 * @property {Variable} variable The parameter that the function says it with.
 * @property {number} index Its place among the parameters.
 * @property {'call' | 'end'} form `done()` or `t.end()`.
 */

const TESTS = new Set(['it', 'specify', 'test', 'xit', 'fit', 'xspecify', 'xtest']);

const HOOKS = new Set([
  ...['after', 'afterAll', 'afterEach', 'before', 'beforeAll', 'beforeEach'],
  ...['setup', 'suiteSetup', 'suiteTeardown', 'teardown'],
]);

/**
 * @param {string} name Of a function that nobody declares.
 * @returns {boolean} Whether test runners have one of the name, which may pass a callback to a function
 *   and waits for what it returns.
 */
export function isTestFunction(name) {
  return TESTS.has(name) || HOOKS.has(name);
}

/** The packages that replace the global timers by a clock of their own. */
export const FAKE_TIMERS = /\b(?:fake-?timers?|lolex|useFakeTimers|install\s*\(\s*\{\s*toFake)\b/iu;

const VARIANTS = new Set(['only', 'skip']);

/**
 * @typedef {object} Runner
 * @property {number} index Which of the parameters says that a function is done.
 * @property {TestFunction['form']} form
 */

/** @type {ReadonlyMap<string, Runner>} By the runner's module. */
const RUNNERS = new Map([
  ['', { index: 0, form: 'call' }],
  ['mocha', { index: 0, form: 'call' }],
  ['@jest/globals', { index: 0, form: 'call' }],
  ['vitest', { index: 0, form: 'call' }],
  // `node:test`
  ['test', { index: 1, form: 'call' }],
  ['tap', { index: 0, form: 'end' }],
  ['tape', { index: 0, form: 'end' }],
]);

/**
 * The first major versions that wait for a promise: mocha 1.18, jasmine 2.7, tap 2.1, tape 5.0.
 * jasmine-node and nodeunit never do.
 *
 * @see https://github.com/tape-testing/tape/pull/472
 */
const FIRST_MAJORS = new Map([
  ['jasmine', 3],
  ['jasmine-core', 3],
  ['jasmine-node', Infinity],
  ['mocha', 2],
  ['tap', 3],
  ['tape', 5],
]);

/** The packages whose tests use globals. */
const GLOBAL_RUNNERS =
  /^(?:@types\/)?(?:jasmine|jasmine-core|jasmine-node|jest|jest-circus|karma|mocha|vitest)$/u;

const TEST_PATH = /(?:^|[\\/])(?:__tests__|specs?|tests?)[\\/]|[._-](?:spec|test)\.[cm]?[jt]sx?$/u;

/**
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<FunctionNode, TestFunction>} In source order; only
 *   those that are written where the runner gets them.
 */
export const testFunctionsOf = oncePerFile((sourceCode) => {
  /** @type {Map<FunctionNode, TestFunction>} */
  const found = new Map();
  /** The parameters with which a test runs other tests. @type {Map<Variable, string>} */
  const contexts = new Map();
  for (const call of nodesOfType(sourceCode, 'CallExpression')) {
    const runner = runnerOf(sourceCode, call.callee, contexts);
    const [fn, ...more] = call.arguments.filter((argument) => isFunction(argument));
    if (runner !== undefined && fn && more.length === 0) {
      const [context] = sourceCode
        .getDeclaredVariables(fn)
        .filter(({ identifiers: [name] }) => name !== undefined && name === fn.params[0]);
      if (context && runner !== '') {
        contexts.set(context, runner);
      }
      const test = readTestFunction(sourceCode, fn, runner);
      if (test) {
        found.set(fn, test);
      }
    }
  }
  return found;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @param {ReadonlyMap<Variable, string>} contexts
 * @returns {string | undefined} The runner that the function is one of.
 */
function runnerOf(sourceCode, callee, contexts) {
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'global') {
    return isTestPath([origin.name, ...origin.path]) ? '' : undefined;
  }
  if (origin) {
    const isRunner = RUNNERS.has(origin.name) && origin.name !== '';
    const takesItself = origin.name === 'tape' || origin.name === 'test';
    return isRunner &&
      (isTestPath(origin.path) || (takesItself && isTestPath(['test', ...origin.path])))
      ? origin.name
      : undefined;
  }
  // t.test('…', (t) => …)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') {
    return undefined;
  }
  const context = findVariable(sourceCode, callee.object, callee.object.name);
  return readKey(callee) === 'test' ? context && contexts.get(context) : undefined;
}

/**
 * @param {readonly string[]} path `it`, `it.only`
 * @returns {boolean}
 */
function isTestPath([name = '', variant, ...more]) {
  return (
    more.length === 0 &&
    (TESTS.has(name) || HOOKS.has(name) || (variant === undefined && VARIANTS.has(name))) &&
    (variant === undefined || VARIANTS.has(variant))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {string} runner
 * @returns {TestFunction | undefined}
 */
function readTestFunction(sourceCode, fn, runner) {
  const { index: place, form } = /** @type {Runner} */ (RUNNERS.get(runner));
  const [first] = fn.params;
  // (this: Mocha.Context, done: Mocha.Done)
  const index = first?.type === 'Identifier' && first.name === 'this' ? place + 1 : place;
  const parameter = fn.params[index];
  if (
    fn.async ||
    fn.generator ||
    parameter?.type !== 'Identifier' ||
    fn.params.length !== index + 1
  ) {
    return undefined;
  }
  const variable = sourceCode
    .getDeclaredVariables(fn)
    .find(({ identifiers }) => identifiers.includes(parameter));
  return variable && { fn, runner, variable, index, form };
}

/**
 * @param {PatternContext} context
 * @param {TestFunction} test
 * @returns {string | undefined} The runner if nothing shows that it waits for a promise; '' for one
 *   that nothing shows to be there.
 */
export function doubtedRunner(context, { runner }) {
  if (runner === 'tap' || runner === 'tape') {
    const major = dependencyMajor(context, runner);
    return major !== undefined && major >= (FIRST_MAJORS.get(runner) ?? 0) ? undefined : runner;
  }
  if (runner === 'test' || runner === 'vitest' || runner === '@jest/globals') {
    return undefined;
  }
  const old = [...FIRST_MAJORS].find(([name, first]) => {
    const major = name === 'tap' || name === 'tape' ? undefined : dependencyMajor(context, name);
    return major !== undefined && major < first;
  });
  if (old) {
    return old[0];
  }
  return runner === 'mocha' || isTestFile(context) ? undefined : '';
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether the file is one of the project's tests, or there to help them.
 */
export function holdsTests({ path, project, sourceCode }) {
  return isTestPlace(path, project) || testFunctionsOf(sourceCode).size > 0;
}

/**
 * @param {string | undefined} path
 * @param {PatternContext['project']} project
 * @returns {boolean} Whether the file lies where its project has tests, wherever that lies itself.
 */
export function isTestPlace(path, { manifest }) {
  const inside =
    manifest === undefined || path === undefined
      ? path
      : relative(dirname(manifest), resolve(path));
  return TEST_PATH.test(inside ?? '');
}

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether more than their names says that the globals are a test runner's.
 */
function isTestFile({ path, project, sourceCode }) {
  return (
    isTestPlace(path, project) ||
    Object.keys(project.dependencies).some((name) => GLOBAL_RUNNERS.test(name)) ||
    Object.values(project.scripts).some((script) => /\b(?:jasmine|jest|mocha)\b/u.test(script)) ||
    nodesOfType(sourceCode, 'CallExpression').some(({ callee }) => {
      const origin = resolveOrigin(sourceCode, callee);
      return origin?.kind === 'global' && /^(?:describe|suite)$/u.test(origin.name);
    })
  );
}
