/** @import { Linter as ESLintLinter } from 'eslint' */
/** @import { Codemod } from '../../core/codemod/convert.js' */

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
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

import { Linter } from 'eslint';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { convert } from '../../core/codemod/convert.js';
import plugin from '../../index.js';
import { importsOf, reachableFrom } from '../../scripts/published/imports.js';
import {
  onlyPublishedManifest,
  restorePublishedCode,
  stripPublishedCode,
} from '../../scripts/published/package.js';
import { codemodsByName } from '../codemods/all-codemods.js';

/** Milliseconds that it may take to write the package and load it again, on a busy machine. */
const STRIPPING = 120_000;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('onlyPublishedManifest', () => {
  it('goes without what only who works on the repository needs, and can be packed and restored', () => {
    const packing = { prepack: 'a', postpack: 'b', 'pack:restore': 'b' };
    const manifest = { name: 'a', files: ['core'], dependencies: { b: '1' }, scripts: packing };
    const scripts = { test: 'vitest', ...packing };
    const text = JSON.stringify({ ...manifest, scripts, devDependencies: { c: '1' } });
    expect(JSON.parse(onlyPublishedManifest(text))).toEqual(manifest);
  });
});

describe('the published code', () => {
  const root = path.join(ROOT, '.cache', 'published');
  const fixtures = path.join(ROOT, 'test', 'codemods', 'fixtures');
  const load = (/** @type {string} */ file) => import(pathToFileURL(path.join(root, file)).href);

  beforeAll(async () => {
    rmSync(root, { recursive: true, force: true });
    const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const files = manifest.files.filter((/** @type {string} */ file) => file !== 'types');
    for (const file of files) {
      cpSync(path.join(ROOT, file), path.join(root, file), { recursive: true });
    }
    writeFileSync(path.join(root, 'package.json'), JSON.stringify({ ...manifest, files }));
    await stripPublishedCode(root);
  }, STRIPPING);

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('is less than half in size, in less than half as many files', () => {
    const [here, there] = [programsBelow(path.join(ROOT, 'core')), programsBelow(`${root}/core`)];
    expect(there.length).toBeLessThan(here.length / 2);
    expect(sizeOf(there)).toBeLessThan(sizeOf(here) / 2);
  });

  it('has no circle of files, in which one would be needed before it is evaluated', () => {
    /** @type {Set<string>} */
    const done = new Set();
    /** @type {(file: string, above: readonly string[]) => void} */
    const visit = (file, above) => {
      expect(above).not.toContain(file);
      if (done.has(file)) return;
      for (const name of importsOf(file).filter((each) => each.startsWith('.'))) {
        visit(path.resolve(path.dirname(file), name), [...above, file]);
      }
      done.add(file);
    };
    programsBelow(`${root}/core`).forEach((file) => visit(file, []));
  });

  it('has no file that only hands on what others import by its names', () => {
    const imported = ['rules', 'codemods', 'bin'].flatMap((directory) =>
      programsBelow(`${root}/${directory}`).flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\bimport\{[^}]*\}from"(?<name>\.[^"]+)"/gu)].map(
          (found) => path.resolve(path.dirname(file), String(found.groups?.['name'])),
        ),
      ),
    );
    expect(imported).toContain(path.join(root, 'core', 'chunks', 'codemods.js'));
    for (const file of new Set(imported)) {
      expect(readFileSync(file, 'utf8')).not.toMatch(/^(?:export\{[^}]*\}from"[^"]*";?)+$/u);
    }
  });

  it('loads with the rules no more of `core/` than their own questions', () => {
    const rules = programsBelow(`${root}/rules`).filter((file) => !file.includes('shared'));
    const loaded = [...reachableFrom(rules).files].map((file) => path.relative(root, file));
    expect(loaded.filter((file) => file.startsWith(path.join('core', 'chunks')))).toEqual([
      path.join('core', 'chunks', 'rules.js'),
    ]);
  });

  it.each(readdirSync(fixtures))(
    'converts what %s converts, and refuses the same',
    async (name) => {
      /** @type {{ convert: typeof convert }} */
      const { convert: convertPublished } = await load('core/codemod/convert.js');
      /** @type {{ codemod: Codemod }} */
      const { codemod: there } = await load(`codemods/${name}.js`);
      const here = (await codemodsByName()).get(name);
      if (!here) throw new Error(`there is no codemod ${name}`);
      for (const [file, source] of inputsIn(path.join(fixtures, name))) {
        const { sites, ...rest } = convert({ path: file, source }, here, {});
        const other = convertPublished({ path: file, source }, there, {});
        expect({ ...other, sites: other.sites.map(describeSite) }, file).toEqual({
          ...rest,
          sites: sites.map(describeSite),
        });
      }
    },
  );

  it('reports what the rules report, with the same fixes', async () => {
    const { default: there } = await load('index.js');
    const linter = new Linter();
    let reports = 0;
    for (const name of readdirSync(fixtures)) {
      for (const [file, source] of inputsIn(path.join(fixtures, name))) {
        const [ours, published] = [plugin, there].map((each) =>
          linter.verify(source, withAllRules(each), { filename: path.basename(file) }),
        );
        expect(published, file).toEqual(ours);
        reports += ours?.length ?? 0;
      }
    }
    expect(reports).toBeGreaterThan(100);
  });

  it.each(['--help', 'explain', 'explain no-useless-async', 'migrate --help'])(
    'answers `async-perf %s` alike',
    (command) => {
      const [here, there] = [ROOT, root].map((directory) =>
        execFileSync(
          process.execPath,
          [path.join(directory, 'bin/async-perf.js'), ...command.split(' ')],
          {
            encoding: 'utf8',
          },
        ),
      );
      expect(there && withoutFigures(there)).toBe(here && withoutFigures(here));
    },
  );
});

/** What the pages of the package leave out of single forms. */
const FORMS =
  /^(?:Across files|Files and host names|Fix and suggestion|Handlers|How it knows|Libraries|Other async functions|Other libraries|Promises made by hand|Tests|TypeScript|What it (?:cannot see|leaves alone)|When (?:a value is as good as the variable|each of them is allocated|the suggestion is missing)|Where there is no loop|Who gets the promise|With types)\n\n[^]*?(?=^(?:Options|What [^\n]*|When not to use it)\n\n|$(?![^]))/gmu;

/**
 * @param {string} text
 * @returns {string} Without what the package's pages say about the repository, and what they leave out.
 */
function withoutFigures(text) {
  return text
    .replaceAll(/ with its 95 % interval|, the control the form before against itself/gu, '')
    .replaceAll(/ +Control$/gmu, '')
    .replace(/\nRelated rules\n[^]*/u, '')
    .replaceAll(
      /^(?:In real code|When it matters|When it does not matter)\n[^]*?(?=^When not to use it$|^Options$|^What it )/gmu,
      '',
    )
    .replaceAll(FORMS, '')
    .replace(/\n+The page in the repository says more.*\n/u, '\n')
    .replaceAll(/(?<=for one call\.)[^]*?(?=How it is measured)/gu, ' ')
    .replaceAll(/ \(`docs\/[\w-]+\.md` of the repository\)/gu, '')
    .replaceAll(/^ +\d+\.\d+\.\d+ .*\n/gmu, '')
    .replaceAll(/(?<=\S) {2,}/gu, '  ');
}

/**
 * @param {string} directory
 * @returns {string[]}
 */
function programsBelow(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map(({ parentPath, name }) => path.join(parentPath, name));
}

/**
 * @param {readonly string[]} files
 * @returns {number} Bytes.
 */
function sizeOf(files) {
  return files.reduce((total, file) => total + statSync(file).size, 0);
}

/**
 * @param {string} directory Of a codemod.
 * @returns {[file: string, source: string][]}
 */
function inputsIn(directory) {
  return readdirSync(directory).map((entry) => {
    const input = readdirSync(path.join(directory, entry)).find((file) =>
      file.startsWith('input.'),
    );
    const file = path.join(directory, entry, input ?? '');
    return [file, readFileSync(file, 'utf8')];
  });
}

/**
 * @param {typeof plugin} tested
 * @returns {ESLintLinter.Config[]}
 */
function withAllRules(tested) {
  return [
    {
      files: ['**'],
      plugins: { 'async-perf': tested },
      rules: Object.fromEntries(
        Object.keys(tested.rules ?? {}).map((rule) => [`async-perf/${rule}`, 'error']),
      ),
    },
  ];
}

/**
 * @param {ReturnType<typeof convert>['sites'][number]} site
 * @returns {unknown[]}
 */
function describeSite({ pattern, line, column, status, reason, message }) {
  return [pattern, line, column, status, reason, message];
}

describe('a package on its way out', () => {
  const program = "// why\nimport { twice } from './core/deep/twice.js';\ntwice(1); // and how\n";
  const twice =
    "import { two } from '../two.js';\n\n/** Doubles. */\nexport function twice(value) {\n  return value * two;\n}\n";
  const two = 'export const two = 2;\n';
  const originals = {
    'index.js': program,
    'other.js': program,
    'core/deep/twice.js': twice,
    'core/two.js': two,
    'data.json': '{ "a": 1 }',
    'package.json': JSON.stringify({
      name: 'a',
      version: '1.0.0',
      files: ['index.js', 'core', 'data.json', 'types'],
      devDependencies: { b: '1.0.0' },
    }),
  };
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'async-perf-published-'));
    mkdirSync(path.join(root, 'core/deep'), { recursive: true });
    for (const [file, text] of Object.entries(originals)) {
      writeFileSync(path.join(root, file), text, { mode: file === 'index.js' ? 0o755 : 0o644 });
    }
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');

  const expectOriginals = () => {
    for (const [file, text] of Object.entries(originals)) expect(read(file), file).toBe(text);
  };

  it('is the bare program, and as it was again afterwards', async () => {
    await stripPublishedCode(root);
    expect(read('index.js')).toBe('import{twice as e}from"./core/deep/twice.js";e(1);');
    expect(read('core/deep/twice.js')).toMatch(
      /^function (\w)\((\w)\)\{return \2\*2\}export\{\1 as twice\};$/u,
    );
    expect(existsSync(path.join(root, 'core/two.js'))).toBe(false);
    expect(read('data.json')).toBe('{"a":1}');
    expect(read('package.json')).not.toContain('devDependencies');
    expect(read('other.js')).toBe(program);
    restorePublishedCode(root);
    expectOriginals();
    expect(readdirSync(path.join(root, 'core')).sort()).toEqual(['deep', 'two.js']);
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
  });

  it.each([
    ['does not parse', 'core/two.js', 'no program'],
    ['imports what is not there', 'core/two.js', "export { two } from './gone.js';\n"],
    ['cannot be read as data', 'data.json', 'no data'],
  ])('loses nothing where a file %s', async (_, file, text) => {
    writeFileSync(path.join(root, file), text);
    await expect(stripPublishedCode(root)).rejects.toThrow();
    restorePublishedCode(root);
    expect(read(file)).toBe(text);
    if (file in originals)
      writeFileSync(path.join(root, file), originals[/** @type {'data.json'} */ (file)]);
    expectOriginals();
  });

  it.each([
    ['between the two renames', (/** @type {string} */ core) => rmSync(core, { recursive: true })],
    ['behind them', () => {}],
  ])('loses nothing when packing was interrupted %s', async (_, interrupt) => {
    await stripPublishedCode(root);
    interrupt(path.join(root, 'core'));
    await stripPublishedCode(root);
    restorePublishedCode(root);
    expectOriginals();
  });

  it('is left alone where nothing waits', () => {
    restorePublishedCode(root);
    expectOriginals();
  });

  it.runIf(process.platform !== 'win32')('stays executable', async () => {
    const mode = () => statSync(path.join(root, 'index.js')).mode & 0o777;
    await stripPublishedCode(root);
    expect(mode()).toBe(0o755);
    restorePublishedCode(root);
    expect(mode()).toBe(0o755);
  });
});
