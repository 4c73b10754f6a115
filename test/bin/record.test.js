import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { command, migrate, project } from './projects.js';

/**
 * @param {string} directory
 * @param {...string} args
 */
function record(directory, ...args) {
  return spawnSync(process.execPath, [command, 'record', ...args], {
    cwd: directory,
    encoding: 'utf8',
    // A test of this project may itself be run by a runner that marks its processes.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
}

/**
 * @param {string} directory
 * @returns {import('../../core/project/record/record.js').ProjectRecord}
 */
const read = (directory) =>
  JSON.parse(readFileSync(join(directory, '.async-perf/record.json'), 'utf8'));

/** Packages are not converted: a lie of theirs is seen only in a run. */
const DB = `let calls = 0;
exports.honest = (key, cb) => { setTimeout(cb, 1, null, key); };
exports.sometimes = (key, cb) => {
  calls += 1;
  if (calls === 57) cb(null, key);
  else setImmediate(cb, null, key);
};
exports.twice = (key, cb) => {
  setImmediate(() => { cb(null, key); if (key === 9) cb(null, key); });
};
exports.lookup = (key, cb) => { setImmediate(cb, key + 1, key); };
exports.start = (key) => Promise.resolve(key);
exports.plain = (key) => key * 2;
`;

/** One function on a line, so that a site is known by it. */
const STORE = `const db = require('db');
exports.honest = function (key, cb) { db.honest(key, function (err, value) { if (err) return cb(err); cb(null, value); }); };
exports.sometimes = function (key, cb) { db.sometimes(key, function (err, value) { if (err) return cb(err); cb(null, value); }); };
exports.twice = function (key, cb) { db.twice(key, function (err, value) { if (err) return cb(err); cb(null, value); }); };
exports.lookup = function (key, cb) { db.lookup(key, function (err, value) { if (err) return cb(err); cb(null, value); }); };
exports.started = function (key, cb) { db.honest(key, function (err, value) { if (err) return cb(err); cb(null, db.start(value)); }); };
exports.doubled = function (key, cb) { db.honest(key, function (err, value) { if (err) return cb(err); cb(null, db.plain(value)); }); };
exports.stubbed = function (key, cb) { db.honest(key, function (err, value) { if (err) return cb(err); cb(null, value); }); };
exports.cached = function (key, cb) { if (cache[key]) return cb(null, cache[key]); db.honest(key, function (err, value) { if (err) return cb(err); cb(null, value); }); };
exports.computed = function (key, cb) { db[way](key, function (err, value) { if (err) return cb(err); cb(null, value); }); };
const cache = {};
const way = 'honest';
`;

const NAMES = [
  'honest',
  'sometimes',
  'twice',
  'lookup',
  'started',
  'doubled',
  'stubbed',
  'cached',
  'computed',
];

const TESTS = `const test = require('node:test');
const assert = require('node:assert');
const db = require('db');
const store = require('../lib/store');

const call = (name, key) =>
  new Promise((resolve) => { store[name](key, (err, value) => { resolve(value); }); });

for (const name of ['honest', 'sometimes', 'twice', 'lookup', 'started', 'doubled', 'cached', 'computed']) {
  test(name, async () => {
    await call(name, 1);
    for (let key = 0; key < 100; key += 1) await call(name, key);
  });
}

test('a stub calls back at once, with what nobody else may see', (t, done) => {
  t.mock.method(db, 'honest', (key, cb) => { cb(null, 'canary'); });
  store.stubbed(1, (err, value) => {
    assert.equal(value, 'canary');
    done();
  });
});

test('and so it is without the stub', async () => {
  await call('stubbed', 1);
  await Promise.all([call('stubbed', 2), call('stubbed', 3)]);
});
`;

const MANIFEST = JSON.stringify({
  name: 'app',
  private: true,
  dependencies: { db: '1.0.0' },
  scripts: { test: 'node --test test/', built: 'tsc -p . && mocha dist/test' },
});

/** @returns {string} */
function plantLies() {
  const directory = project({
    '.gitignore': 'node_modules\n',
    'package.json': MANIFEST,
    'lib/store.js': STORE,
    'test/store.test.js': TESTS,
  });
  mkdirSync(join(directory, 'node_modules/db'), { recursive: true });
  writeFileSync(join(directory, 'node_modules/db/package.json'), '{"name":"db","version":"1.0.0"}');
  writeFileSync(join(directory, 'node_modules/db/index.js'), DB);
  return directory;
}

/**
 * @param {string} directory
 * @param {...string} args
 * @returns {Record<string, { reason: string | undefined, message: string | undefined, seen: string[] }>} What became of
 *   each function; the reason is undefined where it is converted.
 */
function fates(directory, ...args) {
  const trust = args.some((arg) => arg.startsWith('--trust=')) ? [] : ['--trust=library'];
  const options = ['--dry-run', '--format=json', '--api=async', 'lib'];
  const { stdout } = migrate(directory, ...trust, ...options, ...args);
  /**
   * @type {{ sites: { line: number, reason?: string, message?: string,
   *   grounds: { obligation: string, seen?: string }[] }[] }}
   */
  const { sites } = JSON.parse(stdout);
  return Object.fromEntries(
    sites.map(({ line, reason, message, grounds }) => [
      NAMES[line - 2],
      {
        reason,
        message,
        seen: grounds.flatMap(({ obligation, seen }) => (seen === undefined ? [] : [obligation])),
      },
    ]),
  );
}

describe('what a run of the tests saw', () => {
  /** @type {string} */
  let directory;
  /** @type {ReturnType<typeof fates>} */
  let seen;

  beforeAll(() => {
    directory = plantLies();
    const { status, stderr } = record(directory, '--', 'npm', 'test');
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('2 files of 2 were run');
    seen = fates(directory);
  }, 60_000);

  it('shows what is otherwise refused', () => {
    expect(fates(plantLies())['honest']?.reason).toBe('timing-unobservable');
    const { honest } = seen;
    expect(honest?.reason).toBeUndefined();
    expect(honest?.seen).toEqual(['calls-later', 'once', 'error-first']);
  });

  it.each([
    ['sometimes', '`db.sometimes` called back in the same tick in 1 of 101 calls (`calls-later`)'],
    ['twice', '`db.twice` called back more than once in 1 of 101 calls (`once`)'],
    ['lookup', '`db.lookup` gave something else than an error first in 101 of 101 calls'],
    ['started', '`db.start(value)` was a promise in 101 of 101 runs'],
  ])('refuses %s with what was seen', (name, message) => {
    const fate = seen[name];
    expect(fate?.reason).toBe('seen-otherwise');
    expect(fate?.message).toContain(message);
  });

  it('says which conversions the tests ran', () => {
    const other = plantLies();
    const tests = TESTS.replace("'started', 'doubled'", "'started'");
    writeFileSync(join(other, 'test/store.test.js'), tests);
    expect(record(other, '--', 'npm', 'test').status).toBe(0);
    const { sites } = JSON.parse(
      migrate(other, '--dry-run', '--format=json', '--trust=application', 'lib').stdout,
    );
    const runs = sites.map((/** @type {any} */ { line, wasRun }) => [NAMES[line - 2], wasRun]);
    expect(runs).toContainEqual(['honest', true]);
    expect(runs).toContainEqual(['doubled', false]);
    const converted = sites.filter((/** @type {any} */ { status }) => status === 'converted');
    const run = converted.filter((/** @type {any} */ { wasRun }) => wasRun);
    expect(migrate(other, '--dry-run', '--trust=application', 'lib').stdout).toContain(
      `recorded runs came to ${run.length} of ${converted.length} of them that were converted`,
    );
  }, 60_000);

  it('shows that a result is plain', () => {
    const { doubled } = seen;
    expect(doubled?.reason).toBeUndefined();
    expect(doubled?.seen).toContain('result-is-no-promise');
  });

  it('does not take a path that no test ran for one that is not there', () => {
    const { stdout } = migrate(directory, '--dry-run', '--trust=library', '--api=async', 'lib');
    expect(stdout).toContain(
      '\n+exports.cached = function (key, cb) { if (cache[key]) return cb(null, cache[key]);\n',
    );
  });

  it('takes nothing from a callee that it could not look at', () => {
    expect(seen['computed']?.seen ?? []).toEqual([]);
  });

  it('takes nothing from stubs', () => {
    const { stubbed } = seen;
    expect(stubbed?.reason).toBeUndefined();
    const calls = Object.values(read(directory).files['lib/store.js']?.calls ?? {});
    expect(calls.at(6)).toMatchObject({ calls: 3, sameTick: 0, later: 3, stubbed: 1 });
  });

  it('asks for as many observations as it is told to', () => {
    expect(fates(directory, '--observations=4')['stubbed']?.reason).toBe('timing-unobservable');
    expect(fates(directory, '--observations=3')['stubbed']?.reason).toBeUndefined();
  });

  it('is not enough where all has to be shown', () => {
    expect(fates(directory, '--trust=strict')['honest']?.reason).toBe('evidence-missing');
  });

  it('holds kinds and counts, and no value', () => {
    const text = readFileSync(join(directory, '.async-perf/record.json'), 'utf8');
    expect(text).not.toContain('canary');
    expect(text).not.toContain(directory);
    expect(readFileSync(join(directory, '.async-perf/.gitignore'), 'utf8')).toBe('*\n');
    const { stdout } = spawnSync('git', ['status', '--short'], {
      cwd: directory,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  it('adds the next run to it, and forgets files that changed', () => {
    const before = read(directory).files['lib/store.js']?.calls['2:54']?.calls ?? 0;
    expect(record(directory, '--', 'npm', 'test').status).toBe(0);
    expect(read(directory).files['lib/store.js']?.calls['2:54']?.calls).toBe(2 * before);
    expect(record(directory, '--fresh', '--', 'npm', 'test').status).toBe(0);
    expect(read(directory).files['lib/store.js']?.calls['2:54']?.calls).toBe(before);
    writeFileSync(join(directory, 'lib/store.js'), `${STORE}\n// changed\n`);
    expect(fates(directory)['honest']?.reason).toBe('timing-unobservable');
    writeFileSync(join(directory, 'lib/store.js'), STORE);
    expect(fates(directory)['honest']?.reason).toBeUndefined();
  });

  it('survives a migration', () => {
    const other = plantLies();
    expect(record(other, '--', 'npm', 'test').status).toBe(0);
    expect(migrate(other, '--trust=library', '--api=keep', 'lib').status).toBe(4);
    expect(migrate(other, '--undo').status).toBe(0);
    expect(fates(other)['honest']?.reason).toBeUndefined();
  });
});

describe('an object that comes from outside', () => {
  const POOL = `exports.all = function (pool, cb) {
  pool.run([1, 2], function (item) { return item; }, function (err, value) {
    if (err) return cb(err);
    cb(null, value);
  });
};

exports.first = function (pool, cb) {
  pool.take(1, function (err, value) {
    if (err) return cb(err);
    cb(null, value);
  });
};
`;
  const MAIN = `const { all, first } = require('./lib/pool');
const pool = {
  run(items, one, done) { items.forEach((item) => one(item)); setImmediate(done, null, items.length); },
  take(count, done) { done(null, count); },
};
all(pool, () => {}); first(pool, () => {});
all(pool, () => {}); first(pool, () => {});
all(pool, () => {}); first(pool, () => {});
`;

  it('is seen by the last function of a call, whatever it does with others', () => {
    const directory = project({ 'lib/pool.js': POOL, 'main.js': MAIN });
    expect(record(directory, '--', 'node', 'main.js').status).toBe(0);
    const [all, first] = Object.values(read(directory).files['lib/pool.js']?.calls ?? {}).filter(
      ({ callees }) => callees['unknown'] === undefined,
    );
    expect(all).toMatchObject({ calls: 3, sameTick: 0, later: 3, again: 0 });
    expect(first).toMatchObject({ calls: 3, sameTick: 3, later: 0 });
    const options = ['--dry-run', '--format=json', '--trust=library', '--api=async', 'lib'];
    const { sites } = JSON.parse(migrate(directory, ...options).stdout);
    expect(sites).toMatchObject([
      { line: 1, status: 'converted' },
      {
        line: 8,
        reason: 'seen-otherwise',
        message: expect.stringContaining(
          '`pool.take` called back in the same tick in 3 of 3 calls (`calls-later`)',
        ),
      },
    ]);
  });
});

describe('a caller that reads at once', () => {
  const CALLER = `const store = require('./store');
exports.now = function (key) { let found; store.get(key, function (err, value) { found = value; }); return found; };
`;
  const GET = `const db = require('db');
exports.get = function (key, cb) { db.memo(key, function (err, value) { if (err) return cb(err); cb(null, value); }); };
`;
  const MAIN = `const assert = require('node:assert');
const caller = require('./lib/caller');
assert.equal(caller.now(1), 1); assert.equal(caller.now(2), 2);
assert.equal(caller.now(3), 3);
`;

  it('is read right by the record, and keeps what it reads', () => {
    const directory = project({
      '.gitignore': 'node_modules\n',
      'package.json': MANIFEST,
      'lib/caller.js': CALLER,
      'lib/store.js': GET,
      'main.js': MAIN,
      'node_modules/db/package.json': '{"name":"db","version":"1.0.0"}',
      'node_modules/db/index.js': 'exports.memo = (key, cb) => { cb(null, key); };\n',
    });
    const run = () => spawnSync(process.execPath, ['main.js'], { cwd: directory }).status;
    const convert = () => migrate(directory, '--trust=library', '--api=keep', 'lib');
    expect(run()).toBe(0);
    // Without a record it is assumed of the package that it calls back later, which is a lie.
    convert();
    expect(run()).toBe(1);
    expect(migrate(directory, '--undo').status).toBe(0);
    expect(record(directory, '--', 'node', 'main.js').status).toBe(0);
    const { stdout } = convert();
    expect(stdout).toContain(
      '`db.memo` called back in the same tick in 3 of 3 calls (`calls-later`)',
    );
    expect(read(directory).files['lib/caller.js']?.calls['2:58']).toMatchObject({ sameTick: 3 });
    expect(run()).toBe(0);
  });
});

describe('other programs', () => {
  it('records ES modules, and programs that they start', () => {
    const directory = project({
      'package.json': '{"type":"module"}',
      'main.js': `import { fork } from 'node:child_process';
import { go } from './go.js';
go((error, value) => { fork('child.js'); });
`,
      'go.js': 'export const go = (cb) => { setTimeout(cb, 1, null, 3); };\n',
      'child.js': `import { go } from './go.js';\ngo((error, value) => {});\n`,
    });
    expect(record(directory, '--', 'node', 'main.js').status).toBe(0);
    const { files } = read(directory);
    expect(files['main.js']?.calls['3:4']).toMatchObject({ calls: 1, later: 1 });
    expect(files['child.js']?.calls['2:4']).toMatchObject({ calls: 1, later: 1 });
  });

  it('keeps what a program saw that is stopped from outside', () => {
    const directory = project({
      'server.js': `const { load } = require('./load');
load('a', (error, value) => { setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200); });
setInterval(() => {}, 1000);
`,
      'load.js': 'exports.load = (key, cb) => { setImmediate(cb, null, key); };\n',
    });
    expect(record(directory, '--', 'node', 'server.js').status).not.toBe(0);
    expect(read(directory).files['server.js']?.calls['2:11']).toMatchObject({ later: 1 });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('keeps what was seen right before %s', (signal) => {
    const directory = project({
      'server.js': `const { load } = require('./load');
load('a', (error, value) => { process.kill(process.pid, '${signal}'); });
setInterval(() => {}, 1000);
`,
      'load.js': 'exports.load = (key, cb) => { setImmediate(cb, null, key); };\n',
    });
    const { status } = record(directory, '--', 'node', 'server.js');
    expect(status).toBe(128 + constants.signals[/** @type {'SIGTERM'} */ (signal)]);
    expect(read(directory).files['server.js']?.calls['2:11']).toMatchObject({ later: 1 });
  });

  it('leaves it to the listeners of a program what a signal does', () => {
    const directory = project({
      'server.js': `const { load } = require('./load');
process.emit('SIGTERM');
process.once('SIGTERM', () => { console.log('by hand'); });
process.emit('SIGTERM');
const own = () => {
  if (process.listeners('SIGTERM').length === 1) {
    process.off('SIGTERM', own);
    load('b', (error, value) => { console.log('closed'); clearInterval(timer); });
  }
};
process.on('SIGTERM', own);
const timer = setInterval(() => {}, 1000);
load('a', (error, value) => { process.kill(process.pid, 'SIGTERM'); });
`,
      'load.js': 'exports.load = (key, cb) => { setImmediate(cb, null, key); };\n',
    });
    const { status, stdout } = record(directory, '--', 'node', 'server.js');
    expect([status, stdout]).toEqual([0, 'by hand\nclosed\n']);
    expect(read(directory).files['server.js']?.calls['13:11']).toMatchObject({ later: 1 });
    expect(read(directory).files['server.js']?.calls['8:15']).toMatchObject({ later: 1 });
  });

  it.each(/** @type {const} */ (['SIGTERM', 'SIGINT']))(
    'keeps what a server saw when the command itself gets %s',
    { timeout: 30_000 },
    async (signal) => {
      const directory = project({
        'server.js': `const http = require('node:http');
const { load } = require('./load');
const server = http.createServer((request, response) => {
  load(request.url, (error, value) => { response.end(value); });
});
server.listen(0, () => { console.log(server.address().port); });
`,
        'load.js': 'exports.load = (key, cb) => { setImmediate(cb, null, key); };\n',
      });
      const server = spawn(process.execPath, [command, 'record', '--', 'node', 'server.js'], {
        cwd: directory,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const ended = once(server, 'close');
      const [port] = await once(server.stdout, 'data');
      const response = await globalThis.fetch(`http://localhost:${String(port).trim()}/page`);
      expect(await response.text()).toBe('/page');
      server.kill(signal);
      const [status] = await ended;
      expect(status).toBe(128 + constants.signals[signal]);
      expect(read(directory).files['server.js']?.calls['4:21']).toMatchObject({ later: 1 });
      expect(readdirSync(join(directory, '.async-perf')).sort()).toEqual([
        '.gitignore',
        'record.json',
      ]);
    },
  );

  it('notes nothing of a file whose text is another one when the run ends', () => {
    const directory = project({
      'main.js': `const { load } = require('./load');
load('a', (error, value) => { require('fs').appendFileSync('load.js', '// edited\\n'); });
`,
      'load.js': 'exports.load = (key, cb) => { setImmediate(cb, null, key); };\n',
    });
    const { status, stderr } = record(directory, '--', 'node', 'main.js');
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('nothing is noted of 1 file, since another text was run'),
    ]);
    expect(Object.keys(read(directory).files)).toEqual(['main.js']);
  });

  it('gives stacks the lines of the file', () => {
    const directory = project({
      'main.js': `load(() => {

  console.log(new Error('here').stack.split('\\n')[1].replace(/.*main/, 'main'));
});
function load(cb) { setImmediate(cb); }
`,
    });
    expect(record(directory, '--', 'node', 'main.js').stdout).toMatch(/^main\.js:3:/u);
  });
});

describe('what cannot be recorded', () => {
  it.each([
    [['--', 'npm', 'run', 'built'], /compiles the project first and runs the output/u],
    [['--', 'npx', 'karma', 'start'], /`karma` runs code in a browser/u],
    [['--', 'bun', 'test'], /`bun` is no Node/u],
    [['--', 'node', '-r', 'esm', 'a.js'], /`-r esm` loads all code through/u],
    [[], /there is no command to record/u],
    [['--', 'no-such-program'], /no-such-program cannot be run/u],
  ])('%j is refused before anything is written', (args, message) => {
    const directory = project({ 'package.json': MANIFEST, 'a.js': 'f(() => {});\n' });
    const { status, stderr } = record(directory, ...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(existsSync(join(directory, '.async-perf/record.json'))).toBe(false);
  });

  it('is told of tap, where its version loads code by itself', () => {
    const tap = (/** @type {object} */ dependencies) =>
      project({
        'a.js': 'f(() => {});\n',
        'node_modules/tap/package.json': JSON.stringify({ name: 'tap', dependencies }),
      });
    const command = ['--', 'bash', '-c', ': tap test/*.js'];
    const old = record(tap({ esm: '^3.2.5' }), ...command);
    expect([old.status, old.stderr]).toEqual([2, expect.stringContaining('add `--no-esm`')]);
    expect(record(tap({}), ...command).stderr).toContain('nothing was recorded');
  });

  it('says that nothing was run', () => {
    const directory = project({ 'a.js': 'f(() => {});\n' });
    const { status, stderr } = record(directory, '--', 'node', '-e', '0');
    expect(stderr).toContain('nothing was recorded');
    expect(status).toBe(2);
  });

  it('ends as the command ends', () => {
    const directory = project({ 'a.js': 'setTimeout(() => { process.exitCode = 7; }, 1);\n' });
    expect(record(directory, '--', 'node', 'a.js').status).toBe(7);
  });
});
