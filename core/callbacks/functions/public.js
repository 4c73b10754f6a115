/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { membersByKey } from '../../analysis/syntax/members-by-key.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { takesRequests } from '../../analysis/handlers/handler-parameters.js';
import { readsOf } from '../../analysis/syntax/scopes.js';
import { exportCallsOf } from './export-calls.js';
import { exportsObject, isModuleExports, keyOf } from './exports-object.js';
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
    // What a router calls goes on with `next`.
    !takesRequests(found.fn) &&
    becomesAsync?.(found.fn.range[0]) !== false &&
    !importsItself(context) &&
    isOnlyExported(sourceCode, found, {
      isPlanned: becomesAsync !== undefined,
      mayUse: (use) => callOf(use) !== null || isAsked(use),
      calls: becomesAsync ? exportCallsOf(sourceCode, found) : [],
    })
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Pick<CallbackFunction, 'fn' | 'variable'>} found
 * @param {object} users
 * @param {boolean} users.isPlanned Whether the users in other files are known.
 * @param {(use: TSESTree.Node) => boolean} users.mayUse What the file may do with its variable.
 * @param {readonly TSESTree.CallExpression[]} [users.calls] Those by the exports that it may be called by.
 * @returns {boolean} Whether all else that the file does with the function is to export it.
 */
export function isOnlyExported(sourceCode, found, { isPlanned, mayUse, calls = [] }) {
  const places = placesOf(sourceCode, found, mayUse);
  const isNamed = isPlanned || found.variable !== undefined;
  if (!places || (!isNamed && !places.some(({ key }) => /^[^_]|^$/u.test(key)))) {
    return false;
  }
  const { nodes, isContained } = exportsObject(sourceCode);
  const areExports = places.every(({ isExports }) => isExports);
  const isKnown = isContained && areExports;
  // Job.load = load; export function load(id, cb) {}
  if (isPlanned && places.length > 0 && !areExports) {
    return false;
  }
  const keys = new Set(places.map(({ key }) => key));
  const own = new Set(places.map(({ node }) => node));
  if (
    (keys.has('') && (!isContained || [...nodes].some((node) => callOf(node)))) ||
    (!isKnown && isTakenOut(sourceCode, keys))
  ) {
    return false;
  }
  const called = new Set(calls);
  const isUser = (/** @type {TSESTree.MemberExpression} */ member) => {
    const call = callOf(member);
    return (
      !(isWritten(member) && (isKnown || isPlanned || own.has(member))) &&
      !(call && called.has(call))
    );
  };
  return (
    !indexesOf(sourceCode).some(isUser) &&
    ![...keys]
      .flatMap((key) => membersByKey(sourceCode).get(key) ?? [])
      .some(
        (member) =>
          (isKnown ? nodes.has(member.object) : !isModuleExports(sourceCode, member)) &&
          isUser(member),
      )
  );
}

/** @type {(sourceCode: SourceCodeLike) => readonly TSESTree.MemberExpression[]} `exports[name]` */
const indexesOf = oncePerFile((sourceCode) => {
  const { nodes } = exportsObject(sourceCode);
  return (membersByKey(sourceCode).get(undefined) ?? []).filter(({ object }) => nodes.has(object));
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ReadonlySet<string>} keys
 * @returns {boolean} `const { load: own } = lib`
 */
function isTakenOut(sourceCode, keys) {
  const taken = keysTakenOut(sourceCode);
  return [...keys].some((key) => taken.has(key));
}

/** @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>} Of what is no module of another file. */
const keysTakenOut = oncePerFile(
  (sourceCode) =>
    new Set(
      nodesOfType(sourceCode, 'ObjectPattern')
        .filter(
          ({ parent }) =>
            parent.type !== 'VariableDeclarator' ||
            resolveOrigin(sourceCode, parent.init)?.kind !== 'module',
        )
        .flatMap(({ properties }) => properties)
        .flatMap((each) => (each.type === 'Property' ? keyOf(each) : [])),
    ),
);

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
