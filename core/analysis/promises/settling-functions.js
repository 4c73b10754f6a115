/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isFunction } from '../syntax/functions.js';
import { keepsArgument } from '../values/mapped-arguments.js';
import { resolveOrigin } from '../modules/modules.js';
import { mayBeNative, readPromiseLibrary } from './promise-libraries.js';
import { isGlobal, variableOf } from '../syntax/scopes.js';

/**
 *     new Promise((resolve, reject) => …)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the name is one of the two functions that an executor is given: functions
 *   for sure, which give `undefined`.
 */
export function isSettlingFunction(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  const [definition, more] = variable?.defs ?? [];
  const fn = definition?.node;
  if (!variable || definition?.type !== 'Parameter' || more || !isFunction(fn)) {
    return false;
  }
  const position = fn.params.findIndex((parameter) => parameter === definition.name);
  const { parent } = fn;
  return (
    (position === 0 || position === 1) &&
    keepsArgument(variable) &&
    parent?.type === 'NewExpression' &&
    parent.arguments[0] === fn &&
    isPromiseClass(sourceCode, parent.callee)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
export function isPromiseClass(sourceCode, callee) {
  if (isGlobal(sourceCode, callee, 'Promise')) {
    return true;
  }
  const origin = resolveOrigin(sourceCode, callee);
  return readPromiseLibrary(origin) !== undefined || mayBeNative(origin);
}
