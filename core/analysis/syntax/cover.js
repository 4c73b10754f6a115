/** @typedef {readonly [start: number, end: number]} Range */

/**
 * @param {readonly Range[]} ranges
 * @returns {(range: Range) => boolean} Whether one of them holds a range; ranges of code, where none
 *   crosses another. It costs the logarithm of their number.
 */
export function createCover(ranges) {
  const sorted = [...ranges].sort((left, right) => left[0] - right[0] || right[1] - left[1]);
  /** @type {Range[]} */
  const outermost = [];
  for (const range of sorted) {
    if (range[1] > (outermost.at(-1)?.[1] ?? -1)) {
      outermost.push(range);
    }
  }
  return ([start, end]) => {
    const last = outermost[lowerBound(outermost, ([from]) => from > start) - 1];
    return last !== undefined && end <= last[1];
  };
}

/**
 * @template Entry
 * @param {readonly Entry[]} entries Entries that pass come after those that do not.
 * @param {(entry: Entry) => boolean} passes
 * @returns {number} The index of the first that passes; their number if none does.
 */
export function lowerBound(entries, passes) {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(/** @type {Entry} */ (entries[middle]))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
