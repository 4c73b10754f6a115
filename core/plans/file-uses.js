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
    if (isTarget(node)) {
      return [{ name, keys }];
    }
    // Whatever holds the module, its members may be these.
    const written = keys.length > 0 || call ? [] : members;
    const given =
      parent?.type === 'CallExpression' && parent.arguments[0] === node
        ? keysGiven(parent)
        : parent && isTarget(parent)
          ? [ANY]
          : [];
    return [...written, ...given].map((each) => ({
      name,
      keys: [...keys, each],
    }));
  });
}

/** The key of a member that the code does not show. */
export const ANY = '*';

/**
 *     lib.load = stub        ({ stub: lib.load } = stubs)
 *
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is given a value.
 */
function isTarget({ parent, range }) {
  return (
    (parent?.type === 'AssignmentExpression' && parent.left.range === range) ||
    (parent?.type === 'Property' && parent.parent.type === 'ObjectPattern')
  );
}

/**
 *     sinon.stub(lib, 'load')        Object.assign(lib, { load: stub })        Object.assign(lib, stubs)
 *
 * @param {TSESTree.CallExpression} call
 * @returns {string[]} The members that it may give to the first of its arguments.
 */
function keysGiven({ callee, arguments: [, ...given] }) {
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  return /^(?:assign|defineProperties|extend|mixin)$/u.test(key ?? '')
    ? given.flatMap((each) =>
        each.type === 'ObjectExpression'
          ? each.properties.map((property) =>
              'key' in property && property.key.type === 'Identifier' ? property.key.name : ANY,
            )
          : [ANY],
      )
    : given.slice(0, 1).flatMap((each) => readString(each) ?? []);
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
      return parent.parent.type === 'ObjectPattern' && node.type === 'Identifier';
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
