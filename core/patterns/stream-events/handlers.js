/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Collector } from './listeners.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { isInLoop } from '../../analysis/flow/control-flow.js';
import {
  enclosingFunction,
  frameUses,
  isFunction,
  ownNodes,
  usesOwnName,
} from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { isDirective, isWithin } from '../../analysis/syntax/nodes.js';
import { isStrict, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { identifiersWithin, mentionsName, usesAwaitAsName } from '../../edits/names.js';
import { firstLine, textOf } from '../../edits/trivia.js';
import { readLoopHandler } from './read-loop.js';

/**
 * A listener as code that can stand in the loop or after it.
 *
 * @typedef {object} Handler
 * @property {FunctionNode | undefined} fn Undefined for a name that is called.
 * @property {string | undefined} name The name of the function that is called.
 * @property {TSESTree.Parameter | undefined} parameter
 * @property {boolean} isParameterWritten
 * @property {TSESTree.Node} [body] The part of the function's body that is the code, if not all.
 */

/**
 * The new form of a listener.
 *
 * @typedef {object} Form
 * @property {boolean} mayBeAsync
 * @property {boolean} isLoop Whether the body of a loop.
 * @property {TSESTree.Node} [body] The part of it that does.
 */

/**
 * The listeners as code.
 *
 * @typedef {object} Handlers
 * @property {Handler} data
 * @property {Handler} end
 * @property {Handler | undefined} error
 */

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @returns {Handlers | { unfit: string }}
 */
export function readHandlers(context, collector) {
  const { data, end, error, stream } = collector;
  const read = {
    data:
      data.event === 'readable'
        ? readLoopHandler(context, collector)
        : readHandler(context, data.handler, { mayBeAsync: false, isLoop: true }),
    end: readHandler(context, end.handler, { mayBeAsync: true, isLoop: false }),
    error: error && readHandler(context, error.handler, { mayBeAsync: true, isLoop: false }),
  };
  for (const each of Object.values(read)) {
    if (each && 'unfit' in each) {
      return each;
    }
  }
  const handlers = /** @type {Handlers} */ (read);
  if (handlers.end.fn && handlers.end.parameter) {
    return { unfit: 'the last listener takes a parameter' };
  }
  const names = handlers.data.fn
    ? context.sourceCode
        .getDeclaredVariables(handlers.data.fn)
        .filter(({ defs }) => defs.some(({ type }) => type === 'Parameter'))
    : [];
  return names.some(({ name }) => mentionsName(context.sourceCode, stream, name))
    ? { unfit: 'the chunk has the name of the stream' }
    : handlers;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @param {Form} form
 * @returns {Handler | { unfit: string }} What about it does not fit, in words.
 */
function readHandler(context, node, form) {
  const { sourceCode } = context;
  if (!isFunction(node)) {
    const name = readCallable(context, node, form.isLoop);
    return name === undefined
      ? { unfit: `\`${firstLine(textOf(sourceCode, node))}\` is no function of this file` }
      : { fn: undefined, name, parameter: undefined, isParameterWritten: false };
  }
  const unfit = describeUnfit(context, node, form);
  if (unfit) {
    return { unfit };
  }
  const [parameter] = node.params;
  const isParameterWritten = sourceCode
    .getDeclaredVariables(node)
    .some(({ references }) => references.some((reference) => reference.isWrite()));
  return { fn: node, name: undefined, parameter, isParameterWritten };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @param {boolean} isLoopBody
 * @returns {string | undefined} The text of what can be called without being bound to the stream.
 */
function readCallable({ sourceCode }, node, isLoopBody) {
  const text = textOf(sourceCode, node);
  if (node.type === 'MemberExpression') {
    // console.error
    const origin = resolveOrigin(sourceCode, node);
    return origin?.kind === 'global' && origin.name === 'console' ? text : undefined;
  }
  if (node.type !== 'Identifier' || mayChange(sourceCode, node)) {
    return undefined;
  }
  const fn = readFunction(sourceCode, node);
  if (!fn) {
    return isLoopBody ? undefined : text;
  }
  const uses = frameUses(sourceCode, fn);
  const isFree = fn.type === 'ArrowFunctionExpression' || uses.this.length === 0;
  return isFree && !fn.generator && !(isLoopBody && fn.async) ? text : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Identifier} name The name of the stream.
 * @returns {boolean} Whether the name may stand for another function when the stream has been read.
 */
function mayChange(sourceCode, name) {
  const variable = variableOf(sourceCode, name);
  return (
    variable !== undefined &&
    writesOf(variable).some(({ identifier, init }) => {
      const write = /** @type {TSESTree.Node} */ (identifier);
      const isBefore =
        write.range[0] < name.range[0] &&
        enclosingFunction(write) === enclosingFunction(name) &&
        // The next call gives it another one.
        enclosingFunction(write) ===
          enclosingFunction(/** @type {any} */ (variable.identifiers[0]));
      return !init && !isBefore;
    })
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Form} form
 * @returns {string | undefined}
 */
export function describeUnfit({ sourceCode }, fn, form) {
  const uses = frameUses(sourceCode, fn);
  if (fn.generator || (fn.async && !form.mayBeAsync)) {
    return 'the next chunk would wait for the async listener';
  }
  if (
    fn.type !== 'ArrowFunctionExpression' &&
    (uses.this.length > 0 || uses.arguments.length > 0 || uses.others)
  ) {
    return 'a listener has a `this` or `arguments` of its own';
  }
  if (uses.disposes) {
    return 'what a listener declares with `using` would be disposed of later';
  }
  if (uses.evaluates || usesOwnName(sourceCode, fn)) {
    return 'a listener mentions itself';
  }
  const [parameter, ...more] = fn.params;
  if (
    more.length > 0 ||
    (parameter && !/^(?:Identifier|ObjectPattern|ArrayPattern)$/u.test(parameter.type))
  ) {
    return 'a listener takes more than the chunk';
  }
  if (usesAwaitAsName(sourceCode, fn) || mentionsName(sourceCode, fn, 'yield')) {
    return '`await` is a name in a listener';
  }
  for (const node of ownNodes(sourceCode, fn)) {
    const unfit = describeUnfitNode(sourceCode, fn, node, form);
    if (unfit) {
      return unfit;
    }
  }
  return undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} node
 * @param {Form} form
 * @returns {string | undefined}
 */
function describeUnfitNode(sourceCode, fn, node, form) {
  if (isDirective(node)) {
    return 'a listener has a directive';
  }
  if (node.type === 'FunctionDeclaration' && (form.isLoop || !isStrict(sourceCode, node))) {
    return 'a listener declares a function';
  }
  if (node.type === 'LabeledStatement') {
    return 'a listener has a label';
  }
  if (!form.isLoop) {
    return undefined;
  }
  if (form.body && !isWithin(node, form.body)) {
    return undefined;
  }
  if (
    node.type === 'VariableDeclaration' &&
    node.kind === 'var' &&
    !(
      isFreshEachTime(sourceCode, fn, node) &&
      (isDeclaredOnce(sourceCode, node) || !isKept(sourceCode, node))
    )
  ) {
    return 'a `var` of the listener would live on from chunk to chunk';
  }
  if (node.type === 'ReturnStatement') {
    const isLast = fn.body.type === 'BlockStatement' && fn.body.body.at(-1) === node;
    if (node.argument && !isLast) {
      return 'the listener returns a value on its way';
    }
    return isInLoop(node, fn) ? 'the listener returns out of a loop' : undefined;
  }
  return undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.VariableDeclaration} node
 * @returns {boolean} Whether the declaration gives its variables a value whenever the body runs,
 *   before anything uses them.
 */
function isFreshEachTime(sourceCode, fn, node) {
  return (
    node.parent === fn.body &&
    fn.body.type === 'BlockStatement' &&
    fn.body.body[0] === node &&
    node.declarations.every(
      ({ init }, index) =>
        init &&
        !node.declarations
          .slice(index)
          .some((each) =>
            sourceCode
              .getDeclaredVariables(each)
              .some(({ name }) => mentionsName(sourceCode, init, name)),
          ),
    )
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.VariableDeclaration} node
 * @returns {boolean} Whether a function holds on to one of its variables.
 */
export function isKept(sourceCode, node) {
  return sourceCode
    .getDeclaredVariables(node)
    .some(({ references }) =>
      references.some(
        ({ identifier }) =>
          enclosingFunction(/** @type {TSESTree.Node} */ (identifier)) !== enclosingFunction(node),
      ),
    );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.VariableDeclaration} node
 * @returns {boolean} Whether it could say `let`.
 */
function isDeclaredOnce(sourceCode, node) {
  return sourceCode.getDeclaredVariables(node).every(({ defs }) => defs.length === 1);
}

/**
 * @param {Pick<PatternContext, 'sourceCode'>} context
 * @param {FunctionNode} fn
 * @returns {string[]} The names that the function declares at its top: its variables, not its
 *   parameters.
 */
function declaredNames({ sourceCode }, fn) {
  const own = sourceCode.scopeManager?.acquire(fn, true)?.variables ?? [];
  return own
    .filter(({ defs }) => defs.length > 0 && defs.every(({ type }) => type !== 'Parameter'))
    .map(({ name }) => name)
    .filter((name) => name !== fn.id?.name);
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} place The node that will hold the function's code.
 * @returns {string[]} The names that the function declares and the place mentions beside it.
 */
export function findClashes({ sourceCode }, fn, place) {
  const names = declaredNames({ sourceCode }, fn);
  return names.length === 0
    ? names
    : names.filter((name) =>
        identifiersWithin(sourceCode, place, name).some((node) => !isWithin(node, fn)),
      );
}

/**
 * @param {Handler} handler
 * @returns {TSESTree.Node | undefined} The listener's code.
 */
export function codeOf({ fn, body = fn?.body }) {
  return body;
}
