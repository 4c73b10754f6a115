/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */

import {
  canBeAsync,
  hasPromiseType,
  isPlainReturn,
} from '../../analysis/promises/async-candidates.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { wouldLoseCallback } from '../../analysis/handlers/withheld-callbacks.js';
import { asyncPosition } from '../../edits/async-position.js';
import { insertBefore } from '../../edits/edit.js';
import { usesAwaitAsName } from '../../edits/names.js';
import { firstLine, textOf } from '../../edits/trivia.js';

/**
 * The text around a promise that replaces `new Promise(…)`.
 *
 * @typedef {object} Place
 * @property {TextEdit[]} edits
 * @property {string} before The text directly before the promise.
 * @property {ObligationId[]} assumes
 */

/**
 * The constructor gives a native promise, and turns into a rejection whatever its executor throws.
 * The same holds without it
 *
 * - under `await`, and in what an async function returns;
 * - anywhere, if the promise is native and making it cannot throw;
 * - in a function that does nothing but return it, once that is async. `await` keeps it from taking
 *   more ticks than the constructor did.
 *
 * @param {PatternContext} context
 * @param {TSESTree.NewExpression} node
 * @param {{ isNative: boolean, mayThrow: boolean, subject: TSESTree.Expression }} promise
 * @returns {Place | { refusal: Refusal }}
 */
export function planPlace(context, node, { isNative, mayThrow, subject }) {
  const { sourceCode, options } = context;
  const outer = enclosingFunction(node);
  const isResult = node.parent.type === 'ReturnStatement' || outer?.body === node;
  if (
    node.parent.type === 'AwaitExpression' ||
    (isNative && !mayThrow) ||
    (isResult && outer?.async && (!mayThrow || !isInTry(node, outer)))
  ) {
    return { edits: [], before: '', assumes: [] };
  }
  const isWhole =
    outer &&
    !outer.async &&
    !outer.generator &&
    isPlainReturn(outer, node) &&
    canBeAsync(outer, sourceCode) &&
    !wouldLoseCallback(context, outer) &&
    hasPromiseType(outer) &&
    !usesAwaitAsName(sourceCode, outer);
  const assumes = /** @type {ObligationId[]} */ (
    outer?.params.some(({ type }) => type !== 'Identifier') ? ['throws-late'] : []
  );
  if (!isWhole || assumes.some((id) => !options.assumable.has(id))) {
    return {
      refusal: {
        reason: 'rejection-would-throw',
        subject: `\`${firstLine(textOf(sourceCode, subject))}\``,
      },
    };
  }
  return {
    edits: [insertBefore(asyncPosition(outer, sourceCode), 'async ')],
    before: 'await ',
    assumes,
  };
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} outer
 * @returns {boolean} Whether the function would catch itself what is thrown there.
 */
function isInTry(node, outer) {
  for (
    let inner = /** @type {TSESTree.Node | undefined} */ (node.parent);
    inner && inner !== outer;
    inner = inner.parent
  ) {
    if (inner.type === 'TryStatement') {
      return true;
    }
  }
  return false;
}
