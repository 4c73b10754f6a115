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

/**
 * @param {string} top Of a work tree.
 * @param {string} reference A commit, branch or tag.
 * @returns {Map<string, [number, number][]> | undefined} The lines of each file, absolute, that are not as they were
 *   where this work left the reference: the first and the last of each stretch, 1-based. Files that git does not hold
 *   yet are new as a whole. Undefined if git does not know the reference.
 */
export function changedLines(top, reference) {
  const base = git(top, ['merge-base', '--end-of-options', reference, 'HEAD'])?.trim();
  const flags = ['--unified=0', '--no-color', '--no-ext-diff', '--no-renames', '--no-textconv'];
  const diff = base && git(top, ['-c', 'core.quotePath=false', 'diff', ...flags, base, '--']);
  if (diff === undefined || base === undefined) {
    return undefined;
  }
  /** @type {Map<string, [number, number][]>} */
  const changed = new Map();
  /** @type {[number, number][]} */
  let lines = [];
  // A line that was removed may look like a head: the counts of the hunks tell them apart.
  let left = 0;
  for (const line of diff.split('\n')) {
    if (left > 0) {
      left -= /^[-+]/u.test(line) ? 1 : 0;
      continue;
    }
    const name = /^\+\+\+ (?:b\/(?<plain>[^\t]*)|(?<quoted>"b\/.*"))\t?$/u.exec(line)?.groups;
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(line);
    if (name) {
      lines = [];
      const path = name['plain'] ?? unquote(name['quoted'] ?? '').slice('b/'.length);
      changed.set(resolve(top, path), lines);
    } else if (hunk) {
      const [, removed = '1', start = '1', count = '1'] = hunk;
      left = Number(removed) + Number(count);
      if (Number(count) > 0) {
        lines.push([Number(start), Number(start) + Number(count) - 1]);
      }
    }
  }
  const fresh = git(top, ['ls-files', '-z', '--others', '--exclude-standard']) ?? '';
  for (const path of fresh.split('\0').filter((each) => each !== '')) {
    changed.set(resolve(top, path), [[1, Infinity]]);
  }
  return changed;
}

/** @type {Readonly<Record<string, string>>} */
const ESCAPES = Object.freeze({ a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' });

/**
 * @param {string} text A path in double quotes, as git writes one with odd characters.
 * @returns {string}
 */
function unquote(text) {
  return text
    .slice(1, -1)
    .replaceAll(/\\([0-7]{3}|.)/gu, (_, escape) =>
      /^[0-7]{3}$/u.test(escape)
        ? String.fromCharCode(Number.parseInt(escape, 8))
        : (ESCAPES[escape] ?? escape),
    );
}
