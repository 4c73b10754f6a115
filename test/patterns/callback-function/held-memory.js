import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { compileFunction, runInNewContext } from 'node:vm';

/** How many turns there are, and how many lie between two looks at the memory. */
const [TURNS, BETWEEN] = [100_000, 10_000];

/**
 * @param {string} source Of a module whose `run(count, step)` gives a promise, and calls `step(i, done)` for
 *   each of so many turns, up or down.
 * @returns {Promise<number>} By how many bytes what is held grows from the first turns to the last.
 */
export async function growthOf(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['exports', 'require'])(module.exports, createRequire(import.meta.url));
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc');
  /** @type {number[]} */
  const held = [];
  const step = (/** @type {number} */ i, /** @type {() => void} */ done) => {
    if (i % BETWEEN === 5) {
      collect();
      held.push(process.memoryUsage().heapUsed);
    }
    setImmediate(done);
  };
  await module.exports.run(TURNS, step);
  return Number(held.at(-1)) - Number(held[0]);
}

/** Bytes that as many promises do not fit into, if each turn keeps its own. */
export const A_FEW = 1e6;
