/** @import { Linter } from 'eslint' */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

import plugin from '../index.js';
import { codemodsByName } from './codemods/all-codemods.js';
import { importsOf, reachableFrom } from './imports.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');

/**
 * @param {string} directory
 * @param {string} ending
 * @returns {string[]} The names of the files with that ending, without it.
 */
function namesIn(directory, ending) {
  return readdirSync(path.join(ROOT, directory))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
}

/**
 * @param {string} directory
 * @returns {string[]} The files below it, relative to the root.
 */
function filesBelow(directory) {
  return existsSync(path.join(ROOT, directory))
    ? readdirSync(path.join(ROOT, directory), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.relative(ROOT, path.join(parentPath, name)))
    : [];
}

/**
 * @param {string} table The name of its markers.
 * @returns {string[]} The names in the first column of a table of the README.
 */
function namesInReadme(table) {
  const [, rows = ''] = readme.split(new RegExp(`<!-- (?:begin|end) ${table} -->`, 'u'));
  return [...rows.matchAll(/^\| \[`([\w-]+)`\]/gmu)].map(([, name = '']) => name).sort();
}

describe('rules', () => {
  const names = Object.keys(plugin.rules ?? {}).sort();

  it('are the files in rules/', () => {
    expect(namesIn('rules', '.js')).toEqual(names);
    const require = createRequire(import.meta.url);
    for (const name of names) {
      expect(require(`../rules/${name}.js`).default, name).toBe(plugin.rules?.[name]);
    }
  });

  it('can be replaced before and after they are loaded', () => {
    const replaced = run(
      `import plugin from '${manifest.name}';
       const [first, second] = Object.keys(plugin.rules);
       const loaded = plugin.rules[first];
       plugin.rules[first] = { ...loaded, create: () => 'first' };
       plugin.rules[second] = { create: () => 'second' };
       const { length } = Object.keys(plugin.rules);
       console.log(plugin.rules[first].create(), plugin.rules[second].create(), length);`,
      'module',
    );
    expect(replaced.trim()).toBe(`first second ${names.length}`);
  });

  it.each([
    ['pages in docs/rules/', () => namesIn('docs/rules', '.md')],
    ['tests in test/rules/', () => namesIn('test/rules', '.test.js')],
    ['rows in the README', () => namesInReadme('rules')],
  ])('are the %s', (_, read) => {
    expect(read()).toEqual(names);
  });

  it.each(Object.entries(plugin.rules ?? {}))('%s names its own page', (name, rule) => {
    expect(rule.meta?.docs?.url).toMatch(new RegExp(`/docs/rules/${name}\\.md$`, 'u'));
  });

  it.each(names)('%s names a pattern that exists', async (name) => {
    const pattern = patternOf(name) ?? '';
    const module = await import(`../core/patterns/${pattern}.js`);
    const exported = pattern.replaceAll(/-(\w)/gu, (_, letter) => letter.toUpperCase());
    expect(module[exported]).toMatchObject({ name: pattern });
  });

  it('name only codemods that exist', () => {
    const codemods = namesIn('codemods', '.js');
    for (const [name, rule] of Object.entries(plugin.rules ?? {})) {
      const named = Object.values(rule.meta?.messages ?? {}).flatMap((message) => [
        ...message.matchAll(
          /codemods?[ /]`?([a-z]+(?:-[a-z]+)+)|`?([a-z]+(?:-[a-z]+)+)`? codemod/gu,
        ),
      ]);
      const missing = named
        .map(([, after, before]) => after ?? before ?? '')
        .filter((codemod) => !codemods.includes(codemod));
      expect(missing, name).toEqual([]);
    }
  });
});

describe('codemods', async () => {
  const codemods = await codemodsByName();
  const names = [...codemods.keys()].sort();

  it.each([
    ['pages in docs/codemods/', () => namesIn('docs/codemods', '.md')],
    ['rows in the README', () => namesInReadme('codemods')],
    ['folders of fixtures', () => readdirSync(path.join(ROOT, 'test/codemods/fixtures')).sort()],
  ])('are the %s', (_, read) => {
    expect(read()).toEqual(names);
  });

  it.each(names)('%s has its own name and a transform', async (name) => {
    const module = await import(`../codemods/${name}.js`);
    expect(module.codemod.name).toBe(name);
    expect(module.default).toBeTypeOf('function');
  });
});

describe('configurations', () => {
  const configs = Object.entries(plugin.configs ?? {}).flatMap(([name, config]) =>
    [config].flat().map((part) => /** @type {const} */ ([name, part])),
  );

  it.each(configs)('%s has its name and knows its rules', (name, config) => {
    expect(config).toMatchObject({ name: expect.stringContaining(`async-perf/${name}`) });
    const unknown = Object.keys(config.rules ?? {})
      .filter((rule) => rule.startsWith('async-perf/'))
      .filter((rule) => !plugin.rules?.[rule.slice('async-perf/'.length)]);
    expect(unknown).toEqual([]);
  });

  it('all has every rule for JavaScript', () => {
    const all = /** @type {Linter.Config} */ (plugin.configs?.['all']);
    const names = Object.entries(plugin.rules ?? {})
      .filter(([, rule]) => rule.meta?.languages?.includes('js/js'))
      .map(([name]) => `async-perf/${name}`);
    expect(Object.keys(all.rules ?? {}).sort()).toEqual(names.sort());
  });
});

describe('the documentation', () => {
  const pages = ['README.md', ...filesBelow('docs').filter((file) => file.endsWith('.md'))];

  it.each(pages)('%s links to files that exist', (page) => {
    const source = readFileSync(path.join(ROOT, page), 'utf8');
    const text = source.replaceAll(/^(```+)[^`].*?^\1$/gmsu, '');
    const missing = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/gu)]
      .map(([, target = '']) => path.join(path.dirname(page), target))
      .filter((target) => !existsSync(path.join(ROOT, target)));
    expect(missing).toEqual([]);
  });
});

describe('the package', () => {
  it('is imported and required by its name', async () => {
    expect((await import(manifest.name)).default).toBe(plugin);
    const require = createRequire(import.meta.url);
    expect(require.resolve(manifest.name)).toBe(path.join(ROOT, 'index.js'));
    expect(require.resolve(`${manifest.name}/package.json`)).toBe(path.join(ROOT, 'package.json'));
    const required = run(`console.log(typeof require('${manifest.name}').rules)`, 'commonjs');
    expect(required.trim()).toBe('object');
  });

  it.each(namesIn('codemods', '.js'))('gives the codemod %s with and without .js', (name) => {
    const require = createRequire(import.meta.url);
    const file = path.join(ROOT, `codemods/${name}.js`);
    expect(require.resolve(`${manifest.name}/codemods/${name}`)).toBe(file);
    expect(require.resolve(`${manifest.name}/codemods/${name}.js`)).toBe(file);
  });

  it('says what to do where ES modules cannot be required', () => {
    const lint = `
      import { Linter } from 'eslint';
      import plugin from '${manifest.name}';
      const rules = { 'async-perf/no-promise-wrapped-await': 'error' };
      try {
        new Linter().verify('await Promise.resolve(1);', [{ plugins: { 'async-perf': plugin }, rules }]);
      } catch (error) {
        console.log(error.message);
      }`;
    const flags = ['--no-experimental-require-module', '--input-type=module', '--eval', lint];
    const output = execFileSync(process.execPath, flags, { cwd: ROOT, encoding: 'utf8' });
    expect(output).toContain('leave out `--no-experimental-require-module`');
  });

  it('gives nothing else', () => {
    const require = createRequire(import.meta.url);
    expect(() => require.resolve(`${manifest.name}/core/analysis/syntax/facts.js`)).toThrow(
      /ERR_PACKAGE_PATH_NOT_EXPORTED|not defined by "exports"|Package subpath/u,
    );
  });

  it('loads nothing with the plugin but its tables', () => {
    expect(loadedBy('')).toEqual(['index.js', 'rules/shared/require.js']);
  });

  it('loads neither a parser nor ESLint with the recommended rules', () => {
    const files = loadedBy(`
      for (const name of Object.keys(plugin.configs.recommended.rules)) {
        plugin.rules[name.slice('async-perf/'.length)].meta;
      }`);
    expect(files).toContain('rules/no-blocking-in-async.js');
    expect(files).not.toContain('rules/prefer-async-over-callback.js');
    expect(files.filter((file) => !/^(?:index\.js$|core|rules)/u.test(file))).toEqual([]);
    // What a process waits for is the number of files.
    expect(files.length).toBeLessThan(40);
    // A pattern is loaded for the first file that may hold it, and writing edits with it.
    const late = /^core\/(?:source|patterns|edits|config)\//u;
    expect(files.filter((file) => late.test(file))).toEqual([]);
  });
});

/**
 * @param {string} code Uses the plugin.
 * @returns {string[]} What is loaded with the plugin and by that code, relative to the root.
 */
function loadedBy(code) {
  const urls = run(
    `import { Session } from 'node:inspector';
     const urls = [];
     const session = new Session();
     session.connect();
     session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url));
     session.post('Debugger.enable');
     const { default: plugin } = await import(${JSON.stringify(manifest.name)});
     ${code}
     console.log(JSON.stringify(urls));`,
    'module',
  );
  return /** @type {string[]} */ (JSON.parse(urls))
    .filter((url) => url.startsWith('file:') && !url.endsWith('[eval1]'))
    .map((url) => path.relative(ROOT, fileURLToPath(url)).replaceAll('\\', '/'))
    .sort();
}

/**
 * @param {string} rule
 * @returns {string | undefined} The name of the pattern that it reports, as its file has it.
 */
function patternOf(rule) {
  const text = readFileSync(path.join(ROOT, `rules/${rule}.js`), 'utf8');
  return /^ {2}pattern: '([\w-]+)',$/mu.exec(text)?.[1];
}

/**
 * @param {string} code
 * @param {'module' | 'commonjs'} type
 * @returns {string} What a new process with that code prints.
 */
function run(code, type) {
  const flags = [`--input-type=${type}`, '--no-warnings', '--eval', code];
  return execFileSync(process.execPath, flags, { cwd: ROOT, encoding: 'utf8' });
}

/**
 * Who may import whom. A folder may always import from itself; `shared` is a folder of `rules`.
 *
 * @type {Record<string, string[]>}
 */
const MAY_IMPORT = {
  'core/contract': [],
  'core/packages': [],
  'core/analysis': ['core/contract', 'core/packages'],
  'core/config': ['core/contract', 'core/analysis'],
  'core/edits': ['core/contract', 'core/analysis'],
  'core/regions': ['core/contract', 'core/analysis', 'core/edits'],
  'core/callbacks': [
    'core/contract',
    'core/analysis',
    'core/edits',
    'core/packages',
    'core/regions',
  ],
  'core/promises': [
    'core/contract',
    'core/analysis',
    'core/edits',
    'core/packages',
    'core/callbacks',
  ],
  'core/patterns': [
    'core/contract',
    'core/analysis',
    'core/edits',
    'core/packages',
    'core/regions',
    'core/callbacks',
    'core/promises',
  ],
  'core/source': ['core/contract'],
  'core/codemod': ['core/contract', 'core/analysis', 'core/edits', 'core/packages', 'core/source'],
  'core/plans': [
    'core/contract',
    'core/analysis',
    'core/packages',
    'core/config',
    'core/callbacks',
    'core/promises',
    'core/patterns',
    'core/source',
    'core/codemod',
  ],
  'core/project': ['core/contract', 'core/codemod'],
  'core/record': ['core/contract', 'core/analysis', 'core/source', 'core/project'],
  rules: [
    'core/contract',
    'core/packages',
    'core/analysis',
    'core/config',
    'core/patterns',
    'core/edits',
    'core/plans',
  ],
  codemods: ['core/codemod', 'core/patterns', 'core/plans'],
  'index.js': ['rules'],
};

/**
 * Patterns that another pattern's front end finds, plans and writes, with a rule of their own.
 *
 * @type {Record<string, string>}
 */
const SHARED_FRONT_END = { 'stream-pipe': 'stream-events' };

/**
 * @param {string} file Relative to the root.
 * @returns {string}
 */
function layerOf(file) {
  const [first = '', second = ''] = file.split(path.sep);
  return first === 'core' ? `core/${second}` : first;
}

describe('imports', () => {
  const files = ['core', 'rules', 'codemods'].flatMap(filesBelow).concat('index.js');

  it.each(files.filter((file) => file.endsWith('.js')))('of %s point one way', (file) => {
    const layer = layerOf(file);
    expect(Object.keys(MAY_IMPORT)).toContain(layer);
    const wrong = importsOf(path.join(ROOT, file))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => path.relative(ROOT, path.resolve(ROOT, path.dirname(file), specifier)))
      .filter((target) => ![layer, ...(MAY_IMPORT[layer] ?? [])].includes(layerOf(target)));
    expect(wrong).toEqual([]);
  });

  it.each(namesIn('core/patterns', '.js'))('of the front end %s never reach another', (name) => {
    const own = `core/patterns/${name}.js`;
    const files = [own, ...filesBelow(`core/patterns/${name}`)];
    const others = files.flatMap((file) =>
      importsOf(path.join(ROOT, file))
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => path.relative(ROOT, path.resolve(ROOT, path.dirname(file), specifier)))
        .filter((target) => layerOf(target) === 'core/patterns')
        .map((target) => target.split(path.sep)[2]?.replace(/\.js$/u, '') ?? '')
        .filter((other) => other !== name && other !== SHARED_FRONT_END[name]),
    );
    expect(others).toEqual([]);
  });

  it('of one rule never reach another', () => {
    for (const name of namesIn('rules', '.js')) {
      const imported = importsOf(path.join(ROOT, `rules/${name}.js`));
      expect(imported.filter((specifier) => /^\.\/[^/]+$/u.test(specifier))).toEqual([]);
    }
  });
});

describe('what jscodeshift loads with a codemod', () => {
  const { files, packages } = reachableFrom(
    namesIn('codemods', '.js').map((name) => path.join(ROOT, `codemods/${name}.js`)),
  );

  it('is light', () => {
    const light = [
      '@babel/parser',
      '@typescript-eslint/scope-manager',
      '@typescript-eslint/visitor-keys',
      'semver',
    ];
    expect([...packages].filter((name) => !light.includes(name))).toEqual([]);
  });

  it('lies where the linter forbids what jscodeshift cannot compile', async () => {
    const eslint = new ESLint({ cwd: ROOT });
    for (const file of files) {
      const config = /** @type {Linter.Config} */ (await eslint.calculateConfigForFile(file));
      expect(config.rules?.['no-restricted-syntax'], file).toBeDefined();
      expect(config.rules?.['no-restricted-imports'], file).toBeDefined();
    }
  });

  it.each([
    'export const url = import.meta.url;',
    'class A { static { go(); } }',
    "export * as all from './all.js';",
    "const a = await import('./a.js');",
    "await import('./a.js');",
    'using file = open();',
    "import 'eslint';",
    "import 'typescript';",
  ])('may not hold %s', async (code) => {
    const eslint = new ESLint({ cwd: ROOT });
    const [result] = await eslint.lintText(code, { filePath: 'core/analysis/example.js' });
    const rules = result?.messages.map(({ ruleId }) => ruleId) ?? [];
    expect(rules.some((rule) => rule?.startsWith('no-restricted-') || rule === null)).toBe(true);
  });
});

/** How many bytes the unpacked package may take: what an installation reads from the disk stays small. */
const UNPACKED_LIMIT = 6_000_000;

describe('what is published', () => {
  const [{ files, unpackedSize }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }),
  );
  const published = files
    .map((/** @type {{ path: string }} */ file) => file.path)
    .filter((/** @type {string} */ file) => !file.startsWith('types/'));

  /** Read, or run in another process, by what is loaded. */
  const notImported = [
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'bench/costs.json',
    'bin/report/report.schema.json',
    'bin/review/page.css',
    'bin/review/page.html',
    ...filesBelow('bench/worker'),
    'bench/worker.cjs',
    ...filesBelow('docs'),
  ];

  it('has the documents that the README links to', () => {
    const linked = [...readme.matchAll(/\]\((?!https?:|#)(?<target>[^)#\s]+)/gu)].map(
      ({ groups }) => groups?.['target'],
    );
    expect(linked).toContain('docs/migrating.md');
    expect(published).toEqual(expect.arrayContaining(linked));
  });

  it('stays below its limit of size', () => {
    expect(unpackedSize).toBeLessThan(UNPACKED_LIMIT);
  });

  it('is what the plugin, the codemods and the command load, and nothing else', () => {
    const entries = [
      'index.js',
      // By their names, when a text may hold the pattern.
      ...namesIn('rules', '.js').map((name) => `core/patterns/${patternOf(name)}.js`),
      ...filesBelow('bin').filter((file) => file.endsWith('.js')),
      ...namesIn('codemods', '.js').map((name) => `codemods/${name}.js`),
      // By their addresses, in the programs that are recorded.
      'core/record/preload.js',
      'core/record/loader.js',
    ];
    const loaded = [...reachableFrom(entries.map((file) => path.join(ROOT, file))).files]
      .map((file) => path.relative(ROOT, file))
      .filter((file) => !file.includes('${'));
    const typesAlone = filesBelow('core').filter((file) => holdsTypesAlone(file));
    expect(published.sort()).toEqual(
      [...new Set([...loaded, ...notImported, ...typesAlone])].sort(),
    );
  });

  /** @param {string} file */
  function holdsTypesAlone(file) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return text.replaceAll(/\/\*.*?\*\//gsu, '').trim() === 'export {};';
  }
});
