/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { resolveOrigin } from '../../../analysis/modules/modules.js';
import { readStatic } from '../../../promises/library.js';

/** Modules that define the global `Promise` where there is none, by being loaded. */
const POLYFILLS = /^(?:es6-promise\/auto|native-promise-only)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {TSESTree.ProgramStatement[]} The statements that do nothing on a Node with promises:
 *
 *     require('es6-promise').polyfill();    import 'native-promise-only';
 */
export function polyfillsOf(sourceCode) {
  return sourceCode.ast.body.filter((statement) => {
    if (statement.type === 'ImportDeclaration') {
      return statement.specifiers.length === 0 && POLYFILLS.test(statement.source.value);
    }
    if (
      statement.type !== 'ExpressionStatement' ||
      statement.expression.type !== 'CallExpression'
    ) {
      return false;
    }
    const call = statement.expression;
    const origin = resolveOrigin(sourceCode, call);
    return (
      readStatic(sourceCode, call) === 'es6-promise.polyfill' ||
      (origin?.kind === 'module' && POLYFILLS.test(origin.name))
    );
  });
}
