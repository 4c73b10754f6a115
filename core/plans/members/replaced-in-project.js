/** @import { ProjectFile } from '../../codemod/convert.js' */

import { readText } from '#project-facts';

import { mayReplaceMembers, replacedMembers } from '../../analysis/modules/replaced-members.js';
import { FAKE_TIMERS } from '../../analysis/environment/test-runners.js';
import { parseSibling } from '../../codemod/siblings.js';
import { projectFilesOf } from '../files/project-files.js';

/**
 * @param {readonly ProjectFile[]} files The files that are converted.
 * @returns {(name: string) => boolean} Whether any file of the project, a test perhaps, gives the member of
 *   a module another value, `fs.stat` being its name, or the global `setTimeout`.
 */
export function replacedInProject(files) {
  /** @type {Set<string> | undefined} */
  let replaced;
  return (name) => {
    replaced ??= new Set(readReplaced(files));
    return replaced.has(name);
  };
}

/**
 * @param {readonly ProjectFile[]} files
 * @returns {string[]}
 */
function readReplaced(files) {
  const texts = new Map(files.map(({ path, source }) => [path, source]));
  return projectFilesOf([...texts.keys()]).flatMap((path) => {
    const text = texts.get(path) ?? readText(path);
    const sourceCode = mayReplaceMembers(text) ? parseSibling(text, path) : undefined;
    return [
      ...(sourceCode ? replacedMembers(sourceCode) : []),
      ...(FAKE_TIMERS.test(text) ? ['setTimeout'] : []),
    ];
  });
}
