/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from './facts.js';

/**
 * Every node of the file by its type, in source order.
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, readonly TSESTree.Node[]>}
 */
const nodesByType = oncePerFile((sourceCode) => sourceCode.nodesByType ?? gatherNodes(sourceCode));

/** The phase of a step of ESLint's way through a file in which it comes to a node. */
const ENTERS = 1;

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {ReadonlyMap<string, readonly TSESTree.Node[]>}
 */
function gatherNodes(sourceCode) {
  /** @type {Map<string, TSESTree.Node[]>} */
  const byType = new Map();
  const add = (/** @type {TSESTree.Node} */ node) => {
    const nodes = byType.get(node.type);
    if (nodes) {
      nodes.push(node);
    } else {
      byType.set(node.type, [node]);
    }
  };
  // ESLint goes through a file before it asks the first rule, and keeps its steps.
  const steps = sourceCode.traverse?.();
  if (steps) {
    for (const { phase, target } of steps) {
      if (phase === ENTERS) {
        add(/** @type {TSESTree.Node} */ (target));
      }
    }
    return byType;
  }
  const stack = [/** @type {TSESTree.Node} */ (sourceCode.ast)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    add(node);
    pushChildren(sourceCode, node, stack);
  }
  return byType;
}

/**
 * The nodes of some types, where a host has gathered them on a way of its own through the file.
 *
 * @type {(sourceCode: SourceCodeLike) => Map<string, readonly TSESTree.Node[]>}
 */
const gatheredByType = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} type
 * @param {readonly TSESTree.Node[]} nodes All of the type, in source order.
 */
export function handOverNodes(sourceCode, type, nodes) {
  gatheredByType(sourceCode).set(type, nodes);
}

/**
 * @template {TSESTree.Node['type']} Type
 * @param {SourceCodeLike} sourceCode
 * @param {Type | `${Type}`} type
 * @returns {readonly Extract<TSESTree.Node, { type: Type }>[]} In source order.
 */
export function nodesOfType(sourceCode, type) {
  return /** @type {any} */ (
    gatheredByType(sourceCode).get(type) ?? nodesByType(sourceCode).get(type) ?? []
  );
}

/**
 * The nodes of a type by where they begin: visitor keys follow the text, but for a few of TypeScript's.
 *
 * @type {(sourceCode: SourceCodeLike) => Map<string, readonly TSESTree.Node[]>}
 */
const nodesByStart = oncePerFile(() => new Map());

/**
 * As `nodesOfType`, without a look at the rest of the file.
 *
 * @template {TSESTree.Node['type']} Type
 * @param {SourceCodeLike} sourceCode
 * @param {Type | `${Type}`} type
 * @param {TSESTree.Node} ancestor
 * @returns {Extract<TSESTree.Node, { type: Type }>[]} Those within the ancestor, itself with them.
 */
export function nodesWithin(sourceCode, type, ancestor) {
  return sliceWithin(nodesInOrder(sourceCode, type), ancestor);
}

/**
 * @template {TSESTree.Node['type']} Type
 * @param {SourceCodeLike} sourceCode
 * @param {Type | `${Type}`} type
 * @returns {readonly Extract<TSESTree.Node, { type: Type }>[]} By where they begin, in any dialect.
 */
export function nodesInOrder(sourceCode, type) {
  const known = nodesByStart(sourceCode);
  let nodes = known.get(type);
  if (!nodes) {
    nodes = inOrder(nodesOfType(sourceCode, type));
    known.set(type, nodes);
  }
  return /** @type {any} */ (nodes);
}

/**
 * @param {readonly TSESTree.Node[]} nodes
 * @returns {readonly TSESTree.Node[]} The same list where nothing is to be done, as nearly always.
 */
function inOrder(nodes) {
  let last = 0;
  for (const { range } of nodes) {
    if (range[0] < last) {
      return [...nodes].sort((left, right) => left.range[0] - right.range[0]);
    }
    last = range[0];
  }
  return nodes;
}

/**
 * @template {{ range: readonly [number, number] }} Each
 * @param {readonly Each[]} nodes By where they begin.
 * @param {{ range: readonly [number, number] }} ancestor
 * @returns {Each[]} Those within the ancestor.
 */
export function sliceWithin(nodes, ancestor) {
  const [start, end] = ancestor.range;
  let low = countBelow(nodes, start);
  /** @type {Each[]} */
  const within = [];
  for (let node = nodes[low]; node && node.range[0] <= end; node = nodes[++low]) {
    if (node.range[1] <= end) {
      within.push(node);
    }
  }
  return within;
}

/**
 * @param {readonly { range: readonly [number, number] }[]} places By where they begin.
 * @param {number} index
 * @returns {number} How many begin before the index.
 */
export function countBelow(places, index) {
  let low = 0;
  for (let high = places.length; low < high;) {
    const middle = (low + high) >> 1;
    if (/** @type {{ range: readonly [number, number] }} */ (places[middle]).range[0] < index) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} index
 * @returns {TSESTree.Node} The smallest node around that place of the text: one way down the tree, where
 *   `nodesOfType` takes them all.
 */
export function innermostNode(sourceCode, index) {
  /** @type {TSESTree.Node[]} */
  const children = [];
  let innermost = /** @type {TSESTree.Node} */ (sourceCode.ast);
  for (let node = /** @type {TSESTree.Node | undefined} */ (innermost); node;) {
    innermost = node;
    children.length = 0;
    pushChildren(sourceCode, node, children);
    node = children.find(({ range }) => range[0] <= index && index < range[1]);
  }
  return innermost;
}

/**
 * Walks a subtree in source order without recursing on its depth.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} root Yielded first.
 * @param {(node: TSESTree.Node) => boolean} [enters] Whether to go below a node; the root always is.
 * @returns {Generator<TSESTree.Node, void, undefined>}
 */
export function* walk(sourceCode, root, enters) {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (node !== root && enters && !enters(node)) {
      continue;
    }
    pushChildren(sourceCode, node, stack);
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node[]} stack Gets its children, the first one on top.
 */
export function pushChildren(sourceCode, node, stack) {
  const keys = sourceCode.visitorKeys[node.type] ?? [];
  for (let index = keys.length - 1; index >= 0; index--) {
    const child = /** @type {any} */ (node)[/** @type {string} */ (keys[index])];
    if (Array.isArray(child)) {
      for (let position = child.length - 1; position >= 0; position--) {
        if (child[position]) {
          stack.push(child[position]);
        }
      }
    } else if (child && typeof child.type === 'string') {
      stack.push(child);
    }
  }
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} ancestor
 * @returns {boolean} True for the ancestor itself too.
 */
export function isWithin(node, ancestor) {
  return node.range[0] >= ancestor.range[0] && node.range[1] <= ancestor.range[1];
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} What holds the statements of the top of the file that the node stands in: the
 *   program, or in a component of Svelte the script, which is an element of it.
 */
export function topAround(node) {
  let top = node;
  while (top.parent && /** @type {string} */ (top.type) !== 'SvelteScriptElement') {
    top = top.parent;
  }
  return top;
}

/**
 * @param {TSESTree.Node} node
 * @returns {(TSESTree.CallExpression & { callee: TSESTree.MemberExpression }) | undefined} The call of a
 *   method of the node's value: `node.method(…)`.
 */
export function methodCallOn(node) {
  const member = node.parent;
  const call = member?.parent;
  return member?.type === 'MemberExpression' &&
    member.object === node &&
    call?.type === 'CallExpression' &&
    call.callee === member
    ? /** @type {TSESTree.CallExpression & { callee: TSESTree.MemberExpression }} */ (call)
    : undefined;
}

/**
 * @param {TSESTree.Node | null | undefined} node
 * @returns {node is TSESTree.ExpressionStatement & { directive: string }} Whether it is `'use strict'`
 *   or another directive; where it is none, oxlint's trees have `null` for it.
 */
export function isDirective(node) {
  return node?.type === 'ExpressionStatement' && typeof node.directive === 'string';
}
