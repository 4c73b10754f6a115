import { ATTACKS } from './attacks.js';
import { Sandbox } from './sandbox.js';

/**
 * @param {number} seed Decides which attack it is, and all that it chooses.
 * @returns {Promise<{ name: string, wrong: string[] }>} What was lost, or touched outside.
 */
export async function attack(seed) {
  const { files, name, run } = /** @type {(typeof ATTACKS)[number]} */ (
    ATTACKS[seed % ATTACKS.length]
  );
  const sandbox = new Sandbox(files);
  try {
    const wrong = await run(sandbox, createRandom(seed)).catch((error) => [String(error)]);
    return { name, wrong: [...wrong, ...sandbox.touched().map((each) => `outside: ${each}`)] };
  } finally {
    sandbox.remove();
  }
}

/**
 * @param {number} seed
 * @returns {(below: number) => number} Whole numbers from 0 on, the same for the same seed: mulberry32.
 */
function createRandom(seed) {
  let state = Math.imul(seed + 1, 0x9e_37_79_b9);
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
