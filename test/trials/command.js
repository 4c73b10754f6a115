import { spawn } from 'node:child_process';
import process from 'node:process';

/**
 * @typedef {object} CommandResult
 * @property {number} code The exit code; 124 when it took too long, 127 when it could not start.
 * @property {string} output What it wrote to both streams, in the order of arrival.
 * @property {number} seconds
 *
 * @typedef {object} CommandOptions
 * @property {string} cwd
 * @property {Record<string, string | undefined>} [env]
 * @property {number} [timeout] Milliseconds; ten minutes when not given.
 */

/**
 * Runs a command to its end without a shell.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {CommandOptions} options
 * @returns {Promise<CommandResult>} Never rejects: a command that cannot start has code 127.
 */
export function run(file, args, { cwd, env = process.env, timeout = 600_000 }) {
  return new Promise((resolve) => {
    const started = performance.now();
    /** @type {Buffer[]} */
    const chunks = [];
    // A group of its own, so that what the tests left running ends with them.
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer);
      stopGroup(child.pid);
      const output = Buffer.concat(chunks).toString('utf8');
      resolve({ code, output, seconds: (performance.now() - started) / 1000 });
    };
    const timer = setTimeout(() => finish(124), timeout);
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => {
      chunks.push(Buffer.from(error.message));
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/**
 * Runs a command and gives its output.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {CommandOptions} options
 * @returns {Promise<string>}
 * @throws {Error} When it fails, with the end of its output.
 */
export async function runOrThrow(file, args, options) {
  const { code, output } = await run(file, args, options);
  if (code !== 0) {
    const command = [file, ...args].join(' ');
    throw new Error(
      `${command}\nin ${options.cwd} ended with code ${code}:\n${output.slice(-2000)}`,
    );
  }
  return output;
}

/** @param {number | undefined} pid The leader of the group. */
function stopGroup(pid) {
  if (pid === undefined) {
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) {
      throw error;
    }
  }
}
