/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readGlobalPath } from '../../analysis/modules/global-values.js';
import { isEsModule, readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { isTarget } from '../../analysis/modules/property-writes.js';
import {
  constantOf,
  globalReferences,
  isGlobal,
  usesGlobal,
  variableOf,
} from '../../analysis/syntax/scopes.js';
import { assignedLast, exportsOf } from '../../codemod/siblings.js';
import {
  ANY,
  hasOwnThis,
  isExports,
  isGivenThis,
  writtenKey,
  writtenMembers,
} from './written-members.js';

/**
 * The object that a file exports, by whatever name the file calls it, and what the file puts there in
 * another's place:
 *
 *     this.load = other        const self = module.exports; self.load = other        exports[name] = other
 *
 * @typedef {object} ExportedObject
 * @property {readonly TSESTree.Node[]} nodes The expressions that stand for it.
 * @property {boolean} escapes Whether others may.
 */

/** @type {(sourceCode: SourceCodeLike) => ExportedObject} */
export const exportedObject = oncePerFile((sourceCode) => {
  /** @type {TSESTree.Node[]} */
  const nodes = [
    ...globalReferences(sourceCode, 'exports'),
    ...nodesOfType(sourceCode, 'MemberExpression').filter(
      (each) => isGlobal(sourceCode, each.object, 'module') && readKey(each) === 'exports',
    ),
    ...(isEsModule(sourceCode) ? [] : nodesOfType(sourceCode, 'ThisExpression')).filter(
      (each) => !hasOwnThis(each),
    ),
  ];
  /** @type {Set<Variable>} */
  const held = new Set();
  const hold = (/** @type {TSESTree.Node} */ name) => {
    const variable = variableOf(sourceCode, name);
    if (variable && !held.has(variable)) {
      held.add(variable);
      nodes.push(
        ...variable.references
          .filter(({ init }) => !init)
          .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier)),
      );
    }
  };
  for (const { key, value } of exportsOf(sourceCode)) {
    if (key === '') {
      hold(value);
    }
  }
  let escapes = globalReferences(sourceCode, 'module').some(
    ({ parent }) => !/^(?:Binary|Member)Expression$/u.test(parent.type),
  );
  // The writes of a variable that turns out to hold it are looked at, too.
  for (const node of nodes) {
    const name = boundName(node);
    if (name) {
      hold(name);
    } else {
      escapes ||= !staysHere(sourceCode, node);
    }
  }
  return { nodes, escapes };
});

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>} The keys of what it puts there unseen. */
export const ownWrites = oncePerFile((sourceCode) => {
  const { nodes, escapes } = exportedObject(sourceCode);
  return new Set([
    ...nodes.flatMap((node) => keysWritten(sourceCode, node)),
    ...nodesOfType(sourceCode, 'MemberExpression').flatMap((member) =>
      member.object.type === 'ThisExpression' &&
      hasOwnThis(member.object) &&
      isGivenThis(member.object) &&
      isTarget(member)
        ? [writtenKey(sourceCode, member)]
        : [],
    ),
    // module.exports by another name: { exports: own } = module
    ...(escapes ? writtenMembers(sourceCode) : []).map((key) => (key === 'exports' ? ANY : key)),
    ...(isReplaced(sourceCode) || usesGlobal(sourceCode, 'eval') ? [ANY] : []),
  ]);
});

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node | undefined} The variable that gets the object.
 */
function boundName(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.right !== node
        ? undefined
        : parent.left.type === 'Identifier'
          ? parent.left
          : boundName(parent);
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id : undefined;
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether no other expression gets the object.
 */
function staysHere(sourceCode, { parent, range }) {
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.left.range === range || isExports(parent.left);
    case 'MemberExpression':
      return parent.object.range === range;
    case 'CallExpression':
      return (
        parent.callee.range === range ||
        /^(?:Object|Reflect)\./u.test(readGlobalPath(sourceCode, parent.callee) ?? '')
      );
    case 'BinaryExpression':
    case 'ClassDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportSpecifier':
    case 'ExpressionStatement':
    case 'IfStatement':
    case 'NewExpression':
    case 'UnaryExpression':
      return true;
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node The object.
 * @returns {string[]} The keys of what is put there otherwise than by a plain assignment to a key.
 */
function keysWritten(sourceCode, node) {
  const { parent } = node;
  if (parent?.type === 'MemberExpression' && parent.object === node) {
    const key = writtenKey(sourceCode, parent);
    const by = parent.parent;
    // exports.__defineGetter__('load', …)
    if (by.type === 'CallExpression' && by.callee === parent && /^__define/u.test(key)) {
      return [ANY];
    }
    const isPlain = by.type === 'AssignmentExpression' && key !== ANY && key !== '__proto__';
    return isTarget(parent) && !isPlain ? [key === '__proto__' ? ANY : key] : [];
  }
  if (parent?.type === 'CallExpression' && parent.arguments[0] === node) {
    const path = readGlobalPath(sourceCode, parent.callee) ?? '';
    const [, ...given] = parent.arguments;
    return path === 'Object.setPrototypeOf' ||
      (path === 'Object.assign' && !given.every((each) => isLiteral(sourceCode, each)))
      ? [ANY]
      : [];
  }
  return parent?.type === 'WithStatement' || (isTarget(node) && !isAssigned(node)) ? [ANY] : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} `{ load }`, or a constant that is it: its members are known.
 */
function isLiteral(sourceCode, node) {
  return (constantOf(sourceCode, node) ?? node).type === 'ObjectExpression';
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `module.exports = …`
 */
function isAssigned({ parent }) {
  return parent?.type === 'AssignmentExpression';
}

/**
 *     exports.load = load; module.exports = new Proxy(exports, handler);
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether something else is exported behind what got members.
 */
function isReplaced(sourceCode) {
  const all = [...exportsOf(sourceCode)];
  const first = Math.min(...all.filter(({ key }) => key !== '').map(({ value }) => value.range[0]));
  return all.some(
    ({ key, value }) =>
      key === '' &&
      value.range[0] > first &&
      !isFunction(value) &&
      !/^(?:Class\w+|FunctionDeclaration|Identifier|ObjectExpression)$/u.test(
        assignedLast(/** @type {TSESTree.Expression} */ (value)).type,
      ),
  );
}
