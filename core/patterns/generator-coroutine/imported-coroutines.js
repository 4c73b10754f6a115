/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ImportedCoroutine, PatternContext } from '../../contract/pattern.js' */

import { resolveOrigin } from '../../analysis/modules/modules.js';

/**
 *     yield store.load(id)        yield [store.load(1), store.load(2)]        yield* store.load(id)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} callee
 * @returns {ImportedCoroutine | undefined} The generator function of another file that it names, or of
 *   this one by what it exports, if that one becomes an async function.
 */
export function importedCoroutineOf({ exportedCoroutine, importedCoroutine, sourceCode }, callee) {
  const own = exportedCoroutine?.(callee.range[0]);
  if (own) {
    return own;
  }
  const origin = importedCoroutine && resolveOrigin(sourceCode, callee);
  return origin?.kind === 'module' ? importedCoroutine?.(origin.name, origin.path) : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it stands for a generator function of another file.
 */
export function isImportedGenerator({ exportsGenerator, sourceCode }, node) {
  const origin = exportsGenerator && resolveOrigin(sourceCode, node);
  return origin?.kind === 'module' && exportsGenerator?.(origin.name, origin.path) === true;
}
