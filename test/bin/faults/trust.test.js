import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { afterEach, describe, expect, it } from 'vitest';
import { AFTER, BEFORE, COMMAND, makeProject, migrate, read } from './project.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** @type {string[]} */
const made = [];
afterEach(() => made.splice(0).forEach((each) => rmSync(each, { recursive: true, force: true })));

describe('a project of which every file would do harm', () => {
  /** @returns {{ directory: string, harm: string }} And the file that appears if any of it runs. */
  function harmful() {
    const directory = makeProject({ 'a.js': BEFORE });
    made.push(directory);
    const harm = join(directory, 'harm');
    const code = `require('fs').writeFileSync(${JSON.stringify(harm)}, '');\n`;
    const files = {
      'a.js': `${code}${BEFORE}`,
      'babel.config.js': code,
      '.babelrc.js': code,
      'async-perf.config.js': code,
      'jscodeshift.config.js': code,
      'prettier.config.js': code,
      'node_modules/co/package.json': '{ "name": "co", "main": "index.js", "version": "4.6.0" }',
      'node_modules/co/index.js': code,
      'tsconfig.json': '{ "extends": "./tsconfig.base.js", "plugins": ["./a.js"] }',
      'tsconfig.base.js': code,
      'package.json': JSON.stringify({
        main: 'a.js',
        scripts: { prepare: 'touch harm', pretest: 'touch harm' },
        babel: { plugins: ['./a.js'] },
        dependencies: { co: '^4.6.0' },
      }),
    };
    const other = makeProject(files);
    made.push(other);
    return { directory: other, harm };
  }

  it('is converted without any of it being run', () => {
    const { directory, harm } = harmful();
    expect(migrate(directory).status).toBe(0);
    expect(read(directory, 'a.js')).toContain(AFTER);
    expect(existsSync(harm)).toBe(false);
  });

  it('is checked without any of it being run', () => {
    const { directory, harm } = harmful();
    const args = [COMMAND, 'check', '--no-ignore', '.'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
    expect(stdout).toContain('no-generator-coroutine');
    expect(existsSync(harm)).toBe(false);
  });

  it('may be a repository whose configuration names a program', () => {
    const { directory, harm } = harmful();
    const program = join(directory, 'program.sh');
    writeFileSync(program, `#!/bin/sh\ntouch '${harm}'\n`);
    chmodSync(program, 0o755);
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'start'],
      ['config', 'core.fsmonitor', program],
    ]) {
      spawnSync('git', args, { cwd: directory });
    }
    expect(migrate(directory).status).toBe(0);
    expect(existsSync(harm)).toBe(false);
  });
});

/** Modules that execute, or that reach the network. */
const POWERFUL =
  /^(?:node:)?(?:child_process|cluster|dgram|dns|http2?|https|inspector|module|net|repl|tls|vm|worker_threads)(?:\/|$)/u;

/** What each may use, and why. */
const ALLOWED = new Map([
  // Asks git, with fixed arguments.
  ['core/project/git.js', ['node:child_process']],
  // Reads source maps with Node's own reader.
  ['core/project/coverage.js', ['node:module']],
  // Runs the command of --verify.
  ['core/project/verify.js', ['node:child_process']],
  // Runs within the programs that `record` was told to run, and hooks their loaders.
  ['core/record/jest.js', ['node:module']],
  ['core/record/preload.js', ['node:module', 'node:worker_threads']],
  // Loads the parser of the package only where a text has to be probed.
  ['core/record/probed-text.js', ['node:module']],
  // Loads the plugin's own rules and patterns, and its package.json.
  ['rules/shared/require.js', ['node:module']],
]);

describe('the code of rules and codemods', () => {
  const files = ['index.js', ...['core', 'rules', 'codemods'].flatMap((folder) => filesIn(folder))];

  it.each(files)('%s executes nothing and reaches no network', (file) => {
    const { imports, calls } = usesOf(readFileSync(join(ROOT, file), 'utf8'));
    expect(imports.filter((name) => POWERFUL.test(name))).toEqual(ALLOWED.get(file) ?? []);
    expect(calls).toEqual([]);
  });
});

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/**
 * @param {string} text
 * @returns {{ imports: string[], calls: string[] }} What it imports, and its calls that execute text.
 */
function usesOf(text) {
  const { tokens } = parse(text, { sourceType: 'module', tokens: true });
  const values = (tokens ?? []).map(({ value, type }) => String(value ?? type?.label ?? ''));
  const imports = values.filter((_, index) => values[index - 1] === 'from');
  const calls = values.filter(
    (value, index) =>
      values[index + 1] === '(' &&
      values[index - 1] !== '.' &&
      (['eval', 'import', 'fetch'].includes(value) ||
        (value === 'Function' && values[index - 1] === 'new')),
  );
  return { imports, calls };
}
