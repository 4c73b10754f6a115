/** @import { PatternContext, PromiseUse } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Fixpoint } from '../files/fixpoint.js' */

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
  /** @type {Map<string, Names>} */
  #names = new Map();

  /**
   * @param {object} project
   * @param {(file: string) => SourceCodeLike | undefined} project.parse
   * @param {(file: string, sourceCode: SourceCodeLike) => PatternContext} project.contextFor
   * @param {(file: string, specifier: string, name: string, use: PromiseUse) => boolean} project.hasBehind Whether
   *   the module that a file loads by the specifier has such a thing.
   * @param {Fixpoint} project.fixpoint
   */
  constructor({ parse, contextFor, hasBehind, fixpoint }) {
    this.fixpoint = fixpoint;
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
    return this.fixpoint.ask(
      {
        key: `promise ${file} ${name} ${use}`,
        hope: false,
        read: () => this.#read(file, name, use),
        merge: (before, now) => before || now,
      },
      (has) => has,
    );
  }

  /**
   * @param {string} file
   * @param {string} name
   * @param {PromiseUse} use
   * @returns {boolean}
   */
  #read(file, name, use) {
    const { names, modules } = this.#namesIn(file);
    if (name !== '' && !names.has(name)) {
      // module.exports = { get lib() { return require('./lib'); } }
      return modules.some((each) => this.hasBehind(file, each, name, use));
    }
    const sourceCode = this.parse(file);
    if (!sourceCode) {
      return false;
    }
    const exported = [...exportsOf(sourceCode)];
    const values = [
      ...(definitionsByName(sourceCode).get(name) ?? []),
      ...exported.filter((each) => each.key === name),
    ].map(({ value }) => value);
    const known = { sourceCode, context: this.contextFor(file, sourceCode) };
    return name === ''
      ? exported.some(({ key }) => key === 'then') ||
          isUsedAsPromise(
            known,
            values.filter((each) => each?.type !== 'ObjectExpression'),
            use,
          )
      : isUsedAsPromise(known, values, use);
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
