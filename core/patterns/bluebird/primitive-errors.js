/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { Refusal } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { coreApi, isCoreModule } from '../../analysis/apis/core-promise-apis.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { functionName, isFunction } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isGlobal, variableOf } from '../../analysis/syntax/scopes.js';
import { firstLine, textOf } from '../../edits/trivia.js';
import { argumentsOfCalls, parameterGiven } from '../../callbacks/functions/given-arguments.js';
import { ERROR_NAME, isPrimitive, shownValues } from '../../callbacks/errors/shown-values.js';
import { libraryOf } from '../../promises/libraries.js';

/**
 * Of an error that is a string, a number or `true`, bluebird makes an `Error`; `util.promisify` rejects
 * with what it gets:
 *
 *     Bluebird.promisify((id, cb) => cb('no id'))
 *
 * https://github.com/petkaantonov/bluebird/blob/v3.7.2/src/nodeback.js
 *
 * @typedef {object} Promisified
 * @property {Refusal} [refusal] Where the file shows that the callback gets such an error.
 * @property {ObligationId[]} assumes Where it does not show all that it gets.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} fn The function that is promisified, or its key.
 * @param {readonly FunctionNode[]} [functions] The functions of the file that it may be.
 * @returns {Promisified}
 */
export function readErrors(sourceCode, fn, functions = functionsMeant(sourceCode, fn)) {
  if (libraryOf(sourceCode)?.name !== 'bluebird') {
    return { assumes: [] };
  }
  const callbacks = functions.flatMap((each) => {
    const callback = lastParameter(sourceCode, each);
    return callback ? [...withReceivers(sourceCode, callback)] : [];
  });
  const isKnown =
    functions.length > 0
      ? callbacks.every((callback) => isFollowed(sourceCode, callback))
      : isOfNode(resolveOrigin(sourceCode, fn));
  const isWrapped = callbacks.some((callback) => getsPrimitive(sourceCode, callback));
  return {
    ...(isWrapped && {
      refusal: { reason: 'not-error-first', subject: `\`${firstLine(textOf(sourceCode, fn))}\`` },
    }),
    assumes: isKnown ? [] : ['error-first'],
  };
}

/**
 * @param {Origin | undefined} origin
 * @returns {boolean}
 */
function isOfNode(origin) {
  return isCoreModule(origin) || (origin?.kind === 'module' && origin.name === 'graceful-fs');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} key
 * @returns {FunctionNode[]} Functions of the file that have the name, in whatever object.
 */
export function functionsNamed(sourceCode, key) {
  return ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']
    .flatMap((type) => nodesOfType(sourceCode, /** @type {'FunctionExpression'} */ (type)))
    .filter((fn) => functionName(fn) === key);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} fn
 * @returns {FunctionNode[]} Of the file: `load`, `store.load`, `load.bind(store)`.
 */
function functionsMeant(sourceCode, fn) {
  if (fn.type === 'CallExpression' && fn.callee.type === 'MemberExpression') {
    return readKey(fn.callee) === 'bind' ? functionsMeant(sourceCode, fn.callee.object) : [];
  }
  if (fn.type === 'MemberExpression') {
    return functionsNamed(sourceCode, readKey(fn) ?? '');
  }
  const own = readFunction(sourceCode, fn);
  return own ? [own] : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable | undefined}
 */
function lastParameter(sourceCode, fn) {
  const last = fn.params.at(-1);
  return sourceCode
    .getDeclaredVariables(fn)
    .find(({ identifiers }) => identifiers.includes(/** @type {any} */ (last)));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} callback
 * @param {Set<Variable>} [seen]
 * @returns {Set<Variable>} The callback, and parameters of functions of the file that it is given to.
 */
function withReceivers(sourceCode, callback, seen = new Set()) {
  if (!seen.has(callback)) {
    seen.add(callback);
    for (const { identifier } of callback.references) {
      const parameter = parameterGiven(sourceCode, /** @type {TSESTree.Node} */ (identifier));
      if (parameter) {
        withReceivers(sourceCode, parameter, seen);
      }
    }
  }
  return seen;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} callback
 * @returns {boolean}
 */
function getsPrimitive(sourceCode, callback) {
  return (
    argumentsOfCalls(sourceCode, callback).some(([error]) =>
      shownValues(sourceCode, error).some(
        (each) => (isPrimitive(each) && !isFalsy(each)) || isGivenValue(sourceCode, each),
      ),
    ) || callback.references.some(({ identifier }) => getsResult(/** @type {any} */ (identifier)))
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is no error to either.
 */
function isFalsy(node) {
  return node.type === 'Literal' && !node.value;
}

/**
 *     (id, cb) => cb(id)    (err, found) => cb(found)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is a parameter that no caller gives an error.
 */
function isGivenValue(sourceCode, node) {
  const [definition] = variableOf(sourceCode, node)?.defs ?? [];
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  return (
    node.type === 'Identifier' &&
    isFunction(fn) &&
    !ERROR_NAME.test(node.name) &&
    !(fn.parent.type === 'CallExpression' && fn.params[0] === definition?.name)
  );
}

/**
 *     fs.exists(path, done)    promise.then(done)
 *
 * @param {TSESTree.Node} callback
 * @returns {boolean} Whether it is given to what calls it with a result first.
 */
function getsResult(callback) {
  const { parent } = callback;
  const key =
    parent?.type === 'CallExpression' && parent.callee.type === 'MemberExpression'
      ? readKey(parent.callee)
      : undefined;
  return (
    (key === 'then' && parent?.type === 'CallExpression' && parent.arguments[0] === callback) ||
    (/^(?:exists|question)$/u.test(key ?? '') && parent !== callback)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} callback
 * @returns {boolean} Whether the file shows all that it gets as an error: what it calls it with, and Node.
 */
function isFollowed(sourceCode, callback) {
  return (
    callback.references.every(({ identifier }) => {
      const use = /** @type {TSESTree.Node} */ (identifier);
      const { parent } = use;
      return (
        parent?.type !== 'CallExpression' ||
        parent.callee === use ||
        parameterGiven(sourceCode, use) !== undefined ||
        isTimer(parent.callee) ||
        coreApi(resolveOrigin(sourceCode, parent.callee)) !== undefined
      );
    }) &&
    argumentsOfCalls(sourceCode, callback).every(([error]) =>
      shownValues(sourceCode, error).every(
        (each) =>
          /^(?:Literal|New|Object)/u.test(each.type) || isGlobal(sourceCode, each, 'undefined'),
      ),
    )
  );
}

/**
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether what it calls later gets the arguments behind.
 */
function isTimer(callee) {
  const name =
    callee.type === 'MemberExpression'
      ? readKey(callee)
      : callee.type === 'Identifier'
        ? callee.name
        : undefined;
  return /^(?:nextTick|setImmediate|setTimeout)$/u.test(name ?? '');
}
