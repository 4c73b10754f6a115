/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { callOf, callbackFunctionOfValue } from './functions.js';
import { checkContract } from '../callees/method-callees.js';
import { exportsObject, keyOf } from './exports-object.js';

/**
 * Calls of a function of the file by the object that the module exports:
 *
 *     exports.load = function (id, cb) {…};    exports.load(id, cb);
 */

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<TSESTree.CallExpression, CallbackFunction>} */
const callsByExports = oncePerFile((sourceCode) => {
  /** @type {Map<TSESTree.CallExpression, CallbackFunction>} */
  const found = new Map();
  const { nodes, isContained } = exportsObject(sourceCode);
  const members = isContained
    ? nodesOfType(sourceCode, 'MemberExpression').filter(({ object }) => nodes.has(object))
    : [];
  const calls = members.filter(
    (each) => each.object.type !== 'ThisExpression' && !each.optional && callOf(each),
  );
  if (calls.length === 0 || isDefinedOtherwise(sourceCode, members)) {
    return found;
  }
  const values = valuesByKey(sourceCode, members);
  for (const member of calls) {
    const [value, ...more] = values.get(readKey(member) ?? '') ?? [];
    const fn = value && more.length === 0 ? callbackFunctionOfValue(sourceCode, value) : undefined;
    const call = callOf(member);
    if (fn && call?.arguments.length === fn.index + 1) {
      found.set(call, fn);
    }
  }
  return found;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.MemberExpression[]} members Of the object.
 * @returns {boolean} `exports[key] = …`, `{ ...others }`, `Object.defineProperty(exports, key, …)`
 */
function isDefinedOtherwise(sourceCode, members) {
  return (
    members.some((member) => readKey(member) === undefined) ||
    objectsOf(sourceCode).some(({ properties }) =>
      properties.some((each) => each.type !== 'Property' || keyOf(each) === ''),
    ) ||
    /\bdefineProperty\((?!\s*(?:module\.)?exports\s*,\s*['"]__esModule['"])/u.test(sourceCode.text)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {TSESTree.ObjectExpression[]} Those that the file exports.
 */
function objectsOf(sourceCode) {
  const { nodes, variables } = exportsObject(sourceCode);
  return nodesOfType(sourceCode, 'ObjectExpression').filter(
    ({ parent }) =>
      (parent.type === 'AssignmentExpression' && nodes.has(parent.left)) ||
      (parent.type === 'VariableDeclarator' &&
        sourceCode.getDeclaredVariables(parent).some((each) => variables.has(each))),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.MemberExpression[]} members Of the object.
 * @returns {Map<string, TSESTree.Node[]>} What each key is given.
 */
function valuesByKey(sourceCode, members) {
  /** @type {Map<string, TSESTree.Node[]>} */
  const values = new Map();
  const add = (/** @type {string} */ key, /** @type {TSESTree.Node} */ value) =>
    values.set(key, [...(values.get(key) ?? []), value]);
  for (const member of members) {
    const { parent } = member;
    if (parent.type === 'AssignmentExpression' && parent.left === member) {
      add(readKey(member) ?? '', parent.operator === '=' ? parent.right : parent);
    }
  }
  for (const { properties } of objectsOf(sourceCode)) {
    for (const property of properties) {
      if (property.type === 'Property') {
        add(keyOf(property), property.value);
      }
    }
  }
  return values;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @returns {TSESTree.CallExpression[]} The calls of it by the exports.
 */
export function exportCallsOf(sourceCode, target) {
  return [...callsByExports(sourceCode)].flatMap(([call, found]) => (found === target ? call : []));
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee | undefined} Of a function that loses its callback.
 */
export function readExportCall(translator, call) {
  const { registry, sourceCode } = translator;
  const found = callsByExports(sourceCode).get(call);
  if (!found) {
    return undefined;
  }
  const fate = registry.fateOf(found);
  if (fate.kind !== 'inside') {
    return undefined;
  }
  checkContract(translator, call, found);
  return {
    results: fate.results,
    maySync: fate.maySync,
    mayThrow: fate.mayThrow,
    throwsEarly: true,
    isKnown: true,
    isValueFirst: false,
    write() {
      translator.calls.add(call);
      translator.partners.add(found);
    },
  };
}
