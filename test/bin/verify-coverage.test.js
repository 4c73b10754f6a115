import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

import { migrate, project, read } from './projects.js';

const OPTIONS = ['--trust=application', '--api=async'];

/**
 * @param {string} name
 * @param {string} type
 */
const load = (
  name,
  type = '',
) => `exports.${name} = function (client${type}, id${type}, cb${type}) {
  client.${name}(id, function (err${type}, value${type}) {
    if (err) return cb(err);
    cb(null, value.name);
  });
};
`;

const STORE = ['fetch', 'load', 'find'].map((name) => load(name)).join('\n');

/** Runs whatever is there of two of the three functions, before and after the migration. */
const TEST = `const store = require('./store');
const client = {
  fetch: (id, cb) => setImmediate(cb, null, { name: id }),
  find: (id, cb) => setImmediate(cb, null, { name: id }),
};
for (const name of ['fetch', 'find']) {
  const given = store[name](client, name, (err, value) => console.log(err, value));
  given?.then(console.log);
}
`;

describe('--verify', () => {
  it('says which conversions the command ran', () => {
    const directory = project({ 'store.js': STORE, 'test.js': TEST });
    const { status, stdout } = migrate(
      directory,
      'store.js',
      ...OPTIONS,
      '--verify=node test.js',
      '--report=report.json',
    );
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining(
        '2 of 3 converted sites were run by the command; look at this one first:\n  store.js:8 callback-to-async\n',
      ),
    ]);
    const { sites } = JSON.parse(read(directory, 'report.json'));
    expect(sites.map((/** @type {any} */ { line, wasRun }) => [line, wasRun])).toEqual([
      [1, true],
      [8, false],
      [15, true],
    ]);
  });

  it('leads compiled code back to what was written', () => {
    const typescript = createRequire(import.meta.url).resolve('typescript');
    const hook = `const ts = require(${JSON.stringify(typescript)});
require.extensions['.ts'] = (module, path) => {
  const text = require('fs').readFileSync(path, 'utf8');
  const { outputText } = ts.transpileModule(text, {
    fileName: path,
    compilerOptions: { module: 'commonjs', target: 'es2022', inlineSourceMap: true, inlineSources: true },
  });
  module._compile(outputText, path);
};
`;
    const types = `interface Row { name: string }\n\ntype Rows = Row[];\n\n`;
    const text = ['fetch', 'load', 'find'].map((name) => load(name, ': any')).join('\n');
    const directory = project({ 'store.ts': types + text, 'test.js': TEST, 'hook.js': hook });
    const { stdout } = migrate(
      directory,
      'store.ts',
      ...OPTIONS,
      '--verify=node -r ./hook.js test.js',
    );
    expect(stdout).toContain(
      '2 of 3 converted sites were run by the command; look at this one first:\n  store.ts:12 callback-to-async\n',
    );
  });

  it('says that it does not know where nothing was measured', () => {
    const directory = project({ 'store.js': STORE });
    const { status, stderr, stdout } = migrate(
      directory,
      ...OPTIONS,
      '--verify=grep -q client store.js',
    );
    expect(status).toBe(0);
    expect(stderr).toContain('which conversions the command ran is not known');
    expect(stdout).not.toContain('run by the command');
  });
});

describe('--keep=tested', () => {
  it('takes back what rests on assumptions and was not run', () => {
    const shown = `const fs = require('fs');
exports.size = async function (file) {
  return await new Promise((resolve) => resolve(file.length));
};
`;
    const directory = project({ 'store.js': STORE, 'size.js': shown, 'test.js': TEST });
    const { status, stdout } = migrate(
      directory,
      ...OPTIONS,
      '--verify=node test.js',
      '--keep=tested',
    );
    expect([status, stdout]).toEqual([
      4,
      expect.stringContaining('refused store.js:8:16 not-tested'),
    ]);
    const [fetch, untested, find] = read(directory, 'store.js').split('\n\nexports.').slice(-3);
    expect(`exports.${untested}\n`).toBe(load('load'));
    expect([fetch, find].join('')).toContain('async function');
    // What rests on nothing that is assumed stays.
    expect(stdout).toContain(
      '2 of 3 converted sites were run by the command; look at this one first:\n  size.js:3 ',
    );
    // The rest can still be taken back.
    expect(migrate(directory, '--undo').status).toBe(0);
    expect(read(directory, 'store.js')).toBe(STORE);
  });

  it.each([
    [['--keep=all', '--verify=true'], '--keep=all: give tested'],
    [['--keep=tested'], '--keep=tested: give the tests by --verify'],
  ])('%j is wrong use', (args, message) => {
    const { status, stderr } = migrate(project({ 'store.js': STORE }), ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
