import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { codemod } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';
import { describeResult, queryBuilder } from './query-builder.js';

/**
 * Chunks of streams: a listener gets a promise as it is, `for await` waits for it.
 */

const require = createRequire(import.meta.url);

/** @param {string} stream @param {string} [data] */
const programOf = (stream, data = 'all.push(chunk);') => `const fs = require('fs');
const { PassThrough, Readable, Transform } = require('stream');
const knex = require('knex')({});
exports.read = (given) => {
  const source = ${stream};
  return new Promise((resolve, reject) => {
    const all = [];
    let body = '';
    source.on('data', (chunk) => {
      ${data}
    });
    source.on('end', () => {
      resolve([all, body]);
    });
    source.on('error', reject);
  });
};
`;

/** A stream of these chunks, in object mode. @param {string} chunks */
const objects = (chunks) =>
  `new Readable({ objectMode: true, read() { ${chunks} this.push(null); } })`;

const KNOWN = [
  objects('this.push(Promise.resolve(1));'),
  objects("this.push(knex('a').first());"),
  objects('this.push({ then(go) { go(1); } });'),
  `${objects('this.push("a");')}.pipe(new Transform({ objectMode: true, transform(chunk, encoding, done) { done(null, knex(chunk)); } }))`,
];

const SHOWN = [
  objects('this.push({ id: 1 });'),
  objects('this.push([Promise.resolve(1)]);'),
  objects("this.push(knex('a').toString());"),
  'Readable.from([1, 2])',
  'Readable.from([Promise.resolve(1)])',
  "new PassThrough().end('text')",
  'new Readable({ read() { this.push("a"); this.push(null); } })',
  "fs.createReadStream('package.json', { end: 4, encoding: 'utf8' })",
];

/** @param {string} source @param {Record<string, unknown>} [options] */
const convertIt = (source, options) =>
  convert({ path: 'program.js', source }, codemod, { node: '20', ...options });

/** @param {string} source @param {unknown} [given] */
async function run(source, given) {
  /** @type {string[]} */
  const started = [];
  const module = { exports: /** @type {any} */ ({}) };
  const requireIt = (/** @type {string} */ name) =>
    name === 'knex' ? queryBuilder(started) : require(name);
  compileFunction(source, ['module', 'exports', 'require'])(module, module.exports, requireIt);
  return { value: describeResult(await module.exports.read(given)), started };
}

/** @param {ReturnType<typeof convertIt>} conversion */
const assumed = ({ sites }) =>
  sites.flatMap(({ assumes = [] }) => assumes).filter((id) => id === 'result-is-no-promise');

describe('chunks', () => {
  it.each(KNOWN)('that a loop would wait for keep their listener: %s', async (stream) => {
    const source = programOf(stream);
    const { changed, sites } = convertIt(source);
    expect(sites.map(({ reason }) => reason)).toEqual(['result-is-promise']);
    expect(changed).toBe(false);
    expect((await run(source)).started).toEqual([]);
  });

  it.each(SHOWN)('that are plain convert, and nothing is assumed: %s', async (stream) => {
    const source = programOf(stream).replace(/\.end\('text'\)/u, '');
    const conversion = convertIt(source);
    expect(conversion.changed).toBe(true);
    expect(assumed(conversion)).toEqual([]);
    if (!stream.startsWith('new PassThrough')) {
      expect(await run(conversion.source)).toEqual(await run(source));
    }
  });

  it('of a stream from elsewhere are taken for plain, and named', async () => {
    const source = programOf('given').replace('(given)', '(stream)').replace('= given', '= stream');
    const conversion = convertIt(source);
    expect(conversion.changed).toBe(true);
    expect(assumed(conversion)).toEqual(['result-is-no-promise']);
    const chunks = () => require('node:stream').Readable.from(['a', 'b']);
    expect(await run(conversion.source, chunks())).toEqual(await run(source, chunks()));
    expect(convertIt(source, { refuse: 'result-is-no-promise' }).sites[0]?.reason).toBe(
      'result-may-be-promise',
    );
  });

  it('of a stream from elsewhere that only bytes and text fit are none', () => {
    const source = programOf('given', 'body += chunk;')
      .replace('(given)', '(stream)')
      .replace('= given', '= stream');
    const conversion = convertIt(source);
    expect(conversion.changed).toBe(true);
    expect(assumed(conversion)).toEqual([]);
  });
});
