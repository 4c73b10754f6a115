/** @import { ClassMethod, ImportedCallback, PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ReExports } from '../exports/re-exports.js' */
/** @import { Fixpoint } from '../files/fixpoint.js' */

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
 * @property {Fixpoint} fixpoint
 */

/** The facts that files have about the methods of each other's classes. */
export class ClassMethods {
  #project;

  /** @param {Project} project */
  constructor(project) {
    this.#project = project;
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
    const key = origin.keys.join('.');
    return this.#project.fixpoint.ask(
      {
        key: `converted method ${file} ${key} ${name}`,
        hope: /** @type {ImportedCallback | undefined} */ (undefined),
        read: () => this.#readConverted(file, key, name),
      },
      (method) => method,
    );
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
    const mayThrow = tickFactsOf(this.#project.contextFor(origin.file, sourceCode)).get(
      found,
    )?.throws;
    const hope = { mayThrow: mayThrow === true, breaks: undefined, givesSeveral: false };
    return this.#project.fixpoint.ask(
      {
        key: `method ${origin.file} ${origin.keys.join('.')} ${name}`,
        hope: /** @type {ClassMethod} */ (hope),
        read: () => this.#readMethod(origin.file, origin.keys.join('.'), name) ?? hope,
        merge: (before, now) => ({
          ...now,
          breaks: before.breaks ?? now.breaks,
          givesSeveral: before.givesSeveral || now.givesSeveral,
        }),
      },
      (method) => method,
    );
  }

  /**
   * @param {string} file
   * @param {string} key
   * @param {string} name
   * @returns {ClassMethod | undefined}
   */
  #readMethod(file, key, name) {
    const sourceCode = this.#project.parse(file);
    const found = sourceCode && methodOf(sourceCode, key, name);
    if (!found) {
      return undefined;
    }
    const context = this.#project.contextFor(file, sourceCode);
    const { registry } = decideFates(context);
    return {
      mayThrow: tickFactsOf(context).get(found)?.throws === true,
      breaks: registry.breaks(found) ? rootIn(file, rootOf(registry, found)) : undefined,
      givesSeveral: typeof registry.fateOf(found).results === 'number',
    };
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
