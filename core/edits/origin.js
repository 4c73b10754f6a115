/** @import { TextEdit } from './edit.js' */

/**
 * Where the text at a place of the output was before the edits.
 *
 * @param {string} text The text before the edits.
 * @param {readonly TextEdit[]} edits As `resolveEdits` gives them.
 * @param {number} offset Of the output.
 * @returns {number} For what the edits left, its own place; for what they moved, the nearest of the
 *   places that they took the same text from; for what they wrote, the place that it was written to.
 */
export function findOrigin(text, edits, offset) {
  return trace(text, edits, offset).origin;
}

/**
 * @param {string} text As `findOrigin` takes it, as are all.
 * @param {readonly TextEdit[]} edits
 * @param {number} offset
 * @returns {boolean} Whether the edits wrote what is there: the text before them has it nowhere.
 */
export function isWritten(text, edits, offset) {
  return trace(text, edits, offset).isWritten;
}

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits
 * @param {number} offset
 * @returns {{ origin: number, isWritten: boolean }}
 */
function trace(text, edits, offset) {
  let shift = 0;
  for (const { range, text: written } of edits) {
    const [start, end] = range;
    const inside = offset - (start + shift);
    if (inside < 0) {
      break;
    }
    if (inside < written.length) {
      const moved = findMoved(text, edits, written.slice(inside));
      return { origin: moved ?? start, isWritten: moved === undefined };
    }
    shift += written.length - (end - start);
  }
  return { origin: offset - shift, isWritten: false };

  /**
   * @param {string} source
   * @param {readonly TextEdit[]} all
   * @param {string} written From the place on.
   * @returns {number | undefined}
   */
  function findMoved(source, all, written) {
    const line = /^[^\r\n]*/u.exec(written)?.[0] ?? '';
    const callee = /^[\w$.]+\(?/u.exec(line)?.[0] ?? '';
    const near = offset - shift;
    for (const wanted of [line.trimEnd(), callee]) {
      const places = wanted.length < SHORTEST ? [] : findAll(source, all, wanted);
      if (places.length > 0) {
        return places.reduce((best, place) =>
          Math.abs(place - near) < Math.abs(best - near) ? place : best,
        );
      }
    }
    return undefined;
  }
}

/** Less text than this is anywhere. */
const SHORTEST = 4;

/**
 * @param {string} text
 * @param {readonly TextEdit[]} edits
 * @param {string} wanted
 * @returns {number[]} Where it is in what the edits took away.
 */
function findAll(text, edits, wanted) {
  return edits.flatMap(({ range: [start, end] }) => {
    const removed = text.slice(start, end);
    /** @type {number[]} */
    const places = [];
    for (let at = removed.indexOf(wanted); at !== -1; at = removed.indexOf(wanted, at + 1)) {
      places.push(start + at);
    }
    return places;
  });
}
