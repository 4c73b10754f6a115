/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isCast, outermostCast } from '../syntax/casts.js';
import { readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { readKey, resolveOrigin } from './modules.js';
import { globalReferences, readConstantInit, readsOf, variableOf } from '../syntax/scopes.js';

/**
 * Where the values of some globals turn up in a file, followed forward from the globals' references
 * through aliases, destructuring, members, and the parameters of functions called on the spot. It
 * costs as much as those references, not as much as the file.
 */

/** Names of the global object; `GLOBAL` and `root` were Node's before version 14. */
export const GLOBAL_OBJECTS = Object.freeze([
  'globalThis',
  'global',
  'window',
  'self',
  'GLOBAL',
  'root',
]);

/** The globals that are followed, beside the global object. */
const FOLLOWED = Object.freeze(['Promise', 'Object', 'Reflect']);

/**
 * Of the members of the global object, of `Object` and `Reflect`, those that lead to something.
 *
 * @type {ReadonlyMap<string, ReadonlySet<string>>}
 */
const FOLLOWED_KEYS = new Map([
  ['', new Set([...GLOBAL_OBJECTS, ...FOLLOWED])],
  ['Object', new Set(['assign', 'defineProperties', 'defineProperty', 'prototype'])],
  ['Object.prototype', new Set()],
  ['Reflect', new Set(['defineProperty', 'deleteProperty', 'set'])],
]);

const MAX_DEPTH = 4;

/**
 * @typedef {object} GlobalValues
 * @property {ReadonlyMap<TSESTree.Node, string>} paths The global that each expression found refers to:
 *   `Promise.prototype`, or the empty string for the global object itself.
 * @property {(path: string) => TSESTree.Expression[]} at The expressions that stand for it.
 */

/** @type {(sourceCode: SourceCodeLike) => GlobalValues} */
export const globalValues = oncePerFile((sourceCode) => {
  /** @type {Map<TSESTree.Node, string>} */
  const paths = new Map();
  /** @type {Set<Variable>} */
  const followed = new Set();
  /** @type {[node: TSESTree.Expression, path: string[]][]} */
  const queue = [];
  for (const name of GLOBAL_OBJECTS) {
    queue.push(...globalReferences(sourceCode, name).map(startAt([])));
  }
  for (const name of FOLLOWED) {
    const starts = globalReferences(sourceCode, name).filter((node) => !leadsNowhere(name, node));
    queue.push(...starts.map(startAt([name])));
  }
  for (const [node, path] of queue) {
    if (paths.has(node)) {
      continue;
    }
    const name = path.join('.');
    paths.set(node, name);
    const value = outermostSameValue(sourceCode, node, path);
    // (0, global).Promise = other
    if (value !== node && value !== outermostCast(node)) {
      paths.set(value, name);
    }
    const { parent } = value;
    if (parent?.type === 'MemberExpression' && parent.object === value) {
      const key = readKey(parent);
      if (key !== undefined && path.length < MAX_DEPTH && leadsOn(name, key)) {
        queue.push([parent, withoutGlobalObject([...path, key])]);
      }
    }
    for (const { variable, keys } of holdersOf(sourceCode, value)) {
      if (!followed.has(variable)) {
        followed.add(variable);
        for (const { identifier } of readsOf(variable)) {
          const held = withoutGlobalObject([...path, ...keys]);
          queue.push([/** @type {TSESTree.Identifier} */ (identifier), held]);
        }
      }
    }
  }
  /** @type {Map<string, TSESTree.Expression[]>} */
  const nodesByPath = new Map();
  for (const [node, path] of paths) {
    const nodes = nodesByPath.get(path) ?? [];
    nodes.push(/** @type {TSESTree.Expression} */ (node));
    nodesByPath.set(path, nodes);
  }
  return { paths, at: (path) => nodesByPath.get(path) ?? [] };
});

/**
 * @param {string} path
 * @param {string} key
 * @returns {boolean}
 */
function leadsOn(path, key) {
  return FOLLOWED_KEYS.get(path)?.has(key) ?? true;
}

/**
 * @param {string} name
 * @param {TSESTree.Identifier} node A use of the global of that name.
 * @returns {boolean} Whether it is there for a member that is not followed: `Object.keys`, which bundles
 *   are full of.
 */
function leadsNowhere(name, node) {
  const { parent } = node;
  if (name === 'Promise' || parent?.type !== 'MemberExpression' || parent.object !== node) {
    return false;
  }
  const key = readKey(parent);
  return key !== undefined && !leadsOn(name, key);
}

/**
 * @param {string[]} path
 * @returns {(node: TSESTree.Identifier) => [TSESTree.Expression, string[]]}
 */
function startAt(path) {
  return (node) => [node, path];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {readonly string[]} path
 * @returns {TSESTree.Node} The largest expression around the node that has its value.
 */
function outermostSameValue(sourceCode, node, path) {
  for (let value = node; ;) {
    const parent = /** @type {TSESTree.Node | undefined} */ (value.parent);
    if (!parent || !isSameValue(sourceCode, parent, value, path)) {
      return value;
    }
    value = parent;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} parent
 * @param {TSESTree.Node} node A child of it.
 * @param {readonly string[]} path The path of the child.
 * @returns {boolean}
 */
function isSameValue(sourceCode, parent, node, path) {
  if (isCast(parent)) {
    return true;
  }
  switch (parent.type) {
    case 'SequenceExpression':
      return parent.expressions.at(-1) === node;
    // A global that is followed is always there, hence truthy: `global || other`, `test && global`.
    case 'LogicalExpression':
      return parent.operator === '&&' ? parent.right === node : parent.left === node;
    // typeof window === 'undefined' ? global : window
    case 'ConditionalExpression': {
      const other = parent.consequent === node ? parent.alternate : parent.consequent;
      return parent.test !== node && path.length === 0 && couldBeGlobalObject(sourceCode, other);
    }
    case 'AssignmentExpression':
      return parent.right === node && parent.operator === '=' && isOperand(parent);
    default:
      return false;
  }
}

/**
 * @param {TSESTree.AssignmentExpression} node
 * @returns {boolean} Whether the assignment's own value is used: `a = b = value`.
 */
function isOperand({ parent }) {
  return parent.type === 'AssignmentExpression' || parent.type === 'VariableDeclarator';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {boolean} Whether the expression is what stands beside `window` in the usual search for
 *   the global object: another name of it, `this`, `Function('return this')()`, `{}`.
 */
function couldBeGlobalObject(sourceCode, node) {
  switch (node.type) {
    case 'ThisExpression':
      return true;
    case 'ObjectExpression':
      return node.properties.length === 0;
    case 'Identifier':
      return node.name === 'undefined' || readGlobalPath(sourceCode, node) === '';
    case 'ConditionalExpression':
      return (
        couldBeGlobalObject(sourceCode, node.consequent) &&
        couldBeGlobalObject(sourceCode, node.alternate)
      );
    case 'LogicalExpression':
      return couldBeGlobalObject(sourceCode, node.right);
    case 'CallExpression':
      return (
        (node.callee.type === 'CallExpression' || node.callee.type === 'NewExpression') &&
        readGlobalPath(sourceCode, node.callee.callee) === 'Function'
      );
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {{ variable: Variable, keys: string[] }[]} The variables that hold the value, or members
 *   of it, and nothing else.
 */
function holdersOf(sourceCode, value) {
  const { parent } = value;
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.init === value
        ? sourceCode.getDeclaredVariables(parent).flatMap((variable) => holder(variable, value))
        : [];
    case 'AssignmentExpression': {
      const variable = parent.right === value && variableOf(sourceCode, parent.left);
      return variable ? holder(variable, value) : [];
    }
    case 'CallExpression':
      return parameterFor(sourceCode, parent, value);
    default:
      return [];
  }
}

/**
 * @param {Variable} variable
 * @param {TSESTree.Node} value
 * @returns {{ variable: Variable, keys: string[] }[]}
 */
function holder(variable, value) {
  const constant = readConstantInit(variable);
  return constant?.init === value ? [{ variable, keys: constant.keys }] : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} value
 * @returns {{ variable: Variable, keys: string[] }[]} The parameter of `(function (root) {})(value)` or of
 *   a function of the file.
 */
function parameterFor(sourceCode, { callee, arguments: parameters }, value) {
  const fn = readFunction(sourceCode, callee);
  const parameter = fn?.params[parameters.findIndex((argument) => argument === value)];
  if (!fn || parameter?.type !== 'Identifier') {
    return [];
  }
  return sourceCode
    .getDeclaredVariables(fn)
    .filter(
      (variable) =>
        variable.identifiers.includes(parameter) &&
        variable.references.every((reference) => !reference.isWrite()),
    )
    .map((variable) => ({ variable, keys: [] }));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @returns {string | undefined} The path of a global or of a member of one: `Object.assign` for
 *   `Object.assign`, `globalThis.Object.assign` and their aliases alike.
 */
export function readGlobalPath(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  return origin?.kind === 'global'
    ? withoutGlobalObject([origin.name, ...origin.path]).join('.')
    : undefined;
}

/**
 * @param {readonly string[]} path
 * @returns {string[]} The path from the global object on: `window.self.Promise` is `Promise`.
 */
export function withoutGlobalObject(path) {
  const start = path.findIndex((key) => !GLOBAL_OBJECTS.includes(key));
  return start === -1 ? [] : path.slice(start);
}
