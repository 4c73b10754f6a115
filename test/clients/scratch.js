import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, inject } from 'vitest';

/** The packed package, as the registry would serve it. */
export const TARBALL = /** @type {string} */ (inject(/** @type {never} */ ('tarball')));

/** The ESLint that the tests install. */
export const ESLINT = 'eslint@^10.0.0';

export const BEFORE = `const co = require('co');

exports.run = co.wrap(function* (load) {
  return yield load();
});
`;

export const AFTER = `exports.run = async function (load) {
  return await load();
};
`;

/** What `no-promise-wrapped-await` reports. */
export const COSTLY = 'exports.f = async () => await new Promise((resolve) => resolve(1));\n';

export const CLEAN = 'exports.f = async () => 1;\n';

/**
 * @typedef {object} Outcome
 * @property {number | null} status
 * @property {string} output Of both streams.
 */

/**
 * A directory outside of any project, which goes with the test.
 */
export class Scratch {
  /** @param {string} name */
  constructor(name) {
    this.directory = mkdtempSync(path.join(tmpdir(), `async-perf-${name}-`));
    afterAll(() => rmSync(this.directory, { recursive: true, force: true }));
  }

  /**
   * @param {Record<string, string>} files
   * @returns {this}
   */
  write(files) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(this.directory, name)), { recursive: true });
      writeFileSync(path.join(this.directory, name), text);
    }
    return this;
  }

  /**
   * @param {string} name
   * @returns {string}
   */
  read(name) {
    return readFileSync(path.join(this.directory, name), 'utf8');
  }

  /**
   * @param {string} command
   * @param {readonly string[]} args
   * @param {{ node?: string, env?: Record<string, string> }} [setting] The `node` to run with, and more
   *   of the environment.
   * @returns {Outcome}
   */
  try(command, args, { node, env = {} } = {}) {
    const searched = [node && path.dirname(node), process.env['PATH']].filter(Boolean);
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: this.directory,
      encoding: 'utf8',
      env: {
        ...withoutNpm(process.env),
        FORCE_COLOR: '0',
        PATH: searched.join(path.delimiter),
        ...env,
      },
    });
    if (error) {
      throw error;
    }
    return { status, output: stdout + stderr };
  }

  /**
   * @param {string} command
   * @param {readonly string[]} args
   * @param {{ node?: string, env?: Record<string, string> }} [setting]
   * @returns {string}
   * @throws {Error} With what the command says, if it fails.
   */
  run(command, args, setting) {
    const { status, output } = this.try(command, args, setting);
    if (status !== 0) {
      throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`);
    }
    return output;
  }

  /**
   * @param {...string} packages
   * @returns {this}
   */
  install(...packages) {
    this.run('npm', ['install', '--no-audit', '--no-fund', '--silent', TARBALL, ...packages]);
    return this;
  }

  /** @returns {this} A git repository with all files committed. */
  commitAll() {
    for (const args of [
      ['init', '-q', '-b', 'main'],
      ['config', 'user.name', 'A'],
      ['config', 'user.email', 'a@example.com'],
      ['add', '-A'],
      ['commit', '-q', '-m', 'Start', '--no-verify'],
    ]) {
      this.run('git', args);
    }
    return this;
  }

  /**
   * @param {string} file
   * @param {string} text
   * @param {Record<string, string>} [env]
   * @returns {Outcome} Of the attempt to commit the file, hooks and all.
   */
  tryCommit(file, text, env = {}) {
    this.write({ [file]: text });
    this.run('git', ['add', file]);
    return this.try('git', ['commit', '-q', '-m', 'Change'], { env });
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} Without what npm told the process that runs the tests.
 */
function withoutNpm(env) {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !/^npm_(?:config_local_prefix|package_|lifecycle_|command)/u.test(name) &&
        name !== 'INIT_CWD',
    ),
  );
}
