import { createTransform } from '../core/codemod/transform.js';
import { BLUEBIRD_USES, bluebird } from '../core/patterns/bluebird.js';
import { planLibraryPromises } from '../core/plans/exports/library-promises.js';

/**
 * Bluebird's static methods and constructor, and the chains on them -> native promises and async
 * functions. Where callers outside the file may use bluebird's methods, they get its promises still.
 */
export const codemod = {
  name: 'bluebird-to-native',
  patterns: [bluebird],
  kinds: BLUEBIRD_USES,
  againBehind: 'generator-to-async',
  /** @type {NonNullable<import('../core/codemod/convert.js').Codemod['planProject']>} */
  planProject: (files, options) => planLibraryPromises(files, options, { convertsMethods: true }),
};

export default createTransform(codemod);
