/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isReference } from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isTarget } from '../../analysis/modules/property-writes.js';
import { readConstantInit } from '../../analysis/syntax/scopes.js';
import { opensModules, standsForModule } from './open-modules.js';
import { ANY, keysGiven, keysOf, writtenMembers } from '../members/written-members.js';

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
  const add = (
    /** @type {TSESTree.Node} */ node,
    /** @type {string} */ name,
    /** @type {readonly string[]} */ keys = NO_KEYS,
  ) => {
    const { parent } = node;
    const isCall = parent?.type === 'CallExpression' && parent.callee === node;
    uses.push({ name, keys, node, call: isCall ? parent : undefined });
  };
  for (const type of /** @type {const} */ (['Identifier', 'MemberExpression', 'CallExpression'])) {
    for (const node of nodesOfType(sourceCode, type)) {
      const isUse = node.type === 'Identifier' ? isReference(node) && !isImported(node) : true;
      const origin =
        isUse && !isPartOfUse(sourceCode, node) ? resolveOrigin(sourceCode, node) : undefined;
      if (origin?.kind === 'module') {
        add(node, origin.name, origin.path);
      }
    }
  }
  for (const node of nodesOfType(sourceCode, 'ExportAllDeclaration')) {
    add(node, node.source.value);
  }
  for (const { source, specifiers } of nodesOfType(sourceCode, 'ExportNamedDeclaration')) {
    for (const specifier of source ? specifiers : []) {
      // export load, * as lib from './load';
      const { local = specifier } = specifier;
      const name = 'name' in local ? local.name : 'value' in local ? local.value : 'default';
      add(local, String(source?.value), name === 'default' ? [] : [name]);
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
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether it only gives what is imported a name.
 */
function isImported({ parent }) {
  return /^(?:Import\w*Specifier|TSImportEqualsDeclaration)$/u.test(parent.type);
}

/**
 *     lib.load = stub        sinon.stub(lib, 'load')        patch(lib)
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {(Pick<Use, 'name' | 'keys'> & { by?: string })[]} What the file puts something else in the
 *   place of. `by` is the module that gets it and may do so: its members are those that it writes.
 */
export function writtenUses(sourceCode) {
  const members = writtenMembers(sourceCode);
  return usesOf(sourceCode).flatMap(({ name, keys, node, call }) => {
    const { parent } = node;
    if (isTarget(node)) {
      return [{ name, keys }];
    }
    if (call && /^__define[GS]etter__$/u.test(keys.at(-1) ?? '')) {
      return [{ name, keys: [...keys.slice(0, -1), ANY] }];
    }
    const isArgument =
      parent?.type === 'CallExpression' && parent.arguments.some((each) => each === node);
    // The members of any object that holds the module may be these.
    const written =
      keys.length > 0 || call ? [] : parent?.type === 'WithStatement' ? [ANY] : members;
    const given =
      isArgument && parent.arguments[0] === node
        ? keysGiven(sourceCode, parent)
        : parent && isTarget(parent)
          ? [ANY]
          : [];
    const getter = isArgument ? resolveOrigin(sourceCode, parent.callee) : undefined;
    return [
      ...[...written, ...given].map((each) => ({ name, keys: [...keys, each] })),
      ...(getter?.kind === 'module' ? [{ name, keys, by: getter.name }] : []),
    ];
  });
}

/**
 *     const lib = require(join(root, 'lib')); lib.load = stub
 *     require.cache[id] = { exports: { load: stub } };        proxyquire('./use', { './lib': { load: stub } })
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} The members that the file gives other values where it gets at modules that it does
 *   not name: they may be those of any.
 */
export function writtenAnywhere(sourceCode) {
  const isOpen = opensModules(sourceCode);
  return [
    ...(isOpen ? writtenMembers(sourceCode) : []),
    ...nodesOfType(sourceCode, 'ObjectExpression')
      .filter((each) => isOpen || standsForModule(sourceCode, each))
      .flatMap((each) => keysOf(sourceCode, each)),
  ];
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
