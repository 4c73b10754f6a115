/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { TextEdit } from './edit.js' */

import { replaceRange } from './edit.js';
import { hasCommentBetween } from './trivia.js';

/** Longer ones are easier to read as an object. */
const MAX_LENGTH = 60;

/**
 * const { left, right: b } = await both()  ->  const [left, b] = await both()
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value The awaited object, which has no other keys.
 * @param {readonly string[]} keys In the order in which a list would have their values.
 * @returns {TextEdit | undefined} Takes the values out of a list; undefined where an object is wanted.
 */
export function toListPattern(sourceCode, value, keys) {
  const declarator = value.parent?.parent;
  if (
    !/^(?:Await|Yield)Expression$/u.test(value.parent?.type ?? '') ||
    declarator?.type !== 'VariableDeclarator' ||
    declarator.init !== value.parent ||
    declarator.id.type !== 'ObjectPattern' ||
    declarator.id.typeAnnotation ||
    hasCommentBetween(sourceCode, ...declarator.id.range)
  ) {
    return undefined;
  }
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const property of declarator.id.properties) {
    if (
      property.type !== 'Property' ||
      property.computed ||
      property.key.type !== 'Identifier' ||
      property.value.type !== 'Identifier' ||
      names.has(property.key.name)
    ) {
      return undefined;
    }
    names.set(property.key.name, property.value.name);
  }
  const list = `[${keys.map((key) => names.get(key)).join(', ')}]`;
  return names.size === keys.length &&
    keys.every((key) => names.has(key)) &&
    list.length <= MAX_LENGTH
    ? replaceRange(declarator.id.range, list)
    : undefined;
}
