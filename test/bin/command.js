/* Runs the command for a test. A process that only loads the command's modules takes longer than most of the runs
   that tests ask for, so one process stays and makes run after run. */
import { spawnSync } from 'node:child_process';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createSyncFn } from 'synckit';

/** @typedef {{ status: number | null, stdout: string, stderr: string }} Outcome */

export const command = fileURLToPath(new URL('../../bin/async-perf.js', import.meta.url));

/** @type {(request: { args: readonly string[], cwd: string }) => Outcome} */
const runInStayingProcess = createSyncFn(new URL('command/client.js', import.meta.url));

/** Directories that the staying process has read: a process may keep what it knows of a project. */
/** @type {string[]} */
const known = [];

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 * @returns {Outcome} Of a run of the command without a terminal and without input. `ASYNC_PERF_OWN_PROCESSES` gives
 *   each run a process of its own, and so does a directory that has had a run.
 */
export function runCommand(cwd, args) {
  const isKnown = known.some((each) => isWithin(each, cwd) || isWithin(cwd, each));
  known.push(cwd);
  if (isKnown || process.env.ASYNC_PERF_OWN_PROCESSES) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined },
    });
    return { status, stdout, stderr };
  }
  return runInStayingProcess({ args, cwd });
}

/**
 * @param {string} inner
 * @param {string} outer
 */
function isWithin(inner, outer) {
  return inner === outer || inner.startsWith(outer + sep);
}
