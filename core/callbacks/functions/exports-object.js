/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { findVariable, globalReferences, isGlobal } from '../../analysis/syntax/scopes.js';

/**
 * What the file's own code knows the object by that the module exports: `exports`, `module.exports`,
 * `this`, and the variables that hold it.
 *
 * @typedef {object} ExportsObject
 * @property {ReadonlySet<TSESTree.Node>} nodes
 * @property {ReadonlySet<Variable>} variables
 * @property {boolean} isContained Whether nothing else in the file may be that object.
 */

/** @type {(sourceCode: SourceCodeLike) => ExportsObject} */
export const exportsObject = oncePerFile((sourceCode) => {
  /** @type {TSESTree.Node[]} */
  const nodes = [
    ...globalReferences(sourceCode, 'exports'),
    ...nodesOfType(sourceCode, 'MemberExpression').filter((each) =>
      isModuleExports(sourceCode, each),
    ),
    ...nodesOfType(sourceCode, 'ThisExpression').filter((each) => !isOfInstance(each)),
  ];
  /** @type {Set<Variable>} */
  const variables = new Set();
  const hold = (/** @type {Variable | undefined} */ variable) => {
    const definition = variable?.defs[0];
    if (!variable || !definition) {
      return false;
    }
    if (!variables.has(variable)) {
      variables.add(variable);
      nodes.push(
        ...variable.references
          .filter(({ init }) => !init)
          .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier)),
      );
    }
    return definition.type === 'Variable'
      ? isOwnValue(definition.node.init)
      : definition.type === 'FunctionName' || definition.type === 'ClassName';
  };
  let isContained = globalReferences(sourceCode, 'module').every(({ parent }) =>
    /^(?:Binary|Member)Expression$/u.test(parent.type),
  );
  // Those of a variable that turns out to hold it are looked at, too.
  for (const node of nodes) {
    isContained = staysInPlace(sourceCode, node, hold) && isContained;
  }
  return { nodes: new Set(nodes), variables, isContained };
});

/**
 * @param {TSESTree.Node} node `this`
 * @returns {boolean} Whether it is that of a class.
 */
function isOfInstance(node) {
  let fn = enclosingFunction(node);
  while (fn?.type === 'ArrowFunctionExpression') {
    fn = enclosingFunction(fn);
  }
  const holder = fn?.parent;
  return (
    holder?.type === 'MethodDefinition' ||
    (holder?.type === 'AssignmentExpression' &&
      holder.left.type === 'MemberExpression' &&
      holder.left.object.type === 'MemberExpression' &&
      readKey(holder.left.object) === 'prototype')
  );
}

/** @typedef {(variable: Variable | undefined) => boolean} Hold Notes that a variable holds the object; whether that is all that it may hold. */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @param {Hold} hold
 * @returns {boolean} Whether only a member of the object is asked for, or a variable gets it.
 */
function staysInPlace(sourceCode, node, hold) {
  const { parent } = node;
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node;
    case 'ExportDefaultDeclaration':
    case 'ExportSpecifier':
      return true;
    case 'AssignmentExpression':
      if (parent.left === node) {
        const { right } = parent;
        const isHeld = right.type === 'Identifier' && !isGlobal(sourceCode, right, 'exports');
        const isOwn = isHeld ? hold(variableAt(sourceCode, right)) : isOwnValue(right);
        return goesToVariable(sourceCode, parent, hold) && isOwn;
      }
      return goesToVariable(sourceCode, node, hold);
    case 'CallExpression':
      return parent.callee === node || isDefinition(sourceCode, parent, node);
    default:
      return goesToVariable(sourceCode, node, hold);
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @param {Hold} hold
 * @returns {boolean} Whether a variable gets it at most, or the module.
 */
function goesToVariable(sourceCode, value, hold) {
  const { parent } = value;
  if (parent?.type === 'VariableDeclarator') {
    return parent.id.type === 'Identifier' && hold(variableAt(sourceCode, parent.id));
  }
  if (parent?.type !== 'AssignmentExpression') {
    return parent?.type === 'ExpressionStatement';
  }
  const { left } = parent;
  return (
    (isModuleExports(sourceCode, left) ||
      (left.type === 'Identifier' &&
        (isGlobal(sourceCode, left, 'exports') || hold(variableAt(sourceCode, left))))) &&
    goesToVariable(sourceCode, parent, hold)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {Variable | undefined}
 */
function variableAt(sourceCode, node) {
  return findVariable(sourceCode, node, node.name);
}

/**
 * @param {TSESTree.Node | null | undefined} node
 * @returns {boolean} Whether the value is made there, so nothing else is known by it; a variable is
 *   looked at by itself.
 */
function isOwnValue(node) {
  return (
    !node ||
    isFunction(node) ||
    /^(?:AssignmentExpression|ClassExpression|Literal|MemberExpression|ObjectExpression|ThisExpression)$/u.test(
      node.type,
    )
  );
}

/**
 *     Object.defineProperty(exports, '__esModule', { value: true });
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isDefinition(sourceCode, { callee, arguments: [first], parent }, node) {
  return (
    first === node &&
    parent.type === 'ExpressionStatement' &&
    callee.type === 'MemberExpression' &&
    isGlobal(sourceCode, callee.object, 'Object') &&
    readKey(callee) === 'defineProperty'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} `module.exports`
 */
export function isModuleExports(sourceCode, node) {
  return (
    node.type === 'MemberExpression' &&
    isGlobal(sourceCode, node.object, 'module') &&
    readKey(node) === 'exports'
  );
}

/**
 * @param {TSESTree.MethodDefinition | TSESTree.Property} node
 * @returns {string} '' for one that is computed.
 */
export function keyOf({ key, computed }) {
  if (computed) {
    return '';
  }
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
}
