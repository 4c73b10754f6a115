/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Exit, Position, Translator } from './translator.js' */
/** @import { Slot } from './slots.js' */

import { oncePerFile } from '../../analysis/facts.js';
import { asyncFunctions } from '../../analysis/function-kinds.js';
import { functionName, isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { classifyPromise } from '../../analysis/promises.js';
import { levelsBetween } from '../../edits/indentation.js';
import { findVariable, isGlobal, readConstantInit, writesOf } from '../../analysis/scopes.js';
import { takeLocalName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { skipWhitespaceBackward } from '../../edits/trivia.js';
import { errorState } from './errors.js';
import { isNullish } from './functions.js';
import { localName } from './names.js';
import { Refused, quote } from './refused.js';
import { severalStatements } from './slots.js';
import { isTyped } from './types.js';

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
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, error: TSESTree.Expression | undefined, results: TSESTree.CallExpressionArgument[] }} exit
 * @param {Position} position
 */
export function writeExit(translator, slot, { call, error, results }, position) {
  const { sourceCode } = translator;
  if (!slot.returned && position.followed) {
    throw new Refused('falls-through', quote(sourceCode, call));
  }
  if (position.rejects && !translator.test) {
    // What the callback throws would come back to it.
    throw new Refused('callback-in-try', quote(sourceCode, call));
  }
  if (results.some(({ type }) => type === 'SpreadElement')) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  if ([...(error ? [error] : []), ...results].some((each) => translator.usesCallback(each))) {
    throw new Refused('callback-escapes', quote(sourceCode, call));
  }
  [error ?? null, ...results].forEach((each) => translator.noteEarly(each, position));
  const isFound = error !== undefined && translator.found.has(error);
  const state = isFound ? 'set' : errorState(sourceCode, error, position.known);
  switch (state) {
    case 'null':
      dropName(translator, error);
      noteExit(translator, error, results, position);
      writeResults(translator, slot, slot.start, results, position);
      return;
    case 'set':
      writeThrow(translator, slot, /** @type {TSESTree.Expression} */ (error), results, position);
      return;
    case 'value':
      throw new Refused('not-error-first', quote(sourceCode, call));
    default:
      noteExit(translator, error, results, position);
      writeTest(translator, slot, /** @type {TSESTree.Expression} */ (error), results, position);
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression | undefined} error
 * @param {readonly TSESTree.Node[]} results
 * @param {Position} position
 */
function noteExit(translator, error, results, { later }) {
  translator.exits.push({ error: writtenError(error), results: results.length, later });
  if (error && error.type !== 'Literal' && !isNullish(error)) {
    // It may be `undefined`, or come with a result.
    translator.accepts.add('callback-arguments');
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
 * @param {number} start Where the text begins that is replaced.
 * @param {readonly TSESTree.Node[]} results
 * @param {Position} position
 * @param {string} [before] Statements that come first.
 */
function writeResults(translator, slot, start, results, { last }, before = '') {
  const [first] = results;
  const final = results.at(-1);
  // Runners do not look at results.
  const isTold = !translator.test || !results.every(isSimple);
  if (isTold && translator.test && first) {
    throw new Refused('several-results', quote(translator.sourceCode, first));
  }
  if (!first || !final || !isTold) {
    writeEnd(translator, slot, start, last, before);
    return;
  }
  if (results.some((result) => isPromise(translator, result))) {
    throw new Refused('result-is-promise', quote(translator.sourceCode, first));
  }
  const [resultStart] = parenthesizedRange(translator.sourceCode, first);
  const [, resultEnd] = parenthesizedRange(translator.sourceCode, final);
  const tuple = isTyped(translator.sourceCode) ? '] as const' : ']';
  const [open, close] = results.length > 1 ? ['[', tuple] : ['', ''];
  translator.gap(slot, start, resultStart, `${before}return ${open}`);
  translator.gap(slot, resultEnd, slot.end, `${close}${slot.semicolon}`);
  dedentToSlot(translator, slot, first, final);
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {number} start
 * @param {boolean} last Whether nothing is to stand there.
 * @param {string} before Statements that come first.
 */
export function writeEnd(translator, slot, start, last, before) {
  if (!last || !slot.isListed) {
    translator.gap(slot, start, slot.end, `${before}return${slot.semicolon}`);
    return;
  }
  if (before !== '') {
    translator.gap(slot, start, slot.end, before.trimEnd());
    return;
  }
  // The last statement of the function goes, with its line if it stands alone.
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
 * Lines of a value that stood deeper only because it was an argument move back.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Node} first
 * @param {TSESTree.Node} final
 */
function dedentToSlot(translator, slot, first, final) {
  const { sourceCode } = translator;
  const isOnLaterLine = sourceCode.text.slice(slot.start, first.range[0]).includes('\n');
  if (isOnLaterLine) {
    const levels = levelsBetween(sourceCode, slot.start, first.range[0]);
    translator.indent([first.range[0], final.range[1]], -levels);
  }
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Expression} error
 * @param {readonly TSESTree.Node[]} results
 * @param {Position} position
 */
function writeThrow(translator, slot, error, results, { later }) {
  const { sourceCode } = translator;
  const [extra] = results;
  if (extra && !results.every((result) => isNullish(result))) {
    throw new Refused('error-with-result', quote(sourceCode, extra));
  }
  if (extra) {
    translator.accepts.add('callback-arguments');
  }
  translator.failsEarly ||= !later;
  const [start, end] = parenthesizedRange(sourceCode, error);
  translator.gap(slot, slot.start, start, 'throw ');
  translator.gap(slot, end, slot.end, slot.semicolon);
  dedentToSlot(translator, slot, error, error);
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
  const [start, end] = parenthesizedRange(sourceCode, error);
  translator.gap(slot, slot.start, start, `throw ${open}`);
  translator.gap(slot, end, slot.end, `${close}${slot.semicolon}`);
  dedentToSlot(translator, slot, error, error);
}

/**
 * `cb(err, v)` where `err` may be set or not.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Expression} error
 * @param {readonly TSESTree.Node[]} results
 * @param {Position} position
 */
function writeTest(translator, slot, error, results, position) {
  const { sourceCode } = translator;
  translator.failsEarly ||= !position.later;
  if (results.some((result) => !isSimple(result) || !comesWith(translator, result, error))) {
    throw new Refused('error-with-result', quote(sourceCode, error));
  }
  if (results.length > 0 || error.type === 'LogicalExpression') {
    // `cb(failed && err)`
    translator.accepts.add('callback-arguments');
  }
  const { open, separator, close } = severalStatements(translator, slot);
  const inner = { ...slot, isListed: true, semicolon: `${slot.semicolon}${close}` };
  if (error.type === 'Identifier') {
    const name = translator.nameOf(error);
    // It is written twice, the name that it has now included.
    dropName(translator, error);
    const test = `${open}if (${name}) throw ${name}${slot.semicolon}${separator}`;
    const [first] = results;
    if (!first && close !== '') {
      translator.gap(slot, slot.start, slot.end, `${test}return${inner.semicolon}`);
    } else {
      writeResults(translator, inner, slot.start, results, position, test);
    }
    return;
  }
  const [start, end] = parenthesizedRange(sourceCode, error);
  // The cases of a `switch` share their variables.
  const name = isInCase(error)
    ? takeLocalName(sourceCode, translator.target.fn, error, 'error')
    : localName(translator, 'error');
  translator.gap(slot, slot.start, start, `${open}const ${name} = `);
  const test = `${slot.semicolon}${separator}if (${name}) throw ${name}${slot.semicolon}${separator}`;
  writeResults(
    translator,
    inner,
    end,
    results,
    { ...position, last: position.last && close === '' },
    test,
  );
  dedentToSlot(translator, slot, error, error);
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

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} result
 * @param {TSESTree.Node} error
 * @returns {boolean} Whether the result is nothing where there is an error: it stands beside it among
 *   the parameters of a callback, as it came.
 */
function comesWith(translator, result, error) {
  if (result.type !== 'Identifier' || isNullish(result)) {
    return result.type === 'Literal' ? result.value === null : isNullish(result);
  }
  const [own, other] = [result, error].map((node) =>
    node.type === 'Identifier' ? translator.variableOf(node) : undefined,
  );
  return (
    own !== undefined &&
    other !== undefined &&
    (isBeside(own, other) || isTakenFrom(translator, own, other))
  );
}

/**
 * @param {Variable} own
 * @param {Variable} error
 * @returns {boolean} Whether it came with the error, as it is.
 */
function isBeside(own, error) {
  return (
    own.defs[0]?.type === 'Parameter' && own.scope === error.scope && writesOf(own).length === 0
  );
}

/**
 *     (err, node) => { let value = null; if (node && …) value = node.value; cb(err, value); }
 *
 * @param {Translator} translator
 * @param {Variable} own
 * @param {Variable} error
 * @returns {boolean} Whether it is nothing, unless there is something beside the error.
 */
function isTakenFrom({ sourceCode }, own, error) {
  return (
    own.defs[0]?.type === 'Variable' &&
    own.defs.length === 1 &&
    writesOf(own).every(({ identifier, init, writeExpr }) =>
      init
        ? writeExpr && isNullish(/** @type {TSESTree.Node} */ (writeExpr))
        : asksFor(sourceCode, /** @type {TSESTree.Node} */ (identifier), error),
    )
  );
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @param {Variable} error
 * @returns {boolean} Whether the node is reached only if something beside the error is there.
 */
function asksFor(sourceCode, node, error) {
  /** @type {(test: TSESTree.Expression) => boolean} */
  const shows = (test) => {
    if (test.type === 'LogicalExpression' && test.operator === '&&') {
      return shows(test.left) || shows(test.right);
    }
    const variable = test.type === 'Identifier' && findVariable(sourceCode, test, test.name);
    return (
      Boolean(variable) && variable !== error && isBeside(/** @type {Variable} */ (variable), error)
    );
  };
  let child = node;
  for (let { parent } = node; parent && parent !== error.scope.block; { parent } = parent) {
    if (isFunction(parent)) {
      return false;
    }
    if (parent.type === 'IfStatement' && parent.consequent === child && shows(parent.test)) {
      return true;
    }
    child = parent;
  }
  return false;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it makes no difference when, or whether, the node is evaluated.
 */
function isSimple(node) {
  return (
    node.type === 'Identifier' ||
    node.type === 'Literal' ||
    node.type === 'ThisExpression' ||
    isFunction(node)
  );
}

/**
 * @param {TSESTree.Property} property
 * @returns {boolean} `{ then() {} }`
 */
function isThen({ key, computed }) {
  return !computed && key.type === 'Identifier' && key.name === 'then';
}

/**
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the result is a promise: an async function would wait for it.
 */
function isPromise(translator, node) {
  const { sourceCode } = translator;
  if (classifyPromise(sourceCode, node) === 'native') {
    return true;
  }
  switch (node.type) {
    case 'Identifier': {
      const variable = findVariable(sourceCode, node, node.name);
      const constant = variable && readConstantInit(variable);
      return (
        constant?.keys.length === 0 &&
        constant.init.type !== 'Identifier' &&
        isPromise(translator, constant.init)
      );
    }
    case 'ObjectExpression':
      return node.properties.some((each) => each.type === 'Property' && isThen(each));
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].some((each) => isPromise(translator, each));
    case 'LogicalExpression':
      return [node.left, node.right].some((each) => isPromise(translator, each));
    case 'CallExpression': {
      const { callee } = node;
      const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
      return (
        callee.type === 'MemberExpression' &&
        key !== undefined &&
        (isGlobal(sourceCode, callee.object, 'Promise') ||
          key === 'then' ||
          asyncNames(sourceCode).has(key))
      );
    }
    default:
      return false;
  }
}

/** @type {(sourceCode: Translator['sourceCode']) => ReadonlySet<string | undefined>} The names of async functions in the file. */
const asyncNames = oncePerFile(
  (sourceCode) => new Set(asyncFunctions(sourceCode).map(functionName)),
);
