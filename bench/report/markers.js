/**
 * Replaces the generated part of a hand-written page, between `<!-- begin NAME -->` and
 * `<!-- end NAME -->`.
 */

/**
 * @param {string} page
 * @param {string} name
 * @returns {boolean}
 */
export function hasMarkers(page, name) {
  return page.includes(begin(name)) && page.includes(end(name));
}

/**
 * @param {string} page
 * @param {string} name
 * @param {string} content
 * @param {string} file for the message
 * @returns {string}
 * @throws {Error} if the markers are not there, once and in order
 */
export function replaceBetween(page, name, content, file) {
  const from = page.indexOf(begin(name));
  const to = page.indexOf(end(name));
  if (from === -1 || to < from || page.indexOf(begin(name), from + 1) !== -1) {
    throw new Error(`${file} needs ${begin(name)} and ${end(name)} once, in this order`);
  }
  return `${page.slice(0, from + begin(name).length)}\n\n${content.trim()}\n\n${page.slice(to)}`;
}

/** @param {string} name */
function begin(name) {
  return `<!-- begin ${name} -->`;
}

/** @param {string} name */
function end(name) {
  return `<!-- end ${name} -->`;
}
