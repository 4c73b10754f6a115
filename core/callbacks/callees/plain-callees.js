/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from './callees.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { goesOnAfterCallback } from '../functions/contract.js';
import { isCaught } from '../statements/flow.js';
import { anyCallOf } from '../functions/functions.js';
import { argumentsOfCalls } from '../functions/given-arguments.js';
import { checkResults, givesPromise } from '../plan/given-results.js';
import { NOT_ERROR_FIRST } from './known-callees.js';
import { readMethodDefinitions } from '../functions/methods.js';

/**
 * Functions of the file that call the function they are given once, if not with an error first:
 *
 *     function lookUp(key, found) { if (cache[key]) return found(cache[key]); read(key, (value) => found(value)); }
 */

/** Functions by such names call what they are given as often as something happens. */
const REPEATS =
  /^(?:add|after|before|bind|each|every|for|handle|hook|map|observe|on|register|repeat|schedule|subscribe|tap|watch|when|while)|(?:Each|Every|Handler|Hook|Listener)$/u;

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee | undefined}
 */
export function readPlainCallee(translator, call) {
  const { sourceCode } = translator;
  const fn = functionOf(translator, call);
  if (!fn || fn.params.length !== call.arguments.length || fn.async || fn.generator) {
    return undefined;
  }
  const parameter = fn.params.at(-1);
  const callback =
    parameter?.type === 'Identifier'
      ? sourceCode
          .getDeclaredVariables(fn)
          .find(({ identifiers }) => identifiers.includes(parameter))
      : undefined;
  const given =
    callback !== undefined && callsOnce(fn, callback) ? argumentsOfCalls(sourceCode, callback) : [];
  if (given.length === 0 || givesPromise(translator, given)) {
    return undefined;
  }
  given.forEach((values) => checkResults(translator, values));
  return {
    results: 'one',
    maySync: true,
    mayThrow: throws(translator, fn),
    throwsEarly: true,
    isKnown: true,
    isValueFirst: true,
    write: () => undefined,
  };
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the name of what is called says that it may call back again and again.
 */
export function mayRepeat({ callee }) {
  const name =
    callee.type === 'MemberExpression'
      ? readKey(callee)
      : callee.type === 'Identifier'
        ? callee.name
        : undefined;
  return name === undefined || REPEATS.test(name) || NOT_ERROR_FIRST.has(name);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {FunctionNode | undefined}
 */
function functionOf(translator, call) {
  const { callee } = call;
  if (callee.type === 'Identifier') {
    return readFunction(translator.sourceCode, callee);
  }
  const [definition, ...more] = readMethodDefinitions(translator, call) ?? [];
  return more.length === 0 && isFunction(definition?.value) ? definition.value : undefined;
}

/**
 * @param {FunctionNode} fn
 * @param {Variable} callback
 * @returns {boolean} Whether each path of the function calls back at most once, as far as what it
 *   calls does.
 */
function callsOnce(fn, callback) {
  return (
    callback.references.length > 0 &&
    !goesOnAfterCallback({ callback, isSole: true }) &&
    callback.references.every(({ identifier }) => {
      const use = /** @type {TSESTree.Node} */ (identifier);
      return (anyCallOf(use) !== null || isHandedOn(use)) && isRunOnce(use, fn);
    })
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the last argument of a call that calls it once.
 */
function isHandedOn(node) {
  const { parent } = node;
  return (
    parent?.type === 'CallExpression' && parent.arguments.at(-1) === node && !mayRepeat(parent)
  );
}

/**
 * @param {TSESTree.Node} use
 * @param {FunctionNode} fn
 * @returns {boolean} Whether a call of the function comes to the place once.
 */
function isRunOnce(use, fn) {
  let child = use;
  for (let { parent } = use; parent && child !== fn; { parent } = parent) {
    const isLoop = /^(?:For|While|DoWhile)/u.test(parent.type);
    if (isLoop || (isFunction(parent) && parent !== fn && !isHandedOn(parent))) {
      return false;
    }
    child = parent;
  }
  return true;
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function throws({ sourceCode }, fn) {
  return nodesOfType(sourceCode, 'ThrowStatement').some(
    (node) => isWithin(node, fn) && enclosingFunction(node) === fn && !isCaught(node, fn.body),
  );
}
