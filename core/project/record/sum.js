/**
 * @typedef {{ [key: string]: number | CountTree }} CountTree Counts, and counts of counts.
 */

/**
 * @param {unknown} left
 * @param {unknown} right
 * @returns {unknown} Each count of both; the greater number of places, since they may be the same.
 */
export function sum(left, right) {
  if (left === undefined || left === null) {
    return structuredClone(right);
  }
  if (typeof right === 'number') {
    return Number(left) + right;
  }
  const [one, other] = [/** @type {CountTree} */ (left), /** @type {CountTree} */ (right)];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      const [from, to] = [one[key], other[key]];
      return key === 'places'
        ? [key, Math.max(Number(from ?? 0), Number(to ?? 0))]
        : [key, to === undefined ? from : sum(from, to)];
    }),
  );
}
