/**
 * @typedef {object} RefusalEntry
 * @property {string} message The obstacle; `{subject}` is replaced by the code that it is about.
 * @property {string} advice A next step for the user, one sentence.
 * @property {OtherWay} [otherwise] An option that lets the site be converted as it is.
 * @property {string} example Code that is refused for this reason; the tests refuse it.
 * @property {RefusalSetting} [given] The options and files that the example needs.
 *
 * @typedef {object} OtherWay
 * @property {'accept' | 'api' | 'async-version' | 'node' | 'tests'} option
 * @property {string} [value] Of `accept`, the obligation that the refusal is about if there is none.
 * @property {boolean} [liftsFloor] Whether the obligation has a floor that the trust `library` does not go below, and to accept it by name does.
 * @property {string} where The condition under which it may be used.
 *
 * @typedef {object} RefusalSetting
 * @property {Readonly<Record<string, unknown>>} [options] The codemod's options.
 * @property {Readonly<Record<string, unknown>>} [manifest] The package.json beside the file.
 * @property {Readonly<Record<string, string>>} [siblings] Other files, by name.
 * @property {string} [file] The file's name, `example.js` if not given.
 */

/**
 * The type keeps the reasons and not the texts: the declarations are published.
 *
 * @template {string} Reason
 * @param {Record<Reason, RefusalEntry>} table
 * @returns {Readonly<Record<Reason, RefusalEntry>>}
 */
export function freezeTable(table) {
  return Object.freeze(table);
}
