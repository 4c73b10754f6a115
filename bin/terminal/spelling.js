/**
 * @param {string} word
 * @param {readonly string[]} names
 * @returns {string[]} Those that it may be meant for, the nearest first, at most three.
 */
export function closeNames(word, names) {
  const parts = partsOf(word);
  return names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ name, distance }) =>
        distance <= Math.max(1, Math.floor(word.length / 4)) ||
        partsOf(name).some((part) => parts.includes(part)),
    )
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/**
 * @param {string} word
 * @param {readonly string[]} names
 * @returns {string} A question to end a message with; empty if none is close.
 */
export function askFor(word, names) {
  const close = closeNames(word, names);
  return close.length > 0 ? `: is it ${close.join(', ')}?` : '';
}

/** @param {string} name */
function partsOf(name) {
  return name
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((part) => part.length > 2);
}

/**
 * The distance of Levenshtein, in which two neighbours that changed places are one mistake.
 *
 * @param {string} left
 * @param {string} right
 */
function editDistance(left, right) {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  /** @type {number[]} */
  let rowBefore = [];
  for (const [index, letter] of [...left].entries()) {
    const before = rowBefore;
    let last = index + 1;
    const next = row.map((above, column) => {
      const diagonal = (row[column - 1] ?? 0) + (letter === right[column - 1] ? 0 : 1);
      const isSwapped = letter === right[column - 2] && left[index - 1] === right[column - 1];
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity;
      last = column === 0 ? last : Math.min(above + 1, last + 1, diagonal, swapped);
      return last;
    });
    rowBefore = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
