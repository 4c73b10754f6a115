/** @import { Results } from './document.js' */
/** @import { Judgements } from './verdicts.js' */

import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { shuffle } from '../../bench/shuffle.js';
import { drawPackages } from './draw.js';
import { findInFile } from './findings.js';
import { keyOf } from './place.js';
import { sampleRule } from './sample.js';
import { isBuilt } from './sources.js';
import { compareVerdicts } from './verdicts.js';

const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

describe('the draw', () => {
  it('is the same each time, a third of it from what serves', async () => {
    const { packages, drawn } = await drawPackages();
    expect(await drawPackages()).toEqual(await drawPackages());
    const serving = packages
      .slice(0, drawn)
      .filter(({ kind }) => kind === 'server' || kind === 'framework');
    expect(serving.length).toBeGreaterThanOrEqual(drawn / 3);
  });

  it('keeps what is drawn where others are gone', () => {
    const all = ['a', 'b', 'c', 'd', 'e'];
    const order = shuffle(all, 'seed', (name) => name);
    const [gone] = order.slice(2);
    expect(
      shuffle(
        all.filter((name) => name !== gone),
        'seed',
        (name) => name,
      ),
    ).toEqual(order.filter((name) => name !== gone));
  });
});

it('takes built files for what they are', () => {
  expect(isBuilt('lib/index.js', 'const a = 1;\n')).toBe(false);
  expect(isBuilt('dist/index.js', 'const a = 1;\n')).toBe(true);
  expect(isBuilt('lib/index.min.js', 'const a = 1;\n')).toBe(true);
  expect(isBuilt('lib/index.js', 'a();\n//# sourceMappingURL=index.js.map\n')).toBe(true);
  expect(isBuilt('lib/index.js', 'x'.repeat(1000))).toBe(true);
});

it('finds what the configurations report, in the first that does', () => {
  const text = [
    "const fs = require('fs');",
    "const app = require('express')();",
    "app.get('/', (q, s) => s.send(fs.readFileSync('a')));",
    "exports.load = async () => fs.readFileSync('a');",
  ];
  const find = (/** @type {string[]} */ lines) =>
    findInFile('a@1', { path: '/a/file.cjs', name: 'file.cjs', text: lines.join('\n') });
  expect(find(text)).toMatchObject([
    { rule: 'no-blocking-in-async', line: 3, set: 'recommended', snippet: text[2] },
    { rule: 'no-blocking-in-async', line: 4, set: 'all' },
  ]);
  expect(find(['if ('])).toBeUndefined();
});

it('finds it in every kind of file', () => {
  const findAs = (/** @type {string} */ name, /** @type {string} */ text) =>
    findInFile('a@1', { path: `/nowhere/${name}`, name, text })?.map(({ rule }) => rule);
  const text = 'const wait = async () => await new Promise((resolve) => resolve(1));';
  for (const extension of ['js', 'cjs', 'mjs', 'jsx', 'ts', 'cts', 'mts', 'tsx']) {
    expect([extension, findAs(`file.${extension}`, text)]).toEqual([
      extension,
      ['no-promise-wrapped-await'],
    ]);
  }
  expect(findAs('tsconfig.json', '{ "compilerOptions": { "target": "ES6" } }')).toEqual([
    'no-downleveled-async',
  ]);
  expect(findAs('.babelrc', '{ "presets": ["es2017",] }')).toEqual(['no-downleveled-async']);
});

describe('a sample', () => {
  const finding = (/** @type {string} */ spec, /** @type {number} */ line) => ({
    package: spec,
    file: 'a.js',
    line,
    column: 1,
    rule: 'rule',
    set: /** @type {const} */ ('strict'),
    message: '',
    snippet: '',
  });
  const many = (/** @type {string} */ spec, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, index) => finding(spec, index + 1));

  it('goes on while there are few findings, and takes few of each package', () => {
    const byPackage = [many('a', 7), [], many('b', 3), many('c', 4), many('d', 1)];
    const sample = sampleRule('strict', 'rule', byPackage, { seed: '1', drawn: 2 });
    expect(sample).toMatchObject({ packages: 4, found: 14, within: 3 });
    expect(sample.judged.map((place) => place.package).join('')).toMatch(/^a{3,5}b{1,3}c{2,4}$/u);
    expect(sample.judged.length).toBe(10);
  });

  it('wants more of what is recommended', () => {
    const byPackage = Array.from({ length: 9 }, (_, index) =>
      many(String(index), 5).map((one) => ({ ...one, set: /** @type {const} */ ('recommended') })),
    );
    expect(sampleRule('recommended', 'rule', byPackage, { seed: '1', drawn: 2 })).toMatchObject({
      packages: 6,
      judged: { length: 30 },
    });
  });

  it('is compared with the verdicts', () => {
    const sample = sampleRule('strict', 'rule', [many('a', 2)], { seed: '1', drawn: 1 });
    const [judged] = sample.judged;
    const verdict = { ...finding('b', 1), verdict: true, reason: 'It is.' };
    const { unjudged, stale } = compareVerdicts([sample], {
      verdicts: [{ ...verdict, ...judged }, verdict],
      mended: [],
    });
    expect(unjudged.map(({ line }) => line)).toEqual([sample.judged[1]?.line]);
    expect(stale).toEqual([verdict]);
  });
});

describe('the verdicts', () => {
  /** @type {Results} */
  const { samples } = read('results.json');
  /** @type {Judgements} */
  const judgements = read('verdicts.json');

  it('are those of the last findings, each with a reason', () => {
    expect(compareVerdicts(samples, judgements)).toEqual({ unjudged: [], stale: [] });
    expect(judgements.verdicts.filter(({ reason }) => !/^\S.* .*\.$/u.test(reason))).toEqual([]);
    const keys = judgements.verdicts.map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('leave in `recommended` what is right nine times of ten, and 95 of a hundred overall', () => {
    const recommended = new Set(
      samples.filter(({ set }) => set === 'recommended').flatMap(({ judged }) => judged.map(keyOf)),
    );
    /** @type {Map<string, boolean[]>} */
    const byRule = new Map();
    for (const verdict of judgements.verdicts.filter((each) => recommended.has(keyOf(each)))) {
      byRule.set(verdict.rule, [...(byRule.get(verdict.rule) ?? []), verdict.verdict]);
    }
    const share = (/** @type {boolean[]} */ verdicts) =>
      verdicts.filter(Boolean).length / verdicts.length;
    expect([...byRule].filter(([, verdicts]) => share(verdicts) < 0.9)).toEqual([]);
    expect(share([...byRule.values()].flat())).toBeGreaterThanOrEqual(0.95);
  });
});
