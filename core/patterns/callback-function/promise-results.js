/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from './translator.js' */

import { readClass, readFunction } from '../../analysis/definitions.js';
import { oncePerFile } from '../../analysis/facts.js';
import { asyncFunctions } from '../../analysis/function-kinds.js';
import { functionName, isFunction, returnedBy } from '../../analysis/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { readPromiseLibrary } from '../../analysis/promise-libraries.js';
import { classifyPromise } from '../../analysis/promises.js';
import { readPromisifier } from '../../analysis/promisifiers.js';
import { propertyWrites } from '../../analysis/property-writes.js';
import { constantOf, isGlobal, variableOf } from '../../analysis/scopes.js';
import { definitionsByName } from './methods.js';

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it makes no difference when, or whether, the node is evaluated.
 */
export function isSimple(node) {
  return (
    node.type === 'Identifier' ||
    node.type === 'Literal' ||
    node.type === 'ThisExpression' ||
    isFunction(node)
  );
}

/**
 * @param {TSESTree.ObjectLiteralElement | TSESTree.ClassElement} part
 * @returns {boolean} `{ then() {} }`, `{ 'then': … }`
 */
function isThen(part) {
  return (
    'key' in part &&
    !part.computed &&
    ('name' in part.key ? part.key.name : part.key.value) === 'then'
  );
}

/**
 * What has been found to be no promise, and to hold none. A search that finds none has been through all that
 * its nodes lead to, so the next one ends where it comes to one of them.
 *
 * @type {(sourceCode: Translator['sourceCode']) => Set<unknown>}
 */
const plainResults = oncePerFile(() => new Set());

/**
 *     cb(null, load(key))    cb(null, same(promise))    Object.assign(found, { then() {} }); cb(null, found)
 *
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the result may be a promise, or is made of what is or holds one, for what the
 *   file shows: an async function would wait for it.
 */
export function isPromise({ sourceCode }, node) {
  const plain = plainResults(sourceCode);
  if (plain.has(node)) {
    return false;
  }
  const seen = new Set();
  if (leadsToPromise(sourceCode, node, seen)) {
    return true;
  }
  seen.forEach((each) => plain.add(each));
  return false;
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @param {Set<unknown>} seen Nodes and variables.
 * @returns {boolean}
 */
function leadsToPromise(sourceCode, node, seen) {
  const plain = plainResults(sourceCode);
  const isKnown = (/** @type {unknown} */ each) => seen.has(each) || plain.has(each);
  if (isKnown(node)) {
    return false;
  }
  if (classifyPromise(sourceCode, node) === 'native') {
    return true;
  }
  seen.add(node);
  const isAny = (/** @type {readonly (TSESTree.Node | null | undefined)[]} */ nodes) =>
    nodes.some((each) => each && leadsToPromise(sourceCode, each, seen));
  switch (node.type) {
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      const references = variable && !isKnown(variable) ? variable.references : [];
      seen.add(variable);
      return references.some(
        ({ identifier, writeExpr }) =>
          isAny([writeExpr, ...putInto(identifier)]) ||
          propertyWrites(sourceCode, identifier).some(({ key }) => key === 'then'),
      );
    }
    case 'MemberExpression':
      return isAny([
        node.object,
        ...(definitionsByName(sourceCode).get(readKey(node) ?? '') ?? []).map(({ value }) => value),
      ]);
    case 'FunctionExpression':
      // get ready() { return load(); }
      return (
        'kind' in node.parent && node.parent.kind === 'get' && isAny(returnedBy(sourceCode, node))
      );
    case 'NewExpression': {
      const { callee } = node;
      return (
        makesPromises(sourceCode, readClass(sourceCode, callee)?.superClass ?? callee) ||
        (definitionsByName(sourceCode).has('then') &&
          Boolean(readClass(sourceCode, callee) ?? readFunction(sourceCode, callee)))
      );
    }
    case 'ArrayExpression':
      return isAny(node.elements);
    case 'ObjectExpression':
      return (
        node.properties.some(isThen) ||
        isAny(node.properties.map((each) => ('value' in each ? each.value : each.argument)))
      );
    case 'ConditionalExpression':
      return isAny([node.consequent, node.alternate]);
    case 'LogicalExpression':
      return isAny([node.left, node.right]);
    case 'CallExpression': {
      const { callee } = node;
      const { object, key } =
        callee.type === 'MemberExpression'
          ? { object: callee.object, key: readKey(callee) }
          : { object: undefined, key: undefined };
      const made = constantOf(sourceCode, callee) ?? callee;
      const isApplied = object && /^(?:apply|call)$/u.test(key ?? '');
      const fn = readFunction(sourceCode, isApplied ? object : callee);
      return (
        fn?.async ||
        (object && makesPromises(sourceCode, object)) ||
        /^(?:catch|finally|then)$/u.test(key ?? '') ||
        (key !== undefined && asyncNames(sourceCode).has(key)) ||
        (made.type === 'CallExpression' && readPromisifier(sourceCode, made) !== undefined) ||
        isAny([object, ...node.arguments, ...(fn ? returnedBy(sourceCode, fn) : [])])
      );
    }
    default:
      return false;
  }
}

/**
 *     cache[key] = promise    cache.set(key, promise)    Object.assign(found, { ready: promise })
 *
 * @param {TSESTree.Node} object
 * @returns {readonly TSESTree.Node[]} What it gets there, for all that can be seen.
 */
function putInto(object) {
  const { parent } = object;
  const member = parent?.type === 'MemberExpression' && parent.object === object && parent;
  const outer = member ? member.parent : parent;
  return outer?.type === 'AssignmentExpression'
    ? [outer.right]
    : outer?.type === 'CallExpression'
      ? outer.arguments
      : [];
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is the global `Promise`, or the one of a library.
 */
function makesPromises(sourceCode, node) {
  return (
    isGlobal(sourceCode, node, 'Promise') ||
    readPromiseLibrary(resolveOrigin(sourceCode, node)) !== undefined
  );
}

/** @type {(sourceCode: Translator['sourceCode']) => ReadonlySet<string | undefined>} The names of async functions in the file. */
const asyncNames = oncePerFile(
  (sourceCode) => new Set(asyncFunctions(sourceCode).map(functionName)),
);
