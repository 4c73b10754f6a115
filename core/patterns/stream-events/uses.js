/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Collector } from './listeners.js' */

import { readExecutor } from '../../analysis/promises/executors.js';
import { textHas } from '../../analysis/syntax/facts.js';
import { readInit } from '../../analysis/syntax/function-uses.js';
import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { runsOnce } from '../../analysis/flow/repetition.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { usesOf as usesOfFunction } from '../../promises/function-uses.js';
import { mayRepeat } from '../../callbacks/callees/plain-callees.js';
import { streamName } from './listeners.js';
import { readReadLoop } from './read-loop.js';

/** Other methods that read a stream, stop it, or listen to it. */
const CONSUMING =
  /^(?:on|once|off|addListener|prependListener|prependOnceListener|removeListener|removeAllListeners|emit|pause|resume|destroy|close|abort|pipe|unpipe|read|unshift|push|wrap|end|iterator|socket|connection|setTimeout|prompt|question|setPrompt|input)$/u;

/** The members by which code tells a loop from listeners: a loop pauses the stream and has listeners of its own. */
const TELLING =
  /^(?:isPaused|readableFlowing|eventNames|listenerCount|listeners|rawListeners|_readableState|_events|_eventsCount)$/u;

/** The states of a stream behind its last chunk: a loop goes on only then. */
const LATER_AT_THE_END = /^(?:destroyed|closed|fd|pending)$/u;

/**
 * @param {PatternContext} context
 * @param {Collector} collector
 * @returns {TSESTree.Node | undefined} Another use of the stream that may read it, end it or hand it on.
 */
export function findOtherUse(context, collector) {
  const { stream, block } = collector;
  const own = new Set(collector.statements.map((each) => each.stream));
  const read = readReadLoop(collector.data.handler)?.stream;
  if (collector.data.event === 'readable' && read) {
    own.add(read);
  }
  const shared = isReadAgain(context, stream, block) ? stream : findSharedArgument(context, stream);
  if (shared) {
    return shared;
  }
  const isTwoWay = mayBeTwoWay(context, stream);
  return usesOf(context, stream).find(
    (use) => !own.has(use) && !(isHarmless(use, collector, block) && !(isTwoWay && mayWrite(use))),
  );
}

/**
 *     const input = fs.createReadStream(file);
 *     const read = () => new Promise((resolve) => { input.on('data', add); … });
 *
 * @param {PatternContext} context
 * @param {TSESTree.Expression} stream
 * @param {TSESTree.Node} block
 * @returns {boolean} Whether several calls may listen to one stream: each chunk comes to all of them,
 *   and to one of several loops.
 */
function isReadAgain({ sourceCode }, stream, block) {
  const name = variableOf(sourceCode, stream)?.defs[0]?.name;
  const home = name && enclosingFunction(name);
  for (let fn = enclosingFunction(block); name && fn && fn !== home; fn = enclosingFunction(fn)) {
    const { parent } = fn;
    const isGiven = parent.type === 'CallExpression' && !mayRepeat(parent);
    if (!isGiven && readExecutor(sourceCode, parent)?.fn !== fn && !runsOnce(sourceCode, fn)) {
      return true;
    }
  }
  return false;
}

/**
 *     const input = fs.createReadStream(file); Promise.all([read(input), digest(input)]);
 *
 * @param {PatternContext} context
 * @param {TSESTree.Expression} stream
 * @returns {TSESTree.Node | undefined} Where what callers of the file give as the parameter that is read
 *   goes as well: one of two loops gets each chunk.
 */
function findSharedArgument(context, stream) {
  const { sourceCode } = context;
  const definition = variableOf(sourceCode, stream)?.defs[0];
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  if (!isFunction(fn)) {
    return undefined;
  }
  const index = fn.params.indexOf(/** @type {TSESTree.Identifier} */ (definition?.name));
  return (usesOfFunction(context, fn)?.calls ?? [])
    .flatMap(({ arguments: given }) => {
      const own = given[index];
      const uses = variableOf(sourceCode, own)?.references ?? [];
      return uses
        .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
        .filter((each) => each !== own);
    })
    .find(
      ({ parent, range }) => parent?.type === 'CallExpression' && parent.callee.range !== range,
    );
}

const NAMES_TWO_WAY = /\bDuplex\b|['"`](?:node:)?(?:net|tls)['"`]/u;

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} stream
 * @returns {boolean} Whether it may be written when its last chunk has been read, which is when a loop
 *   destroys it: a client's socket is asked first, and then answers.
 */
function mayBeTwoWay({ sourceCode }, stream) {
  const made = readInit(sourceCode, stream);
  const isClient =
    made?.type === 'CallExpression' &&
    /\b(?:connect|createConnection)$/u.test(textOf(sourceCode, made.callee)) &&
    !textHas(sourceCode, 'allowHalfOpen');
  return !isClient && textHas(sourceCode, NAMES_TWO_WAY);
}

/**
 *     socket.write(text)    answer(socket)
 *
 * @param {TSESTree.Expression} use
 * @returns {boolean}
 */
function mayWrite({ parent }) {
  return parent?.type === 'MemberExpression'
    ? readKey(parent) === 'write'
    : parent?.type === 'CallExpression';
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} stream
 * @returns {TSESTree.Expression[]} Every mention of the stream by its name in the file.
 */
function usesOf(context, stream) {
  const { sourceCode } = context;
  if (stream.type === 'Identifier') {
    const variable = variableOf(sourceCode, stream);
    return (variable?.references ?? [])
      .filter((reference) => !reference.isWrite() || !reference.init)
      .map(({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier));
  }
  const name = streamName(context, stream);
  return name === undefined
    ? []
    : nodesOfType(sourceCode, 'MemberExpression').filter(
        (node) => streamName(context, node) === name,
      );
}

/**
 * @param {TSESTree.Expression} use
 * @param {Collector} collector
 * @param {Collector['block']} block
 * @returns {boolean}
 */
function isHarmless(use, { data, end, error }, block) {
  const parent = /** @type {TSESTree.Node} */ (use.parent);
  const isAfterwards = [end, error].some((listener) => listener && isWithin(use, listener.handler));
  if (parent.type !== 'MemberExpression' || parent.object !== use) {
    if (isTest(parent)) {
      return true;
    }
    // next(request), when it has been read.
    return isAfterwards && parent.type === 'CallExpression' && parent.callee !== use;
  }
  const key = readKey(parent);
  if (key === undefined || CONSUMING.test(key) || TELLING.test(key)) {
    return false;
  }
  if (LATER_AT_THE_END.test(key)) {
    return isWithin(use, data.handler);
  }
  const isCalled = parent.parent.type === 'CallExpression' && parent.parent.callee === parent;
  if (key === 'setEncoding') {
    // stream.setEncoding('utf8'); before it is read
    return (
      isCalled &&
      parent.parent.parent?.type === 'ExpressionStatement' &&
      enclosingFunction(use) === enclosingFunction(block) &&
      parent.range[0] < Math.min(data.call.range[0], end.call.range[0])
    );
  }
  return true;
}

/**
 * @param {TSESTree.Node} parent
 * @returns {boolean} `!stream`, `typeof stream`, `stream instanceof Readable`
 */
function isTest(parent) {
  return (
    (parent.type === 'UnaryExpression' && parent.operator !== 'void') ||
    (parent.type === 'BinaryExpression' && parent.operator === 'instanceof')
  );
}
