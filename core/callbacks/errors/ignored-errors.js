/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */

import { readFunction } from '../../analysis/definitions.js';
import { readExecutor } from '../../analysis/executors.js';
import { oncePerFile } from '../../analysis/facts.js';
import { frameUses } from '../../analysis/functions.js';
import { groupBy } from '../../analysis/group-by.js';
import { readKey } from '../../analysis/modules.js';
import { nodesOfType, walk } from '../../analysis/nodes.js';
import { variableOf } from '../../analysis/scopes.js';
import { givenFunction } from '../functions/callback-calls.js';
import { exportCallsOf } from '../functions/export-calls.js';
import { definitionsMeant } from '../functions/methods.js';

/**
 * Callbacks that do not look at their error:
 *
 *     remove(file, () => cb());    save(value, noop);
 *
 * What the callee throws behind a wait ends the process today. An async function rejects with it, and
 * such a callback goes on as if nothing had happened.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} value What a call is given as its callback.
 * @returns {'goes on' | 'does nothing' | undefined} What it does without a look at its error, where
 *   nothing is what calls nothing; undefined if it looks at that, or may.
 */
export function readIgnoring(sourceCode, value) {
  const fn = givenFunction(value) ?? (value && readFunction(sourceCode, value));
  if (!fn) {
    return value && isResolve(sourceCode, value) ? 'goes on' : undefined;
  }
  const [error] = fn.params;
  if (fn.type !== 'ArrowFunctionExpression' && frameUses(sourceCode, fn).arguments.length > 0) {
    return undefined;
  }
  if (error && !isUnused(sourceCode, fn, error) && !handsAllToResolve(sourceCode, fn)) {
    return undefined;
  }
  return callsSomething(sourceCode, fn) ? 'goes on' : 'does nothing';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether anything follows from it: `(err, value) => { found = value; }` only notes that
 *   there is none.
 */
function callsSomething(sourceCode, { body }) {
  return [...walk(sourceCode, body)].some(({ type }) =>
    /^(?:CallExpression|NewExpression|TaggedTemplateExpression)$/u.test(type),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Parameter} parameter
 * @returns {boolean}
 */
function isUnused(sourceCode, fn, parameter) {
  return (
    parameter.type === 'Identifier' &&
    sourceCode
      .getDeclaredVariables(fn)
      .some(
        ({ identifiers, references }) => identifiers[0] === parameter && references.length === 0,
      )
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} `(...values) => resolve(values)`
 */
function handsAllToResolve(sourceCode, { params: [first], body }) {
  return (
    first?.type === 'RestElement' &&
    body.type === 'CallExpression' &&
    isResolve(sourceCode, body.callee)
  );
}

/**
 *     new Promise((resolve) => load(file, resolve))
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {boolean} Whether it fulfils a promise, with an error too.
 */
function isResolve(sourceCode, value) {
  const [definition] = variableOf(sourceCode, value)?.defs ?? [];
  const { parent } = definition?.type === 'Parameter' ? definition.node : {};
  const executor = parent && readExecutor(sourceCode, parent);
  return executor?.resolve !== undefined && executor.resolve === variableOf(sourceCode, value);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} found
 * @returns {{ call: TSESTree.CallExpression, goesOn: boolean }[]} Its calls in the file whose callback does
 *   not look at the error, and whether that does anything else.
 */
export function callsIgnoringErrors(sourceCode, found) {
  return [
    ...found.calls,
    ...exportCallsOf(sourceCode, found),
    ...(found.variable ? [] : callsOfMethod(sourceCode, found)),
  ].flatMap((call) => {
    const what = readIgnoring(sourceCode, call.arguments[found.index]);
    return what ? [{ call, goesOn: what === 'goes on' }] : [];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} method
 * @returns {TSESTree.CallExpression[]} `this.remove(file, () => …)`
 */
function callsOfMethod(sourceCode, method) {
  return (methodCallsByName(sourceCode).get(method.name) ?? []).filter(
    ({ callee }) =>
      callee.type === 'MemberExpression' &&
      definitionsMeant(sourceCode, callee).some(({ found }) => found === method),
  );
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string | undefined, TSESTree.CallExpression[]>} */
const methodCallsByName = oncePerFile((sourceCode) =>
  groupBy(nodesOfType(sourceCode, 'CallExpression'), ({ callee }) =>
    callee.type === 'MemberExpression' ? readKey(callee) : undefined,
  ),
);
