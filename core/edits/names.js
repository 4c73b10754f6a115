/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from '../analysis/facts.js';
import { isReference } from '../analysis/functions.js';
import { nodesOfType } from '../analysis/nodes.js';

const LABELLED = new Set(['BreakStatement', 'ContinueStatement', 'LabeledStatement']);

/**
 * @type {(sourceCode: SourceCodeLike) => Set<string>} Every name in the file, of variables, members
 *   and labels alike: what is not in it clashes with nothing, not even through `eval`-free globals.
 */
const namesInFile = oncePerFile(
  (sourceCode) =>
    new Set([
      ...nodesOfType(sourceCode, 'Identifier').map(({ name }) => name),
      ...nodesOfType(sourceCode, 'JSXIdentifier').map(({ name }) => name),
    ]),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name The name to prefer.
 * @returns {string} The name, or `name1`, `name2`, … if the file uses it for anything; taken from
 *   then on.
 */
export function takeUniqueName(sourceCode, name) {
  const taken = namesInFile(sourceCode);
  let candidate = name;
  for (let number = 1; taken.has(candidate); number++) {
    candidate = `${name}${number}`;
  }
  taken.add(candidate);
  return candidate;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name The name to prefer.
 * @returns {string} The same if no variable has it, whatever members may be called; else another.
 */
export function takeVariableName(sourceCode, name) {
  const isVariable = nodesOfType(sourceCode, 'Identifier').some(
    (node) => node.name === name && !isMemberName(node),
  );
  return isVariable ? takeUniqueName(sourceCode, name) : name;
}

/**
 * @param {TSESTree.Identifier} node
 * @returns {boolean} `object.name`
 */
function isMemberName(node) {
  const { parent } = node;
  return parent.type === 'MemberExpression' && parent.property === node && !parent.computed;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {string} name
 * @returns {boolean} Whether the name stands anywhere within the node.
 */
export function mentionsName(sourceCode, node, name) {
  return nodesOfType(sourceCode, 'Identifier').some(
    (identifier) =>
      identifier.name === name &&
      identifier.range[0] >= node.range[0] &&
      identifier.range[1] <= node.range[1],
  );
}

/**
 * An async function may have keys of that name, and nothing else.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a variable or a label within the node is called `await`.
 */
export function usesAwaitAsName(sourceCode, node) {
  return nodesOfType(sourceCode, 'Identifier').some(
    (identifier) =>
      identifier.name === 'await' &&
      identifier.range[0] >= node.range[0] &&
      identifier.range[1] <= node.range[1] &&
      (isReference(identifier) || LABELLED.has(identifier.parent.type)),
  );
}
