/** @import { Edit } from '../../edits/edit.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Need } from './dual.js' */
/** @import { Translator } from '../plan/translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { textHas } from '../../analysis/syntax/facts.js';
import { frameUses } from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { isDirective } from '../../analysis/syntax/nodes.js';
import {
  isModuleLevel,
  readConstantInit,
  variableOf,
  writesOf,
} from '../../analysis/syntax/scopes.js';
import { mayThrow } from '../../analysis/flow/throwing.js';
import { asyncPosition } from '../../edits/async-position.js';
import {
  indentLines,
  insertAfter,
  insertBefore,
  removeBetween,
  replaceRange,
} from '../../edits/edit.js';
import { lineWidth, spaceBehindName } from '../../edits/file-style.js';
import { indentOf, indentUnit } from '../../edits/indentation.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { needsSemicolonBefore, needsSemicolonBehind } from '../../edits/statements.js';
import {
  codeOf,
  endOfBlock,
  endOfLineComments,
  endWithComma,
  skipBackward,
  skipForward,
  skipWhitespace,
  skipWhitespaceBackward,
  textOf,
} from '../../edits/trivia.js';
import { callAgain, checkDefault, firstNeed } from './dual.js';
import { callOfCallback } from '../functions/callback-calls.js';
import { callbackFunctionOf } from '../functions/functions.js';
import { argumentsOfCalls } from '../functions/given-arguments.js';
import { findBesideError } from '../plan/given-results.js';
import { asyncNameFor, promisifyName } from './header.js';
import { partOf } from './prologue.js';
import { Refused, quote } from '../plan/refused.js';
import { isDual, returnsSeveral, semicolonOf, settleText, wrapperParts } from './settling.js';
import { indentAt } from '../waits/slots.js';
import { writeMadeType, writePromiseType } from './types.js';

/**
 * What a callback function looks like from outside once its inside is async.
 */

/**
 * Makes the function itself async: its callers wait for the promise.
 *
 * @param {Translator} translator
 * @returns {Edit[]}
 */
export function becomeAsync(translator) {
  const { sourceCode, target } = translator;
  const { fn, index } = target;
  const parameter = /** @type {TSESTree.Parameter} */ (fn.params[index]);
  // (key, get = () => cb, cb)
  if (
    target.callback.references.some(
      ({ identifier, init }) => !init && identifier.range[1] <= fn.body.range[0],
    )
  ) {
    throw new Refused('callback-escapes', quote(sourceCode, fn));
  }
  // Others may rely on what else is async: methods, and callbacks.
  const isNamed =
    fn.type === 'FunctionDeclaration' ||
    /^(?:AssignmentExpression|VariableDeclarator)$/u.test(fn.parent.type);
  const word = isNamed ? asyncWord(translator) : 'async ';
  /** @type {Edit[]} */
  const edits = [
    insertBefore(asyncPosition(fn, translator.sourceCode), word),
    ...writePromiseType(translator),
  ];
  const previous = fn.params[index - 1];
  const [start] = parameter.range;
  const end = endWithComma(sourceCode, parameter.range[1]);
  const head = writeBrokenHead(translator, edits);
  if (head) {
    edits.push(...head);
  } else if (previous) {
    translator.drop(previous.range[1], end);
  } else if (sourceCode.text[skipForward(sourceCode, end)] === ')') {
    translator.drop(start, end);
  } else {
    edits.push(replaceRange([start, end], '()'));
  }
  return [...edits, ...breakBody(translator)];
}

/**
 *     function load(
 *       file: string,
 *       cb: (err: Error | null, text?: string) => void,
 *     ): void {
 *
 * @param {Translator} translator
 * @param {readonly Edit[]} edits What else is written in the head.
 * @returns {Edit[] | undefined} Takes the callback out of parameters on lines of their own, which come to
 *   stand on one line if they fit, as a formatter has it; undefined where they are none, or have comments.
 */
function writeBrokenHead(translator, edits) {
  const { sourceCode, target } = translator;
  const { text } = sourceCode;
  const { fn, index } = target;
  const kept = fn.params.filter((_, at) => at !== index);
  const [first, parameter] = [fn.params[0], fn.params[index]];
  const previous = fn.params[index - 1];
  if (!first || !parameter || kept.length > index) {
    return undefined;
  }
  const open = skipBackward(sourceCode, first.range[0]);
  const close = skipForward(sourceCode, endWithComma(sourceCode, parameter.range[1]));
  if (
    !text.slice(open, first.range[0]).includes('\n') ||
    text[close] !== ')' ||
    translator.commentsBetween(open, close).length > 0
  ) {
    return undefined;
  }
  const written = edits.reduce(
    (sum, edit) =>
      'text' in edit ? sum + edit.text.length - (edit.range[1] - edit.range[0]) : sum,
    0,
  );
  const joined = kept.map((each) => textOf(sourceCode, each)).join(', ');
  const line = text.slice(text.lastIndexOf('\n', open) + 1, open) + joined;
  const length = line.length + text.slice(close, fn.body.range[0] + 1).length + written;
  if (joined.includes('\n') || length > lineWidth(sourceCode)) {
    return previous && [replaceRange([previous.range[1], parameter.range[1]], '')];
  }
  return kept.length === 0
    ? [replaceRange([open, close], '')]
    : [open, ...kept.map(({ range }) => range[1])].map((from, at) =>
        replaceRange([from, kept[at]?.range[0] ?? close], at === 0 || !kept[at] ? '' : ', '),
      );
}

/**
 * Makes the function async and leaves it its parameters: it is called as it was.
 *
 * @param {Translator} translator
 * @returns {Edit[]}
 */
export function becomeAsyncAsItIs(translator) {
  const { fn } = translator.target;
  return [
    ...writeMadeType(translator),
    ...(fn.async ? [] : [insertBefore(asyncPosition(fn, translator.sourceCode), 'async ')]),
    ...breakBody(translator),
  ];
}

/**
 *     fs.stat(file, (err, stats) => { if (err) return cb(err); cb(null, stats); });
 *     const find = (file, cb) => load(file, cb);
 *
 * @param {Translator} translator
 * @returns {string} `async `, or nothing where the function only hands on a promise of `fs.promises` or of a
 *   function of the file, which never throw: no-useless-async would say so.
 */
function asyncWord(translator) {
  const { sourceCode, edits, target } = translator;
  const { fn } = target;
  const call = soleCall(fn);
  const writes = (/** @type {RegExp} */ word) =>
    edits.some((edit) => 'text' in edit && word.test(edit.text));
  return call &&
    (isOfFsPromises(translator, call, writes) || isOfOwnFunction(translator, call)) &&
    !writes(/\bawait\b/u) &&
    fn.params.every(({ type }) => type === 'Identifier') &&
    !call.arguments.slice(0, -1).some((argument) => mayThrow(sourceCode, argument))
    ? ''
    : 'async ';
}

/**
 * @param {FunctionNode} fn
 * @returns {TSESTree.CallExpression | undefined} The call that is all that the function does.
 */
function soleCall({ body }) {
  const [only, more] = body.type === 'BlockStatement' ? body.body : [body];
  const value =
    only?.type === 'ExpressionStatement'
      ? only.expression
      : only?.type === 'ReturnStatement'
        ? only.argument
        : only;
  return value?.type === 'CallExpression' && !more ? value : undefined;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {(word: RegExp) => boolean} writes Whether something like it is written.
 * @returns {boolean}
 */
function isOfFsPromises({ sourceCode }, { callee }, writes) {
  return resolveOrigin(sourceCode, callee)?.name === 'fs' && writes(/\bpromises\b/u);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it calls a function of the file, which is an async function now, and is there
 *   whenever this one is called.
 */
function isOfOwnFunction({ registry, sourceCode, target }, { callee }) {
  const variable = callee.type === 'Identifier' ? variableOf(sourceCode, callee) : undefined;
  const found = callbackFunctionOf(sourceCode, variable);
  return (
    found !== undefined &&
    found !== target &&
    variable !== undefined &&
    (found.fn.type === 'FunctionDeclaration'
      ? writesOf(variable).length === 0
      : readConstantInit(variable)?.init === found.fn &&
        isModuleLevel(variable) &&
        found.fn.range[1] <= target.fn.range[0] &&
        target.fn.type !== 'FunctionDeclaration') &&
    // The async form of a function that keeps its callback stands beside it.
    (registry.fateOf(found).kind === 'inside' || registry.fateOf(found).asyncName !== undefined)
  );
}

/**
 * @param {Translator} translator
 * @returns {Edit[]} Line breaks for a body that stood on one line and has several statements now.
 */
function breakBody(translator) {
  const { sourceCode, target, edits } = translator;
  const { text } = sourceCode;
  const { body } = target.fn;
  const cuts = edits.filter((edit) => 'text' in edit && edit.text === '');
  const cutOf = (/** @type {TSESTree.Node} */ { range: [start, end] }) =>
    cuts.find(({ range }) => range[0] <= start && end <= range[1]);
  const statements = body.type === 'BlockStatement' ? body.body : [];
  const first = statements.find((statement) => !cutOf(statement));
  const isBroken = edits.some((edit) => 'text' in edit && edit.text.includes('\n'));
  if (!first || !isBroken || text.slice(...body.range).includes('\n')) {
    return [];
  }
  const indent = indentAt(translator, body.range[0], 0);
  const before = statements.slice(0, statements.indexOf(first));
  const open = Math.max(body.range[0] + 1, ...before.map((each) => cutOf(each)?.range[1] ?? 0));
  const close = body.range[1] - 1;
  const line = `\n${indent}${indentUnit(sourceCode)}`;
  const said = translator.commentsBetween(open, first.range[0]).map((comment) => line + comment);
  return [
    replaceRange([open, first.range[0]], said.join('') + line),
    replaceRange([skipWhitespaceBackward(text, close), close], `\n${indent}`),
  ];
}

/**
 * Splits the function: its head and its prologue become a wrapper that takes a callback, the rest an
 * async function behind it.
 *
 * @param {Translator} translator
 * @param {number} prologue
 * @param {TSESTree.Statement} statement
 * @returns {Edit[]}
 */
export function splitOff(translator, prologue, statement) {
  const { sourceCode, target } = translator;
  const { fn } = target;
  const name = asyncNameFor(sourceCode, target);
  const body = /** @type {TSESTree.BlockStatement} */ (fn.body);
  const first = /** @type {TSESTree.Statement} */ (body.body[prologue]);
  const previous = body.body[prologue - 1];
  const start = previous ? previous.range[1] : body.range[0] + 1;
  const usesThis = frameUses(sourceCode, fn).this.some((node) => node.range[0] >= first.range[0]);
  const parameters = fn.params.slice(0, target.index).map((each) => codeOf(sourceCode, each));
  const call = usesThis
    ? `${name}.call(${['this', ...parameters].join(', ')})`
    : `${name}(${parameters.join(', ')})`;
  const outer = indentOf(sourceCode.text, statement.range[0]);
  const inner = `${outer}${indentUnit(sourceCode)}`;
  const semicolon = semicolonOf(translator);
  const need = needOf(translator, ({ range }) => range[0] >= first.range[0]);
  const settle = settleText(translator, call, inner, {
    semicolon,
    isDual: isDual(translator) && !need,
  });
  const statementEnd = endOfStatement(sourceCode, statement);
  const close = sourceCode.text.slice(fn.range[1], statementEnd);
  const space = spaceBefore(translator);
  const head = `${outer}${asyncWord(translator)}function ${name}${space}(${parameters.join(', ')}) {`;
  // 'use strict' is for both.
  const directives = body.body
    .filter((each) => isDirective(each))
    .map((each) => `\n${inner}${textOf(sourceCode, each)}`)
    .join('');
  const [own, others] = prologue === 0 ? [directives, ''] : ['', directives];
  const text = `${own}\n${inner}${settle}\n${outer}}${close}\n\n${head}${others}`;
  const from = endOfLineComments(translator.sourceCode, start);
  const to = skipWhitespace(sourceCode.text, from);
  const indent = sourceCode.text.slice(from, to).includes('\n')
    ? indentOf(sourceCode.text, to)
    : inner;
  /** @type {Edit[]} */
  const edits = [replaceRange([from, to], `${text}\n${indent}`)];
  if (!sourceCode.text.slice(start, first.range[0]).includes('\n')) {
    const end = body.range[1] - 1;
    edits.push(replaceRange([skipWhitespaceBackward(sourceCode.text, end), end], `\n${outer}`));
  }
  if (statementEnd > fn.range[1]) {
    edits.push(removeBetween(fn.range[1], statementEnd));
  }
  if (need) {
    edits.push(callAgain(translator, need, { isSeveral: givesSeveral(translator), semicolon }));
  }
  const isPromisified =
    prologue === 0 &&
    // Nobody promisifies what only calls in the file can reach.
    target.escapes &&
    !returnsSeveral(translator.exits) &&
    // What the file, or another, says itself about its functions' promise forms stays as it is.
    !textHas(sourceCode, 'promisify.custom') &&
    translator.context.setsPromiseForms?.() !== true;
  if (isPromisified && !isDual(translator)) {
    const promisify = promisifyName(sourceCode, statement, translator.needs);
    const parts = {
      own: ownExpression(translator, statement),
      promisify,
      name,
      outer,
      semicolon: needsSemicolonBehind(sourceCode, statementEnd) ? ';' : semicolon,
    };
    edits.push(insertAfter(statementEnd, `\n\n${outer}${defineText(sourceCode, parts)}`));
  }
  return edits;
}

/**
 * @param {Translator} translator
 * @returns {string} What stands before the parameters: as the function itself has it, if it has a name.
 */
function spaceBefore({ sourceCode, target: { fn } }) {
  return fn.type === 'FunctionDeclaration' && fn.id
    ? / $/u.test(
        sourceCode.text.slice(fn.id.range[1], sourceCode.text.indexOf('(', fn.id.range[1])),
      )
      ? ' '
      : ''
    : spaceBehindName(sourceCode);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {{ own: string, promisify: string, name: string, outer: string, semicolon: string }} parts
 * @returns {string}
 */
function defineText(sourceCode, { own, promisify, name, outer, semicolon }) {
  const width = lineWidth(sourceCode) - outer.length;
  const inner = `${outer}${indentUnit(sourceCode)}`;
  const given = `${own}, ${promisify}.custom, {`;
  const line = `Object.defineProperty(${given} value: ${name} })${semicolon}`;
  if (line.length <= width) {
    return line;
  }
  if (`Object.defineProperty(${given}`.length <= width) {
    return `Object.defineProperty(${given}\n${inner}value: ${name},\n${outer}})${semicolon}`;
  }
  const lines = [own, `${promisify}.custom`, `{ value: ${name} }`].map(
    (each) => `\n${inner}${each},`,
  );
  return `Object.defineProperty(${lines.join('')}\n${outer})${semicolon}`;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {string} What the wrapper is called there.
 */
function ownExpression({ sourceCode, target }, statement) {
  const { fn } = target;
  if (fn.type === 'FunctionDeclaration') {
    return /** @type {TSESTree.Identifier} */ (fn.id).name;
  }
  if (statement.type === 'VariableDeclaration') {
    return target.name;
  }
  const { left } = /** @type {TSESTree.AssignmentExpression} */ (fn.parent);
  return codeOf(sourceCode, left);
}

/**
 * @param {Translator} translator
 * @param {(node: TSESTree.Node) => boolean} isMoved Whether a node goes into the async function.
 * @returns {Need | undefined} What a caller without a callback must not come to.
 * @throws {Refused} When it would get less than a callback does.
 */
function needOf(translator, isMoved) {
  if (!isDual(translator)) {
    return undefined;
  }
  checkDefault(translator);
  const need = firstNeed(translator, isMoved);
  const { sourceCode, target } = translator;
  const beside = need && findBesideError(sourceCode, argumentsOfCalls(sourceCode, target.callback));
  if (beside) {
    // The promise would reject with the error alone.
    throw new Refused('error-with-result', quote(sourceCode, beside));
  }
  return need;
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether the callback gets more than one result anywhere.
 */
function givesSeveral({ target, exits }) {
  return (
    returnsSeveral(exits) ||
    target.callback.references.some(
      ({ identifier }) => (callOfCallback(identifier)?.arguments.length ?? 0) > 2,
    )
  );
}

/**
 * Keeps the function and runs the ends of blocks of it in async functions inside.
 *
 * @param {Translator} translator
 * @param {readonly import('./prologue.js').AsyncPart[]} parts
 * @returns {Edit[]}
 */
export function wrapParts(translator, parts) {
  const need = needOf(translator, (node) => partOf(parts, node) !== undefined);
  const semicolon = semicolonOf(translator);
  const edits = parts.flatMap((part) => wrapInside(translator, part, isDual(translator) && !need));
  return need
    ? [...edits, callAgain(translator, need, { isSeveral: givesSeveral(translator), semicolon })]
    : edits;
}

/**
 * Keeps the function and runs the end of a block of it in an async function inside.
 *
 * @param {Translator} translator
 * @param {import('./prologue.js').AsyncPart} part
 * @param {boolean} returnsPromise
 * @returns {Edit[]}
 */
function wrapInside(translator, { block, from, to, followed }, returnsPromise) {
  const { sourceCode } = translator;
  const first = /** @type {TSESTree.Statement} */ (block.body[from]);
  const last = /** @type {TSESTree.Statement} */ (block.body[to - 1]);
  const { text } = sourceCode;
  const [start] = first.range;
  const outer = indentOf(text, start);
  const unit = indentUnit(sourceCode);
  const isOnHead = !text.slice(block.range[0], start).includes('\n');
  const indent = isOnHead ? outer + unit : outer;
  const guard = needsSemicolonBefore(sourceCode, first, '(') && !returnsPromise ? ';' : '';
  const { before, after } = wrapperParts(translator, indent, returnsPromise);
  const ending = followed ? `\n${indent}return${semicolonOf(translator)}` : '';
  if (isOnHead && (block !== translator.target.fn.body || to < block.body.length)) {
    throw new Refused('callback-unbraced', quote(sourceCode, first));
  }
  const isEnd = to === block.body.length;
  const end = isEnd ? endOfBlock(sourceCode, block) : last.range[1];
  if (!isEnd && returnsPromise) {
    throw new Refused('code-after-call', quote(sourceCode, /** @type {any} */ (block.body[to])));
  }
  checkNames(translator, block, [start, isEnd ? block.range[1] : end]);
  const open = `${guard}${before}\n${indent}${unit}`;
  const close = block.range[1] - 1;
  return [
    isOnHead
      ? replaceRange([skipWhitespaceBackward(text, start), start], `\n${indent}${open}`)
      : insertBefore(start, open, end),
    indentLines([start, end], 1),
    isOnHead && !text.slice(end, close).includes('\n')
      ? replaceRange([end, close], `${after}\n${outer}`)
      : insertAfter(end, after + ending),
  ];
}

/**
 * @param {Translator} translator
 * @param {TSESTree.BlockStatement} block
 * @param {readonly [number, number]} range
 * @throws {Refused} When a name that is declared in the range is used outside, too.
 */
function checkNames({ sourceCode, target }, block, range) {
  const isInside = (/** @type {{ range: readonly [number, number] }} */ node) =>
    node.range[0] >= range[0] && node.range[1] <= range[1];
  const scopes = new Set([sourceCode.getScope(target.fn), sourceCode.getScope(block)]);
  for (const { name, identifiers, references } of [...scopes].flatMap((scope) => scope.variables)) {
    const nodes = [...identifiers, ...references.map(({ identifier }) => identifier)];
    if (identifiers.some(isInside) && !nodes.every(isInside)) {
      throw new Refused('name-clash', `\`${name}\``);
    }
  }
}
