/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FlowReader } from './flow.js' */

import { Notes } from '../../analysis/facts.js';
import { isFunction } from '../../analysis/functions.js';
import { readKey } from '../../analysis/modules.js';
import { nodesOfType } from '../../analysis/nodes.js';
import { variableOf } from '../../analysis/scopes.js';
import { libraryOf } from './libraries.js';
import { isLibraryMethod } from './links.js';
import { TELLING_METHODS } from './receivers.js';

/**
 *     exports.settle = (promises) => Promise.all(promises.map((p) => p.reflect()));
 *
 * Promises that leave the file may come back to it as what its functions are given.
 */

/** Methods that tell of a promise what a native one keeps to itself. */
const STATES = /^is(?:Cancelled|Fulfilled|Pending|Rejected|Resolved)$/u;

/** Names that are given to promises. */
const PROMISE_NAME = /^(?:p|pr|prom)\d*$|promise|pending/iu;

/** Whose handlers get values, which are no promises. */
const WITH_HANDLERS = /^(?:catch|finally|lastly|tap|tapCatch|then)$/u;

/** @type {Notes<FlowReader['context'], boolean>} */
const known = new Notes();

/**
 * @param {FlowReader} reader
 * @returns {boolean} Whether the file calls a method on a parameter that only promises of a library
 *   have, and that stays.
 */
export function callsOnHandedIn(reader) {
  const { context } = reader;
  if (context.options.api !== 'async' || !libraryOf(context.sourceCode)) {
    return false;
  }
  let answer = known.get(context);
  if (answer === undefined) {
    // Whether a method stays may rest on this answer.
    known.set(context, false);
    answer = nodesOfType(context.sourceCode, 'CallExpression').some((call) =>
      isOnHandedIn(reader, call),
    );
    known.set(context, answer);
  }
  return answer;
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isOnHandedIn({ context: { sourceCode }, isNativeLink }, call) {
  const { callee } = call;
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const base = callee.type === 'MemberExpression' ? callee.object : undefined;
  if (key === undefined || base?.type !== 'Identifier') {
    return false;
  }
  const isTelling = TELLING_METHODS.has(key) || STATES.test(key);
  if (!isTelling && !(isLibraryMethod(key) && PROMISE_NAME.test(base.name))) {
    return false;
  }
  const [definition] = variableOf(sourceCode, base)?.defs ?? [];
  return (
    definition?.type === 'Parameter' &&
    !isHandler(/** @type {TSESTree.Node} */ (definition.node)) &&
    !isNativeLink(call)
  );
}

/**
 * @param {TSESTree.Node} fn
 * @returns {boolean}
 */
function isHandler(fn) {
  const { parent } = fn;
  return (
    isFunction(fn) &&
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    WITH_HANDLERS.test(readKey(parent.callee) ?? '')
  );
}
