/** @import { SourceCodeLike } from '../source/source-code.js' */

/**
 * Words without which a file cannot hold something: most files lack them, and then its scopes need not
 * be looked at. A word is searched by the part of it that costs least: V8 looks for the first letter of
 * up to six with `memchr`, which skips a text the faster the rarer that letter is, and longer ones in
 * another way (https://github.com/v8/v8/blob/main/src/strings/string-search.h).
 *
 * @param {SourceCodeLike} sourceCode
 * @param {readonly string[]} words
 * @returns {boolean} Whether the text has one of them.
 */
export function hasAnyWord({ text }, words) {
  for (const word of words) {
    if (text.includes(word)) {
      return true;
    }
  }
  return false;
}
