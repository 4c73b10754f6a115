/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Origin } from '../analysis/modules/modules.js' */
/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { Notes, oncePerFile } from '../analysis/syntax/facts.js';
import { resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import {
  findVariable,
  isModuleLevel,
  isTypeImport,
  isVisibleOutside,
} from '../analysis/syntax/scopes.js';
import { takeUniqueName } from '../edits/names.js';
import { libraryOf } from './libraries.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Origin | undefined} origin
 * @returns {string[] | undefined} The members that lead from the library to the value.
 */
function pathFromLibrary(sourceCode, origin) {
  return origin?.kind === 'module' && libraryOf(sourceCode)?.modules.test(origin.name)
    ? origin.path
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression is the library's class.
 */
export function isLibrary(sourceCode, node) {
  const path = pathFromLibrary(sourceCode, resolveOrigin(sourceCode, node));
  return path?.length === 0 || (path?.length === 1 && path[0] === 'Promise');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.TSTypeAnnotation | undefined} annotation
 * @returns {boolean} Whether it says that the value is a promise of the library: `Bluebird<Row>`.
 */
export function isDeclaredPromise(sourceCode, annotation) {
  const type = annotation?.typeAnnotation;
  return type?.type === 'TSTypeReference' && isLibrary(sourceCode, type.typeName);
}

/**
 *     Bluebird.map(…)    map(…)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {string | undefined} The name of the static method that is called, as bluebird calls what
 *   does the same, and `Promise` for the class called as a function, or constructed.
 */
export function readStatic(sourceCode, call) {
  const { callee, type } = call;
  if (
    (type === 'CallExpression' && call.optional) ||
    (callee.type === 'MemberExpression' && callee.optional)
  ) {
    return undefined;
  }
  const name = readStaticOf(sourceCode, callee, type === 'NewExpression');
  return name === 'Promise' && libraryOf(sourceCode)?.statics && call.arguments.length > 1
    ? 'when'
    : name;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @param {boolean} [isConstructed]
 * @returns {string | undefined} The name of the static that the expression is.
 */
export function readStaticOf(sourceCode, callee, isConstructed = false) {
  const full = pathFromLibrary(sourceCode, resolveOrigin(sourceCode, callee));
  const statics = libraryOf(sourceCode)?.statics;
  const isClass = full?.[0] === 'Promise' && (full.length > 1 || isConstructed);
  const path = isClass || (full?.[0] === 'Promise' && !statics) ? full.slice(1) : full;
  if (!path || path.length > 1) {
    return undefined;
  }
  const [name] = path;
  if (name === undefined) {
    return 'Promise';
  }
  return statics ? (statics[name] ?? `${libraryOf(sourceCode)?.name}.${name}`) : name;
}

/**
 * @type {(sourceCode: SourceCodeLike) => readonly Variable[]} The variables that hold the library's class.
 */
export const libraryVariables = oncePerFile((sourceCode) =>
  (sourceCode.scopeManager?.scopes ?? []).flatMap(({ variables }) =>
    variables.filter(
      ({ defs, identifiers }) =>
        defs.length === 1 &&
        (defs[0]?.type === 'ImportBinding' || defs[0]?.type === 'Variable') &&
        identifiers[0] &&
        isLibrary(sourceCode, /** @type {TSESTree.Identifier} */ (identifiers[0])),
    ),
  ),
);

/**
 * What the variables are called once the native `Promise` has its name back.
 *
 * @type {(sourceCode: SourceCodeLike) => string}
 */
const nameBesideNative = oncePerFile((sourceCode) =>
  takeUniqueName(sourceCode, libraryOf(sourceCode)?.title ?? 'Bluebird'),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {string} Its name in the converted file.
 */
export function convertedName(sourceCode, { name }) {
  return name === 'Promise' ? nameBesideNative(sourceCode) : name;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} at
 * @returns {string | undefined} How the library's class is called at the place in the converted file.
 */
export function libraryName({ sourceCode }, at) {
  const variable = libraryVariables(sourceCode).find(
    (candidate) =>
      findVariable(sourceCode, at, candidate.name) === candidate &&
      isModuleLevel(candidate) &&
      !isTypeImport(candidate),
  );
  return variable && convertedName(sourceCode, variable);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} at
 * @returns {boolean} Whether `Promise` is the native class at the place, now or once the
 *   library has given the name back.
 */
export function canUseNative(sourceCode, at) {
  const variable = findVariable(sourceCode, at, 'Promise');
  return !variable || (libraryVariables(sourceCode).includes(variable) && canRename(variable));
}

/**
 * @param {Variable} variable
 * @returns {boolean}
 */
function canRename(variable) {
  let can = renamable.get(variable);
  if (can === undefined) {
    can = findRenamable(variable);
    renamable.set(variable, can);
  }
  return can;
}

/** @type {Notes<Variable, boolean>} */
const renamable = new Notes();

/**
 * @param {Variable} variable
 * @returns {boolean}
 */
function findRenamable(variable) {
  const [definition] = variable.defs;
  const declares =
    definition?.type === 'ImportBinding'
      ? /^Import(?:Default|Namespace)?Specifier$/u.test(definition.node.type)
      : definition?.type === 'Variable';
  return (
    declares &&
    !isVisibleOutside(variable) &&
    variable.references.every(({ identifier }) => identifier.parent?.type !== 'ExportSpecifier')
  );
}

/** What makes promises of bluebird do more than promises do, wherever in the process they are. */
const CONFIGURING = new Set([
  'cancel',
  'isCancelled',
  'isCancellable',
  'cancellable',
  'uncancellable',
]);

/**
 * @type {(sourceCode: SourceCodeLike) => string | undefined} The member by which the file shows that
 *   its promises can be cancelled.
 */
export const findCancellation = oncePerFile((sourceCode) => {
  if (libraryOf(sourceCode)?.name !== 'bluebird') {
    return undefined;
  }
  for (const { callee, arguments: parameters } of nodesOfType(sourceCode, 'CallExpression')) {
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') {
      continue;
    }
    const { name } = callee.property;
    const [first] = parameters;
    if (CONFIGURING.has(name) && parameters.length === 0) {
      return `.${name}()`;
    }
    const switches =
      name === 'config' &&
      isLibrary(sourceCode, callee.object) &&
      first?.type === 'ObjectExpression' &&
      first.properties.some(
        (property) =>
          property.type !== 'Property' ||
          (property.key.type === 'Identifier' && property.key.name === 'cancellation'),
      );
    if (switches) {
      return '.config({ cancellation })';
    }
  }
  return undefined;
});
