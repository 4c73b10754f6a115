/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { isEsModule } from './modules.js';
import { globalReferences } from './scopes.js';

/** What Node has at the top of each file. */
const NODE_NAMES = ['module', 'exports', 'require', 'process', 'global', '__dirname', '__filename'];

/**
 *     if (typeof define === 'function' && define.amd) define([], factory);
 *     else if (typeof module === 'object') module.exports = factory();
 *
 * @type {(sourceCode: SourceCodeLike) => string | undefined} What says that the file also runs where
 *   there is no `require`, if anything does.
 */
export const browserSign = oncePerFile((sourceCode) => {
  const uses = [];
  for (const name of NODE_NAMES) {
    uses.push(...globalReferences(sourceCode, name));
  }
  const asked = uses.find(
    ({ parent }) => parent?.type === 'UnaryExpression' && parent.operator === 'typeof',
  );
  if (asked) {
    return `typeof ${asked.name}`;
  }
  if (globalReferences(sourceCode, 'define').length > 0) {
    return 'define';
  }
  return uses.length > 0 || isEsModule(sourceCode) ? undefined : 'a script of its own';
});
