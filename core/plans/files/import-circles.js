/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readString } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { resolveOwnFiles } from '../../codemod/siblings.js';

/** Which files of a project import each other in circles: parts of such a module run before all of it has. */
export class ImportCircles {
  #parse;
  /** @type {Map<string, readonly string[]>} */
  #imports = new Map();

  /** @param {(file: string) => SourceCodeLike | undefined} parse */
  constructor(parse) {
    this.#parse = parse;
  }

  /**
   * @param {string} file
   * @returns {boolean}
   */
  has(file) {
    const reached = new Set(this.#importsOf(file));
    // A set that grows is gone through to its end.
    for (const each of reached) {
      this.#importsOf(each).forEach((other) => reached.add(other));
    }
    return reached.has(file);
  }

  /**
   * @param {string} file
   * @returns {readonly string[]}
   */
  #importsOf(file) {
    const known = this.#imports.get(file);
    if (known) {
      return known;
    }
    const sourceCode = this.#parse(file);
    const imports = sourceCode
      ? /** @type {const} */ ([
          'ImportDeclaration',
          'ExportNamedDeclaration',
          'ExportAllDeclaration',
        ]).flatMap((type) =>
          nodesOfType(sourceCode, type).flatMap(({ source }) =>
            resolveOwnFiles(file, readString(source ?? undefined) ?? ''),
          ),
        )
      : [];
    this.#imports.set(file, imports);
    return imports;
  }
}
