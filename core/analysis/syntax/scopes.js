/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Reference, Scope, Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { Notes, oncePerFile } from './facts.js';
import { groupBy } from './group-by.js';

/**
 * The only file that looks at kinds of scopes: top-level variables sit in a `global`, `function` or
 * `module` scope by source type, and a global such as `Promise` is a variable without definitions
 * in ESLint but a reference without a variable in a bare scope manager.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node Where the name is looked up from.
 * @param {string} name
 * @returns {Variable | undefined} The variable of the file that the name means there; undefined for
 *   a global that the file does not define.
 */
export function findVariable(sourceCode, node, name) {
  for (
    let scope = /** @type {Scope | null} */ (sourceCode.getScope(node));
    scope;
    scope = scope.upper
  ) {
    const variable = scope.set.get(name);
    if (variable) {
      return isDefinedInFile(variable) ? variable : undefined;
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @returns {Variable | undefined} The variable of the file that the node is the name of.
 */
export function variableOf(sourceCode, node) {
  return node?.type === 'Identifier' ? findVariable(sourceCode, node, node.name) : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @returns {TSESTree.Expression | undefined} What the constant stands for, as a whole, that the node is the
 *   name of.
 */
export function constantOf(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  const constant = variable && readConstantInit(variable);
  return constant?.keys.length === 0 ? constant.init : undefined;
}

/**
 * @param {Variable} variable
 * @returns {boolean} Also true for the implicit `arguments` of a function.
 */
function isDefinedInFile(variable) {
  return (variable.defs.length > 0 || variable.scope.type !== 'global') && !isAmbient(variable);
}

/**
 *     declare const global: any;    declare function require(name: string): any;
 *
 * @param {Variable} variable
 * @returns {boolean} Whether the file only says of what type it is: it stands for the global.
 */
function isAmbient({ defs: [definition] }) {
  const { node, parent } = /** @type {any} */ (definition ?? {});
  return (parent ?? node)?.declare === true;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @param {string} name
 * @returns {node is TSESTree.Identifier} Whether the node is the global of that name, not a
 *   variable that shadows it.
 */
export function isGlobal(sourceCode, node, name) {
  return node?.type === 'Identifier' && node.name === name && !findVariable(sourceCode, node, name);
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether the variable is defined at the top of the file, whatever its source
 *   type.
 */
export function isModuleLevel(variable) {
  const { scope } = variable;
  return (
    scope.type === 'global' ||
    scope.type === 'module' ||
    (scope.type === 'function' && scope.block.type === 'Program')
  );
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether it is imported as a type, and nothing when the code runs.
 */
export function isTypeImport({ defs: [definition] }) {
  return (
    definition?.type === 'ImportBinding' &&
    [definition.node, definition.parent].some(
      (each) => each && 'importKind' in each && /^type/u.test(`${each.importKind}`),
    )
  );
}

/**
 * @param {Variable} variable
 * @returns {boolean} Whether other files can reach the variable by its name: an `export` of its
 *   declaration, or a global of a script.
 */
export function isVisibleOutside(variable) {
  return (
    variable.scope.type === 'global' ||
    variable.defs.some(({ node, parent }) => {
      const declaration = parent ?? node;
      return (
        declaration.parent?.type === 'ExportNamedDeclaration' ||
        declaration.parent?.type === 'ExportDefaultDeclaration'
      );
    })
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the node's code is strict: in a module, a class, under the directive.
 */
export function isStrict(sourceCode, node) {
  return sourceCode.getScope(node).isStrict;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Scope} The scope of the top of the file, whatever its source type.
 */
export function moduleScope(sourceCode) {
  const scopes = sourceCode.scopeManager?.scopes ?? [];
  const [globalScope, next] = scopes;
  const inner = next && next.block.type === 'Program' ? next : globalScope;
  return /** @type {Scope} */ (inner);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the variables at the top of the file are globals that other scripts see.
 */
export function isGlobalScript(sourceCode) {
  return moduleScope(sourceCode).type === 'global';
}

/**
 * The references of the file that no variable of it answers, by name.
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, readonly Reference[]>}
 */
const throughByName = oncePerFile((sourceCode) =>
  groupBy(
    sourceCode.scopeManager?.scopes[0]?.through ?? [],
    ({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier).name,
  ),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {Variable | undefined} What the top of the file only declares of that name.
 */
function ambientVariable(sourceCode, name) {
  const variable = moduleScope(sourceCode).set.get(name);
  return variable && isAmbient(variable) ? variable : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {TSESTree.Identifier[]} Every use in the file of the global of that name, in source order.
 */
export function globalReferences(sourceCode, name) {
  const globalScope = /** @type {Scope} */ (sourceCode.scopeManager?.scopes[0]);
  const variable = globalScope.set.get(name);
  const declared = ambientVariable(sourceCode, name);
  if (variable && variable.defs.length > 0 && variable !== declared) {
    return [];
  }
  const through = throughByName(sourceCode).get(name) ?? [];
  const resolved = (declared ?? variable)?.references ?? [];
  // A host resolves all of them, or none.
  const references =
    through.length === 0
      ? resolved
      : resolved.length === 0
        ? through
        : new Set([...resolved, ...through]);
  /** @type {TSESTree.Identifier[]} */
  const identifiers = [];
  let isSorted = true;
  let last = 0;
  for (const { identifier } of references) {
    isSorted &&= identifier.range[0] >= last;
    [last] = identifier.range;
    identifiers.push(/** @type {TSESTree.Identifier} */ (identifier));
  }
  return isSorted ? identifiers : identifiers.sort((left, right) => left.range[0] - right.range[0]);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {boolean} Whether the file uses the global of that name.
 */
export function usesGlobal(sourceCode, name) {
  const variable = sourceCode.scopeManager?.scopes[0]?.set.get(name);
  return (
    (variable && (variable.defs.length > 0 || variable.references.length > 0)
      ? variable.defs.length === 0
      : throughByName(sourceCode).has(name)) || ambientVariable(sourceCode, name) !== undefined
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {boolean} Whether the file gives the global of that name a value by its bare name.
 */
export function writesGlobal(sourceCode, name) {
  const known = writtenGlobals(sourceCode);
  let isWritten = known.get(name);
  if (isWritten === undefined) {
    const variable =
      ambientVariable(sourceCode, name) ?? sourceCode.scopeManager?.scopes[0]?.set.get(name);
    isWritten = [variable?.references, throughByName(sourceCode).get(name)].some((references) =>
      references?.some((reference) => reference.isWrite()),
    );
    known.set(name, isWritten);
  }
  return isWritten;
}

/** @type {(sourceCode: SourceCodeLike) => Map<string, boolean>} */
const writtenGlobals = oncePerFile(() => new Map());

/**
 * @param {Variable} variable
 * @returns {readonly Reference[]} The references that give the variable a value, its initialiser among them.
 */
export function writesOf(variable) {
  let writes = writesByVariable.get(variable);
  if (!writes) {
    writes = variable.references.filter((reference) => reference.isWrite());
    writesByVariable.set(variable, writes);
  }
  return writes;
}

/** @type {Notes<Variable, readonly Reference[]>} */
const writesByVariable = new Notes();

/**
 * @param {Variable} variable
 * @returns {readonly Reference[]} The references that use the variable's value, `x++` among them.
 */
export function readsOf(variable) {
  let reads = readsByVariable.get(variable);
  if (!reads) {
    reads = variable.references.filter((reference) => reference.isRead());
    readsByVariable.set(variable, reads);
  }
  return reads;
}

/** @type {Notes<Variable, readonly Reference[]>} */
const readsByVariable = new Notes();

/**
 * The one expression that a variable stands for, however it is spelt.
 *
 *     const name = init;    var name; name = init;    const { key: name } = init;
 *
 * @param {Variable} variable
 * @returns {ConstantInit | undefined} `keys` lead from the value of
 *   `init` to the variable's; undefined when it is written twice, or otherwise than by a plain
 *   assignment.
 */
export function readConstantInit(variable) {
  if (variable.defs.length !== 1 || variable.defs[0]?.type !== 'Variable') {
    return undefined;
  }
  let constant = constantInits.get(variable);
  if (constant === undefined) {
    constant = findConstantInit(variable) ?? null;
    constantInits.set(variable, constant);
  }
  return constant ?? undefined;
}

/** @typedef {{ init: TSESTree.Expression, keys: string[] }} ConstantInit */

/** @type {Notes<Variable, ConstantInit | null>} */
const constantInits = new Notes();

/**
 * @param {Variable} variable Declared once, by `const`, `let` or `var`.
 * @returns {ConstantInit | undefined}
 */
function findConstantInit(variable) {
  const writes = writesOf(variable);
  const [write] = writes;
  if (writes.length !== 1 || !write?.writeExpr || write.isRead()) {
    return undefined;
  }
  const target = /** @type {TSESTree.Identifier} */ (write.identifier);
  const { parent } = target;
  const init = /** @type {TSESTree.Expression} */ (write.writeExpr);
  if (parent.type === 'VariableDeclarator' && parent.init === init) {
    return { init, keys: [] };
  }
  if (parent.type === 'AssignmentExpression' && parent.operator === '=' && parent.right === init) {
    return parent.parent.type === 'ExpressionStatement' ? { init, keys: [] } : undefined;
  }
  const keys = readPatternKeys(target, init);
  return keys && { init, keys };
}

/**
 * @param {TSESTree.Identifier} target
 * @param {TSESTree.Expression} init
 * @returns {string[] | undefined} The keys from a destructured value to the target; undefined for
 *   array patterns, defaults, rests, computed keys and the items of a loop.
 */
function readPatternKeys(target, init) {
  /** @type {string[]} */
  const keys = [];
  let node = /** @type {TSESTree.Node} */ (target);
  for (;;) {
    const parent = /** @type {TSESTree.Node} */ (node.parent);
    if (parent.type === 'Property' && parent.value === node && !parent.computed) {
      keys.unshift(
        parent.key.type === 'Identifier'
          ? parent.key.name
          : String(/** @type {TSESTree.Literal} */ (parent.key).value),
      );
      node = /** @type {TSESTree.Node} */ (parent.parent);
    } else if (parent.type === 'VariableDeclarator' && parent.init === init) {
      return keys;
    } else {
      return undefined;
    }
  }
}
