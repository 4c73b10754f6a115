/** @import { Migration } from '../../core/project/migration.js' */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, relative, resolve, sep } from 'node:path';

import { readProject } from '../../core/analysis/environment/project.js';
import { OptionError } from '../../core/contract/options.js';
import { formatMarkdown } from './markdown.js';
import { formatPage } from './page.js';

/** The kinds of reports, by the ending of the file. */
const FORMATS = /** @type {const} */ (['.html', '.md', '.json']);

/**
 * @param {string | undefined} given The option, with commas between files.
 * @returns {string[]} The files to write.
 * @throws {OptionError} If one ends otherwise.
 */
export function readReportFiles(given) {
  const files = given?.split(',').map((file) => file.trim()) ?? [];
  const wrong = files.find((file) => !FORMATS.some((format) => format === extname(file)));
  if (wrong !== undefined) {
    throw new OptionError(
      `--report=${wrong}: give a file that ends with ${FORMATS.join(', ')}, such as review.html`,
    );
  }
  return files;
}

/**
 * @param {readonly string[]} files
 * @param {Record<string, any>} report As `migrationReport` gives it.
 * @param {Migration} migration
 * @param {string} root The directory that the files are named from.
 * @throws {OptionError} Naming a file that cannot be written.
 */
export function writeReports(files, report, { groups }, root) {
  const name = readProject(resolve(root, 'package.json')).name ?? basename(root);
  const sources = Object.fromEntries(
    groups.flatMap((group) =>
      group.files.map(({ path, before }) => [
        relative(root, path).split(sep).join('/'),
        before.toString(),
      ]),
    ),
  );
  const textOf = (/** @type {string} */ file) => {
    try {
      return readFileSync(resolve(root, file), 'utf8');
    } catch {
      // The place to blame may be in a package that is not installed here; the page shows the rest.
      return undefined;
    }
  };
  for (const file of files) {
    const format = extname(file);
    const text =
      format === '.html'
        ? formatPage(report, { name, sources, textOf })
        : format === '.md'
          ? formatMarkdown(report, name)
          : `${JSON.stringify(report, null, 2)}\n`;
    try {
      writeFileSync(resolve(root, file), text);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      throw new OptionError(`--report=${file}: it cannot be written (${code})`);
    }
  }
}
