/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from '../plan/translator.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { nodesWithin, walk } from '../../analysis/syntax/nodes.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { findThrowing } from './exceptions.js';
import { isCaught } from '../statements/flow.js';

/**
 *     exports.load = function (file, cb) {
 *       fs.readFile(file, (err, text) => {
 *         if (err) return cb && cb(err);
 *         use(JSON.parse(text));
 *         cb && cb();
 *       });
 *     };
 *
 * What a callback throws ends the process. Behind an `await` it goes to the callback of the function
 * as its error, and is lost where a caller has left that out.
 */

/**
 * @param {Translator} translator Of a function that is translated and keeps a wrapper.
 * @returns {boolean} Whether its callback may be left out, or made up by the function: nobody hears of an
 *   error then.
 */
export function isUnheard(translator) {
  return !translator.callings.has('heard') && (translator.isOptional || isMadeUp(translator));
}

/**
 * @param {Translator} translator
 * @returns {ReturnType<typeof findThrowing>} What throws behind a wait, which ends the process now.
 */
export function findUncaught(translator) {
  return findLost(translator, false);
}

/**
 * @param {Translator} translator Of a function that may throw before it waits.
 * @returns {ReturnType<typeof findThrowing>} What throws there, or behind a wait.
 */
export function findAnyThrowing(translator) {
  return findLost(translator, true);
}

/**
 * @param {Translator} translator
 * @param {boolean} isOwnAsked Whether what the function does before it waits is asked, too.
 * @returns {ReturnType<typeof findThrowing>}
 */
function findLost(translator, isOwnAsked) {
  const { sourceCode, target } = translator;
  const { fn, promises = [] } = target;
  const isCaughtOrOwn = (/** @type {TSESTree.Node} */ node) => {
    const frame = enclosingFunction(node);
    const isOwn = frame === fn || promises.some((each) => each.fn === frame);
    return (
      frame === undefined ||
      (isOwn && !isOwnAsked) ||
      isOfCallback(translator, node) ||
      isCaught(node, frame)
    );
  };
  return findThrowing(sourceCode, walk(sourceCode, fn.body), isCaughtOrOwn);
}

/**
 *     cb = cb || function () {};    if (!cb) cb = noop;    (file, cb = () => {}) => …
 *
 * @param {Translator} translator
 * @returns {boolean} Whether the function makes up a callback where it is given none, which does not
 *   throw.
 */
function isMadeUp({ sourceCode, target }) {
  const { callback, fn, index } = target;
  const isSilent = (/** @type {TSESTree.Node} */ value) =>
    nodesWithin(sourceCode, 'ThrowStatement', value).length === 0;
  const parameter = fn.params[index];
  if (parameter?.type === 'AssignmentPattern') {
    return isSilent(readFunction(sourceCode, parameter.right) ?? parameter.right);
  }
  return callback.references.some(({ writeExpr: value }) => {
    const made = /** @type {TSESTree.Node | null | undefined} */ (value);
    // (file, options, cb): cb = options
    const isGiven =
      made?.type === 'Identifier' && variableOf(sourceCode, made)?.defs[0]?.type === 'Parameter';
    return made && MADE.test(made.type) && !isGiven && isSilent(made);
  });
}

/** `cb = once(cb)` makes up none. */
const MADE =
  /^(?:ArrowFunctionExpression|ConditionalExpression|FunctionExpression|Identifier|LogicalExpression)$/u;

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is a call of the function's callback.
 */
function isOfCallback(translator, node) {
  const callee = node.type === 'CallExpression' ? node.callee : node;
  const base = callee.type === 'MemberExpression' ? callee.object : callee;
  return base.type === 'Identifier' && translator.isCallback(base);
}
