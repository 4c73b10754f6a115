/** @import { TSESTree } from '@typescript-eslint/types' */

import { parsePlainly } from '../source/parse.js';

/**
 * How many nodes stand in one another where a stack of the usual size may end. Code of people has fifty, code of
 * programs two hundred.
 */
const DEEP = 400;

/**
 * A stack that is full says nothing of what has filled it: code that is nested deeply, or a function that follows
 * references in a circle, which is a fault of ours. The tree tells which.
 *
 * @param {unknown} error
 * @param {{ path?: string | undefined, source: string }} file
 * @returns {{ message: string, line: number, column: number } | undefined} Where the code is nested deepest, 1-based;
 *   undefined if the error is another one, or the code is not nested deeply.
 */
export function explainOverflow(error, { path, source }) {
  if (!(error instanceof RangeError && error.message.includes('call stack'))) {
    return undefined;
  }
  const { depth, node } = findDeepest(parsePlainly(source.replace(/^\uFEFF/u, ''), path, false));
  const { line, column } = node.loc.start;
  return depth < DEEP
    ? undefined
    : {
        message: `the code is nested too deeply to be analysed (${depth} levels)`,
        line,
        column: column + 1,
      };
}

/**
 * @param {TSESTree.Program} ast
 * @returns {{ depth: number, node: TSESTree.Node }}
 */
function findDeepest(ast) {
  let deepest = { depth: 0, node: /** @type {TSESTree.Node} */ (ast) };
  const stack = [deepest];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.depth >= deepest.depth) {
      deepest = next;
    }
    for (const [key, child] of Object.entries(next.node)) {
      for (const each of key === 'parent' ? [] : [child].flat()) {
        if (typeof each?.type === 'string' && each.loc) {
          stack.push({ depth: next.depth + 1, node: each });
        }
      }
    }
  }
  return deepest;
}
