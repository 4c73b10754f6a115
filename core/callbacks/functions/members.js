/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { callbackFunctionsOf } from './functions.js';

/**
 * Members that callbacks are given, and that a callback of a promise has not.
 */

/** `cb.log`, but nothing that every function has. */
const MEMBER_OF_CALLBACK =
  /(?:\b(?:cb|callback|done|next)|\w(?:Cb|Callback))\.(?!(?:apply|bind|call|length|name|then|toString)\b)[\w$]/u;

/** @type {(sourceCode: SourceCodeLike) => boolean} Whether a function asks its callback for a member. */
export const readsCallbackMembers = oncePerFile(
  (sourceCode) =>
    mayReadCallbackMembers(sourceCode.text) &&
    callbackFunctionsOf(sourceCode).some(({ callback }) =>
      callback.references.some(({ identifier: { parent, range } }) => {
        const member = parent?.type === 'MemberExpression' ? parent : undefined;
        return (
          member?.object.range === range &&
          MEMBER_OF_CALLBACK.test(`cb.${sourceCode.text.slice(...member.property.range)}`)
        );
      }),
    ),
);

/**
 * @param {string} text Of a file.
 * @returns {boolean} Whether `readsCallbackMembers` may hold of it.
 */
export function mayReadCallbackMembers(text) {
  return MEMBER_OF_CALLBACK.test(text);
}
