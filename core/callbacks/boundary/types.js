/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Exit, Translator } from '../plan/translator.js' */

import { caughtType, compilerOption } from '../../analysis/environment/compilers.js';
import { oncePerFile } from '../../analysis/syntax/facts.js';
import { isFunction, returnedBy } from '../../analysis/syntax/functions.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { codeOf, findPunctuator, textOf } from '../../edits/trivia.js';
import { callOfCallback } from '../functions/callback-calls.js';
import { callbackParameter, isNothing } from '../functions/functions.js';
import { keyOf } from '../../analysis/syntax/member-definitions.js';
import { Refused, quote } from '../plan/refused.js';

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
 * @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string | undefined, boolean>} The names of the signatures
 *   in the file, and whether there are several of it: of a promise form TypeScript makes what the last says.
 */
export const signatures = oncePerFile((sourceCode) => {
  const names = [
    ...nodesOfType(sourceCode, 'TSDeclareFunction').map(({ id }) => id?.name),
    ...[
      ...nodesOfType(sourceCode, 'TSMethodSignature'),
      ...nodesOfType(sourceCode, 'TSEmptyBodyFunctionExpression').map(({ parent }) => parent),
    ].map((each) => keyOf(sourceCode, /** @type {TSESTree.Property} */ (each))),
  ];
  return new Map(names.map((name, index) => [name, names.indexOf(name) < index]));
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} found
 * @returns {boolean} Whether nothing says what its callback gets: `cb: any`.
 */
export function isUntyped(sourceCode, found) {
  const type = callbackParameter(found).typeAnnotation?.typeAnnotation;
  return (
    !type ||
    isPlain(sourceCode, type) ||
    readFunctionType(sourceCode, type).fn?.params[0]?.type === 'RestElement'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.TypeNode | undefined} type
 * @returns {boolean} Whether it says of a callback that it may get anything.
 */
const isPlain = (sourceCode, type) =>
  type !== undefined && /^(?:any|Function)$/u.test(textOf(sourceCode, type));

/**
 * @param {Translator} translator
 * @returns {boolean} Whether a callback that is handed on may get `null`, which its own type excludes.
 */
export function excludesNull({ context, sourceCode, target }) {
  const type = callbackParameter(target).typeAnnotation?.typeAnnotation;
  const error = type && readFunctionType(sourceCode, type).fn?.params[0];
  return (
    compilerOption(context, 'strictNullChecks', 'strict') === true &&
    error?.type === 'Identifier' &&
    error.typeAnnotation !== undefined &&
    !/\b(?:any|null|unknown)\b/u.test(textOf(sourceCode, error.typeAnnotation))
  );
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether the callback gets what its type need not know of: a result that only what it
 *   was handed on to gave it.
 */
export function isHandedOn({ sourceCode, target, exits }) {
  const type = callbackParameter(target).typeAnnotation?.typeAnnotation;
  const { fn } = type ? readFunctionType(sourceCode, type) : {};
  const isKnown = fn ? fn.params.length > 1 : exits.some(({ value }) => value);
  // cb: () => void, which an error is handed to, too
  const takesNothing = fn?.params.length === 0;
  return (
    isTyped(sourceCode) &&
    !isKnown &&
    !isPlain(sourceCode, type) &&
    (takesNothing || exits.some(({ results }) => results > 0))
  );
}

/**
 *     cb: (err: Error | null, text: string) => void
 *
 * @param {Translator} translator
 * @returns {string} What its type wants beside an error: what the function has given there itself.
 */
export function besideError({ sourceCode, target }) {
  const type = callbackParameter(target).typeAnnotation?.typeAnnotation;
  const calls = target.callback.references.flatMap(
    ({ identifier }) => callOfCallback(/** @type {TSESTree.Node} */ (identifier)) ?? [],
  );
  const failing = calls
    .map((call) => call.arguments)
    .find(([error, ...rest]) => error && !isNothing(error) && rest.every(isNothing));
  const [, first] = failing ?? [];
  const last = failing?.at(-1);
  const given = first && last ? sourceCode.text.slice(first.range[0], last.range[1]) : '';
  const { fn } = type ? readFunctionType(sourceCode, type) : {};
  // What is declared elsewhere wants what it always gets.
  const isWanted = fn
    ? fn.params.slice(1).some((each) => each.type === 'Identifier' && !each.optional)
    : isTyped(sourceCode) &&
      !isPlain(sourceCode, type) &&
      calls.every((call) => call.arguments.length > 1);
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
 * @param {Translator} translator
 * @param {FunctionNode} fn A function inside that is async now: TypeScript cannot tell what it gives if
 *   it calls itself.
 * @param {readonly Exit[]} exits Those in it.
 * @returns {Edit[]}
 */
export function writeInnerType({ sourceCode, target }, fn, exits) {
  if (!isTyped(sourceCode)) {
    return [];
  }
  const most = Math.max(0, ...exits.map(({ results }) => results));
  // cb(null, (n) => …)
  const isContext = exits.some(({ value }) => value && isFunction(value));
  // A promise that is made by hand has no callback.
  const parameter = isContext && !target.promises ? callbackParameter(target) : undefined;
  const type = parameter?.typeAnnotation?.typeAnnotation;
  const result =
    (type && readResultType(sourceCode, type)) ?? (parameter && parameterType(parameter, 1));
  const one = result ?? 'any';
  const promise = `Promise<${most > 1 ? `readonly ${listOfAny(most)}` : one}>`;
  if (fn.returnType) {
    return [replaceRange(fn.returnType.typeAnnotation.range, promise)];
  }
  const [from] = fn.range;
  const last = fn.params.at(-1) ?? fn.id;
  const close = findPunctuator(sourceCode, last?.range[1] ?? from, fn.body.range[0], ')');
  return close < 0 ? [] : [insertAfter(close + 1, `: ${promise}`)];
}

/** @param {number} count @returns {string} The type of a list of so many. */
export const listOfAny = (count) => `[${Array(count).fill('any').join(', ')}]`;

/**
 * @param {FunctionNode} fn
 * @param {number} count
 * @returns {string} What its types want beside so many arguments.
 */
export const missingArguments = ({ params }, count) =>
  params
    .slice(count)
    .map((each) => (each.type === 'Identifier' && !each.optional ? ', undefined as any' : ''))
    .join('');

/**
 *     (id: string, cb: (err: Error | null, size?: number) => void): void
 *     ->  (id: string): Promise<number | undefined>
 *
 * @param {Translator} translator
 * @returns {Edit[]} The type of the promise that the function returns in its callback's stead.
 * @throws {Refused} When the types do not show it.
 */
export function writePromiseType({ sourceCode, target, test, exits }) {
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
  // A value is said to be where one is returned.
  const isGiven = exits.some(({ results }) => results > 0);
  const promise = `Promise<${isGiven === (result !== 'void') ? result : 'any'}>`;
  if (returned) {
    return [replaceRange(returned.range, promise)];
  }
  if (test) {
    return [];
  }
  const last = fn.params.at(-1) ?? parameter;
  const close = findPunctuator(sourceCode, last.range[1], fn.body.range[0], ')');
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
  if (isSeveral || !exits.some(({ value }) => value && isContextual(value, true))) {
    return '';
  }
  if (!type) {
    const isSaid = target.fn.type !== 'FunctionDeclaration' && isTyped(sourceCode);
    return isSaid ? `: Promise<${parameterType(parameter, 1)}>` : '';
  }
  const result = readResultType(sourceCode, type);
  if (result) {
    return PLAIN_TYPES.test(result) ? '' : `: Promise<${result}>`;
  }
  const given = type.type === 'TSTypeReference' ? type.typeArguments?.params : undefined;
  const isElsewhere =
    !isPlain(sourceCode, type) &&
    !readFunctionType(sourceCode, type).fn &&
    !given?.every((each) => PLAIN_TYPES.test(textOf(sourceCode, each)));
  return isElsewhere ? `: Promise<${parameterType(parameter, 1)}>` : '';
}

/**
 *     cb(null, name, [size])  ->  return [name, [size]] as [Parameters<typeof cb>[1], …]
 *
 * @param {Translator} translator
 * @param {readonly TSESTree.Node[]} results
 * @returns {string} The type of a list of them.
 */
export function tupleType({ sourceCode, target }, results) {
  const parameter = callbackParameter(target);
  const types = results.map((_, index) => parameterType(parameter, index + 1));
  const isSaid = !parameter.typeAnnotation || !isUntyped(sourceCode, target);
  return !isSaid || !results.some((each) => isContextual(each, false))
    ? 'const'
    : `[${types.join(', ')}]`;
}

/**
 * @param {ReturnType<typeof callbackParameter>} callback
 * @param {number} index
 * @returns {string} The type of what the callback gets there.
 */
function parameterType({ name, optional, typeAnnotation }, index) {
  const type = `typeof ${name}`;
  const isSure = !optional && typeAnnotation?.typeAnnotation.type === 'TSTypeReference';
  return `Parameters<${isSure ? type : `NonNullable<${type}>`}>[${index}]`;
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
