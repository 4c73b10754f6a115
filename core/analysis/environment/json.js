import { isFile, readText } from '#project-facts';

/** A string without an end is taken as far as it goes, so that nothing is read twice. It is no JSON anyway. */
const COMMENT_OR_STRING = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/gu;
const TRAILING_COMMA_OR_STRING = /"(?:[^"\\\n]|\\.)*"?|,(?=\s*[}\]])/gu;

/**
 * @param {string} text JSON; with comments and trailing commas, as the compilers read it.
 * @returns {unknown} Undefined if it is none.
 */
export function parseJson(text) {
  const withoutComments = text
    .replace(/^\uFEFF/u, '')
    .replace(COMMENT_OR_STRING, (match) => (match.startsWith('"') ? match : ' '));
  const plain = withoutComments.replace(TRAILING_COMMA_OR_STRING, (match) =>
    match === ',' ? '' : match,
  );
  try {
    return JSON.parse(plain);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {unknown} Undefined if there is no such file, or no JSON in it.
 */
export function readJson(file) {
  return isFile(file) ? parseJson(readText(file)) : undefined;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {unknown[]} What is given where a compiler takes one or several.
 */
export function asList(value) {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
