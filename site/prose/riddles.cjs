/**
 * Sentences that do not name their subject: "What is called …" for "The callee …". Questions may start so.
 */
const OPENING =
  /(?:^|[.?!:;]\s+|\n\s*\n\s*)(?<start>(?:What|Who|Whoever|Whatever|Those|That which|That of)\s(?:[^.?!]|[.?!](?![\s)]|$))*)(?<end>[.?!]|$)/gu;

/** Wordings that a reader has to solve. */
const WORDING =
  /\b(?:that|those) of which\b|\bof which nothing\b|\bwhat stands (?:for|in|there)\b|\bwhat is called (?:first|last)\b|\bwhat becomes of what\b|\bis nobody’?'?s to\b|\bno business of\b|\bthe like of which\b/giu;

/**
 * @typedef {object} Riddle
 * @property {number} index
 * @property {string} message
 */

/**
 * @param {string} text A paragraph, or a comment without its asterisks.
 * @returns {Riddle[]}
 */
module.exports = function findRiddles(text) {
  const openings = [...text.matchAll(OPENING)].flatMap(({ groups, index, 0: match }) => {
    const { start, end } = /** @type {{ start: string, end: string }} */ (groups);
    return end === '?'
      ? []
      : [
          {
            index: index + match.indexOf(start),
            message: `Name the subject of this sentence: "${start.slice(0, 40)}"`,
          },
        ];
  });
  const wordings = [...text.matchAll(WORDING)].map(({ index, 0: match }) => ({
    index,
    message: `Say plainly: "${match}"`,
  }));
  return [...openings, ...wordings];
};
