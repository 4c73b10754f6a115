/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Loop } from './loops.js' */
/** @import { Region } from './prologue.js' */
/** @import { Position, Translator } from './translator.js' */

import { frameUses } from '../../analysis/functions.js';
import { isWithin } from '../../analysis/nodes.js';
import { indentLines, insertAfter, insertBefore } from '../../edits/edit.js';
import { indentUnit } from '../../edits/indentation.js';
import { endOfBlock } from '../../edits/trivia.js';
import { dependsOnEarlier } from './loop-headers.js';
import { StaysRecursive, isPlain, outlivesTurn } from './loop-turns.js';
import { positionWith } from './position.js';
import { indentAt } from './slots.js';

/**
 * A function that ends by calling itself, be it a timer's callback that does: the loop that it stands
 * for. Each call would wait for the next one's promise, so that what polls would keep them all.
 *
 *     function poll(file, cb) { fs.stat(file, (err) => { … setTimeout(() => poll(file, cb), 100); }); }
 *     ->  async function poll(file) { for (;;) { await fs.promises.stat(file); … } }
 */

/**
 * @typedef {Pick<Loop, 'header' | 'parameters' | 'seen'> & { settler: Pick<Loop['settler'], 'fn' | 'variable'> }} Turns
 *   What ends its turns.
 *
 * @typedef {Turns & { calls: ReadonlySet<TSESTree.CallExpression>, edits: Edit[] }} OwnTurns With what
 *   is written around them, before anything that is written at the same places.
 */

/**
 * @param {Translator} translator
 * @param {readonly Region[]} regions What is translated.
 * @returns {OwnTurns | undefined}
 */
export function readOwnTurns(translator, regions) {
  const { sourceCode, target, recursive } = translator;
  const { fn, callback, index } = target;
  const { body } = fn;
  const [region, ...more] = regions;
  const calls = target.calls.filter(
    (call) =>
      isWithin(call, fn) &&
      call.arguments.length === index + 1 &&
      translator.isCallback(call.arguments[index]),
  );
  if (
    calls.length === 0 ||
    recursive.has(callback) ||
    more.length > 0 ||
    region?.block !== body ||
    region.from > 0 ||
    region.to < region.block.body.length ||
    !sourceCode.text.slice(body.range[0], region.block.body[0]?.range[0]).includes('\n') ||
    fn.params.length > index + 1 ||
    target.isTurn ||
    translator.makesPromise ||
    translator.test ||
    !isPlain(translator, fn) ||
    frameUses(sourceCode, fn).this.length > 0
  ) {
    return undefined;
  }
  const parameters = /** @type {TSESTree.Identifier[]} */ (fn.params.slice(0, index));
  return calls.some((call) => dependsOnEarlier(translator, call, parameters))
    ? undefined
    : {
        settler: { fn, variable: callback },
        parameters,
        calls: new Set(calls),
        header: { opening: '', closing: '', numbers: new Set(), isCounted: false },
        seen: new Set(),
        edits: [],
      };
}

/**
 * @param {OwnTurns} turns
 * @param {Position} position Where the function begins.
 * @returns {Position} Where a turn does.
 */
export function positionOfTurn(turns, position) {
  return positionWith(position, {
    loop: turns,
    last: false,
    endsTurn: true,
    shift: position.shift + 1,
  });
}

/**
 * @param {Translator} translator Of what is translated as a turn.
 * @param {OwnTurns} turns
 * @param {Position} position Where the function begins.
 * @throws {StaysRecursive} When no turn leads to the next, or one would see what another left.
 */
export function writeOwnLoop(translator, turns, { shift }) {
  const { sourceCode, target } = translator;
  const { seen, parameters, edits } = turns;
  if (seen.size === 0 || outlivesTurn(translator, target.fn, parameters)) {
    throw new StaysRecursive(target.callback);
  }
  const block = /** @type {TSESTree.BlockStatement} */ (target.fn.body);
  const [start] = /** @type {TSESTree.Statement} */ (block.body[0]).range;
  const end = endOfBlock(sourceCode, block);
  const indent = indentAt(translator, start, shift);
  edits.push(
    insertBefore(start, `for (;;) {\n${indent}${indentUnit(sourceCode)}`, end),
    indentLines([start, end], 1),
    insertAfter(end, `\n${indent}}`, start),
  );
}
