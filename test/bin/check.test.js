/** @import { Log } from 'sarif' */

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Linter } from 'eslint';
import { Linter as NewestNine } from 'eslint-9';
import { Linter as Oldest } from 'eslint-9.15';
import { afterAll, describe, expect, it } from 'vitest';

import { loadESLint } from '../../bin/check/eslint.js';
import { nearestCosts } from '../../bin/check/costs.js';
import { lintFiles } from '../../bin/check/lint.js';
import { createProgress } from '../../bin/terminal/progress.js';
import plugin from '../../index.js';
import { REPOSITORY } from '../../rules/shared/addresses.js';
import { command as COMMAND, runCommand } from './command.js';

const FIXTURES = fileURLToPath(new URL('../codemods/fixtures', import.meta.url));

const WRAPPED = 'async () => {\n  await new Promise((resolve) => resolve(1));\n};\n';
const CLEAN = 'async () => {\n  await 1;\n};\n';

const scratch = mkdtempSync(join(tmpdir(), 'async-perf-check-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * @param {Record<string, string>} files
 * @returns {string} A directory with the files.
 */
function project(files) {
  const directory = mkdtempSync(join(scratch, 'project '));
  for (const [name, text] of Object.entries({ 'package.json': '{}\n', ...files })) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  return directory;
}

/**
 * @param {string} directory
 * @param {...string} args
 */
function check(directory, ...args) {
  return run(directory, 'check', ...args);
}

/**
 * @param {string} directory
 * @param {...string} args
 */
function run(directory, ...args) {
  return runCommand(directory, args);
}

describe('async-perf check', () => {
  it('groups what it finds by pattern, with its measured cost and its repair', () => {
    const directory = project({ 'a.js': WRAPPED, 'lib/b.js': `${WRAPPED}${WRAPPED}` });
    const { status, stdout } = check(directory);
    expect(status).toBe(1);
    expect(stdout).toContain('no-promise-wrapped-await  3 findings in 2 files');
    expect(stdout).toMatch(/^ {4}a\.js:2:9\n {4}lib\/b\.js:2:9\n {4}lib\/b\.js:5:9$/mu);
    expect(stdout).toContain('npx async-perf migrate --only=unwrap-promises');
    expect(stdout).toContain('3 findings in 2 files; 2 files looked at');

    const costs = JSON.parse(
      readFileSync(new URL('../../bench/costs.json', import.meta.url), 'utf8'),
    );
    const { node, rows } =
      nearestCosts(costs['no-promise-wrapped-await'], process.versions.node) ?? {};
    // Of the seven forms that the rule knows, those that the finding has.
    const own = (rows ?? []).filter(({ title }) => title.startsWith('`await new Promise('));
    expect(own).toHaveLength(2);
    const shown = stdout.split('\n').filter((line) => line.startsWith('  cost '));
    expect(shown).toHaveLength(2);
    own.forEach(({ title, bytes }, index) => {
      expect(shown[index]).toContain(`${title}: `);
      expect(shown[index]).toContain(`${bytes} bytes`);
      expect(shown[index]).toContain(`(Node ${node})`);
    });
  });

  it.each([
    [
      'co.wrap',
      "const co = require('co');\nmodule.exports = co.wrap(function* () { yield x(); });\n",
    ],
    [
      'new Promise((resolve, reject)',
      'const f = (p) => new Promise((resolve, reject) => p.then(resolve, reject));\nfoo(f(Promise.resolve(1)));\n',
    ],
    ['for await', 'async () => { for await (const x of [1, 2]) { g(x); } };\n'],
  ])('shows what the form of a finding costs, in at most two lines: %s', (form, code) => {
    const { stdout } = check(project({ 'a.js': code }));
    const shown = stdout.split('\n').filter((line) => line.startsWith('  cost '));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThanOrEqual(2);
    for (const line of shown) {
      expect(line).toContain(form);
      expect(line).toContain('CPU time');
    }
  });

  it('says where a form was not measured', () => {
    const blocking =
      "const fs = require('fs');\napp.get('/', (req, res) => res.send(fs.readFileSync('a')));\n";
    const { stdout } = check(project({ 'a.js': blocking }), '--only=no-blocking-in-async');
    expect(stdout).toContain('cost     one call gains nothing; `async-perf explain`');
  });

  it('ends with what `migrate` would do, and the command for it', () => {
    const callbacks = `const fs = require('fs');
function load(file, callback) {
  fs.readFile(file, 'utf8', (error, text) => {
    if (error) {
      return callback(error);
    }
    fs.readFile(text, 'utf8', (failure, content) => {
      if (failure) {
        return callback(failure);
      }
      callback(null, content);
    });
  });
}
module.exports = load;
`;
    const directory = project({ 'src/a.js': callbacks, 'src/b.js': CLEAN });
    const { sites } = JSON.parse(
      run(directory, 'migrate', 'src', '--dry-run', '--plan-only', '--format=json').stdout,
    );
    const converted = sites.filter((/** @type {any} */ { status }) => status === 'converted');
    expect(sites).not.toEqual([]);
    const { status, stdout } = check(directory, 'src');
    expect(status).toBe(0);
    expect(stdout).toContain('No costly pattern found');
    expect(stdout).toMatch(
      new RegExp(
        `migrate would convert ${converted.length} of ${sites.length} sites? .*\\n  npx async-perf migrate src --dry-run\\n$`,
        'u',
      ),
    );
    const refused = project({
      'a.js': callbacks.replace(
        'callback(null, content);',
        'callback(null, 1);\n      callback(null, 2);',
      ),
    });
    expect(check(refused).stdout).toMatch(
      /migrate looked at 1 site and would convert none by itself\. To see why:\n {2}npx async-perf migrate --dry-run\n$/u,
    );
    const many = Array.from({ length: 101 }, (_, index) => [`src/${index}.js`, CLEAN]);
    expect(check(project(Object.fromEntries(many)), 'src').stdout).toMatch(
      /which of them migrate would convert:\n {2}npx async-perf migrate src --dry-run\n$/u,
    );
    // A hook names files; programs read the other formats.
    expect(check(directory, 'src/a.js').stdout).not.toContain('migrate would');
    expect(check(directory, 'src', '--format=github').stdout).toBe('');
    expect(check(project({ 'b.js': CLEAN })).stdout).not.toContain('migrate would');
  });

  it('names a repair that leaves nothing to be found', () => {
    const directory = project({ 'a.js': WRAPPED });
    expect(check(directory).status).toBe(1);
    expect(run(directory, 'migrate', '--only=unwrap-promises', '--node=20', '--force').status).toBe(
      0,
    );
    const { status, stdout } = check(directory);
    expect(status).toBe(0);
    expect(stdout).toContain('No costly pattern found; 1 file looked at');
  });

  it('needs no configuration for TypeScript, JSX, Flow and code of any age', () => {
    const line = 'async () => { await new Promise((resolve) => resolve(1)); };\n';
    const directory = project({
      'a.ts': `enum A { B }\nconst c = <T,>(x: T): T => x satisfies unknown;\n${line}`,
      'b.jsx': `const b = <p>\n{1}</p>;\n${line}`,
      'c.js': `// @flow\ntype T = {| a: ?string |};\n${line}`,
      'd.cjs': `#!/usr/bin/env node\nvar a = 010; with (a) b();\n${line}`,
      'e.mjs': `await 1;\nexport default 1;\n${line}`,
      'f.js': `\uFEFF\r\n\r\n${line}`,
    });
    const { rules, errors } = JSON.parse(check(directory, '--format=json').stdout);
    expect(errors).toEqual([]);
    const places = rules[0].findings.map(
      (/** @type {any} */ { file, line: at, column }) => `${file}:${at}:${column}`,
    );
    expect(places).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => expect.stringMatching(`^${name}\\.\\w+:3:21$`)),
    );
  });

  it('leaves out what an ESLint configuration ignores, unless told not to', () => {
    const directory = project({
      'eslint.config.mjs': "export default [{ ignores: ['build/'] }];\n",
      'build/a.js': WRAPPED,
      'src/b.js': CLEAN,
    });
    const { status, stdout } = check(directory);
    expect(stdout).toContain('2 files looked at');
    expect(status).toBe(0);
    expect(check(directory, '--no-ignore').status).toBe(1);
  });

  it('names a repair of what was checked, and what it would do besides', () => {
    const directory = project({
      'eslint.config.mjs': "export default [{ ignores: ['src/build/'] }];\n",
      'src/build/a.js': WRAPPED,
      'src/b.js': WRAPPED,
      'it s.js': WRAPPED,
    });
    const { stdout } = check(directory, 'src', 'it s.js');
    expect(stdout).toContain("npx async-perf migrate src 'it s.js' --only=unwrap-promises\n");
    expect(stdout).toContain('ignores 1 more file; migrate does not ask it');
    expect(check(directory, '--no-ignore').stdout).not.toContain('does not ask');
  });

  it('checks what no configuration speaks of', () => {
    const directory = project({
      'eslint.config.mjs': "export default [{ ignores: ['build/'] }];\n",
      'a.ts': WRAPPED,
    });
    expect(check(directory, 'a.ts')).toMatchObject({ status: 1, stderr: '' });
    expect(check(directory).stdout).toContain('1 finding in 1 file; 2 files looked at');
  });

  it('warns of a named file that is left out, and goes on', () => {
    const directory = project({
      'eslint.config.mjs': "export default [{ ignores: ['build/'] }];\n",
      '.gitignore': 'out/\n',
      'build/a.js': WRAPPED,
      'out/a.js': WRAPPED,
      'a.min.js': WRAPPED,
      'notes.md': '',
      'b.js': CLEAN,
    });
    const names = ['build/a.js', 'out/a.js', 'a.min.js', 'notes.md'];
    const { status, stdout, stderr } = check(directory, ...names, 'b.js');
    expect(status).toBe(0);
    expect(stdout).toContain('1 file looked at');
    const warnings = stderr.split('\n').slice(0, -1).sort();
    expect(warnings).toEqual([
      expect.stringMatching(
        / a\.min\.js is not looked at: minified: convert what it was made from/u,
      ),
      expect.stringMatching(/ build\/a\.js is not looked at: the ESLint .* --no-ignore/u),
      expect.stringMatching(/ notes\.md is not looked at: there is no JavaScript/u),
      expect.stringMatching(/ out\/a\.js is not looked at: \.gitignore leaves/u),
    ]);
    expect(check(directory, '--no-ignore', 'build/a.js')).toMatchObject({ status: 1, stderr: '' });
  });

  it('names a package.json that is no JSON', () => {
    const directory = project({ 'package.json': '{ "name": ', 'a.js': WRAPPED });
    const { status, stderr } = check(directory);
    expect(stderr).toMatch(/^async-perf: .*package\.json cannot be read as JSON: mend it.*\n$/u);
    expect(status).toBe(2);
  });

  it('leaves out what git ignores', () => {
    const directory = project({ '.gitignore': 'out/\n', 'out/a.js': WRAPPED, 'b.js': CLEAN });
    expect(check(directory).status).toBe(0);
  });

  it.each([
    ['src', /src: there is no JavaScript or TypeScript/u],
    ['src/**/*.ts', /src\/\*\*\/\*\.ts: there is no JavaScript or TypeScript/u],
    ['out', /out: \.gitignore leaves out all that is there/u],
    ['out/*.js', /out\/\*\.js: \.gitignore leaves out/u],
    ['build', /build: the ESLint configuration ignores all that is there.*--no-ignore/u],
  ])('says that there is nothing to check in %s', (path, message) => {
    const directory = project({
      'eslint.config.mjs': "export default [{ ignores: ['build/'] }];\n",
      '.gitignore': 'out/\n',
      'build/a.js': WRAPPED,
      'out/a.js': WRAPPED,
      'src/a.css': '',
      'b.js': CLEAN,
    });
    for (const paths of [[path], [path, 'b.js'], ['*.js', path, '!c.js']]) {
      const { status, stdout, stderr } = check(directory, ...paths);
      expect(stderr).toMatch(message);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    }
  });

  it('says that there is nothing to check in an empty project', () => {
    const { status, stderr } = check(project({}));
    expect(stderr).toContain('.: there is no JavaScript or TypeScript');
    expect(status).toBe(2);
  });

  it('says so if the configuration cannot be read', () => {
    const directory = project({ 'eslint.config.mjs': "import 'missing-package';\n", 'a.js': '' });
    const { status, stderr } = check(directory);
    expect(status).toBe(2);
    expect(stderr).toContain('missing-package');
    expect(stderr).toContain('--no-config-lookup');
    expect(check(directory, '--no-config-lookup').status).toBe(0);
  });

  it('respects comments that switch rules off, and ignores those of other plugins', () => {
    const directory = project({
      'a.js': `/* eslint other/rule: error */\n// eslint-disable-next-line async-perf/no-promise-wrapped-await\n${WRAPPED.replaceAll('\n', ' ')}`,
    });
    expect(check(directory)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['its own', Linter],
    ['9', NewestNine],
    ['9.15', Oldest],
  ])('reads a file with an `eslint-env` comment, in ESLint %s', (_name, Version) => {
    const comment = '/* eslint-env node, mocha */\n';
    const directory = project({ 'a.js': `${comment}${CLEAN}`, 'b.js': `${comment}${WRAPPED}` });
    const files = ['a.js', 'b.js'].map((name) => join(directory, name));
    const rules = { 'async-perf/no-promise-wrapped-await': /** @type {const} */ ('warn') };
    const { errors, findings } = lintFiles(files, {
      Linter: /** @type {typeof Linter} */ (/** @type {unknown} */ (Version)),
      rulesOf: () => rules,
    });
    expect(errors).toEqual([]);
    expect(findings).toMatchObject([{ file: files[1], line: 3 }]);
  });

  it('passes a clean file with an `eslint-env` comment', () => {
    const directory = project({ 'a.js': `/* eslint-env node, mocha */\n${CLEAN}` });
    const { status, stdout } = check(directory);
    expect(stdout).toMatch(/^No costly pattern found; 1 file looked at/u);
    expect(status).toBe(0);
    expect(check(directory, '--format=github')).toMatchObject({ status: 0, stdout: '' });
  });

  const PLUGIN = JSON.stringify(new URL('../../index.js', import.meta.url).href);

  /** @param {string} rules */
  const configWith = (rules) =>
    `import asyncPerf from ${PLUGIN};
     export default [{ files: ['**/*.js'], plugins: { 'async-perf': asyncPerf }, rules: ${rules} }];`;

  const REDUCE = 'xs.reduce(async (sum, x) => (await sum) + (await x), 0);\n';

  it('reports what `eslint .` reports: the rules, severities and options of the project', () => {
    const directory = project({
      'eslint.config.mjs': configWith(
        `{ 'async-perf/no-promise-wrapped-await': 'off', 'async-perf/no-async-reduce': 'warn' }`,
      ),
      'a.js': `${WRAPPED}${REDUCE}`,
      'b.ts': WRAPPED,
    });
    const { status, stdout } = check(directory, 'a.js');
    expect(stdout).toContain('no-async-reduce  1 finding');
    expect(stdout).not.toContain('no-promise-wrapped-await');
    expect(stdout).toMatch(
      /1 finding \(0 errors, 1 warning\) in 1 file; 1 file looked at in .* with the rules of the ESLint configuration\n/u,
    );
    expect(status).toBe(0);
    // The block is about other files: what it says nothing of is checked as without it.
    expect(check(directory, 'b.ts').status).toBe(1);
    expect(check(directory, 'a.js', '--no-config-lookup').status).toBe(1);
    expect(check(directory, 'a.js', '--only=no-promise-wrapped-await').status).toBe(1);
    // `strict` has both rules: one stays off, one a warning.
    expect(check(directory, 'a.js', '--config=strict')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 finding (0 errors, 1 warning)'),
    });
  });

  it('follows the options of a rule', () => {
    const rules = (/** @type {boolean} */ checkResolve) =>
      configWith(
        `{ 'async-perf/no-promise-wrapped-await': ['error', { checkResolve: ${checkResolve} }] }`,
      );
    const awaited = 'export async function f() {\n  return await Promise.resolve(1);\n}\n';
    for (const [checkResolve, status] of /** @type {const} */ ([
      [true, 1],
      [false, 0],
    ])) {
      const directory = project({
        'eslint.config.mjs': rules(checkResolve),
        'a.js': awaited,
      });
      expect(check(directory, 'a.js').status, String(checkResolve)).toBe(status);
    }
  });

  it('counts warnings, and leaves them out with --quiet', () => {
    const directory = project({
      'eslint.config.mjs': configWith(`{ 'async-perf/no-promise-wrapped-await': 'warn' }`),
      'a.js': `${WRAPPED}${WRAPPED}`,
    });
    expect(check(directory, 'a.js', '--max-warnings=2')).toMatchObject({ status: 0, stderr: '' });
    expect(check(directory, 'a.js', '--max-warnings=1')).toMatchObject({
      status: 1,
      stderr: 'async-perf: 2 warnings, more than --max-warnings=1\n',
    });
    const quiet = check(directory, 'a.js', '--quiet');
    expect(quiet.status).toBe(0);
    expect(quiet.stdout).toContain('No costly pattern found');
    expect(check(directory, 'a.js', '--max-warnings=some').status).toBe(2);

    expect(check(directory, 'a.js', '--format=github').stdout).toMatch(/^::warning file=a\.js/u);
    const { runs } = JSON.parse(check(directory, 'a.js', '--format=sarif').stdout);
    expect(runs[0].results.map((/** @type {any} */ { level }) => level)).toEqual([
      'warning',
      'warning',
    ]);
    const { rules } = JSON.parse(check(directory, 'a.js', '--format=json').stdout);
    expect(rules[0].findings[0].severity).toBe('warning');
  });

  it('says of components of Vue and Svelte that it does not read them', () => {
    const component = `<script>\n${WRAPPED}</script>\n`;
    const directory = project({
      'src/a.vue': component,
      'src/b.svelte': component,
      'c.js': CLEAN,
      'out/d.vue': component,
      '.gitignore': 'out/\n',
    });
    const { status, stderr } = check(directory);
    expect(stderr).toMatch(
      /^async-perf: src\/a\.vue, src\/b\.svelte are not looked at: .*components.*ESLint.*\n$/u,
    );
    expect(status).toBe(0);
    expect(check(directory, 'src/a.vue', 'c.js')).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^async-perf: src\/a\.vue is not looked at: .*components.*\n$/u,
      ),
    });
    expect(check(directory, 'src')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/src: .*components/u),
    });
    expect(check(directory, '*.js')).toMatchObject({ status: 0, stderr: '' });
  });

  it('reports files that are no code', () => {
    const directory = project({ 'a.js': 'var a;\n  co(function* ( {\n' });
    const { status, stdout } = check(directory);
    expect(status).toBe(1);
    expect(stdout).toContain('not read a.js:3:1 ');
    expect(stdout).toMatch(/^1 file not read; 1 file looked at/mu);
    writeFileSync(join(directory, 'b.js'), CLEAN);
    expect(check(directory).stdout).toMatch(
      /^No costly pattern found in 1 file, 1 file not read; 2 files looked at/mu,
    );
  });

  it('checks the others where a file cannot be read', () => {
    const directory = project({ 'a.js': WRAPPED });
    const files = [join(directory, 'gone.js'), join(directory, 'a.js')];
    const rules = { 'async-perf/no-promise-wrapped-await': /** @type {const} */ ('warn') };
    const { errors, findings } = lintFiles(files, { Linter, rulesOf: () => rules });
    expect(errors).toMatchObject([{ file: files[0], message: expect.stringContaining('ENOENT') }]);
    expect(findings).toHaveLength(1);
  });

  it('has more rules in other configurations, and single ones', () => {
    const source = 'xs.reduce(async (sum, x) => (await sum) + (await x), 0);\n';
    const directory = project({ 'a.js': source });
    expect(check(directory).status).toBe(0);
    expect(check(directory, '--config=strict').stdout).toContain('no-async-reduce  1 finding');
    expect(check(directory, '--only=no-async-reduce').status).toBe(1);
    expect(check(directory, '--only=async-perf/no-useless-async').status).toBe(0);
  });

  it.each([
    [['--format=xml'], /--format=xml: give one of stylish, json, sarif, github/u],
    [['--config=best'], /--config=best: give one of/u],
    [['--only=nothing'], /--only=nothing: give one of/u],
    [['--unknown'], /there is no option '--unknown': see .async-perf check --help/u],
    [['missing'], /missing: no such file/u],
  ])('rejects %j', (args, message) => {
    const { status, stderr } = check(project({ 'a.js': CLEAN }), ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('is coloured where that is wanted', () => {
    const { stdout } = spawnSync(process.execPath, [COMMAND, 'check'], {
      cwd: project({ 'a.js': WRAPPED }),
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
    });
    expect(stdout).toContain('\u001B[');
  });
});

describe('formats for programs', () => {
  const directory = project({ 'a b/c%.js': WRAPPED, 'd.js': 'co(function* ( {\n' });
  spawnSync('git', ['init', '-q'], { cwd: directory });

  it('json has all', () => {
    const { rules, errors, files } = JSON.parse(check(directory, '--format=json').stdout);
    expect(files).toBe(2);
    expect(errors).toEqual([expect.objectContaining({ file: 'd.js', line: 2, column: 1 })]);
    expect(rules).toEqual([
      expect.objectContaining({
        rule: 'no-promise-wrapped-await',
        codemods: ['unwrap-promises'],
        costs: expect.arrayContaining([expect.objectContaining({ node: expect.any(String) })]),
        findings: [
          expect.objectContaining({
            file: 'a b/c%.js',
            line: 2,
            column: 9,
            endLine: 2,
            endColumn: 45,
            fixable: true,
          }),
        ],
      }),
    ]);
  });

  it('sarif has places from the top of the work tree', () => {
    /** @type {Log} */
    const log = JSON.parse(check(join(directory, 'a b'), '..', '--format=sarif').stdout);
    expect(log.version).toBe('2.1.0');
    const [run] = log.runs;
    expect(run?.results).toEqual([
      {
        ruleId: 'async-perf/no-promise-wrapped-await',
        ruleIndex: 0,
        level: 'error',
        message: { text: expect.stringContaining('new Promise') },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'a%20b/c%25.js', uriBaseId: '%SRCROOT%' },
              region: { startLine: 2, startColumn: 9, endLine: 2, endColumn: 45 },
            },
          },
        ],
        partialFingerprints: { 'asyncPerf/v1': expect.stringMatching(/^[0-9a-f]{12}$/u) },
      },
    ]);
    const [rule] = run?.tool.driver.rules ?? [];
    expect(rule?.id).toBe('async-perf/no-promise-wrapped-await');
    expect(rule?.help?.markdown).toContain('--only=unwrap-promises');
    // As GitHub's annotation of it: it fails the check.
    expect(run?.invocations?.[0]?.toolExecutionNotifications).toMatchObject([{ level: 'error' }]);
    expect(run?.tool.driver.informationUri).toBe(REPOSITORY);
  });

  it('github has one annotation for each place', () => {
    const { stdout, status } = check(directory, '--format=github');
    expect(status).toBe(1);
    const [first = '', second = '', ...rest] = stdout.split('\n');
    expect(first).toMatch(
      /^::error file=a b\/c%25\.js,line=2,col=9,endLine=2,endColumn=45,title=async-perf\/no-promise-wrapped-await::This `new Promise` /u,
    );
    expect(second).toMatch(/^::error file=d\.js,line=2,col=1,title=async-perf%3A not read::/u);
    expect(rest).toEqual(['']);
  });
});

describe('lintFiles', () => {
  it('finds with its own parser what ESLint finds with its own', () => {
    const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => join(FIXTURES, file));
    const rules = Object.fromEntries(
      Object.keys(plugin.rules ?? {}).map((name) => [
        `async-perf/${name}`,
        /** @type {const} */ ('error'),
      ]),
    );
    const linter = new Linter({ cwd: FIXTURES });
    const verify = (/** @type {string} */ file, /** @type {'module' | 'commonjs'} */ sourceType) =>
      linter.verify(
        readFileSync(file, 'utf8'),
        [
          {
            files: ['**/*.js'],
            plugins: { 'async-perf': plugin },
            languageOptions: { sourceType },
            linterOptions: { reportUnusedDisableDirectives: 'off' },
            rules,
          },
        ],
        file,
      );
    let compared = 0;
    for (const file of files) {
      const commonjs = verify(file, 'commonjs');
      const expected = commonjs.some(({ fatal }) => fatal) ? verify(file, 'module') : commonjs;
      if (expected.some(({ fatal }) => fatal)) {
        continue;
      }
      const { findings } = lintFiles([file], { Linter, rulesOf: () => rules });
      expect(
        findings.map(({ rule, line, column, endLine, endColumn, message, fixable }) => ({
          ruleId: `async-perf/${rule}`,
          place: [line, column, endLine, endColumn],
          message,
          fixable,
        })),
        file,
      ).toEqual(
        expected.map(({ ruleId, line, column, endLine, endColumn, message, fix }) => ({
          ruleId,
          place: [line, column, endLine, endColumn],
          message,
          fixable: fix !== undefined,
        })),
      );
      compared += expected.length;
    }
    expect(compared).toBeGreaterThan(50);
  });
});

describe('loadESLint', () => {
  const own = createRequire(import.meta.url);

  /**
   * @param {string} version
   * @returns {NodeJS.Require} A place whose ESLint has that version.
   */
  const placeWith = (version) =>
    Object.assign((/** @type {string} */ name) => {
      expect(name).toBe('eslint/package.json');
      return { version };
    }, own);

  /** @type {NodeJS.Require} */
  const empty = Object.assign(() => {
    throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
  }, own);

  it("takes the project's, else its own", async () => {
    await expect(loadESLint('.', [placeWith('9.39.0'), own])).resolves.toMatchObject({
      version: '9.39.0',
    });
    const { version } = own('eslint/package.json');
    await expect(loadESLint('.', [empty, own])).resolves.toMatchObject({ version });
    await expect(loadESLint('.', [placeWith('8.57.0'), own])).resolves.toMatchObject({ version });
  });

  it('says how to get one', async () => {
    await expect(loadESLint('.', [empty, empty])).rejects.toThrow(
      /there is no eslint here: run `npm install --save-dev eslint`/u,
    );
    for (const other of [empty, placeWith('8.57.0')]) {
      await expect(loadESLint('.', [placeWith('8.57.0'), other])).rejects.toThrow(
        /there is only eslint 8\.57\.0 here/u,
      );
    }
  });
});

describe('nearestCosts', () => {
  const costs = { '20.20.2': [], '24.1.0': [], '22.5.0': [] };

  it.each([
    ['24.9.0', '24.1.0'],
    ['23.0.0', '22.5.0'],
    ['26.0.0', '24.1.0'],
    ['18.0.0', '20.20.2'],
  ])('on Node %s are those of %s', (running, expected) => {
    expect(nearestCosts(costs, running)?.node).toBe(expected);
  });

  it('are none where nothing was measured', () => {
    expect(nearestCosts(undefined, '20.0.0')).toBeUndefined();
  });
});

describe('createProgress', () => {
  it('draws a bar on a terminal, and takes it away', () => {
    let text = '';
    const stream = { isTTY: true, write: (/** @type {string} */ more) => (text += more) };
    const onProgress = createProgress(4, 'files', stream);
    onProgress(2);
    expect(text).toBe(`\r${'█'.repeat(15)}${'░'.repeat(15)} 2 of 4 files\u001B[K`);
    onProgress(4);
    expect(text.endsWith('\r\u001B[K')).toBe(true);
  });

  it('writes a line now and then elsewhere, none for what is done soon', () => {
    let text = '';
    let time = 0;
    const stream = { write: (/** @type {string} */ more) => (text += more) };
    const onProgress = createProgress(4, 'files', stream, () => time);
    onProgress(1);
    time = 10_000;
    onProgress(2);
    onProgress(3);
    expect(text).toBe('2 of 4 files\n');
  });
});

it('has the costs in the package', () => {
  expect(existsSync(new URL('../../bench/costs.json', import.meta.url))).toBe(true);
});
