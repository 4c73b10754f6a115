/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { hasAnyWord, oncePerFile } from '../analysis/syntax/facts.js';
import { enclosingFunction, isReference } from '../analysis/syntax/functions.js';
import { groupBy } from '../analysis/syntax/group-by.js';
import { isWithin, nodesInOrder, nodesOfType, sliceWithin } from '../analysis/syntax/nodes.js';

const LABELLED = new Set(['BreakStatement', 'ContinueStatement', 'LabeledStatement']);

/** @type {(sourceCode: SourceCodeLike) => Map<string, TSESTree.Identifier[]>} */
const identifiersByName = oncePerFile((sourceCode) =>
  groupBy(nodesInOrder(sourceCode, 'Identifier'), ({ name }) => name),
);

/**
 * @type {(sourceCode: SourceCodeLike) => Set<string>} Every name of a variable in the file, of globals,
 *   too: what is not in it clashes with nothing, whatever members and labels may be called.
 */
const namesInFile = oncePerFile(
  (sourceCode) =>
    new Set([
      ...nodesOfType(sourceCode, 'Identifier')
        .filter(isReference)
        .map(({ name }) => name),
      ...nodesOfType(sourceCode, 'JSXIdentifier').map(({ name }) => name),
    ]),
);

/** @type {(sourceCode: SourceCodeLike) => Set<string>} Those that were given out for the whole file. */
const givenNames = oncePerFile(() => new Set());

/** @type {(sourceCode: SourceCodeLike) => Map<FunctionNode, Map<object, string>>} */
const givenWithin = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {readonly TSESTree.Identifier[]} In source order.
 */
function identifiersOf(sourceCode, name) {
  return identifiersByName(sourceCode).get(name) ?? [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name The name to prefer.
 * @returns {string} The name, or `name1`, `name2`, … if a variable of the file has it; taken from
 *   then on.
 */
export function takeUniqueName(sourceCode, name) {
  const taken = namesInFile(sourceCode);
  let candidate = name;
  for (let number = 1; taken.has(candidate); number++) {
    candidate = `${name}${number}`;
  }
  taken.add(candidate);
  givenNames(sourceCode).add(candidate);
  return candidate;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {object} owner The purpose of the name: the same one gets the same name again.
 * @param {string} name The name to prefer.
 * @returns {string} The name, or `name1`, `name2`, … if a variable goes by it in the function or those
 *   around it: functions beside them may have it, too.
 */
export function takeLocalName(sourceCode, fn, owner, name) {
  const outermost = outermostOf(fn);
  const given = givenIn(sourceCode, outermost);
  const passing = [...passingWithin(sourceCode)].filter(([inner]) => isWithin(inner, outermost));
  const taken = new Set([
    ...given.values(),
    ...passing.flatMap(([, names]) => [...names.values()]),
    ...givenNames(sourceCode),
  ]);
  let candidate = given.get(owner) ?? name;
  for (let number = 1; !given.has(owner); number++) {
    if (taken.has(candidate) || namesVariable(sourceCode, outermost, candidate)) {
      candidate = `${name}${number}`;
    } else {
      given.set(owner, candidate);
      namesInFile(sourceCode).add(candidate);
    }
  }
  return candidate;
}

/** @type {(sourceCode: SourceCodeLike) => Map<FunctionNode, Map<object, string>>} */
const passingWithin = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {object} owner The purpose of the name: the same one gets the same name again.
 * @param {string} name The name to prefer.
 * @returns {string} The name, or `name1`, `name2`, … if a variable goes by it in the function, for what no
 *   code but that beside its declaration uses: the functions around it may have it, too.
 */
export function takePassingName(sourceCode, fn, owner, name) {
  const names = passingWithin(sourceCode).get(fn) ?? new Map();
  passingWithin(sourceCode).set(fn, names);
  const known = names.get(owner);
  if (known !== undefined) {
    return known;
  }
  const around = givenIn(sourceCode, outermostOf(fn)).values();
  const taken = new Set([...names.values(), ...around, ...givenNames(sourceCode)]);
  let candidate = name;
  for (let number = 1; taken.has(candidate) || namesVariable(sourceCode, fn, candidate); number++) {
    candidate = `${name}${number}`;
  }
  names.set(owner, candidate);
  namesInFile(sourceCode).add(candidate);
  return candidate;
}

/**
 * @param {FunctionNode} fn
 * @returns {FunctionNode} The function around it that no other is around.
 */
function outermostOf(fn) {
  const outer = enclosingFunction(fn);
  return outer ? outermostOf(outer) : fn;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} outermost
 * @returns {Map<object, string>} The names that were given out in it.
 */
function givenIn(sourceCode, outermost) {
  const given = givenWithin(sourceCode).get(outermost) ?? new Map();
  givenWithin(sourceCode).set(outermost, given);
  return given;
}

/**
 * @param {TSESTree.Identifier} node
 * @returns {boolean} `object.name`
 */
export function isMemberName(node) {
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
  // The text does not show names that are written with escapes.
  return (
    hasAnyWord(sourceCode, [name, '\\u']) && identifiersWithin(sourceCode, node, name).length > 0
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ range: readonly [number, number] }} node
 * @param {string} name
 * @returns {boolean} Whether the name is that of a variable within the node, not of a member alone.
 */
export function namesVariable(sourceCode, node, name) {
  return identifiersWithin(sourceCode, node, name).some(isReference);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node The text that comes to the place of the declaration.
 * @param {string} name The name to prefer.
 * @returns {string} The name, unless the node uses it.
 */
export function nameBeside(sourceCode, node, name) {
  return namesVariable(sourceCode, node, name) ? takeUniqueName(sourceCode, name) : name;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ range: readonly [number, number] }} node
 * @param {string} name
 * @returns {TSESTree.Identifier[]} What has the name within the node, in source order.
 */
export function identifiersWithin(sourceCode, node, name) {
  return sliceWithin(identifiersOf(sourceCode, name), node);
}

/**
 * An async function may have keys of that name, and nothing else.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a variable or a label within the node is called `await`.
 */
export function usesAwaitAsName(sourceCode, node) {
  return identifiersWithin(sourceCode, node, 'await').some(
    (identifier) => isReference(identifier) || LABELLED.has(identifier.parent.type),
  );
}
