/**
 * @typedef {object} LoopHead The text around the test of a loop whose body stays where it is.
 * @property {string} opening
 * @property {string} closing
 */

/**
 *     for (let i = 0; TEST; i++) {    while (TEST) {    for (;;) {
 *
 * @param {object} parts
 * @param {readonly string[]} parts.variables With their values, where they begin with one.
 * @param {readonly string[]} parts.updates What brings them to their next values.
 * @param {boolean} parts.isTested Whether the loop goes on by a test.
 * @returns {LoopHead}
 */
export function printLoopHead({ variables, updates, isTested }) {
  if (variables.length === 0) {
    return { opening: isTested ? 'while (' : 'for (;;', closing: ') {' };
  }
  const closing = updates.length === 0 ? ';) {' : `; ${updates.join(', ')}) {`;
  return { opening: `for (let ${variables.join(', ')}; `, closing };
}
