import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { run, runOrThrow } from './command.js';
import { copySources, exists, nodeDirectory, npmInstall, once, unpackPackage } from './registry.js';

/** @typedef {import('./trial.js').Trial} Trial */

const GIT_IDENTITY = '[user]\n\tname = Trial\n\temail = trial@example.com\n';

/**
 * Not in the cache: globs pass by what lies in a directory whose name begins with a dot, and tests
 * fail that match absolute paths.
 */
const WORKSPACES = path.join(tmpdir(), `async-perf-trials-${process.getuid?.() ?? 'all'}`);

/** Of GNU. */
const TIME = '/usr/bin/time';

const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', '.npmrc'];

/**
 * A place where a trial's code stands installed, can be put back as it was, and tested.
 */
export class Workspace {
  /**
   * @param {Trial} trial
   * @param {string} directory Holds `project`, the code with its dependencies, and `original`.
   */
  constructor(trial, directory) {
    this.trial = trial;
    this.directory = directory;
    this.project = path.join(directory, 'project');
    this.original = path.join(directory, 'original');
  }

  /** Puts every source back as it was before the first migration. */
  async restore() {
    for (const name of await readdir(this.project)) {
      if (name !== 'node_modules') {
        await rm(path.join(this.project, name), { recursive: true, force: true });
      }
    }
    await cp(this.original, this.project, { recursive: true, verbatimSymlinks: true });
  }

  /** Installs the dependencies that a migration has written into package.json. */
  async installAdded() {
    const [before, after] = await Promise.all(
      [this.original, this.project].map(async (directory) => {
        const manifest = await readFile(path.join(directory, 'package.json'), 'utf8');
        return JSON.parse(manifest).dependencies ?? {};
      }),
    );
    const added = Object.entries(after).filter(([name]) => !(name in before));
    if (added.length > 0) {
      const specs = added.map(([name, range]) => `${name}@${range}`);
      await npmInstall(this.project, ['--no-save', ...specs]);
    }
  }

  /**
   * Runs the project's tests, off the network where the system can do that.
   *
   * @param {readonly string[]} [wrapper] A command that runs the one behind it.
   * @returns {Promise<import('./command.js').CommandResult & { kilobytes: number }>} With the memory of the process
   *   that took most; 0 where the system has no GNU time.
   */
  async test(wrapper = []) {
    const env = await this.#environment();
    const tests = ['bash', '-c', this.trial.test];
    const file = path.join(this.directory, 'memory');
    await rm(file, { force: true });
    const measured = (await exists(TIME)) ? [TIME, '-f', '%M', '-o', file] : [];
    const [program = 'bash', ...args] = await offline([...measured, ...wrapper, ...tests]);
    const result = await run(program, args, { cwd: this.project, env });
    const text = await readFile(file, 'utf8').catch(() => '0');
    return { ...result, kilobytes: Number(text.trim().split('\n').at(-1)) };
  }

  async #environment() {
    const home = path.join(this.directory, 'home');
    await mkdir(home, { recursive: true });
    // Some suites make repositories, for which git asks who commits.
    await writeFile(path.join(home, '.gitconfig'), GIT_IDENTITY);
    const bin = path.join(this.project, 'node_modules', '.bin');
    const search = [bin, await nodeDirectory(this.trial.node), process.env['PATH']];
    return {
      PATH: search.join(path.delimiter),
      HOME: home,
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      TMPDIR: process.env['TMPDIR'],
    };
  }
}

/**
 * Copies a project, installs what its tests need and runs its first commands.
 *
 * @param {Trial} trial
 * @returns {Promise<Workspace>}
 * @throws {Error} When it cannot be had or installed.
 */
export async function prepareWorkspace(trial) {
  const source = trial.isPublished ? await unpackPackage(trial.source) : trial.source;
  const key = createHash('sha256').update(JSON.stringify(trial)).digest('hex').slice(0, 10);
  const home = path.join(WORKSPACES, `${trial.id}-${key}`);
  await once(home, async (temporary) => {
    const project = path.join(temporary, 'project');
    await copySources(source, project);
    await writeManifest(trial, project);
    await npmInstall(project);
    for (const command of trial.first) {
      await runOrThrow('bash', ['-c', command], { cwd: project });
    }
    await copySources(project, path.join(temporary, 'original'));
  });
  const workspace = new Workspace(trial, home);
  await workspace.restore();
  return workspace;
}

/**
 * Leaves only the development dependencies that the tests need, at the versions of the project.
 *
 * @param {Trial} trial
 * @param {string} project
 */
async function writeManifest({ install }, project) {
  for (const name of LOCK_FILES) {
    await rm(path.join(project, name), { force: true });
  }
  const file = path.join(project, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const { devDependencies: kept } = install;
  if (kept) {
    const all = Object.entries(manifest.devDependencies ?? {});
    manifest.devDependencies = Object.fromEntries(all.filter(([name]) => kept.includes(name)));
  }
  for (const [name, version] of install.also.map(splitSpec)) {
    for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      delete manifest[group]?.[name];
    }
    manifest.devDependencies = { ...manifest.devDependencies, [name]: version };
  }
  for (const [name, version] of install.overrides.map(splitSpec)) {
    manifest.overrides = { ...manifest.overrides, [name]: version };
    for (const group of ['dependencies', 'devDependencies']) {
      if (manifest[group]?.[name]) {
        manifest[group][name] = version;
      }
    }
  }
  delete manifest.workspaces;
  await writeFile(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * @param {string} spec
 * @returns {[name: string, version: string]}
 */
function splitSpec(spec) {
  const at = spec.lastIndexOf('@');
  return at > 0 ? [spec.slice(0, at), spec.slice(at + 1)] : [spec, '*'];
}

/** @type {Promise<string[]> | undefined} */
let isolation;

/**
 * @param {readonly string[]} command
 * @returns {Promise<string[]>} The same command in a network of its own, with loopback up.
 */
async function offline(command) {
  isolation ??= findIsolation();
  return [...(await isolation), ...command];
}

/** @returns {Promise<string[]>} */
async function findIsolation() {
  const up = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  for (const unshare of [
    ['unshare', '-n'],
    ['unshare', '-rn'],
  ]) {
    const [file = '', ...args] = [...unshare, ...up, 'true'];
    if ((await run(file, args, { cwd: process.cwd() })).code === 0) {
      return [...unshare, ...up];
    }
  }
  return [];
}
