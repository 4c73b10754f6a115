/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../syntax/facts.js';
import { PROMISE_LIBRARIES } from '../../packages/promise-packages.js';
import { PROMISIFIERS } from './promisifiers.js';

/**
 * Names of modules that give promises, or make promise forms: in quotes, as a file imports them.
 */
const GIVING = new RegExp(
  `["'\`](?:${[...PROMISE_LIBRARIES, ...PROMISIFIERS.keys()].filter((name) => name !== 'util').join('|')})["'\`/]`,
  'u',
);

/** Words without which a file has no promise of its own. */
const SIGNS = /[Aa]sync|[Pp]romis|[Tt]hen|Proxy|\bimport\b|[.'"`]\s*(?:catch|finally)\b/u;

/**
 * @type {(sourceCode: SourceCodeLike) => boolean} Whether the text of the file may make promises, or objects
 *   with a `then`.
 */
export const mayHavePromises = oncePerFile(({ text }) => SIGNS.test(text) || GIVING.test(text));
