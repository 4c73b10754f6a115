/** @import { Origin } from '../../analysis/modules.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { resolveOrigin } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';

/**
 * Members of modules that the file gives other values: `fs.stat = …`
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>}
 */
const replacedMembers = oncePerFile(
  (sourceCode) =>
    new Set(
      nodesOfType(sourceCode, 'AssignmentExpression').flatMap(({ left }) => {
        const origin =
          left.type === 'MemberExpression' ? resolveOrigin(sourceCode, left) : undefined;
        return origin?.kind === 'module' ? [nameOf(origin)] : [];
      }),
    ),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Origin | undefined} origin Of a function.
 * @returns {boolean} Whether its promise form would be that of the function that was there before.
 */
export function isReplaced(sourceCode, origin) {
  return origin !== undefined && replacedMembers(sourceCode).has(nameOf(origin));
}

/** @param {Origin} origin */
function nameOf({ name, path }) {
  return [name, ...path].join('.');
}
