/** @import { GivenFiles } from '../core/project/given-files.js' */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { OptionError } from '../core/contract/options.js';
import { findGivenFiles } from '../core/project/given-files.js';
import { isSourceFile } from '../core/project/files.js';
import { changedLines, gitRoot } from '../core/project/git.js';

/**
 * @typedef {GivenFiles & { isPart: boolean, isChanged: (file: string, line: number) => boolean }} ChosenFiles
 *   `isPart`: only some files of the directories are meant. `isChanged`: whether the line is one to be told of.
 */

/**
 * @param {readonly string[]} positionals Of the command line; `-` for the names on standard input, one a line or
 *   with NUL between them. Of these, what is no source file or is not there any more is passed over.
 * @param {object} how
 * @param {string} how.root
 * @param {string | undefined} how.since Only what has changed since this commit, branch or tag.
 * @param {NodeJS.ReadableStream} [how.input]
 * @returns {Promise<ChosenFiles>}
 * @throws {OptionError}
 * @throws As `findGivenFiles`.
 */
export async function chooseFiles(positionals, { root, since, input = process.stdin }) {
  const isFromInput = positionals.includes('-');
  const named = positionals.filter((path) => path !== '-');
  const read = isFromInput ? sourcesIn(await text(input), root) : [];
  const names = [...named, ...read];
  const given =
    isFromInput && names.length === 0
      ? { files: [], paths: [], places: [], leftOut: [] }
      : await findGivenFiles(names, root);
  if (since === undefined) {
    return { ...given, isPart: isFromInput, isChanged: () => true };
  }
  const top = gitRoot(root);
  const changed = top === undefined ? undefined : changedLines(top, since);
  if (!changed) {
    throw new OptionError(
      top === undefined
        ? `--since=${since}: ${root} is in no git work tree`
        : `--since=${since}: git has no such commit, branch or tag, or nothing that it and HEAD have in common; in CI, fetch the whole history (\`fetch-depth: 0\`)`,
    );
  }
  return {
    ...given,
    files: given.files.filter((file) => changed.has(file)),
    isPart: true,
    isChanged: (file, line) =>
      changed.get(file)?.some(([first, last]) => first <= line && line <= last) === true,
  };
}

/**
 * @param {string} list
 * @param {string} root
 * @returns {string[]}
 */
function sourcesIn(list, root) {
  return list
    .split(list.includes('\0') ? '\0' : /\r?\n/u)
    .filter(
      (name) => name !== '' && existsSync(resolve(root, name)) && isSourceFile(resolve(root, name)),
    );
}
