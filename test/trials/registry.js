import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { runOrThrow } from './command.js';

/**
 * Where installed packages are kept between runs: outside the tree, so that neither the formatter
 * nor the linter nor a commit meets foreign code.
 *
 * @param {string} subject The part of the cache, e.g. `trials`.
 */
export function cacheDirectory(subject) {
  const base = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  return path.join(base, 'eslint-plugin-async-perf', subject);
}

/** @param {string} target */
export async function exists(target) {
  return (await stat(target).catch(() => undefined)) !== undefined;
}

/**
 * Fills a directory once: it appears only when complete, so a run that was stopped leaves nothing
 * half done behind.
 *
 * @param {string} directory
 * @param {(temporary: string) => Promise<void>} fill
 * @returns {Promise<string>} The directory.
 */
export async function once(directory, fill) {
  if (!(await exists(directory))) {
    await mkdir(path.dirname(directory), { recursive: true });
    const temporary = await mkdtemp(`${directory}-`);
    try {
      await fill(temporary);
      await rename(temporary, directory);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      throw error;
    }
  }
  return directory;
}

/**
 * The unpacked tarball of a published package, without its dependencies.
 *
 * @param {string} spec A name and a version, e.g. `koa-router@5.4.2`.
 * @returns {Promise<string>} Its directory in the cache.
 * @throws {Error} When the registry does not have it.
 */
export function unpackPackage(spec) {
  const directory = path.join(cacheDirectory('packages'), fileName(spec));
  return once(directory, async (temporary) => {
    const target = path.join(temporary, 'tarball');
    await mkdir(target);
    await runOrThrow('npm', ['pack', spec, '--silent', '--pack-destination', target], {
      cwd: temporary,
    });
    const [tarball] = await readdir(target);
    if (tarball === undefined) {
      throw new Error(`npm pack ${spec} wrote no tarball. Check the name and the version.`);
    }
    const args = ['-xzf', path.join(target, tarball), '-C', temporary, '--strip-components=1'];
    await runOrThrow('tar', [...args, '--no-same-owner'], { cwd: temporary });
    await rm(target, { recursive: true });
    // Some old tarballs hold directories that nobody may enter.
    await runOrThrow('chmod', ['-R', 'u+rwX', '.'], { cwd: temporary });
  });
}

/**
 * An installed package with its dependencies.
 *
 * @param {string} spec
 * @param {readonly string[]} host What the package expects to find beside it without saying so.
 * @returns {Promise<string>} The directory whose `node_modules` holds it.
 * @throws {Error} When it cannot be installed.
 */
export function installPackage(spec, host = []) {
  const directory = path.join(cacheDirectory('installed'), fileName([spec, ...host].join('+')));
  return once(directory, async (temporary) => {
    await writeFile(path.join(temporary, 'package.json'), '{ "private": true }\n');
    await npmInstall(temporary, [spec, ...host], '--force');
  });
}

/**
 * @param {string} directory
 * @param {readonly string[]} specs What to add; none installs what its package.json says.
 * @param {'--legacy-peer-deps' | '--force'} peers Peers are left out, or put in though they clash.
 * @throws {Error} When npm fails.
 */
export async function npmInstall(directory, specs = [], peers = '--legacy-peer-deps') {
  const flags = ['--ignore-scripts', peers, '--no-audit', '--no-fund'];
  const quiet = ['--no-package-lock', '--loglevel=error'];
  const env = { ...process.env, NODE_ENV: undefined };
  await runOrThrow('npm', ['install', ...flags, ...quiet, ...specs], { cwd: directory, env });
}

/**
 * The directory that holds the `node` binary of a major version.
 *
 * @param {string} major E.g. `10`.
 * @returns {Promise<string>}
 * @throws {Error} When there is none for this machine.
 */
export async function nodeDirectory(major) {
  if (process.versions.node.split('.')[0] === major) {
    return path.dirname(process.execPath);
  }
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const directory = await installPackage(`${name}@${major}`);
  return path.join(directory, 'node_modules', name, 'bin');
}

/**
 * Copies a tree of sources without what was installed into it.
 *
 * @param {string} from
 * @param {string} to
 */
export async function copySources(from, to) {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !['node_modules', '.git'].includes(path.relative(from, source)),
  });
}

/** @param {string} text */
function fileName(text) {
  return text.replace(/[^\w.@-]+/gu, '+');
}
