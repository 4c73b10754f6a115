/** @import { PatternContext, Site } from '../../contract/pattern.js' */

import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { replaceRange } from '../../edits/edit.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';
import { canUseNative, readStaticOf } from '../../promises/library.js';
import { refuseOutright } from './methods/links.js';
import { toPlan } from './plans.js';
import { canonicalStatic } from './statics/statics.js';

/** The object on which the native statics are called. */
const ARGUMENTS = /** @type {Readonly<Record<string, string>>} */ ({
  all: 'items',
  race: 'items',
  reject: 'error',
  resolve: 'value',
});

/**
 * promise.then(Q.all)  ->  promise.then((items) => Promise.all(items))
 *
 * Native statics have to be called on their class. Where promises of a library are handed on they stay:
 * the library would report what they reject with before a native promise has taken them over.
 *
 * @param {PatternContext} context
 * @returns {Site[]} Statics of the library that are handlers.
 */
export function findReferences(context) {
  const { sourceCode } = context;
  if (context.options.api !== 'async') {
    return [];
  }
  return nodesOfType(sourceCode, 'CallExpression').flatMap((link) => {
    const { callee } = link;
    if (callee.type !== 'MemberExpression' || !/^(?:then|catch)$/u.test(readKey(callee) ?? '')) {
      return [];
    }
    return link.arguments.flatMap((node) => {
      const name = canonicalStatic(readStaticOf(sourceCode, node) ?? '');
      const parameter = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name] : undefined;
      if (parameter === undefined || !canUseNative(sourceCode, node)) {
        return [];
      }
      const refusal =
        refuseOutright(context, link) ??
        (hasCommentBetween(sourceCode, ...node.range)
          ? { reason: /** @type {const} */ ('comment-in-the-way') }
          : undefined);
      const site = { node, kind: name, data: { code: textOf(sourceCode, node) } };
      const text = `(${parameter}) => Promise.${name}(${parameter})`;
      return [
        refusal
          ? { ...site, refusal }
          : { ...site, plan: toPlan(context, [replaceRange(node.range, text)], []) },
      ];
    });
  });
}
