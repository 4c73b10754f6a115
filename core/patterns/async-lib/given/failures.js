/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { ObligationId } from '../../../contract/obligations.js' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { missingEvidence } from '../../../contract/obligations.js';
import { withoutCasts } from '../../../analysis/syntax/casts.js';
import { readFunction } from '../../../analysis/syntax/definitions.js';
import { readExecutor } from '../../../analysis/promises/executors.js';
import { readKey, resolveOrigin } from '../../../analysis/modules/modules.js';
import { walk } from '../../../analysis/syntax/nodes.js';
import { isGlobal, variableOf } from '../../../analysis/syntax/scopes.js';
import { isCaught } from '../../../callbacks/statements/flow.js';
import { argumentsOfCalls } from '../../../callbacks/functions/given-arguments.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { ERROR_NAME, isPrimitive, shownValues } from '../../../callbacks/errors/shown-values.js';
import { asyncVersion } from '../library/version.js';

/**
 * What async functions fail with that `async` is given to call: from version 2 on, it makes an error of
 * what has no message.
 *
 *     async (item) => { throw 'no text'; }    async (item) => Promise.reject(404)
 */

/**
 * @param {{ sourceCode: SourceCodeLike, context: PatternContext, assumes: Set<ObligationId> }} collector
 * @param {FunctionNode} fn An async function.
 * @throws {Refused} Where version 1 gives it a callback, which it does not call; where it is shown to fail
 *   with what is no error, or may, and nothing is to be assumed.
 */
export function checkFailures({ sourceCode, context, assumes }, fn) {
  const version = asyncVersion(context);
  if (version === 1 || version === undefined) {
    throw new Refused(version ? 'flow-iteratee' : 'flow-version', quote(sourceCode, fn));
  }
  const failures = failuresOf(sourceCode, fn);
  const wrong = failures.find(
    ({ value }) => value === null || mayBeNoError(sourceCode, /** @type {TSESTree.Node} */ (value)),
  );
  if (wrong) {
    throw new Refused('flow-iteratee', quote(sourceCode, wrong.node));
  }
  if (callsOthers(sourceCode, fn)) {
    if (!context.options.assumable.has('error-first')) {
      throw Refused.because(missingEvidence('error-first'));
    }
    assumes.add('error-first');
  }
}

/**
 * @typedef {object} Failure
 * @property {TSESTree.Node} node
 * @property {TSESTree.Node | null} value Null for nothing.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {Set<FunctionNode>} [seen]
 * @returns {Failure[]} What it throws and rejects with, functions inside it and those of the file that it
 *   calls as well.
 */
function failuresOf(sourceCode, fn, seen = new Set()) {
  if (seen.has(fn)) {
    return [];
  }
  seen.add(fn);
  /** @type {Failure[]} */
  const found = [];
  for (const node of walk(sourceCode, fn)) {
    const { reject } = readExecutor(sourceCode, node) ?? {};
    if (node.type === 'ThrowStatement' && !isCaught(node, fn)) {
      found.push({ node, value: node.argument });
    } else if (reject) {
      const given = argumentsOfCalls(sourceCode, reject);
      found.push(...given.map(([value]) => ({ node, value: value ?? null })));
    } else if (node.type === 'CallExpression') {
      if (isRejection(sourceCode, node)) {
        found.push({ node, value: node.arguments[0] ?? null });
      }
      const called = readFunction(sourceCode, node.callee);
      found.push(...(called ? failuresOf(sourceCode, called, seen) : []));
    }
  }
  return found;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `Promise.reject(…)`
 */
function isRejection(sourceCode, { callee }) {
  const origin = resolveOrigin(sourceCode, callee);
  return (
    origin?.kind === 'global' && origin.name === 'Promise' && origin.path.join('.') === 'reject'
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} value
 * @returns {boolean}
 */
function mayBeNoError(sourceCode, value) {
  const node = withoutCasts(value);
  return (
    // What stands on the left of it may be `0` or nothing.
    (node.type === 'LogicalExpression' && node.operator === '&&') ||
    shownValues(sourceCode, node).some((each) => isNoError(sourceCode, each))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isNoError(sourceCode, node) {
  switch (node.type) {
    case 'CallExpression':
    case 'MemberExpression':
      return isPrimitive(node);
    case 'NewExpression':
      // Version 2 makes an error of one that has no message, too.
      return node.arguments.length === 0 && isPlainError(sourceCode, node.callee);
    case 'Identifier':
      return (
        ['undefined', 'NaN', 'Infinity'].some((name) => isGlobal(sourceCode, node, name)) ||
        (!ERROR_NAME.test(node.name) && variableOf(sourceCode, node)?.defs[0]?.type === 'Parameter')
      );
    default:
      return true;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {boolean}
 */
function isPlainError(sourceCode, callee) {
  return (
    callee.type === 'Identifier' &&
    /^(?:Eval|Range|Reference|Syntax|Type)?Error$/u.test(callee.name) &&
    isGlobal(sourceCode, callee, callee.name)
  );
}

/** Functions that give promises of what others do, or none. */
const OWN_OBJECTS = new Set([
  'Array',
  'Date',
  'JSON',
  'Math',
  'Number',
  'Object',
  'Promise',
  'String',
]);

/** Modules of Node that make no promises, or such as fail with errors. */
const NODE_MODULES =
  /^(?:assert|child_process|crypto|dns|events|fs|http|https|net|os|path|querystring|stream|timers|url|util|zlib)(?:\/|$)/u;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it calls what the file does not show, and Node does not have.
 */
function callsOthers(sourceCode, fn) {
  return [...walk(sourceCode, fn.body)].some((node) => {
    if (node.type !== 'CallExpression' || readFunction(sourceCode, node.callee)) {
      return false;
    }
    const origin = resolveOrigin(sourceCode, node.callee);
    return !(
      (origin?.kind === 'module' && NODE_MODULES.test(origin.name)) ||
      (origin?.kind === 'global' && (OWN_OBJECTS.has(origin.name) || origin.name === 'console')) ||
      SYNCHRONOUS.test(node.callee.type === 'MemberExpression' ? (readKey(node.callee) ?? '') : '')
    );
  });
}

/** Methods of lists and texts. */
const SYNCHRONOUS =
  /^(?:concat|filter|find|forEach|includes|indexOf|join|map|pop|push|replace|slice|some|sort|split|toString|trim)$/u;
