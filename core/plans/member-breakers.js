/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { decideFates } from '../patterns/callback-function.js';
import { functionsUnder } from '../patterns/callback-function/method-callees.js';
import { definitionsByName } from '../patterns/callback-function/methods.js';

/**
 * @typedef {object} Project
 * @property {(file: string) => SourceCodeLike | undefined} parse
 * @property {(file: string, sourceCode: SourceCodeLike) => PatternContext} contextFor
 * @property {(name: string) => readonly string[]} filesNaming The files that may define a member of that
 *   name.
 */

/** Files that ask for each other in a row are followed so far: each takes a good deal of the stack. */
const DEEPEST = 10;

/** Which members nobody can wait for, by their names: of what calls are made is not known. */
export class MemberBreakers {
  #project;
  /** How many files are asked, each for the one before. */
  #depth = 0;
  /** Members by file, with the number of their arguments: nothing of what was parsed. @type {Map<string, ReadonlySet<string>>} */
  #known = new Map();

  /** @param {Project} project */
  constructor(project) {
    this.#project = project;
  }

  /** What becomes of the functions is decided again. */
  forget() {
    this.#known.clear();
  }

  /**
   * @param {string} path
   * @param {string} name
   * @param {number} count
   * @returns {boolean} Whether a file beside this one has a member of the name that takes so many
   *   arguments and does not call back once.
   */
  has(path, name, count) {
    return this.#project
      .filesNaming(name)
      .some((file) => file !== path && this.#breakersOf(file).has(`${name}/${count}`));
  }

  /**
   * @param {string} file
   * @returns {ReadonlySet<string>} Files that need each other know no more meanwhile.
   */
  #breakersOf(file) {
    let known = this.#known.get(file);
    if (!known && this.#depth < DEEPEST) {
      this.#known.set(file, new Set());
      this.#depth++;
      try {
        known = this.#readBreakers(file);
        this.#known.set(file, known);
      } finally {
        this.#depth--;
      }
    }
    return known ?? new Set();
  }

  /**
   * @param {string} file
   * @returns {Set<string>}
   */
  #readBreakers(file) {
    const sourceCode = this.#project.parse(file);
    const members = [...(sourceCode ? definitionsByName(sourceCode).keys() : [])].flatMap((name) =>
      functionsUnder(/** @type {SourceCodeLike} */ (sourceCode), name).map((found) => ({
        name,
        found,
      })),
    );
    if (!sourceCode || members.length === 0) {
      return new Set();
    }
    const { registry } = decideFates(this.#project.contextFor(file, sourceCode));
    return new Set(
      members
        .filter(({ found }) => registry.breaks(found))
        .map(({ name, found }) => `${name}/${found.index + 1}`),
    );
  }
}
