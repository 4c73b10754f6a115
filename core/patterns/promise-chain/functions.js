/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */

import { hasPromiseType, isAsyncKind } from '../../analysis/async-candidates.js';
import { frameUses } from '../../analysis/functions.js';
import { isGlobal } from '../../analysis/scopes.js';
import { usesAwaitAsName } from '../../edits/names.js';
import { textOf } from '../../edits/trivia.js';
import { isAdopted, isHandler } from './adoption.js';
import { readChain } from './chains.js';
import { canComplete } from './exits.js';
import { cannotThrow, resultKind, resultsOf } from './values.js';

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn One that returns a chain.
 * @returns {Refusal | undefined} Why the function cannot be an async function.
 */
export function refuseFunction(context, fn) {
  const { sourceCode } = context;
  if (fn.generator || !isAsyncKind(fn)) {
    return { reason: 'function-kind', subject: kindOf(fn) };
  }
  if (!fn.async && usesAwaitAsName(sourceCode, fn)) {
    return { reason: 'await-as-name' };
  }
  if (frameUses(sourceCode, fn).evaluates) {
    return { reason: 'function-kind', subject: 'code that `eval` sees' };
  }
  if (fn.async) {
    return undefined;
  }
  if (isExecutor(context, fn)) {
    return { reason: 'function-kind', subject: 'the executor of a promise' };
  }
  if (isConstructed(context, fn)) {
    return { reason: 'function-kind', subject: 'a constructor' };
  }
  if (!hasPromiseType(fn)) {
    return { reason: 'result-type' };
  }
  return refuseResults(context, fn) ?? refuseSyncThrow(context, fn);
}

/**
 * @param {FunctionNode} fn
 * @returns {string}
 */
function kindOf({ generator, parent }) {
  if (generator) {
    return 'a generator';
  }
  const kind =
    parent?.type === 'MethodDefinition' || parent?.type === 'Property' ? parent.kind : '';
  return kind === 'constructor' ? 'a constructor' : 'a getter or setter';
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function isExecutor({ sourceCode }, { parent }) {
  return parent?.type === 'NewExpression' && isGlobal(sourceCode, parent.callee, 'Promise');
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the file calls it with `new`, or gives it a prototype.
 */
function isConstructed({ sourceCode }, fn) {
  const named = fn.type === 'FunctionDeclaration' ? fn : fn.parent;
  if (named?.type !== 'FunctionDeclaration' && named?.type !== 'VariableDeclarator') {
    return false;
  }
  const [variable] = sourceCode.getDeclaredVariables(named);
  return (
    variable?.references.some(({ identifier: { parent }, identifier }) => {
      const isNew = parent?.type === 'NewExpression' && parent.callee === identifier;
      const isPrototype =
        parent?.type === 'MemberExpression' &&
        parent.object === identifier &&
        parent.property.type === 'Identifier' &&
        parent.property.name === 'prototype';
      return isNew || isPrototype;
    }) ?? false
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Refusal | undefined}
 */
function refuseResults(context, fn) {
  const { sourceCode } = context;
  if (isAdopted(context, fn)) {
    return undefined;
  }
  if (fn.body.type === 'BlockStatement' && canComplete(fn.body)) {
    return { reason: 'returns-plain-value', subject: '`undefined` at its end' };
  }
  for (const result of resultsOf(sourceCode, fn)) {
    const kind = resultKind(sourceCode, result);
    const [subject = ''] = result ? textOf(sourceCode, result).split('\n') : ['undefined'];
    if (kind === 'plain') {
      return { reason: 'returns-plain-value', subject: `\`${subject}\`` };
    }
    if (kind === 'unknown') {
      return { reason: 'returns-unknown-value', subject: `\`${subject}\`` };
    }
  }
  return undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether calling the function, as long as it is no async function, may throw
 *   where it did not reject.
 */
export function mayThrow(context, fn) {
  const { sourceCode } = context;
  if (isHandler(context, fn)) {
    return false;
  }
  if (fn.params.some(({ type }) => type !== 'Identifier')) {
    return true;
  }
  const [only, ...more] = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  const result =
    fn.body.type !== 'BlockStatement'
      ? fn.body
      : only?.type === 'ReturnStatement' && more.length === 0
        ? only.argument
        : undefined;
  const chain = readChain(result);
  return !(
    chain &&
    cannotThrow(sourceCode, chain.head) &&
    chain.links.every(({ call }) =>
      call.arguments.every((argument) => cannotThrow(sourceCode, argument)),
    )
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Refusal | undefined}
 */
function refuseSyncThrow(context, fn) {
  return !context.options.differences.has('sync-throw') && mayThrow(context, fn)
    ? { reason: 'sync-throw' }
    : undefined;
}
