import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { codemod as bluebirdToNative } from '../../codemods/bluebird-to-native.js';
import { codemod as unwrapPromises } from '../../codemods/unwrap-promises.js';
import { convert } from '../../core/codemod/convert.js';

/** What a test of the project puts in the place of Node's own functions, beside other codemods. */

const root = mkdtempSync(join(tmpdir(), 'async-perf-replaced-'));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * @param {import('../../core/codemod/convert.js').Codemod} codemod
 * @param {string} source
 * @param {string} test Of the file beside it.
 */
function convertBeside(codemod, source, test) {
  const directory = mkdtempSync(join(root, 'project-'));
  const path = join(directory, 'lib', 'read.js');
  const files = { 'package.json': '{}', 'lib/read.js': source, 'test/read.js': test };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const options = { node: '20' };
  const facts = codemod.planProject?.([{ path, source }], options).factsFor(path);
  return convert({ path, source }, codemod, options, facts);
}

const STUB = "const fs = require('fs'); sinon.stub(fs, 'readFile').yields(null, 'text');";
const OTHER = "const fs = require('fs'); sinon.stub(fs, 'stat').yields(null, {});";

describe.each([
  [
    'a promise by hand',
    unwrapPromises,
    `const fs = require('fs');
exports.read = (path) => new Promise((resolve, reject) => fs.readFile(path, (err, text) => (err ? reject(err) : resolve(text))));
`,
  ],
  [
    '`promisifyAll`',
    bluebirdToNative,
    `const Bluebird = require('bluebird');
const fs = Bluebird.promisifyAll(require('fs'));
exports.read = async (path) => await fs.readFileAsync(path);
`,
  ],
])('%s of a function of Node', (_, codemod, source) => {
  it('stays where a test replaces the function', () => {
    const conversion = convertBeside(codemod, source, STUB);
    expect(conversion.sites.map(({ reason }) => reason)).toContain('core-replaced');
    expect(conversion.source).toBe(source);
  });

  it('goes where a test replaces another one', () => {
    expect(convertBeside(codemod, source, OTHER).changed).toBe(true);
  });
});

describe('a delay', () => {
  const source = `const Bluebird = require('bluebird');
exports.wait = async () => { await Bluebird.delay(10); };
`;

  it('is one of the global timers where a test has a clock of its own', () => {
    const { source: output } = convertBeside(
      bluebirdToNative,
      source,
      'const clock = sinon.useFakeTimers();',
    );
    expect(output).toContain('await new Promise((resolve) => setTimeout(resolve, 10));');
  });

  it('is one of `timers/promises` elsewhere', () => {
    const { source: output } = convertBeside(bluebirdToNative, source, 'wait();');
    expect(output).toContain('await timers.setTimeout(10);');
  });
});

describe('`promisifyAll` whose methods a test replaces by their names', () => {
  const source = `const Bluebird = require('bluebird');
const store = Bluebird.promisifyAll(require('fs'));
exports.read = async (path) => await store.readFileAsync(path);
`;

  it.each([
    "const fs = require('fs'); sinon.stub(fs, 'readFileAsync').resolves('text');",
    "const fs = require('fs'); fs.readFileAsync = () => Promise.resolve('text');",
    "const read = proxyquire('../lib/read', { fs: { readFileAsync: () => 'text' } });",
    "jest.spyOn(fs, 'readFileAsync').mockResolvedValue('text');",
  ])('stays: %s', (test) => {
    const conversion = convertBeside(bluebirdToNative, source, test);
    expect(conversion.sites.map(({ reason }) => reason)).toContain('core-replaced');
    expect(conversion.source).toBe(source);
  });

  it.each([
    "sinon.stub(fs, 'statAsync');",
    'const readFileAsync = promisify(fs.readFile);',
    "log('readFileAsync is called');",
  ])('goes: %s', (test) => {
    expect(convertBeside(bluebirdToNative, source, test).changed).toBe(true);
  });
});
