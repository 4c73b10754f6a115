/**
 * Runs one job of `worker.cjs` in a child process of any Node, with a time limit.
 *
 * @typedef {object} Variant
 * @property {string} name `before` or `after`, for messages.
 * @property {string} filename The file, or where `source` pretends to stand.
 * @property {string} [source] Module text, in place of the file's.
 * @property {'commonjs' | 'module'} [format]
 * @property {string} [call] Text of a function that makes the operation of the module's exports.
 * @property {string} [export] Exported function to call where `call` is absent.
 * @property {unknown[]} [args] Its arguments, as JSON.
 * @property {'promise' | 'callback' | 'program'} [style]
 * @property {readonly string[]} [varies] Metrics that are not measured of it.
 *
 * @typedef {object} Job
 * @property {'ticks' | 'promises' | 'bytes' | 'time-pair' | 'time' | 'wall' | 'pool' | 'exports' | 'outcome' | 'value' | 'versions'} mode
 * @property {Variant[]} variants
 * @property {number} [rounds]
 * @property {number} [dropped] rounds of bytes before those that count
 * @property {number} [budget] bytes of one round
 * @property {number} [warmUp] rounds before those that count
 * @property {number} [slice] ms of one timed sample
 * @property {number} [fan] operations at a time
 * @property {number} [target] ms of CPU time to fill
 * @property {number} [operations]
 *
 * @typedef {'missing-binary' | 'timeout' | 'killed' | 'crashed' | 'failed'} ChildFailure
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.cjs', import.meta.url));
const STDERR_LIMIT = 2000;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** What is left behind if this process ends now. */
const running = {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  children: new Set(),
  /** @type {Set<string>} */
  directories: new Set(),
};

/** A cell that gave no figure. The message says what happened and what to do next. */
export class ChildError extends Error {
  /**
   * @param {ChildFailure} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.name = 'ChildError';
    this.kind = kind;
  }
}

/**
 * @param {Job} job
 * @param {object} [options]
 * @param {string} [options.execPath] the Node to run, by default this one
 * @param {string[]} [options.flags] for that Node
 * @param {number} [options.timeout] ms, 60000 by default
 * @param {Record<string, string>} [options.env] added to the environment
 * @param {string} [options.worker] another program with the worker's interface
 * @returns {Promise<any>} the mode's result; see the files in `worker/`
 * @throws {ChildError}
 */
export async function runJob(job, options = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'async-perf-bench-'));
  const jobFile = path.join(directory, 'job.json');
  const resultFile = path.join(directory, 'result.json');
  watchSignals(directory);
  try {
    await writeFile(jobFile, JSON.stringify(job));
    const ended = await runProcess(
      options.execPath ?? process.execPath,
      [...(options.flags ?? []), options.worker ?? WORKER, jobFile, resultFile],
      options,
    );
    return readResult(await readIfThere(resultFile), ended, options);
  } finally {
    await rm(directory, { recursive: true, force: true });
    unwatchSignals(directory);
  }
}

/** @param {string} directory */
function watchSignals(directory) {
  if (running.directories.size === 0) for (const signal of SIGNALS) process.on(signal, endAll);
  running.directories.add(directory);
}

/** @param {string} directory */
function unwatchSignals(directory) {
  running.directories.delete(directory);
  if (running.directories.size === 0) for (const signal of SIGNALS) process.off(signal, endAll);
}

/**
 * Ends the children and removes what they leave, then lets the signal do what it does without us.
 *
 * @param {NodeJS.Signals} signal
 */
function endAll(signal) {
  for (const child of running.children) child.kill('SIGKILL');
  for (const directory of running.directories) {
    rmSync(directory, { recursive: true, force: true });
    unwatchSignals(directory);
  }
  process.kill(process.pid, signal);
}

/**
 * @typedef {object} Ended
 * @property {number | null} code
 * @property {string | null} signal
 * @property {boolean} timedOut
 * @property {string} stderr
 */

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ timeout?: number | undefined, env?: Record<string, string> | undefined }} options
 * @returns {Promise<Ended>}
 */
function runProcess(command, args, { timeout = 60_000, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...cleanEnvironment(), ...env },
    });
    running.children.add(child);
    let stderr = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeout);
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr = (stderr + text).slice(-STDERR_LIMIT);
    });
    child.on('error', (error) => {
      running.children.delete(child);
      clearTimeout(timer);
      reject(
        new ChildError(
          'missing-binary',
          `Cannot start ${command}: ${error.message}. Install that Node or leave its version out of --node`,
        ),
      );
    });
    child.on('close', (code, signal) => {
      running.children.delete(child);
      clearTimeout(timer);
      resolve({ code, signal, timedOut, stderr });
    });
  });
}

/** Options meant for the parent (loaders, inspectors, hooks) would change what is measured. */
function cleanEnvironment() {
  const environment = { ...process.env };
  delete environment['NODE_OPTIONS'];
  delete environment['NODE_PATH'];
  return environment;
}

/** @param {string} file */
async function readIfThere(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param {string | undefined} text
 * @param {Ended} ended
 * @param {{ timeout?: number | undefined }} options
 */
function readResult(text, ended, options) {
  if (ended.timedOut) {
    throw new ChildError(
      'timeout',
      `No result after ${(options.timeout ?? 60_000) / 1000} s; the process was ended. The measured code may never settle, or --timeout is too short for this machine`,
    );
  }
  if (text !== undefined) {
    /** @type {{ error?: { message: string }, result?: unknown } | undefined} */
    const answer = parseJSON(text);
    if (answer?.error) throw new ChildError('failed', answer.error.message);
    if (answer?.result !== undefined) return answer.result;
  }
  const detail = ended.stderr.trim();
  if (ended.signal !== null) {
    throw new ChildError(
      'killed',
      `The process was ended by ${ended.signal} before it gave a result${detail && `: ${detail}`}. Run again: finished results are kept`,
    );
  }
  throw new ChildError(
    'crashed',
    `The process exited with code ${ended.code} without a result${detail && `: ${detail}`}`,
  );
}

/** @param {string} text */
function parseJSON(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
