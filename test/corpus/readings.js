/**
 * Draws conversions of the corpus by a seed, for somebody to read and judge one by one.
 *
 * Usage: node test/corpus/readings.js --codemod NAME --seed SEED --count N --out DIRECTORY
 *          [--accept=timing-unobservable]
 *   Writes a diff of each conversion into the directory, and the draw into `readings.json`, where the
 *   verdicts and their reasons are written by hand. A draw that is there already keeps them, as far
 *   as its conversions come out as they did.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { createTwoFilesPatch } from 'diff';

import { convert } from '../../core/codemod/convert.js';
import { shuffle } from '../../bench/shuffle.js';
import { listCorpus } from './files.js';

/** @import { Codemod, ProjectFile } from '../../core/codemod/convert.js' */

/**
 * @typedef {object} Reading
 * @property {string} file The package's spec and the path in it.
 * @property {number} line
 * @property {string} output The hash of the converted file, so that a verdict is one on this text.
 * @property {'same' | 'wrong'} [verdict]
 * @property {string} [reason]
 *
 * @typedef {object} Draw
 * @property {string} codemod
 * @property {string} seed
 * @property {Record<string, string>} options
 * @property {number} [of] How many conversions it was drawn from.
 * @property {Reading[]} conversions
 * @property {{ file: string, line: number, reason: string }[]} [mended] What was drawn and found wrong,
 *   and comes out otherwise since.
 */

const READINGS = new URL('readings.json', import.meta.url);
const CONTEXT = 12;

const { values } = parseArgs({
  options: {
    codemod: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    out: { type: 'string' },
    'timing-unobservable': { type: 'string' },
  },
});
const { codemod: name = '', seed = '', count = '25', out = '.' } = values;
const timing = values['timing-unobservable'];
const options = { node: '20', ...(timing !== undefined && { 'timing-unobservable': timing }) };
const { codemod } = await import(`../../codemods/${name}.js`);
const found = await findConversions(codemod, options);
const drawn = shuffle(found, seed, keyOf).slice(0, Number(count));

await mkdir(out, { recursive: true });
for (const [index, { file, line, source, text }] of drawn.entries()) {
  const diff = createTwoFilesPatch(`${file}:${line}`, '', source, text, '', '', {
    context: CONTEXT,
  });
  await writeFile(path.join(out, `${String(index + 1).padStart(2, '0')}.diff`), diff);
}

/** @type {Draw[]} */
const draws = JSON.parse(await readFile(READINGS, 'utf8').catch(() => '[]'));
const isThis = (/** @type {Draw} */ draw) => draw.codemod === name && draw.seed === seed;
const known = new Map(
  draws.filter(isThis).flatMap((draw) => draw.conversions.map((each) => [keyOf(each), each])),
);
const mended = draws.find(isThis)?.mended;
const draw = {
  codemod: name,
  seed,
  options,
  of: found.length,
  conversions: drawn.map(({ file, line, text }) => {
    const output = createHash('sha1').update(text).digest('hex');
    const earlier = known.get(keyOf({ file, line }));
    return earlier?.output === output ? earlier : { file, line, output };
  }),
  ...(mended && { mended }),
};
const all = [...draws.filter((each) => !isThis(each)), draw];
await writeFile(READINGS, `${JSON.stringify(all, undefined, 2)}\n`);
const unread = draw.conversions.filter(({ verdict }) => verdict === undefined).length;
process.stdout.write(`${drawn.length} of ${found.length} conversions, ${unread} to be read\n`);

/** @param {{ file: string, line: number }} place */
function keyOf({ file, line }) {
  return `${file}:${line}`;
}

/**
 * @param {Codemod} pattern
 * @param {Record<string, unknown>} given
 * @returns {Promise<{ file: string, line: number, source: string, text: string }[]>} Every conversion
 *   of the corpus.
 */
async function findConversions(pattern, given) {
  /** @type {Map<string, (ProjectFile & { file: string })[]>} */
  const packages = new Map();
  for (const { name: file, path: place, isBundle } of await listCorpus(() => true)) {
    const spec = file.slice(0, file.indexOf('/', 1 + file.indexOf('@', 1)));
    if (!isBundle) {
      const files = packages.get(spec) ?? [];
      files.push({ file, path: place, source: await readFile(place, 'utf8') });
      packages.set(spec, files);
    }
  }
  const conversions = [];
  for (const files of packages.values()) {
    const candidates = files.filter(({ source }) =>
      pattern.patterns.some(({ words }) => words.test(source)),
    );
    const plan = candidates.length > 0 ? pattern.planProject?.(files, given) : undefined;
    for (const { file, path: place, source } of candidates) {
      const facts = plan?.factsFor(place);
      const { source: text, sites } = convert({ path: place, source }, pattern, given, facts);
      const converted = sites.filter(({ status }) => status === 'converted');
      conversions.push(...converted.map(({ line }) => ({ file, line, source, text })));
    }
  }
  return conversions;
}
