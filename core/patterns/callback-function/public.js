/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { enclosingFunction, isFunction } from '../../analysis/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { findVariable, globalReferences, isGlobal, readsOf } from '../../analysis/scopes.js';
import { callOf } from './functions.js';
import { importsItself } from './self-imports.js';

/**
 * Which functions lose their callback with `--api=async`: those whose users in the file are calls of
 * their variable. Users elsewhere change with it, or have to.
 */

/**
 * @typedef {object} Place Where a function is put.
 * @property {TSESTree.Node} node
 * @property {string} key The name that it has there; '' for the export itself.
 * @property {boolean} isExports Whether that is the object which the module exports.
 */

/**
 * @param {PatternContext} context
 * @param {CallbackFunction} found
 * @returns {boolean} Whether callers outside are to change with it.
 */
export function isPublic(context, found) {
  const { options, sourceCode, becomesAsync } = context;
  return (
    options.api === 'async' &&
    becomesAsync?.(found.fn.range[0]) !== false &&
    !importsItself(context) &&
    isOnlyExported(sourceCode, found, {
      isPlanned: becomesAsync !== undefined,
      mayUse: (use) => callOf(use) !== null || isAsked(use),
    })
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pick<CallbackFunction, 'fn' | 'variable'>} found
 * @param {object} users
 * @param {boolean} users.isPlanned Whether the users in other files are known.
 * @param {(use: TSESTree.Node) => boolean} users.mayUse What the file may do with its variable.
 * @returns {boolean} Whether all else that the file does with the function is to export it.
 */
export function isOnlyExported(sourceCode, found, { isPlanned, mayUse }) {
  const places = placesOf(sourceCode, found, mayUse);
  const isNamed = isPlanned || found.variable !== undefined;
  if (!places || (!isNamed && !places.some(({ key }) => /^[^_]|^$/u.test(key)))) {
    return false;
  }
  const { nodes, isContained } = exportsObject(sourceCode);
  const isKnown = isContained && places.every(({ isExports }) => isExports);
  const keys = new Set(places.map(({ key }) => key));
  const own = new Set(places.map(({ node }) => node));
  if (
    (keys.has('') && (!isContained || [...nodes].some((node) => callOf(node)))) ||
    (!isKnown && isTakenOut(sourceCode, keys))
  ) {
    return false;
  }
  return nodesOfType(sourceCode, 'MemberExpression').every((member) => {
    if (isWritten(member) && (isKnown || isPlanned || own.has(member))) {
      return true;
    }
    const key = readKey(member);
    return isKnown || key === undefined
      ? !nodes.has(member.object) || (key !== undefined && !keys.has(key))
      : !keys.has(key) || isModuleExports(sourceCode, member);
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ReadonlySet<string>} keys
 * @returns {boolean} `const { load: own } = lib`
 */
function isTakenOut(sourceCode, keys) {
  return nodesOfType(sourceCode, 'ObjectPattern').some(
    ({ parent, properties }) =>
      (parent.type !== 'VariableDeclarator' ||
        resolveOrigin(sourceCode, parent.init)?.kind !== 'module') &&
      properties.some((each) => each.type === 'Property' && keys.has(keyOf(each))),
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `exports.load = …`
 */
function isWritten({ parent, range }) {
  return parent?.type === 'AssignmentExpression' && parent.left.range === range;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pick<CallbackFunction, 'fn' | 'variable'>} found
 * @param {(use: TSESTree.Node) => boolean} mayUse
 * @returns {Place[] | undefined} Undefined if anything in the file may call it by another name.
 */
function placesOf(sourceCode, { fn, variable }, mayUse) {
  const uses = (variable ? readsOf(variable) : [])
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    .filter((use) => !mayUse(use));
  /** @type {Place[]} */
  const places = [];
  for (const value of [fn, ...uses]) {
    const isNamed = value.type === 'FunctionDeclaration' && value.id;
    const found = isNamed ? [] : placesOfValue(sourceCode, value);
    if (!found) {
      return undefined;
    }
    places.push(...found);
  }
  return places;
}

/**
 * @param {TSESTree.Node} use
 * @returns {boolean} `load.sync`
 */
function isAsked({ parent, range }) {
  return (
    parent?.type === 'MemberExpression' &&
    parent.object.range === range &&
    !/^(?:apply|bind|call)$/u.test(readKey(parent) ?? 'call')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {Place[] | undefined}
 */
function placesOfValue(sourceCode, value) {
  const { nodes, variables } = exportsObject(sourceCode);
  /** @type {Place[]} */
  const places = [];
  let { parent } = value;
  for (; parent?.type === 'AssignmentExpression'; { parent } = parent) {
    const { left, operator } = parent;
    const isWhole = nodes.has(left);
    if (operator !== '=' || (left.type !== 'MemberExpression' && !isWhole)) {
      return undefined;
    }
    const key = isWhole ? '' : readKey(/** @type {TSESTree.MemberExpression} */ (left));
    if (key === undefined) {
      return undefined;
    }
    const isExports = isWhole || (left.type === 'MemberExpression' && nodes.has(left.object));
    places.push({ node: left, key, isExports });
  }
  switch (parent?.type) {
    case 'ExpressionStatement':
      return places.length > 0 ? places : undefined;
    case 'VariableDeclarator':
      // const load = (exports.load = function () {}), but not const other = load
      return value.type !== 'Identifier' ? places : undefined;
    case 'ExportDefaultDeclaration':
    case 'TSExportAssignment':
      return [{ node: parent, key: 'default', isExports: true }];
    case 'ExportSpecifier': {
      const { exported } = parent;
      const key = exported.type === 'Identifier' ? exported.name : exported.value;
      return [{ node: parent, key, isExports: true }];
    }
    case 'MethodDefinition': {
      const key = keyOf(parent);
      return key && parent.parent.parent.superClass === null
        ? [{ node: parent, key, isExports: false }]
        : undefined;
    }
    case 'Property': {
      const key = keyOf(parent);
      const { parent: holder } = parent.parent;
      const isExports =
        (holder.type === 'AssignmentExpression' && nodes.has(holder.left)) ||
        holder.type === 'ExportDefaultDeclaration' ||
        (holder.type === 'VariableDeclarator' &&
          sourceCode.getDeclaredVariables(holder).some((each) => variables.has(each)));
      return key && isExports ? [{ node: parent, key, isExports }] : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * @param {TSESTree.MethodDefinition | TSESTree.Property} node
 * @returns {string} '' for one that is computed.
 */
function keyOf({ key, computed }) {
  if (computed) {
    return '';
  }
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
}

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
const exportsObject = oncePerFile((sourceCode) => {
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
function isModuleExports(sourceCode, node) {
  return (
    node.type === 'MemberExpression' &&
    isGlobal(sourceCode, node.object, 'module') &&
    readKey(node) === 'exports'
  );
}
