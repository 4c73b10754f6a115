/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { certainValue } from '../../../analysis/values/certain-values.js';
import { untouchedOrigin } from '../../../analysis/modules/replaced-values.js';
import { readNumber } from '../../../analysis/values/whole-numbers.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';

/**
 * How often `times` and its like call a function. `Array.from` rounds down what is no whole number, and
 * takes what is no number for 0; versions 1 and 3 throw or call once then, version 2 rounds up or throws.
 *
 *     async.times(pages.length, …)    async.times(Math.ceil(total / 10), …)
 */

/** Functions and operators that give whole numbers, or what is none at all. */
const ROUNDING = /^(?:Math\.(?:ceil|floor|round|trunc)|(?:Number\.)?parseInt)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @param {number | undefined} version
 * @returns {boolean} Whether it is a whole number from 0 on for certain; else it is whole, if it is one.
 * @throws {Refused} Where nothing shows that.
 */
export function isCertainCount(sourceCode, node, version) {
  const range = readNumber(sourceCode, node, () => true);
  if (range?.isWhole && range.least >= 0) {
    return true;
  }
  if (version === undefined || !(range?.isWhole || isRounded(sourceCode, node))) {
    throw new Refused('count-unknown', quote(sourceCode, node));
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {boolean}
 */
function isRounded(sourceCode, node) {
  const value = certainValue(sourceCode, node) ?? node;
  const origin =
    value.type === 'CallExpression' ? untouchedOrigin(sourceCode, value.callee) : undefined;
  return origin?.kind === 'global' && ROUNDING.test([origin.name, ...origin.path].join('.'));
}

/**
 * @param {boolean} isCertain
 * @param {number} version
 * @returns {string} The numbers of the turns: an `Array` throws where `async` does, for less than 0 but in
 *   version 2.
 */
export function turnsOf(isCertain, version) {
  if (isCertain) {
    return 'Array.from({ length: count }).keys()';
  }
  return `Array(${version === 2 ? 'Math.max(count, 0)' : 'count'}).keys()`;
}
