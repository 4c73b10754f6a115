/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { CoreApi } from '../../analysis/apis/core-promise-apis.js' */
/** @import { Translator } from '../plan/translator.js' */

import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { readConstantInit, variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { Refused, quote } from '../plan/refused.js';

/**
 *     dns.lookup(host, { all: true }, (err, addresses) => …)
 *     fs.mkdir(path, { recursive: true }, (err, first) => …)
 *
 * @param {Translator['sourceCode']} sourceCode
 * @param {CoreApi} api
 * @param {TSESTree.CallExpression} call
 * @returns {CoreApi['results']} What such a call gives.
 * @throws {Refused} When its options do not show whether it gives a list.
 */
export function resultsOf(sourceCode, { results, oneWith }, call) {
  const [, options, ...more] = call.arguments;
  if (!options || more.length === 0 || options.type === 'Literal') {
    return results;
  }
  if (oneWith !== undefined) {
    // A result that may be missing is handed on where there is one.
    return optionOf(sourceCode, options, oneWith) === 'false' ? results : 'one';
  }
  if (typeof results === 'string' || results[1] !== 'family') {
    return results;
  }
  const all = optionOf(sourceCode, options, 'all');
  if (all !== 'true' && all !== 'false') {
    throw new Refused('several-results', quote(sourceCode, call));
  }
  return all === 'true' ? 'one' : results;
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node} options
 * @param {string} name
 * @returns {string | undefined} What the option is set to, as it is written: `false` where it is not.
 *   Undefined if nothing shows that.
 */
function optionOf(sourceCode, options, name) {
  if (options.type !== 'ObjectExpression') {
    return undefined;
  }
  /** @type {string | undefined} */
  let value = 'false';
  for (const each of options.properties) {
    const key = each.type === 'Property' && !each.computed ? textOf(sourceCode, each.key) : '';
    if (key.replace(/^(['"])(.*)\1$/u, '$2') === name) {
      value = textOf(sourceCode, /** @type {TSESTree.Property} */ (each).value);
    } else if (key === '') {
      value = undefined;
    }
  }
  return value;
}

/**
 *     const stat = followsLinks ? fs.stat : fs.lstat;
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} callee
 * @returns {CoreApi | undefined} What both functions are, of which the callee is one.
 */
export function eitherCoreApi({ sourceCode }, callee) {
  const variable = variableOf(sourceCode, callee);
  const constant = variable && readConstantInit(variable);
  if (constant?.init.type !== 'ConditionalExpression' || constant.keys.length > 0) {
    return undefined;
  }
  const { consequent, alternate } = constant.init;
  const [one, other] = [consequent, alternate].map((each) =>
    coreApi(resolveOrigin(sourceCode, each)),
  );
  if (!one || !other || String(one.results) !== String(other.results)) {
    return undefined;
  }
  return other.oneWith === undefined ? one : other;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is a string: Node's own functions throw at what is none where they
 *   ask for a path, a host or an encoding.
 */
export function isPlainText(node) {
  return node.type === 'Literal' && typeof node.value === 'string';
}
