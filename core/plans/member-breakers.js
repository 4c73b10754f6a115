/** @import { FunctionNode } from '../analysis/functions.js' */
/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { CallbackFunction } from '../patterns/callback-function/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { readFunction } from '../analysis/definitions.js';
import { nodesOfType } from '../analysis/nodes.js';
import { decideFates } from '../patterns/callback-function.js';
import { CALLBACK_NAME, callbackFunctionsOf } from '../patterns/callback-function/functions.js';
import { functionsUnder, usesLast } from '../patterns/callback-function/method-callees.js';
import { UNNAMED, definitionsByName } from '../patterns/callback-function/methods.js';
import { tickFactsOf } from '../patterns/callback-function/ticks.js';

/**
 * @typedef {object} Project
 * @property {(file: string) => SourceCodeLike | undefined} parse
 * @property {(file: string, sourceCode: SourceCodeLike) => PatternContext} contextFor
 * @property {(name: string) => readonly string[]} filesNaming The files that may define a member of that
 *   name.
 */

/** Files that ask for each other in a row are followed so far: each takes a good deal of the stack. */
const DEEPEST = 10;

/** Stands for a function of a file that goes by any name there, or by none. */
const ANYWHERE = '?';

const FUNCTION_TYPES = /** @type {const} */ ([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
]);

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
      .some(
        (file) =>
          file !== path &&
          [name, UNNAMED].some((each) => this.#breakersOf(file).has(`${each}/${count}`)),
      );
  }

  /**
   * @param {string} file Which has what is called.
   * @param {string | undefined} name
   * @param {number} count
   * @returns {boolean} Whether what it has under the name may throw, too, or not call back once: any of its
   *   functions, where it does not show the name.
   */
  isIn(file, name, count) {
    const breakers = this.#breakersOf(file);
    const names = name !== undefined && breakers.has(name) ? [name, UNNAMED] : [ANYWHERE];
    return names.some((each) => breakers.has(`${each}!/${count}`));
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
    /** @type {Set<string>} */
    const breakers = new Set();
    if (!sourceCode) {
      return breakers;
    }
    const context = this.#project.contextFor(file, sourceCode);
    const functions = callbackFunctionsOf(sourceCode);
    const { registry } = functions.length > 0 ? decideFates(context) : {};
    const note = (
      /** @type {string} */ name,
      /** @type {CallbackFunction | undefined} */ found,
      /** @type {FunctionNode} */ fn,
    ) => {
      const last = fn.params.at(-1);
      const breaks = found
        ? registry?.breaks(found)
        : last?.type === 'Identifier' && CALLBACK_NAME.test(last.name) && usesLast(sourceCode, fn);
      if (breaks) {
        breakers.add(`${name}/${fn.params.length}`);
      }
      if (breaks || (found && tickFactsOf(context).get(found)?.throws)) {
        breakers.add(`${name}!/${fn.params.length}`);
      }
    };
    for (const [name, definitions] of definitionsByName(sourceCode)) {
      const plain = definitions.map(({ found, value }) =>
        found || !value ? undefined : readFunction(sourceCode, value),
      );
      functionsUnder(sourceCode, name).forEach((found) => note(name, found, found.fn));
      plain.forEach((fn) => fn && note(name, undefined, fn));
      if (definitions.every(({ found }, index) => found ?? plain[index])) {
        breakers.add(name);
      }
    }
    const known = new Map(functions.map((found) => [found.fn, found]));
    FUNCTION_TYPES.flatMap((type) => nodesOfType(sourceCode, type)).forEach((fn) =>
      note(ANYWHERE, known.get(fn), fn),
    );
    return breakers;
  }
}
