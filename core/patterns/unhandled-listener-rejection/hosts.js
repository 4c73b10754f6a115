/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import major from 'semver/functions/major.js';
import minVersion from 'semver/ranges/min-version.js';

import { classAround } from '../../analysis/syntax/callees.js';
import { withoutCasts } from '../../analysis/syntax/casts.js';
import { fieldValues } from '../../analysis/syntax/class-fields.js';
import { readClass } from '../../analysis/syntax/definitions.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey, readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { takesRequests } from '../../analysis/handlers/handler-parameters.js';
import { constantOf, variableOf } from '../../analysis/syntax/scopes.js';
import {
  CALLERS,
  EMITTERS,
  EMITTER_MAKERS,
  EXPRESS,
  EXPRESS_PATCHES,
  GLOBAL_CALLERS,
} from '../../packages/listener-hosts.js';

/**
 * The callers that do nothing with a function's promise, shown by the file or its package.json.
 */

const MAX_DEPTH = 6;

/** Methods of emitters that give the emitter back. */
const CHAINING =
  /^(?:addListener|off|on|once|prepend(?:Once)?Listener|setEncoding|setMaxListeners)$/u;

/** The first parameter of a listener of an emitter of sockets. */
const CONNECTION = /^(?:connect|connection|secureConnection|session|stream)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} object The object of the call of `on`.
 * @returns {string | undefined} What it is, if it is an emitter that does nothing with promises.
 */
export function receiverOf(sourceCode, object) {
  return sourceCode.text.includes('captureRejections')
    ? undefined
    : emitterOf(sourceCode, object, MAX_DEPTH);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} expression
 * @param {number} depth
 * @returns {string | undefined}
 */
function emitterOf(sourceCode, expression, depth) {
  if (depth === 0) {
    return undefined;
  }
  const node = withoutCasts(expression);
  const origin = resolveOrigin(sourceCode, node);
  const itself = origin && [origin.name, ...origin.path].join('.');
  if (itself !== undefined && EMITTERS.has(itself)) {
    return itself;
  }
  switch (node.type) {
    case 'CallExpression': {
      const { callee } = node;
      const isChained = callee.type === 'MemberExpression' && CHAINING.test(readKey(callee) ?? '');
      return isChained ? emitterOf(sourceCode, callee.object, depth - 1) : madeBy(sourceCode, node);
    }
    case 'NewExpression':
      return madeBy(sourceCode, node);
    case 'Identifier': {
      const constant = constantOf(sourceCode, node);
      return constant
        ? emitterOf(sourceCode, constant, depth - 1)
        : connectionOf(sourceCode, node, depth);
    }
    case 'MemberExpression': {
      const values = fieldValues(sourceCode, node);
      const kinds = new Set(values.map(({ value }) => emitterOf(sourceCode, value, depth - 1)));
      const [kind] = kinds;
      return kinds.size === 1 ? kind : undefined;
    }
    case 'ThisExpression': {
      const definition = classAround(node);
      return definition && emitterClass(sourceCode, definition);
    }
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {string | undefined}
 */
function madeBy(sourceCode, { callee }) {
  const origin = resolveOrigin(sourceCode, callee);
  const name = origin?.kind === 'module' ? [origin.name, ...origin.path].join('.') : '';
  const definition = callee.type === 'Identifier' ? readClass(sourceCode, callee) : undefined;
  return EMITTER_MAKERS.has(name) ? name : definition && emitterClass(sourceCode, definition);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ClassDeclaration | TSESTree.ClassExpression} definition
 * @returns {string | undefined}
 */
function emitterClass(sourceCode, { superClass }) {
  const origin = superClass ? resolveOrigin(sourceCode, superClass) : undefined;
  const name = origin?.kind === 'module' ? [origin.name, ...origin.path].join('.') : '';
  return EMITTER_MAKERS.has(name) ? name : undefined;
}

/**
 *     io.on('connection', (socket) => { socket.on('save', async () => …); });
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} name
 * @param {number} depth
 * @returns {string | undefined}
 */
function connectionOf(sourceCode, name, depth) {
  const [definition] = variableOf(sourceCode, name)?.defs ?? [];
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  const call = isFunction(fn) ? fn.parent : undefined;
  if (
    !isFunction(fn) ||
    fn.params[0] !== definition?.name ||
    call?.type !== 'CallExpression' ||
    call.callee.type !== 'MemberExpression' ||
    !CONNECTION.test(readString(call.arguments[0]) ?? '')
  ) {
    return undefined;
  }
  return emitterOf(sourceCode, call.callee.object, depth - 1);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {string | undefined} The function, if it calls the one it is given and does nothing with its promise.
 */
export function callsWithoutWaiting(sourceCode, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  const name = origin && [origin.name, ...origin.path].join('.');
  const known = origin?.kind === 'global' ? GLOBAL_CALLERS : CALLERS;
  return name !== undefined && known.has(name) ? name : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} object
 * @param {readonly TSESTree.Node[]} given
 * @returns {boolean} Whether it is an application or a router of an Express that does nothing with the promises
 *   of its handlers, which it has done since 5.
 */
export function isExpressRouter({ sourceCode, project }, object, given) {
  const { dependencies } = project;
  const range = dependencies[EXPRESS];
  const oldest = range === undefined ? null : minVersionOf(range);
  if (
    oldest === null ||
    major(oldest) >= 5 ||
    EXPRESS_PATCHES.some((name) => name in dependencies || sourceCode.text.includes(name))
  ) {
    return false;
  }
  const made = constantOf(sourceCode, object);
  const origin =
    made?.type === 'CallExpression' ? resolveOrigin(sourceCode, made.callee) : undefined;
  if (origin) {
    return origin.kind === 'module' && origin.name === EXPRESS;
  }
  const [definition] = variableOf(sourceCode, object)?.defs ?? [];
  return (
    definition?.type === 'Parameter' &&
    object.type === 'Identifier' &&
    /^(?:app|router|server)$/u.test(object.name) &&
    given.some((argument) => isFunction(argument) && takesRequests(argument))
  );
}

/**
 * @param {string} range
 * @returns {import('semver/classes/semver.js') | null}
 */
function minVersionOf(range) {
  try {
    return minVersion(range);
  } catch {
    // `catalog:`, `workspace:*`, an address
    return null;
  }
}
