/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { HandlerShape } from '../../packages/handlers.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { functionName, isFunction } from '../../analysis/syntax/functions.js';
import { readKey, readString, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { HANDLER_SHAPES } from '../../packages/handlers.js';

/**
 * A function that runs for each request, event or job, by how it is used: the file does not make the server.
 *
 * @typedef {object} UsedHandler
 * @property {TSESTree.Node} handler A function, or an expression that should name one.
 * @property {TSESTree.CallExpression | TSESTree.NewExpression | undefined} call The call that gets it.
 */

/** @type {Readonly<Record<HandlerShape['shape'], HandlerShape[]>>} */
const BY_SHAPE = {
  argument: shapesOf('argument'),
  beside: shapesOf('beside'),
  decorated: shapesOf('decorated'),
  exported: shapesOf('exported'),
  key: shapesOf('key'),
  listener: shapesOf('listener'),
  made: shapesOf('made'),
  members: shapesOf('members'),
  method: shapesOf('method'),
  parameters: shapesOf('parameters'),
};

const LISTENERS = new Set(['addListener', 'on', 'prependListener']);

/** @type {(sourceCode: SourceCodeLike) => readonly UsedHandler[]} */
export const handlersByUse = oncePerFile((sourceCode) => [
  ...nodesOfType(sourceCode, 'CallExpression').flatMap((call) =>
    handlersOfCall(sourceCode, call).map((handler) => ({ handler, call })),
  ),
  ...nodesOfType(sourceCode, 'NewExpression').flatMap((call) =>
    handlersMade(sourceCode, call).map((handler) => ({ handler, call })),
  ),
  ...functionsOf(sourceCode)
    .filter(
      (fn) =>
        isDecorated(fn) ||
        isUnderKey(fn) ||
        isBeside(fn) ||
        isMethodOfHost(fn) ||
        isExportedHandler(fn) ||
        takesRequests(fn),
    )
    .map((fn) => ({ handler: fn, call: undefined })),
]);

/** @param {HandlerShape['shape']} wanted */
function shapesOf(wanted) {
  return HANDLER_SHAPES.filter(({ shape }) => shape === wanted);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {FunctionNode[]}
 */
function functionsOf({ scopeManager }) {
  return (scopeManager?.scopes ?? []).flatMap(({ type, block }) => {
    const fn = /** @type {TSESTree.Node} */ (block);
    return type === 'function' && isFunction(fn) ? [fn] : [];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {TSESTree.Node[]}
 */
function handlersOfCall(sourceCode, { callee, arguments: args }) {
  if (callee.type !== 'MemberExpression') {
    return [];
  }
  const key = readKey(callee) ?? '';
  const receiver = lastName(callee.object);
  const [first] = args;
  if (LISTENERS.has(key)) {
    const event = readString(first);
    return event !== undefined && args.length === 2 && hasShape('listener', event, receiver)
      ? args.slice(1).filter(mayBeFunction)
      : [];
  }
  if (hasShape('members', key, receiver)) {
    return args.flatMap(methodsIn);
  }
  const path = startOf(first);
  return BY_SHAPE.argument.some(
    (shape) =>
      shape.names.test(key) &&
      isOn(shape, receiver) &&
      (!shape.path || (shape.path.test(path) && isGiven(sourceCode, callee.object))),
  )
    ? args.filter(mayBeFunction)
    : [];
}

/** The first parameter of what a client calls back. */
const ERROR = /^_*err?(?:or)?$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} object
 * @returns {boolean} Whether the router comes from outside of the file: as a parameter, a field, an import.
 */
function isGiven(sourceCode, object) {
  const [definition] = variableOf(sourceCode, object)?.defs ?? [];
  return (
    object.type === 'MemberExpression' ||
    definition?.type === 'Parameter' ||
    definition?.type === 'ImportBinding'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.NewExpression} call `new Worker('mails', async (job) => {})`
 * @returns {TSESTree.Node[]}
 */
function handlersMade(sourceCode, { callee, arguments: args }) {
  const name = lastName(callee);
  const shape = BY_SHAPE.made.find(({ names }) => names.test(name));
  const origin = shape?.imported ? resolveOrigin(sourceCode, callee) : undefined;
  return shape && (!shape.imported || origin?.name === shape.package)
    ? args.filter((argument) => isFunction(argument) && argument.params.length > 0)
    : [];
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `@Get('/') page() {}`
 */
function isDecorated({ parent }) {
  return (
    parent.type === 'MethodDefinition' &&
    (parent.decorators ?? []).some(({ expression }) => {
      const decorator = expression.type === 'CallExpression' ? expression.callee : expression;
      return hasShape('decorated', lastName(decorator), '');
    })
  );
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `{ Mutation: { login() {} } }`, `const Mutation = { login() {} }`
 */
function isUnderKey({ parent }) {
  const holder = parent.type === 'Property' ? parent.parent.parent : undefined;
  const name =
    holder?.type === 'Property' && !holder.computed
      ? holder.key
      : holder?.type === 'VariableDeclarator'
        ? holder.id
        : undefined;
  return name?.type === 'Identifier' && hasShape('key', name.name, '');
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `{ method: 'GET', path: '/', handler() {} }`
 */
function isBeside({ parent }) {
  if (parent.type !== 'Property' || parent.parent.type !== 'ObjectExpression') {
    return false;
  }
  const beside = new Set(parent.parent.properties.map(keyOf));
  return BY_SHAPE.beside.some(
    ({ names, keys = [] }) => names.test(keyOf(parent)) && keys.every((key) => beside.has(key)),
  );
}

/**
 * @param {TSESTree.Property | TSESTree.SpreadElement} property
 * @returns {string}
 */
function keyOf(property) {
  return property.type === 'Property' && !property.computed && property.key.type === 'Identifier'
    ? property.key.name
    : '';
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `class Guard implements CanActivate { canActivate() {} }`
 */
function isMethodOfHost({ parent }) {
  if (parent.type !== 'MethodDefinition' || parent.key.type !== 'Identifier') {
    return false;
  }
  const { superClass, implements: interfaces = [] } = parent.parent.parent;
  const hosts = [superClass, ...interfaces.map(({ expression }) => expression)];
  const { name } = parent.key;
  return hosts.some((host) => host && hasShape('method', name, lastName(host)));
}

/**
 *     exports.page = (req, res) => {};    async page(req, res, next) {}
 *
 * @param {FunctionNode} fn
 * @returns {boolean} Whether its parameters are those of a handler, and it is no argument: what is given to a call
 *   belongs to what that does.
 */
function takesRequests({ params, parent }) {
  return (
    parent.type !== 'CallExpression' &&
    parent.type !== 'NewExpression' &&
    params.every(({ type }) => type === 'Identifier') &&
    hasShape(
      'parameters',
      params.map((param) => (param.type === 'Identifier' ? param.name : '')).join(),
      '',
    )
  );
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `export async function POST(request) {}`, `export const POST = async (request) => {}`
 */
function isExportedHandler(fn) {
  const declaration = fn.type === 'FunctionDeclaration' ? fn : fn.parent.parent;
  return (
    declaration?.parent?.type === 'ExportNamedDeclaration' &&
    hasShape('exported', functionName(fn) ?? '', '')
  );
}

/**
 * @param {HandlerShape['shape']} shape
 * @param {string} name
 * @param {string} receiver
 * @returns {boolean}
 */
function hasShape(shape, name, receiver) {
  return BY_SHAPE[shape].some((each) => each.names.test(name) && isOn(each, receiver));
}

/**
 * @param {HandlerShape} shape
 * @param {string} receiver
 * @returns {boolean}
 */
function isOn({ on }, receiver) {
  return !on || on.test(receiver);
}

/**
 * @param {TSESTree.Node} node
 * @returns {string} `queue` of `queue`, `this.queue` and `queue()`, `procedure` of `t.procedure.input(schema)`.
 */
function lastName(node) {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return readKey(node) ?? '';
    case 'CallExpression':
      // Builders give themselves back: publicProcedure.input(schema).mutation(…)
      return node.callee.type === 'MemberExpression'
        ? lastName(node.callee.object)
        : lastName(node.callee);
    default:
      return '';
  }
}

/**
 * @param {TSESTree.Node} argument
 * @returns {boolean}
 */
function mayBeFunction(argument) {
  if (!isFunction(argument)) {
    return argument.type === 'Identifier';
  }
  const [first] = argument.params;
  return first?.type !== 'Identifier' || !ERROR.test(first.name);
}

/**
 * @param {TSESTree.Node} argument `{ save() {} }`, `[{ path: '/', handler() {} }]`
 * @returns {TSESTree.Node[]}
 */
function methodsIn(argument) {
  switch (argument.type) {
    case 'ArrayExpression':
      return argument.elements.flatMap((element) => (element ? methodsIn(element) : []));
    case 'ObjectExpression':
      return argument.properties.flatMap((property) => {
        const value = property.type === 'Property' ? property.value : undefined;
        return value?.type === 'ObjectExpression'
          ? methodsIn(value)
          : isFunction(value)
            ? [value]
            : [];
      });
    default:
      return [];
  }
}

/**
 * @param {TSESTree.Node | undefined} argument
 * @returns {string} How a text begins.
 */
function startOf(argument) {
  return argument?.type === 'TemplateLiteral'
    ? (argument.quasis[0]?.value.raw ?? '')
    : (readString(argument) ?? '');
}
