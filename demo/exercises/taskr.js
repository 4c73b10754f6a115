/** @import { Recorder } from '../recorder.js' */

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

export const packageName = 'taskr';

/** What the exercise does, for the reader of the demo. */
export const description =
  'tasks over a directory of files: source, target, run, plugins, serial and parallel, what fails and what is not there, and the file functions';

/**
 * @param {string} directory Of the package.
 * @param {Recorder} recorder
 */
export async function drive(directory, recorder) {
  const require = createRequire(path.join(directory, 'package.json'));
  const Taskr = require(directory);
  const tools = require(path.join(directory, 'lib', 'utils'));
  const { load, getPackage } = require(path.join(directory, 'lib', 'plugins'));
  const spawn = require(path.join(directory, 'lib', 'cli', 'spawn'));
  const work = createProject();
  const strip = (/** @type {unknown} */ value) =>
    JSON.stringify(value, (_, each) => (Buffer.isBuffer(each) ? String(each) : each))?.replaceAll(
      work,
      '.',
    );

  const taskr = new Taskr({
    cwd: work,
    tasks: createTasks(work, recorder, strip),
    plugins: [
      {
        name: 'shout',
        every: true,
        files: true,
        /** @param {{ data: Buffer }} file */
        *func(file) {
          recorder.add('shout', String(file.data));
          yield new Promise((resolve) => setTimeout(resolve, 1));
          recorder.add('shouted');
          file.data = Buffer.from(String(file.data).toUpperCase());
        },
      },
    ],
  });
  const emit = taskr.emit;
  taskr.emit = (/** @type {string} */ event, /** @type {unknown[]} */ ...details) => {
    recorder.add('event', event, strip(details.filter((each) => !Array.isArray(each))));
    return emit.call(taskr, event, ...details);
  };
  for (const name of ['copy', 'chain', 'shouting', 'custom', 'failing', 'nothing', 'absent']) {
    await recorder.run(`start ${name}`, async () => strip(await taskr.start(name, { val: 1 })));
  }
  await recorder.run('serial', async () => strip(await taskr.serial(['one', 'two', 'copy'])));
  await recorder.run('serial, failing', async () =>
    strip(await taskr.serial(['one', 'failing', 'two'])),
  );
  await recorder.run('parallel', async () => strip(await taskr.parallel(['one', 'two'])));
  await recorder.run('parallel, failing', async () =>
    strip(await taskr.parallel(['one', 'failing'])),
  );
  await recorder.run('chained on the result', () =>
    taskr
      .start('copy')
      .tap(() => recorder.add('tap'))
      .return('bluebird'),
  );
  const inside = (/** @type {string[]} */ ...parts) => path.join(work, ...parts);
  await recorder.run('read', () => tools.read(inside('src', 'a.txt'), 'utf8'));
  await recorder.run('read a directory', () => tools.read(inside('src')));
  await recorder.run('read what is not there', async () => {
    const promise = tools.read(inside('none'));
    try {
      return await promise;
    } catch (error) {
      return toCode(error);
    }
  });
  await recorder.run('write', () => tools.write(inside('new', 'deep', 'b.txt'), 'text'));
  await recorder.run('write in vain', () => tools.write(inside('src', 'a.txt', 'b'), 'text'));
  await recorder.run('find', async () => strip(await tools.find('package.json', work)));
  await recorder.run('getPackage', async () => strip(await getPackage(work)));
  await recorder.run('getPackage of nothing', async () =>
    strip(await getPackage(path.join(work, 'src'))),
  );
  await recorder.run('load', async () => strip(await load(inside('taskfile.js'))));
  await recorder.run('spawn', async () => {
    /** @type {any} */
    const each = await spawn(work);
    return Object.keys(each.tasks);
  });
  await recorder.run('the command line', () => {
    process.argv = ['node', 'taskr', 'build', '--cwd', work];
    require(path.join(directory, 'cli.js'));
    return new Promise((resolve) => setTimeout(resolve, 60_000));
  });
  await recorder.run('files in the end', () => strip(listFiles(work)));
}

/**
 * @param {string} work
 * @param {Recorder} recorder
 * @param {(value: unknown) => unknown} strip
 */
function createTasks(work, recorder, strip) {
  const source = path.join(work, 'src', '*.txt');
  return {
    /** @param {any} task */
    *copy(task) {
      yield task.source(source).target(path.join(work, 'out'));
      recorder.add('files', strip(task._.files));
      return 'copied';
    },
    /** @param {any} task */
    *chain(task) {
      yield task
        .source([source])
        .shout()
        .target([path.join(work, 'x'), path.join(work, 'y')]);
    },
    /** @param {any} task */
    *shouting(task) {
      yield task.source(source);
      yield task.shout();
    },
    /**
     * @param {any} task
     * @param {object} options
     */
    *custom(task, options) {
      recorder.add('options', options);
      yield task.source(source);
      yield task.run({ every: false }, function* (/** @type {unknown[]} */ files) {
        recorder.add('all', files.length);
        yield Promise.resolve();
      });
    },
    *failing() {
      yield Promise.resolve();
      throw new Error('task failed');
    },
    /** @param {any} task */
    *nothing(task) {
      yield task.source('no/such/*.txt').target('out');
    },
    *one() {
      recorder.add('one');
      return yield Promise.resolve(1);
    },
    /**
     * @param {unknown} _task
     * @param {{ val?: unknown }} options
     */
    *two(_task, options) {
      recorder.add('two', options.val);
      // Turns rather than time: the other tasks have ended by then, however busy the machine is.
      for (let turn = 0; turn < 50; turn++) {
        yield new Promise((resolve) => setImmediate(resolve));
      }
      recorder.add('two ends');
      return 2;
    },
  };
}

function createProject() {
  const work = mkdtempSync(path.join(tmpdir(), 'async-perf-demo-taskr-'));
  mkdirSync(path.join(work, 'src'));
  writeFileSync(path.join(work, 'src', 'a.txt'), 'hello');
  writeFileSync(path.join(work, 'src', 'b.txt'), 'world');
  writeFileSync(
    path.join(work, 'package.json'),
    JSON.stringify({ name: 'project', version: '1.0.0' }),
  );
  writeFileSync(path.join(work, 'taskfile.js'), 'exports.build = function* () {};\n');
  return work;
}

/** @param {string} directory @returns {string[]} */
function listFiles(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .flatMap((entry) => {
      const target = path.join(directory, entry.name);
      return entry.isDirectory() ? listFiles(target) : `${target}: ${readFileSync(target, 'utf8')}`;
    })
    .sort();
}

/** @param {{ code?: string }} error */
function toCode({ code }) {
  return code;
}

/**
 * The operation that is measured: a plugin run over two files in memory.
 *
 * @param {string} directory
 * @returns {() => Promise<unknown>}
 */
export function createOperation(directory) {
  const require = createRequire(path.join(directory, 'package.json'));
  const wrap = require(path.join(directory, 'lib', 'wrapp'));
  const plugin = wrap({ every: true }, function* () {
    yield Promise.resolve();
  });
  const task = { _: { files: ['a', 'b'], globs: [] } };
  return () => plugin.call(task, {});
}
