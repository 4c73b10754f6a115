import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { benchCommand } from '../../bench/command.js';
import { compareForms } from '../../bench/compare.js';

/** @type {string} */
let directory;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'async-perf-compare-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

/**
 * @param {string} name
 * @param {string} text
 */
async function write(name, text) {
  const file = path.join(directory, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const DETERMINISTIC = { quick: true, metrics: /** @type {const} */ (['ticks', 'promises']) };

/** @param {string[]} argv */
async function runCommand(argv) {
  /** @type {string[]} */
  const lines = [];
  const log = (/** @type {string} */ text) => lines.push(text);
  const code = await benchCommand(argv, { log, error: log });
  return { code, text: lines.join('\n') };
}

const OLD = 'async (p = Promise.resolve(1)) => await p.then((value) => value)';
const NEW = 'async (p = Promise.resolve(1)) => await p';

vi.setConfig({ testTimeout: 120_000 });

describe('compareForms', () => {
  it('measures CommonJS files, with their own imports and arguments', async () => {
    await write('helper.cjs', 'exports.twice = async (value) => value * 2;');
    const before = await write(
      'before.cjs',
      "const { twice } = require('./helper.cjs'); exports.get = async (n) => { await twice(n); return twice(n); };",
    );
    const after = await write(
      'after.cjs',
      "const { twice } = require('./helper.cjs'); exports.get = async (n) => { await twice(n); };",
    );
    const { name, figures } = await compareForms(
      { file: before },
      { file: after },
      { ...DETERMINISTIC, args: [2] },
    );
    expect(name).toBe('get');
    expect(figures.failures).toEqual([]);
    expect(figures.before.ticks).toBe(3);
    expect(figures.after.ticks).toBe(1);
  });

  it('measures ES modules, and a text in place of a file', async () => {
    await write('helper.mjs', 'export const value = Promise.resolve(1);');
    const file = await write(
      'module.mjs',
      "import { value } from './helper.mjs';\nexport default async () => await value.then((v) => v);\n",
    );
    const source =
      "import { value } from './helper.mjs';\nexport default async () => await value;\n";
    const { figures } = await compareForms({ file }, { file, source }, DETERMINISTIC);
    expect(figures.failures).toEqual([]);
    expect(figures.before).toMatchObject({ ticks: 2, promises: 3 });
    expect(figures.after).toMatchObject({ ticks: 1, promises: 2 });
  });

  it('reads the type of a .js file from its package, or from its syntax', async () => {
    await write('esm/package.json', '{"type": "module"}');
    const inPackage = await write('esm/index.js', `export const run = ${NEW};`);
    const bySyntax = await write('index.js', `export const run = ${NEW};`);
    const { figures } = await compareForms({ file: inPackage }, { file: bySyntax }, DETERMINISTIC);
    expect(figures.failures).toEqual([]);
    expect(figures.after.ticks).toBe(1);
  });
});

describe('the type of a file', () => {
  it('is not read from its comments and texts', async () => {
    const file = await write(
      'commented.js',
      `#!/usr/bin/env node\n/*\nexport default 1;\nimport x from 'x';\n*/\nexports.run = ${NEW};\n`,
    );
    const { figures } = await compareForms({ file }, { file }, DETERMINISTIC);
    expect(figures.failures).toEqual([]);
  });

  it('is that of a module which names its own `require`', async () => {
    const file = await write('own.js', `const require = 1;\nexport const run = ${NEW};\n`);
    const { figures } = await compareForms({ file }, { file }, DETERMINISTIC);
    expect(figures.failures).toEqual([]);
  });

  it('must be JavaScript', async () => {
    const file = await write('typed.ts', 'export const run = async (): Promise<void> => {};');
    const { code, text } = await runCommand([file, file]);
    expect(code).toBe(2);
    expect(text).toMatch(/typed\.ts is no JavaScript: compile it/u);
  });
});

describe('async-perf bench', () => {
  it('names a callback that is called twice', async () => {
    const twice = await write(
      'twice.js',
      'exports.run = (cb) => { process.nextTick(() => { cb(null, 1); cb(null, 1); }); };',
    );
    const { code, text } = await runCommand([twice, twice, '--callback']);
    expect(code).toBe(2);
    expect(text).toMatch(/before \(.*twice\.js\): run calls its callback more than once/u);
  });

  it.each([
    ['({ run } => run', /--call \(\{ run \} => run does not parse \(.*\): give a function/u],
    ['5', /--call 5 is no function: give a function of the module's exports/u],
    ['() => 5', /--call \(\) => 5 returns 5: give a function/u],
    ['async ({ run }) => run', /returns Promise \{.*\}: give a function/u],
    ['({ walk }) => walk()', /--call .* fails: walk is not a function/u],
  ])('says what is wrong with --call %s', async (call, message) => {
    const file = await write('call.js', `exports.run = ${NEW};`);
    const { code, text } = await runCommand([file, file, '--call', call]);
    expect(code).toBe(2);
    expect(text).toMatch(message);
  });

  it('prints every metric side by side', async () => {
    const before = await write('before.cjs', `module.exports = ${OLD};`);
    const after = await write('after.cjs', `module.exports = ${NEW};`);
    const { code, text } = await runCommand([before, after, '--quick']);
    expect(code).toBe(0);
    expect(text).toMatch(/ticks +2 → 1/u);
    expect(text).toMatch(/promises +4 → 3/u);
    expect(text).toMatch(/bytes +\d+ → \d+/u);
    expect(text).toMatch(/CPU time/u);
    expect(text).toMatch(/control/u);
  });

  it('measures what the codemods make of a file', async () => {
    const co = createRequire(import.meta.url).resolve('co');
    await write('node_modules/co/index.js', `module.exports = require(${JSON.stringify(co)});`);
    const file = await write(
      'coroutine.cjs',
      "const co = require('co');\nexports.run = co.wrap(function* () { yield Promise.resolve(); });\n",
    );
    const { code, text } = await runCommand([file, '--codemods=generator-to-async', '--quick']);
    expect(text).toMatch(/^After: generator-to-async\n/u);
    expect(text).toMatch(/bytes +[\d,]+ → \d+/u);
    expect(code).toBe(0);
  });

  it('says why no codemod changes a file, and which codemods there are', async () => {
    const plain = await write('plain.cjs', 'exports.run = async () => {};');
    const unchanged = await runCommand([plain, '--codemods']);
    expect(unchanged.code).toBe(2);
    expect(unchanged.text).toMatch(/No codemod changes .*plain\.cjs/u);
    const unknown = await runCommand([plain, '--codemods=no-such-codemod']);
    expect(unknown.text).toMatch(/No codemod no-such-codemod\. There are .*generator-to-async/u);
  });

  it('gives JSON', async () => {
    const file = await write('same.cjs', `exports.run = ${NEW};`);
    const { text } = await runCommand([file, file, '--quick', '--json']);
    const [result] = JSON.parse(text);
    expect(result).toMatchObject({ name: 'run', before: { ticks: 1 }, after: { ticks: 1 } });
    expect(result.node).toBe(process.versions.node);
  });

  it.each([
    ['no file', [], /Two files are needed, 0 given/u],
    ['an unknown option', ['--fast'], /--fast/u],
    [
      'a file that is not there',
      ['nowhere.js', 'nowhere.js'],
      /nowhere\.js cannot be read: ENOENT/u,
    ],
    ['arguments that are no JSON', ['a.js', 'b.js', '--args', '[1'], /--args \[1 is no JSON/u],
    ['arguments that are no array', ['a.js', 'b.js', '--args', '1'], /give an array/u],
    ['a time that is none', ['a.js', 'b.js', '--timeout', 'x'], /--timeout x/u],
  ])('says what is wrong with %s', async (_, argv, message) => {
    const { code, text } = await runCommand(argv);
    expect(code).toBe(2);
    expect(text).toMatch(message);
  });

  it('asks which function, and says when there is none of the same name', async () => {
    const two = await write('two.cjs', 'exports.a = () => {}; exports.b = () => {};');
    const other = await write('other.cjs', 'exports.c = () => {};');
    expect((await runCommand([two, two])).text).toMatch(/export a, b: choose one with --export/u);
    expect((await runCommand([two, other])).text).toMatch(/no function of the same name/u);
  });

  it('shows what failed beside what did not', async () => {
    const fine = await write('fine.cjs', 'exports.run = async () => {};');
    const broken = await write(
      'broken.cjs',
      "exports.run = async () => { throw new Error('out of order'); };",
    );
    const { code, text } = await runCommand([fine, broken, '--quick']);
    expect(code).toBe(1);
    expect(text).toMatch(
      /no bytes of after, promises of after, ticks of after, time: .*out of order/u,
    );
    expect(text.match(/^ {2}no /gmu)).toHaveLength(1);
    expect(text).toMatch(/ticks +0 → –/u);
  });

  it('says that a function was called without arguments, if it fails so', async () => {
    const file = await write('trim.cjs', 'exports.run = async (text) => text.trim();');
    expect((await runCommand([file, file, '--quick'])).text).toContain(
      `run was called without arguments: give them with --args, such as --args='["a.txt"]'`,
    );
    const given = await runCommand([file, file, '--quick', '--args=[3]']);
    expect(given.text).toContain('text.trim is not a function');
    expect(given.text).not.toContain('without arguments');
  });

  it('says that the two do not return the same', async () => {
    const one = await write('one.cjs', 'exports.run = async () => ({ a: 1, b: new Error("no") });');
    const two = await write('two.cjs', 'exports.run = async () => ({ a: 2, b: new Error("no") });');
    const differing = await runCommand([one, two, '--quick']);
    expect(differing.code).toBe(1);
    expect(differing.text).toMatch(
      /do not return the same: before returns \{ a: 1,.* after returns \{ a: 2,/u,
    );
    const clock = await write('clock.cjs', 'exports.run = async () => process.hrtime();');
    const varying = await runCommand([clock, one, '--quick']);
    expect(varying.code).toBe(0);
    expect(varying.text).not.toMatch(/the same/u);
  });

  it('compares a function that takes a callback with one that returns a promise', async () => {
    const callback = await write(
      'callback.cjs',
      'exports.run = (value, done) => setImmediate(done, null, value);',
    );
    const promise = await write('promise.cjs', 'exports.run = async (value) => value;');
    const { code, text } = await runCommand([
      callback,
      promise,
      '--callback=before',
      '--args=["a"]',
      '--quick',
    ]);
    expect(text).not.toMatch(/no ticks|the same/u);
    expect(text).toMatch(/ticks +1 loop turn → 0/u);
    expect(code).toBe(0);
    expect((await runCommand([callback, promise, '--callback=none'])).text).toMatch(
      /before, after/u,
    );
  });

  it('keeps the figures of one Node when another one is not to be had', async () => {
    const file = await write('same.cjs', `exports.run = ${NEW};`);
    const { code, text } = await runCommand([file, file, '--node=nonsense,current', '--quick']);
    expect(code).toBe(1);
    expect(text).toMatch(/Node nonsense: "nonsense" is no Node version/u);
    expect(text).toMatch(/ticks +1/u);
    expect((await runCommand([file, file, '--node='])).code).toBe(2);
  });

  it('measures a Node once, and refuses a time that no timer takes', async () => {
    const file = await write('once.cjs', 'exports.run = async () => {};');
    const node = `current,${process.versions.node}`;
    const { text } = await runCommand([file, file, '--quick', '--json', '--node', node]);
    expect(JSON.parse(text)).toHaveLength(1);
    const refused = await runCommand([file, file, '--timeout', '2147484']);
    expect(refused.code).toBe(2);
    expect(refused.text).toMatch(/--timeout 2147484: give at most/u);
  });

  it('helps', async () => {
    const { code, text } = await runCommand(['--help']);
    expect(code).toBe(0);
    expect(text).toMatch(/^async-perf bench BEFORE\.js AFTER\.js/u);
  });
});
