/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { resolveOrigin } from '../../analysis/modules.js';

/**
 * @param {{ sourceCode: SourceCodeLike }} place
 * @param {TSESTree.CallExpression} call
 * @returns {string | undefined} Which function of `async` is called.
 */
export function flowName({ sourceCode }, { callee }) {
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind !== 'module') {
    return undefined;
  }
  const path = [...origin.name.replace(/\.js$/u, '').split('/'), ...origin.path];
  return path.length === 2 && path[0] === 'async' ? path[1] : undefined;
}
