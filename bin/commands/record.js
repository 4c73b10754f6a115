import { spawn } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { isTestPlace } from '../../core/analysis/environment/test-runners.js';
import { readProject } from '../../core/analysis/environment/project.js';
import { OptionError } from '../../core/contract/options.js';
import { findGivenFiles } from '../../core/project/given-files.js';
import { gitRoot } from '../../core/project/git.js';
import { DIRECTORY, hasDirectory, keepOutOfCommits, recordOf } from '../../core/project/journal.js';
import { replaceFile } from '../../core/project/replace.js';
import { LIST_VARIABLE } from '../../core/record/file-list.js';
import { whyUnreached } from '../../core/record/reach.js';
import { readRecord } from '../../core/project/record/record.js';
import { mergeRuns } from '../../core/record/merge.js';
import { readArguments } from '../arguments.js';
import { requireOwnJournal } from '../migration/untracked.js';
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
    writeFileSync(list, JSON.stringify({ directory, files }));
    const code = await run(command, list);
    const record = mergeRuns(directory, files, top, earlier);
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
  // The command decides what an interrupt means; what was seen until then is kept.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      reject(new OptionError(`${program} cannot be run: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      process.off('SIGINT', ignore);
      resolve(code ?? 128 + (signal === 'SIGINT' ? 2 : 15));
    });
  });
}
