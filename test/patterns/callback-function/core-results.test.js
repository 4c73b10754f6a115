import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { convert } from '../../../core/codemod/convert.js';
import { callbackFunction } from '../../../core/patterns/callback-function.js';

const codemod = { name: 'test', patterns: [callbackFunction] };
const require = createRequire(import.meta.url);

/**
 * @param {string} source Of a module that exports `run`.
 * @param {unknown[]} args
 * @returns {Promise<unknown[]>} What it calls back with.
 */
function call(source, args) {
  const module = { exports: /** @type {any} */ ({}) };
  new Function('require', 'module', 'exports', source)(require, module, module.exports);
  return new Promise((resolve) => {
    module.exports.run(...args, (/** @type {unknown[]} */ ...values) => resolve(values));
  });
}

describe('fs.mkdir calls back with the first directory that it makes', () => {
  /** @type {string} */
  let root;

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'async-perf-mkdir-'));
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    '{ recursive: true }',
    "{ mode: 0o777, 'recursive': true }",
    '{ ...{ recursive: true } }',
    'options',
    '{ recursive: false }',
    '{ mode: 0o777 }',
    '0o777',
  ])('where its options say so: %s', async (options) => {
    const source = `const fs = require('fs');
const options = { recursive: true };
module.exports.run = function (dir, cb) {
  fs.stat(dir, (err) => {
    if (!err) return cb(null);
    fs.mkdir(dir, ${options}, cb);
  });
};
`;
    const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
    expect(converted).toContain('await');
    const dir = path.join(root, 'made');
    const before = await call(source, [dir]);
    rmSync(dir, { recursive: true });
    expect(await call(converted, [dir])).toEqual(before);
    rmSync(dir, { recursive: true });
  });
});

it.each([
  'module.exports.run[util.promisify.custom] = (key) => Promise.resolve(key);',
  'Object.defineProperty(module.exports.run, util.promisify.custom, { value: (key) => Promise.resolve(key) });',
])('leaves the promise form of its own that a function has: %s', async (own) => {
  const source = `'use strict';
const fs = require('fs');
const util = require('util');
module.exports.run = function (file, cb) {
  fs.stat(file, (err, stats) => {
    if (err) return cb(err);
    cb(null, stats.isFile());
  });
};
${own}
util.promisify(module.exports.run)('own').then((value) => { module.exports.value = value; });
`;
  const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
  expect(converted).toContain('await');
  expect(await call(converted, [import.meta.filename])).toEqual([null, true]);
});

it.each(['fs.mkdir : fs.rmdir', 'fs.rmdir : fs.mkdir'])(
  'hands on what one of two functions gives: %s',
  (either) => {
    const source = `const fs = require('fs');
module.exports.run = function (dir, isNew, cb) {
  const change = isNew ? ${either};
  fs.stat(dir, () => change(dir, { recursive: true }, cb));
};
`;
    const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
    expect(converted).toContain('(value) =>');
  },
);

it.each([
  ['stdout', '{ stdout }'],
  ['stderr', '{ stderr }'],
  ['stdout + stderr', '{ stdout, stderr }'],
  ["''", ''],
])('takes of what it gets what is used: %s', async (used, pattern) => {
  const source = `const fs = require('fs');
const { exec } = require('child_process');
module.exports.run = function (file, cb) {
  exec('node -e "console.log(1);console.error(2)"', (err, stdout, stderr) => {
    if (err) return cb(err);
    const all = ${used};
    fs.stat(file, (err, stats) => {
      if (err) return cb(err);
      cb(null, all + stats.isFile());
    });
  });
};
`;
  const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
  expect(converted).toContain(pattern === '' ? '\n  await execAsync(' : `const ${pattern} = await`);
  const file = import.meta.filename;
  expect(await call(converted, [file])).toEqual(await call(source, [file]));
});

const COMMAND = 'echo out; echo no >&2; exit ';

describe('what a command has written is on its error, too', () => {
  /** @param {string} body */
  const sourceOf = (body) => `const fs = require('fs');
const { exec } = require('child_process');
const err = 'outer';
module.exports.run = function (command, cb) {
  const noted = [];
  const log = (...values) => { noted.push(...values); };
  exec(command, ${body});
};
`;

  it.each([
    '(err, stdout, stderr) => { if (err) return cb(new Error(stderr)); cb(null, stdout); }',
    '(error, stdout, stderr) => { if (error) return cb(new Error(stderr + err)); cb(null, stdout + stderr); }',
    '(err, stdout, stderr) => { if (err) { log(stdout); return cb(new Error(noted[0] || stderr)); } cb(null, stdout); }',
    '(err, out, errors) => { if (err) return cb(Object.assign(err, { errors, out })); cb(null, [out]); }',
    '(err, stdout) => { if (!err) return cb(null, stdout.trim()); cb(new Error(`failed: ${stdout}`)); }',
    '(err, stdout, stderr) => { if (err) { cb(null, () => stderr); } else { stdout = stdout.trim(); cb(null, stdout); } }',
    '(err, stdout, stderr) => { if (err || stderr) return cb(err || new Error(stderr)); cb(null, stdout); }',
    '(err, stdout) => { if (err) return cb(null, false); cb(null, stdout); }',
    '(err) => cb(null, !err)',
    '(err, stdout, stderr) => { if (err) { err.stderr = stderr.trim(); return cb(err); } cb(null, stdout); }',
    '(err, stdout, stderr) => { if (err) { err.stderr = stderr; return cb(new Error(stderr)); } cb(null, stdout); }',
    "(err, stdout, stderr) => { if (err) return cb(new Error(stderr)); fs.stat('.', (err, stats) => { if (err) return cb(err); cb(null, stdout + stats.isFile()); }); }",
    '(err, stdout, stderr) => { if (err || stderr) return cb(new Error(stderr)); cb(null, stdout); }',
    "(err, out) => { if (out && out.trim() !== '') cb(null, out.trim()); else cb(err); }",
    "(error, stdout, stderr) => { if (stderr !== '') { error = new Error('told ' + stderr); cb(error); return; } cb(null, stdout); }",
    "(err, stdout) => { if (typeof stdout === 'undefined') stdout = ''; const found = stdout.trim(); if (err || found !== 'out') return cb(new Error('none ' + found)); cb(null, found); }",
    '(err, out, errors) => { var all; if (err) { all = new Error(err.message + errors); cb(all); } else { cb(null, out.trim()); } }',
    '(err, stdout, error) => { log(err && err.code); cb(null, [stdout, error, noted[0]]); }',
    '(caught, error) => { log(caught && caught.code); cb(null, [error, noted[0]]); }',
    '(err, stdout, stderr) => { const told = () => [stdout, stderr, Boolean(err)]; cb(null, told()); }',
    "(err, stdout, stderr) => { log(!err); fs.stat('.', (failed, stats) => { if (failed) return cb(failed); if (err) return cb(new Error(stderr)); cb(null, [stdout, stats.isFile(), noted]); }); }",
  ])('%s', async (body) => {
    const source = sourceOf(body);
    const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
    expect(converted).toContain('await execAsync(command)');
    for (const code of [0, 3]) {
      const [one, two] = await Promise.all(
        [source, converted].map((text) => call(text, [COMMAND + code])),
      );
      expect(two?.map(shown)).toEqual(one?.map(shown));
    }
  });

  it.each(['() => cb(null, 1)', '(_, stdout) => cb(null, stdout)'])(
    'a callback that ignores the error gets what there is: %s',
    async (body) => {
      const source = sourceOf(body);
      const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
      expect(converted).toContain('await new Promise((resolve) => exec(command, ');
      for (const code of [0, 3]) {
        const [one, two] = await Promise.all(
          [source, converted].map((text) => call(text, [COMMAND + code])),
        );
        expect(two?.map(shown)).toEqual(one?.map(shown));
      }
    },
  );

  it.each([
    '(err, stdout) => cb(err, stdout)',
    '(err, stdout) => cb(err, stdout && stdout.trim())',
    '(err, stdout) => { if (err) log(err); cb(err, stdout); }',
    '(err, stdout) => { if (err) stdout = String(err); cb(null, stdout); }',
    '(err, stdout) => { if (err) { stdout = String(err); return cb(new Error(stdout)); } cb(null, stdout); }',
    '(err, stdout, stderr) => { if (err) { delete err.stderr; return cb(null, stderr); } cb(null, stdout); }',
    '(err, stdout, stderr) => { if (err) { err.stderr = 1; return cb(null, stderr); } cb(null, stdout); }',
    '(err, stdout) => { if (err) { Object.assign(err, { stdout: 1 }); return cb(null, stdout); } cb(null, stdout); }',
    '(err, stdout) => { if (err) { cb(null, () => stdout); err.stdout = 1; return; } cb(null, stdout); }',
    '(err, stdout, stderr) => { if (err) return cb(new Error([1].map((err) => err + stderr)[0])); cb(null, stdout); }',
  ])('a callback that gets it beside the error stays: %s', (body) => {
    const source = sourceOf(body);
    expect(convert({ path: 'a.js', source }, codemod, { node: '20' }).source).toBe(source);
  });
});

it.each(['exec', 'execFile'])(
  'nothing has been written where %s finds no program',
  async (name) => {
    const source = `const { ${name} } = require('child_process')
module.exports.run = function (command, cb) {
  ${name}(command, (err, out, errors) => {
    const all = [out, errors]
    if (err) all.push(typeof err.code)
    cb(null, all)
  })
}
`;
    const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
    expect(converted).toContain(`await ${name}Async(command)`);
    for (const command of ['no-such-program', 'true']) {
      expect(await call(converted, [command])).toEqual(await call(source, [command]));
    }
  },
);

/** @param {unknown} value */
function shown(value) {
  const shape = typeof value === 'function' ? value() : value;
  const ofCommand = { stdout: undefined, stderr: undefined };
  return shape instanceof Error ? [shape.message, { ...shape, ...ofCommand }] : shape;
}

it.each([
  [
    'fs.read(fd, Buffer.alloc(4), 0, 4, 0, ',
    '(err, n) => { if (err) return cb(new Error("no")); cb(null, n); }',
  ],
  [
    'fs.read(fd, Buffer.alloc(4), 0, 4, 0, ',
    '(err, n, all) => { if (err) return cb(null, []); cb(null, [n, all]); }',
  ],
  [
    'fs.readv(fd, [Buffer.alloc(4)], 0, ',
    '(err, n, [all]) => { if (err) return cb(err); cb(null, [n, all]); }',
  ],
  [
    'fs.readv(fd, [Buffer.alloc(4)], 0, ',
    '(err, n, all) => { if (err) return cb(err); cb(null, [n, all]); }',
  ],
])('takes what it read apart where an error is handled: %s%s', async (head, callback) => {
  const source = `const fs = require('fs');
module.exports.run = function (fd, cb) {
  ${head}${callback});
};
`;
  const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
  const fd = openSync(import.meta.filename, 'r');
  for (const given of [fd, 9999]) {
    expect((await call(converted, [given])).map(shown)).toEqual(
      (await call(source, [given])).map(shown),
    );
  }
  closeSync(fd);
});

describe('what a command has written to the second stream alone', () => {
  it.each([
    ['none', 'err, stdout, stderr'],
    ['the first', 'err, first, second'],
  ])('is there behind the `try`, under names of %s', async (_, parameters) => {
    const [, , name] = parameters.split(', ');
    const source = `const { exec } = require('child_process');
const events = new (require('events'))();
events.on('go', () => {
  exec('echo out; echo other 1>&2', (${parameters}) => {
    if (err) return events.emit('failed', err);
    events.emit('done', null, ${name});
  });
});
module.exports.run = (cb) => {
  events.once('done', cb);
  events.emit('go');
};
`;
    const { source: converted } = convert({ path: 'a.js', source }, codemod, { node: '20' });
    expect(converted).toContain(' = await execAsync(');
    expect(await call(source, [])).toEqual([null, 'other\n']);
    expect(await call(converted, [])).toEqual([null, 'other\n']);
  });
});
