/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FlowReader } from './flow.js' */

import { readClass, readFunction } from '../analysis/syntax/definitions.js';
import { Notes } from '../analysis/syntax/facts.js';
import { isFunction } from '../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { constantOf, variableOf } from '../analysis/syntax/scopes.js';
import { libraryOf } from './libraries.js';
import { readStatic } from './library.js';
import { isLibraryMethod } from './methods.js';
import { TELLING_METHODS } from './receivers.js';

/**
 *     exports.settle = (promises) => Promise.all(promises.map((p) => p.reflect()));
 *
 * Promises that leave what the file shows may come back to it as what its functions are given, and as
 * what functions of unknown origin give.
 */

/** Methods that tell of a promise what a native one keeps to itself. */
const STATES = /^is(?:Cancelled|Fulfilled|Pending|Rejected|Resolved)$/u;

/** Names that are given to promises. */
const PROMISE_NAME = /^(?:p|pr|prom)\d*$|promise|pending/iu;

/** Whose handlers get values, which are no promises. */
const WITH_HANDLERS = /^(?:catch|finally|lastly|tap|tapCatch|then)$/u;

/**
 * Where a promise may come from that a method is called on: a name, a member of a name that is not seen,
 * or a function without one.
 *
 * @typedef {'name' | 'member' | 'function'} Source
 */

/** @type {Notes<FlowReader['context'], ReadonlySet<Source | undefined>>} */
const known = new Notes();

/**
 * @param {FlowReader} reader
 * @param {readonly Source[]} [sources]
 * @returns {boolean} Whether the file calls a method on a promise from there that only those of a library
 *   have, and that stays.
 */
export function callsOnHandedIn(reader, sources = ['name', 'member']) {
  const { context } = reader;
  if (context.options.api !== 'async' || !libraryOf(context.sourceCode)) {
    return false;
  }
  let found = known.get(context);
  if (!found) {
    // Whether a method stays may rest on this answer.
    known.set(context, new Set());
    found = new Set(
      nodesOfType(context.sourceCode, 'CallExpression').map((call) => sourceOf(reader, call)),
    );
    known.set(context, found);
  }
  return sources.some((source) => found.has(source));
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.CallExpression} call
 * @returns {Source | undefined}
 */
function sourceOf({ context: { sourceCode }, isNativeLink }, call) {
  const { callee } = call;
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  let base = callee.type === 'MemberExpression' ? callee.object : undefined;
  // made(id).then(first).isPending()
  while (
    base?.type === 'CallExpression' &&
    base.callee.type === 'MemberExpression' &&
    isNativeLink(base)
  ) {
    base = base.callee.object;
  }
  if (key === undefined || !base) {
    return undefined;
  }
  if (base.type === 'CallExpression') {
    const isUsed =
      isLibraryMethod(key) && isUnknown(sourceCode, base.callee) && !isNativeLink(call);
    return isUsed ? (base.callee.type === 'MemberExpression' ? 'member' : 'function') : undefined;
  }
  const isTelling = TELLING_METHODS.has(key) || STATES.test(key);
  if (
    base.type !== 'Identifier' ||
    (!isTelling && !(isLibraryMethod(key) && PROMISE_NAME.test(base.name)))
  ) {
    return undefined;
  }
  const [definition] = variableOf(sourceCode, base)?.defs ?? [];
  const { node } = definition ?? {};
  const isGiven =
    definition?.type === 'Parameter'
      ? !isHandler(/** @type {TSESTree.Node} */ (node))
      : // const [promise] = started;    for (const promise of started)
        node?.type === 'VariableDeclarator' &&
        (node.id.type !== 'Identifier' || node.init === null);
  return isGiven && !isNativeLink(call) ? 'name' : undefined;
}

/**
 *     (options.load || load)(id)    loaders[name](id)    cached(load)(id)
 *
 * @param {FlowReader['context']['sourceCode']} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether it may be a function of the file without the name of one.
 */
function isUnknown(sourceCode, callee) {
  const made = constantOf(sourceCode, callee) ?? callee;
  return (
    !(made.type === 'CallExpression' && readStatic(sourceCode, made) !== undefined) &&
    (made.type !== 'MemberExpression' || readKey(made) === undefined) &&
    !resolveOrigin(sourceCode, made) &&
    !readFunction(sourceCode, made) &&
    !readClass(sourceCode, made)
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
