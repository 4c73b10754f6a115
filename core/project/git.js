import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * @param {string} directory
 * @returns {string | undefined} The top of the git work tree; undefined outside of one, or without git.
 */
export function gitRoot(directory) {
  return git(directory, ['rev-parse', '--show-toplevel'])?.trim();
}

/**
 * @param {string} directory
 * @returns {boolean} Whether git knows of changes that no commit holds.
 */
export function hasUncommittedChanges(directory) {
  return (git(directory, ['status', '--porcelain', '--untracked-files=no']) ?? '').trim() !== '';
}

/**
 * @param {string} top Of a work tree.
 * @returns {Set<string>} The files that git holds, absolute: what it can give back.
 */
export function trackedFiles(top) {
  const names = git(top, ['ls-files', '-z', '--recurse-submodules']) ?? '';
  return new Set(names.split('\0').map((name) => resolve(top, name)));
}

/**
 * @param {string} top Of a work tree, or any other directory.
 * @param {string} name Of a file or directory in it.
 * @returns {boolean} Whether git holds any of it.
 */
export function isTracked(top, name) {
  return (git(top, ['ls-files', '--', name]) ?? '') !== '';
}

/** A repository's configuration may name a program that git asks for what has changed. */
const NO_PROGRAM = ['-c', 'core.fsmonitor=false'];

/**
 * @param {string} directory
 * @param {string[]} args
 * @returns {string | undefined}
 */
function git(directory, args) {
  const { status, stdout } = spawnSync('git', [...NO_PROGRAM, ...args], {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  return status === 0 ? stdout : undefined;
}
