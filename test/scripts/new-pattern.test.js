import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { Linter } from 'eslint';
import { check } from 'prettier';
import { afterAll, describe, expect, it } from 'vitest';

import { createPattern } from '../../scripts/new-pattern.js';
import { enterRule } from '../../scripts/new-pattern/templates.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// Within the tree, so that what is made finds its packages.
const root = mkdtempSync(path.join(ROOT, 'node_modules/.async-perf-new-pattern-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const name of ['index.js', 'package.json', 'core', 'rules']) {
  cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true });
}

const ARGS = ['promise-in-a-box', '--rule=no-promise-in-a-box', '--codemod=unbox-promises'];

describe('npm run new:pattern', async () => {
  const files = await createPattern(ARGS, root);

  it('makes all files of a pattern, formatted', async () => {
    expect(files).toEqual([
      'core/patterns/promise-in-a-box.js',
      'rules/no-promise-in-a-box.js',
      'test/rules/no-promise-in-a-box.test.js',
      'docs/rules/no-promise-in-a-box.md',
      'codemods/unbox-promises.js',
      'test/codemods/fixtures/unbox-promises/first/input.js',
      'test/codemods/fixtures/unbox-promises/first/output.js',
      'docs/codemods/unbox-promises.md',
      'index.js',
    ]);
    for (const file of files) {
      const text = readFileSync(path.join(root, file), 'utf8');
      const options = { filepath: file, singleQuote: true, printWidth: 100 };
      expect(await check(text, options), file).toBe(true);
    }
  });

  it('enters a rule that loads, and finds nothing yet', async () => {
    const { default: plugin } = await import(pathToFileURL(path.join(root, 'index.js')).href);
    const names = Object.keys(plugin.rules);
    expect(names).toContain('no-promise-in-a-box');
    expect(names).toEqual([...names].sort());
    const messages = new Linter().verify('async () => await before();', {
      plugins: { 'async-perf': plugin },
      rules: { 'async-perf/no-promise-in-a-box': 'error' },
    });
    expect(messages).toEqual([]);
  });

  it('makes a codemod that loads', async () => {
    const file = pathToFileURL(path.join(root, 'codemods/unbox-promises.js')).href;
    const { default: transform, codemod } = await import(file);
    expect(codemod.name).toBe('unbox-promises');
    expect(transform({ path: 'a.js', source: 'await before();' })).toBeUndefined();
  });

  it('writes over nothing', async () => {
    const before = readdirSync(path.join(root, 'rules'));
    await expect(createPattern(ARGS, root)).rejects.toThrow('is there already: take another name');
    expect(readdirSync(path.join(root, 'rules'))).toEqual(before);
  });

  it.each([[[]], [['Name', '--rule=a']], [['a', 'b', '--rule=a']], [['../a', '--rule=a']]])(
    'wants names: %j',
    async (args) => {
      await expect(createPattern(args, root)).rejects.toThrow('Usage: npm run new:pattern');
    },
  );
});

describe('npm run new:pattern NAME', () => {
  it('makes the rule of that name', async () => {
    const files = await createPattern(['promise-in-a-bag'], root);
    expect(files).toContain('core/patterns/promise-in-a-bag.js');
    expect(files).toContain('rules/no-promise-in-a-bag.js');
    expect(files.filter((file) => file.startsWith('codemods/'))).toEqual([]);
  });

  it('says what is missing', async () => {
    await expect(createPattern([], root)).rejects.toThrow('The name is missing');
    await expect(createPattern(['A B'], root)).rejects.toThrow('This names no pattern: A B');
  });
});

describe('enterRule', () => {
  const entryOf = (/** @type {string} */ rule) =>
    `  '${rule}': () => require('./rules/${rule}.js'),\n`;
  const indexOf = (/** @type {string[]} */ ...rules) =>
    `const LOADERS = {\n${rules.map(entryOf).join('')}};\n`;

  it.each(['a', 'c'])('keeps the order with %s', (rule) => {
    expect(enterRule(indexOf('b'), rule)).toBe(indexOf(...['b', rule].sort()));
  });

  it('says so if there is no place', () => {
    expect(() => enterRule('', 'a')).toThrow('enter the rule by hand');
  });
});
