import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { isTestPlace } from '../../core/analysis/environment/test-runners.js';
import { readProject } from '../../core/analysis/environment/project.js';
import { OptionError } from '../../core/contract/options.js';
import { findGivenFiles } from '../../core/project/given-files.js';
import { gitRoot } from '../../core/project/git.js';
import { DIRECTORY, hasDirectory, keepOutOfCommits, recordOf } from '../../core/project/journal.js';
import { replaceFile } from '../../core/project/replace.js';
import { LIST_VARIABLE, numberFiles } from '../../core/record/file-list.js';
import { addProbes } from '../../core/record/probed-text.js';
import { whyUnreached } from '../../core/record/reach.js';
import { readRecord } from '../../core/project/record/record.js';
import { mergeRuns } from '../../core/record/merge.js';
import { readArguments } from '../arguments.js';
import { requireOwnJournal } from '../migration/own-journal.js';
import { count } from '../terminal/count.js';

const HELP = `async-perf record [options] -- COMMAND

Runs COMMAND, such as your tests, and notes how callbacks, promises and generators behave: how often a
callback comes, in which tick, with which kinds of arguments. Values are never kept.

\`async-perf migrate\` reads the record in .async-perf/record.json. What the record shows need not be
assumed, and what it contradicts is not converted.

Your files do not change: probes are added as Node loads them. This reaches mocha, tap, tape, ava,
jasmine, node:test, jest, vitest, and a server that you stop yourself.

Options
  --fresh                forget earlier runs

Examples
  npx async-perf record -- npm test
  npx async-perf record -- node server.js

Exit codes
  those of COMMAND   2 wrong use, or COMMAND ran no file of the project
`;

/** The syntax that Node looks for in a file whose format nothing else says. */
const MODULE_SYNTAX = /\b(?:await|export|import)\b/u;

/** How long texts are made ready for a command that has been started, in milliseconds. */
const AHEAD = 2000;

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'];

const PRELOAD = new URL('../../core/record/preload.js', import.meta.url);

/**
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 * @throws {OptionError}
 */
export async function runRecord(args) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const command = args.slice(end + 1);
  const { values } = readArguments('record', {
    args: args.slice(0, end),
    options: { fresh: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: false,
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (command.length === 0) {
    throw new OptionError(
      'there is no command to record: give it behind `--`, such as `async-perf record -- npm test`',
    );
  }
  const root = process.cwd();
  const { scripts } = readProject(join(root, 'index.js'));
  const reason = whyUnreached(
    command,
    scripts,
    (name) => readProject(join(root, 'node_modules', name, 'index.js')).dependencies,
  );
  if (reason !== undefined) {
    throw new OptionError(`nothing would be recorded: ${reason}`);
  }
  const top = gitRoot(root) ?? root;
  requireOwnJournal(top);
  hasDirectory(top);
  const earlier = values.fresh ? undefined : readRecord(top);
  const { files: paths } = await findGivenFiles([], root);
  const files = paths.map((path) => ({
    path: realpathSync(path),
    isTest: isTestPlace(path, readProject(path)),
  }));
  const directory = join(top, DIRECTORY, `recording-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  try {
    keepOutOfCommits(top);
    const list = join(directory, 'list.txt');
    const written = { directory, files, mayHaveModules: files.some(mayBeModule) };
    writeFileSync(list, JSON.stringify(written));
    const running = run(command, list);
    await probeAhead(files, numberFiles(written), running);
    const code = await running;
    const { record, others } = mergeRuns(directory, files, top, earlier);
    if (others.length > 0) {
      process.stderr.write(
        `async-perf: nothing is noted of ${count(others.length, 'file')}, since another text was run than the one on the disk; run again if you edited it meanwhile: ${others.join(', ')}\n`,
      );
    }
    const names = Object.keys(record.files);
    if (names.length === 0) {
      process.stderr.write(
        `async-perf: nothing was recorded: the command ran no source file below ${relative(top, root) || '.'} in a Node that loads hooks (20.19 or newer)\n`,
      );
      return code === 0 ? 2 : code;
    }
    replaceFile(recordOf(top), Buffer.from(JSON.stringify(record)));
    const calls = Object.values(record.files).flatMap((file) => Object.values(file.calls));
    const seen = calls.filter((call) => call.sameTick + call.later > 0);
    process.stderr.write(
      `async-perf: ${count(names.length, 'file')} of ${files.length} were run; ${count(calls.length, 'call')} with a callback, and ${seen.length} of them were seen to call back\n`,
    );
    return code;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @param {{ path: string }} file
 * @returns {boolean} Whether Node may take it for an ES module.
 */
function mayBeModule({ path }) {
  return (
    /\.m[jt]s$/u.test(path) ||
    readProject(path).isModule === true ||
    MODULE_SYNTAX.test(readFileSync(path, 'utf8'))
  );
}

/**
 * Puts probes into files while the command starts, so that it finds them ready.
 *
 * @param {readonly { path: string, isTest: boolean }[]} files
 * @param {import('../../core/record/file-list.js').FileList} list
 * @param {Promise<unknown>} running
 */
async function probeAhead(files, list, running) {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  running.then(end, end);
  const latest = performance.now() + AHEAD;
  for (const [number, { path }] of files.entries()) {
    if (isOver || performance.now() > latest) {
      return;
    }
    addProbes(readFileSync(path, 'utf8'), path, number, list);
    await nextTurn();
  }
}

/**
 * @param {readonly string[]} command
 * @param {string} list The file that names what is recorded.
 * @returns {Promise<number>} The exit code, as a shell gives it.
 */
function run([program = '', ...args], list) {
  const { env } = process;
  const options = [env['NODE_OPTIONS'], `--import=${PRELOAD.href}`].filter(Boolean).join(' ');
  const child = spawn(program, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...env,
      NODE_OPTIONS: options,
      [LIST_VARIABLE]: list,
      // Probes have no types.
      TS_NODE_TRANSPILE_ONLY: 'true',
    },
  });
  // The command decides what a signal means; what was seen until then is kept. A terminal sends an interrupt to both.
  const handOn = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) {
      child.kill(signal);
    }
  };
  for (const signal of SIGNALS) {
    process.on(signal, handOn);
  }
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      reject(new OptionError(`${program} cannot be run: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      for (const each of SIGNALS) {
        process.off(each, handOn);
      }
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}
