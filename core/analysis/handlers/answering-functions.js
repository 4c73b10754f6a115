/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isRouteVerb } from '../../packages/route-verbs.js';
import { oncePerFile } from '../syntax/facts.js';
import { isFunction } from '../syntax/functions.js';
import { readKey } from '../modules/modules.js';

/** Methods that only responses have, of Node itself or of what frameworks make of them. */
const RESPONSE_METHODS = new Set(['redirect', 'sendFile', 'sendStatus', 'sendfile', 'writeHead']);

/** Methods that a response has after its status is set: `response.status(404).json({})`. */
const AFTER_STATUS = new Set(['end', 'json', 'jsonp', 'render', 'send']);

/** A client has events of these names too, but gives their listeners an error first, or nothing to answer with. */
const ROUTED_ANSWERS = new Set(['end', 'render', 'send']);

/**
 * Functions that answer a request, wherever they are registered: what they do to a parameter is done
 * to responses only.
 *
 *     exports.list = (request, response) => { response.status(200).send(read()); };
 *     module.exports = (app) => { app.get('/', (request, response) => response.send(read())); };
 *
 * @type {(sourceCode: SourceCodeLike) => readonly FunctionNode[]}
 */
export const answeringFunctions = oncePerFile((sourceCode) => {
  /** @type {FunctionNode[]} */
  const functions = [];
  for (const { type, block, set } of sourceCode.scopeManager?.scopes ?? []) {
    const fn = /** @type {TSESTree.Node} */ (block);
    if (type === 'function' && isFunction(fn) && fn.params.length > 1) {
      const isRouted = isRoute(fn);
      // The first parameter is the request, or an error.
      if (fn.params.some((param, index) => index > 0 && isResponse(param, set, isRouted))) {
        functions.push(fn);
      }
    }
  }
  return functions;
});

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `app.get('/', fn)`, whatever `app` is.
 */
function isRoute({ parent, params: [first] }) {
  if (parent.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') {
    return false;
  }
  const [path] = parent.arguments;
  const start =
    path?.type === 'TemplateLiteral'
      ? path.quasis[0]?.value.raw
      : path?.type === 'Literal' && path.value;
  return (
    isRouteVerb(readKey(parent.callee)) &&
    String(start).startsWith('/') &&
    first?.type === 'Identifier' &&
    !/^_*err?(?:or)?$/u.test(first.name)
  );
}

/**
 * @param {TSESTree.Parameter} param
 * @param {ReadonlyMap<string, Variable>} variables Of its function, by name.
 * @param {boolean} isRouted
 * @returns {boolean} Whether the file answers with it.
 */
function isResponse(param, variables, isRouted) {
  const name = param.type === 'AssignmentPattern' ? param.left : param;
  const variable = name.type === 'Identifier' ? variables.get(name.name) : undefined;
  return Boolean(
    variable?.defs[0]?.name === name &&
    variable.references.some(
      ({ identifier: { parent }, identifier }) =>
        parent?.type === 'MemberExpression' &&
        parent.object === identifier &&
        isAnswer(parent, isRouted),
    ),
  );
}

/**
 * @param {TSESTree.MemberExpression} member
 * @param {boolean} isRouted
 * @returns {boolean}
 */
function isAnswer(member, isRouted) {
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
    (isRouted && ROUTED_ANSWERS.has(key)) ||
    // response.json(users)
    (key === 'json' && parent.arguments.length === 1) ||
    (key === 'status' &&
      next.type === 'MemberExpression' &&
      next.object === parent &&
      AFTER_STATUS.has(readKey(next) ?? ''))
  );
}
