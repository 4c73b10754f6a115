/** @import { Overlap } from './ranges.js' */

import { Notes } from '../../analysis/syntax/facts.js';

/** The children of the nodes of a tree, which is walked several times. @type {Notes<object, Map<any, any[]>>} */
const childrenByTree = new Notes();

/**
 * @param {any} ast
 * @param {Overlap} isChanged
 * @param {(node: any) => void} visit Gets the nodes that are.
 */
export function walk(ast, isChanged, visit) {
  const known = childrenByTree.get(ast) ?? new Map();
  childrenByTree.set(ast, known);
  const stack = [ast];
  for (let node = stack.pop(); node; node = stack.pop()) {
    visit(node);
    let children = known.get(node);
    if (!children) {
      children = childrenOf(node);
      known.set(node, children);
    }
    for (const child of children) {
      if (isChanged(child.start, child.end)) {
        stack.push(child);
      }
    }
  }
}

/**
 * @param {any} node
 * @returns {any[]} The nodes below it, but for the head of a loop.
 */
function childrenOf(node) {
  const children = [];
  for (const key in node) {
    const child = node[key];
    const isHead = key === 'init' && node.type === 'ForStatement';
    if (child && typeof child === 'object' && key !== 'parent' && key !== 'loc' && !isHead) {
      for (const each of Array.isArray(child) ? child : [child]) {
        if (typeof each?.type === 'string') {
          children.push(each);
        }
      }
    }
  }
  return children;
}
