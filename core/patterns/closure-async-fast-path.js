/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Exit } from '../analysis/flow/control-flow.js' */
/** @import { Helper } from './closure-async-fast-path/helper.js' */

import { isOwnedBy, readCaptures } from '../analysis/syntax/captures.js';
import { isLoop, traceExits } from '../analysis/flow/control-flow.js';
import { asyncFunctions } from '../analysis/syntax/function-kinds.js';
import { frameUses, functionName, isFunction } from '../analysis/syntax/functions.js';
import { isWithin } from '../analysis/syntax/nodes.js';
import { isStart } from '../analysis/flow/repetition.js';
import { travelsAsText } from '../analysis/handlers/travelling-functions.js';
import {
  isSynchronousExit,
  startsAsyncWork,
  startsOtherWork,
} from './closure-async-fast-path/fast-path.js';
import { readHelper } from './closure-async-fast-path/helper.js';
import { planHoist } from './closure-async-fast-path/hoist.js';

/**
 * An async function inside a function that can answer without it:
 *
 *     function get(id) {
 *       const load = async () => cache.set(id, await fetchUser(id));
 *       if (cache.has(id)) return cache.get(id);
 *       return load();
 *     }
 *
 * A function expression allocates its closure where it stands, a function declaration on entry to
 * its block, wherever it stands in it. A variable that any closure uses lives in a context on the
 * heap, which is allocated on entry to the variable's scope: for parameters, `this`, `arguments`,
 * `var` and the `let` and `const` of the body that is the entry of the function, whether or not a
 * closure is ever made. See https://v8.dev/blog/preparser#variable-allocation.
 *
 * Kinds:
 *  - `before-check`: created before the early exit, with captured locals: closure and context.
 *  - `beside-others`: the same, where the early exit leaves other functions behind as well.
 *  - `after-check`: created after it, but a captured local needs the context on entry.
 *  - `without-captures`: created before it, captures nothing of the function: the closure alone.
 *
 * @type {Pattern}
 */
export const closureAsyncFastPath = {
  name: 'closure-async-fast-path',
  words: /\basync\b/u,
  visit: {
    Program: (/** @type {TSESTree.Program} */ _, /** @type {PatternContext} */ context) =>
      asyncFunctions(context.sourceCode).flatMap((node) => findSite(node, context) ?? []),
  },
};

/** The helper is not created yet. */
const ABSENT = 1;

/** It is created, and neither used nor has other asynchronous work begun. */
const IDLE = 2;

/** As before, but the function has set something else to work by then. */
const ABSENT_BUSY = 8;
const IDLE_BUSY = 16;

/** It is used, or the path is asynchronous otherwise, or handles an exception. */
const SLOW = 4;

/**
 * @param {FunctionNode} node
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findSite(node, { sourceCode }) {
  const helper = readHelper(sourceCode, node);
  if (!helper || isStart(sourceCode, helper.owner)) {
    return undefined;
  }
  // It is made anew there whatever stands around it, and must stand on its own.
  if (travelsAsText(sourceCode, node)) {
    return undefined;
  }
  const locals = readLocals(sourceCode, helper);
  const kind = readKind(sourceCode, helper, locals);
  if (!kind) {
    return undefined;
  }
  const name = functionName(helper.owner);
  return {
    node: helper.name ?? node,
    kind,
    data: {
      helper: helper.name ? `'${helper.name.name}'` : 'This async function',
      owner: name ? `'${name}'` : 'the function around it',
      captured: listNames(locals.map(({ name: local }) => local)),
    },
    ...planHoist(sourceCode, helper),
  };
}

/**
 * The variables of the function around it that the helper captures.
 *
 * @typedef {object} Local
 * @property {string} name
 * @property {TSESTree.Node} scope The scope that allocates the context of the variable.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @returns {Local[]}
 */
function readLocals(sourceCode, { node, owner }) {
  /** @type {Local[]} */
  const locals = [];
  for (const { variable, references } of readCaptures(sourceCode, node)) {
    // Types are erased; only ESLint's TypeScript scopes tell them from values.
    const isValue = references.some(
      (reference) => /** @type {any} */ (reference).isValueReference !== false,
    );
    if (isValue && isOwnedBy(variable, owner) && variable.scope.block !== node) {
      locals.push({ name: variable.name, scope: variable.scope.block });
    }
  }
  if (node.type === 'ArrowFunctionExpression' && owner.type !== 'ArrowFunctionExpression') {
    const frame = frameUses(sourceCode, node);
    if (frame.this.length > 0) {
      locals.push({ name: 'this', scope: owner });
    }
    if (frame.arguments.length > 0) {
      locals.push({ name: 'arguments', scope: owner });
    }
  }
  return locals;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {Local[]} locals
 * @returns {string | undefined}
 */
function readKind(sourceCode, helper, locals) {
  const trace = (/** @type {boolean} */ isAlone) =>
    traceExits(sourceCode, helper.owner, stepsOf(sourceCode, helper, isAlone)).filter(
      isSynchronousExit,
    );
  const isIdle = (/** @type {Exit} */ exit) => isTaken(exit, IDLE, IDLE_BUSY);
  const exits = trace(false);
  if (exits.some(isIdle)) {
    const isShared = locals.length > 0 && !trace(true).some(isIdle);
    return isShared ? 'beside-others' : locals.length > 0 ? 'before-check' : 'without-captures';
  }
  const isEarly = exits.some(
    (exit) =>
      isTaken(exit, ABSENT, ABSENT_BUSY) && locals.some(({ scope }) => isWithin(exit.node, scope)),
  );
  return isEarly ? 'after-check' : undefined;
}

/**
 * @param {Exit} exit
 * @param {number} free
 * @param {number} busy
 * @returns {boolean} Whether the exit is taken in that state. One without a value is a fast path only
 *   if there was nothing to do: `else { start(); }` is another slow one.
 */
function isTaken({ value, states }, free, busy) {
  return (states & (value ? free | busy : free)) !== 0;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Helper} helper
 * @param {boolean} isAlone Whether a path that makes other functions counts as a slow one.
 * @returns {import('../analysis/flow/control-flow.js').Steps}
 */
function stepsOf(sourceCode, { node: helperNode, owner, creation, uses }, isAlone) {
  const isUse = new Set(/** @type {TSESTree.Node[]} */ (uses));
  // A loop over nothing is no fast path, but a round that needs no helper of its own is one.
  const loopUses = (/** @type {TSESTree.Node} */ loop) =>
    !isWithin(creation, loop) && uses.some((use) => isWithin(use, loop));
  return {
    initial: creation === owner.body ? IDLE : ABSENT,
    enter(node, states) {
      if (node.type === 'CatchClause') {
        return SLOW;
      }
      return node === creation && node.type !== 'VariableDeclarator' ? create(states) : states;
    },
    leave(node, states) {
      if (node === creation && node.type === 'VariableDeclarator') {
        return create(states);
      }
      if (isUse.has(node) || (isLoop(node) && loopUses(node))) {
        return SLOW;
      }
      if (
        node !== helperNode &&
        ((isAlone && makesClosure(node)) || startsAsyncWork(sourceCode, node))
      ) {
        return SLOW;
      }
      return startsOtherWork(node) ? work(states) : states;
    },
  };
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the path allocates a function, and a context for it, with or without the helper.
 */
function makesClosure(node) {
  return isFunction(node) && node.type !== 'FunctionDeclaration' && !node.async;
}

/**
 * @param {number} states
 * @returns {number}
 */
function create(states) {
  const absent = ABSENT | ABSENT_BUSY;
  return states & absent ? (states & ~absent) | IDLE : states;
}

/**
 * @param {number} states
 * @returns {number}
 */
function work(states) {
  return (
    (states & ~(ABSENT | IDLE)) |
    (states & ABSENT ? ABSENT_BUSY : 0) |
    (states & IDLE ? IDLE_BUSY : 0)
  );
}

/**
 * @param {string[]} names
 * @returns {string}
 */
function listNames(names) {
  const quoted = names.map((name) => `'${name}'`);
  return quoted.length > 3
    ? `${quoted.slice(0, 2).join(', ')} and ${quoted.length - 2} more`
    : quoted.join(', ').replace(/, ([^,]*)$/u, ' and $1');
}
