/**
 * @param {number} seed
 * @returns {(choices: number) => number} Gives a number below the choices, at random.
 */
export function createDraw(seed) {
  let state = seed;
  return (choices) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * choices);
  };
}
