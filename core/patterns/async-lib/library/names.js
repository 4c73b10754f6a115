/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { oncePerFile } from '../../../analysis/syntax/facts.js';
import { groupBy } from '../../../analysis/syntax/group-by.js';
import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { nodesOfType } from '../../../analysis/syntax/nodes.js';

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

/**
 * The calls of `async` in the file, by the function that they call.
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string | undefined, TSESTree.CallExpression[]>}
 */
export const callsByFlow = oncePerFile((sourceCode) =>
  groupBy(nodesOfType(sourceCode, 'CallExpression'), (call) => flowName({ sourceCode }, call)),
);
