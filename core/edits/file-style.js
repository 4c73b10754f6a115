/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit } from './edit.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { hasSemicolons } from './leading-semicolons.js';
import { skipWhitespace, skipWhitespaceBackward } from './trivia.js';

/**
 * New code is written as prettier writes it by default. Where all of a file shows that it is written
 * with other options, the new code follows: `value => …`, no comma at the end of lists, `{value}`.
 */

/** Without its last quote, too: then no text is read twice for a string that has no end. */
const STRING = /'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?/u;

/**
 * Templates, comments, regular expressions and elements: where their text begins and ends, only a parser
 * knows.
 */
const OTHER_TEXT = /[/`]/u;

/**
 * @typedef {object} Change
 * @property {string} sign Where a text lacks it, there is nothing to change.
 * @property {RegExp} either The form, or a string.
 * @property {(match: string) => string} write The text in its place.
 */

/**
 * @param {string} sign
 * @param {RegExp} form
 * @param {Change['write']} write
 * @returns {Change}
 */
function changeOf(sign, form, write) {
  return { sign, either: new RegExp(`${STRING.source}|(?<form>${form.source})`, 'gu'), write };
}

const BARE_PARAMETER = changeOf(') =>', /(?<![\w$)>])\(([\w$]+)\) =>/u, (match) =>
  match.replace(/[()]/gu, ''),
);
const NO_CALL_COMMA = changeOf(',\n', /(?<=[^\s,([]),(?=\n\s*\))/u, () => '');
const NO_LIST_COMMA = changeOf(',\n', /(?<=[^\s,([{]),(?=\n\s*[\]}])/u, () => '');
/** A block stands behind a parenthesis, an arrow or a word. */
const CLOSE_BRACES = changeOf(
  '{ ',
  /(?<=(?:[(,=:[?]|\b(?:const|let|import|return|await)) ?)\{ ([^{};\n]*) \}/u,
  (match) => `{${match.slice(2, -2)}}`,
);

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether it writes `value => …`. */
export const hasBareParameters = oncePerFile((sourceCode) => isOtherwise(parametersIn(sourceCode)));

/**
 * @type {(sourceCode: SourceCodeLike) => { list: boolean, call: boolean }} Whether it writes no comma
 *   behind the last of a list of several lines, and of arguments.
 */
const commasLeftOut = oncePerFile((sourceCode) => {
  const lists = commasIn(sourceCode, LISTS, ']}');
  const calls = commasIn(sourceCode, CALLS, ')');
  // Parameters without parentheses were prettier's default when no commas were, and who writes no
  // semicolons follows standard more often than not; that has a space behind each name.
  const isStandard = !hasSemicolons(sourceCode) && !namesOfFunctions(sourceCode).includes(true);
  const others = hasBareParameters(sourceCode) || isStandard ? [false] : lists;
  return {
    list: isOtherwise(lists.length > 0 ? lists : others),
    call: isOtherwise(calls.length > 0 ? calls : others),
  };
});

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string} What stands behind the last argument where it ends a line.
 */
export function commaBehindArguments(sourceCode) {
  return commasLeftOut(sourceCode).call ? '' : ',';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string} What stands behind the last of a list, or of an object, where it ends a line.
 */
export function commaBehindElements(sourceCode) {
  return commasLeftOut(sourceCode).list ? '' : ',';
}

/** @type {(sourceCode: SourceCodeLike) => readonly Change[]} */
const changesFor = oncePerFile((sourceCode) => {
  const { call, list } = commasLeftOut(sourceCode);
  /** @type {[boolean, Change][]} */
  const changes = [
    [hasBareParameters(sourceCode), BARE_PARAMETER],
    [call, NO_CALL_COMMA],
    [list, NO_LIST_COMMA],
    [isOtherwise(bracesIn(sourceCode)), CLOSE_BRACES],
  ];
  return changes.flatMap(([applies, change]) => (applies ? [change] : []));
});

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Edit[]} edits
 * @returns {readonly Edit[]} The same, with new text as the file would have it; what is moved stays.
 */
export function inFileStyle(sourceCode, edits) {
  const changes = changesFor(sourceCode);
  if (changes.length === 0) {
    return edits;
  }
  const write = (/** @type {string} */ text) =>
    OTHER_TEXT.test(text)
      ? text
      : changes.reduce((written, change) => rewrite(written, change), text);
  return edits.map((edit) => {
    if ('text' in edit) {
      const text = write(edit.text);
      return text === edit.text ? edit : { ...edit, text };
    }
    return 'pieces' in edit
      ? {
          ...edit,
          pieces: edit.pieces.map((piece) => (typeof piece === 'string' ? write(piece) : piece)),
        }
      : edit;
  });
}

/**
 * @param {string} text
 * @param {Change} change
 * @returns {string} With the form written otherwise, except in strings.
 */
function rewrite(text, { sign, either, write }) {
  return text.includes(sign)
    ? text.replace(either, (...match) =>
        match.at(-1).form === undefined ? match[0] : write(match[0]),
      )
    : text;
}

/**
 * @param {readonly boolean[]} uses Whether each place is written as by default.
 * @returns {boolean} Whether there are some, and none is.
 */
function isOtherwise(uses) {
  return uses.length > 0 && !uses.includes(true);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean[]} Whether a parameter that could do without parentheses has some.
 */
function parametersIn(sourceCode) {
  return nodesOfType(sourceCode, 'ArrowFunctionExpression').flatMap(
    ({ params: [first, ...more], returnType, typeParameters }) =>
      first?.type === 'Identifier' &&
      more.length === 0 &&
      !first.typeAnnotation &&
      !returnType &&
      !typeParameters
        ? [sourceCode.text[skipWhitespace(sourceCode.text, first.range[1])] === ')']
        : [],
  );
}

const CALLS = /** @type {const} */ (['CallExpression', 'NewExpression']);
const LISTS = /** @type {const} */ (['ObjectExpression', 'ArrayExpression']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {typeof CALLS | typeof LISTS} types
 * @param {string} closers
 * @returns {boolean[]} Whether there is a comma behind the last of each list whose end has a line of
 *   its own.
 */
function commasIn(sourceCode, types, closers) {
  const { text } = sourceCode;
  const commas = [];
  for (const type of types) {
    for (const { range } of nodesOfType(sourceCode, type)) {
      const close = range[1] - 1;
      const last = skipWhitespaceBackward(text, close);
      const isOwn = closers.includes(text[close] ?? '') && text.slice(last, close).includes('\n');
      // Behind what is alone, a function for one, a list may end without a line break of its own.
      if (isOwn && !/[([{;/]/u.test(text[last - 1] ?? '')) {
        commas.push(text[last - 1] === ',');
      }
    }
  }
  return commas;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean[]} Whether there is a space within the braces of each object on one line.
 */
function bracesIn(sourceCode) {
  return /** @type {const} */ (['ObjectExpression', 'ObjectPattern']).flatMap((type) =>
    nodesOfType(sourceCode, type)
      .map(({ range: [start] }) => sourceCode.text[start + 1] ?? '')
      .filter((next) => !/[\n\r}]/u.test(next))
      .map((next) => next === ' '),
  );
}

/**
 *     resolve(load(() => {
 *     }));
 *
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether a call of several lines that is the only
 *   argument of another one stands on its line anywhere: prettier never has it there.
 */
export const hugsCalls = oncePerFile((sourceCode) =>
  CALLS.flatMap(
    (type) => /** @type {TSESTree.CallExpression[]} */ (nodesOfType(sourceCode, type)),
  ).some(
    ({ arguments: [only, ...more], callee }) =>
      only !== undefined &&
      more.length === 0 &&
      /^(?:Call|New)Expression$/u.test(only.type) &&
      only.loc.start.line < only.loc.end.line &&
      callee.loc.end.line === only.loc.start.line,
  ),
);

/** Tokens within which a line cannot be broken: strings, templates, and comments that end it. */
const UNBREAKABLE = new RegExp(`${STRING.source}|\`[^\`]*\`|//.*`, 'gu');

/** Line widths that formatters are told to keep to, besides 80. */
const WIDER = [100, 120];

/** So many longer lines are no accident. */
const SEVERAL = 3;

/**
 * @type {(sourceCode: SourceCodeLike) => number} How long the lines of the file may get, as far as its
 *   longest ones show that could have been broken.
 */
export const lineWidth = oncePerFile(({ text }) => {
  const long = text
    .split('\n')
    .filter(
      (line) =>
        line.length > 80 &&
        !/^\s*(?:\*|\/\*)/u.test(line) &&
        line.replaceAll(UNBREAKABLE, '').trimEnd().length > 80,
    )
    .map((line) => line.trimEnd().length);
  const [narrow = 80, wide = 80] = WIDER;
  if (long.length < SEVERAL) {
    return 80;
  }
  return long.filter((length) => length > narrow).length < SEVERAL ? narrow : wide;
});

/**
 * @type {(sourceCode: SourceCodeLike) => string} What stands between the name and the parameters of
 *   functions: nothing, or a space where the file has one behind each such name.
 */
export const spaceBehindName = oncePerFile((sourceCode) =>
  isOtherwise(namesOfFunctions(sourceCode)) ? ' ' : '',
);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean[]} Whether the name of each function, methods too, is followed by its parameters at
 *   once.
 */
function namesOfFunctions(sourceCode) {
  const names = [
    ...nodesOfType(sourceCode, 'FunctionDeclaration').map(({ id }) => id),
    ...nodesOfType(sourceCode, 'FunctionExpression').map(({ id }) => id),
    ...nodesOfType(sourceCode, 'MethodDefinition').map(({ key }) => key),
    ...nodesOfType(sourceCode, 'Property').flatMap(({ key, method }) => (method ? [key] : [])),
  ];
  return names
    .flatMap((name) => (name?.type === 'Identifier' ? [name.range[1]] : []))
    .filter((end) => sourceCode.text[skipWhitespace(sourceCode.text, end)] === '(')
    .map((end) => sourceCode.text[end] === '(');
}
