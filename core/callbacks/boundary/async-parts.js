/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { AsyncPart } from './prologue.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { frameUses, hasBareParameter } from '../../analysis/syntax/functions.js';
import { insertAfter, insertBefore, replaceRange } from '../../edits/edit.js';
import { indentUnit } from '../../edits/indentation.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { endWithComma, skipBackward } from '../../edits/trivia.js';
import { positionOfTurn, readOwnTurns, writeOwnLoop } from '../statements/own-turns.js';
import { positionWith } from '../plan/position.js';
import { partOf } from './prologue.js';
import { Refused, quote } from '../plan/refused.js';
import { settlerPlan } from '../statements/settler-calls.js';
import { indentAt } from '../waits/slots.js';
import { semicolonOf } from './settling.js';
import { translateBody, translateStatements } from '../statements/statements.js';
import { writeInnerType } from './types.js';

/**
 * The text of a callback function, or of the parts of it that become async, with the functions inside
 * that bring it to its end.
 */

/**
 * @param {Translator} translator
 * @param {readonly AsyncPart[]} parts
 * @param {Position} position
 */
export function translate(translator, parts, position) {
  const { sourceCode, target } = translator;
  const { fn } = target;
  const uses = frameUses(sourceCode, fn);
  translator.base = position.shift;
  if (!translator.makesPromise && uses.arguments.some((use) => partOf(parts, use))) {
    throw new Refused('arguments-used', quote(sourceCode, fn));
  }
  const turns = readOwnTurns(translator, parts);
  translator.ownTurns = turns;
  const start = turns ? positionOfTurn(turns, position) : position;
  for (const { block, from, to, followed } of parts) {
    if (
      translateStatements(translator, block.body.slice(from, to), positionWith(start, { followed }))
    ) {
      throw new Refused('callback-not-called', quote(sourceCode, fn));
    }
  }
  const { shift } = start;
  translateSettlers(
    translator,
    (fn) => partOf(parts, fn) !== undefined,
    positionWith(position, { shift }),
  );
  if (turns) {
    writeOwnLoop(translator, turns, position);
  }
}

/**
 * @param {Translator} translator
 * @param {(fn: TSESTree.Node) => boolean} isMoved Whether the function stands in what is translated.
 * @param {Position} position
 */
export function translateSettlers(translator, isMoved, position) {
  // A function begins the turns of those within it.
  const settlers = [...translator.settlers.values()].sort(
    (one, other) => one.fn.range[0] - other.fn.range[0],
  );
  for (const settler of settlers) {
    if (translator.loops.has(settler) || translator.placed.has(settler.fn)) {
      continue;
    }
    const isFollowing = isMoved(settler.fn) && !translator.runOf(settler.fn.range[0]);
    const shift = (isFollowing ? position.shift : 0) + translator.shiftOf(settler.fn);
    const { length } = translator.exits;
    translateSettler(translator, settler, positionWith(position, { shift }));
    translator.edits.push(
      ...writeInnerType(translator, settler.fn, translator.exits.slice(length)),
    );
  }
}

/**
 * @param {Translator} translator
 * @param {import('../functions/settlers.js').Settler} settler
 * @param {Position} position
 */
function translateSettler(translator, settler, position) {
  const { sourceCode } = translator;
  const { fn } = settler;
  if (fn.async || fn.generator) {
    throw new Refused('callback-escapes', quote(sourceCode, fn));
  }
  const plan = settlerPlan(translator, settler);
  const known = new Map(position.known);
  if (plan?.error && plan.guard) {
    const [parameter, next] = fn.params;
    known.set(plan.error, 'null');
    translator.cutFirst(plan.guard, position.shift);
    const [from, to] = /** @type {TSESTree.Parameter} */ (parameter).range;
    translator.drop(from, next?.range[0] ?? endWithComma(sourceCode, to));
  }
  const isBare = plan?.error && plan.guard && hasBareParameter(fn);
  translator.edits.push(insertBefore(fn.range[0], isBare ? 'async ()' : 'async '));
  const start = positionWith(position, {
    known,
    later: !settler.isEarly,
    inCallback: !settler.isEarly,
  });
  if (fn.body.type === 'BlockStatement') {
    const rest = fn.body.body.filter((statement) => statement !== plan?.guard);
    if (translateStatements(translator, rest, start)) {
      throw new Refused('callback-not-called', quote(sourceCode, fn));
    }
    return;
  }
  const [from, end] = parenthesizedRange(sourceCode, fn.body);
  const arrow = skipBackward(sourceCode, from);
  const outer = indentAt(translator, fn.range[0], position.shift);
  const indent = `${outer}${indentUnit(sourceCode)}`;
  const semicolon = semicolonOf(translator);
  const said = translator.commentsBetween(arrow, from).map((comment) => `${comment}\n${indent}`);
  translator.edits.push(
    replaceRange([arrow, from], ` {\n${indent}${said.join('')}`),
    insertAfter(end, `\n${outer}}`),
  );
  const slot = { start: from, end, semicolon, returned: true, isListed: true, indent };
  translateBody(translator, fn, start, slot);
}
