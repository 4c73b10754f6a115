/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Exit, Position, Translator } from '../plan/translator.js' */
/** @import { ExitStep, Region, Step } from '../../regions/build/steps.js' */
/** @import { Slot } from '../waits/slots.js' */

import { isOlder } from '../../analysis/environment/compilers.js';
import { replaceRange } from '../../edits/edit.js';
import { takeLocalName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { skipWhitespaceBackward } from '../../edits/trivia.js';
import { assumeErrorText } from '../errors/error-texts.js';
import { errorState } from '../errors/errors.js';
import { isNothing, isNullish } from '../functions/functions.js';
import { dedentValue, writeAroundValue, writeInPlace } from './in-place.js';
import { isUnsaid } from './made-promises.js';
import { comesWith } from '../errors/missing-results.js';
import { localName } from '../waits/names.js';
import { isSimple } from '../../analysis/flow/throwing.js';
import { acceptTiming } from '../timing/read-at-once.js';
import { Refused, quote } from '../plan/refused.js';
import { checkResults } from '../plan/given-results.js';
import { isTyped, tupleType } from '../boundary/types.js';

/**
 *     cb(err)  ->  throw err        cb(null, v)  ->  return v
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.CallExpression} call
 * @param {Position} position
 */
export function translateExit(translator, slot, call, position) {
  const [error, ...results] = call.arguments;
  if (error?.type === 'SpreadElement') {
    throw new Refused('callback-escapes', quote(translator.sourceCode, call));
  }
  writeExit(translator, slot, { call, error, results }, position);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @param {Position} position
 * @returns {boolean} `cb(err)`, where nobody knows whether there is an error: it is asked for first.
 */
export function asksAtEnd(translator, node, { known }) {
  const { found, sourceCode } = translator;
  const [error] = translator.exitOf(node)?.arguments ?? [];
  return (
    error !== undefined &&
    error.type !== 'SpreadElement' &&
    !found.has(error) &&
    errorState(sourceCode, error, known) === 'unknown'
  );
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, error: TSESTree.Expression | undefined, results: TSESTree.CallExpressionArgument[], before?: Region }} exit
 *   `before`: steps that come first.
 * @param {Position} position
 */
export function writeExit(translator, slot, { call, error, results, before = [] }, position) {
  const { sourceCode } = translator;
  if (!slot.returned && position.followed && !position.isOver) {
    throw new Refused('falls-through', quote(sourceCode, call));
  }
  if (position.rejects && !translator.test && !translator.makesPromise) {
    leaveTry(translator, call);
  }
  if (results.some(({ type }) => type === 'SpreadElement')) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  if ([...(error ? [error] : []), ...results].some((each) => translator.usesCallback(each))) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  if (!position.isTried) {
    [error ?? null, ...results].forEach((each) => translator.noteEarly(each, position));
  }
  const isFound = error !== undefined && translator.found.has(error);
  const state = isFound ? 'set' : errorState(sourceCode, error, position.known);
  if (position.isTried && state !== 'null') {
    // The `catch` would get it.
    throw new Refused('callback-caught', quote(sourceCode, call));
  }
  switch (state) {
    case 'null':
      dropName(translator, error);
      noteExit(translator, error, results, position);
      writeResults(translator, slot, results, position, before);
      return;
    case 'text':
    case 'set':
      if (state === 'text') {
        assumeErrorText(translator, call);
      }
      writeThrow(
        translator,
        slot,
        { error: /** @type {TSESTree.Expression} */ (error), results, before },
        position,
      );
      return;
    case 'value':
      throw new Refused('not-error-first', quote(sourceCode, call));
    default:
      noteExit(translator, error, results, position);
      writeTest(
        translator,
        slot,
        { error: /** @type {TSESTree.Expression} */ (error), results, before },
        position,
      );
  }
}

/**
 * What the callback throws comes back to it where a `try` is around its call, and would not.
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 */
export function leaveTry(translator, call) {
  acceptTiming(translator, quote(translator.sourceCode, call), 'callback-caught');
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression | undefined} error
 * @param {readonly TSESTree.Node[]} results
 * @param {Position} position
 */
function noteExit(translator, error, results, { later }) {
  const [value] = results;
  translator.exits.push({
    error: writtenError(error),
    results: results.length,
    later,
    ...(value && { value }),
  });
  if (error && error.type !== 'Literal' && !isNullish(error)) {
    // It may be `undefined`, or come with a result.
    translator.assumes.add('callback-arguments');
  }
}

/**
 * @param {TSESTree.Node | undefined} error The first argument of a call of the callback.
 * @returns {Exit['error']}
 */
export function writtenError(error) {
  if (!error) {
    return 'absent';
  }
  return isNullish(error) && error.type !== 'Literal' ? 'undefined' : 'null';
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {readonly TSESTree.Node[]} results
 * @param {Position} position
 * @param {Region} [before] Steps that come first.
 */
function writeResults(translator, slot, results, { last }, before = []) {
  const { sourceCode } = translator;
  const value = results.length > 0 ? [results[0], results.at(-1)] : [];
  const [first, final] = /** @type {TSESTree.Node[]} */ (value);
  const isTold = !translator.isUnheard || !results.every(isSimple);
  if (isTold && translator.isUnheard && first) {
    throw new Refused('several-results', quote(sourceCode, first));
  }
  if (!first || !final || !isTold) {
    writeEnd(translator, slot, last, before);
    return;
  }
  const isTuple = results.length > 1 && isTyped(sourceCode);
  if (isTuple && isOlder(translator.context, 'typescript', '3.4.0')) {
    throw new Refused('several-results', quote(sourceCode, first));
  }
  if (!translator.makesPromise) {
    checkResults(translator, results);
  }
  const [start] = parenthesizedRange(sourceCode, first);
  const [, end] = parenthesizedRange(sourceCode, final);
  const type = isTuple ? ` as ${tupleType(translator, results)}` : '';
  const [open, close] = results.length > 1 ? ['[', `]${type}`] : ['', ''];
  /** @type {ExitStep} */
  const exit = { type: 'exit', how: 'return', value: [open, [start, end], close] };
  writeAroundValue(translator, slot, [...before, exit], [first.range[0], final.range[1]]);
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {boolean} last Whether nothing is to stand there.
 * @param {Region} [before] Steps that come first.
 */
export function writeEnd(translator, slot, last, before = []) {
  if (!last || !slot.isListed) {
    writeInPlace(translator, slot, [...before, translator.end]);
  } else if (before.length > 0) {
    writeInPlace(translator, slot, before);
  } else {
    cutStatement(translator, slot);
  }
}

/**
 * The last statement of the function goes, with its line if it stands alone.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 */
function cutStatement(translator, slot) {
  const said = translator.commentsBetween(slot.start, slot.end);
  if (said.length > 0) {
    translator.edits.push(replaceRange([slot.start, slot.end], said.join(`\n${slot.indent}`)));
    return;
  }
  const { text } = translator.sourceCode;
  const cut = translator.edits.find(
    (edit) => edit.range[0] < slot.start && edit.range[1] === slot.start,
  );
  if (cut && (!('text' in cut) || cut.text !== '')) {
    if ('text' in cut) {
      // The line that was begun for it goes, too.
      translator.edits = translator.edits.map((edit) =>
        edit === cut ? { ...cut, text: cut.text.trimEnd() } : edit,
      );
    }
    translator.gap(slot, slot.start, slot.end, '');
    return;
  }
  const from = skipWhitespaceBackward(text, cut ? cut.range[0] : slot.start);
  translator.edits = translator.edits.filter((edit) => edit !== cut);
  translator.takeBack(from, slot.start);
  translator.gap(slot, from, slot.end, '');
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ error: TSESTree.Expression, results: readonly TSESTree.Node[], before: Region }} exit
 * @param {Position} position
 */
function writeThrow(translator, slot, { error, results, before }, { later }) {
  const { sourceCode } = translator;
  const [extra] = results;
  if (extra && !results.every(isNothing)) {
    throw new Refused('error-with-result', quote(sourceCode, extra));
  }
  if (extra) {
    translator.assumes.add('callback-arguments');
  }
  translator.failsEarly ||= !later;
  if (isUnsaid(error)) {
    writeInPlace(translator, slot, [
      ...before,
      { type: 'exit', how: 'throw', value: ['undefined'] },
    ]);
    return;
  }
  const value = [parenthesizedRange(sourceCode, error)];
  writeAroundValue(
    translator,
    slot,
    [...before, { type: 'exit', how: 'throw', value }],
    error.range,
  );
}

/**
 *     done.fail('never')  ->  throw new Error('never')
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.CallExpression} call
 * @param {Position} position
 */
export function writeFailure(translator, slot, call, { followed }) {
  const { sourceCode } = translator;
  if (!slot.returned && followed) {
    throw new Refused('falls-through', quote(sourceCode, call));
  }
  const [error, ...more] = call.arguments;
  if (!error || more.length > 0 || translator.usesCallback(error)) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  const isText = error.type === 'TemplateLiteral' || error.type === 'Literal';
  const [open, close] = isText ? ['new Error(', ')'] : ['', ''];
  const value = [open, parenthesizedRange(sourceCode, error), close];
  writeAroundValue(translator, slot, [{ type: 'exit', how: 'throw', value }], error.range);
}

/**
 * `cb(err, v)` where `err` may be set or not.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ error: TSESTree.Expression, results: readonly TSESTree.Node[], before: Region }} exit
 * @param {Position} position
 */
function writeTest(translator, slot, { error, results, before }, position) {
  const { sourceCode } = translator;
  translator.failsEarly ||= !position.later;
  const beside = results.find((result) => !comesWith(translator, result, error));
  if (beside) {
    throw new Refused('error-with-result', quote(sourceCode, beside));
  }
  if (results.length > 0 || error.type === 'LogicalExpression') {
    // `cb(failed && err)`
    translator.assumes.add('callback-arguments');
  }
  /** @type {(name: string) => Step} */
  const failed = (name) => ({
    type: 'branch',
    test: [name],
    consequent: [{ type: 'exit', how: 'throw', value: [name] }],
  });
  if (error.type === 'Identifier') {
    const name = translator.nameOf(error);
    // It is written twice, the name that it has now included.
    dropName(translator, error);
    writeResults(translator, slot, results, position, [...before, failed(name)]);
    return;
  }
  // The cases of a `switch` share their variables.
  const name = isInCase(error)
    ? takeLocalName(sourceCode, translator.target.fn, error, 'error')
    : localName(translator, 'error');
  const value = [parenthesizedRange(sourceCode, error)];
  writeResults(translator, slot, results, position, [
    ...before,
    { type: 'hold', keyword: 'const', name: [name], value },
    failed(name),
  ]);
  dedentValue(translator, slot, error.range);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression | undefined} error What stands for it is not left where it was.
 */
function dropName({ edits }, error) {
  const renamed = edits.findIndex(({ range }) => range === error?.range);
  edits.splice(renamed, renamed === -1 ? 0 : 1);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether its statement is one of a `case`.
 */
function isInCase({ parent }) {
  return (
    parent?.type === 'SwitchCase' ||
    (!!parent && !/Block|Function/u.test(parent.type) && isInCase(parent))
  );
}
