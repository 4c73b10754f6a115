import { fork } from 'node:child_process';

/**
 * @typedef {object} Program
 * @property {Readonly<Record<string, string>>} files By name: `program.js`.
 * @property {Readonly<Record<string, string>>} [stubs] Modules that are not converted, by the name that
 *   they are required by.
 * @property {string} drive What is done with them: `load('./program')`, `call(fn, …, callback)`, `log(…)`.
 */

/** @typedef {string[][]} Observed The lines that each program has logged, errors that nobody caught among them. */

/**
 * @param {readonly Program[]} programs
 * @returns {Promise<Observed>}
 */
export function observe(programs) {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./child.js', import.meta.url), {
      execArgv: ['--no-warnings'],
      stdio: 'inherit',
    });
    child.once('message', (observed) => resolve(/** @type {Observed} */ (observed)));
    child.once('error', reject);
    // Behind an answer this rejects nothing any more.
    child.once('exit', (code) => {
      reject(new Error(`the programs ended their process: exit code ${code}`));
    });
    child.send(programs);
  });
}
