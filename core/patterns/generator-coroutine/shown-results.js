/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Value } from './value-kinds.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { isFunction, returnedBy } from '../../analysis/syntax/functions.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { classifyValue } from './values.js';
import { STRUCTURE, THUNK } from './value-kinds.js';

/**
 * The results of functions to which calls do not lead for certain: functions of members, and functions
 * that others have made.
 */

/**
 * @param {TSESTree.ObjectExpression} node
 * @returns {boolean} `{ then(resolve) {…} }`
 */
function isThenable({ properties }) {
  return properties.some(
    (each) =>
      each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'then',
  );
}

/**
 * The functions that the file keeps under the key of a member.
 *
 *     { sleep(ms) {…} }    api.sleep = function (ms) {…}
 *
 * @type {(sourceCode: PatternContext['sourceCode']) => ReadonlyMap<string | undefined, FunctionNode[]>}
 */
export const functionsByKey = oncePerFile((sourceCode) => {
  const kept = [
    ...nodesOfType(sourceCode, 'Property'),
    ...nodesOfType(sourceCode, 'MethodDefinition'),
    ...nodesOfType(sourceCode, 'PropertyDefinition'),
  ].map(({ computed, key, value }) => ({
    key: computed
      ? undefined
      : key.type === 'Identifier'
        ? key.name
        : key.type === 'Literal'
          ? String(key.value)
          : undefined,
    value,
  }));
  const given = nodesOfType(sourceCode, 'AssignmentExpression').map(({ left, right }) => ({
    key: left.type === 'MemberExpression' ? readKey(left) : undefined,
    value: right,
  }));
  const functions = [...kept, ...given].flatMap(({ key, value }) => {
    const fn = isFunction(value) ? value : value && readFunction(sourceCode, value);
    return fn && key !== undefined ? [{ key, fn }] : [];
  });
  return new Map(
    [...groupBy(functions, ({ key }) => key)].map(([key, own]) => [key, own.map(({ fn }) => fn)]),
  );
});

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {number} depth
 * @returns {Value | undefined} What a call of the function is seen to give, if that is something else
 *   that `co` waits for than a promise.
 */
function findOtherResult(context, fn, depth) {
  if (fn.async || fn.generator) {
    return undefined;
  }
  for (const result of returnedBy(context.sourceCode, fn)) {
    const value = result && classifyValue(context, result, depth - 1);
    if (result && isFunction(result)) {
      return THUNK;
    }
    if (result?.type === 'ObjectExpression' && isThenable(result)) {
      continue;
    }
    if (value?.kind === 'promises' || value?.kind === 'record') {
      return STRUCTURE;
    }
    if (value?.kind === 'unknown' && value.reason !== 'yield-operand-unknown') {
      return value;
    }
  }
  return undefined;
}

/**
 * @param {PatternContext} context
 * @param {readonly FunctionNode[]} functions
 * @param {number} depth
 * @returns {Value | undefined} What one of them is seen to give, as `findOtherResult` says it.
 */
export function findOtherOf(context, functions, depth) {
  for (const fn of functions) {
    const other = findOtherResult(context, fn, depth);
    if (other) {
      return other;
    }
  }
  return undefined;
}

/**
 *     run(later)    run((ms) => (cb) => setTimeout(cb, ms))
 *
 * @param {PatternContext} context
 * @param {number} depth
 * @returns {Value | undefined} What a function gives that the file hands to another: a parameter may
 *   be it.
 */
export function findHandedResult(context, depth) {
  const { sourceCode } = context;
  const given = nodesOfType(sourceCode, 'CallExpression').flatMap((call) => call.arguments);
  for (const node of given) {
    const fn = readFunction(sourceCode, node);
    const other = fn && findOtherResult(context, fn, depth);
    if (other && (fn !== node || other === THUNK)) {
      return other;
    }
  }
  return undefined;
}

/**
 *     const read = thunkify(fs.readFile);
 *
 * @param {PatternContext} context
 * @param {{ init: TSESTree.Node, keys: readonly unknown[] }} constant
 * @param {number} depth
 * @returns {Value | undefined} What a function gives that another of the file has made, if that is no
 *   promise.
 */
export function findMadeResult(context, { init, keys }, depth) {
  const maker =
    init.type === 'CallExpression' && keys.length === 0
      ? readFunction(context.sourceCode, init.callee)
      : undefined;
  const made =
    maker && !maker.async && !maker.generator ? returnedBy(context.sourceCode, maker) : [];
  for (const fn of made) {
    const other = fn && isFunction(fn) ? findOtherResult(context, fn, depth) : undefined;
    if (other) {
      return other;
    }
  }
  return undefined;
}
