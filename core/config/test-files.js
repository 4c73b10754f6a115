import { isTestPlace } from '../analysis/test-runners.js';
import { surroundingsOf } from './surroundings.js';

/**
 * @param {string} file
 * @returns {boolean} Whether the file lies where its project has tests.
 */
export function isTestFile(file) {
  return isTestPlace(file, surroundingsOf(file));
}
