/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { parseSibling } from '../../codemod/siblings.js';

/** Characters of source text. The facts about a file take some four hundred times as much. */
const MOST_TEXT = 500_000;

/**
 * The trees of the files that were asked for last. The trees of a whole project would not fit into memory:
 * nothing may hold on to a node of a file while it asks for others, but by its place.
 */
export class ParsedFiles {
  /** The last asked for at the end. @type {Map<string, { sourceCode: SourceCodeLike | undefined, size: number }>} */
  #files = new Map();
  #size = 0;

  /** @param {(path: string) => string | undefined} read Undefined for a text of no interest. */
  constructor(read) {
    this.read = read;
  }

  /** How many trees are kept. */
  get count() {
    return [...this.#files.values()].filter(({ sourceCode }) => sourceCode).length;
  }

  /**
   * @param {string} path
   * @returns {SourceCodeLike | undefined} Undefined for a file that is of no interest, or does not parse.
   */
  get(path) {
    const known = this.#files.get(path) ?? this.#parse(path);
    this.#files.delete(path);
    this.#files.set(path, known);
    for (const [other, { size }] of this.#files) {
      if (this.#size <= MOST_TEXT || other === path) {
        break;
      }
      this.#files.delete(other);
      this.#size -= size;
    }
    return known.sourceCode;
  }

  /**
   * @param {string} path
   * @returns {{ sourceCode: SourceCodeLike | undefined, size: number }}
   */
  #parse(path) {
    const text = this.read(path);
    const sourceCode = text === undefined ? undefined : parseSibling(text, path);
    const size = sourceCode?.text.length ?? 0;
    this.#size += size;
    return { sourceCode, size };
  }
}

/**
 * @param {{ range: readonly [number, number] }} node
 * @returns {string} What the node is told by when its tree is gone and made anew.
 */
export function placeOf({ range: [start, end] }) {
  return `${start}-${end}`;
}
