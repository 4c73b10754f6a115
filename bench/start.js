/**
 * How the programs of the bench begin and end when they are run, and not imported.
 */
import { fileURLToPath } from 'node:url';

/**
 * @param {string} url of the module
 * @param {(argv: string[]) => Promise<number>} main gives the exit code; 2 if it throws
 */
export async function startIfRun(url, main) {
  if (process.argv[1] !== fileURLToPath(url)) return;
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
