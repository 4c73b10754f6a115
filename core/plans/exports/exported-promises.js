/** @import { PatternContext, PromiseUse } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { exportsOf } from '../../codemod/siblings.js';
import { definitionsByName } from '../../callbacks/functions/methods.js';
import { isUsedAsPromise } from '../../analysis/promises/promise-sources.js';

/**
 * The facts about a file without its tree.
 *
 * @typedef {object} Names
 * @property {ReadonlySet<string>} names Of its members and exports.
 * @property {readonly string[]} modules That it loads.
 */

/**
 *     exports.ready = open();    cb(null, require('./lib').ready)
 *
 * The members of files that are a promise, or give one when they are called or made: by name, of any object.
 */
export class ExportedPromises {
  /** By file, name and use. @type {Map<string, boolean>} */
  #known = new Map();
  /** @type {Map<string, Names>} */
  #names = new Map();

  /**
   * @param {object} project
   * @param {(file: string) => SourceCodeLike | undefined} project.parse
   * @param {(file: string, sourceCode: SourceCodeLike) => PatternContext} project.contextFor
   * @param {(file: string, specifier: string, name: string, use: PromiseUse) => boolean} project.hasBehind Whether
   *   the module that a file loads by the specifier has such a thing.
   */
  constructor({ parse, contextFor, hasBehind }) {
    this.parse = parse;
    this.contextFor = contextFor;
    this.hasBehind = hasBehind;
  }

  /**
   * @param {string} file
   * @returns {Names}
   */
  #namesIn(file) {
    let names = this.#names.get(file);
    if (!names) {
      const sourceCode = this.parse(file);
      names = {
        names: new Set(
          sourceCode && [
            ...definitionsByName(sourceCode).keys(),
            ...[...exportsOf(sourceCode)].map(({ key }) => key),
          ],
        ),
        modules: sourceCode ? modulesOf(sourceCode) : [],
      };
      this.#names.set(file, names);
    }
    return names;
  }

  /**
   * @param {string} file
   * @param {string} name '' for the export itself, which is not what its members are.
   * @param {PromiseUse} use
   * @returns {boolean}
   */
  has(file, name, use) {
    const key = `${file} ${name} ${use}`;
    let known = this.#known.get(key);
    const { names, modules } = this.#namesIn(file);
    if (known === undefined && name !== '' && !names.has(name)) {
      this.#known.set(key, false);
      // module.exports = { get lib() { return require('./lib'); } }
      known = modules.some((each) => this.hasBehind(file, each, name, use));
      this.#known.set(key, known);
    }
    if (known === undefined) {
      // Files that need each other know no more meanwhile.
      this.#known.set(key, false);
      const sourceCode = this.parse(file);
      const exported = sourceCode ? [...exportsOf(sourceCode)] : [];
      const values = sourceCode
        ? [
            ...(definitionsByName(sourceCode).get(name) ?? []),
            ...exported.filter((each) => each.key === name),
          ].map(({ value }) => value)
        : [];
      if (sourceCode) {
        const context = this.contextFor(file, sourceCode);
        known =
          name === ''
            ? exported.some(({ key }) => key === 'then') ||
              isUsedAsPromise(
                { sourceCode, context },
                values.filter((each) => each?.type !== 'ObjectExpression'),
                use,
              )
            : isUsedAsPromise({ sourceCode, context }, values, use);
      }
      known ??= false;
      this.#known.set(key, known);
    }
    return known;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {string[]} The modules that it loads.
 */
function modulesOf(sourceCode) {
  return [
    ...nodesOfType(sourceCode, 'ImportDeclaration').map(({ source }) => source.value),
    ...nodesOfType(sourceCode, 'CallExpression').flatMap((call) => {
      const origin = resolveOrigin(sourceCode, call);
      return origin?.kind === 'module' ? [origin.name] : [];
    }),
  ];
}
