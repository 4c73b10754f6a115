/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { TestFunction } from '../../analysis/environment/test-runners.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { isCoreModule } from '../../analysis/apis/core-promise-apis.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction, frameUses, isFunction } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType, nodesWithin } from '../../analysis/syntax/nodes.js';
import { findVariable, readConstantInit } from '../../analysis/syntax/scopes.js';
import {
  FAKE_TIMERS,
  doubtedRunner,
  testFunctionsOf,
} from '../../analysis/environment/test-runners.js';
import { callbackFunctionOf, callbackFunctionsOf } from './functions.js';
import { Refused, quote } from '../plan/refused.js';

/**
 * Tests that say when they are done. To their runner a promise says the same: it passes a test whose
 * promise is fulfilled, and fails one that throws, whose promise is rejected or that never ends.
 *
 *     it('loads', (done) => { … done(); });    test('loads', (t) => { … t.end(); });
 */

/**
 * @param {PatternContext} context
 * @returns {readonly CallbackFunction[]} The callback functions of the file, with those that only a
 *   runner's word shows to be one if tests are to be converted. In source order.
 */
export function functionsWithTests({ options, sourceCode }) {
  return options.tests ? allFunctionsOf(sourceCode) : callbackFunctionsOf(sourceCode);
}

/** @type {(sourceCode: SourceCodeLike) => readonly CallbackFunction[]} */
const allFunctionsOf = oncePerFile((sourceCode) => {
  const known = callbackFunctionsOf(sourceCode);
  const more = [...testFunctionsOf(sourceCode).values()]
    .filter(({ fn }) => known.every((found) => found.fn !== fn))
    .map((test) => toCallbackFunction(test))
    .filter(({ callback }) => callback.references.length > 0);
  return [...known, ...more].sort((left, right) => left.fn.range[0] - right.fn.range[0]);
});

/**
 * @param {TestFunction} test
 * @returns {CallbackFunction}
 */
function toCallbackFunction({ fn, variable, index, form }) {
  const callback = form === 'call' ? variable : endOf(variable);
  return {
    fn,
    callback,
    index,
    name: '',
    calls: [],
    escapes: true,
    isNest: callback.references.some(
      ({ identifier }) => enclosingFunction(/** @type {TSESTree.Node} */ (identifier)) !== fn,
    ),
  };
}

/**
 * @param {Variable} variable
 * @returns {Variable} `t.end`, as if it were a variable.
 */
function endOf(variable) {
  const references = variable.references.flatMap((reference) => {
    const { parent } = /** @type {TSESTree.Node} */ (reference.identifier);
    return isEnd(parent) ? [{ ...reference, identifier: parent, isWrite: () => false }] : [];
  });
  return Object.create(variable, { references: { value: references } });
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} `t.end`
 */
function isEnd(node) {
  return node?.type === 'MemberExpression' && !node.optional && readKey(node) === 'end';
}

/**
 * @param {Pick<PatternContext, 'options' | 'sourceCode'>} context
 * @param {Pick<CallbackFunction, 'fn'>} found
 * @returns {TestFunction | undefined} What the runner takes it for, if tests are to be converted.
 */
export function testOf({ options, sourceCode }, { fn }) {
  return options.tests ? testFunctionsOf(sourceCode).get(fn) : undefined;
}

/** What puts other clocks, or other promises, into the file's place. */
const GLOBALS = new RegExp(
  `${FAKE_TIMERS.source}|${/\bdelete global(?:This)?\.\w+|\bglobal(?:This)?\.(?:Promise|process|set(?:Immediate|Timeout))\s*=(?!=)/u.source}`,
  'iu',
);

/** Calls that put other functions in the place of a module's. */
const STUBS =
  /\b(?:sinon|stub|spyOn|proxyquire|rewire|rewiremock|mockery|mock-fs|mock-require|testdouble|require-inject)\b|\b(?:jest|vi|mock|td)\.(?:mock|doMock|method|module|replace)\b/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean}
 */
export function replacesFunctions({ text }) {
  return STUBS.test(text);
}

/**
 * @param {PatternContext} context
 * @param {TestFunction} test
 * @throws {Refused} When the runner may see the difference, whatever the test does.
 */
export function checkTest(context, test) {
  const { sourceCode } = context;
  const doubted = doubtedRunner(context, test);
  if (doubted === '') {
    throw new Refused('test-callback', quote(sourceCode, test.fn));
  }
  if (doubted !== undefined) {
    throw new Refused('test-runner-version', doubted);
  }
  const counted = nodesWithin(sourceCode, 'MemberExpression', test.fn).find(isCount);
  if (counted) {
    throw new Refused('test-counts', quote(sourceCode, counted));
  }
  const replaced = GLOBALS.exec(sourceCode.text);
  if (replaced) {
    throw new Refused('test-stubs', `\`${replaced[0]}\``);
  }
  if (test.form === 'end') {
    checkContext(sourceCode, test);
  }
}

/**
 * @param {TSESTree.MemberExpression} node
 * @returns {boolean} `t.plan`, `expect.assertions`
 */
function isCount(node) {
  const key = readKey(node) ?? '';
  return (
    node.object.type === 'Identifier' &&
    (key === 'plan' || (node.object.name === 'expect' && /^(?:hasA|a)ssertions$/u.test(key)))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TestFunction} test
 * @throws {Refused} When others get `t`, which may end the test.
 */
function checkContext(sourceCode, { variable, fn, runner }) {
  for (const { identifier } of variable.references) {
    const use = /** @type {TSESTree.Node} */ (identifier);
    // tape runs the tests within a test when that ends, or as soon as nothing else is waited for.
    const isRace = runner === 'tape' && isMember(use) && keyOf(use) === 'test';
    const isKnown = isMember(use) || isHandedOn(sourceCode, use, HELPERS);
    if (!isWithin(use, fn) || isRace || !isKnown) {
      throw new Refused('callback-escapes', quote(sourceCode, use.parent ?? use));
    }
  }
}

/** How many functions a test is followed through that get it from one another. */
const HELPERS = 3;

/**
 * @param {TSESTree.Node} use
 * @returns {boolean} `t.equal`
 */
function isMember({ parent, range }) {
  return (
    parent?.type === 'MemberExpression' &&
    parent.object.range === range &&
    readKey(parent) !== undefined
  );
}

/**
 * @param {TSESTree.Node} use
 * @returns {string | undefined} `equal` of `t.equal`
 */
function keyOf({ parent }) {
  return parent?.type === 'MemberExpression' ? readKey(parent) : undefined;
}

/**
 *     function check(t, text) { t.equal(text, 'a'); }        check(t, text);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} use
 * @param {number} fuel
 * @returns {boolean} Whether a function of the file gets the test that does not end it.
 */
function isHandedOn(sourceCode, use, fuel) {
  const { parent } = use;
  if (fuel === 0 || parent?.type !== 'CallExpression' || parent.callee.type !== 'Identifier') {
    return false;
  }
  const helper = findVariable(sourceCode, parent.callee, parent.callee.name);
  const [definition, ...more] = helper?.defs ?? [];
  const fn =
    definition?.type === 'FunctionName' && more.length === 0
      ? definition.node
      : helper && readConstantInit(helper)?.init;
  const index = parent.arguments.findIndex(({ range }) => range === use.range);
  const parameter = isFunction(fn) ? fn.params[index] : undefined;
  if (!isFunction(fn) || parameter?.type !== 'Identifier') {
    return false;
  }
  const own = sourceCode
    .getDeclaredVariables(fn)
    .find(({ identifiers }) => identifiers.includes(parameter));
  return (
    helper?.references.every((reference) => !reference.isWrite() || reference.init === true) ===
      true &&
    frameUses(sourceCode, fn).arguments.length === 0 &&
    own !== undefined &&
    own.references.every(({ identifier }) => {
      const inner = /** @type {TSESTree.Node} */ (identifier);
      return isMember(inner)
        ? !/^(?:end|plan|test)$/u.test(keyOf(inner) ?? '')
        : isHandedOn(sourceCode, inner, fuel - 1);
    })
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string | undefined} `fs.stat = …`
 */
function replacedCore(sourceCode) {
  return nodesOfType(sourceCode, 'AssignmentExpression')
    .filter(({ left }) => left.type === 'MemberExpression')
    .map(({ left }) => left)
    .filter((left) => isCoreModule(resolveOrigin(sourceCode, left)))
    .map((left) => quote(sourceCode, left))[0];
}

/**
 * A test tries what it calls: that calls back once. Nobody sees a second call who waits for a promise.
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {Callee} callee
 * @throws {Refused} Unless what is called has no callback any more, or is not what is tried. The
 *   helpers of tests call what they try, too.
 */
export function checkTried(translator, call, callee) {
  const { context, sourceCode } = translator;
  const { callee: called } = call;
  const origin = resolveOrigin(sourceCode, called);
  const stub = STUBS.exec(sourceCode.text);
  if (callee.isCore || isCoreModule(origin)) {
    const replaced = stub ? `\`${stub[0]}\`` : replacedCore(sourceCode);
    if (replaced !== undefined) {
      throw new Refused('test-stubs', replaced);
    }
    return;
  }
  if (callee.isListed || (callee.isConverted && !stub)) {
    return;
  }
  if (called.type === 'Identifier') {
    const found = callbackFunctionOf(sourceCode, findVariable(sourceCode, called, called.name));
    if (found && translator.registry.fateOf(found).kind !== 'refused') {
      return;
    }
  }
  if (origin?.kind === 'module') {
    const isConverted = context.importedCallback?.(origin.name, origin.path)?.becomesAsync === true;
    if (isConverted || isDependency(context, origin.name)) {
      return;
    }
  }
  throw new Refused('test-of-callback', quote(sourceCode, called));
}

/**
 * @param {PatternContext} context
 * @param {string} name
 * @returns {boolean} Whether it is another package, which is not what the project's tests try.
 */
function isDependency({ project }, name) {
  const parts = name.split('/');
  const owner = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/');
  return Object.hasOwn(project.dependencies, owner);
}
