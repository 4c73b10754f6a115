/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { ServerKind } from '../../analysis/apis/server-apis.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { answeringFunctions } from '../../analysis/handlers/answering-functions.js';
import { readCallee } from '../../analysis/syntax/callees.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { functionName, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType, walk } from '../../analysis/syntax/nodes.js';
import { isGuardedOnce } from '../../analysis/flow/once-guards.js';
import { isCommandLine, isInTest, repeatedFunction } from '../../analysis/flow/repetition.js';
import { constantOf } from '../../analysis/syntax/scopes.js';
import { handlersByUse } from './handlers-by-use.js';
import { registrationsOf } from './servers.js';

/**
 * How a function comes to run while requests wait.
 *
 * @typedef {object} Reach
 * @property {TSESTree.Node} root The node that runs it: the registration of a handler, a function that answers
 *   requests, or an async function.
 * @property {string[]} through The names of the functions in between.
 * @property {ServerKind} [kind] The kind of server with which the handler is registered.
 */

/** Functions that call the function they are given, by what their name ends in. */
const CALLING_METHODS = new Set([
  'every',
  'filter',
  'find',
  'flatMap',
  'forEach',
  'map',
  'nextTick',
  'reduce',
  'setImmediate',
  'setTimeout',
  'some',
  'sort',
  'then',
]);

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<FunctionNode, Reach>} */
export const reachedByHandlers = oncePerFile((sourceCode) => {
  /** @type {{ fn: FunctionNode, reach: Reach }[]} */
  const roots = registrationsOf(sourceCode)
    .filter(
      ({ kind, call }) => !(kind === 'emitter' && isCommandLine(sourceCode)) && !isInTest(call),
    )
    .flatMap(({ call, handlers, kind }) =>
      handlers.flatMap((handler) => {
        const fn = readCallee(sourceCode, handler);
        const name = isFunction(handler) ? undefined : (fn && functionName(fn)) || undefined;
        return fn ? [{ fn, reach: { root: call, through: name ? [name] : [], kind } }] : [];
      }),
    );
  const answering = answeringFunctions(sourceCode)
    .filter((fn) => !isInTest(fn))
    .map((fn) => ({
      fn,
      reach: { root: fn.parent.type === 'CallExpression' ? fn.parent : fn, through: [] },
    }));
  const used = handlersByUse(sourceCode)
    .filter(({ handler }) => !isInTest(handler))
    .flatMap(({ handler, call }) => {
      const fn = readCallee(sourceCode, handler);
      const name = isFunction(handler) ? undefined : fn && functionName(fn);
      return fn
        ? [{ fn, reach: { root: call ?? fn, through: name === undefined ? [] : [name] } }]
        : [];
    });
  return spread(sourceCode, [...roots, ...answering, ...used]);
});

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<FunctionNode, Reach>} */
export const reachedByAsync = oncePerFile((sourceCode) => {
  // Of a worker thread nobody else waits for.
  if (isCommandLine(sourceCode) || /\bparentPort\b/u.test(sourceCode.text)) {
    return new Map();
  }
  const roots = functionsOf(sourceCode)
    .filter((fn) => (fn.async || callsBack(fn)) && !isInTest(fn) && mayRunAgain(sourceCode, fn))
    .map((fn) => ({ fn, reach: { root: fn, through: [] } }));
  return spread(sourceCode, roots);
});

/** The functions that a function calls when it is done. */
const CALLBACK = /^(?:callback|cb|done)$/u;

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `function upload(path, callback) {…}`: a named function that somebody waits for.
 */
function callsBack(fn) {
  const last = fn.params.at(-1);
  return (
    fn.params.length > 1 &&
    last?.type === 'Identifier' &&
    CALLBACK.test(last.name) &&
    fn.parent.type !== 'CallExpression'
  );
}

/**
 * Functions of which other files, or who has the object, get hold:
 *
 *     export function verify() {}    exports.verify = function () {};    class Users { verify() {} }
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<FunctionNode, Reach>}
 */
export const reachedFromOutside = oncePerFile((sourceCode) => {
  if (isCommandLine(sourceCode) || /\bparentPort\b/u.test(sourceCode.text)) {
    return new Map();
  }
  const exported = exportedNames(sourceCode);
  const roots = functionsOf(sourceCode)
    .filter((fn) => isOpen(fn, exported) && !isInTest(fn) && mayRunAgain(sourceCode, fn))
    .map((fn) => ({ fn, reach: { root: fn, through: [] } }));
  return spread(sourceCode, roots);
});

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {FunctionNode[]}
 */
function functionsOf(sourceCode) {
  return /** @type {const} */ ([
    'ArrowFunctionExpression',
    'FunctionDeclaration',
    'FunctionExpression',
  ]).flatMap((type) => /** @type {readonly FunctionNode[]} */ (nodesOfType(sourceCode, type)));
}

/**
 * @param {FunctionNode} fn
 * @param {ReadonlySet<string>} exported
 * @returns {boolean}
 */
function isOpen(fn, exported) {
  const { parent } = fn;
  switch (parent.type) {
    case 'AssignmentExpression':
      return parent.right === fn && parent.left.type === 'MemberExpression';
    case 'ExportDefaultDeclaration':
    case 'ExportNamedDeclaration':
    case 'MethodDefinition':
    case 'Property':
    case 'PropertyDefinition':
      return true;
    case 'VariableDeclarator':
      return (
        parent.parent.parent.type === 'ExportNamedDeclaration' ||
        exported.has(functionName(fn) ?? '')
      );
    default:
      return fn.type === 'FunctionDeclaration' && exported.has(functionName(fn) ?? '');
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Set<string>} `verify` of `export { verify }`, `module.exports = { verify }` and
 *   `exports.verify = verify`.
 */
function exportedNames(sourceCode) {
  const values = [
    ...nodesOfType(sourceCode, 'ExportSpecifier').map(({ local }) => local),
    ...nodesOfType(sourceCode, 'ExportDefaultDeclaration').flatMap(({ declaration }) =>
      valuesIn(constantOf(sourceCode, declaration) ?? declaration),
    ),
    ...nodesOfType(sourceCode, 'AssignmentExpression').flatMap(({ left, right }) =>
      left.type === 'MemberExpression' ? valuesIn(constantOf(sourceCode, right) ?? right) : [],
    ),
  ];
  return new Set(values.flatMap((node) => (node.type === 'Identifier' ? [node.name] : [])));
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node[]} The values of an object that is written out, and of those in it, or the node.
 */
function valuesIn(node) {
  return node.type === 'ObjectExpression'
    ? node.properties.flatMap((property) =>
        property.type === 'Property' ? valuesIn(property.value) : [],
      )
    : [node];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function mayRunAgain(sourceCode, fn) {
  return repeatedFunction(sourceCode, fn.body) !== undefined && !isInMainBlock(fn);
}

/**
 * if (require.main === module) {…}
 *
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isInMainBlock(node) {
  for (let current = node.parent; current; current = current.parent) {
    if (
      current.type === 'IfStatement' &&
      current.test.type === 'BinaryExpression' &&
      [current.test.left, current.test.right].some(
        (side) => side.type === 'MemberExpression' && readKey(side) === 'main',
      )
    ) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ fn: FunctionNode, reach: Reach }[]} roots
 * @returns {Map<FunctionNode, Reach>} The shortest way to each function.
 */
function spread(sourceCode, roots) {
  /** @type {Map<FunctionNode, Reach>} */
  const reached = new Map();
  const queue = [...roots];
  for (let entry = queue.shift(); entry; entry = queue.shift()) {
    const { fn, reach } = entry;
    if (reached.has(fn)) {
      continue;
    }
    reached.set(fn, reach);
    for (const node of walk(sourceCode, fn.body)) {
      if (isFunction(node) && !answersOthers(node)) {
        // A function that a handler creates runs beside requests as well.
        reached.set(node, reached.get(node) ?? reach);
      } else if (node.type === 'CallExpression' && !isGuardedOnce(sourceCode, node)) {
        for (const callee of calledFunctions(sourceCode, node)) {
          const name = functionName(callee) ?? 'a function';
          const isOwn = callee.range[0] >= fn.range[0] && callee.range[1] <= fn.range[1];
          queue.push({
            fn: callee,
            reach: isOwn ? reach : { ...reach, through: [...reach.through, name] },
          });
        }
      }
    }
  }
  return reached;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {FunctionNode[]} The functions of the file that the call runs.
 */
function calledFunctions(sourceCode, { callee, arguments: args }) {
  const called = [callee];
  const name =
    callee.type === 'MemberExpression'
      ? readKey(callee)
      : callee.type === 'Identifier'
        ? callee.name
        : undefined;
  if (name !== undefined && CALLING_METHODS.has(name)) {
    called.push(.../** @type {TSESTree.Expression[]} */ (args.slice(0, 1)));
  }
  return called.flatMap((node) => readCallee(sourceCode, node) ?? []);
}

/**
 *     await server.respond(request, { read: (file) => fs.readFileSync(file) });
 *
 * @param {FunctionNode} fn
 * @returns {boolean} Whether somebody else asks it for a value, and does not wait: it cannot be async.
 */
export function answersOthers(fn) {
  const { parent } = fn;
  if (parent.type !== 'Property' || parent.parent.parent?.type !== 'CallExpression' || fn.async) {
    return false;
  }
  const { body } = fn;
  return body.type !== 'BlockStatement' || body.body.at(-1)?.type === 'ReturnStatement';
}
