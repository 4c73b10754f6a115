import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';

import { afterAll, describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';

/**
 * Listeners that only collect, and what `stream/consumers` and `stream/promises` make of the same
 * streams.
 */

const require = createRequire(import.meta.url);
const directory = mkdtempSync(path.join(tmpdir(), 'stream-consumers-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** @param {string} name @param {string | Buffer} content */
function file(name, content) {
  const target = path.join(directory, name);
  writeFileSync(target, content);
  return target;
}

const FILES = {
  empty: file('empty', ''),
  'a number': file('number', '17'),
  'characters of several bytes': file('long', '"ä€😀"'.repeat(40)),
  'a byte order mark': file('mark', '\uFEFF{"a":1}'),
  json: file('json', '{"a":["ä€😀"]}'),
  'no text': file('bytes', Buffer.from([0xff, 0x00, 0xe2, 0x82])),
  'no file': path.join(directory, 'missing'),
  'a directory': directory,
};

/** @param {string} listeners @param {string} made @param {string} collected */
const reader = (listeners, made, collected) => `const fs = require('fs');
exports.read = (file) => new Promise((resolve, reject) => {
  ${collected}
  const stream = ${made};
  ${listeners}
  stream.on('error', reject);
});`;

const TEXT = "stream.on('data', (chunk) => { body += chunk; });";
const BYTES = "stream.on('data', (chunk) => chunks.push(chunk));";
const UTF8 = "fs.createReadStream(file, { encoding: 'utf8', highWaterMark: 5 })";
const PLAIN = 'fs.createReadStream(file, { highWaterMark: 5 })';

/** What each is written with. @type {[string, string, string][]} */
const READERS = [
  [
    'text',
    reader(`${TEXT}\n  stream.on('end', () => resolve(body));`, UTF8, "let body = '';"),
    'await consumers.text(stream)',
  ],
  [
    'text, used twice',
    reader(
      `${TEXT}\n  stream.on('end', () => { body = body.trim(); resolve([body, body.length]); });`,
      UTF8,
      "let body = '';",
    ),
    'let body = await consumers.text(stream);',
  ],
  [
    'text of a stream that is told its encoding',
    reader(
      `stream.setEncoding('latin1');\n  ${TEXT}\n  stream.on('end', () => resolve(body));`,
      PLAIN,
      "let body = '';",
    ),
    'await consumers.text(stream)',
  ],
  [
    'text with comments around',
    reader(
      `${TEXT} // all of it\n  stream.on('end', () => resolve(body)); // done`,
      UTF8,
      "// what is read\n  let body = ''; // so far",
    ),
    'await consumers.text(stream)',
  ],
  [
    'json',
    reader(`${TEXT}\n  stream.on('end', () => resolve(JSON.parse(body)));`, UTF8, "let body = '';"),
    'await consumers.json(stream)',
  ],
  [
    'bytes',
    reader(
      `${BYTES}\n  stream.on('end', () => resolve(Buffer.concat(chunks)));`,
      PLAIN,
      'const chunks = [];',
    ),
    'await consumers.buffer(stream)',
  ],
  [
    'bytes as text',
    reader(
      `${BYTES}\n  stream.on('end', () => { const all = Buffer.concat(chunks).toString('utf8'); resolve(all); });`,
      PLAIN,
      'const chunks = [];',
    ),
    '(await consumers.buffer(stream)).toString',
  ],
  [
    'nothing',
    reader(`stream.on('data', () => {});\n  stream.on('end', () => resolve('end'));`, PLAIN, ''),
    'await streams.finished(stream.resume())',
  ],
  [
    'nothing, in a callback',
    `const fs = require('fs');
const { promisify } = require('util');
function read(file, cb) {
  const stream = ${PLAIN};
  stream.on('data', () => {});
  stream.on('end', () => cb(null, 'end'));
  stream.on('error', cb);
}
module.exports = { read: (file) => promisify((cb) => read(file, cb))() };`,
    'await streams.finished(stream.resume())',
  ],
];

/** What is left to a loop, and why. @type {[string, string][]} */
const LOOPS = [
  [
    'bytes that are added to a text: each chunk is decoded by itself',
    reader(`${TEXT}\n  stream.on('end', () => resolve(body));`, PLAIN, "let body = '';"),
  ],
  [
    'text that is put into a list: `Buffer.concat` throws',
    reader(
      `${BYTES}\n  stream.on('end', () => resolve(Buffer.concat(chunks)));`,
      UTF8,
      'const chunks = [];',
    ),
  ],
  [
    'a stream that may have been told an encoding',
    reader(
      `if (file.endsWith('long')) stream.setEncoding('utf8');\n  ${BYTES}\n  stream.on('end', () => resolve(Buffer.concat(chunks)));`,
      PLAIN,
      'const chunks = [];',
    ),
  ],
  [
    'what was there before',
    reader(`${TEXT}\n  stream.on('end', () => resolve(body));`, UTF8, "let body = 'all: ';"),
  ],
  [
    'what is done before the bytes are put together',
    reader(
      `${BYTES}\n  stream.on('end', () => { const { length } = chunks; resolve([length > 0, Buffer.concat(chunks)]); });`,
      PLAIN,
      'const chunks = [];',
    ),
  ],
  [
    'what a comment says of the chunks',
    reader(
      `stream.on('data', (chunk) => { /* each */ body += chunk; });\n  stream.on('end', () => resolve(body));`,
      UTF8,
      "let body = '';",
    ),
  ],
  [
    'what the error finds',
    `const fs = require('fs');
exports.read = (file) => new Promise((resolve) => {
  let body = '';
  const stream = ${UTF8};
  ${TEXT}
  stream.on('end', () => resolve(body));
  stream.on('error', () => resolve('only ' + body));
});`,
  ],
];

/** @param {string} source */
function load(source) {
  const module = { exports: /** @type {any} */ ({}) };
  compileFunction(source, ['module', 'exports', 'require'])(module, module.exports, require);
  return module.exports;
}

/** @param {Promise<unknown>} promise */
async function outcomeOf(promise) {
  try {
    const value = await promise;
    return { value: Buffer.isBuffer(value) ? value.toString('hex') : value };
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    return { error: code ?? message };
  }
}

/** @param {string} source */
const toAwait = (source) => convert({ path: 'module.cjs', source }, codemod, { node: '20' });

describe.each(READERS)('%s', (_name, source, expected) => {
  const { source: output } = toAwait(source);

  it('is written so', () => {
    expect(output).toContain(expected);
    expect(output).not.toContain('for await');
  });

  it.each(Object.entries(FILES))('reads %s', async (_file, target) => {
    const before = await outcomeOf(throwing(() => load(source).read(target)));
    const after = await outcomeOf(load(output).read(target));
    expect(after).toEqual(before);
  });

  it('is a loop where Node lacks it', () => {
    const { source: old } = convert({ path: 'module.cjs', source }, codemod, { node: '14' });
    expect(old).toContain('for await');
  });
});

/**
 * What a listener throws ends the process; here it is what the promise is rejected with, as it is
 * after the conversion.
 *
 * @param {() => Promise<unknown>} read
 * @returns {Promise<unknown>}
 */
function throwing(read) {
  return new Promise((resolve, reject) => {
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const settle = (/** @type {() => void} */ then) => {
      process.removeAllListeners('uncaughtException');
      for (const each of others) process.on('uncaughtException', each);
      then();
    };
    process.once('uncaughtException', (error) => settle(() => reject(error)));
    read().then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    );
  });
}

describe.each(LOOPS)('a loop for %s', (_name, source) => {
  it('and for nothing else', () => {
    const { source: output, sites } = toAwait(source);
    expect(sites.map(({ status }) => status)).toEqual(['converted']);
    expect(output).toContain('for await');
    expect(output).not.toContain('consumers');
  });
});

describe('a request', () => {
  const SERVER = `const http = require('http');
exports.server = http.createServer((req, res) => {
  const chunks = [];
  req.on('data', (chunk) => {
    chunks.push(chunk);
  });
  req.on('end', () => {
    const body = Buffer.concat(chunks);
    res.end(body.toString('hex'));
  });
});
exports.ask = (port, given) => new Promise((resolve, reject) => {
  const request = http.request({ port, method: 'POST' }, (res) => {
    let text = '';
    res.setEncoding('utf8');
    res.on('data', (chunk) => { text += chunk; });
    res.on('end', () => resolve(text));
  });
  request.on('error', reject);
  for (const each of given) request.write(each);
  request.end();
});`;

  it.each([
    ['nothing', []],
    ['text in parts', ['a', '€'.repeat(70_000), 'c']],
  ])('with %s', async (_name, given) => {
    const { source: output } = toAwait(SERVER);
    expect(output).toContain('const body = await consumers.buffer(req);');
    expect(output).toContain('await consumers.text(res)');
    const [before, after] = await Promise.all(
      [SERVER, output].map(async (source) => {
        const { server, ask } = load(source);
        await promisify(server.listen.bind(server))(0);
        const answer = await ask(server.address().port, given);
        server.close();
        return answer;
      }),
    );
    expect(after).toBe(before);
  });

  it('that is cut off, is answered as one that failed', async () => {
    const { server } = load(toAwait(SERVER).source);
    await promisify(server.listen.bind(server))(0);
    const { port } = server.address();
    const closed = new Promise((resolve) => {
      server.once(
        'request',
        (/** @type {unknown} */ _req, /** @type {import('node:http').ServerResponse} */ res) => {
          res.once('close', () => setTimeout(() => resolve(res.statusCode), 50));
        },
      );
    });
    const request = http.request({ port, method: 'POST' });
    request.on('error', () => undefined);
    request.write('half', () => setTimeout(() => request.destroy(), 20));
    expect(await closed).toBe(500);
    server.close();
  });
});
