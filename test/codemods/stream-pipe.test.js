import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import { gzipSync } from 'node:zlib';

import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * Files that a promise pipes, beside `pipeline` over the same files.
 */

const require = createRequire(import.meta.url);
const directory = mkdtempSync(path.join(tmpdir(), 'stream-pipe-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** @param {string} name @param {string | Buffer} content */
function file(name, content) {
  const target = path.join(directory, name);
  writeFileSync(target, content);
  return target;
}

const LONG = Buffer.alloc(150_000, 'some text, ');

const SOURCES = {
  empty: file('empty', ''),
  short: file('short', 'text'),
  'of many chunks': file('long', LONG),
  zipped: file('zipped', gzipSync(LONG)),
  'zipped, and cut off': file('cut', gzipSync(LONG).subarray(0, 200)),
  'zipped, with an error in the midst': file(
    'broken',
    Buffer.concat([gzipSync(LONG).subarray(0, 200), Buffer.alloc(70_000, 7)]),
  ),
  missing: path.join(directory, 'missing'),
  'a directory': directory,
};

/** @type {Readonly<Record<string, string>>} */
const COPIES = {
  statements: `exports.copy = (from, to) => new Promise((resolve, reject) => {
  const source = fs.createReadStream(from);
  source.on('error', reject);
  const target = fs.createWriteStream(to);
  target.on('error', (error) => reject(error));
  target.on('finish', resolve);
  source.pipe(target);
});`,
  'a chain': `exports.copy = function (from, to) {
  return new Promise((resolve, reject) => {
    fs.createReadStream(from, { highWaterMark: 1000 }).on('error', reject)
      .pipe(fs.createWriteStream(to)).on('error', reject).on('close', () => resolve(to));
  });
};`,
  'bytes that are counted': `exports.copy = async (from, to) => {
  const source = fs.createReadStream(from);
  const target = fs.createWriteStream(to, { highWaterMark: 1000 });
  const count = await new Promise((resolve, reject) => {
    source.on('error', reject).pipe(target).on('error', reject);
    target.once('finish', () => { resolve(target.bytesWritten); });
  });
  return [to, count];
};`,
  gunzip: `exports.copy = (from, to) => {
  const task = new Promise((resolve, reject) => {
    fs.createReadStream(from).on('error', reject)
      .pipe(zlib.createGunzip()).on('error', reject)
      .pipe(fs.createWriteStream(to)).on('error', reject).on('finish', resolve);
  });
  return task;
};`,
  ciphers: `exports.copy = (from, to) => new Promise((resolve, reject) => {
  const cipher = crypto.createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), Buffer.alloc(16, 2));
  cipher.on('error', reject);
  fs.createReadStream(from).on('error', reject)
    .pipe(cipher)
    .pipe(new stream.PassThrough()).on('error', reject)
    .pipe(fs.createWriteStream(to)).on('error', reject).on('finish', () => resolve('done'));
});`,
};

/** @param {string} source */
function load(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(
    `const fs = require('fs'), zlib = require('zlib'), crypto = require('crypto'), stream = require('stream');
${source}`,
    ['exports', 'require'],
  )(module.exports, require);
  return module.exports;
}

/**
 * @param {string} source
 * @param {string} from
 * @param {string} to
 */
async function copy(source, from, to) {
  /** @type {Record<string, unknown>} */
  let outcome;
  try {
    outcome = { value: await load(source).copy(from, to) };
  } catch (error) {
    const { code, name } = /** @type {NodeJS.ErrnoException} */ (error);
    outcome = { code, name };
  }
  const isWritten = 'value' in outcome && to !== directory;
  return { ...outcome, content: isWritten ? readFileSync(to) : undefined };
}

/** @param {string} to @returns {boolean} Whether the process has the file open. */
function isOpen(to) {
  return readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === to;
    } catch {
      // The directory itself was open while it was read.
      return false;
    }
  });
}

const withImports = (/** @type {string} */ source) =>
  `const fs = require('fs'), zlib = require('zlib'), crypto = require('crypto'), stream = require('stream');
${source}`;

describe.each(Object.entries(COPIES))('%s', (name, source) => {
  const converted = convert({ path: 'copy.cjs', source: withImports(source) }, codemod, {
    node: '20',
  });
  const after = converted.source.replace(/^const fs.*\n/u, '');

  it('is converted', () => {
    expect(converted.sites).toHaveLength(1);
    expect(converted.sites[0]?.assumes).toContain('pipe-destroys');
    expect(converted.source).toContain('await streams.pipeline(');
  });

  it.each(Object.entries(SOURCES))('copies what is %s', async (_, from) => {
    const to = path.join(directory, `to-${path.basename(from)}`);
    const expected = await copy(source, from, to);
    expect(await copy(after, from, to)).toEqual(expected);
    // Of two failures either may be the first.
    for (const failing of 'value' in expected ? [path.join(to, 'none'), directory] : []) {
      expect(await copy(after, from, failing)).toEqual(await copy(source, from, failing));
    }
  });

  it.runIf(process.platform === 'linux')('closes what failed', async () => {
    const to = path.join(directory, `closed-${name.replaceAll(' ', '-')}`);
    await copy(after, SOURCES.missing, to);
    await expect.poll(() => isOpen(to)).toBe(false);
  });
});

it('does the same with util.promisify where Node has no stream/promises', async () => {
  const source = /** @type {string} */ (COPIES['gunzip']);
  const converted = convert({ path: 'copy.cjs', source: withImports(source) }, codemod, {
    node: '10',
  });
  expect(converted.source).toContain('util.promisify(stream.pipeline)');
  const after = converted.source.replace(/^const fs.*\n/u, '');
  for (const from of Object.values(SOURCES)) {
    const to = path.join(directory, `old-${path.basename(from)}`);
    expect(await copy(after, from, to)).toEqual(await copy(source, from, to));
  }
});

it('leaves a response alone, which the client holds, too', async () => {
  const source = `const fs = require('fs'), http = require('http');
exports.copy = (url, to) => new Promise((resolve, reject) => {
  const target = fs.createWriteStream(to);
  http.get(url, (response) => {
    response.on('error', reject).pipe(target).on('error', reject).on('finish', resolve);
  });
});
exports.piped = (response, to) => new Promise((resolve, reject) => {
  response.on('error', reject).pipe(fs.createWriteStream(to)).on('error', reject).on('finish', resolve);
});`;
  const { source: output, sites } = convert({ path: 'copy.cjs', source }, codemod, { node: '20' });
  expect(sites.map(({ reason }) => reason)).toEqual(['stream-unknown']);
  expect(output).toBe(source);
  const server = http.createServer((_, response) => response.end('sent'));
  await promisify(server.listen.bind(server))();
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const to = path.join(directory, 'response');
  await load(source.replace(/^.*\n/u, "const http = require('http');\n")).copy(
    `http://localhost:${port}`,
    to,
  );
  server.close();
  expect(readFileSync(to, 'utf8')).toBe('sent');
});
