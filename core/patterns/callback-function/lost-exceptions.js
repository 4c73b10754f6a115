/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from './translator.js' */

import { readFunction } from '../../analysis/definitions.js';
import { enclosingFunction } from '../../analysis/functions.js';
import { nodesWithin } from '../../analysis/nodes.js';
import { variableOf } from '../../analysis/scopes.js';
import { isCaught } from './flow.js';

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

export const THROWING = /** @type {const} */ ([
  'CallExpression',
  'ForOfStatement',
  'MemberExpression',
  'NewExpression',
  'TaggedTemplateExpression',
]);

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
 * @returns {TSESTree.Node | undefined} What may throw behind a wait, which ends the process now.
 */
export function findUncaught(translator) {
  const { sourceCode, target } = translator;
  const { fn, promises = [] } = target;
  const isLost = (/** @type {TSESTree.Node} */ node) => {
    const frame = enclosingFunction(node);
    return (
      frame !== undefined &&
      frame !== fn &&
      !promises.some((each) => each.fn === frame) &&
      !isOfCallback(translator, node) &&
      !isCaught(node, frame)
    );
  };
  for (const type of THROWING) {
    const lost = nodesWithin(sourceCode, type, fn.body).find(isLost);
    if (lost) {
      return lost;
    }
  }
  return undefined;
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
