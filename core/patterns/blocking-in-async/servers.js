/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ServerKind as Kind } from '../../analysis/apis/server-apis.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { classAround } from '../../analysis/syntax/callees.js';
import { withoutCasts } from '../../analysis/syntax/casts.js';
import { fieldValues } from '../../analysis/syntax/class-fields.js';
import { readClass } from '../../analysis/syntax/definitions.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { moduleReferences } from '../../analysis/modules/module-references.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { constantOf, findVariable } from '../../analysis/syntax/scopes.js';
import { MAKERS, MAKER_MODULES } from '../../analysis/apis/server-apis.js';

const ROUTE_METHODS = new Set(
  'addContentTypeParser all any del delete get head opts options param patch post put route setErrorHandler setNotFoundHandler use'.split(
    ' ',
  ),
);

/** Methods that give back what they are called on, or a route of it. */
const CHAINING_METHODS = new Set([
  ...ROUTE_METHODS,
  'disable',
  'enable',
  'engine',
  'prefix',
  'route',
  'set',
]);

/** The hooks of fastify and the extension points of hapi that run for a request. */
const REQUEST_HOOKS =
  /^(?:on(?:Request|Response|Send|Error|Timeout|RequestAbort|PreAuth|Credentials|PostAuth|PreHandler|PostHandler|PreResponse)|pre(?:Handler|Parsing|Serialization|Validation))$/u;

/** The properties of a route that hold functions which run for a request. */
const ROUTE_PROPERTIES = /^(?:config|errorHandler|handler|options|pre|wsHandler)$/u;

const LISTENERS = new Set(['addListener', 'on', 'once', 'prependListener']);

/** @type {Readonly<Record<Exclude<Kind, 'web'>, RegExp>>} */
const REQUEST_EVENTS = {
  server:
    /^(?:checkContinue|checkExpectation|connect|connection|request|secureConnection|session|stream|upgrade)$/u,
  sockets: /^(?:connection|connect)$/u,
  // Work at the beginning or the end of a program may take its time.
  emitter:
    /^(?!(?:close|connect|destroy|disconnect|done|end|error|exit|finish|init|listening|load|open|ready|shutdown|start|stop)(?:p?e?d)?$)/u,
};

const MAX_DEPTH = 8;

/**
 * Functions that run for each request or event.
 *
 * @typedef {object} Registration
 * @property {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @property {Kind} kind
 * @property {TSESTree.Node[]} handlers Functions, and expressions that should name one.
 */

/** @type {(sourceCode: SourceCodeLike) => readonly Registration[]} In source order. */
export const registrationsOf = oncePerFile((sourceCode) =>
  makersOf(sourceCode).size > 0
    ? [
        ...nodesOfType(sourceCode, 'CallExpression'),
        ...nodesOfType(sourceCode, 'NewExpression'),
      ].flatMap((call) => {
        const registration = readRegistration(sourceCode, call);
        return registration && registration.handlers.length > 0 ? [{ call, ...registration }] : [];
      })
    : [],
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {Omit<Registration, 'call'> | undefined}
 */
function readRegistration(sourceCode, call) {
  const { callee } = call;
  const args = /** @type {TSESTree.Node[]} */ (call.arguments);
  // http.createServer((request, response) => {})
  const made = args.length > 0 ? makersOf(sourceCode).get(callee) : undefined;
  if (made === 'server') {
    return { kind: made, handlers: args.slice(-1).flatMap(handlersIn) };
  }
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  if (callee.type !== 'MemberExpression' || key === undefined || args.length === 0) {
    return undefined;
  }
  const isListener = LISTENERS.has(key) && args.length === 2;
  const isHook = key === 'addHook' || key === 'ext';
  if (!isListener && !isHook && !ROUTE_METHODS.has(key)) {
    return undefined;
  }
  const kind = kindOf(sourceCode, callee.object, MAX_DEPTH);
  const [first, second] = args;
  const name = first?.type === 'Literal' ? String(first.value) : undefined;
  if (kind === 'web') {
    const isWanted = isHook ? name !== undefined && REQUEST_HOOKS.test(name) : !isListener;
    return isWanted ? { kind, handlers: args.flatMap(handlersIn) } : undefined;
  }
  // Of what only happens once, nobody waits for the next.
  const isOnce = kind === 'emitter' && key === 'once';
  if (!kind || !isListener || !second || name === undefined || isOnce) {
    return undefined;
  }
  return REQUEST_EVENTS[kind].test(name) ? { kind, handlers: handlersIn(second) } : undefined;
}

/**
 * @param {TSESTree.Node} argument Of a registration.
 * @returns {TSESTree.Node[]}
 */
function handlersIn(argument) {
  const node = withoutCasts(argument);
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'Identifier':
    case 'MemberExpression':
      return [node];
    case 'ArrayExpression':
      return node.elements.flatMap((element) => (element ? handlersIn(element) : []));
    case 'ObjectExpression':
      return node.properties.flatMap((property) => {
        const name =
          property.type === 'Property' && property.key.type === 'Identifier' && !property.computed
            ? property.key.name
            : '';
        return property.type === 'Property' &&
          (ROUTE_PROPERTIES.test(name) || REQUEST_HOOKS.test(name))
          ? handlersIn(property.value)
          : [];
      });
    case 'CallExpression':
      // handler.bind(this)
      if (node.callee.type === 'MemberExpression' && readKey(node.callee) === 'bind') {
        return handlersIn(node.callee.object);
      }
      // wrap(async (request, response) => {})
      return node.arguments.filter((wrapped) => isFunction(wrapped) && wrapped.params.length > 1);
    default:
      return [];
  }
}

/**
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<TSESTree.Node, Kind>} What a call of an expression
 *   makes, by the expression.
 */
const makersOf = oncePerFile((sourceCode) => {
  /** @type {Map<TSESTree.Node, Kind>} */
  const makers = new Map();
  for (const { node, value, origin } of moduleReferences(sourceCode, MAKER_MODULES)) {
    const kind = MAKERS.get([origin.name, ...origin.path].join('.'));
    if (kind) {
      makers.set(node, kind).set(value, kind);
    }
  }
  return makers;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} expression
 * @param {number} depth
 * @returns {Kind | undefined}
 */
function kindOf(sourceCode, expression, depth) {
  if (depth === 0) {
    return undefined;
  }
  const node = withoutCasts(expression);
  switch (node.type) {
    case 'AssignmentExpression':
      return kindOf(sourceCode, node.right, depth - 1);
    case 'CallExpression':
    case 'NewExpression': {
      const { callee } = node;
      if (callee.type === 'MemberExpression' && CHAINING_METHODS.has(readKey(callee) ?? '')) {
        const kind = kindOf(sourceCode, callee.object, depth - 1);
        if (kind) {
          return kind;
        }
      }
      return makersOf(sourceCode).get(callee) ?? kindOfInstance(sourceCode, callee);
    }
    case 'Identifier': {
      const variable = findVariable(sourceCode, node, node.name);
      const [definition] = variable?.defs ?? [];
      if (definition?.type === 'Parameter') {
        return isPluginParameter(sourceCode, definition.node, node.name, depth) ? 'web' : undefined;
      }
      const constant = constantOf(sourceCode, node);
      return constant && kindOf(sourceCode, constant, depth - 1);
    }
    case 'MemberExpression':
      return node.object.type === 'ThisExpression'
        ? kindOfField(sourceCode, node, depth)
        : undefined;
    case 'ThisExpression': {
      const fields = classAround(node);
      return fields && isEmitterClass(sourceCode, fields) ? 'emitter' : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {Kind | undefined} `emitter` for a class of the file that extends `EventEmitter`.
 */
function kindOfInstance(sourceCode, callee) {
  const definition = callee.type === 'Identifier' ? readClass(sourceCode, callee) : undefined;
  return definition && isEmitterClass(sourceCode, definition) ? 'emitter' : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ClassDeclaration | TSESTree.ClassExpression} definition
 * @returns {boolean}
 */
function isEmitterClass(sourceCode, { superClass }) {
  const origin = superClass ? resolveOrigin(sourceCode, superClass) : undefined;
  return (
    origin?.kind === 'module' && MAKERS.get([origin.name, ...origin.path].join('.')) === 'emitter'
  );
}

/**
 * app.register((instance) => { instance.get(…) })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} fn
 * @param {string} name
 * @param {number} depth
 * @returns {boolean} Whether the name is an application that is handed to a plugin.
 */
function isPluginParameter(sourceCode, fn, name, depth) {
  const { parent } = fn;
  if (!isFunction(fn) || parent?.type !== 'CallExpression' || parent.arguments[0] !== fn) {
    return false;
  }
  const [first] = fn.params;
  const { callee } = parent;
  return (
    first?.type === 'Identifier' &&
    first.name === name &&
    callee.type === 'MemberExpression' &&
    readKey(callee) === 'register' &&
    kindOf(sourceCode, callee.object, depth - 1) === 'web'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} member `this.app`
 * @param {number} depth
 * @returns {Kind | undefined} What the class sets it to, if that is one thing.
 */
function kindOfField(sourceCode, member, depth) {
  const values = fieldValues(sourceCode, member);
  const kinds = new Set(values.map(({ value }) => kindOf(sourceCode, value, depth - 1)));
  const [kind] = kinds;
  return kinds.size === 1 ? kind : undefined;
}
