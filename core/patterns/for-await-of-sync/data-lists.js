/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SyncIterable } from '../../analysis/values/iterables.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey, readString } from '../../analysis/modules/modules.js';
import { constantOf, variableOf } from '../../analysis/syntax/scopes.js';
import { readIterableType } from '../../analysis/environment/types.js';

/**
 * Lists of plain data that come from outside: rows of a database, and what a client has sent. They were made from
 * a text or a reply, so they are arrays of values, never async iterables.
 */

/** @type {SyncIterable} */
const LIST = Object.freeze({ kind: 'array', elements: 'plain' });

/** Methods that give a promise for all rows at once; what gives a cursor has other names. */
const ROWS = /^(?:all|fetchAll|findAll|findMany|getAll|getMany|getRawMany|selectAll|toArray)$/u;

const REQUESTS = /^(?:req|request)$/u;
const SOCKETS = /^(?:\w+S|s)ocket$/u;

/**
 *     const rows = await db.all(sql); for await (const row of rows) …
 *     for await (const id of request.body.ids) …
 *     socket.on('save', async (ids) => { for await (const id of ids) … });
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {SyncIterable | undefined}
 */
export function readDataList(sourceCode, node) {
  const value = constantOf(sourceCode, node) ?? node;
  return (isRows(value) || isSent(sourceCode, value)) &&
    readIterableType(sourceCode, node) !== 'async'
    ? LIST
    : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `await users.findAll()`
 */
function isRows(node) {
  const call = node.type === 'AwaitExpression' ? node.argument : undefined;
  return (
    call?.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    !(call.callee.object.type === 'Identifier' && call.callee.object.name === 'Promise') &&
    ROWS.test(readKey(call.callee) ?? '')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is a part of the body of a request, or what a socket gives its listener.
 */
function isSent(sourceCode, node) {
  if (node.type === 'MemberExpression') {
    return hasBody(node.object);
  }
  const [definition] = variableOf(sourceCode, node)?.defs ?? [];
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  const call = isFunction(fn) ? fn.parent : undefined;
  return (
    call?.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    call.callee.object.type === 'Identifier' &&
    SOCKETS.test(call.callee.object.name) &&
    readKey(call.callee) === 'on' &&
    readString(call.arguments[0]) !== undefined
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `request.body`, `context.request.body`, `req.body.user`; not `body` alone, a stream perhaps.
 */
function hasBody(node) {
  if (node.type !== 'MemberExpression') {
    return false;
  }
  const { object } = node;
  const owner =
    object.type === 'Identifier'
      ? object.name
      : object.type === 'MemberExpression'
        ? (readKey(object) ?? '')
        : '';
  return (readKey(node) === 'body' && REQUESTS.test(owner)) || hasBody(object);
}
