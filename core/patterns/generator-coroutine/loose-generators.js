/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { Notes } from '../../analysis/syntax/facts.js';
import { generatorKeysOf, readGeneratorKeys } from '../../analysis/syntax/generators.js';
import { importsByModule } from '../../analysis/modules/module-references.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isImportedGenerator } from './imported-coroutines.js';
import { readRunner } from './runners.js';

/**
 * Generator functions that are called by another name than their own, so that a call does not show
 * what it runs.
 *
 *     { *create() {} }    [function* () {}]        handlers[type](message)
 *     each(list, function* (item) {})              fn(item)
 *     { create: store.create }
 *
 * @typedef {object} LooseGenerators
 * @property {boolean} isKept Whether a member or a list holds one.
 * @property {boolean} isHanded Whether a call that is no runner's, or a parameter, is given one.
 * @property {ReadonlySet<string>} keys Of the members that hold one.
 */

/** By the tree of the file. @type {Notes<object, LooseGenerators>} */
const notes = new Notes();

/**
 * @param {PatternContext} context
 * @returns {LooseGenerators}
 */
export function looseGeneratorsOf(context) {
  const { ast } = context.sourceCode;
  const known = notes.get(ast) ?? readLooseGenerators(context);
  notes.set(ast, known);
  return known;
}

/**
 * @param {PatternContext} context
 * @returns {LooseGenerators}
 */
function readLooseGenerators(context) {
  const { exportsGenerator, sourceCode } = context;
  // Most files import none, and hold many names.
  const names = exportsGenerator ? [...importsByModule(sourceCode).keys()] : [];
  const isImported = names.some((name) => exportsGenerator?.(name))
    ? (/** @type {TSESTree.Node} */ node) => isImportedGenerator(context, node)
    : undefined;
  const own = [
    ...nodesOfType(sourceCode, 'FunctionExpression'),
    ...nodesOfType(sourceCode, 'FunctionDeclaration'),
  ]
    .filter(({ generator, async }) => generator && !async)
    .flatMap((fn) => [fn, ...namesOf(sourceCode, fn)]);
  const isLoose = (/** @type {(place: TSESTree.Node) => boolean} */ isPlace) =>
    own.some(isPlace) ||
    (isImported !== undefined &&
      /** @type {const} */ (['Identifier', 'MemberExpression']).some((type) =>
        nodesOfType(sourceCode, type).some((place) => isPlace(place) && isImported(place)),
      ));
  return {
    isKept: isLoose(isKept),
    isHanded: isLoose((place) => isHanded(sourceCode, place)),
    keys: isImported ? readGeneratorKeys(sourceCode, isImported) : generatorKeysOf(sourceCode),
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} fn
 * @returns {TSESTree.Node[]} Where its name stands.
 */
function namesOf(sourceCode, fn) {
  const declaration = fn.type === 'FunctionDeclaration' ? fn : fn.parent;
  const isNamed = declaration === fn || declaration?.type === 'VariableDeclarator';
  return (isNamed ? sourceCode.getDeclaredVariables(declaration) : [])
    .filter(({ defs }) => defs.every(({ type }) => type !== 'Parameter'))
    .flatMap(({ references }) =>
      references.map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier)),
    );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isKept({ parent, range }) {
  switch (parent?.type) {
    case 'ArrayExpression':
      return true;
    case 'AssignmentExpression':
      return parent.left.type === 'MemberExpression' && parent.right.range[0] === range[0];
    case 'MethodDefinition':
    case 'Property':
    case 'PropertyDefinition':
      // *[Symbol.iterator]() {}
      return (
        !(parent.computed && parent.key.type === 'MemberExpression') &&
        parent.value?.range[0] === range[0]
      );
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isHanded(sourceCode, node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'ArrayExpression':
    case 'AssignmentPattern':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return true;
    case 'CallExpression':
      return parent.callee !== node && readRunner(sourceCode, parent) === undefined;
    default:
      return false;
  }
}
