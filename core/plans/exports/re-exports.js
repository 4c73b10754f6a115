/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { groupBy } from '../../analysis/syntax/group-by.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { exportsOf, resolveOwnFile } from '../../codemod/siblings.js';
import { exportedMembers } from './exported-members.js';
import { placeOf } from '../files/parsed-files.js';

/**
 *     exports.load = require('./load').load;        module.exports = require('./lib');
 *     export { load } from './load';                export * from './lib';
 *
 * @typedef {object} ReExport
 * @property {string} key Under which the file exports it; '' for the export itself.
 * @property {string} file Where it comes from.
 * @property {string[]} keys Its keys there.
 * @property {string} place
 */

/**
 * @typedef {object} Exports
 * @property {ReadonlySet<string>} own The keys of what the file makes itself.
 * @property {readonly ReExport[]} handed The exports that it hands on.
 * @property {boolean} areAll Whether it exports nothing else.
 */

/** How many files that only hand on another's exports are followed: more than a program has, but no circle. */
const MAX_HOPS = 100;

/**
 * The exports of files that come from other files.
 */
export class ReExports {
  /** @type {Map<string, Exports>} */
  #exports = new Map();

  /** @param {(file: string) => SourceCodeLike | undefined} parse */
  constructor(parse) {
    this.parse = parse;
  }

  /**
   * @param {string} file
   * @param {readonly string[]} keys
   * @returns {{ file: string, keys: readonly string[] }} The file that defines what another exports
   *   under the keys, and what it is there.
   */
  origin(file, keys) {
    let found = { file, keys: withoutDefault(keys) };
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const next = this.#next(found.file, found.keys);
      if (!next) {
        break;
      }
      found = { file: next.file, keys: withoutDefault(next.keys) };
    }
    return found;
  }

  /**
   * @param {string} file
   * @param {readonly string[]} keys
   * @returns {{ file: string, keys: readonly string[] } | undefined}
   */
  #next(file, keys) {
    const { own, handed } = this.#read(file);
    for (let length = keys.length; length >= 0; length--) {
      const key = keys.slice(0, length).join('.');
      if (own.has(key)) {
        return undefined;
      }
      const found = handed.find((each) => each.key === key);
      if (found) {
        return { file: found.file, keys: [...found.keys, ...keys.slice(length)] };
      }
    }
    return undefined;
  }

  /**
   * @param {string} file
   * @returns {readonly ReExport[]}
   */
  of(file) {
    return this.#read(file).handed;
  }

  /**
   * @param {string} file
   * @returns {Exports}
   */
  #read(file) {
    const known = this.#exports.get(file);
    if (known) {
      return known;
    }
    // Files that hand on each other's exports know no more than the first that is asked.
    this.#exports.set(file, { own: new Set(), handed: [], areAll: false });
    const sourceCode = this.parse(file);
    const all = sourceCode ? exportsOf(sourceCode) : [];
    const members = sourceCode ? exportedMembers(sourceCode) : [];
    const allByKey = groupBy(all, ({ key }) => key);
    const membersByKey = groupBy(members, ({ key }) => key);
    /** @type {ReExport[]} */
    const handed = [];
    /** @type {Set<string>} */
    const own = new Set();
    for (const { key, value } of all) {
      const isAlone =
        allByKey.get(key)?.length === 1 &&
        (membersByKey.get(key) ?? []).every((each) => each.value === value);
      const origin = sourceCode && isAlone ? originOf(sourceCode, value) : undefined;
      const from = origin ? resolveOwnFile(file, origin.name) : undefined;
      if (origin && from !== undefined && from !== file) {
        handed.push({ key, file: from, keys: [...origin.path], place: placeOf(value) });
      } else if (key !== '' || value.type !== 'ObjectExpression') {
        own.add(key);
      }
    }
    const keys = new Set([...own, ...handed.map(({ key }) => key)]);
    const wholes = sourceCode ? this.#handedOnAsWhole(file, sourceCode) : [undefined];
    handed.push(...wholes.flatMap((each) => each ?? []).filter(({ key }) => !keys.has(key)));
    const areAll =
      !wholes.includes(undefined) && members.every(({ key }) => key.includes('.') || keys.has(key));
    const read = { own, handed, areAll };
    this.#exports.set(file, read);
    return read;
  }

  /**
   *     export * from './load';        export * as load from './load';
   *
   * @param {string} file
   * @param {SourceCodeLike} sourceCode
   * @returns {(readonly ReExport[] | undefined)[]} Undefined for what is not known.
   */
  #handedOnAsWhole(file, sourceCode) {
    return nodesOfType(sourceCode, 'ExportAllDeclaration').map((node) => {
      const { exported, source } = node;
      const from = resolveOwnFile(file, source.value);
      const place = placeOf(node);
      if (from === undefined || from === file) {
        return undefined;
      }
      if (exported) {
        return [{ key: exported.name, file: from, keys: [], place }];
      }
      const { own, handed, areAll } = this.#read(from);
      return areAll
        ? [...own, ...handed.map(({ key }) => key)]
            .filter((key) => key !== '' && !key.includes('.'))
            .map((key) => ({ key, file: from, keys: [key], place }))
        : undefined;
    });
  }
}

/**
 * @param {readonly string[]} keys
 * @returns {string[]} `load` for `lib.default.load`: a default is what the file itself exports.
 */
function withoutDefault(keys) {
  return keys.filter((key) => key !== 'default');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value Of an export.
 * @returns {{ name: string, path: readonly string[] } | undefined} The module that it comes from, and
 *   what it is there.
 */
function originOf(sourceCode, value) {
  const { parent } = value;
  const source =
    parent?.type === 'ExportSpecifier' && parent.parent.type === 'ExportNamedDeclaration'
      ? parent.parent.source
      : null;
  // export { value } from './other': no variable of the file's own.
  if (source) {
    const { name = '' } = /** @type {TSESTree.Identifier} */ (value);
    return { name: source.value, path: name === 'default' ? [] : [name] };
  }
  const origin = resolveOrigin(sourceCode, value);
  return origin?.kind === 'module' ? origin : undefined;
}
