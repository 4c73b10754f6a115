/** @import { ProjectFile } from '../../codemod/convert.js' */

import { exists, readText } from '#project-facts';

import { projectFilesOf } from './project-files.js';

/**
 * Which packages the files of a project name.
 */

/**
 * @param {readonly ProjectFile[]} files
 * @returns {(name: string) => boolean} Whether any file of the project names the package, as one does
 *   who loads it: without, no promise of it comes from there. Files count as they are written down: what
 *   another codemod has taken out of one may have made what others hold.
 */
export function namesInProject(files) {
  /** @type {(string | undefined)[] | undefined} */
  let texts;
  /** @type {Map<string, boolean>} */
  const known = new Map();
  const isNamed = (/** @type {string} */ name) => {
    texts ??= projectFilesOf(files.map(({ path }) => path)).map(readWritten);
    const quoted = ['"', "'", '`', '/'].flatMap((end) => [
      `"${name}${end}`,
      `'${name}${end}`,
      `\`${name}${end}`,
    ]);
    return texts.some((text) => text === undefined || quoted.some((each) => text.includes(each)));
  };
  return (name) => {
    const answer = known.get(name) ?? isNamed(name);
    known.set(name, answer);
    return answer;
  };
}

/**
 * @param {string} path
 * @returns {string | undefined} Undefined for a file that is nowhere.
 */
function readWritten(path) {
  return exists(path) ? readText(path) : undefined;
}
