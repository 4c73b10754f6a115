/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Origin } from '../../analysis/modules/modules.js' */

import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { readKey } from '../../analysis/modules/modules.js';
import { givenFunction } from '../functions/callback-calls.js';
import { FS_TWINS } from './known-callees.js';

/**
 * Node's functions with a promise form of their own, reached by a way that does not show whose they
 * are: `util.promisify` makes an object of what their callbacks get, `{ stdout, stderr }`.
 *
 *     this.exec = options.exec || require('child_process').exec;
 *     this.exec('git status', (err, stdout) => …)
 */

/** What they are called, by how many arguments they have with the callback at the least. */
const NAMES = new Map([
  ['exec', 2],
  ['execFile', 2],
  ['generateKeyPair', 3],
  ['lookup', 2],
  ['lookupService', 3],
  ['read', 6],
  ['readv', 3],
  ['write', 5],
  ['writev', 3],
]);

/** Whose `lookup` it may be: caches and databases have one as well. */
const RESOLVER = /dns|resolver/iu;

/**
 * @param {TSESTree.CallExpression} call
 * @param {Origin | undefined} origin Of its callee.
 * @returns {boolean} Whether it may be one of them, and its callback looks at a result.
 */
export function mayGiveParts({ callee, arguments: given }, origin) {
  const callback = givenFunction(given.at(-1));
  if (callback && callback.params.length < 2) {
    return false;
  }
  if (origin?.kind === 'module' && !/^[./]/u.test(origin.name)) {
    const twin = FS_TWINS.has(origin.name) ? coreApi({ ...origin, name: 'fs' }) : undefined;
    return typeof twin?.results === 'object';
  }
  const isMember = callee.type === 'MemberExpression';
  const name = isMember ? readKey(callee) : callee.type === 'Identifier' ? callee.name : undefined;
  if (name === undefined || given.length < (NAMES.get(name) ?? Infinity)) {
    return false;
  }
  return !isMember || name !== 'lookup' || RESOLVER.test(nameOf(callee.object) ?? '');
}

/**
 * @param {TSESTree.Node} node
 * @returns {string | undefined}
 */
function nameOf(node) {
  return node.type === 'Identifier'
    ? node.name
    : node.type === 'MemberExpression'
      ? readKey(node)
      : undefined;
}
