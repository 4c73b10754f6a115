/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { returnedBy } from '../syntax/functions.js';
import { readKey, resolveOrigin } from './modules.js';
import { variableOf, writesOf } from '../syntax/scopes.js';
import { membersByName } from '../syntax/member-definitions.js';

/**
 * Modules that a function may come from though no path leads to it.
 *
 *     require('./store')(options).load    const go = lib.find.bind(lib)    this.go = wrap(lib.find)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node The callee, or the value that it is made from.
 * @returns {readonly string[]} As the file names them.
 */
export function modulesBehind(sourceCode, node) {
  const known = modulesByNode(sourceCode);
  if (node && !known.has(node)) {
    follow({ sourceCode, known, places: new Map(), open: [] }, node);
  }
  return (node && known.get(node)) ?? [];
}

/** @type {(sourceCode: SourceCodeLike) => Map<TSESTree.Node, readonly string[]>} Of what has been asked about. */
const modulesByNode = oncePerFile(() => new Map());

/**
 * @typedef {object} Walk
 * @property {SourceCodeLike} sourceCode
 * @property {Map<TSESTree.Node, readonly string[]>} known
 * @property {Map<TSESTree.Node, number>} places In which order nodes were come to.
 * @property {TSESTree.Node[]} open The nodes that wait for the first of a circle.
 *
 * Nodes that refer to each other in a circle have the same modules behind them: all of a bundle may be one, and
 * is walked once. The algorithm is Tarjan's, for strongly connected components.
 *
 * @param {Walk} walk
 * @param {TSESTree.Node} node
 * @returns {{ modules: Set<string>, first: number }} The place of the first that leads back to it.
 */
function follow(walk, node) {
  const { sourceCode, known, places, open } = walk;
  const place = places.size;
  places.set(node, place);
  const depth = open.push(node) - 1;
  /** @type {Set<string>} */
  const modules = new Set();
  let first = place;
  const origin = resolveOrigin(sourceCode, node);
  if (origin?.kind === 'module') {
    modules.add(origin.name);
  }
  for (const part of origin?.kind === 'module' ? [] : partsOf(sourceCode, node)) {
    if (part) {
      const done = known.get(part);
      const back = done ? place : places.get(part);
      const inner = back === undefined ? follow(walk, part) : { modules: done ?? [], first: back };
      inner.modules.forEach((each) => modules.add(each));
      first = Math.min(first, inner.first);
    }
  }
  if (first === place) {
    open.splice(depth).forEach((each) => known.set(each, [...modules]));
  }
  return { modules, first };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {readonly (TSESTree.Node | null | undefined)[]} What it is made from.
 */
function partsOf(sourceCode, node) {
  switch (node.type) {
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      return [
        readFunction(sourceCode, node),
        ...(variable ? writesOf(variable) : []).map(({ writeExpr }) => writeExpr),
      ];
    }
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      // function lib() { return require('./lib'); }    get lib() { return require('./lib'); }
      return returnedBy(sourceCode, node);
    case 'CallExpression':
    case 'NewExpression':
      return [node.callee, ...node.arguments];
    case 'MemberExpression': {
      const key = readKey(node);
      const definitions = key === undefined ? [] : membersByName(sourceCode).get(key);
      return [node.object, ...(definitions ?? []).map(({ value }) => value)];
    }
    case 'ObjectExpression':
      return node.properties.map((each) =>
        'argument' in each ? each.argument : isGetter(each.value) ? each.value : undefined,
      );
    default:
      return valuesOf(node);
  }
}

/**
 * @param {TSESTree.Node} node
 * @returns {readonly TSESTree.Node[]} What its value is, one way or another.
 */
export function valuesOf(node) {
  switch (node.type) {
    case 'AssignmentExpression':
      return [node.right];
    case 'ChainExpression':
      return [node.expression];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    case 'LogicalExpression':
      return [node.left, node.right];
    case 'SequenceExpression':
      return node.expressions.slice(-1);
    default:
      return [];
  }
}

/**
 * @param {TSESTree.Node} fn
 * @returns {boolean} `get ready() { … }`, `{ get: () => … }`, `lib.__defineGetter__('ready', () => …)`
 */
export function isGetter({ parent }) {
  return parent?.type === 'CallExpression'
    ? parent.callee.type === 'MemberExpression' && readKey(parent.callee) === '__defineGetter__'
    : parent !== undefined &&
        (('kind' in parent && parent.kind === 'get') ||
          (parent.type === 'Property' &&
            parent.key.type === 'Identifier' &&
            parent.key.name === 'get'));
}

/**
 *     fn(key, cb)    options[name](key, cb)    const go = fn.bind(null, key); go(cb)    this.fn = fn; this.fn(key, cb)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node The callee.
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {boolean} Whether it may be what a function of the file is given, which no name tells.
 */
export function leadsToParameter(sourceCode, node, seen = new Set()) {
  if (!node || seen.has(node)) {
    return false;
  }
  seen.add(node);
  const [object, ...parts] = partsOf(sourceCode, node);
  return (
    variableOf(sourceCode, node)?.defs[0]?.type === 'Parameter' ||
    (node.type === 'MemberExpression' && !/^(?:apply|bind|call)$/u.test(readKey(node) ?? 'call')
      ? parts
      : [object, ...parts]
    ).some((part) => leadsToParameter(sourceCode, part, seen))
  );
}
