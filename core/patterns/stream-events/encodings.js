/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Origin } from '../../analysis/modules/modules.js' */
/** @import { StreamEvidence } from '../../analysis/values/streams.js' */

import { readInit } from '../../analysis/syntax/function-uses.js';
import { readKey, readString } from '../../analysis/modules/modules.js';
import { untouchedOrigin } from '../../analysis/modules/replaced-values.js';
import { readCallbackParameter } from '../../analysis/handlers/request-handlers.js';
import { variableOf } from '../../analysis/syntax/scopes.js';

/**
 *     fs.createReadStream(path, 'utf8')    http.get(url, (response) => { response.setEncoding('utf8') … })
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} expression
 * @returns {boolean} Whether the stream was made to give text.
 */
export function readsText({ sourceCode }, expression) {
  const node = readInit(sourceCode, expression);
  if (node?.type !== 'CallExpression') {
    return false;
  }
  if (node.callee.type === 'MemberExpression' && readKey(node.callee) === 'setEncoding') {
    return readString(node.arguments[0]) !== undefined;
  }
  const origin = untouchedOrigin(sourceCode, node.callee);
  const [, options] = node.arguments;
  return isFileStream(origin) && encodingOf(options) !== undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} expression
 * @param {StreamEvidence} evidence
 * @returns {boolean} Whether what is only readable was made to give bytes, as far as it was not told
 *   otherwise later.
 */
export function makesBytes(context, expression, { isRequest }) {
  const { sourceCode } = context;
  const node = readInit(sourceCode, expression);
  if (isRequest) {
    return true;
  }
  if (node?.type === 'CallExpression') {
    const [, options, ...more] = node.arguments;
    return (
      isFileStream(untouchedOrigin(sourceCode, node.callee)) &&
      more.length === 0 &&
      (!options ||
        (options.type === 'ObjectExpression' &&
          options.properties.every(({ type }) => type === 'Property') &&
          encodingOf(options) === undefined))
    );
  }
  const variable = variableOf(sourceCode, expression);
  const [definition] = variable?.defs ?? [];
  return (
    definition?.type === 'Parameter' &&
    readCallbackParameter(
      context,
      /** @type {FunctionNode} */ (definition.node),
      /** @type {FunctionNode} */ (definition.node).params.indexOf(
        /** @type {TSESTree.Identifier} */ (definition.name),
      ),
    ) === 'response'
  );
}

/** @param {Origin | undefined} origin */
function isFileStream(origin) {
  return (
    origin?.kind === 'module' &&
    origin.name === 'fs' &&
    origin.path.join('.') === 'createReadStream'
  );
}

/**
 *     'utf8'    { encoding: 'utf8' }
 *
 * @param {TSESTree.Node | undefined} options
 * @returns {string | undefined}
 */
function encodingOf(options) {
  const property =
    options?.type === 'ObjectExpression'
      ? options.properties.find(
          (each) => each.type === 'Property' && !each.computed && keyName(each.key) === 'encoding',
        )
      : undefined;
  return readString(property?.type === 'Property' ? property.value : options);
}

/** @param {TSESTree.Node} key */
function keyName(key) {
  return key.type === 'Identifier' ? key.name : readString(key);
}
