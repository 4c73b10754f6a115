import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} EnteredFunction
 * @property {string} file
 * @property {number} end Where it ends in its file, as an offset.
 * @property {number} count How often it was entered.
 */

/**
 * Counts how often each function is entered, as V8 counts them.
 *
 * @param {string} directory Only of files below it.
 * @returns {Promise<() => Promise<EnteredFunction[]>>} Takes the figures since it was last called.
 */
export async function countEntries(directory) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .map(({ url, functions }) => ({
        file: url.startsWith('file:') ? fileURLToPath(url) : url,
        functions,
      }))
      .filter(({ file }) => file.startsWith(directory))
      .flatMap(({ file, functions }) =>
        functions.map(({ ranges: [range] }) => ({
          file: file.slice(directory.length + 1),
          end: range?.endOffset ?? 0,
          count: range?.count ?? 0,
        })),
      )
      .filter(({ count }) => count > 0);
  };
}
