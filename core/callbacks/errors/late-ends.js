/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readCallbackHost } from '../../analysis/handlers/callback-hosts.js';
import { isTail } from '../../analysis/flow/completion.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { findPunctuator } from '../../edits/trivia.js';
import { endOf } from './one-try.js';

/**
 * The calls that end a handler whose body stands in one `try`:
 *
 *     try { const user = await load(name); return done(null, user); } catch (err) { done(err); }
 *
 * What `done` throws would come to the `catch`, which calls `done` a second time. In the callback of the call it
 * came to nobody. So behind a wait it is called in a tick of its own, outside of the `try`:
 *
 *     return process.nextTick(done, null, user);
 *
 * `next` of a router needs none: the router catches what the handlers behind it throw.
 *
 * @param {Translator} translator Of a handler whose body is translated, with one `try` around it.
 * @returns {Edit[]}
 */
export function putOffEnds(translator) {
  const { context, sourceCode, target } = translator;
  const { fn } = target;
  const end = readCallbackHost(context, fn) === 'verify' ? endOf(translator) : undefined;
  const isHidden = (findVariable(sourceCode, fn, 'process')?.defs.length ?? 0) > 0;
  if (!end || isHidden) {
    return [];
  }
  return end.references.flatMap(({ identifier }) => {
    const callee = /** @type {TSESTree.Identifier} */ (identifier);
    const call = callee.parent;
    if (call.type !== 'CallExpression' || call.callee !== callee || !isLateEnd(translator, call)) {
      return [];
    }
    const paren = findPunctuator(sourceCode, callee.range[1], call.range[1], '(') + 1;
    const isBroken = /\s/u.test(sourceCode.text[paren] ?? '');
    const comma = isEmpty(translator, call) ? '' : isBroken ? ',' : ', ';
    return [replaceRange([callee.range[0], paren], `process.nextTick(${callee.name}${comma}`)];
  });
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it is the last that the handler does, behind a wait and within its `try`.
 */
function isLateEnd({ edits, inlined, target }, call) {
  const frame = enclosingFunction(call);
  const isGone = edits.some(
    (edit) => 'text' in edit && edit.range[0] <= call.range[0] && edit.range[1] >= call.range[1],
  );
  return frame !== undefined && frame !== target.fn && inlined.has(frame) && !isGone
    ? isLast(call, frame)
    : false;
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether nothing of the function runs behind it.
 */
function isLast(node, fn) {
  const parent = /** @type {TSESTree.Node} */ (node.parent);
  switch (parent.type) {
    case 'ConditionalExpression':
      return parent.test !== node && isLast(parent, fn);
    case 'LogicalExpression':
      return parent.right === node && isLast(parent, fn);
    case 'UnaryExpression':
      return parent.operator === 'void' && isLast(parent, fn);
    case 'ReturnStatement':
      return true;
    case 'ExpressionStatement':
      return isTail(parent, fn) || isBeforeReturn(parent);
    default:
      return parent === fn;
  }
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean} `done(null, user); return;`
 */
function isBeforeReturn(statement) {
  const { parent } = statement;
  const body = parent?.type === 'BlockStatement' ? parent.body : [];
  const next = body[body.indexOf(statement) + 1];
  return next?.type === 'ReturnStatement' && !next.argument;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether nothing is given to it in the output: an error that is none is left out.
 */
function isEmpty({ edits }, { arguments: [first, ...more] }) {
  return (
    more.length === 0 &&
    (!first ||
      edits.some(
        (edit) =>
          'text' in edit &&
          edit.text === '' &&
          edit.range[0] === first.range[0] &&
          edit.range[1] === first.range[1],
      ))
  );
}
