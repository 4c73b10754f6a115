/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { Link } from './link-edits.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { frameUses, isFunction } from '../../../analysis/syntax/functions.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { methodCallOn } from '../../../analysis/syntax/nodes.js';
import { isBoundTo } from '../../../promises/bindings.js';

/**
 * Bluebird calls the handlers of a bound promise on what it is bound to, and binds what they give.
 *
 *     load().bind(this).map(function (row) { return this.read(row); })
 */

/** Methods that call a handler. */
const CALLING =
  /^(?:catch|each|error|filter|finally|map|mapSeries|reduce|spread|tap|tapCatch|then)$/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Link} link
 * @param {string} key The method's first name.
 * @param {readonly Edit[]} edits The edits of it.
 * @returns {boolean} Whether a function around its handlers may hide from them what the promise is
 *   bound to.
 */
export function losesBinding(sourceCode, link, key, edits) {
  const start = link.arguments[0]?.range[0];
  const isAround = edits.some(
    (edit) => edit.range[0] === start && 'text' in edit && !/^(?:async )?$/u.test(edit.text),
  );
  // The promise of `timeout` is bound to nothing.
  const handlers =
    key === 'timeout' ? handlersBehind(link) : CALLING.test(key) && isAround ? link.arguments : [];
  const isBound = handlers.length > 0 && isBoundTo(sourceCode, link.callee.object);
  return handlers.some((handler) =>
    isFunction(handler)
      ? isBound !== false &&
        handler.type !== 'ArrowFunctionExpression' &&
        frameUses(sourceCode, handler).this.length > 0
      : isBound === true,
  );
}

/**
 * @param {TSESTree.CallExpression} link
 * @returns {TSESTree.Node[]} What the methods behind it in the chain call.
 */
function handlersBehind(link) {
  const next = methodCallOn(link);
  const key = next?.callee.type === 'MemberExpression' ? readKey(next.callee) : undefined;
  return next ? [...(CALLING.test(key ?? '') ? next.arguments : []), ...handlersBehind(next)] : [];
}
