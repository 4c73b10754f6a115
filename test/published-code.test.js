/** @import { Codemod } from '../core/codemod/convert.js' */

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { renderMarkdown } from '../bin/terminal/markdown.js';
import { createPaint } from '../bin/terminal/style.js';
import { convert } from '../core/codemod/convert.js';
import { REFUSALS } from '../core/contract/refusals.js';
import {
  onlyProgram,
  onlyPublishedManifest,
  restorePublishedCode,
  stripPublishedCode,
  withoutExamples,
  onlyPublishedPage,
  onlyPublishedReadme,
  withoutMarks,
  withoutPadding,
  withoutRepeatedCosts,
} from '../scripts/published-code.js';
import { codemodsByName } from './codemods/all-codemods.js';

/** Milliseconds that it may take to write the package and load it again, on a busy machine. */
const STRIPPING = 120_000;

const ROOT = fileURLToPath(new URL('../', import.meta.url));

it('leaves out of the README what is for the repository', () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const published = onlyPublishedReadme(readme);
  for (const part of ['npm run trials', 'npm run demo', '| Control |']) {
    expect(readme.replaceAll(/ +/gu, ' ')).toContain(part);
    expect(published).not.toContain(part);
  }
  expect(published.match(/<details>/gu)).toHaveLength(2);
  expect(published).toMatch(/\nMIT\n$/u);
});

describe('onlyProgram', () => {
  it('takes out comments and spaces, and shortens what only one function sees', () => {
    const source =
      '// why\nexport const limit = 1;\n/** Doubles. */\nexport function double(value) {\n  return value * 2; // twice\n}\n';
    expect(onlyProgram('core/a.js', source)).toMatch(
      /^export let limit=1;export function double\((\w)\)\{return \1\*2\}$/u,
    );
  });

  it('leaves the names of exported functions and of classes, which a stack trace shows', () => {
    const source =
      'export function run(task) { function inner() { task(); } class Held {} return [inner, Held]; }';
    const published = onlyProgram('core/a.js', source);
    expect(published).toContain('function run(');
    expect(published).not.toContain('inner');
    expect(published).toContain('class Held');
  });

  it('changes of what measures its names alone', () => {
    const source = 'module.exports = (value) => value;';
    expect(onlyProgram('bench/worker/a.cjs', source)).toBe('module.exports=e=>e;');
  });

  it('declares with one word, and leaves the other one in texts', () => {
    const source =
      "for (const [name, value] of load()) { const kind = value.const; print(name, kind, `const ${'const x'}`, kind); }";
    expect(onlyProgram('core/a.js', source)).toMatch(
      /^for\(let\[(\w),(\w)\]of load\(\)\)\{let (\w)=\2\.const;print\(\1,\3,"const const x",\3\)\}$/u,
    );
  });

  it('keeps a hashbang', () => {
    expect(onlyProgram('bin/a.js', '#!/usr/bin/env node\nf();\n')).toMatch(
      /^#!\/usr\/bin\/env node\nf\(\)/u,
    );
  });
});

describe('onlyPublishedPage', () => {
  it('keeps the costs of the newest Node', () => {
    const page =
      '<!-- begin measured cost -->\n\n| Node | Ticks |\n| --- | --- |\n| 20.1.0 | 1 |\n| 26.1.0 | 2 |\n\n<!-- end measured cost -->\n\n| 1 | x |\n| 2 | y |\n';
    expect(onlyPublishedPage(page)).toBe(
      '| Node | Ticks |\n| --- | --- |\n| 26.1.0 | 2 |\n\n| 1 | x |\n| 2 | y |\n',
    );
  });

  it('keeps a table that is not of several Nodes, and the newest of tables for each', () => {
    const table = '| Jobs | ms |\n| --- | --- |\n| 1 | 5 |\n| 2 | 9 |\n';
    const page = `<!-- begin measured cost -->\n\nNode 20.1.0:\n\n${table}\nNode 26.1.0:\n\n${table}\n<!-- end measured cost -->\n`;
    expect(onlyPublishedPage(page)).toBe(`Node 26.1.0:\n\n${table}\n`);
  });

  it('leaves out charts', () => {
    const page =
      '<!-- begin measured cost -->\n\na\n\n![b](../charts/c.svg)\n\nd\n\n<!-- end measured cost -->\n';
    expect(onlyPublishedPage(page)).toBe('a\n\nd\n\n');
  });

  it('leaves out the columns of controls', () => {
    const table =
      '| Node | Ticks | Control | At once | Control |\n| --- | --- | --- | --- | --- |\n| 26.1.0 | 2 | 1.00 | 3 | 0.99 |\n';
    const page = `<!-- begin measured cost -->\n\n${table}\n<!-- end measured cost -->\n`;
    expect(onlyPublishedPage(page)).toBe(
      '| Node | Ticks | At once |\n| --- | --- | --- |\n| 26.1.0 | 2 | 3 |\n\n',
    );
  });

  it('leaves out what is for those who choose among rules', () => {
    const page =
      '# a\n\n## Related rules\n\n- b\n\n## When not to use it\n\nc\n\n## In real code\n\n<!-- begin real code -->\n\n1 of 2.\n\n<!-- end real code -->\n';
    expect(onlyPublishedPage(page)).toBe('# a\n\n## When not to use it\n\nc\n\n');
  });

  it('leaves out options that the help of the command has', () => {
    const table = '| option | meaning |\n| --- | --- |\n| `--node` | a |\n';
    expect(onlyPublishedPage(`## Options\n\n${table}\n## Next\n`)).toBe(
      '## Options\n\n`async-perf migrate --help` has them.\n\n## Next\n',
    );
    const others = table.replace('--node', '--kinds');
    expect(onlyPublishedPage(`## Options\n\n${others}`)).toContain('--kinds');
    expect(onlyPublishedPage('## Options\n\nThe rule has one.\n')).toContain('has one');
  });

  it('names the pages that the package does not have, and links to those that it has', () => {
    const page =
      'See [how](../benchmarks.md#a-b) and [a rule](../rules/no-x.md), [here](#there).\n';
    expect(onlyPublishedPage(page)).toBe(
      'See how (`docs/benchmarks.md` of the repository) and [a rule](../rules/no-x.md), [here](#there).\n',
    );
  });
});

describe('withoutRepeatedCosts', () => {
  it('says once which rule has the figures, and keeps those that no rule has', () => {
    const scenario = (/** @type {string} */ title) =>
      `**${title}**\n\n| Node |\n| --- |\n| 20 |\n\n`;
    const page = `Costs:\n\n${scenario('a')}${scenario('b')}${scenario('c')}<!-- end measured cost -->\n\n**a**\n`;
    const rules = new Map([
      ['a', 'no-a'],
      ['c', 'no-a'],
    ]);
    expect(withoutRepeatedCosts(page, rules)).toBe(
      `Costs:\n\n\`async-perf explain no-a\` has the figures.\n\n${scenario('b')}<!-- end measured cost -->\n\n**a**\n`,
    );
  });
});

describe('withoutExamples', () => {
  it('takes them out of the table of refusals, and nothing else', async () => {
    const file = path.join(ROOT, 'core', 'contract', 'refusals.js');
    const text = withoutExamples(readFileSync(file, 'utf8'));
    const bare = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    expect(bare.REFUSALS).toEqual(
      Object.fromEntries(
        Object.entries(REFUSALS).map(([code, { advice, message }]) => [code, { message, advice }]),
      ),
    );
  });
});

describe('onlyPublishedManifest', () => {
  it('goes without what only who works on the repository needs, and can be packed and restored', () => {
    const packing = { prepack: 'a', postpack: 'b', 'pack:restore': 'b' };
    const manifest = { name: 'a', files: ['core'], dependencies: { b: '1' }, scripts: packing };
    const scripts = { test: 'vitest', ...packing };
    const text = JSON.stringify({ ...manifest, scripts, devDependencies: { c: '1' } });
    expect(JSON.parse(onlyPublishedManifest(text))).toEqual(manifest);
  });
});

describe('withoutPadding', () => {
  it('takes out what aligns the cells of a table', () => {
    const page = 'A  b\n\n| a   | b  |\n| --- | ----: |\n| 1 — | `x  y` |\n';
    expect(withoutPadding(page)).toBe('A  b\n\n| a | b |\n| --- | ---: |\n| 1 — | `x  y` |\n');
  });

  it('leaves code alone', () => {
    const page = '```js\nconst a = b\n|   c;\n```\n\n| a    |\n';
    expect(withoutPadding(page)).toBe('```js\nconst a = b\n|   c;\n```\n\n| a |\n');
  });

  it('leaves to `withoutMarks` what says where generated text begins', () => {
    const page = 'a\n\n<!-- begin b -->\n\n| c |\n\n<!-- end b -->\n\nd <!-- begin -->\n';
    expect(withoutPadding(page)).toBe(page);
    expect(withoutMarks(page)).toBe('a\n\n| c |\n\nd <!-- begin -->\n');
  });

  it('changes nothing that `explain` shows of a page', () => {
    const paint = createPaint({ isTTY: false });
    for (const name of readdirSync(path.join(ROOT, 'docs'), { recursive: true })) {
      if (!/^(?:rules|codemods).*\.md$/u.test(String(name))) continue;
      const page = readFileSync(path.join(ROOT, 'docs', String(name)), 'utf8');
      expect(renderMarkdown(withoutMarks(withoutPadding(page)), { paint }), String(name)).toBe(
        renderMarkdown(page, { paint }),
      );
    }
  });
});

describe('the published code', () => {
  const root = path.join(ROOT, '.cache', 'published');
  const fixtures = path.join(ROOT, 'test', 'codemods', 'fixtures');
  /** @type {Map<string, Codemod>} */
  const published = new Map();
  /** @type {typeof convert} */
  let convertPublished;

  beforeAll(async () => {
    rmSync(root, { recursive: true, force: true });
    for (const directory of ['core', 'codemods']) {
      cpSync(path.join(ROOT, directory), path.join(root, directory), { recursive: true });
    }
    const manifest = { name: 'published', type: 'module', files: ['core', 'codemods'] };
    writeFileSync(path.join(root, 'package.json'), JSON.stringify(manifest));
    stripPublishedCode(root);
    const load = (/** @type {string} */ file) => import(pathToFileURL(path.join(root, file)).href);
    ({ convert: convertPublished } = await load('core/codemod/convert.js'));
    for (const name of readdirSync(path.join(root, 'codemods'))) {
      published.set(path.parse(name).name, (await load(`codemods/${name}`)).codemod);
    }
  }, STRIPPING);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is shorter', () => {
    const file = path.join('core', 'codemod', 'convert.js');
    expect(statSync(path.join(root, file)).size).toBeLessThan(
      statSync(path.join(ROOT, file)).size / 2,
    );
  });

  it.each(readdirSync(fixtures))(
    'converts what %s converts, and refuses the same',
    async (name) => {
      const codemods = await codemodsByName();
      for (const entry of readdirSync(path.join(fixtures, name))) {
        const directory = path.join(fixtures, name, entry);
        const input = readdirSync(directory).find((file) => file.startsWith('input.')) ?? '';
        const file = { path: path.join(directory, input) };
        const source = readFileSync(file.path, 'utf8');
        const [here, there] = [codemods.get(name), published.get(name)];
        if (!here || !there) throw new Error(`there is no codemod ${name}`);
        const { sites, ...rest } = convert({ ...file, source }, here, {});
        const other = convertPublished({ ...file, source }, there, {});
        expect({ ...other, sites: other.sites.map(describeSite) }, entry).toEqual({
          ...rest,
          sites: sites.map(describeSite),
        });
      }
    },
  );
});

/**
 * @param {ReturnType<typeof convert>['sites'][number]} site
 * @returns {unknown[]}
 */
function describeSite({ pattern, line, column, status, reason, message }) {
  return [pattern, line, column, status, reason, message];
}

describe('a package on its way out', () => {
  const source = '// why\nexport const a = 1; // and how\n';
  const devDependencies = { b: '1.0.0' };
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'async-perf-published-'));
    mkdirSync(path.join(root, 'core/deep'), { recursive: true });
    const manifest = { name: 'a', version: '1.0.0', files: ['index.js', 'core', 'types'] };
    writeFileSync(
      path.join(root, 'package.json'),
      JSON.stringify({ ...manifest, devDependencies }),
    );
    for (const file of ['index.js', 'core/deep/a.js', 'other.js']) {
      writeFileSync(path.join(root, file), source);
    }
    writeFileSync(path.join(root, 'index.js'), source, { mode: 0o755 });
    writeFileSync(path.join(root, 'core/notes.md'), '| a   |\n');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');

  it('is the bare program and page, and as it was again afterwards', () => {
    stripPublishedCode(root);
    expect(read('index.js')).toBe('export let a=1;');
    expect(read('core/deep/a.js')).toBe('export let a=1;');
    expect(read('core/notes.md')).toBe('| a |\n');
    expect(read('other.js')).toBe(source);
    expect(read('package.json')).not.toContain('devDependencies');
    restorePublishedCode(root);
    expect(JSON.parse(read('package.json'))).toMatchObject({ devDependencies });
    expect(read('core/notes.md')).toBe('| a   |\n');
    expect(read('index.js')).toBe(source);
    expect(read('core/deep/a.js')).toBe(source);
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
  });

  it('loses nothing when packing was interrupted, or does not get beyond a file', () => {
    stripPublishedCode(root);
    stripPublishedCode(root);
    writeFileSync(path.join(root, 'core/z.js'), 'no program');
    expect(() => stripPublishedCode(root)).toThrow();
    restorePublishedCode(root);
    expect(read('index.js')).toBe(source);
    expect(read('core/deep/a.js')).toBe(source);
    expect(read('core/z.js')).toBe('no program');
  });

  it('is left alone where nothing waits', () => {
    restorePublishedCode(root);
    expect(read('index.js')).toBe(source);
  });

  it.runIf(process.platform !== 'win32')('stays executable', () => {
    const mode = () => execFileSync('stat', ['-c', '%a', path.join(root, 'index.js')]).toString();
    const before = mode();
    stripPublishedCode(root);
    expect(mode()).toBe(before);
    restorePublishedCode(root);
    expect(mode()).toBe(before);
  });
});
