/**
 * Finds the items that a check fails for, by bisection: with one bad item among n, in at most
 * log2(n) + 2 runs.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {(items: readonly T[]) => { passed: boolean }} check
 * @returns {T[]} All others.
 */
export function bisect(items, check) {
  const kept = [...items];
  while (kept.length > 0 && !check(kept).passed) {
    // The shortest prefix that fails ends in a culprit.
    let passing = 0;
    let failing = kept.length;
    while (failing - passing > 1) {
      const middle = Math.floor((passing + failing) / 2);
      if (check(kept.slice(0, middle)).passed) {
        passing = middle;
      } else {
        failing = middle;
      }
    }
    kept.splice(passing, 1);
  }
  return kept;
}
