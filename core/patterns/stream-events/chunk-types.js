/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Handler } from './handlers.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { readConstantInit, variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';

/**
 * The types that TypeScript gives the chunks of a loop. To a listener a chunk is `any`, or what it says; a loop
 * over `NodeJS.ReadableStream` or `NodeJS.ReadWriteStream` gives `string | Buffer`, while other streams
 * give `any` there as well.
 */

const LOOSE = /\bNodeJS\.Read(?:able|Write)Stream\b/u;

/** Types of which `string | Buffer` may be told to be one. */
const FITTING = /^(?:Buffer|string|Buffer \| string|string \| Buffer)$/u;

/** Methods that give the stream they are called on. */
const FLUENT = new Set(['addListener', 'on', 'once', 'pause', 'resume', 'setEncoding']);

const MOST_STEPS = 6;

/**
 *     for await (const chunk of stream as AsyncIterable<Buffer>) { … }
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} stream
 * @param {Handler} data
 * @returns {string} What stands behind the stream.
 */
export function castOfChunks(context, stream, { parameter, name }) {
  if ((!parameter && !name) || !LOOSE.test(typeOf(context, stream, MOST_STEPS))) {
    return '';
  }
  const type = /** @type {TSESTree.Identifier | undefined} */ (parameter)?.typeAnnotation;
  const text = type ? textOf(context.sourceCode, type.typeAnnotation) : '';
  return ` as AsyncIterable<${FITTING.test(text) ? text : 'any'}>`;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @param {number} most
 * @returns {string} What the file says that its type is; '' where it does not.
 */
function typeOf(context, node, most) {
  const { sourceCode } = context;
  if (most === 0) {
    return '';
  }
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSTypeAssertion':
      return textOf(sourceCode, node.typeAnnotation);
    case 'TSNonNullExpression':
      return typeOf(context, node.expression, most);
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type === 'MemberExpression') {
        return FLUENT.has(readKey(callee) ?? '') ? typeOf(context, callee.object, most - 1) : '';
      }
      const { returnType } = readFunction(sourceCode, callee) ?? {};
      return returnType ? textOf(sourceCode, returnType.typeAnnotation) : '';
    }
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      const name = /** @type {any} */ (variable?.defs[0]?.name);
      if (name?.typeAnnotation) {
        return textOf(sourceCode, name.typeAnnotation.typeAnnotation);
      }
      const constant = variable && readConstantInit(variable);
      return constant?.keys.length === 0 ? typeOf(context, constant.init, most - 1) : '';
    }
    default:
      return '';
  }
}
