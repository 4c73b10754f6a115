/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Origin } from '../modules/modules.js' */
/** @import { Promisehood } from '../promises/promises.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { SyncIterable } from '../values/iterables.js' */

import { oncePerFile } from '../syntax/facts.js';
import { readKey, resolveOrigin } from '../modules/modules.js';

/**
 * The types that TypeScript knows, where the parser offers them: typescript-eslint's with
 * `projectService` or `project` (https://typescript-eslint.io/developers/custom-rules#typed-rules).
 * Without, nothing is known, as of `any`, `unknown`, errors and type parameters.
 *
 * Only what is asked of TypeScript is described: none of it is imported.
 *
 * @typedef {object} Services
 * @property {{ getTypeChecker: () => Checker, isSourceFileDefaultLibrary: (file: unknown) => boolean }} program
 * @property {{ get: (node: TSESTree.Node) => object | undefined }} esTreeNodeToTSNodeMap
 *
 * @typedef {object} Checker
 * @property {(node: object) => Type} getTypeAtLocation
 * @property {(node: object) => Symbol | undefined} getSymbolAtLocation
 * @property {(symbol: Symbol) => Symbol} getAliasedSymbol
 * @property {(symbol: Symbol) => Type} getTypeOfSymbol
 * @property {(type: Type) => Type} getApparentType
 * @property {(type: Type) => readonly Type[]} getTypeArguments
 * @property {(type: Type) => boolean} isTupleType
 *
 * @typedef {object} Type
 * @property {Symbol} [symbol]
 * @property {readonly Type[]} [types] Of a union.
 * @property {string} [intrinsicName]
 * @property {() => boolean} isUnion
 * @property {() => boolean} isTypeParameter
 * @property {() => boolean} isStringLiteral
 * @property {() => boolean} isNumberLiteral
 * @property {() => Type | undefined} getNumberIndexType
 * @property {() => readonly Symbol[]} getProperties
 * @property {(name: string) => Symbol | undefined} getProperty
 * @property {() => readonly { parameters: readonly Symbol[] }[]} getCallSignatures
 *
 * @typedef {object} Symbol
 * @property {number} flags
 * @property {string} name
 * @property {string} escapedName
 * @property {readonly Declaration[]} [declarations]
 *
 * @typedef {object} Declaration
 * @property {() => { text: string }} getSourceFile
 * @property {() => string} getText
 * @property {Declaration} parent
 * @property {Declaration} [initializer]
 * @property {Declaration} [name]
 * @property {Declaration} [body]
 * @property {Declaration} [asteriskToken]
 * @property {readonly Declaration[]} [modifiers]
 * @property {readonly Declaration[]} [parameters]
 */

/** @type {(sourceCode: SourceCodeLike) => Services | undefined} */
const servicesOf = oncePerFile(({ parserServices: services }) =>
  services?.program && services.esTreeNodeToTSNodeMap
    ? /** @type {Services} */ (services)
    : undefined,
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {{ services: Services, checker: Checker, members: readonly Type[] } | undefined} The types
 *   that the value of the expression may have; undefined if any of them says nothing.
 */
function readTypes(sourceCode, node) {
  const services = servicesOf(sourceCode);
  const counterpart = services?.esTreeNodeToTSNodeMap.get(node);
  if (!services || !counterpart) {
    return undefined;
  }
  const checker = services.program.getTypeChecker();
  const type = checker.getTypeAtLocation(counterpart);
  const members = type.isUnion() ? (type.types ?? []) : [type];
  return members.length > 0 && members.every(isTelling)
    ? { services, checker, members }
    : undefined;
}

/** Names of types that any value may have. */
const SILENT = new Set(['any', 'error', 'unknown', 'unresolved']);

/** @param {Type} type */
function isTelling(type) {
  return !type.isTypeParameter() && !SILENT.has(type.intrinsicName ?? '');
}

/**
 * The answer of a type about promises. `thenable`: it has a `then` that takes
 * functions, and is no `Promise`: what calling it does is anyone's guess.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {Exclude<Promisehood, 'unknown'> | 'thenable' | undefined} Undefined where the types say
 *   nothing, or different things. `native` for a type that is the language's own `Promise`.
 */
export function readPromiseType(sourceCode, node) {
  const known = readTypes(sourceCode, node);
  const kinds = new Set(known?.members.map((type) => promiseKind(known, type)));
  const [kind] = kinds;
  return kinds.size === 1 ? kind : undefined;
}

/**
 * @param {{ services: Services, checker: Checker }} known
 * @param {Type} type
 * @returns {ReturnType<typeof readPromiseType>}
 */
function promiseKind({ services, checker }, type) {
  if (isLibrary(services, type, /^Promise$/u)) {
    return 'native';
  }
  if (isPrimitive(type)) {
    return 'plain';
  }
  const then = type.getProperty('then');
  if (!then) {
    // A type that says nothing may be that of anything.
    const says = [type.getProperties(), type.getCallSignatures()];
    return says.some(({ length }) => length > 0) ? 'plain' : undefined;
  }
  const isPromiseLike = checker
    .getTypeOfSymbol(then)
    .getCallSignatures()
    .some(({ parameters: [handler] }) => {
      const taken = handler && checker.getTypeOfSymbol(handler);
      const members = taken?.isUnion() ? (taken.types ?? []) : taken ? [taken] : [];
      return members.some((member) => !isTelling(member) || member.getCallSignatures().length > 0);
    });
  return isPromiseLike ? 'thenable' : undefined;
}

const PRIMITIVES = new Set([
  'bigint',
  'boolean',
  'false',
  'null',
  'number',
  'string',
  'symbol',
  'true',
  'undefined',
]);

/** @param {Type} type */
function isPrimitive(type) {
  return (
    PRIMITIVES.has(type.intrinsicName ?? '') || type.isStringLiteral() || type.isNumberLiteral()
  );
}

/**
 * @param {Services} services
 * @param {Type} type
 * @param {RegExp} names
 * @returns {boolean} Whether it is a type of the language's own library with such a name.
 */
function isLibrary({ program }, { symbol }, names) {
  return (
    symbol !== undefined &&
    names.test(symbol.name) &&
    (symbol.declarations ?? []).some((declaration) =>
      program.isSourceFileDefaultLibrary(declaration.getSourceFile()),
    )
  );
}

const ARRAYS = /^(?:Readonly)?Array$/u;
const MAPS = /^(?:Readonly)?Map$/u;
const SETS = /^(?:Readonly)?Set$/u;
const ITERATORS = /^(?:Array|Map|Set)Iterator$/u;

/** Whose first argument is the type of the elements, which no index shows. */
const ITERABLES =
  /^(?:(?:Readonly)?Set|Generator|(?:Array|Map|Set)Iterator|Iterable(?:Iterator)?|IteratorObject)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {SyncIterable | 'async' | undefined} What its type says of an iterable. `async` where the
 *   type has an async iterator; `generator` stands for any that the language's library does not name.
 */
export function readIterableType(sourceCode, node) {
  const known = readTypes(sourceCode, node);
  if (!known) {
    return undefined;
  }
  const { checker, members } = known;
  const iterables = members.map((type) => {
    const keys = checker.getApparentType(type).getProperties();
    const has = (/** @type {string} */ key) =>
      keys.some(({ escapedName }) => escapedName.startsWith(`__@${key}@`));
    return has('asyncIterator') ? 'async' : has('iterator') ? syncIterable(known, type) : undefined;
  });
  const [first] = iterables;
  if (iterables.includes('async')) {
    return 'async';
  }
  if (!first || first === 'async' || iterables.length === 1) {
    return first;
  }
  return iterables.includes(undefined) ? undefined : { kind: 'generator', elements: 'unknown' };
}

/**
 * @param {{ services: Services, checker: Checker }} known
 * @param {Type} type
 * @returns {SyncIterable}
 */
function syncIterable(known, type) {
  const { services, checker } = known;
  const is = (/** @type {RegExp} */ names) => isLibrary(services, type, names);
  if (isPrimitive(type)) {
    return { kind: 'string', elements: 'plain' };
  }
  if (is(MAPS)) {
    return { kind: 'map', elements: 'plain' };
  }
  const indexed = type.getNumberIndexType();
  const element = indexed ?? (is(ITERABLES) ? checker.getTypeArguments(type)[0] : undefined);
  const kinds = new Set(
    (element?.isUnion() ? (element.types ?? []) : [element]).map((each) =>
      each && isTelling(each) ? promiseKind(known, each) : undefined,
    ),
  );
  const [kind] = kinds;
  const elements = kinds.size === 1 && kind && kind !== 'thenable' ? kind : 'unknown';
  if (checker.isTupleType(type) || is(ARRAYS)) {
    return { kind: 'array', elements };
  }
  return { kind: is(SETS) ? 'set' : indexed || is(ITERATORS) ? 'iterator' : 'generator', elements };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean | undefined} Whether its type is that of a readable stream of Node's: it can be
 *   piped, listened to and read with `for await`. Undefined where the types say nothing.
 */
export function isReadableType(sourceCode, node) {
  const known = readTypes(sourceCode, node);
  return known?.members.every((type) => {
    const keys = new Set(
      type.getProperties().map(({ escapedName }) => escapedName.replace(/@\d+$/u, '')),
    );
    return ['on', 'pipe', '__@asyncIterator'].every((key) => keys.has(key));
  });
}

/**
 *     function read(fs: typeof import('node:fs'), path: string) { … fs.readFile(path, …) … }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {Origin | undefined} The module's member that it is, where the type of what it is a member of
 *   is that of a whole module without a file of its own, as Node's are.
 */
export function readModuleMember(sourceCode, node) {
  const key = node.type === 'MemberExpression' ? readKey(node) : undefined;
  const known =
    node.type === 'MemberExpression' && key !== undefined
      ? readTypes(sourceCode, node.object)
      : undefined;
  const [type, ...more] = known?.members ?? [];
  const name = /^"(?:node:)?([\w/]+)"$/u.exec(type?.symbol?.name ?? '')?.[1];
  return key !== undefined && name !== undefined && more.length === 0
    ? { kind: 'module', name, path: [key] }
    : undefined;
}

/** https://github.com/microsoft/TypeScript/blob/main/src/compiler/types.ts: `SymbolFlags.Alias`. */
const ALIAS = 2 ** 21;

/**
 *     import { load } from './load.js';   // export async function load(id) {…}
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether it is imported, and declared elsewhere in the project as an async function
 *   that nothing can be assigned to, that no directive makes another, and whose parameters run no code:
 *   it never throws.
 */
export function isImportedAsync(sourceCode, callee) {
  const services = servicesOf(sourceCode);
  if (!services || resolveOrigin(sourceCode, callee)?.kind !== 'module') {
    return false;
  }
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  const counterpart = services.esTreeNodeToTSNodeMap.get(name);
  const checker = services.program.getTypeChecker();
  const symbol = counterpart && checker.getSymbolAtLocation(counterpart);
  const { declarations = [] } =
    symbol && symbol.flags & ALIAS ? checker.getAliasedSymbol(symbol) : (symbol ?? {});
  const [declaration] = declarations;
  return (
    declarations.length === 1 &&
    declaration !== undefined &&
    isAsyncFunction(declaration) &&
    !HAS_DIRECTIVE.test(declaration.getSourceFile().text)
  );
}

/** The directives by which a framework replaces a function: `'use server'`, `'use cache'`. */
const HAS_DIRECTIVE = /(['"])use (?!client\b|strict\b)[\w ]+\1/u;

/**
 * @param {Declaration} declaration
 * @returns {boolean}
 */
function isAsyncFunction(declaration) {
  const { initializer, parent } = declaration;
  if (initializer && !/^const\b/u.test(parent.getText())) {
    return false;
  }
  const { asteriskToken, body, modifiers = [], parameters = [] } = initializer ?? declaration;
  return (
    body !== undefined &&
    !asteriskToken &&
    modifiers.some((modifier) => modifier.getText() === 'async') &&
    parameters.every(
      (parameter) => !parameter.initializer && /^\w+$/u.test(parameter.name?.getText() ?? ''),
    )
  );
}
