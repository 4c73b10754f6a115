/**
 * What is asked of a file, where the answer may rest on what is asked of others.
 *
 * @template Answer
 * @typedef {object} Question
 * @property {string} key The same for the same question.
 * @property {Answer} hope The answer as long as no other is known. Answers that rest on it are found out again once
 *   there is one.
 * @property {() => Answer} read Finds the answer out. May ask, but holds on to no node of a file meanwhile.
 * @property {(before: Answer, now: Answer) => Answer} [merge] Makes one answer of two: the later takes nothing back.
 *   Without it the hope has to be a safe answer itself: a circle ends with it.
 */

/**
 * @typedef {object} Known
 * @property {Question<any>} question
 * @property {any} answer
 * @property {boolean} isReading
 * @property {boolean} isWaiting Whether it has to be read, or read again.
 * @property {number} readings
 * @property {Map<Known, Told[]>} asked The answers that this one rests on, as far as they may still change.
 * @property {Set<Known>} askers
 */

/**
 * @typedef {object} Told
 * @property {(answer: any) => unknown} select
 * @property {string | undefined} text The selected part as JSON.
 */

/** Questions that ask each other in a row: each takes a good deal of the stack, so a loop reads the others. */
const DEEPEST = 10;

/** How often a question is read whose answers are not merged: then its hope stays. */
const MOST_READINGS = 4;

/**
 * Answers that rest on each other, in circles and in rows of any length. An answer that is given to the outside rests
 * on no mere hope, and the stack grows no deeper than a few questions.
 */
export class Fixpoint {
  /** @type {Map<string, Known>} */
  #known = new Map();
  /** The questions that are being read, each for the one before. @type {Known[]} */
  #reading = [];
  /** @type {Known[]} */
  #waiting = [];
  /** Those whose answers may still change. @type {Set<Known>} */
  #open = new Set();

  /** All is asked again. */
  forget() {
    this.#known.clear();
    this.#waiting = [];
    this.#open.clear();
  }

  /**
   * @template Answer, Part
   * @param {Question<Answer>} question
   * @param {(answer: Answer) => Part} select Takes the part of the answer that counts: plain data.
   * @returns {Part}
   */
  ask(question, select) {
    const asker = this.#reading.at(-1);
    const known = this.#knownOf(question);
    if (known.readings === 0) {
      if (this.#reading.length < DEEPEST) {
        this.#read(known);
      } else {
        this.#wait(known);
      }
    }
    if (!asker) {
      this.#close();
    }
    const part = select(known.answer);
    if (asker && this.#open.has(known) && (question.merge || !known.isReading)) {
      const told = asker.asked.get(known) ?? [];
      told.push({ select, text: JSON.stringify(part) });
      asker.asked.set(known, told);
      known.askers.add(asker);
    }
    return part;
  }

  /** Reads until no answer rests on one that has changed since. */
  #close() {
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      this.#read(next);
    }
    for (const known of this.#open) {
      known.asked.clear();
      known.askers.clear();
    }
    this.#open.clear();
  }

  /**
   * @param {Question<any>} question
   * @returns {Known}
   */
  #knownOf(question) {
    let known = this.#known.get(question.key);
    if (!known) {
      known = {
        question,
        answer: question.hope,
        isReading: false,
        isWaiting: false,
        readings: 0,
        asked: new Map(),
        askers: new Set(),
      };
      this.#known.set(question.key, known);
      this.#open.add(known);
    }
    return known;
  }

  /** @param {Known} known */
  #wait(known) {
    if (!known.isWaiting) {
      known.isWaiting = true;
      this.#waiting.push(known);
    }
  }

  /** @param {Known} known */
  #read(known) {
    const { question } = known;
    known.isWaiting = false;
    known.isReading = true;
    known.readings++;
    for (const other of known.asked.keys()) {
      other.askers.delete(known);
    }
    known.asked.clear();
    this.#reading.push(known);
    let isDone = false;
    try {
      const answer = question.read();
      if (question.merge) {
        known.answer = question.merge(known.answer, answer);
      } else {
        known.answer = known.readings > MOST_READINGS ? question.hope : answer;
      }
      isDone = true;
    } finally {
      this.#reading.pop();
      known.isReading = false;
      if (!isDone) {
        // Half of what was found out is worth nothing.
        this.forget();
      }
    }
    for (const asker of known.askers) {
      const told = asker.asked.get(known) ?? [];
      if (told.some(({ select, text }) => JSON.stringify(select(known.answer)) !== text)) {
        this.#wait(asker);
      }
    }
  }
}
