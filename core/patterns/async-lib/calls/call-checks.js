/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Collector } from './calls.js' */
/** @import { Form } from './forms.js' */

import { enclosingFunction } from '../../../analysis/syntax/functions.js';
import { runsOn } from '../../../analysis/environment/node-floor.js';
import { nodesOfType } from '../../../analysis/syntax/nodes.js';
import { findVariable } from '../../../analysis/syntax/scopes.js';
import { isCaught } from '../../../callbacks/statements/flow.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';

/** The first Node with `util.callbackify`. */
const CALLBACKIFY = '8.2.0';

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {Form} form
 * @param {number | undefined} version
 */
export function checkVersion({ sourceCode }, call, { isValueFirst, differs }, version) {
  if (version === undefined && (isValueFirst || differs)) {
    throw new Refused('flow-version', quote(sourceCode, call.callee));
  }
  if (version === 1 && isValueFirst) {
    throw new Refused('not-error-first', quote(sourceCode, call.callee));
  }
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @throws {Refused} Where what a step throws at once is caught around the call.
 */
export function checkTry({ sourceCode }, call) {
  const fn = enclosingFunction(call) ?? sourceCode.ast;
  if (isCaught(call, /** @type {TSESTree.Node} */ (fn))) {
    throw new Refused('callback-in-try', quote(sourceCode, call));
  }
}

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 */
export function checkPlace({ sourceCode, context }, call) {
  if (!context.project.isBundled && !runsOn(context, CALLBACKIFY)) {
    throw new Refused('engines-too-old', CALLBACKIFY);
  }
  if (nodesOfType(sourceCode, 'TSTypeAnnotation').length > 0) {
    throw new Refused('flow-typed', quote(sourceCode, call));
  }
}

/** What the functions use that Node has for everybody. */
const GLOBALS = [
  'Array',
  'Error',
  'Math',
  'Object',
  'RangeError',
  'Set',
  'Symbol',
  'process',
  'setTimeout',
];

/** What the functions call their parameters and variables. */
const OWN_NAMES =
  /^(?:answers|attempt|count|done|entries|err|error|index|items?|iteratee|key|limit|memo|queued?|reject|resolve|results|running|searches|tasks?|test|times|values?|workers)$/u;

/**
 * @param {Collector} collector
 * @param {TSESTree.CallExpression} call
 * @param {string} written The function.
 * @throws {Refused} Where a name that is written means something else there.
 */
export function checkNames({ sourceCode }, call, written) {
  const [, util = ''] = /(?<![\w$])([\w$]+)\.(?:callbackify|promisify)\(/u.exec(written) ?? [];
  const clashing = GLOBALS.find(
    (name) => written.includes(name) && findVariable(sourceCode, call, name),
  );
  if (clashing || OWN_NAMES.test(util)) {
    throw new Refused('name-clash', `\`${clashing ?? util}\``);
  }
}
