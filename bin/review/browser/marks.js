/** @import { Answer, Marks } from '../marks.js' */

/** Keeps the marks, in the browser's own store too where a page from the disk has one. */
export class MarkStore extends EventTarget {
  #key;
  /** @type {Set<string>} */
  lookedAt = new Set();
  /** @type {Map<string, { id: string, file: string, line: number }>} */
  takeBack = new Map();
  /** @type {Map<string, Answer>} */
  answers = new Map();

  /** @param {string} of The migration. */
  constructor(of) {
    super();
    this.of = of;
    this.#key = `async-perf review ${of}`;
    try {
      this.load(JSON.parse(localStorage.getItem(this.#key) ?? 'null'));
    } catch {
      // There is no store, or nothing that can be read in it.
    }
  }

  /** @returns {Marks} */
  toJSON() {
    return {
      version: 1,
      of: this.of,
      lookedAt: [...this.lookedAt],
      takeBack: [...this.takeBack.values()],
      answers: [...this.answers.values()],
    };
  }

  /**
   * @param {Marks | null} marks
   * @returns {boolean} Whether they are of this migration.
   */
  load(marks) {
    if (marks?.of !== this.of) {
      return false;
    }
    this.lookedAt = new Set(marks.lookedAt);
    this.takeBack = new Map(marks.takeBack.map((site) => [site.id, site]));
    this.answers = new Map(marks.answers.map((answer) => [answer.question, answer]));
    this.#changed();
    return true;
  }

  /**
   * @param {readonly string[]} ids
   * @param {boolean} isLookedAt
   */
  setLookedAt(ids, isLookedAt) {
    ids.forEach((id) => (isLookedAt ? this.lookedAt.add(id) : this.lookedAt.delete(id)));
    this.#changed();
  }

  /**
   * @param {{ id: string, file: string, line: number }} site
   * @param {boolean} isTakenBack
   */
  setTakeBack({ id, file, line }, isTakenBack) {
    if (isTakenBack) {
      this.takeBack.set(id, { id, file, line });
    } else {
      this.takeBack.delete(id);
    }
    this.#changed();
  }

  /**
   * @param {string} question
   * @param {Omit<Answer, 'question' | 'at'> | undefined} answer
   */
  answer(question, answer) {
    if (answer) {
      this.answers.set(question, { question, ...answer, at: new Date().toISOString() });
    } else {
      this.answers.delete(question);
    }
    this.#changed();
  }

  #changed() {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this));
    } catch {
      // Saving as a file is the way that always works.
    }
    this.dispatchEvent(new Event('change'));
  }
}
