/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { readKey } from '../../../analysis/modules/modules.js';
import { readConstantInit, variableOf } from '../../../analysis/syntax/scopes.js';

/** What gives a list of the same values. */
const SAME_VALUES = /^(?:concat|filter|reverse|slice|sort)$/u;

/**
 * Since 2.3 the library passes no callback to async functions and waits for their promises. What the
 * callers of a function hand in may be one.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node A function, or a list of functions.
 * @param {boolean} isList
 * @returns {boolean} Whether it is a parameter, or is read from one. Methods go by the assumption about
 *   what is called.
 */
export function isHandedIn(sourceCode, node, isList) {
  if (node.type === 'MemberExpression') {
    return isList && isHandedIn(sourceCode, node.object, isList);
  }
  if (node.type === 'CallExpression') {
    const { callee } = node;
    return (
      isList &&
      callee.type === 'MemberExpression' &&
      SAME_VALUES.test(readKey(callee) ?? '') &&
      isHandedIn(sourceCode, callee.object, isList)
    );
  }
  const variable = node.type === 'Identifier' ? variableOf(sourceCode, node) : undefined;
  const init = variable && readConstantInit(variable)?.init;
  return (
    variable?.defs[0]?.type === 'Parameter' || Boolean(init && isHandedIn(sourceCode, init, isList))
  );
}
