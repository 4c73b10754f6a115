import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import transform from '../../codemods/generator-to-async.js';

const root = mkdtempSync(join(tmpdir(), 'async-perf-transform-'));
afterAll(() => rmSync(root, { recursive: true }));

const START = "const co = require('co');\nmodule.exports = co.wrap(function* () { return '";
const END = "'; });\n";

/**
 * @param {string} name
 * @param {Buffer} bytes
 * @returns {{ path: string, source: string }} As jscodeshift hands the file in.
 */
const given = (name, bytes) => {
  const path = join(root, name);
  writeFileSync(path, bytes);
  return { path, source: readFileSync(path, 'utf8') };
};

describe('what is not UTF-8 text', () => {
  it.each([
    ['latin-1.js', Buffer.from(`${START}\u00e9\u00ff${END}`, 'latin1')],
    ['utf-16.js', Buffer.from(`\uFEFF${START}${END}`, 'utf16le')],
    ['utf-16-without-mark.js', Buffer.from(START + END, 'utf16le')],
    ['binary.js', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 0xfe, 0])],
  ])('%s is an error, not a file without findings', (name, bytes) => {
    expect(() => transform(given(name, bytes))).toThrow(`${name} is not UTF-8 text. It was left`);
  });

  it.each([
    ['the sign for what could not be decoded', '\uFFFD'],
    ['a NUL', '\0'],
    ['letters of all kinds', '\u00e9\u{1F600}'],
  ])('is not suspected of a string with %s', (_, text) => {
    const file = given('text.js', Buffer.from(START + text + END));

    expect(transform(file)).toBe(`module.exports = async function () { return '${text}'; };\n`);
  });
});

it('names the file, the place and the cause of a syntax error, with one full stop', () => {
  const file = {
    path: 'src/odd.js',
    source: "const co = require('co');\nco(function* () { ) });\n",
  };

  expect(() => transform(file)).toThrow(
    /^src\/odd\.js:2:19 cannot be parsed: [^.]+\. It was left as it is\.$/u,
  );
});
