/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { AsyncRead } from '../apis/io-reads.js' */
/** @import { Origin } from '../modules/modules.js' */

import { readCallee } from '../syntax/callees.js';
import { oncePerFile } from '../syntax/facts.js';
import { readAsyncRead } from '../apis/io-reads.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { isWithin, walk } from '../syntax/nodes.js';
import { variableOf } from '../syntax/scopes.js';

/**
 * The effects of a piece of code on the rest of the world, as far as this model knows them:
 *
 * - It reads: the calls of `io-reads.js`. Reads commute with each other.
 * - It computes: functions of the language and of core modules that only look at their arguments,
 *   methods of strings and arrays that change nothing, the file's own functions that do no more.
 * - It writes to variables of its own.
 * - Anything else has an effect that somebody may depend on, so that its place in time matters: calls
 *   of unknown functions, writes to anything from outside, generators, other awaits.
 *
 * Members are read without a thought for getters.
 *
 * @typedef {object} Effects
 * @property {AsyncRead[]} reads
 */

const PURE_GLOBALS =
  /^(?:Array\.(?:from|isArray|of)|BigInt|Boolean|Buffer\.(?:alloc|byteLength|concat|from)|JSON\.(?:parse|stringify)|Math\.(?!random$)\w+|Number(?:\.\w+)?|Object\.(?:entries|fromEntries|is|keys|values)|Promise\.(?:all|allSettled|resolve)|String(?:\.\w+)?|decodeURI(?:Component)?|encodeURI(?:Component)?|isFinite|isNaN|parseFloat|parseInt|structuredClone)$/u;

const PURE_MODULES = /^(?:path(?:\/posix|\/win32)?|querystring|url|util)$/u;

const PURE_CONSTRUCTORS = new Set([
  'Array',
  'Date',
  'Error',
  'Map',
  'RegExp',
  'Set',
  'TextDecoder',
  'TextEncoder',
  'TypeError',
  'URL',
  'URLSearchParams',
  'Uint8Array',
]);

/** Of strings, arrays, buffers and dates, whatever the receiver is called. */
const PURE_METHODS = new Set(
  'at charAt charCodeAt concat endsWith entries every filter find findIndex flat flatMap getTime includes indexOf join keys lastIndexOf localeCompare map match matchAll normalize padEnd padStart reduce repeat replace replaceAll slice some split startsWith substr substring test toFixed toISOString toJSON toLowerCase toSorted toString toUpperCase trim trimEnd trimStart values'.split(
    ' ',
  ),
);

/** Of these, what call their first argument, and what call their second one if it is a function. */
const CALLING = /^(?:every|filter|find|findIndex|flatMap|map|reduce|some|toSorted)$/u;
const REPLACING = /^(?:from|parse|replace|replaceAll|stringify)$/u;

/** Of the answer to a request: they read what only this answer has. */
const BODY_METHODS = new Set(['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} root
 * @param {TSESTree.Node} owner The node whose own variables may be written.
 * @param {ReadonlySet<TSESTree.Node>} [known] Calls and assignments in it that the caller answers for.
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {Effects | undefined} Undefined if it may do anything but read and compute.
 */
export function readEffects(sourceCode, root, owner, known = new Set(), seen = new Set()) {
  /** @type {AsyncRead[]} */
  const reads = [];
  for (const node of walk(sourceCode, root)) {
    if (known.has(node)) {
      continue;
    }
    switch (node.type) {
      case 'AssignmentExpression':
      case 'UpdateExpression': {
        const target = node.type === 'UpdateExpression' ? node.argument : node.left;
        if (!isOwnVariable(sourceCode, target, owner)) {
          return undefined;
        }
        break;
      }
      case 'AwaitExpression':
        if (!isKnownWait(sourceCode, node.argument)) {
          return undefined;
        }
        break;
      case 'CallExpression': {
        const effects = readCallEffects(sourceCode, node, seen);
        if (!effects) {
          return undefined;
        }
        reads.push(...effects.reads);
        break;
      }
      case 'NewExpression':
        if (!isPureConstructor(sourceCode, node.callee)) {
          return undefined;
        }
        break;
      case 'ForOfStatement':
        if (node.await) {
          return undefined;
        }
        break;
      case 'UnaryExpression':
        if (node.operator === 'delete') {
          return undefined;
        }
        break;
      case 'ClassDeclaration':
      case 'ClassExpression':
      case 'ImportExpression':
      case 'TaggedTemplateExpression':
      case 'YieldExpression':
        return undefined;
      default:
    }
  }
  return { reads };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {Set<TSESTree.Node>} seen Functions that are being read: a recursive call adds nothing.
 * @returns {Effects | undefined}
 */
export function readCallEffects(sourceCode, call, seen = new Set()) {
  const read = readAsyncRead(sourceCode, call);
  if (read) {
    return { reads: [read] };
  }
  const { callee, arguments: args } = call;
  if (!isPureCall(sourceCode, call)) {
    return readNamedEffects(sourceCode, callee, seen);
  }
  const key = callee.type === 'MemberExpression' ? (readKey(callee) ?? '') : '';
  const called = CALLING.test(key) ? args[0] : args[1];
  return (called?.type === 'Identifier' || called?.type === 'MemberExpression') &&
    (CALLING.test(key) || REPLACING.test(key))
    ? readNamedEffects(sourceCode, called, seen)
    : { reads: [] };
}

/** @type {Effects} */
const NONE = { reads: [] };

/**
 * The effects of functions. A function that does nothing but compute calls none that does more, so all that were asked with it
 * are known.
 *
 * @type {(sourceCode: SourceCodeLike) => Map<TSESTree.Node, Effects | undefined>}
 */
const knownEffects = oncePerFile(() => new Map());

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @param {Set<TSESTree.Node>} seen
 * @returns {Effects | undefined} Those of a function that is only named.
 */
function readNamedEffects(sourceCode, callee, seen) {
  const fn = readCallee(sourceCode, callee);
  if (!fn || fn.generator) {
    return isPure(resolveOrigin(sourceCode, callee)) ? { reads: [] } : undefined;
  }
  const known = knownEffects(sourceCode);
  if (known.has(fn)) {
    return known.get(fn);
  }
  if (seen.has(fn)) {
    return NONE;
  }
  const isFirst = seen.size === 0;
  seen.add(fn);
  const effects = readEffects(sourceCode, fn, fn, undefined, seen);
  if (!effects || isFirst) {
    known.set(fn, effects);
  }
  if (isFirst && effects?.reads.length === 0) {
    seen.forEach((each) => known.set(each, effects));
  }
  return effects;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node The operand of `await`.
 * @returns {boolean} Whether it is a call that is known by more than the name of a method, which a
 *   database may have as well: `await users.find(id)`.
 */
function isKnownWait(sourceCode, node) {
  if (node.type !== 'CallExpression') {
    return false;
  }
  const { callee } = node;
  const isBody = callee.type === 'MemberExpression' && BODY_METHODS.has(readKey(callee) ?? '');
  const origin = resolveOrigin(sourceCode, callee);
  const isCombined = origin?.kind === 'global' && origin.name === 'Promise';
  return (
    isBody ||
    isCombined ||
    readCallee(sourceCode, callee) !== undefined ||
    readAsyncRead(sourceCode, node) !== undefined
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean}
 */
function isPureCall(sourceCode, { callee, arguments: args }) {
  const origin = resolveOrigin(sourceCode, callee);
  const key = callee.type === 'MemberExpression' ? (readKey(callee) ?? '') : '';
  return (
    isPure(origin) ||
    (origin?.kind !== 'module' &&
      (PURE_METHODS.has(key) || (BODY_METHODS.has(key) && args.length === 0)))
  );
}

/**
 * @param {Origin | undefined} origin
 * @returns {boolean}
 */
function isPure(origin) {
  return origin?.kind === 'module'
    ? PURE_MODULES.test(origin.name)
    : origin !== undefined && PURE_GLOBALS.test([origin.name, ...origin.path].join('.'));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
function isPureConstructor(sourceCode, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  return (
    (origin?.kind === 'global' && origin.path.length === 0 && PURE_CONSTRUCTORS.has(origin.name)) ||
    (origin?.kind === 'module' && origin.name === 'url')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} target
 * @param {TSESTree.Node} owner
 * @returns {boolean}
 */
function isOwnVariable(sourceCode, target, owner) {
  const variable = variableOf(sourceCode, target);
  // A `var` of a loop's body is the function's.
  return (
    variable !== undefined && isWithin(/** @type {TSESTree.Node} */ (variable.scope.block), owner)
  );
}
