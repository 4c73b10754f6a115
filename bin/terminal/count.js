/**
 * @param {number} number
 * @param {string} noun
 * @returns {string}
 */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
