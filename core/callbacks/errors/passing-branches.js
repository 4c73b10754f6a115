/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { isWithin } from '../../analysis/syntax/nodes.js';
import { readErrorTest } from './errors.js';
import { endsFlow } from '../statements/flow.js';

/**
 * Callbacks that go on first, and say what becomes of an error last:
 *
 *     if (!err) { … } else { … }        if (!err) return …; …
 *
 * The end of them is the body of a `catch` now.
 */

/**
 * @typedef {object} PassingFirst
 * @property {TSESTree.IfStatement} guard
 * @property {TSESTree.Statement} passing
 * @property {readonly TSESTree.Statement[]} failing
 */

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements Of the callback.
 * @returns {PassingFirst | undefined}
 */
export function readPassingFirst({ sourceCode }, error, [guard, ...rest]) {
  if (
    guard?.type !== 'IfStatement' ||
    rest.some(({ type }) => type === 'FunctionDeclaration') ||
    takesSeveral(error)
  ) {
    return undefined;
  }
  const test = readErrorTest(sourceCode, guard.test);
  if (test?.variable !== error || test.whenTrue !== 'null' || test.whenFalse !== 'set') {
    return undefined;
  }
  const { consequent: passing, alternate } = guard;
  const failing = alternate ? [alternate] : rest;
  if (failing.length === 0 || (alternate ? rest.length > 0 : !endsFlow(passing))) {
    return undefined;
  }
  return isKnownToItself(error, passing, failing) ? { guard, passing, failing } : undefined;
}

/**
 * @param {Variable} error
 * @returns {boolean} Whether several results stand beside it: a `catch` is for calls that give one.
 */
export function takesSeveral({ scope: { block } }) {
  return /** @type {FunctionNode} */ (block).params.length > 2;
}

/**
 * @param {Variable} error
 * @param {TSESTree.Statement} passing
 * @param {readonly TSESTree.Statement[]} failing
 * @returns {boolean} Whether what is declared there may be known to a `catch` alone.
 */
function isKnownToItself({ scope }, passing, failing) {
  return scope.variables.every(
    ({ identifiers, references }) =>
      !identifiers.some((name) => failing.some((each) => isWithin(name, each))) ||
      !references.some(({ identifier }) => isWithin(identifier, passing)),
  );
}
