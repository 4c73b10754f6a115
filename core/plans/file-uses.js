/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { isReference } from '../analysis/functions.js';
import { readKey, readString, resolveOrigin } from '../analysis/modules.js';
import { nodesOfType } from '../analysis/nodes.js';
import { readConstantInit } from '../analysis/scopes.js';

/**
 * @typedef {object} Use
 * @property {string} name The module that is used.
 * @property {readonly string[]} keys The members; none for the module itself.
 * @property {TSESTree.Node} node
 * @property {TSESTree.CallExpression | undefined} call Undefined if it is not just called.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Use[]} What the file uses of other modules.
 */
export function usesOf(sourceCode) {
  /** @type {Use[]} */
  const uses = [];
  const add = (/** @type {TSESTree.Node} */ node, /** @type {string} */ name, keys = NO_KEYS) => {
    const { parent } = node;
    const isCall = parent?.type === 'CallExpression' && parent.callee === node;
    uses.push({ name, keys, node, call: isCall ? parent : undefined });
  };
  for (const type of /** @type {const} */ (['Identifier', 'MemberExpression', 'CallExpression'])) {
    for (const node of nodesOfType(sourceCode, type)) {
      const isUse = node.type === 'Identifier' ? isReference(node) : true;
      const origin =
        isUse && !isPartOfUse(sourceCode, node) ? resolveOrigin(sourceCode, node) : undefined;
      if (origin?.kind === 'module') {
        add(node, origin.name, origin.path);
      }
    }
  }
  for (const type of /** @type {const} */ (['ExportNamedDeclaration', 'ExportAllDeclaration'])) {
    for (const node of nodesOfType(sourceCode, type)) {
      if (node.source) {
        add(node, String(node.source.value));
      }
    }
  }
  for (const node of nodesOfType(sourceCode, 'ImportExpression')) {
    if (node.source.type === 'Literal') {
      add(node, String(node.source.value));
    }
  }
  return uses;
}

/**
 *     lib.load = stub        sinon.stub(lib, 'load')
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {Pick<Use, 'name' | 'keys'>[]} What the file puts something else in the place of.
 */
export function writtenUses(sourceCode) {
  const members = writtenMembers(sourceCode);
  return usesOf(sourceCode).flatMap(({ name, keys, node, call }) => {
    const { parent } = node;
    if (parent?.type === 'AssignmentExpression' && parent.left === node) {
      return [{ name, keys }];
    }
    const [object, member] = parent?.type === 'CallExpression' ? parent.arguments : [];
    const key = object === node && member ? readString(member) : undefined;
    // Whatever holds the module, its members may be these.
    const written = keys.length > 0 || call ? [] : members;
    return [...written, ...(key === undefined ? [] : [key])].map((each) => ({
      name,
      keys: [...keys, each],
    }));
  });
}

/**
 *     const lib = require(join(root, 'lib')); lib.load = stub
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} The members that the file gives other values where it requires modules that it does
 *   not name: they may be those of any.
 */
export function writtenAnywhere(sourceCode) {
  const isOpen = nodesOfType(sourceCode, 'CallExpression').some(
    ({ callee, arguments: [specifier] }) =>
      callee.type === 'Identifier' &&
      callee.name === 'require' &&
      specifier !== undefined &&
      readString(specifier) === undefined,
  );
  return isOpen ? writtenMembers(sourceCode) : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} The keys of all that is assigned, but of the file's own exports.
 */
function writtenMembers(sourceCode) {
  return nodesOfType(sourceCode, 'AssignmentExpression').flatMap(({ left }) =>
    left.type === 'MemberExpression' &&
    !/\b(?:exports|this)$/u.test(sourceCode.text.slice(...left.object.range))
      ? (readKey(left) ?? [])
      : [],
  );
}

/** @type {readonly string[]} */
const NO_KEYS = Object.freeze([]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether more of the same expression, or a variable, says what is used.
 */
function isPartOfUse(sourceCode, node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node && !parent.computed;
    // const { load } = require('./store')
    case 'Property':
      return parent.parent.type === 'ObjectPattern';
    case 'VariableDeclarator':
      return (
        parent.id === node ||
        (parent.init === node &&
          (parent.id.type === 'Identifier' || parent.id.type === 'ObjectPattern') &&
          sourceCode.getDeclaredVariables(parent).every((each) => readConstantInit(each)))
      );
    default:
      return false;
  }
}
