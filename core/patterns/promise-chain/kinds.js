/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { ChainUse } from './uses.js' */

import { isIdentity } from '../../promises/layers.js';

/**
 * @param {ChainUse[]} uses
 * @param {FunctionNode | undefined} fn
 * @returns {string} `lone-catch` where all that is chained is what happens to errors:
 *   `await promise.catch(…)`, `return promise.catch(…)`; `awaited-identity` where nothing is done: `await promise.then((x) => x)`.
 */
export function kindOf(uses, fn) {
  if (uses.every(isCatch)) {
    return 'lone-catch';
  }
  if (uses.every(isAwaitedIdentity)) {
    return 'awaited-identity';
  }
  const use = uses[0]?.use ?? 'awaited';
  return use === 'returned' && fn?.async === false ? 'function' : use;
}

/**
 * @param {ChainUse} use
 * @returns {boolean}
 */
function isCatch({ chain: { links }, use }) {
  return (
    (use === 'awaited' || use === 'returned') && links.length === 1 && links[0]?.method === 'catch'
  );
}

/**
 * @param {ChainUse} use
 * @returns {boolean}
 */
export function isAwaitedIdentity({ chain: { links, node } }) {
  const [link, ...more] = links;
  const [handler, ...handlers] = link?.call.arguments ?? [];
  return (
    node.parent?.type === 'AwaitExpression' &&
    link?.method === 'then' &&
    more.length + handlers.length === 0 &&
    handler !== undefined &&
    isIdentity(handler)
  );
}
