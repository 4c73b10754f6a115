/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Origin } from './modules.js' */

import { isCast } from '../syntax/casts.js';
import { hasAnyWord, oncePerFile } from '../syntax/facts.js';
import { INTEROP_HELPERS, moduleName, moduleOrigin, readKey, resolveImport } from './modules.js';
import { innermostNode } from '../syntax/nodes.js';
import { globalReferences, readConstantInit, readsOf, variableOf } from '../syntax/scopes.js';
import { mayAwait } from '../syntax/function-kinds.js';

/**
 * Where a module and its members turn up in a file, followed forward from its imports. `resolveOrigin`
 * goes back from any expression to its origin; this goes forward from the origin. It costs as much as
 * the uses of the module, not as much as the calls of the file.
 *
 * @typedef {object} ModuleReference
 * @property {TSESTree.Node} node The expression.
 * @property {TSESTree.Node} value The largest expression around it that stands for the same.
 * @property {Origin} origin The member of a module that it refers to.
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

/** Of `require` and `import`. */
const REQUIRE_WORDS = ['quire'];
const IMPORT_WORDS = ['mport'];

/** The text behind the word in `await import('zlib')`, also where a comment comes before the parenthesis. */
const IMPORT_CALL = /[\s(]+(import\s*[(/])/uy;

/**
 * A place where a module comes into a file: a declaration of imports, the variable of another one, or a
 * call that gives the module.
 *
 * @typedef {{ declaration: TSESTree.ImportDeclaration }
 *   | { variable: Variable, origin: Origin }
 *   | { node: TSESTree.Node, origin: Origin }} Import
 */

/**
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, readonly Import[]>} By the modules' names
 *   without `node:`.
 */
export const importsByModule = oncePerFile((sourceCode) => {
  /** @type {Map<string, Import[]>} */
  const imports = new Map();
  /** @type {(name: string, place: Import) => void} */
  const add = (name, place) => {
    const known = imports.get(name);
    if (known) {
      known.push(place);
    } else {
      imports.set(name, [place]);
    }
  };
  /** @type {(node: TSESTree.Node, source: TSESTree.Node | undefined) => void} */
  const addNode = (node, source) => {
    const origin = moduleOrigin(source);
    if (origin) {
      add(origin.name, { node, origin });
    }
  };
  if (!addDeclarations(sourceCode, add) && hasAnyWord(sourceCode, IMPORT_WORDS)) {
    for (const { variable, origin } of variablesWithImports(sourceCode)) {
      if (origin) {
        add(origin.name, { variable, origin });
      }
    }
  }
  const requires = hasAnyWord(sourceCode, REQUIRE_WORDS)
    ? globalReferences(sourceCode, 'require')
    : [];
  for (const { parent } of requires) {
    if (parent.type === 'CallExpression') {
      addNode(parent, parent.arguments[0]);
    }
  }
  // await import('zlib')
  for (const index of mayAwait(sourceCode) ? awaitedImports(sourceCode.text) : []) {
    const imported = innermostNode(sourceCode, index);
    if (imported.type === 'ImportExpression' && imported.parent.type === 'AwaitExpression') {
      addNode(imported.parent, imported.source);
    }
  }
  return imports;
});

/**
 * By way of the statements: the variables of a file are many, and few are imported.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {(name: string, place: Import) => void} add Gets what is imported by declaration.
 * @returns {boolean} Whether the file imports in no other way, as by `import fs = require('fs')`.
 */
function addDeclarations({ ast }, add) {
  /** @type {TSESTree.ImportDeclaration[]} */
  const declarations = [];
  for (const statement of ast.body) {
    if (statement.type === 'ImportDeclaration') {
      declarations.push(statement);
    } else if (!IMPORTS_NOTHING.has(statement.type) && !exportsOnly(statement)) {
      return false;
    }
  }
  for (const declaration of declarations) {
    if (declaration.specifiers.length > 0) {
      add(moduleName(declaration.source.value), { declaration });
    }
  }
  return true;
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
 * @returns {{ variable: Variable, origin: Origin | undefined }[]} What is imported in whatever way: in
 *   TypeScript's namespaces, by `import fs = require('fs')`, in the script of a component.
 */
function variablesWithImports({ scopeManager }) {
  return (scopeManager?.scopes ?? [])
    .filter(({ block, type }) => block.type === 'Program' || type === 'tsModule')
    .flatMap(({ variables }) => variables)
    .map((variable) => ({ variable, origin: readImport(variable) }));
}

/**
 * @param {string} text
 * @returns {number[]} Where the word `import` of each `await import(…)` may begin.
 */
function awaitedImports(text) {
  /** @type {number[]} */
  const found = [];
  for (let index = text.indexOf('wait'); index !== -1; index = text.indexOf('wait', index + 1)) {
    IMPORT_CALL.lastIndex = index + 'wait'.length;
    const call = IMPORT_CALL.exec(text);
    if (call && text[index - 1] === 'a') {
      found.push(IMPORT_CALL.lastIndex - (call[1]?.length ?? 0));
    }
  }
  return found;
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
 * @param {ReadonlySet<string>} names
 * @returns {boolean} Whether the file imports one of the modules.
 */
export function importsAny(sourceCode, names) {
  // Of the two, a file's imports are the fewer.
  for (const name of importsByModule(sourceCode).keys()) {
    if (names.has(name)) {
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
 * @param {Pick<ReadonlySet<string>, 'has'>} modules Their names without `node:`.
 * @returns {ModuleReference[]} The modules and their members, wherever they are named: through
 *   aliases, destructuring, casts, and the interop helpers of compilers.
 */
export function moduleReferences(sourceCode, modules) {
  /** @type {ModuleReference[]} */
  const references = [];
  for (const [name, places] of importsByModule(sourceCode)) {
    if (modules.has(name)) {
      const known = referencesByModule(sourceCode);
      let found = known.get(name);
      if (!found) {
        found = follow(
          sourceCode,
          places.flatMap((place) => referencesAt(sourceCode, place)),
        );
        known.set(name, found);
      }
      references.push(...found);
    }
  }
  return references;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Import} place
 * @returns {ModuleReference[]}
 */
function referencesAt(sourceCode, place) {
  if ('node' in place) {
    return [refer(place.node, extend(place.origin, []))];
  }
  if ('variable' in place) {
    return referencesOf(place.variable, place.origin);
  }
  const { declaration } = place;
  return declaration.specifiers.flatMap((specifier) => {
    const [variable] = sourceCode.getDeclaredVariables(specifier);
    const origin = resolveImport(specifier, declaration);
    return variable && origin ? referencesOf(variable, origin) : [];
  });
}

/**
 * @param {Variable} variable
 * @param {Origin} imported
 * @returns {ModuleReference[]}
 */
function referencesOf(variable, imported) {
  const origin = extend(imported, []);
  return readsOf(variable).map(({ identifier }) => refer(identifier, origin));
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
  const variable = variableOf(sourceCode, target);
  return variable ? [variable] : [];
}
