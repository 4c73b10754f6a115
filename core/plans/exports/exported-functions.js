/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { CallbackFunction } from '../../callbacks/functions/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { groupBy } from '../../analysis/syntax/group-by.js';
import { exportsOf } from '../../codemod/siblings.js';
import { callbackFunctionOfValue } from '../../callbacks/functions/functions.js';
import { showsParameters } from '../../callbacks/callees/own-callees.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Iterable<{ key: string, value: TSESTree.Node }>} [all] Its exports; by default those that its
 *   statements make by a key.
 * @returns {Map<string, CallbackFunction>} The callback functions that a file exports, by their keys. A
 *   key that stands for several says nothing: which of them it is depends on what runs.
 */
export function exportedFunctions(sourceCode, all = exportsOf(sourceCode)) {
  /** @type {Map<string, CallbackFunction>} */
  const exported = new Map();
  /** @type {Set<string>} */
  const given = new Set();
  for (const { key, value } of all) {
    const found = callbackFunctionOfValue(sourceCode, value);
    if (!found && isNothing(value)) {
      continue;
    }
    if (
      found &&
      (!given.has(key) || exported.get(key) === found) &&
      (found.variable || value.type !== 'FunctionDeclaration' || !value.id)
    ) {
      exported.set(key, found);
    } else {
      exported.delete(key);
    }
    given.add(key);
  }
  return exported;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} start
 * @returns {string[]} The keys under which the function is exported that begins there.
 */
export function keysAt(sourceCode, start) {
  return (keysByStart(sourceCode).get(start) ?? []).map(([key]) => key);
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<number, [string, CallbackFunction][]>} */
const keysByStart = oncePerFile((sourceCode) =>
  groupBy(exportedFunctions(sourceCode), ([, { fn }]) => fn.range[0]),
);

/**
 *     exports.load = (id, cb) => { throw new Error('not ready'); };
 *
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @param {number} count
 * @returns {FunctionNode | undefined} What is exported under it, if each value is a function that takes at
 *   most so many arguments, as far as its text shows, and none that is known to call back.
 */
export function plainFunction(sourceCode, key, count) {
  const functions = [...exportsOf(sourceCode)]
    .filter((each) => each.key === key)
    .map(({ value }) => {
      const fn = readFunction(sourceCode, value);
      return fn &&
        fn.params.length <= count &&
        showsParameters(sourceCode, fn) &&
        !callbackFunctionOfValue(sourceCode, value)
        ? fn
        : undefined;
    });
  return functions.includes(undefined) ? undefined : functions[0];
}

/**
 * @param {TSESTree.Node} value
 * @returns {boolean} `void 0`
 */
function isNothing(value) {
  return value.type === 'UnaryExpression' && value.operator === 'void';
}
