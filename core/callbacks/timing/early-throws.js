/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readCertainInit } from '../../analysis/values/certain-values.js';
import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { isOnlyCalled, usesOf } from '../../analysis/syntax/function-uses.js';
import { enclosingFunction, ownNodes } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { isHandler } from '../../analysis/handlers/handler-parameters.js';
import {
  PRESENT_IN_REQUEST,
  readCallbackParameter,
} from '../../analysis/handlers/request-handlers.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { isPlainText } from '../callees/core-callees.js';
import { isCaught } from '../statements/flow.js';
import { isFound } from '../errors/found-values.js';

/**
 * What a handler may throw before it waits. Whoever calls it may see to that: a router answers to it, an
 * `emit` or a call may stand in a `try`. Nobody sees to the rejection of its promise.
 */

/** What a response does without a throw, whatever it is given, unless it has been answered to. */
const ANSWERS = /^(?:json|render|send)$/u;

/** What it does without a throw if that is written there. */
const ANSWERS_WITH_TEXT = /^(?:end|sendStatus|status|type)$/u;

const HARMLESS = /^(?:Date|Map|Set|WeakMap|\w*Error)$/u;

/** What may throw by itself, whatever it is given. */
const THROWING =
  /^(?:ForOfStatement|ImportExpression|SpreadElement|TaggedTemplateExpression|ThrowStatement)$/u;

/**
 * @param {Translator} translator Of a handler that is translated.
 * @returns {TSESTree.Node | undefined} What may throw outside of what is caught now.
 */
export function findEarlyThrow(translator) {
  const { held, sourceCode, target, tried } = translator;
  const { fn } = target;
  if (endsProcess(translator)) {
    return undefined;
  }
  const isRequest = isHandler(fn, 0);
  return (
    fn.params.find(({ type }) => type !== 'Identifier') ??
    [...ownNodes(sourceCode, fn)].find(
      (node) =>
        isWithin(node, fn.body) &&
        !isCaught(node, fn) &&
        (![...tried].some((call) => isWithin(node, call)) ||
          [...held].some((each) => isWithin(node, each))) &&
        mayThrow(translator, node, isRequest),
    )
  );
}

/**
 * @param {Translator} translator Of a handler.
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it may throw, of which its operands are asked for themselves.
 */
export function mayThrowInHandler(translator, node) {
  return mayThrow(translator, node, isHandler(translator.target.fn, 0));
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether what it throws ends the process anyway: Node's servers call it out of the
 *   event loop, or a statement of the module does, in no `try`.
 */
function endsProcess({ context, target: { fn } }) {
  return (
    readCallbackParameter(context, fn, 0) !== undefined ||
    (isOnlyCalled(context, fn) &&
      usesOf(context.sourceCode, fn)?.every(
        (use) => enclosingFunction(use) === undefined && !isTried(use),
      ) === true)
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isTried({ parent }) {
  return !!parent && (parent.type === 'TryStatement' || isTried(parent));
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node Of the handler's own code.
 * @param {boolean} isRequest Whether its parameters are there for certain.
 * @returns {boolean}
 */
function mayThrow(translator, node, isRequest) {
  switch (node.type) {
    case 'CallExpression':
      return !isHarmlessCall(translator, node) && !convertsText(translator, node, isRequest);
    case 'NewExpression':
      return node.callee.type !== 'Identifier' || !HARMLESS.test(node.callee.name);
    case 'MemberExpression':
      return (
        !node.optional &&
        // The call says it of its callee.
        !(node.parent.type === 'CallExpression' && node.parent.callee === node) &&
        !isThere(translator, node.object, isRequest)
      );
    case 'ArrayPattern':
    case 'ObjectPattern':
      return !(
        node.parent.type === 'VariableDeclarator' &&
        node.parent.init &&
        isThere(translator, node.parent.init, isRequest)
      );
    case 'BinaryExpression':
      return node.operator === 'in' || node.operator === 'instanceof';
    default:
      return THROWING.test(node.type);
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `res.status(404).end()`, `next()`, `console.log(…)`, `fs.stat('a', …)`
 */
function isHarmlessCall({ sourceCode, target }, call) {
  const { fn, waits = [] } = target;
  if (waits.some((wait) => call.arguments.includes(/** @type {any} */ (wait)))) {
    return (
      coreApi(resolveOrigin(sourceCode, call.callee)) !== undefined &&
      call.arguments.slice(0, -1).every(isPlainText)
    );
  }
  let root = /** @type {TSESTree.Node} */ (call);
  while (root.type === 'CallExpression' && root.callee.type === 'MemberExpression') {
    const { callee } = root;
    if (callee.object.type === 'Identifier' && callee.object.name === 'console') {
      return true;
    }
    const key = readKey(callee) ?? '';
    const isWritten = root.arguments.every(({ type }) => /Literal$/u.test(type));
    if (!ANSWERS.test(key) && !(isWritten && ANSWERS_WITH_TEXT.test(key))) {
      return false;
    }
    root = callee.object;
  }
  const name = root.type === 'CallExpression' ? root.callee : root;
  return (
    name.type === 'Identifier' &&
    fn.params.slice(1).some((each) => each.type === 'Identifier' && each.name === name.name)
  );
}

/** Globals that make something of text, and throw at some objects and at symbols. */
const OF_TEXT = /^(?:Number|String|is(?:Finite|NaN)|parse(?:Float|Int))$/u;

/**
 *     Number(req.params.id)    parseInt(req.params.page, 10)
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {boolean} isRequest
 * @returns {boolean}
 */
function convertsText(translator, { callee, arguments: given }, isRequest) {
  const origin = resolveOrigin(translator.sourceCode, callee);
  return (
    origin?.kind === 'global' &&
    origin.path.length === 0 &&
    (origin.name === 'Boolean' ||
      (OF_TEXT.test(origin.name) && given.every((each) => isText(translator, each, isRequest))))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @param {boolean} isRequest
 * @returns {boolean} Whether it is text, a number or missing. What a query or a body holds may be an object
 *   that cannot be made a text of.
 */
function isText({ sourceCode, target: { fn } }, node, isRequest) {
  if (node.type === 'Literal') {
    return true;
  }
  const variable = variableOf(sourceCode, node);
  const certain = variable ? readCertainInit(variable) : { init: node, keys: [] };
  const [key, ...more] = certain?.keys ?? [];
  const holder =
    key !== undefined && more.length === 0
      ? certain?.init
      : certain?.init.type === 'MemberExpression' && key === undefined
        ? certain.init.object
        : undefined;
  const [request] = fn.params;
  return (
    isRequest &&
    holder?.type === 'MemberExpression' &&
    readKey(holder) === 'params' &&
    holder.object.type === 'Identifier' &&
    request?.type === 'Identifier' &&
    holder.object.name === request.name
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} object
 * @param {boolean} isRequest
 * @returns {boolean} `req`, `req.params`, `process.env`, a module
 */
function isThere({ sourceCode, target: { fn } }, object, isRequest) {
  if (isFound(sourceCode, object, fn)) {
    return true;
  }
  if (object.type === 'MemberExpression') {
    const isOwn = object.object.type === 'Identifier' && isParameter(fn, object.object.name);
    const key = readKey(object) ?? '';
    return (isOwn && isRequest && PRESENT_IN_REQUEST.test(key)) || key === 'env';
  }
  if (object.type !== 'Identifier') {
    return object.type === 'ThisExpression';
  }
  return (
    (isRequest && isParameter(fn, object.name)) ||
    object.name === 'process' ||
    resolveOrigin(sourceCode, object)?.kind === 'module' ||
    variableOf(sourceCode, object)?.defs[0]?.type === 'FunctionName'
  );
}

/**
 * @param {FunctionNode} fn
 * @param {string} name
 * @returns {boolean}
 */
function isParameter({ params }, name) {
  return params.some((each) => each.type === 'Identifier' && each.name === name);
}
