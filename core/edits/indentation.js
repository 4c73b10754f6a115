/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit, IndentEdit, MoveEdit, TextEdit } from './edit.js' */

import { oncePerFile, textHas } from '../analysis/syntax/facts.js';
import { nodesOfType, sliceWithin } from '../analysis/syntax/nodes.js';
import { skipWhitespace } from './trivia.js';

/**
 * @type {(sourceCode: SourceCodeLike) => string} One level of the file's indentation: a tab, or the
 *   commonest difference between neighbouring lines in spaces.
 */
export const indentUnit = oncePerFile(({ text }) => {
  /** @type {Map<number, number>} */
  const steps = new Map();
  let tabs = 0;
  let previous = 0;
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = text.indexOf('\n', start);
    const code = skipWhitespace(text, start);
    if (end !== -1 && code > end) {
      // On to the line of the code, past those without any.
      end = text.lastIndexOf('\n', code - 1);
      continue;
    }
    if (code === text.length) {
      break;
    }
    if (hasTab(text, start, code)) {
      tabs++;
    } else if (text[code] !== '*') {
      const step = Math.abs(code - start - previous);
      if (step > 1) {
        steps.set(step, (steps.get(step) ?? 0) + 1);
      }
      previous = code - start;
    }
  }
  const [commonest = [2, 0]] = [...steps].sort((left, right) => right[1] - left[1]);
  return tabs > commonest[1] ? '\t' : ' '.repeat(commonest[0]);
});

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {boolean}
 */
function hasTab(text, start, end) {
  for (let index = start; index < end; index++) {
    if (text[index] === '\t') {
      return true;
    }
  }
  return false;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string} The file's line break.
 */
export function newlineOf(sourceCode) {
  return textHas(sourceCode, '\r\n') ? '\r\n' : '\n';
}

/**
 * Lines whose leading white space is part of a value: those that begin inside a template or a
 * continued string. The white space before a line of JSX text is taken away by all that compile JSX.
 *
 * @type {(sourceCode: SourceCodeLike) => readonly (readonly [number, number])[]}
 */
export const literalRanges = oncePerFile((sourceCode) => [
  ...nodesOfType(sourceCode, 'TemplateElement').map(({ range }) => range),
  ...nodesOfType(sourceCode, 'Literal')
    .filter(({ loc }) => loc.start.line !== loc.end.line)
    .map(({ range }) => range),
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly IndentEdit[]} edits
 * @param {readonly MoveEdit[]} moves Their lines do not follow those around them.
 * @returns {TextEdit[]} One edit for each line that moves.
 */
export function resolveIndents(sourceCode, edits, moves) {
  /** @type {Map<number, number>} */
  const levelsByLine = new Map();
  const sorted = moves.toSorted((one, other) => one.range[0] - other.range[0]);
  for (const { range, levels } of edits) {
    const leaving = sliceWithin(sorted, { range }).filter((move) => isInside(move.range, range));
    for (const start of lineStartsWithin(sourceCode.text, range)) {
      if (leaving.some((move) => move.range[0] < start && start <= move.range[1])) {
        continue;
      }
      levelsByLine.set(start, (levelsByLine.get(start) ?? 0) + levels);
    }
  }
  if (levelsByLine.size === 0) {
    return [];
  }
  const unit = indentUnit(sourceCode);
  const literals = literalRanges(sourceCode);
  /** @type {TextEdit[]} */
  const resolved = [];
  for (const [start, levels] of levelsByLine) {
    if (levels === 0 || literals.some(([from, to]) => from < start && start <= to)) {
      continue;
    }
    if (levels > 0) {
      resolved.push({ range: [start, start], text: unit.repeat(levels) });
    } else {
      const length = indentLength(sourceCode.text, start, unit, -levels);
      if (length > 0) {
        resolved.push({ range: [start, start + length], text: '' });
      }
    }
  }
  return resolved;
}

/**
 * @param {readonly [number, number]} inner
 * @param {readonly [number, number]} outer
 * @returns {boolean} False for the same range.
 */
function isInside(inner, outer) {
  return inner[0] >= outer[0] && inner[1] <= outer[1] && inner[1] - inner[0] < outer[1] - outer[0];
}

/**
 * @param {string} text
 * @param {readonly [number, number]} range
 * @returns {Generator<number, void, undefined>} Where the lines begin that are not blank.
 */
function* lineStartsWithin(text, [start, end]) {
  for (let index = text.indexOf('\n', start); index !== -1 && index < end;) {
    const lineStart = index + 1;
    index = text.indexOf('\n', lineStart);
    const line = text.slice(lineStart, index === -1 ? text.length : index);
    if (line.trim() !== '' && lineStart <= end) {
      yield lineStart;
    }
  }
}

/**
 * Moves the lines of an edit's own text, as those of the source around it move. Its first line stands
 * behind text of the source.
 *
 * @template {Edit} Each
 * @param {SourceCodeLike} sourceCode
 * @param {Each} edit
 * @param {number} levels Negative to move left.
 * @returns {Each}
 */
export function moveTextOf(sourceCode, edit, levels) {
  if (levels === 0 || !('text' in edit) || !edit.text.includes('\n')) {
    return edit;
  }
  const unit = indentUnit(sourceCode);
  const text = edit.text.replaceAll(
    /\n([ \t]*)(?![ \t\r\n])/gu,
    (_, /** @type {string} */ space) =>
      levels > 0
        ? `\n${space}${unit.repeat(levels)}`
        : `\n${space.slice(indentLength(space, 0, unit, -levels))}`,
  );
  return { ...edit, text };
}

/**
 * @param {string} unit
 * @returns {number} How many spaces are a level, where lines begin with spaces.
 */
function widthOf(unit) {
  return unit === '\t' ? 4 : unit.length;
}

/**
 * @param {string} text
 * @param {number} start
 * @param {string} unit
 * @param {number} levels
 * @returns {number} How much white space the levels take at the start of a line, at most what is
 *   there; a tab counts as a level wherever it stands.
 */
function indentLength(text, start, unit, levels) {
  let index = start;
  for (let level = 0; level < levels; level++) {
    if (text[index] === '\t') {
      index++;
      continue;
    }
    for (let column = 0; column < widthOf(unit) && text[index] === ' '; column++) {
      index++;
    }
  }
  return index - start;
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {string} The white space that the line of the index begins with.
 */
export function indentOf(text, index) {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  let end = lineStart;
  while (text[end] === ' ' || text[end] === '\t') {
    end++;
  }
  return text.slice(lineStart, end);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} from
 * @param {number} to
 * @returns {number} By how many levels the line of `to` stands deeper than the line of `from`; 0
 *   where the layout says nothing.
 */
export function levelsBetween(sourceCode, from, to) {
  const outer = indentOf(sourceCode.text, from);
  const inner = indentOf(sourceCode.text, to);
  if (!inner.startsWith(outer)) {
    return 0;
  }
  const deeper = inner.slice(outer.length);
  const tabs = deeper.replaceAll(' ', '').length;
  return Math.round(tabs + (deeper.length - tabs) / widthOf(indentUnit(sourceCode)));
}
