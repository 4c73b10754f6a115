/**
 * Whether a text that was laid out anew is still the same program: each statement is only compared
 * without its spaces, which are not always without meaning (`- -x`, the lines of a template).
 */

/** Where something stands, and what stands around it. */
const PLACE = /^(?:start|end|loc|range|errors|tokens|comments|\w+Comments|extra)$/u;

/**
 * @param {any} one Of a tree of Babel's.
 * @param {any} other
 * @returns {boolean} Whether both are the same but for places, parentheses, commas and empty statements.
 */
export function isSameProgram(one, other) {
  if (one === other) {
    return true;
  }
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) {
    return Object.is(one, other) || (one instanceof RegExp && String(one) === String(other));
  }
  if (Array.isArray(one)) {
    const [left, right] = [one, other].map((list) =>
      list.filter((/** @type {any} */ each) => each?.type !== 'EmptyStatement'),
    );
    return (
      left.length === right.length &&
      left.every((/** @type {any} */ each, /** @type {number} */ index) =>
        isSameProgram(each, right[index]),
      )
    );
  }
  return (
    one.extra?.raw === other.extra?.raw &&
    Object.keys(one).every((key) => PLACE.test(key) || isSameProgram(one[key], other[key]))
  );
}
