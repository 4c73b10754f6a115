/** @import { Refusal } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from './functions.js' */

/**
 * What becomes of a callback function of the file, as far as its callers need to know.
 *
 * @typedef {object} Fate
 * @property {'inside' | 'kept' | 'refused'} kind `inside`: every caller waits for its promise now;
 *   `kept`: a wrapper still takes a callback.
 * @property {string} [asyncName] The name that its async form has in the file.
 * @property {'none' | 'one' | number} results
 * @property {boolean} maySync Whether it may call back before it returns.
 * @property {boolean} mayThrow Whether it may throw before it returns.
 * @property {boolean} [breaks] Whether some path of it does not call back once, with an error or a
 *   result: nobody can wait for it then.
 * @property {Refusal} [refusal]
 */

/** The fates of all callback functions of a file while they are being decided. */
export class Registry {
  /** @type {Map<CallbackFunction, Fate>} */
  #fates = new Map();

  /**
   * @param {CallbackFunction} found
   * @returns {Fate}
   */
  fateOf(found) {
    const fate = this.#fates.get(found);
    if (!fate) {
      throw new Error(`${found.name}: a callback function without a fate`);
    }
    return fate;
  }

  /**
   * @param {CallbackFunction} found
   * @param {Fate} fate
   */
  decide(found, fate) {
    this.#fates.set(found, fate);
  }

  /** @returns {IterableIterator<[CallbackFunction, Fate]>} */
  entries() {
    return this.#fates.entries();
  }
}
