import { dirname } from '#project-facts';

import { readProject } from '../../analysis/environment/project.js';
import { sourceFilesIn } from '../../codemod/kept-generators.js';

/**
 * @param {readonly string[]} paths Files that are converted, absolute.
 * @returns {string[]} The files of their projects, with those that are not converted.
 */
export function projectFilesOf(paths) {
  const roots = paths.map((path) => {
    const { manifest } = readProject(path);
    return manifest === undefined ? dirname(path) : dirname(manifest);
  });
  return [...new Set([...paths, ...[...new Set(roots)].flatMap(sourceFilesIn)])];
}
