/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Link } from './link-edits.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../../analysis/casts.js';
import { readFunction } from '../../analysis/definitions.js';
import { frameUses, isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { findVariable, readConstantInit } from '../../analysis/scopes.js';
import { resultsOf } from '../promise-chain/values.js';
import { readStatic } from './library.js';

/**
 * Bluebird calls the handlers of a bound promise on what it is bound to, and binds what they give.
 *
 *     load().bind(this).map(function (row) { return this.read(row); })
 */

/** How many variables and functions are followed. */
const MAX_DEPTH = 8;

/** Methods that call a handler. */
const CALLING = /^(?:catch|each|error|filter|finally|map|mapSeries|reduce|spread|tap|tapCatch)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Link} link
 * @param {string} key The method's first name.
 * @param {readonly Edit[]} edits What becomes of it.
 * @returns {boolean} Whether a function around its handlers may hide from them what the promise is
 *   bound to.
 */
export function losesBinding(sourceCode, { arguments: parameters, callee }, key, edits) {
  const start = parameters[0]?.range[0];
  const isAround = edits.some(
    (edit) => edit.range[0] === start && 'text' in edit && !/^(?:async )?$/u.test(edit.text),
  );
  if (key !== 'timeout' && !(CALLING.test(key) && isAround)) {
    return false;
  }
  const isBound = isBoundTo(sourceCode, callee.object);
  return parameters.some((parameter) =>
    isFunction(parameter)
      ? isBound !== false &&
        parameter.type !== 'ArrowFunctionExpression' &&
        frameUses(sourceCode, parameter).this.length > 0
      : isBound === true,
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} promise
 * @param {number} [depth]
 * @returns {boolean | undefined} Whether the promise is bound; undefined where the file does not show it.
 */
export function isBoundTo(sourceCode, promise, depth = MAX_DEPTH) {
  const node = withoutCasts(promise);
  const follow = (/** @type {TSESTree.Node} */ next) => isBoundTo(sourceCode, next, depth - 1);
  if (depth === 0) {
    return undefined;
  }
  if (node.type === 'Identifier') {
    const variable = findVariable(sourceCode, node, node.name);
    const constant = variable && readConstantInit(variable);
    return constant?.keys.length === 0 ? follow(constant.init) : undefined;
  }
  if (node.type !== 'CallExpression') {
    return node.type === 'NewExpression' ? false : undefined;
  }
  const name = readStatic(sourceCode, node);
  if (name !== undefined) {
    return name === 'bind';
  }
  const { callee } = node;
  const fn = readFunction(sourceCode, callee);
  if (fn) {
    const results = fn.async
      ? []
      : resultsOf(sourceCode, fn).map((result) => (result ? follow(result) : false));
    return results.includes(true) || (results.includes(undefined) ? undefined : false);
  }
  if (callee.type !== 'MemberExpression') {
    return undefined;
  }
  return readKey(callee) === 'bind' || follow(callee.object);
}
