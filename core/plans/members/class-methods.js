/** @import { ClassMethod, ImportedCallback, PatternContext } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from '../../callbacks/functions/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ReExports } from '../exports/re-exports.js' */

import { resolveOwnFile } from '../../codemod/siblings.js';
import { decideFates } from '../../patterns/callback-function.js';
import { rootOf } from '../../callbacks/callees/method-callees.js';
import { tickFactsOf } from '../../callbacks/timing/ticks.js';
import { mayReplace, methodOf } from './instance-methods.js';
import { rootIn } from '../files/roots.js';

/**
 * @typedef {object} Project
 * @property {(file: string) => SourceCodeLike | undefined} parse
 * @property {ReExports} reExports
 * @property {(file: string, sourceCode: SourceCodeLike) => PatternContext} contextFor
 * @property {(file: string) => boolean} isConverted
 * @property {(name: string) => readonly string[]} filesNaming The files that may define a member of that
 *   name.
 */

/** The facts that files have about the methods of each other's classes. */
export class ClassMethods {
  #project;
  /** The methods that are converted. @type {Map<string, ImportedCallback | undefined>} */
  #converted = new Map();
  /** @type {WeakMap<CallbackFunction, ClassMethod>} */
  #known = new WeakMap();

  /** @param {Project} project */
  constructor(project) {
    this.#project = project;
  }

  /** The converted methods are asked for again. */
  forget() {
    this.#converted.clear();
  }

  /**
   * @param {string} path
   * @param {string} specifier
   * @param {readonly string[]} keys
   * @param {string} name
   * @returns {ImportedCallback | undefined}
   */
  converted(path, specifier, keys, name) {
    const named = resolveOwnFile(path, specifier);
    const origin = named === undefined ? undefined : this.#project.reExports.origin(named, keys);
    if (!origin || !this.#project.isConverted(origin.file)) {
      return undefined;
    }
    const { file } = origin;
    const id = [file, ...origin.keys, name].join(' ');
    if (!this.#converted.has(id)) {
      this.#converted.set(id, undefined);
      this.#converted.set(id, this.#readConverted(file, origin.keys.join('.'), name));
    }
    return this.#converted.get(id);
  }

  /**
   * @param {string} path
   * @param {string} specifier
   * @param {readonly string[]} keys
   * @param {string} name
   * @returns {ClassMethod | undefined}
   */
  any(path, specifier, keys, name) {
    const named = resolveOwnFile(path, specifier);
    const origin = named === undefined ? undefined : this.#project.reExports.origin(named, keys);
    const sourceCode = origin && this.#project.parse(origin.file);
    const found = sourceCode && methodOf(sourceCode, origin.keys.join('.'), name);
    if (!found) {
      return undefined;
    }
    let known = this.#known.get(found);
    if (!known) {
      const context = this.#project.contextFor(origin.file, sourceCode);
      const mayThrow = tickFactsOf(context).get(found)?.throws === true;
      known = { mayThrow, breaks: undefined, givesSeveral: false };
      // Files that need each other know no more meanwhile.
      this.#known.set(found, known);
      const { registry } = decideFates(context);
      known.breaks = registry.breaks(found)
        ? rootIn(origin.file, rootOf(registry, found))
        : undefined;
      known.givesSeveral = typeof registry.fateOf(found).results === 'number';
    }
    return known;
  }

  /**
   * @param {string} file
   * @param {string} key
   * @param {string} name
   * @returns {ImportedCallback | undefined} What becomes of the method, if it is converted, and nothing
   *   in the project puts another in its place.
   */
  #readConverted(file, key, name) {
    const others = this.#project.filesNaming(name);
    const isReplaced = others.some((other) => {
      const sourceCode = other === file ? undefined : this.#project.parse(other);
      return other !== file && (!sourceCode || mayReplace(sourceCode, name));
    });
    const sourceCode = isReplaced ? undefined : this.#project.parse(file);
    const found = sourceCode && methodOf(sourceCode, key, name);
    if (!sourceCode || !found) {
      return undefined;
    }
    const { registry } = decideFates(this.#project.contextFor(file, sourceCode));
    const { kind, results, maySync, mayThrow } = registry.fateOf(found);
    return kind === 'refused' || registry.breaks(found)
      ? undefined
      : { index: found.index, results, maySync, mayThrow, breaks: undefined, becomesAsync: false };
  }
}
