/** @import { PatternContext, PromiseUse } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { resolveOrigin } from '../analysis/modules.js';
import { nodesOfType } from '../analysis/nodes.js';
import { exportsOf } from '../codemod/siblings.js';
import { definitionsByName } from '../callbacks/functions/methods.js';
import { isUsedAsPromise } from '../analysis/promise-sources.js';

/**
 *     exports.ready = open();    cb(null, require('./lib').ready)
 *
 * What files have that is a promise, or gives one when it is called or made: by its name, whatever has it.
 */
export class ExportedPromises {
  /** By file, name and use. @type {Map<string, boolean>} */
  #known = new Map();

  /**
   * @param {object} project
   * @param {(file: string) => SourceCodeLike | undefined} project.parse
   * @param {(file: string, sourceCode: SourceCodeLike) => PatternContext} project.contextFor
   */
  constructor({ parse, contextFor }) {
    this.parse = parse;
    this.contextFor = contextFor;
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
            : values.length > 0
              ? isUsedAsPromise({ sourceCode, context }, values, use)
              : // module.exports = { get lib() { return require('./lib'); } }
                modulesOf(sourceCode).some((each) => context.exportsPromise?.(each, name, use));
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
