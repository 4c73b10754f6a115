/** @import { ChangeGroup } from './migration.js' */

import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { COVERAGE_VARIABLE } from './coverage.js';

/**
 * How a command ended.
 *
 * @typedef {object} Outcome
 * @property {boolean} passed
 * @property {string} how Such as `exit code 3`.
 * @property {string[]} lines The last ones of its output.
 */

/** As many as tell why a test fails. */
const LINES = 20;

/**
 * @callback Check
 * @param {readonly ChangeGroup[]} groups The groups that are in place while it runs; all others are
 *   as they were.
 * @returns {Outcome}
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
 * @param {string} [coverage] A directory for what V8 writes about the code that was run.
 * @returns {Outcome}
 */
export function runCommand(command, root, coverage) {
  // A process that the command leaves running would keep a pipe open.
  const directory = mkdtempSync(join(tmpdir(), 'async-perf-verify-'));
  const file = join(directory, 'output');
  const output = openSync(file, 'w');
  try {
    const stdio = /** @type {const} */ (['ignore', output, output]);
    const { status, signal, error } = spawnSync(command, {
      cwd: root,
      shell: true,
      stdio: [...stdio],
      ...(coverage !== undefined && {
        env: { ...process.env, [COVERAGE_VARIABLE]: coverage },
      }),
    });
    if (error) {
      throw error;
    }
    return {
      passed: status === 0,
      how: signal === null ? `exit code ${status}` : `killed by ${signal}`,
      lines: lastLines(file),
    };
  } finally {
    closeSync(output);
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function lastLines(file) {
  const buffer = Buffer.alloc(10_000);
  const descriptor = openSync(file, 'r');
  try {
    const start = Math.max(0, fstatSync(descriptor).size - buffer.length);
    const length = readSync(descriptor, buffer, 0, buffer.length, start);
    const text = buffer.toString('utf8', 0, length).trimEnd();
    return text === '' ? [] : text.split(/\r?\n/u).slice(-LINES);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Runs the check twice on the code as it is.
 *
 * @param {Check} check
 * @throws {BaselineError} If it fails, or passes only once.
 */
export function requireBaseline(check) {
  const [first, second] = [check([]), check([])];
  const failed = [first, second].find(({ passed }) => !passed);
  if (!failed) {
    return;
  }
  const { how, lines } = failed;
  const what =
    first.passed === second.passed
      ? `fails on the unchanged code (${how}): mend that first, then run again`
      : `passes once and fails once (${how}) on the unchanged code: it is flaky and can judge nothing`;
  const output = lines.length > 0 ? ['. Its output ends with:', ...lines] : [];
  throw new BaselineError(`the verification command ${what}${output.join('\n  ')}`);
}
