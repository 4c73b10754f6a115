/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Origin } from '../../analysis/modules.js' */
/** @import { Callee } from './callees.js' */
/** @import { Translator } from './translator.js' */

import { isFunction } from '../../analysis/functions.js';
import { resolveOrigin } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { replaceRange } from '../../edits/edit.js';

/**
 * Async functions that stand in `util.callbackify` and are called at once.
 */

/**
 *     util.callbackify(async (x) => { … })(y, cb)  ->  (async (x) => { … })(y)
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee | undefined}
 */
export function readCallbackified(translator, call) {
  const { sourceCode } = translator;
  const { callee } = call;
  const [fn, ...more] = callee.type === 'CallExpression' ? callee.arguments : [];
  if (
    callee.type !== 'CallExpression' ||
    !isFunction(fn) ||
    !fn.async ||
    fn.generator ||
    more.length > 0 ||
    givesBesideError(sourceCode, call.arguments.at(-1)) ||
    !isCallbackify(resolveOrigin(sourceCode, callee.callee))
  ) {
    return undefined;
  }
  return {
    results: 'one',
    maySync: false,
    mayThrow: false,
    throwsEarly: false,
    isCore: true,
    isKnown: true,
    isValueFirst: false,
    write: () => {
      translator.edits.push(
        replaceRange([callee.range[0], fn.range[0]], '('),
        replaceRange([fn.range[1], callee.range[1]], ')'),
      );
    },
  };
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node | undefined} callback
 * @returns {boolean} `(err) => done(err, results)`: what the function has filled until it fails.
 */
function givesBesideError(sourceCode, callback) {
  const [error] = isFunction(callback) ? callback.params : [];
  return nodesOfType(sourceCode, 'CallExpression').some(
    ({ range, arguments: [first, ...results] }) =>
      results.length > 0 &&
      error?.type === 'Identifier' &&
      first?.type === 'Identifier' &&
      first.name === error.name &&
      isFunction(callback) &&
      range[0] >= callback.range[0] &&
      range[1] <= callback.range[1],
  );
}

/**
 * @param {Origin | undefined} origin
 * @returns {boolean}
 */
function isCallbackify(origin) {
  return (
    origin?.kind === 'module' &&
    /^(?:node:)?util$/u.test(origin.name) &&
    origin.path.join('.') === 'callbackify'
  );
}
