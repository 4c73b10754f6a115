/** How many lines of a refused site are shown: enough to know it again. */
const MOST_LINES = 12;

/** How many lines stand around the place that is to blame. */
const CONTEXT = 2;

/**
 * Lines of a file to show, 1-based, both ends included.
 *
 * @typedef {object} Stretch
 * @property {string} file
 * @property {number} from
 * @property {number} to
 * @property {number} [blamed] The line to blame, where it lies here.
 */

/**
 * @param {{ file: string, line: number, endLine: number, blame?: { file?: string, line: number } }} site One that is
 *   refused.
 * @returns {Stretch[]} Its own code, then the code to blame where that lies elsewhere.
 */
export function stretchesOf({ file, line, endLine, blame }) {
  const to = Math.min(endLine, line + MOST_LINES - 1);
  if (blame === undefined) {
    return [{ file, from: line, to }];
  }
  const isHere = (blame.file ?? file) === file && blame.line >= line && blame.line <= to;
  return isHere
    ? [{ file, from: line, to, blamed: blame.line }]
    : [
        { file, from: line, to },
        {
          file: blame.file ?? file,
          from: Math.max(1, blame.line - CONTEXT),
          to: blame.line + CONTEXT,
          blamed: blame.line,
        },
      ];
}
