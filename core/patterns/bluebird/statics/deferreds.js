/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { Deferred } from '../../../promises/deferreds.js' */
/** @import { Edit } from '../../../edits/edit.js' */

import { isOlder } from '../../../analysis/environment/compilers.js';
import { reaches } from '../../../analysis/environment/node-floor.js';
import { insertAfter, replaceRange } from '../../../edits/edit.js';
import { hasOwnSemicolon } from '../../../edits/leading-semicolons.js';
import { takeUniqueName } from '../../../edits/names.js';
import { hasCommentBetween, textOf } from '../../../edits/trivia.js';
import { refuseUsage } from './results.js';
import { layOut } from '../lists/series.js';

/** The first Node that has `Promise.withResolvers`. */
const WITH_RESOLVERS = '22.0.0';

/**
 * const deferred = Q.defer()  ->  const deferred = Promise.withResolvers()
 *
 * @param {PatternContext} context
 * @param {Deferred} deferred
 * @returns {Edit[] | { refusal: Refusal }} An object with the same three members, for older Nodes.
 */
export function writeDeferred(context, { call, name, statement, isEmpty }) {
  const { sourceCode } = context;
  if (hasCommentBetween(sourceCode, ...call.range)) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  const isNew = reaches(context, WITH_RESOLVERS);
  const [type] = call.typeArguments?.params ?? [];
  // Native promises of such types are resolved with a value.
  if (context.isTyped && isEmpty && (type ? !TAKES_NOTHING.test(type.type) : isNew)) {
    return refuseUsage(sourceCode, call);
  }
  if (isNew) {
    return [replaceRange(call.callee.range, 'Promise.withResolvers')];
  }
  const semicolon = hasOwnSemicolon(sourceCode, statement) ? ';' : '';
  const [resolve, reject] = ['resolve', 'reject'].map((own) =>
    own === name ? takeUniqueName(sourceCode, own) : own,
  );
  const [typed, members] = context.isTyped ? writeTypes(context, type) : ['', ''];
  const lines = layOut(sourceCode, statement.range[0], [
    '',
    `${name}.promise = new Promise${typed}((${resolve}, ${reject}) => {`,
    `>${name}.resolve = ${resolve}${semicolon}`,
    `>${name}.reject = ${reject}${semicolon}`,
    `})${semicolon}`,
  ]);
  return [replaceRange(call.range, `{}${members}`), insertAfter(statement.range[1], lines)];
}

/** Types of promises that are resolved without a value. */
const TAKES_NOTHING = /^TS(?:Any|Undefined|Void)Keyword$/u;

/**
 * @param {PatternContext} context
 * @param {TSESTree.TypeNode | undefined} type Of the value.
 * @returns {[string, string]} The types of the promise and of the object.
 */
function writeTypes(context, type) {
  const unknown = isOlder(context, 'typescript', '3.0.0') ? 'any' : 'unknown';
  const text = type ? textOf(context.sourceCode, type) : unknown;
  const isJoint = /^TS(?:Conditional|Constructor|Function)Type$/u.test(type?.type ?? '');
  const value = type
    ? `value: PromiseLike<${text}> | ${isJoint ? `(${text})` : text}`
    : `value?: ${unknown}`;
  const members = [
    `promise: Promise<${text}>`,
    `resolve: (${value}) => void`,
    `reject: (reason?: ${unknown}) => void`,
  ];
  return [`<${text}>`, ` as { ${members.join('; ')} }`];
}
