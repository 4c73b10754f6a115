/** @import { Answer, Mark, Marks } from '../marks.js' */

/** Keeps the marks, in the browser's own store too where a page from the disk has one. */
export class MarkStore extends EventTarget {
  #key;
  /** @type {Set<string>} */
  lookedAt = new Set();
  /** @type {Map<string, Mark>} */
  takeBack = new Map();
  /** @type {Map<string, Answer>} */
  answers = new Map();
  /** The person who answers here. */
  #by = '';
  /** @type {Set<string>} The questions that were answered here, and not in marks that were opened. */
  #own = new Set();

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
    this.#own.clear();
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
   * @param {string | undefined} why The site is to be taken back; undefined if it is not.
   */
  setTakeBack({ id, file, line }, why) {
    if (why !== undefined) {
      this.takeBack.set(id, { id, file, line, why });
    } else {
      this.takeBack.delete(id);
    }
    this.#changed();
  }

  /**
   * @param {string} question
   * @param {Pick<Answer, 'holds' | 'why'> | undefined} answer
   */
  answer(question, answer) {
    if (answer) {
      const { holds, why } = answer;
      this.answers.set(question, {
        question,
        holds,
        by: this.#by,
        at: new Date().toISOString(),
        why,
      });
      this.#own.add(question);
    } else {
      this.answers.delete(question);
    }
    this.#changed();
  }

  /** @param {string} by The name for the answers that are given here, before and after this. */
  sign(by) {
    this.#by = by;
    for (const [question, answer] of this.answers) {
      if (answer.by === '' || this.#own.has(question)) {
        this.#own.add(question);
        this.answers.set(question, { ...answer, by });
      }
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
