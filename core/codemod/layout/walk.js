/** @import { Overlap } from './ranges.js' */

/**
 * @param {any} ast
 * @param {Overlap} isChanged
 * @param {(node: any) => void} visit Gets the nodes that are.
 */
export function walk(ast, isChanged, visit) {
  const stack = [ast];
  for (let node = stack.pop(); node; node = stack.pop()) {
    visit(node);
    for (const key in node) {
      const child = node[key];
      const isHead = key === 'init' && node.type === 'ForStatement';
      if (child && typeof child === 'object' && key !== 'parent' && key !== 'loc' && !isHead) {
        for (const each of Array.isArray(child) ? child : [child]) {
          if (typeof each?.type === 'string' && isChanged(each.start, each.end)) {
            stack.push(each);
          }
        }
      }
    }
  }
}
