/** @import { Paint } from '../../terminal/style.js' */
/** @import { FindingGroup } from '../groups.js' */
/** @import { Outlook } from '../outlook.js' */
/** @import { UnreadFile } from '../lint.js' */

import { formatGithub } from './github.js';
import { formatJson } from './json.js';
import { formatSarif } from './sarif.js';
import { formatStylish } from './stylish.js';

/**
 * @typedef {object} Report
 * @property {readonly FindingGroup[]} groups
 * @property {readonly UnreadFile[]} errors
 * @property {number} files How many were looked at.
 * @property {boolean} followed Whether the project's ESLint configuration chose rules.
 * @property {number} ignored How many the ESLint configuration ignores.
 * @property {readonly string[]} given The paths of the command line.
 * @property {Outlook | 'too many files' | undefined} outlook The result of `migrate`; undefined if nobody asked.
 * @property {number} seconds
 * @property {string} root The base of paths for people: the working directory.
 * @property {string} repository The base of paths for a host: the top of the work tree.
 * @property {Paint} paint
 */

/** @type {Readonly<Record<string, (report: Report) => string>>} */
export const FORMATS = Object.freeze({
  stylish: formatStylish,
  json: formatJson,
  sarif: formatSarif,
  github: formatGithub,
});
