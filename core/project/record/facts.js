/** @import { RecordFacts, RecordedPlace } from '../../contract/record-facts.js' */
/** @import { FileRecord, ProjectRecord } from './record.js' */

import { relative, sep } from 'node:path';

import { hashOf } from '../replace.js';

/**
 * A file that is migrated.
 *
 * @typedef {object} Source
 * @property {string} path Absolute.
 * @property {string} before As it is on the disk.
 * @property {import('../../codemod/places.js').Places} places
 */

/**
 * @param {ProjectRecord} record
 * @param {readonly Source[]} sources
 * @param {string} root The directory to which the record's paths are relative.
 * @param {number} [enough]
 * @returns {RecordFacts} What it says of those files whose text is still the one that was run.
 */
export function recordFacts(record, sources, root, enough = 0) {
  /** @type {Map<string, { source: Source, file: FileRecord }>} */
  const known = new Map();
  for (const source of sources) {
    const name = relative(root, source.path).split(sep).join('/');
    const file = record.files[name];
    if (file?.hash === hashOf(source.before)) {
      known.set(source.path, { source, file });
    }
  }

  /**
   * @param {string} path
   * @param {string} text
   * @param {RecordedPlace} place
   */
  function originOf(path, text, { line, column }) {
    const found = known.get(path);
    const origin = found?.source.places.origin(text, { line, column: column + 1 });
    return found && origin && { ...found, place: `${origin.line}:${origin.column}` };
  }

  return {
    enough,
    callAt(path, text, place) {
      const found = originOf(path, text, place);
      return found?.file.calls[found.place];
    },
    kindsAt(path, text, place) {
      const found = originOf(path, text, place);
      return found?.file.kinds[found.place];
    },
  };
}
