/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Translator } from './translator.js' */

import { caughtType } from '../../analysis/compilers.js';
import { oncePerFile } from '../../analysis/facts.js';
import { returnedBy } from '../../analysis/functions.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { codeOf, findPunctuator, textOf } from '../../edits/trivia.js';
import { callOfCallback } from './callback-calls.js';
import { callbackParameter, isNothing } from './functions.js';
import { keyOf } from './methods.js';
import { Refused, quote } from './refused.js';

/**
 * What TypeScript asks of converted functions, so that it finds no error that it did not find before.
 */

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether the file has types of TypeScript. */
export const isTyped = oncePerFile(
  (sourceCode) => nodesOfType(sourceCode, 'TSTypeAnnotation').length > 0,
);

/**
 *     load(name: string, cb: Callback): void;
 *     load(name: string, options: Options, cb: Callback): void;
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlySet<string | undefined>} The names of functions and methods
 *   with several signatures: of a promise form TypeScript makes what the last of them says.
 */
export const overloadedNames = oncePerFile((sourceCode) => {
  const names = [
    ...nodesOfType(sourceCode, 'TSDeclareFunction').map(({ id }) => id?.name),
    ...[
      ...nodesOfType(sourceCode, 'TSMethodSignature'),
      ...nodesOfType(sourceCode, 'TSEmptyBodyFunctionExpression').map(({ parent }) => parent),
    ].map((each) => keyOf(sourceCode, /** @type {TSESTree.Property} */ (each))),
  ];
  return new Set(names.filter((name, index) => names.indexOf(name) < index));
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} found
 * @returns {boolean} Whether nothing says what its callback gets: `cb: any`.
 */
export function isUntyped(sourceCode, found) {
  const type = callbackParameter(found).typeAnnotation?.typeAnnotation;
  return !type || /^(?:any|Function)$/u.test(textOf(sourceCode, type));
}

/**
 *     cb: (err: Error | null, text: string) => void
 *
 * @param {Translator} translator
 * @returns {string} What its type wants beside an error: what the function has given there itself.
 */
export function besideError({ sourceCode, target }) {
  const type = callbackParameter(target).typeAnnotation?.typeAnnotation;
  const wanted = type ? (readFunctionType(sourceCode, type).fn?.params.slice(1) ?? []) : [];
  const isWanted = wanted.some((each) => each.type === 'Identifier' && !each.optional);
  const failing = target.callback.references
    .map(
      ({ identifier }) =>
        callOfCallback(/** @type {TSESTree.Node} */ (identifier))?.arguments ?? [],
    )
    .find(([error, ...rest]) => error && !isNothing(error) && rest.every(isNothing));
  const [, first] = failing ?? [];
  const last = failing?.at(-1);
  const given = first && last ? sourceCode.text.slice(first.range[0], last.range[1]) : '';
  return isWanted ? `, ${given || 'undefined as any'}` : '';
}

/**
 * @param {PatternContext} context
 * @returns {string} The annotation of a caught error: the parameter of a callback has a type.
 */
export function caughtAnnotation(context) {
  return isTyped(context.sourceCode) ? caughtType(context) : '';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn A function inside that is async now: TypeScript cannot tell what it gives if
 *   it calls itself.
 * @returns {Edit[]}
 */
export function writeInnerType(sourceCode, fn) {
  if (!isTyped(sourceCode)) {
    return [];
  }
  if (fn.returnType) {
    return [replaceRange(fn.returnType.typeAnnotation.range, 'Promise<any>')];
  }
  const [from] = fn.range;
  const last = fn.params.at(-1) ?? fn.id;
  const close = findPunctuator(sourceCode, last?.range[1] ?? from, fn.body.range[0], ')');
  return close < 0 ? [] : [insertAfter(close + 1, ': Promise<any>')];
}

/**
 *     (id: string, cb: (err: Error | null, size?: number) => void): void
 *     ->  (id: string): Promise<number | undefined>
 *
 * @param {Translator} translator
 * @returns {Edit[]} The type of the promise that the function returns in its callback's stead.
 * @throws {Refused} When the types do not show it.
 */
export function writePromiseType({ sourceCode, target, test }) {
  const { fn } = target;
  const parameter = callbackParameter(target);
  const type = parameter.typeAnnotation?.typeAnnotation;
  // (file /*: string */, cb /*: Callback */) /*: void */
  const behind = sourceCode.text.slice(parameter.range[1], fn.body.range[0]);
  if (isDeclaredElsewhere(fn) || /\/\*\s*:/u.test(behind)) {
    throw new Refused('callback-parameters', quote(sourceCode, parameter));
  }
  if (!type && !fn.returnType) {
    return [];
  }
  const returned = fn.returnType?.typeAnnotation;
  // What the runner calls a callback, it has a type of its own for.
  const result = test ? 'void' : type && readResultType(sourceCode, type);
  if (result === undefined || (returned && returned.type !== 'TSVoidKeyword')) {
    throw new Refused('callback-parameters', quote(sourceCode, parameter));
  }
  const promise = `Promise<${result}>`;
  if (returned) {
    return [replaceRange(returned.range, promise)];
  }
  if (test) {
    return [];
  }
  const close = findPunctuator(sourceCode, parameter.range[1], fn.body.range[0], ')');
  return [insertAfter(close + 1, `: ${promise}`)];
}

/**
 *     (file) => new Promise<string>((resolve, reject) => …)  ->  async (file): Promise<string> => …
 *
 * @param {Translator} translator Of a function that makes the promise by hand that it gives.
 * @returns {Edit[]}
 * @throws {Refused} When there is no one place for the type.
 */
export function writeMadeType({ sourceCode, target: { fn, promises = [] } }) {
  const types = promises.flatMap(({ node }) => node.typeArguments?.params ?? []);
  const [type] = types;
  if (!type || fn.returnType) {
    return [];
  }
  const text = codeOf(sourceCode, type);
  const from = fn.params.at(-1)?.range[1] ?? fn.id?.range[1] ?? fn.range[0];
  const close = findPunctuator(sourceCode, from, fn.body.range[0], ')');
  const isOneOfSeveral = returnedBy(sourceCode, fn).some((value) =>
    promises.every(({ node }) => node !== value),
  );
  if (close < 0 || isOneOfSeveral || types.some((each) => textOf(sourceCode, each) !== text)) {
    throw new Refused('type-lost', quote(sourceCode, type));
  }
  return [insertAfter(close + 1, `: Promise<${text}>`)];
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} `const load: Loader = …`: the type of the variable speaks of a callback, too; a
 *   decorator wraps what takes one.
 */
function isDeclaredElsewhere({ parent }) {
  return (
    parent.type === 'TSAsExpression' ||
    parent.type === 'TSSatisfiesExpression' ||
    (parent.type === 'VariableDeclarator' && Boolean(parent.id.typeAnnotation)) ||
    (parent.type === 'MethodDefinition' && (parent.decorators ?? []).length > 0)
  );
}

/**
 *     cb: (err: Error | null, size?: number) => void    cb: Callback<number>
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.TypeNode} type
 * @returns {string | undefined}
 */
function readResultType(sourceCode, type) {
  const { fn, given } = readFunctionType(sourceCode, type);
  if (!fn || fn.params[0]?.type === 'RestElement') {
    return undefined;
  }
  const [, result, ...more] = fn.params;
  if (!result) {
    return 'void';
  }
  if (result.type !== 'Identifier' || !result.typeAnnotation || more.length > 0) {
    return undefined;
  }
  const own = textOf(sourceCode, result.typeAnnotation.typeAnnotation);
  const mentioned = [...given.keys()].some((name) => new RegExp(`\\b${name}\\b`, 'u').test(own));
  const text = given.get(own) ?? (mentioned ? undefined : own);
  if (!text || !result.optional) {
    return text;
  }
  return /=>|\?/u.test(text) ? `(${text}) | undefined` : `${text} | undefined`;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.TypeNode} type
 * @returns {{ fn?: TSESTree.TSFunctionType, given: Map<string, string | undefined> }} The type of a
 *   function, written in place or under a name of the file, and what its type parameters stand for.
 */
function readFunctionType(sourceCode, type) {
  const given = new Map();
  if (type.type === 'TSFunctionType') {
    return { fn: type, given };
  }
  const name = type.type === 'TSTypeReference' && textOf(sourceCode, type.typeName);
  const named = nodesOfType(sourceCode, 'TSTypeAliasDeclaration').filter(
    ({ id }) => id.name === name,
  );
  const [alias] = named;
  if (
    named.length !== 1 ||
    type.type !== 'TSTypeReference' ||
    alias?.typeAnnotation.type !== 'TSFunctionType' ||
    alias.typeAnnotation.typeParameters
  ) {
    return { given };
  }
  alias.typeParameters?.params.forEach((each, index) => {
    const argument = type.typeArguments?.params[index] ?? each.default;
    given.set(each.name.name, argument && codeOf(sourceCode, argument));
  });
  return { fn: alias.typeAnnotation, given };
}

/** Types that say nothing about a value which it does not show itself. */
const PLAIN_TYPES = /^(?:any|boolean|number|object|string|unknown|void)(?: \| undefined)?$/u;

/**
 *     cb(null, [name, size])  ->  (async (): Promise<[string, number]> => { … return [name, size]; })
 *
 * @param {Translator} translator
 * @returns {string} What an async function inside is said to give, where the type of the callback made
 *   more of a value than the value shows: a list of two, a name of several.
 */
export function innerType({ sourceCode, target, exits }) {
  const parameter = callbackParameter(target);
  const type = parameter.typeAnnotation?.typeAnnotation;
  const isSeveral = exits.some(({ results }) => results > 1);
  if (!type || isSeveral || !exits.some(({ value }) => value && isContextual(value, true))) {
    return '';
  }
  const result = readResultType(sourceCode, type);
  if (result) {
    return PLAIN_TYPES.test(result) ? '' : `: Promise<${result}>`;
  }
  const isElsewhere =
    type.type === 'TSTypeReference' &&
    textOf(sourceCode, type.typeName) !== 'Function' &&
    !readFunctionType(sourceCode, type).fn &&
    !type.typeArguments?.params.every((each) => PLAIN_TYPES.test(textOf(sourceCode, each)));
  const name = `typeof ${parameter.name}`;
  return isElsewhere
    ? `: Promise<Parameters<${parameter.optional ? `NonNullable<${name}>` : name}>[1]>`
    : '';
}

/**
 * @param {TSESTree.Node} node
 * @param {boolean} isResult Whether it is what the function gives.
 * @returns {boolean} Whether TypeScript makes something else of the value where it knows no type for it.
 */
function isContextual(node, isResult) {
  switch (node.type) {
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true;
    case 'Literal':
      return isResult && node.value !== null;
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].some((each) => isContextual(each, isResult));
    case 'LogicalExpression':
      return [node.left, node.right].some((each) => isContextual(each, isResult));
    case 'CallExpression':
    case 'NewExpression':
      return node.arguments.some((each) => isContextual(each, false));
    default:
      return false;
  }
}
