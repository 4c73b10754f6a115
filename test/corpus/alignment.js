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
  for (const [left, right] of shortestEdit(
    before.slice(start, beforeEnd),
    after.slice(start, afterEnd),
  )) {
    places[start + left] = start + right;
  }
  return places;
}

/**
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {[number, number][]} The pairs of equal elements.
 */
function shortestEdit(before, after) {
  const most = before.length + after.length;
  /** @type {Map<number, number>[]} The furthest place on each diagonal, after each step. */
  const trace = [];
  let furthest = new Map([[1, 0]]);
  for (let distance = 0; distance <= most; distance += 1) {
    trace.push(new Map(furthest));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let left = isDown(furthest, diagonal, distance)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1;
      while (left < before.length && before[left] === after[left - diagonal]) {
        left += 1;
      }
      furthest.set(diagonal, left);
      if (left >= before.length && left - diagonal >= after.length) {
        return walkBack(trace, before.length, after.length);
      }
    }
    furthest = new Map(furthest);
  }
  return [];
}

/**
 * @param {ReadonlyMap<number, number>} furthest
 * @param {number} diagonal
 * @param {number} distance
 */
function isDown(furthest, diagonal, distance) {
  const [lower, upper] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
  return diagonal === -distance || (diagonal !== distance && lower < upper);
}

/**
 * @param {readonly ReadonlyMap<number, number>[]} trace
 * @param {number} left
 * @param {number} right
 */
function walkBack(trace, left, right) {
  /** @type {[number, number][]} */
  const pairs = [];
  for (let distance = trace.length - 1; distance >= 0; distance -= 1) {
    const furthest = trace[distance] ?? new Map();
    const diagonal = left - right;
    const previous = isDown(furthest, diagonal, distance) ? diagonal + 1 : diagonal - 1;
    const start = distance === 0 ? 0 : (furthest.get(previous) ?? 0);
    while (left > start && right > start - previous && left > 0 && right > 0) {
      if (distance > 0 && (left <= start || right <= start - previous)) {
        break;
      }
      left -= 1;
      right -= 1;
      pairs.push([left, right]);
    }
    left = start;
    right = start - previous;
  }
  return pairs.reverse();
}
