/**
 * How many of the places that collect a stream by its events the codemod converts, over the
 * applications and tools of the corpus, and why not the others. Minified files are left out, and
 * bundled dependencies: nobody migrates them.
 *
 * Usage: node test/corpus/collectors.js [--only PACKAGE]
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { codemod } from '../../codemods/stream-events-to-for-await.js';
import { convert } from '../../core/codemod/convert.js';
import { countCollectors } from './count-collectors.js';
import { listCorpus } from './files.js';

/**
 * @typedef {object} CollectorResult
 * @property {string} file
 * @property {number} line
 * @property {string} stream
 * @property {string} outcome `converted`, the reason of the refusal, or `not found`.
 * @property {string} [output] The hash of the converted file, so that a verdict is one on this text.
 * @property {'same' | 'wrong'} [verdict] Of somebody who read the file before and after.
 */

const RESULTS = new URL('collectors.json', import.meta.url);
const MINIFIED = 500;

/** The last of the packages of the list that are migrated as a whole. */
const LAST = 'bower@1.8.13';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const earlier = await readEarlier();
const verdicts = new Map(earlier.results.map(({ output = '', verdict }) => [output, verdict]));
const { packages } = JSON.parse(await readFile(new URL('packages.json', import.meta.url), 'utf8'));
const wanted = packages.slice(0, packages.indexOf(LAST) + 1);

/** @type {CollectorResult[]} */
const results = [];
for (const { name, path, isBundle } of await listCorpus(
  (spec) => wanted.includes(spec) && (values.only ?? spec) === spec,
)) {
  const source = await readFile(path, 'utf8');
  const isForeign = isBundle || name.includes('/node_modules/');
  const isMinified = source.length / source.split('\n').length > MINIFIED;
  const found = isForeign || isMinified ? [] : (countCollectors(source) ?? []);
  if (found.length > 0) {
    results.push(...judge(name, source, found));
  }
}
const converted = results.filter(({ outcome }) => outcome === 'converted').length;
process.stdout.write(`${converted} of ${results.length} collectors converted\n`);
if (values.only === undefined) {
  await writeFile(
    RESULTS,
    `${JSON.stringify({ found: results.length, converted, results, read: earlier.read }, null, 2)}\n`,
  );
}

/**
 * @returns {Promise<{ results: CollectorResult[], read: object[] }>} What is there already; `read` are
 *   conversions in other packages that somebody read and judged.
 */
async function readEarlier() {
  const text = await readFile(RESULTS, 'utf8').catch(() => '{ "results": [], "read": [] }');
  return JSON.parse(text);
}

/**
 * @param {string} file
 * @param {string} source
 * @param {readonly import('./count-collectors.js').CollectorFound[]} found
 * @returns {CollectorResult[]}
 */
function judge(file, source, found) {
  const { source: text, sites } = convert({ path: file, source }, codemod, { node: '20' });
  const output = createHash('sha1').update(text).digest('hex');
  return found.map(({ line, stream }) => {
    const site = sites.find((each) => each.line === line);
    const outcome = site ? (site.reason ?? site.status) : 'not found';
    const verdict = verdicts.get(output);
    return {
      file,
      line,
      stream: stream.replaceAll(/\s+/gu, ' ').slice(0, 60),
      outcome,
      ...(outcome === 'converted' && { output, ...(verdict && { verdict }) }),
    };
  });
}
