/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { enclosingFunction, isReference } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { writesOf } from '../../analysis/syntax/scopes.js';
import { replaceRange } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { identifiersWithin } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { endOfLineComments } from '../../edits/trivia.js';
import { callOfCallback } from '../functions/callback-calls.js';
import { isBareReturn } from './flow.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { slotOf } from '../waits/slots.js';
import { checkPlain, translateStatements } from './statements.js';

/**
 * `try` statements around what may throw, beside what is asynchronous.
 */

/**
 *     try { x = parse(y); } catch (e) { return cb(e); }
 *
 * @param {Translator} translator
 * @param {TSESTree.TryStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
export function translateTry(translator, statement, position) {
  const { block, handler, finalizer } = statement;
  if (handsOnInside(translator, statement, position.followed)) {
    const levels = unwrapTry(translator, statement, position);
    const inner = positionWith(position, { shift: position.shift - levels, rejects: true });
    return translateStatements(translator, block.body, inner);
  }
  const isPlain = translator.makesPromise ? resolvesOnly : onlyCallsBack;
  if (handler && !finalizer && isPlain(translator, block)) {
    const tried = positionWith(position, { last: false, rejects: true, isTried: true });
    const isThrough = translateStatements(translator, block.body, tried);
    const known = knownIn(translator, handler, position);
    const caught = positionWith(position, { known, last: false });
    return translateStatements(translator, handler.body.body, caught) || isThrough;
  }
  if (translator.isActive(block) || (finalizer && translator.isActive(finalizer)) || !handler) {
    throw new Refused('callback-in-try', quote(translator.sourceCode, statement));
  }
  if (finalizer) {
    throw new Refused('callback-in-try', quote(translator.sourceCode, finalizer));
  }
  checkPlain(translator, block, position);
  const [caught] = translator.sourceCode.getDeclaredVariables(handler);
  if (caught && rethrows(translator, statement, caught, true)) {
    unwrapTry(translator, statement, position);
    return true;
  }
  const known = knownIn(translator, handler, position);
  translateStatements(
    translator,
    handler.body.body,
    positionWith(position, { known, last: false }),
  );
  return true;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CatchClause} handler
 * @param {Position} position
 * @returns {Position['known']} What is known there: that there is an error.
 */
function knownIn({ sourceCode }, handler, position) {
  const [caught] = sourceCode.getDeclaredVariables(handler);
  const known = new Map(position.known);
  if (caught && handler.param?.type === 'Identifier') {
    known.set(caught, 'set');
  }
  return known;
}

/**
 *     try { cb(null, parse(y)); } catch (e) { log(e); cb(null, {}); }
 *
 * @param {Translator} translator
 * @param {TSESTree.BlockStatement} block
 * @returns {boolean} Whether it calls the callback, and does nothing else with what leads to it.
 */
function onlyCallsBack(translator, block) {
  const frame = enclosingFunction(block);
  const uses = translator.usesWithin(block);
  return (
    !translator.test &&
    uses.length > 0 &&
    uses.every((use) => {
      const call = translator.exitOf(callOfCallback(use));
      return call !== undefined && enclosingFunction(call) === frame;
    })
  );
}

/**
 *     try { load(x, (err) => { if (err) return cb(err); … }); } catch (e) { return cb(e); }
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {boolean} [followed] Whether more runs when the statement is done.
 * @returns {boolean} Whether it hands the callback on, and is there for what throws meanwhile: that
 *   rejects the promise of an async function without it.
 */
export function handsOnInside(translator, statement, followed = true) {
  if (statement.type !== 'TryStatement' || !statement.handler || statement.finalizer) {
    return false;
  }
  const [caught] = translator.sourceCode.getDeclaredVariables(statement.handler);
  return (
    caught !== undefined &&
    translator.usesCallback(statement.block) &&
    rethrows(translator, statement, caught, followed)
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.TryStatement} statement
 * @param {Variable} caught
 * @param {boolean} followed
 * @returns {boolean} Whether it only hands the error to the callback, as an async function does
 *   without it, and what its block declares is called as nothing around it.
 */
function rethrows(translator, { block, handler }, caught, followed) {
  const [only, ...behind] = handler?.body.body ?? [];
  // catch (e) { cb(e); return; }
  const isLeft = behind.length === 1 && isBareReturn(behind[0]);
  const isPlain = only?.type === 'ExpressionStatement' && (isLeft || !followed);
  const value =
    only?.type === 'ReturnStatement' ? only.argument : isPlain ? only.expression : undefined;
  const exit = translator.exitOf(value);
  const [error, ...results] = exit?.arguments ?? [];
  return (
    (behind.length === 0 || (isLeft && isPlain)) &&
    block.body.length > 0 &&
    block.body.every((each) => isMovable(translator, each, block)) &&
    error?.type === 'Identifier' &&
    translator.variableOf(error) === caught &&
    results.length === 0
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {TSESTree.BlockStatement} block
 * @returns {boolean} Whether it means the same where the block is gone.
 */
function isMovable({ sourceCode, target }, statement, block) {
  return (
    statement.type !== 'ClassDeclaration' &&
    statement.type !== 'FunctionDeclaration' &&
    (statement.type !== 'VariableDeclaration' ||
      statement.kind === 'var' ||
      sourceCode
        .getDeclaredVariables(statement)
        .every(({ name }) =>
          identifiersWithin(sourceCode, target.fn, name).every(
            (node) => isWithin(node, block) || !isReference(node),
          ),
        ))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.TryStatement} statement
 * @param {Position} position
 * @returns {number} By how many levels its block is less deep now.
 */
function unwrapTry(translator, statement, { shift, later }) {
  const { sourceCode } = translator;
  const slot = slotOf(translator, statement, shift);
  const first = /** @type {TSESTree.Statement} */ (statement.block.body[0]);
  const last = /** @type {TSESTree.Statement} */ (statement.block.body.at(-1));
  translator.callings.add('required');
  translator.failsEarly ||= !later;
  const end = endOfLineComments(sourceCode, last.range[1]);
  const isSilent = translator.commentsBetween(end, statement.range[1]).length === 0;
  if (!isSilent || !joinDeclaration(translator, slot, statement, first)) {
    translator.gap(slot, statement.range[0], first.range[0], '');
  }
  const levels = levelsBetween(sourceCode, statement.range[0], first.range[0]);
  translator.indent([first.range[0], last.range[1]], -levels);
  translator.gap(slot, end, statement.range[1], '');
  return levels;
}

/**
 *     let data; try { data = JSON.parse(text); } catch (e) { return cb(e); }  ->  const data = JSON.parse(text);
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.TryStatement} statement
 * @param {TSESTree.Statement} first Of its block.
 * @returns {boolean} Whether the declaration before the `try` was only there for its block, and has the
 *   value now. Nothing is said where the block ends: that would go between them.
 */
function joinDeclaration(translator, slot, statement, first) {
  const { sourceCode } = translator;
  const list = statement.parent.type === 'BlockStatement' ? statement.parent.body : [];
  const before = list[list.indexOf(statement) - 1];
  const [declarator, ...others] = before?.type === 'VariableDeclaration' ? before.declarations : [];
  const value = first.type === 'ExpressionStatement' ? first.expression : undefined;
  if (
    before?.type !== 'VariableDeclaration' ||
    before.kind !== 'let' ||
    declarator?.id.type !== 'Identifier' ||
    declarator.init ||
    others.length > 0 ||
    value?.type !== 'AssignmentExpression' ||
    value.operator !== '=' ||
    value.left.type !== 'Identifier'
  ) {
    return false;
  }
  const { id } = declarator;
  const [start] = parenthesizedRange(sourceCode, value.right);
  const [variable] = sourceCode.getDeclaredVariables(declarator);
  if (
    !variable ||
    translator.renamed.has(variable) ||
    translator.variableOf(value.left) !== variable ||
    !variable.references.every(({ identifier }) => isSetBefore(identifier, value)) ||
    translator.commentsBetween(id.range[1], start).length > 0
  ) {
    return false;
  }
  if (writesOf(variable).length === 1) {
    translator.edits.push(replaceRange([before.range[0], before.range[0] + 'let'.length], 'const'));
  }
  translator.gap(slot, id.range[1], start, ' = ');
  return true;
}

/**
 * @param {TSESTree.Identifier | TSESTree.JSXIdentifier} use
 * @param {TSESTree.AssignmentExpression} assignment
 * @returns {boolean} Whether the variable has its value there, or gets it.
 */
function isSetBefore(use, assignment) {
  const around = enclosingFunction(use);
  return (
    use.range[0] === assignment.left.range[0] ||
    (use.range[0] > assignment.range[1] &&
      (around === enclosingFunction(assignment) || around?.type !== 'FunctionDeclaration'))
  );
}

/**
 *     try { resolve(JSON.parse(text)); } catch (e) { reject(new Error('no JSON')); }
 *
 * @param {Translator} translator
 * @param {TSESTree.BlockStatement} block
 * @returns {boolean} Whether it resolves a promise that is made by hand, where that is written, and does
 *   not reject it: nothing is caught that was not.
 */
function resolvesOnly(translator, block) {
  const { promises } = translator.target;
  const uses = translator.usesWithin(block);
  return (
    uses.length > 0 &&
    uses.every(
      (use) =>
        promises?.some(({ resolve }) =>
          resolve?.references.some(({ identifier }) => identifier === use),
        ) && enclosingFunction(use) === enclosingFunction(block),
    )
  );
}
