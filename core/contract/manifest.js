/** A package.json that says nothing: what it says of Node and of dependencies decides conversions. */
export class ManifestError extends Error {
  name = 'ManifestError';
}

/**
 * @param {string} manifest
 * @param {string} text What it holds.
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
