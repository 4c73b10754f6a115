/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */

import { readFunction } from '../../analysis/definitions.js';
import { withoutCasts } from '../../analysis/casts.js';
import { enclosingFunction } from '../../analysis/functions.js';
import { readKey, readString, resolveOrigin } from '../../analysis/modules.js';
import { constantOf } from '../../analysis/scopes.js';

/**
 * What the callbacks of Node's servers and clients are called with first.
 *
 * @typedef {'request' | 'response'} CallbackStream
 */

const HTTP = new Set(['http', 'https']);

const MAX_ALIASES = 8;

/**
 *     http.createServer((request, response) => …)    http.get(url, (response) => …)
 *     request.on('response', (response) => …)        net.createServer((socket) => …)
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {number} index
 * @returns {CallbackStream | undefined}
 */
export function readCallbackParameter(context, fn, index) {
  const { sourceCode } = context;
  const calls = callsTaking(context, fn);
  if (index !== 0 || !calls || calls.length === 0) {
    return undefined;
  }
  const evidence = calls.map((call) => {
    const key = clientMethod(sourceCode, call.callee);
    if (key === 'createServer' || key === 'Server') {
      return 'request';
    }
    if (key === 'get' || key === 'request') {
      return 'response';
    }
    const event = readListened(call);
    if (event !== 'response' && event !== 'request' && event !== 'connection') {
      const origin = resolveOrigin(sourceCode, call.callee);
      return origin?.kind === 'module' && origin.name === 'net' ? 'response' : undefined;
    }
    const { object } = /** @type {TSESTree.MemberExpression} */ (call.callee);
    const emitter = readInit(sourceCode, object);
    const made =
      emitter?.type === 'CallExpression' || emitter?.type === 'NewExpression'
        ? clientMethod(sourceCode, emitter.callee)
        : undefined;
    if (event === 'response') {
      return made === 'get' || made === 'request' ? 'response' : undefined;
    }
    return event === 'request' && (made === 'createServer' || made === 'Server')
      ? 'request'
      : undefined;
  });
  return evidence.every(Boolean) ? evidence[0] : undefined;
}

/**
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {string | undefined} The event that `emitter.on(event, …)` listens for.
 */
export function readListened({ callee, arguments: [event] }) {
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  return key === 'on' || key === 'once' || key === 'addListener' ? readString(event) : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {string | undefined} The function of `http` or `https`, whichever of the two it is.
 */
function clientMethod(sourceCode, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'module') {
    return HTTP.has(origin.name) && origin.path.length === 1 ? origin.path[0] : undefined;
  }
  if (callee.type !== 'MemberExpression') {
    return undefined;
  }
  // (secure ? https : http).get
  const object = readInit(sourceCode, callee.object);
  const isEither =
    object?.type === 'ConditionalExpression' &&
    [object.consequent, object.alternate].every((branch) => {
      const module = resolveOrigin(sourceCode, branch);
      return module?.kind === 'module' && HTTP.has(module.name) && module.path.length === 0;
    });
  return isEither ? readKey(callee) : undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {(TSESTree.CallExpression | TSESTree.NewExpression)[] | undefined} The calls that take the
 *   function as an argument; undefined if it is used in any other way.
 */
export function callsTaking({ sourceCode }, fn) {
  const maker = makerOf(fn);
  const uses = maker ? usesOf(sourceCode, maker)?.map(callOfUse) : usesOf(sourceCode, fn);
  /** @type {(TSESTree.CallExpression | TSESTree.NewExpression)[]} */
  const calls = [];
  for (const use of uses ?? [undefined]) {
    const parent = use?.parent;
    if (
      (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') ||
      parent.callee === use
    ) {
      return undefined;
    }
    calls.push(parent);
  }
  return calls;
}

/**
 *     function collect(resolve) { return (response) => …; }
 *
 * @param {FunctionNode} fn
 * @returns {FunctionNode | undefined} The function that makes it and does nothing else with it.
 */
function makerOf(fn) {
  const maker = enclosingFunction(fn);
  const isMade =
    maker &&
    !maker.async &&
    !maker.generator &&
    (maker.body === fn ||
      (maker.body.type === 'BlockStatement' &&
        maker.body.body.at(-1) === fn.parent &&
        fn.parent.type === 'ReturnStatement'));
  return isMade ? maker : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[] | undefined} Where the function is used: by its name, or where it stands;
 *   undefined if others may use it.
 */
export function usesOf(sourceCode, fn) {
  const variable = nameOf(sourceCode, fn);
  if (!variable) {
    return [fn];
  }
  return isPrivate(variable)
    ? variable.references
        .filter((reference) => reference.isRead())
        .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    : undefined;
}

/**
 * @param {TSESTree.Node} use
 * @returns {TSESTree.CallExpression | undefined} The call of the name.
 */
function callOfUse(use) {
  const { parent } = use;
  return parent?.type === 'CallExpression' && parent.callee === use ? parent : undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether all that is done with the function is that statements call it.
 */
export function isOnlyCalled({ sourceCode }, fn) {
  const uses = nameOf(sourceCode, fn) ? usesOf(sourceCode, fn) : undefined;
  return (
    uses !== undefined &&
    uses.length > 0 &&
    uses.every((use) => callOfUse(use)?.parent.type === 'ExpressionStatement')
  );
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether no other file can reach the function by an export of its declaration.
 */
function isPrivate(variable) {
  return variable.defs.every(({ node, parent }) => {
    const declaration = parent ?? node;
    return !/^Export/u.test(declaration.parent?.type ?? '');
  });
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable | undefined} The variable that always
 *   is the function.
 */
function nameOf(sourceCode, fn) {
  const declaration = fn.type === 'FunctionDeclaration' ? fn : fn.parent;
  const name =
    declaration.type === 'FunctionDeclaration' || declaration.type === 'VariableDeclarator'
      ? declaration.id
      : undefined;
  if (name?.type !== 'Identifier' || readFunction(sourceCode, name) !== fn) {
    return undefined;
  }
  return sourceCode
    .getDeclaredVariables(declaration)
    .find(({ defs }) => defs.some((definition) => definition.name === name));
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} expression
 * @param {number} [steps]
 * @returns {TSESTree.Node | undefined} What a name stands for, if it is a name.
 */
export function readInit(sourceCode, expression, steps = MAX_ALIASES) {
  const node = withoutCasts(expression);
  if (node.type !== 'Identifier' || steps === 0) {
    return node;
  }
  const init = constantOf(sourceCode, node);
  return init && readInit(sourceCode, init, steps - 1);
}
