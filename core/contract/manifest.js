import { readRegularText } from '#project-facts';

/** A package.json that says nothing: what it says of Node and of dependencies decides conversions. */
export class ManifestError extends Error {
  name = 'ManifestError';
}

/** Bytes; the largest known are a hundred times smaller. */
const LARGEST = 10_000_000;

/**
 * @param {string} manifest
 * @returns {string} What it holds.
 * @throws {ManifestError} If it cannot be read, or is no file.
 */
export function readManifestText(manifest) {
  try {
    return readRegularText(manifest, LARGEST);
  } catch (error) {
    throw new ManifestError(`${/** @type {Error} */ (error).message}: mend it, then run again`, {
      cause: error,
    });
  }
}

/**
 * @param {string} manifest
 * @returns {any} As `parseManifest`.
 * @throws {ManifestError}
 */
export function readManifestFile(manifest) {
  return parseManifest(manifest, readManifestText(manifest));
}

/**
 * @param {string} manifest
 * @param {string} text The text of the file.
 * @returns {any} An object; its parts may be of any kind.
 * @throws {ManifestError} If it is no JSON, or no object.
 */
export function parseManifest(manifest, text) {
  let content;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (error) {
    throw new ManifestError(`${manifest} cannot be read as JSON: mend it, then run again`, {
      cause: error,
    });
  }
  if (!isRecord(content)) {
    throw new ManifestError(`${manifest} holds no object: mend it, then run again`);
  }
  return content;
}

/** @param {unknown} value */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {any} content
 * @param {string} part Such as `dependencies`.
 * @returns {Record<string, string>} Its entries that are texts; none where it is no object.
 */
export function textsOf(content, part) {
  const entries = isRecord(content[part]) ? Object.entries(content[part]) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}
