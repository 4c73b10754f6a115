/** @import { Refusal } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */

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
 * @property {boolean} throwsEarly Whether it may throw before it waits for anything: its async form
 *   rejects there.
 * @property {boolean | (() => boolean)} [breaks] Whether some path of it does not call back once, with
 *   an error or a result: nobody can wait for it then. What is not asked is not found out.
 * @property {Refusal} [refusal]
 */

/**
 * Reads a call of a library of control flow, where its calls are converted too.
 *
 * @callback FlowReader
 * @param {import('./translator.js').Translator} translator
 * @param {import('@typescript-eslint/types').TSESTree.CallExpression} call
 * @returns {import('../callees/callees.js').Callee}
 */

/**
 * Translates statements that end a function together, such as the listeners of a stream.
 *
 * @callback GroupTranslation
 * @param {import('./translator.js').Translator} translator
 * @param {readonly import('@typescript-eslint/types').TSESTree.Statement[]} statements
 * @param {import('@typescript-eslint/types').TSESTree.Statement} statement The one that is next.
 * @param {import('./translator.js').Position} position
 * @returns {boolean} Whether it did: nothing of the list is left to run then.
 */

/**
 * Told what else the fate of a function rests on.
 *
 * @callback AskedListener
 * @param {CallbackFunction} found
 * @param {ReadonlySet<CallbackFunction>} others
 * @returns {void}
 */

/** Functions that call each other in a row are looked at so far: each takes a good deal of the stack. */
const DEEPEST = 40;

/** The fates of all callback functions of a file while they are being decided. */
export class Registry {
  /**
   * @param {FlowReader} [readFlow]
   * @param {(call: import('@typescript-eslint/types').TSESTree.CallExpression) => boolean} [isFlow]
   * @param {(translator: import('./translator.js').Translator, call: import('@typescript-eslint/types').TSESTree.CallExpression) => void} [noteDeferral]
   *   Told of a deferral of the library that is one of Node's now.
   */
  constructor(readFlow, isFlow = () => false, noteDeferral = () => undefined) {
    this.readFlow = readFlow;
    this.isFlow = isFlow;
    this.noteDeferral = noteDeferral;
  }

  /** @type {GroupTranslation | undefined} */
  translateGroup;
  /** @type {AskedListener | undefined} */
  #noteAsked;

  /** What was found of those that break their contract. @type {Map<CallbackFunction, import('../../contract/pattern.js').Refusal>} */
  breaches = new Map();
  /** @type {Map<CallbackFunction, Fate>} */
  #fates = new Map();
  /** Whose fate was asked for. @type {Set<CallbackFunction>} */
  #asked = new Set();
  /** The fates whose answers are being found out, each for the one before. @type {Set<Fate>} */
  #finding = new Set();
  /** Those that were found out for the first of them; how to ask again, where it does not break. @type {[Fate, (() => boolean) | undefined][]} */
  #foundOut = [];
  /** Whether one of these was asked for before its answer was known. */
  #restsOnHope = false;

  /**
   * Not a property to assign to: V8 takes a function that is written in such an assignment for one that
   * lives on, and with it all that it refers to.
   *
   * @param {AskedListener} noteAsked
   */
  onAsked(noteAsked) {
    this.#noteAsked = noteAsked;
  }

  /** @param {GroupTranslation} translateGroup As in `onAsked`. */
  onGroup(translateGroup) {
    this.translateGroup = translateGroup;
  }

  /**
   * @template Answer
   * @param {() => Answer} ask
   * @returns {[Answer, ReadonlySet<CallbackFunction>]} The answer, and the functions whose fate it
   *   rests on.
   */
  listen(ask) {
    const outer = this.#asked;
    const own = new Set();
    this.#asked = own;
    try {
      return [ask(), own];
    } finally {
      own.forEach((found) => outer.add(found));
      this.#asked = outer;
    }
  }

  /**
   * @param {CallbackFunction} found
   * @returns {Fate}
   */
  fateOf(found) {
    const fate = this.#fates.get(found);
    if (!fate) {
      throw new Error(`${found.name}: a callback function without a fate`);
    }
    this.#asked.add(found);
    return fate;
  }

  /**
   * @param {CallbackFunction} found
   * @returns {boolean} Whether some path of it does not call back once.
   */
  breaks(found) {
    const fate = this.fateOf(found);
    this.#restsOnHope ||= this.#finding.has(fate);
    for (let read = fate.breaks; typeof read === 'function'; read = fate.breaks) {
      // A function that calls itself is no reason for its own answer.
      fate.breaks = false;
      const isOutermost = this.#finding.size === 0;
      const [answer, others] = this.listen(() => this.#findOut(fate, read));
      fate.breaks = answer;
      this.#noteAsked?.(found, others);
      this.#foundOut.push([fate, answer ? undefined : read]);
      if (isOutermost) {
        this.#takeBackHopes();
      }
    }
    return fate.breaks === true;
  }

  /**
   * @param {Fate} fate
   * @param {() => boolean} read
   * @returns {boolean} The answer; that it breaks where it takes too many others to tell.
   */
  #findOut(fate, read) {
    this.#finding.add(fate);
    try {
      return this.#finding.size > DEEPEST || read();
    } finally {
      this.#finding.delete(fate);
    }
  }

  /**
   * In a circle an answer rests on the hope that one before it does not break. Where some do break, the others that
   * were found out together are asked again.
   */
  #takeBackHopes() {
    if (this.#restsOnHope && this.#foundOut.some(([, read]) => !read)) {
      for (const [fate, read] of this.#foundOut) {
        fate.breaks = read ?? true;
      }
    }
    this.#foundOut = [];
    this.#restsOnHope = false;
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
