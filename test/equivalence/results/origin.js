import { spawnSync } from 'node:child_process';
import { ROOT } from '../converters.js';

/** What a conversion is made by. */
const CODEMODS = ['core', 'codemods'];

/**
 * @param {readonly string[]} [code] The folders that the run is about.
 * @returns {{ commit: string, date: string }} Which code a run is about: the last commit that changed
 *   them.
 * @throws {Error} If that code has changes that are not committed: nobody could repeat the run.
 */
export function originOfRun(code = CODEMODS) {
  if (git('status', '--porcelain', '--', ...code) !== '') {
    throw new Error(`${code.join(' and ')} have uncommitted changes: commit them, then run again`);
  }
  const commit = git('log', '-1', '--format=%h', '--', ...code);
  return { commit, date: new Date().toISOString().slice(0, 10) };
}

/** @param {...string} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`);
  return stdout.trim();
}
