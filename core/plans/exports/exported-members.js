/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCertainInit } from '../../analysis/values/certain-values.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { readGlobalPath } from '../../analysis/modules/global-values.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { propertyWrites } from '../../analysis/modules/property-writes.js';
import { moduleScope, variableOf } from '../../analysis/syntax/scopes.js';
import { assignedLast, exportsOf, joinKeys, propertiesOf } from '../../codemod/siblings.js';
import { exportedObject } from '../members/own-writes.js';
import { isExports } from '../members/written-members.js';

/** @typedef {{ key: string, value: TSESTree.Node }} Member */

/**
 *     const api = { load };  api.save = save;  module.exports = api;
 *     const own = (module.exports = {});  own.load = load;
 *     Object.assign(exports, { load });  Object.defineProperty(exports, 'load', { get: () => load });
 *
 * The members of the object that a file exports, by whatever name the file calls it.
 *
 * @type {(sourceCode: SourceCodeLike) => readonly Member[]}
 */
export const exportedMembers = oncePerFile((sourceCode) => {
  const exported = exportsOf(sourceCode);
  /** @type {Map<Variable, string>} */
  const holders = new Map();
  for (const { key, value } of exported) {
    const variable = variableOf(sourceCode, value);
    if (variable) {
      holders.set(variable, key);
    }
  }
  for (const variable of moduleScope(sourceCode).variables) {
    if (holdsExports(readCertainInit(variable)?.init)) {
      holders.set(variable, '');
    }
  }
  const held = [...holders].map(([variable, key]) => ({ key, value: initOf(variable) }));
  const objects = [
    ...exportedObject(sourceCode).nodes.map((object) => ({ key: '', object })),
    ...[...holders].flatMap(([{ references }, key]) =>
      references.map(({ identifier }) => ({
        key,
        object: /** @type {TSESTree.Node} */ (identifier),
      })),
    ),
  ];
  return [
    ...[...exported, ...held].flatMap(({ key, value }) =>
      value ? literalsIn(sourceCode, value).flatMap((each) => [...propertiesOf(key, each)]) : [],
    ),
    ...objects.flatMap(({ key, object }) =>
      propertyWrites(sourceCode, object).flatMap((write) =>
        write.value ? [{ key: joinKeys(key, write.key), value: assignedLast(write.value) }] : [],
      ),
    ),
  ];
});

/**
 * @param {Variable} variable
 * @returns {TSESTree.Expression | undefined}
 */
function initOf(variable) {
  const init = readCertainInit(variable);
  return init?.keys.length === 0 ? assignedLast(init.init) : undefined;
}

/**
 * @param {TSESTree.Node | undefined} value
 * @returns {boolean} `exports`, `module.exports`, `module.exports = {}`
 */
function holdsExports(value) {
  return value?.type === 'AssignmentExpression'
    ? holdsExports(value.left) || holdsExports(value.right)
    : value !== undefined && isExports(value);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {TSESTree.ObjectExpression[]} `Object.freeze({…})`, `Object.assign({}, {…})`
 */
function literalsIn(sourceCode, value) {
  if (value.type === 'ObjectExpression') {
    return [value];
  }
  const path = value.type === 'CallExpression' ? readGlobalPath(sourceCode, value.callee) : '';
  return value.type === 'CallExpression' && /^Object\.(?:assign|freeze|seal)$/u.test(path ?? '')
    ? value.arguments.flatMap((each) => literalsIn(sourceCode, each))
    : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} start
 * @returns {string[]} The keys under which the function is exported that begins there; none if another
 *   may have one of them.
 */
export function exportKeysAt(sourceCode, start) {
  return exportKeysByStart(sourceCode).get(start) ?? [];
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<number, string[]>} */
const exportKeysByStart = oncePerFile((sourceCode) => {
  const members = [...exportsOf(sourceCode), ...exportedMembers(sourceCode)].map(
    ({ key, value }) => ({ key, start: readFunction(sourceCode, value)?.range[0] }),
  );
  /** @type {Map<number, string[]>} */
  const keysByStart = new Map();
  /** @type {Map<string, Set<number | undefined>>} */
  const startsByKey = new Map();
  for (const { key, start } of members) {
    const starts = startsByKey.get(key) ?? new Set();
    startsByKey.set(key, starts.add(start));
  }
  for (const [start, own] of groupBy(members, (each) => each.start)) {
    const keys = [...new Set(own.map(({ key }) => key))];
    if (start !== undefined && keys.every((key) => startsByKey.get(key)?.size === 1)) {
      keysByStart.set(start, keys);
    }
  }
  return keysByStart;
});
