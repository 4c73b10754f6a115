/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ReExports } from '../exports/re-exports.js' */

import { resolveOwnFiles } from '../../codemod/siblings.js';
import { writtenAnywhere, writtenUses } from './file-uses.js';
import { ownWrites } from '../members/own-writes.js';
import { ANY, writtenMembers } from '../members/written-members.js';

/**
 * Exported functions, those of packages too, in whose place some file of the project puts another, which
 * may call back at once.
 */
export class PutAside {
  /** Files, each with the keys of an export, by the path of the file that replaces it. @type {Map<string, ReadonlySet<string>>} */
  #known = new Map();

  /**
   * @param {(file: string) => SourceCodeLike | undefined} parse
   * @param {ReExports} reExports
   * @param {(name: string) => readonly string[]} filesWith The files that may define a member of the name.
   */
  constructor(parse, reExports, filesWith) {
    this.parse = parse;
    this.reExports = reExports;
    this.filesWith = filesWith;
  }

  /**
   * @param {string} file Or the name of a package.
   * @param {readonly string[]} keys
   * @returns {boolean}
   */
  has(file, keys) {
    const last = keys.at(-1) ?? '';
    return [...this.filesWith(last), ...this.filesWith(ANY)].some((path) => {
      const found = this.#readFile(path);
      return [
        [file, ...keys],
        [file, ...keys.slice(0, -1), ANY],
        [ANY, last],
        [ANY, ANY],
      ].some((each) => found.has(each.join(' ')));
    });
  }

  /**
   * @param {string} path
   * @returns {ReadonlySet<string>}
   */
  #readFile(path) {
    const known = this.#known.get(path);
    if (known) {
      return known;
    }
    const sourceCode = this.parse(path);
    const found = new Set(sourceCode ? this.#replacedBy(path, sourceCode) : []);
    this.#known.set(path, found);
    return found;
  }

  /**
   * @param {string} path
   * @param {SourceCodeLike} sourceCode
   * @returns {string[]}
   */
  #replacedBy(path, sourceCode) {
    const anywhere = writtenAnywhere(sourceCode).map((key) => `${ANY} ${key}`);
    const own = [...ownWrites(sourceCode)].map((key) => `${path} ${key}`);
    const uses = writtenUses(sourceCode).flatMap(({ name, keys, by }) =>
      by === undefined
        ? [{ name, keys }]
        : resolveOwnFiles(path, by).flatMap((file) => {
            const other = this.parse(file);
            return (other ? writtenMembers(other) : []).map((key) => ({
              name,
              keys: [...keys, key],
            }));
          }),
    );
    const others = uses.flatMap(({ name, keys }) => [
      // Of a package.
      [name, ...keys].join(' '),
      ...resolveOwnFiles(path, name).map((file) => {
        const origin = this.reExports.origin(file, keys);
        return [origin.file, ...origin.keys].join(' ');
      }),
    ]);
    return [...anywhere, ...own, ...others];
  }
}
