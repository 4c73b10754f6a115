/** @import { ObligationId } from '../../core/contract/obligations.js' */

/**
 * @typedef {object} Trap
 * @property {string} name
 * @property {string} codemod
 * @property {string} source
 * @property {Readonly<Record<string, string>>} [stubs] Modules that are not converted.
 * @property {string} drive
 * @property {'converted' | 'left'} becomes With the defaults.
 * @property {readonly ObligationId[]} [shows] What the driver makes visible, where the
 *   conversion reports it.
 * @property {Readonly<Record<string, unknown>>} [options] Whatever the set of options is.
 * @property {string} [path] Of the file.
 * @property {Readonly<Record<string, string>>} [dependencies] Of the project, with their versions.
 */

export {};
