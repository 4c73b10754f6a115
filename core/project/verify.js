/** @import { ChangeGroup } from './migration.js' */

import { spawnSync } from 'node:child_process';

/**
 * @callback Check
 * @param {readonly ChangeGroup[]} groups The groups that are in place while it runs; all others are
 *   as they were.
 * @returns {boolean} Whether the project is well.
 */

/** The command does not pass on the code as it is, so it can judge no change. */
export class BaselineError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'BaselineError';
  }
}

/**
 * @param {string} command Run by the shell, as the user gave it.
 * @param {string} root
 * @returns {boolean}
 */
export function runCommand(command, root) {
  const { status, error } = spawnSync(command, { cwd: root, shell: true, stdio: 'ignore' });
  if (error) {
    throw error;
  }
  return status === 0;
}

/**
 * Runs the check twice on the code as it is.
 *
 * @param {Check} check
 * @throws {BaselineError} If it fails, or passes only once.
 */
export function requireBaseline(check) {
  const [first, second] = [check([]), check([])];
  if (first !== second) {
    throw new BaselineError(
      'the verification command passes once and fails once on the unchanged code: it is flaky and can judge nothing',
    );
  }
  if (!first) {
    throw new BaselineError(
      'the verification command fails on the unchanged code: mend that first, then run again',
    );
  }
}

/**
 * Finds the groups that the check fails for, by bisection: with one bad group among n, in at most
 * log2(n) + 2 runs.
 *
 * @param {readonly ChangeGroup[]} groups
 * @param {Check} check
 * @returns {{ kept: ChangeGroup[], blamed: ChangeGroup[], runs: number }}
 */
export function bisect(groups, check) {
  let kept = [...groups];
  /** @type {ChangeGroup[]} */
  const blamed = [];
  let runs = 1;
  while (kept.length > 0 && !check(kept)) {
    // The shortest prefix that fails ends in a culprit.
    let passing = 0;
    let failing = kept.length;
    while (failing - passing > 1) {
      const middle = Math.floor((passing + failing) / 2);
      runs++;
      if (check(kept.slice(0, middle))) {
        passing = middle;
      } else {
        failing = middle;
      }
    }
    const culprit = /** @type {ChangeGroup} */ (kept[passing]);
    blamed.push(culprit);
    kept = kept.filter((group) => group !== culprit);
    runs++;
  }
  return { kept, blamed, runs };
}
