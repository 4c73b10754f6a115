/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { coreApi } from '../apis/core-promise-apis.js';
import { isModuleMember } from '../modules/modules.js';
import { untouchedOrigin } from '../modules/replaced-values.js';
import { constantOf } from '../syntax/scopes.js';

/**
 *     promisify(fs.readFile)(path)    const read = promisify(fs.readFile); read(path)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} callee
 * @returns {boolean} Whether it is the promise form of a function of Node's own, which gives native promises:
 *   what others promisify may have a form of its own, that gives anything.
 */
export function isPromisifiedCore(sourceCode, callee) {
  const made = constantOf(sourceCode, callee) ?? callee;
  const [target] = made.type === 'CallExpression' ? made.arguments : [];
  return (
    made.type === 'CallExpression' &&
    target !== undefined &&
    isModuleMember(untouchedOrigin(sourceCode, made.callee), 'util', 'promisify') &&
    coreApi(untouchedOrigin(sourceCode, target)) !== undefined
  );
}
