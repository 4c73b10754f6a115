/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { groupBy } from './group-by.js';
import { readKey } from '../modules/modules.js';
import { nodesOfType } from './nodes.js';

/**
 * All `object.key` of a file by their keys, in source order; under `undefined` those whose key nothing tells.
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string | undefined, readonly TSESTree.MemberExpression[]>}
 */
export const membersByKey = oncePerFile((sourceCode) =>
  groupBy(nodesOfType(sourceCode, 'MemberExpression'), readKey),
);
