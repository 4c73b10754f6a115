/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Origin } from './modules.js' */

import { isCast } from './casts.js';
import { oncePerFile } from './facts.js';
import { INTEROP_HELPERS, moduleOrigin, readKey, resolveImport } from './modules.js';
import { innermostNode } from './nodes.js';
import { findVariable, globalReferences, readConstantInit, readsOf } from './scopes.js';
import { mayAwait } from './function-kinds.js';

/**
 * Where a module and its members turn up in a file, followed forward from its imports. What
 * `resolveOrigin` finds out from any expression backwards is found from its origin on here: it costs
 * as much as the uses of the module, not as much as the calls of the file.
 *
 * @typedef {object} ModuleReference
 * @property {TSESTree.Node} node The expression.
 * @property {TSESTree.Node} value The largest expression around it that stands for the same.
 * @property {Origin} origin What it stands for.
 */

/** Statements at the top of a file that neither import nor hold what does. */
const IMPORTS_NOTHING = new Set([
  'BlockStatement',
  'ClassDeclaration',
  'EmptyStatement',
  'ExportAllDeclaration',
  'ExportDefaultDeclaration',
  'ExpressionStatement',
  'ForInStatement',
  'ForOfStatement',
  'ForStatement',
  'FunctionDeclaration',
  'IfStatement',
  'SwitchStatement',
  'TryStatement',
  'TSEnumDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclaration',
  'WhileStatement',
]);

/** What stands before the word in `await import('zlib')`, and how far back it is looked for. */
const AWAITS = /\bawait[\s(]+$/u;
const LONGEST_AWAIT = 80;

/** What stands behind it, also where a comment comes before the parenthesis. */
const CALLS = /^\s*[(/]/u;

/**
 * A place where a module comes into a file: the variable of an import, or a call that gives the module.
 *
 * @typedef {{ origin: Origin } & ({ variable: Variable } | { node: TSESTree.Node })} Import
 */

/**
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, readonly Import[]>} By the modules' names
 *   without `node:`.
 */
export const importsByModule = oncePerFile((sourceCode) => {
  /** @type {Map<string, Import[]>} */
  const imports = new Map();
  /** @type {(place: { variable: Variable } | { node: TSESTree.Node }, origin: Origin | undefined) => void} */
  const add = (place, origin) => {
    if (origin) {
      const known = imports.get(origin.name) ?? [];
      imports.set(origin.name, known);
      known.push({ origin, ...place });
    }
  };
  for (const { variable, origin } of importedVariables(sourceCode)) {
    add({ variable }, origin);
  }
  for (const { parent } of globalReferences(sourceCode, 'require')) {
    if (parent.type === 'CallExpression') {
      add({ node: parent }, moduleOrigin(parent.arguments[0]));
    }
  }
  // await import('zlib')
  for (const index of mayAwait(sourceCode) ? awaitedImports(sourceCode.text) : []) {
    const imported = innermostNode(sourceCode, index);
    if (imported.type === 'ImportExpression' && imported.parent.type === 'AwaitExpression') {
      add({ node: imported.parent }, moduleOrigin(imported.source));
    }
  }
  return imports;
});

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {{ variable: Variable, origin: Origin | undefined }[]} What is imported by declaration, found
 *   by way of the statements: the variables of a file are many, and few are imported.
 */
function importedVariables(sourceCode) {
  const imported = [];
  for (const statement of sourceCode.ast.body) {
    const { type } = statement;
    if (type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        const [variable] = sourceCode.getDeclaredVariables(specifier);
        if (variable) {
          imported.push({ variable, origin: resolveImport(specifier, statement) });
        }
      }
    } else if (!IMPORTS_NOTHING.has(type) && !exportsOnly(statement)) {
      return variablesWithImports(sourceCode);
    }
  }
  return imported;
}

/**
 * @param {TSESTree.ProgramStatement} statement
 * @returns {boolean}
 */
function exportsOnly(statement) {
  return (
    statement.type === 'ExportNamedDeclaration' &&
    (!statement.declaration || IMPORTS_NOTHING.has(statement.declaration.type))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {{ variable: Variable, origin: Origin | undefined }[]} The same for a file that may import in
 *   other ways: in TypeScript's namespaces, by `import fs = require('fs')`, in the script of a component.
 */
function variablesWithImports({ scopeManager }) {
  return (scopeManager?.scopes ?? [])
    .filter(({ block, type }) => block.type === 'Program' || type === 'tsModule')
    .flatMap(({ variables }) => variables)
    .map((variable) => ({ variable, origin: readImport(variable) }));
}

/**
 * @param {string} text
 * @returns {Generator<number, void, undefined>} Where the word of each `await import(…)` may begin.
 */
function* awaitedImports(text) {
  const word = 'import';
  for (let index = text.indexOf(word); index !== -1; index = text.indexOf(word, index + 1)) {
    if (
      CALLS.test(text.slice(index + word.length, index + LONGEST_AWAIT)) &&
      AWAITS.test(text.slice(Math.max(0, index - LONGEST_AWAIT), index))
    ) {
      yield index;
    }
  }
}

/**
 * @param {Variable} variable
 * @returns {Origin | undefined}
 */
function readImport({ defs: [definition] }) {
  return definition?.type === 'ImportBinding'
    ? resolveImport(/** @type {any} */ (definition.node), definition.parent)
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Iterable<string>} names
 * @returns {boolean} Whether the file imports one of the modules.
 */
export function importsAny(sourceCode, names) {
  const imports = importsByModule(sourceCode);
  for (const name of imports.size > 0 ? names : []) {
    if (imports.has(name)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} name
 * @returns {ModuleReference[]} The same for a global.
 */
export function globalMembers(sourceCode, name) {
  return follow(
    sourceCode,
    globalReferences(sourceCode, name).map((node) =>
      refer(node, { kind: 'global', name, path: [] }),
    ),
  );
}

/** @type {(sourceCode: SourceCodeLike) => Map<string, ModuleReference[]>} */
const referencesByModule = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Iterable<string>} modules Without `node:`.
 * @returns {ModuleReference[]} The modules and their members, wherever they are named: through
 *   aliases, destructuring, casts, and the interop helpers of compilers.
 */
export function moduleReferences(sourceCode, modules) {
  const imports = importsByModule(sourceCode);
  const known = referencesByModule(sourceCode);
  /** @type {ModuleReference[]} */
  const references = [];
  for (const module of imports.size > 0 ? modules : []) {
    const places = imports.get(module);
    let found = known.get(module);
    if (places && !found) {
      found = follow(sourceCode, places.flatMap(referencesAt));
      known.set(module, found);
    }
    references.push(...(found ?? []));
  }
  return references;
}

/**
 * @param {Import} place
 * @returns {ModuleReference[]}
 */
function referencesAt(place) {
  const origin = extend(place.origin, []);
  return 'node' in place
    ? [refer(place.node, origin)]
    : readsOf(place.variable).map(({ identifier }) => refer(identifier, origin));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly ModuleReference[]} starts
 * @returns {ModuleReference[]} Those, and what they lead to.
 */
function follow(sourceCode, starts) {
  const found = [...starts];
  /** @type {Set<TSESTree.Node | Variable>} */
  const seen = new Set(found.map(({ node }) => node));
  for (const { value, origin } of found) {
    /** @type {(next: TSESTree.Node, keys: readonly string[]) => void} */
    const add = (next, keys) => {
      if (!seen.has(next)) {
        seen.add(next);
        found.push(refer(next, extend(origin, keys)));
      }
    };
    const { parent } = value;
    if (parent?.type === 'MemberExpression' && parent.object === value) {
      const key = readKey(parent);
      if (key !== undefined) {
        add(parent, [key]);
      }
    }
    for (const { variable, keys } of holdersOf(sourceCode, value)) {
      if (!seen.has(variable)) {
        seen.add(variable);
        readsOf(variable).forEach(({ identifier }) => add(identifier, keys));
      }
    }
  }
  return found;
}

/**
 * @param {TSESTree.Node} node
 * @param {Origin} origin
 * @returns {ModuleReference}
 */
function refer(node, origin) {
  return { node, value: outermostSameValue(node), origin };
}

/**
 * @param {Origin} origin
 * @param {readonly string[]} keys
 * @returns {Origin} As `resolveOrigin` gives it: a leading `default` is the module itself.
 */
function extend({ kind, name, path }, keys) {
  const whole = [...path, ...keys];
  const start = whole.findIndex((key) => key !== 'default');
  return { kind, name, path: start === -1 ? [] : whole.slice(start) };
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node} The largest expression around the node that `resolveOrigin` takes for it.
 */
function outermostSameValue(node) {
  for (let value = node; ;) {
    const { parent } = value;
    const isSame =
      parent &&
      (isCast(parent) ||
        (parent.type === 'SequenceExpression' && parent.expressions.at(-1) === value) ||
        (parent.type === 'CallExpression' &&
          parent.arguments[0] === value &&
          isInteropHelper(parent.callee)));
    if (!isSame) {
      return value;
    }
    value = parent;
  }
}

/**
 * @param {TSESTree.Expression} callee
 * @returns {boolean}
 */
function isInteropHelper(callee) {
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && readKey(callee);
  return Boolean(name) && INTEROP_HELPERS.has(/** @type {string} */ (name));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {{ variable: Variable, keys: string[] }[]} The variables that hold the value, or members
 *   of it, and nothing else.
 */
function holdersOf(sourceCode, value) {
  const { parent } = value;
  const variables =
    parent?.type === 'VariableDeclarator' && parent.init === value
      ? sourceCode.getDeclaredVariables(parent)
      : parent?.type === 'AssignmentExpression' && parent.right === value
        ? assignedVariable(sourceCode, parent.left)
        : [];
  return variables.flatMap((variable) => {
    const constant = readConstantInit(variable);
    return constant?.init === value ? [{ variable, keys: constant.keys }] : [];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} target
 * @returns {Variable[]}
 */
function assignedVariable(sourceCode, target) {
  const variable =
    target.type === 'Identifier' ? findVariable(sourceCode, target, target.name) : undefined;
  return variable ? [variable] : [];
}
