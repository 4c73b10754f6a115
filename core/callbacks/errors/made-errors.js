/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCertainInit } from '../../analysis/values/certain-values.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { returnedBy } from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { endsFlow } from '../statements/flow.js';

/**
 * Packages whose functions make errors, but for those that ask what something is:
 * https://github.com/hapijs/boom/blob/v10.0.1/API.md, https://github.com/jshttp/http-errors#readme
 */
const MAKERS = /^(?:(?:@hapi\/)?boom|http-errors)$/u;

/** Whether functions of the file only give errors that they have made. @type {(sourceCode: SourceCodeLike) => Map<FunctionNode, boolean>} */
const makersOf = oncePerFile(() => new Map());

/**
 *     new Error('…')    TypeError('…')    createError(404)    Boom.notFound()
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null} node
 * @returns {boolean} Whether it gives an error for certain.
 */
export function isMadeError(sourceCode, node) {
  if (node?.type !== 'CallExpression' || node.optional) {
    return node?.type === 'NewExpression';
  }
  const { callee } = node;
  if (callee.type === 'Identifier' && !findVariable(sourceCode, callee, callee.name)) {
    return /^(?:[A-Z]\w*)?Error$/u.test(callee.name);
  }
  const origin = resolveOrigin(sourceCode, callee);
  const fn = readFunction(sourceCode, callee);
  return (
    (origin?.kind === 'module' &&
      MAKERS.test(origin.name) &&
      !/^is/u.test(origin.path.at(-1) ?? '')) ||
    (fn !== undefined && makesErrors(sourceCode, fn))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function makesErrors(sourceCode, fn) {
  const makers = makersOf(sourceCode);
  if (!makers.has(fn)) {
    // One that calls itself does not say so of itself.
    makers.set(fn, false);
    const { async, body, generator } = fn;
    const isOver = body.type !== 'BlockStatement' || endsFlow(body);
    const isMade = (/** @type {TSESTree.Expression | null} */ value) => {
      const variable =
        value?.type === 'Identifier' ? findVariable(sourceCode, value, value.name) : undefined;
      const constant = variable && readCertainInit(variable);
      return isMadeError(sourceCode, constant?.keys.length === 0 ? constant.init : value);
    };
    makers.set(fn, !async && !generator && isOver && returnedBy(sourceCode, fn).every(isMade));
  }
  return makers.get(fn) === true;
}
