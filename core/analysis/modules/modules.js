/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../syntax/casts.js';
import { oncePerFile } from '../syntax/facts.js';
import { findVariable, readConstantInit, variableOf } from '../syntax/scopes.js';

/**
 * The module member that an expression refers to, through imports, `require`, destructuring, aliases and the interop
 * helpers of compilers.
 *
 * @typedef {object} Origin
 * @property {'module' | 'global'} kind
 * @property {string} name The module's name without a `node:` prefix, or the global's name.
 * @property {string[]} path The members from there, without a leading `default`.
 */

/** Helpers that wrap a required module so that its `default` is the module itself. */
export const INTEROP_HELPERS = new Set([
  '__importDefault',
  '__importStar',
  '__toESM',
  '_interopRequire',
  '_interopRequireDefault',
  '_interopRequireWildcard',
  '_interopDefault',
  '_interop_require_default',
  '_interop_require_wildcard',
]);

const MAX_ALIASES = 20;

const ES_MODULE = /^(?:Import|Export(?:All|Default|Named))Declaration$/u;

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether a further module is imported, not required.
 *   The file's own statements say so; where it has neither kind, its parser does. ESLint calls what is
 *   required in a `.js` file a module too, unless its configuration says otherwise.
 */
export const isEsModule = oncePerFile(
  ({ ast, text }) =>
    ast.body.some((each) => ES_MODULE.test(each.type) && !hasOnlyTypes(each)) ||
    (ast.sourceType === 'module' &&
      !/\brequire\s*\(|\bmodule\.exports\b|\bexports\s*[.[=]/u.test(text)),
);

/**
 * @param {TSESTree.Node & { importKind?: string, exportKind?: string }} statement
 * @returns {boolean} `import type { Callback } from './types'`: Flow lets modules be required beside it.
 */
function hasOnlyTypes({ importKind, exportKind }) {
  return (importKind ?? exportKind ?? 'value') !== 'value';
}

/**
 * The expressions that have been resolved already: several questions ask about the same callee.
 *
 * @type {(sourceCode: SourceCodeLike) => Map<TSESTree.Node | Variable, Origin | undefined>}
 */
const knownOrigins = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @returns {Origin | undefined} Undefined for anything that is computed at run time.
 */
export function resolveOrigin(sourceCode, node) {
  if (!node) {
    return undefined;
  }
  const known = knownOrigins(sourceCode);
  const origin = known.get(node);
  if (origin || known.has(node)) {
    return origin;
  }
  const found = resolveNamed(sourceCode, node);
  known.set(node, found);
  return found;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {Origin | undefined} Without the `default` that leads to a module's exports.
 */
function resolveNamed(sourceCode, node) {
  const origin = resolve(sourceCode, node, MAX_ALIASES);
  if (origin?.kind !== 'module' || origin.path[0] !== 'default') {
    return origin;
  }
  const first = origin.path.findIndex((key) => key !== 'default');
  return { ...origin, path: first === -1 ? [] : origin.path.slice(first) };
}

/**
 * @param {Origin | undefined} origin
 * @param {string} name
 * @param {...string} path
 * @returns {boolean} Whether the origin is `require(name).a.b` for the path `a`, `b`.
 */
export function isModuleMember(origin, name, ...path) {
  return (
    origin?.kind === 'module' &&
    origin.name === name &&
    origin.path.length === path.length &&
    path.every((key, index) => origin.path[index] === key)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @param {number} fuel Aliases left to follow; `var a = b, b = a` ends there.
 * @returns {Origin | undefined}
 */
function resolve(sourceCode, node, fuel) {
  if (!node || fuel === 0) {
    return undefined;
  }
  switch (node.type) {
    case 'Identifier':
      return resolveIdentifier(sourceCode, node, fuel);
    case 'MemberExpression': {
      const key = readKey(node);
      return key === undefined ? undefined : extend(resolve(sourceCode, node.object, fuel), [key]);
    }
    case 'CallExpression':
      return resolveCall(sourceCode, node, fuel);
    case 'AwaitExpression':
      return node.argument.type === 'ImportExpression'
        ? moduleOrigin(node.argument.source)
        : undefined;
    // (0, module.member)(…)
    case 'SequenceExpression':
      return resolve(sourceCode, node.expressions.at(-1), fuel);
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return resolve(sourceCode, node.expression, fuel);
    default:
      return undefined;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @param {number} fuel
 * @returns {Origin | undefined}
 */
function resolveIdentifier(sourceCode, node, fuel) {
  const variable = variableOf(sourceCode, node);
  return variable
    ? resolveVariable(sourceCode, variable, fuel)
    : { kind: 'global', name: node.name, path: [] };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @param {number} fuel
 * @returns {Origin | undefined}
 */
function resolveVariable(sourceCode, variable, fuel) {
  if (fuel < MAX_ALIASES) {
    return readOrigin(sourceCode, variable, fuel);
  }
  const known = knownOrigins(sourceCode);
  let origin = known.get(variable);
  if (!origin && !known.has(variable)) {
    origin = readOrigin(sourceCode, variable, fuel);
    known.set(variable, origin);
  }
  return origin;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @param {number} fuel
 * @returns {Origin | undefined}
 */
function readOrigin(sourceCode, variable, fuel) {
  const [definition] = variable.defs;
  if (definition?.type === 'ImportBinding') {
    return resolveImport(/** @type {any} */ (definition.node), definition.parent);
  }
  const constant = readConstantInit(variable);
  return constant && extend(resolve(sourceCode, constant.init, fuel - 1), constant.keys);
}

/**
 * @param {TSESTree.ImportClause | TSESTree.TSImportEqualsDeclaration} specifier
 * @param {TSESTree.Node | null | undefined} declaration
 * @returns {Origin | undefined}
 */
export function resolveImport(specifier, declaration) {
  if (specifier.type === 'TSImportEqualsDeclaration') {
    const { moduleReference } = specifier;
    return moduleReference.type === 'TSExternalModuleReference'
      ? moduleOrigin(/** @type {TSESTree.Node} */ (moduleReference.expression))
      : undefined;
  }
  const source = /** @type {TSESTree.ImportDeclaration} */ (declaration).source;
  if (specifier.type === 'ImportSpecifier') {
    const { imported } = specifier;
    const key = imported.type === 'Identifier' ? imported.name : imported.value;
    return extend(moduleOrigin(source), [key]);
  }
  return moduleOrigin(source);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} node
 * @param {number} fuel
 * @returns {Origin | undefined}
 */
function resolveCall(sourceCode, node, fuel) {
  const { callee } = node;
  const [argument] = node.arguments;
  if (callee.type === 'Identifier' && callee.name === 'require') {
    return findVariable(sourceCode, callee, 'require') ? undefined : moduleOrigin(argument);
  }
  const helper =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && readKey(callee);
  return helper && INTEROP_HELPERS.has(helper)
    ? resolve(sourceCode, argument, fuel - 1)
    : undefined;
}

/**
 * @param {TSESTree.Node | undefined} source
 * @returns {Origin | undefined}
 */
export function moduleOrigin(source) {
  const specifier = readString(source);
  return specifier === undefined
    ? undefined
    : { kind: 'module', name: moduleName(specifier), path: [] };
}

/**
 * @param {string} specifier
 * @returns {string} Without `node:`.
 */
export function moduleName(specifier) {
  return specifier.startsWith('node:') ? specifier.slice('node:'.length) : specifier;
}

/**
 * @param {Origin | undefined} origin
 * @param {string[]} keys
 * @returns {Origin | undefined}
 */
function extend(origin, keys) {
  return origin && keys.length > 0
    ? { kind: origin.kind, name: origin.name, path: [...origin.path, ...keys] }
    : origin;
}

/**
 * @param {TSESTree.Node | null | undefined} node
 * @returns {string | undefined} The value of a string literal or a template without substitutions, in
 *   casts or not: `'then' as const`.
 */
export function readString(node) {
  const text = node && withoutCasts(node);
  if (text?.type === 'Literal' && typeof text.value === 'string') {
    return text.value;
  }
  return text?.type === 'TemplateLiteral' && text.expressions.length === 0
    ? (text.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

/**
 * @param {TSESTree.MemberExpression} node
 * @returns {string | undefined} The key of `object.key` and `object['key']`.
 */
export function readKey(node) {
  if (!node.computed) {
    return node.property.type === 'Identifier' ? node.property.name : undefined;
  }
  return readString(node.property);
}
