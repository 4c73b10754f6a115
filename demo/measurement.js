/** @import { PairResult } from '../bench/measure.js' */
/** @import { Copies } from './copies.js' */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { measurePair } from '../bench/measure.js';

/**
 * Measures the exercise's operation in both copies beside each other.
 *
 * @param {Copies} copies
 * @param {string} exercise The URL of a module in `exercises/`.
 * @param {{ files: readonly string[], choice?: string }} wanted
 * @returns {Promise<PairResult>}
 */
export async function measureCopies(copies, exercise, wanted) {
  const [before, after] = await Promise.all(
    /** @type {const} */ (['before', 'after']).map(async (side) => {
      const filename = path.join(copies.scratch, `${side}-operation.mjs`);
      const call = `createOperation(${JSON.stringify(copies[side])}, ${JSON.stringify(wanted)})`;
      await writeFile(
        filename,
        `import { createOperation } from ${JSON.stringify(exercise)};\nexport const operation = await ${call};\n`,
      );
      return {
        name: side,
        filename,
        format: /** @type {const} */ ('module'),
        call: '({ operation }) => operation',
        style: /** @type {const} */ ('promise'),
      };
    }),
  );
  if (!before || !after) {
    throw new Error('There are no two copies to measure.');
  }
  return measurePair(before, after, { quick: true });
}
