/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */

import { withoutCasts } from '../../analysis/syntax/casts.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { returnedBy } from '../../analysis/syntax/functions.js';
import { generatorKeysOf, holdsGenerator } from '../../analysis/syntax/generators.js';
import { readSyncIterable } from '../../analysis/values/iterables.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { constantOf } from '../../analysis/syntax/scopes.js';

/**
 * What a loop closes when it is left: a generator, whose `finally` runs then, or an iterator with a
 * `return` of its own.
 *
 *     for (const file of walk(dir)) return load(file, cb);
 */

/** @type {(sourceCode: PatternContext['sourceCode']) => boolean} Whether the file makes any such thing. */
const makesIterators = oncePerFile(
  (sourceCode) =>
    /\bSymbol\s*\.\s*iterator\b/u.test(sourceCode.text) ||
    ['FunctionDeclaration', 'FunctionExpression'].some((type) =>
      nodesOfType(
        sourceCode,
        /** @type {'FunctionDeclaration' | 'FunctionExpression'} */ (type),
      ).some((fn) => fn.generator && !fn.async),
    ),
);

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} iterable
 * @param {number} [fuel] Steps left to follow.
 * @returns {boolean} Whether what is gone through may be closed, as far as the project shows generators
 *   and iterators: what nothing else is known of is taken for a list where the file makes none.
 */
export function mayBeClosed(context, iterable, fuel = 5) {
  const { sourceCode } = context;
  const shown = readSyncIterable(sourceCode, iterable);
  if (fuel === 0 || (shown && shown.kind !== 'generator')) {
    return shown?.kind === 'generator' || fuel === 0;
  }
  const node = withoutCasts(iterable);
  if (node.type === 'CallExpression') {
    return mayGiveGenerator(context, node, fuel);
  }
  const constant = constantOf(sourceCode, node);
  return constant && constant !== node
    ? mayBeClosed(context, constant, fuel - 1)
    : makesIterators(sourceCode);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {number} fuel
 * @returns {boolean}
 */
function mayGiveGenerator(context, { callee }, fuel) {
  const { sourceCode } = context;
  if (holdsGenerator(sourceCode, callee)) {
    return true;
  }
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (
    key !== undefined &&
    (generatorKeysOf(sourceCode).has(key) || context.keepsGenerator?.(key) === true)
  ) {
    return true;
  }
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'module') {
    return context.exportsGenerator?.(origin.name, origin.path) === true;
  }
  const fn = readFunction(sourceCode, callee);
  return fn !== undefined && fn.body
    ? returnedBy(sourceCode, fn).some((value) => value && mayBeClosed(context, value, fuel - 1))
    : false;
}
