/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { MemberDefinition } from '../../analysis/syntax/member-definitions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import {
  UNNAMED,
  membersByName,
  ownerOfReceiver,
} from '../../analysis/syntax/member-definitions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { callbackFunctionOfValue } from './functions.js';

/**
 * Methods of the file's own objects, as far as calls of them can be told:
 *
 *     this.load(id, cb)    self.load(id, cb)    exports.load(id, cb)
 *
 * Which function such a call reaches is up to the object: a subclass or a stub may have put another
 * in its place. The plan of the project says whether any other file of it defines a member of that
 * name; what is left (a user of the package who overrides it by one that calls back at once) is an
 * assumption, and reported as one.
 */

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {CallbackFunction[] | undefined} The functions of the file that may be called: all that
 *   are defined under the name, one of them by the receiver; undefined if nothing is known.
 */
export function readMethods(translator, call) {
  const functions = readMethodDefinitions(translator, call)?.map(({ found }) => found);
  return functions?.every((found) => found?.index === call.arguments.length - 1)
    ? /** @type {CallbackFunction[]} */ (functions)
    : undefined;
}

/**
 * @param {Pick<Translator, 'sourceCode' | 'context'>} translator
 * @param {TSESTree.CallExpression} call
 * @returns {readonly Definition[] | undefined} All of the name, if one of them is the receiver's.
 */
export function readMethodDefinitions({ sourceCode, context }, { callee }) {
  if (callee.type !== 'MemberExpression' || callee.optional) {
    return undefined;
  }
  const { property } = callee;
  const isPrivate = property.type === 'PrivateIdentifier';
  const name = isPrivate ? `#${property.name}` : readKey(callee);
  if (name === undefined || (!isPrivate && context.isMemberElsewhere?.(name) !== false)) {
    return undefined;
  }
  const owner = ownerOfReceiver(sourceCode, callee.object);
  const definitions = definitionsByName(sourceCode).get(name) ?? [];
  const own = definitions.filter((definition) => definition.owner === owner);
  return owner !== undefined && own.length === 1 ? definitions : undefined;
}

/**
 *     class Store { load(id, cb) {…} open(cb) { this.load(1, cb); } }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} callee
 * @returns {readonly Definition[]} The one that the receiver has where it says so in the file; else all that it
 *   may have from elsewhere in it.
 */
export function definitionsMeant(sourceCode, callee) {
  const owner = ownerOfReceiver(sourceCode, callee.object);
  const definitions = definitionsByName(sourceCode).get(readKey(callee) ?? '') ?? [];
  const own = definitions.filter((each) => each.owner === owner);
  return owner !== undefined && own.length > 0
    ? own
    : callee.object.type === 'MemberExpression' || resolveOrigin(sourceCode, callee)
      ? []
      : definitions;
}

/**
 * @typedef {MemberDefinition & { found: CallbackFunction | undefined }} Definition `found` is undefined for what
 *   takes no callback, or is no function.
 */

/** @type {(sourceCode: SourceCodeLike) => ReadonlyMap<string, readonly Definition[]>} Who defines a member of a name in the file; under `UNNAMED` only what takes a callback. */
export const definitionsByName = oncePerFile((sourceCode) => {
  /** @type {Map<string, readonly Definition[]>} */
  const found = new Map();
  for (const [name, definitions] of membersByName(sourceCode)) {
    const own = definitions
      .map((each) => ({
        ...each,
        found: each.value ? callbackFunctionOfValue(sourceCode, each.value) : undefined,
      }))
      .filter((each) => name !== UNNAMED || each.found);
    if (own.length > 0) {
      found.set(name, own);
    }
  }
  return found;
});
