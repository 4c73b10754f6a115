/**
 * Aligns two sequences: for each element of the first, its place in the second, or -1.
 *
 * Myers' greedy algorithm (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986)
 * on what is left between the common beginning and end.
 *
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {Int32Array}
 */
export function align(before, after) {
  const places = new Int32Array(before.length).fill(-1);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) {
    places[start] = start;
    start += 1;
  }
  let [beforeEnd, afterEnd] = [before.length, after.length];
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1;
    afterEnd -= 1;
    places[beforeEnd] = afterEnd;
  }
  const numbers = new Map();
  const numbered = (/** @type {readonly string[]} */ texts) =>
    Int32Array.from(texts, (text) => {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
  const [left, right] = [before.slice(start, beforeEnd), after.slice(start, afterEnd)];
  for (const [one, other] of shortestEdit(numbered(left), numbered(right))) {
    places[start + one] = start + other;
  }
  return places;
}

/**
 * @param {Int32Array} before
 * @param {Int32Array} after
 * @returns {[number, number][]} The pairs of equal elements.
 */
function shortestEdit(before, after) {
  const most = before.length + after.length;
  /** @type {Int32Array[]} For each distance, the furthest place on each of its diagonals. */
  const trace = [];
  for (let distance = 0; distance <= most; distance += 1) {
    const reached = new Int32Array(distance + 1);
    const previous = trace.at(-1);
    trace.push(reached);
    for (let index = 0; index <= distance; index += 1) {
      const diagonal = 2 * index - distance;
      let left = startOf(previous, index);
      while (left < before.length && before[left] === after[left - diagonal]) {
        left += 1;
      }
      reached[index] = left;
      if (left >= before.length && left - diagonal >= after.length) {
        return walkBack(trace, before.length, after.length);
      }
    }
  }
  return [];
}

/**
 * @param {Int32Array | undefined} previous What one less of distance reached; none for no distance.
 * @param {number} index Of a diagonal.
 * @returns {boolean} Whether an element is put in on the way there, rather than one taken out.
 */
function isDown(previous, index) {
  return (previous?.[index - 1] ?? -1) < (previous?.[index] ?? -1);
}

/**
 * @param {Int32Array | undefined} previous
 * @param {number} index
 * @returns {number} Where on a diagonal the equal elements begin.
 */
function startOf(previous, index) {
  if (previous === undefined) {
    return 0;
  }
  return (isDown(previous, index) ? previous[index] : (previous[index - 1] ?? -1) + 1) ?? 0;
}

/**
 * @param {readonly Int32Array[]} trace
 * @param {number} left
 * @param {number} right
 */
function walkBack(trace, left, right) {
  /** @type {[number, number][]} */
  const pairs = [];
  for (let distance = trace.length - 1; distance >= 0; distance -= 1) {
    const previous = trace[distance - 1];
    const index = (left - right + distance) / 2;
    const start = startOf(previous, index);
    while (left > start) {
      left -= 1;
      right -= 1;
      pairs.push([left, right]);
    }
    if (isDown(previous, index)) {
      right -= 1;
    } else {
      left -= 1;
    }
  }
  return pairs.reverse();
}
