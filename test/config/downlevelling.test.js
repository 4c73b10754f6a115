import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { findDownLevelling } from '../../core/config/downlevelling.js';
import { parseJson } from '../../core/analysis/environment/json.js';

/** @type {string[]} */
const folders = [];

afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true });
  }
});

/**
 * @param {Record<string, unknown>} files The content of each; a string as it is, else as JSON.
 * @param {string} file The one that is looked at.
 * @returns {unknown[]} The path and kind of each finding.
 */
function find(files, file = 'tsconfig.json') {
  const folder = mkdtempSync(path.join(tmpdir(), 'async-perf-'));
  folders.push(folder);
  /** @type {Record<string, string>} */
  const texts = {};
  for (const [name, content] of Object.entries({ 'package.json': {}, ...files })) {
    const target = path.join(folder, name);
    texts[name] = typeof content === 'string' ? content : JSON.stringify(content);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, texts[name]);
  }
  return findDownLevelling(path.join(folder, file), parseJson(texts[file] ?? '')).map(
    ({ path: keys, kind }) => [keys.join('.'), kind],
  );
}

const OLD = { compilerOptions: { target: 'ES2015' } };
const TARGET = [['compilerOptions.target', 'target']];

describe('a tsconfig.json that extends another', () => {
  it('takes noEmit from there', () => {
    const base = { compilerOptions: { noEmit: true } };
    expect(find({ 'base.json': base, 'tsconfig.json': { extends: './base', ...OLD } })).toEqual([]);
  });

  it('can take noEmit back', () => {
    expect(
      find({
        'base.json': { compilerOptions: { noEmit: true } },
        'tsconfig.json': {
          extends: './base.json',
          compilerOptions: { noEmit: false, target: 'ES5' },
        },
      }),
    ).toEqual(TARGET);
  });

  it('is reported for the target of a package', () => {
    expect(
      find({
        'node_modules/@tsconfig/old/tsconfig.json': OLD,
        'tsconfig.json': { extends: '@tsconfig/old' },
      }),
    ).toEqual([['extends', 'inheritedTarget']]);
    expect(
      find({
        'node_modules/old/package.json': { tsconfig: 'configs/main.json' },
        'node_modules/old/configs/main.json': OLD,
        'node_modules/new/base.json': { compilerOptions: { strict: true } },
        'tsconfig.json': { extends: ['old', 'new/base.json'] },
      }),
    ).toEqual([['extends.0', 'inheritedTarget']]);
  });

  it('is not reported for a target that is reported where it is', () => {
    const files = {
      'tsconfig.base.json': OLD,
      'tsconfig.json': { extends: './tsconfig.base.json' },
    };
    expect(find(files)).toEqual([]);
    expect(find(files, 'tsconfig.base.json')).toEqual(TARGET);
  });

  it('is reported for a target that is not reported where it is', () => {
    expect(
      find({
        'tsconfig.base.json': { files: [], ...OLD },
        'tsconfig.json': { extends: './tsconfig.base.json', include: ['src'] },
      }),
    ).toEqual([['extends', 'inheritedTarget']]);
  });

  it('overrides the target', () => {
    expect(
      find({
        'base.json': OLD,
        'tsconfig.json': { extends: './base', compilerOptions: { target: 'ES2022' } },
      }),
    ).toEqual([]);
  });

  it('may go in a circle, or to what is no JSON', () => {
    expect(find({ 'tsconfig.json': { extends: './tsconfig.json', ...OLD } })).toEqual([]);
    expect(find({ 'base.json': '{', 'tsconfig.json': { extends: './base', ...OLD } })).toEqual([]);
  });
});

/**
 * @param {number} size
 * @param {(next: string) => unknown} extend
 * @returns {Record<string, unknown>} Files that extend one another.
 */
function chainOf(size, extend) {
  const files = Array.from({ length: size }, (_, index) => [
    `t${index}.json`,
    { extends: extend(`./t${index + 1}.json`) },
  ]);
  return { ...Object.fromEntries(files), [`t${size}.json`]: OLD };
}

describe('what a tsconfig.json extends', () => {
  const inherited = (/** @type {string} */ path) => [[path, 'inheritedTarget']];

  it('is read once, however many ways lead there', () => {
    // There are 2 ** 60 of them.
    const chain = chainOf(60, (next) => [next, next]);
    const extending = { extends: ['./t0.json', './t0.json'] };
    expect(find({ ...chain, 'tsconfig.json': extending })).toEqual(inherited('extends.1'));
  });

  it('may be far away', () => {
    const chain = chainOf(3000, (next) => next);
    const extending = { extends: './t0.json' };
    expect(find({ ...chain, 'tsconfig.json': extending })).toEqual(inherited('extends'));
  });

  it('decides in the order of the list, over what it extends itself', () => {
    const NEW = { compilerOptions: { target: 'ES2022' } };
    const files = { 'old.json': OLD, 'new.json': { extends: './old.json', ...NEW } };
    const withList = (/** @type {string[]} */ ...list) =>
      find({ ...files, 'tsconfig.json': { extends: list } });
    expect(withList('./old.json', './new.json')).toEqual([]);
    expect(withList('./new.json', './old.json')).toEqual(inherited('extends.1'));
    expect(withList('./old.json', './new.json', './old.json')).toEqual(inherited('extends.2'));
  });

  it('may not go in a circle', () => {
    const circle = { 'a.json': { extends: './b.json' }, 'b.json': { extends: './a.json', ...OLD } };
    expect(find({ ...circle, 'tsconfig.json': { extends: ['./a.json', './b.json'] } })).toEqual([]);
  });
});

describe('a tsconfig.json', () => {
  it.each([
    ['nothing', {}, TARGET],
    ['TypeScript alone', { devDependencies: { typescript: '*' } }, TARGET],
    ['Vite', { devDependencies: { vite: '*' } }, []],
    [
      'Vite, and tsc to check',
      { dependencies: { vite: '*' }, scripts: { build: 'tsc --noEmit && vite build' } },
      [],
    ],
    [
      'esbuild, and tsc to build',
      { devDependencies: { esbuild: '*' }, scripts: { build: 'tsc -p .' } },
      TARGET,
    ],
    [
      'tsc to check, and to build',
      { scripts: { check: 'tsc --noEmit', build: 'tsc && tsc-alias' } },
      TARGET,
    ],
    ['tsc only to check', { scripts: { check: 'tsc --noEmit' } }, []],
    ['a loader for TypeScript', { devDependencies: { 'ts-loader': '*', esbuild: '*' } }, TARGET],
    [
      'a script that only sounds like it',
      { devDependencies: { vite: '*' }, scripts: { fmt: 'tsc-files' } },
      [],
    ],
    ['zone.js', { dependencies: { 'zone.js': '*' } }, []],
    ['a Node without async functions', { engines: { node: '>=6' } }, []],
    ['a Node with async functions', { engines: { node: '>=8' } }, TARGET],
    ['broken', '{', TARGET],
    ['odd', { scripts: { build: 1 }, engines: { node: 'latest' } }, TARGET],
  ])('beside a package.json with %s', (_, manifest, expected) => {
    expect(find({ 'package.json': manifest, 'tsconfig.json': OLD })).toEqual(expected);
  });
});

describe('a Babel configuration that extends another', () => {
  const preset = ['@babel/preset-env', { targets: { node: '6' } }];

  it('is reported for what is reported nowhere else', () => {
    expect(
      find(
        {
          'shared/babel.json': { presets: [preset] },
          '.babelrc': { extends: './shared/babel.json' },
        },
        '.babelrc',
      ),
    ).toEqual([['extends', 'inherited']]);
    expect(
      find(
        {
          'babel.config.json': { presets: [preset] },
          '.babelrc': { extends: './babel.config.json' },
        },
        '.babelrc',
      ),
    ).toEqual([]);
  });

  it('may extend a long chain, or go in a circle', () => {
    const chain = chainOf(3000, (next) => next);
    expect(
      find(
        {
          ...chain,
          't3000.json': { presets: [preset] },
          '.babelrc': { extends: './t0.json' },
        },
        '.babelrc',
      ),
    ).toEqual([['extends', 'inherited']]);
    expect(
      find(
        {
          'one.json': { extends: './two.json', presets: [preset] },
          'two.json': { extends: './one.json' },
          '.babelrc': { extends: './two.json' },
        },
        '.babelrc',
      ),
    ).toEqual([['extends', 'inherited']]);
  });

  it('overrides the options of a preset', () => {
    expect(
      find(
        {
          'shared/babel.json': { presets: [preset] },
          '.babelrc': {
            extends: './shared/babel.json',
            presets: [['@babel/env', { targets: { node: '20' } }]],
          },
        },
        '.babelrc',
      ),
    ).toEqual([]);
  });
});
