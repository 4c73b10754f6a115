import { NoFilesError } from '../../core/project/given-files.js';

/**
 * @param {import('../../core/project/given-files.js').GivenFiles} given The files that the configuration ignores
 *   is left out of it.
 * @param {import('./project-config.js').ProjectConfig} projectConfig
 * @throws {NoFilesError} If that is all below a path.
 */
export function leaveOutIgnored(given, projectConfig) {
  given.files = given.files.filter((file) => !projectConfig(file).isIgnored);
  const kept = new Set(given.files);
  for (const { path, isFile, files } of given.paths) {
    if (files.length === 0 || files.some((file) => kept.has(file))) {
      continue;
    }
    const reason = `the ESLint configuration ignores ${isFile ? 'it' : 'all that is there'}: give --no-ignore to check it all the same`;
    if (!isFile) {
      throw new NoFilesError(path, reason);
    }
    given.leftOut.push({ path, reason });
  }
}
