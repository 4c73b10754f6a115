/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { findVariable } from '../../analysis/scopes.js';

/** Methods that only responses have, of Node itself or of what frameworks make of them. */
const RESPONSE_METHODS = new Set(['redirect', 'sendFile', 'sendStatus', 'sendfile', 'writeHead']);

/** Methods that a response has after its status is set: `response.status(404).json({})`. */
const AFTER_STATUS = new Set(['end', 'json', 'jsonp', 'render', 'send']);

/** Of those, in the text. */
const ANSWERS = /\b(?:json|redirect|send(?:[Ff]ile|Status)|status(?:Code)?|writeHead)\b/u;

/**
 * Functions that answer a request, wherever they are registered: what they do to a parameter is done
 * to responses only.
 *
 *     exports.list = (request, response) => { response.status(200).send(read()); };
 *
 * @type {(sourceCode: SourceCodeLike) => readonly FunctionNode[]}
 */
export const answeringFunctions = oncePerFile((sourceCode) => {
  /** @type {Set<FunctionNode>} */
  const functions = new Set();
  const members = ANSWERS.test(sourceCode.text) ? nodesOfType(sourceCode, 'MemberExpression') : [];
  for (const member of members) {
    if (member.object.type === 'Identifier' && isAnswer(member)) {
      const variable = findVariable(sourceCode, member.object, member.object.name);
      const [definition] = variable?.defs ?? [];
      if (definition?.type === 'Parameter' && isHandler(definition.node, member.object.name)) {
        functions.add(definition.node);
      }
    }
  }
  return [...functions];
});

/**
 * @param {TSESTree.Node} fn
 * @param {string} response
 * @returns {fn is FunctionNode} Whether the response is not the first parameter: that one is the
 *   request, or an error.
 */
function isHandler(fn, response) {
  if (!isFunction(fn) || fn.params.length < 2) {
    return false;
  }
  const position = fn.params.findIndex(
    (param) => param.type === 'Identifier' && param.name === response,
  );
  return position > 0;
}

/**
 * @param {TSESTree.MemberExpression} member
 * @returns {boolean}
 */
function isAnswer(member) {
  const key = readKey(member) ?? '';
  const { parent } = member;
  // response.statusCode = 404
  if (key === 'statusCode') {
    return parent.type === 'AssignmentExpression' && parent.left === member;
  }
  if (parent.type !== 'CallExpression' || parent.callee !== member) {
    return false;
  }
  const next = parent.parent;
  return (
    RESPONSE_METHODS.has(key) ||
    // response.json(users)
    (key === 'json' && parent.arguments.length === 1) ||
    (key === 'status' &&
      next.type === 'MemberExpression' &&
      next.object === parent &&
      AFTER_STATUS.has(readKey(next) ?? ''))
  );
}
