/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PoolCall } from '../../analysis/apis/pool-apis.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCallee } from '../../analysis/syntax/callees.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { readPoolCall, readPoolFunction } from '../../analysis/apis/pool-apis.js';
import { resolveCallee } from '../../analysis/promises/promisifiers.js';

/** The calls that make the next one wait: `await semaphore.acquire()`, `limit(() => …)`. */
const LIMITER =
  /acquire|concurren|enqueue|limit|lock|mutex|pool|queue|runExclusive|schedule|semaphore|slot|throttle|turn/iu;

/** Handed to these, a function runs soon after. */
const CHAINS = new Set(['catch', 'finally', 'then']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node A function, or an expression that names one.
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {PoolCall[]} The work that a call of it hands to the pool, itself or through functions of
 *   the file; none if it waits for its turn.
 */
export function readStartedWork(sourceCode, node, seen = new Set()) {
  const fn = readCallee(sourceCode, node);
  if (!fn) {
    const call = readPoolFunction(resolveCallee(sourceCode, node), false);
    return call ? [call] : [];
  }
  return readWorkWithin(sourceCode, fn.body, seen);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} root
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {PoolCall[]}
 */
export function readWorkWithin(sourceCode, root, seen = new Set()) {
  return callsStartedBy(sourceCode, root, readPoolCall, seen);
}

/**
 * @template Work
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} root
 * @param {(sourceCode: SourceCodeLike, call: TSESTree.CallExpression) => Work | undefined} readCall
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {Work[]} What is read of the calls that run with it, here or in functions of the file; none if they
 *   wait for their turn.
 */
export function callsStartedBy(sourceCode, root, readCall, seen = new Set()) {
  // Made, not run.
  const isLater = isFunction(root) && !runsSoon(sourceCode, root);
  if (isLater || seen.has(root)) {
    return [];
  }
  seen.add(root);
  /** @type {Work[]} */
  const work = [];
  for (const node of walk(
    sourceCode,
    root,
    (child) => !isFunction(child) || runsSoon(sourceCode, child),
  )) {
    if (node.type === 'CallExpression') {
      if (LIMITER.test(calleeName(node))) {
        return [];
      }
      const call = readCall(sourceCode, node);
      const callee = call ? undefined : readCallee(sourceCode, node.callee);
      if (call) {
        work.push(call);
      } else if (callee && callee !== node.callee) {
        work.push(...callsStartedBy(sourceCode, callee.body, readCall, seen));
      }
    }
  }
  return work;
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {string} The last names of the callee: `semaphore.acquire`.
 */
function calleeName({ callee }) {
  if (callee.type === 'Identifier') {
    return callee.name;
  }
  if (callee.type !== 'MemberExpression') {
    return '';
  }
  const object = callee.object.type === 'Identifier' ? callee.object.name : '';
  return `${object}.${readKey(callee) ?? ''}`;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function runs as soon as it is there, or when what is awaited before
 *   is: an executor, a function called on the spot, in a chain, or back by a core module.
 */
function runsSoon(sourceCode, fn) {
  const { parent } = fn;
  if (parent?.type === 'NewExpression') {
    return parent.callee.type === 'Identifier' && parent.callee.name === 'Promise';
  }
  if (parent?.type !== 'CallExpression') {
    return false;
  }
  const { callee } = parent;
  if (callee === fn) {
    return true;
  }
  const isChain = callee.type === 'MemberExpression' && CHAINS.has(readKey(callee) ?? '');
  return isChain || readPoolFunction(resolveOrigin(sourceCode, callee), true) !== undefined;
}
