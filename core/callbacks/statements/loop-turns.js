/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { Loop } from './loops.js' */
/** @import { Turns } from './own-turns.js' */
/** @import { Region, Step } from '../../regions/build/steps.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import {
  enclosingFunction,
  frameUses,
  isFunction,
  isReference,
} from '../../analysis/syntax/functions.js';
import { isDirective, isWithin, nodesWithin } from '../../analysis/syntax/nodes.js';
import { findVariable, isStrict } from '../../analysis/syntax/scopes.js';
import { identifiersWithin } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { waitAndThen } from './calls.js';
import { writeEnd } from './exits.js';
import { writeInPlace } from './in-place.js';
import { ownVariable, updateOf } from './loop-headers.js';

/**
 * How a turn of a loop that was a function ends, and what it may leave behind.
 */

/** Ends the planning of a function that is to be planned again, with a recursion left as it is. */
export class StaysRecursive extends Error {
  /** @param {Variable} variable The name of the function that calls itself. */
  constructor(variable) {
    super(variable.name);
    this.name = 'StaysRecursive';
    this.variable = variable;
  }
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @param {(statement: TSESTree.Statement) => boolean} [isGone] Whether a function that is declared
 *   there does not stay in it.
 * @returns {boolean} Whether the function is made of what a loop can hold.
 */
export function isPlain({ sourceCode }, fn, isGone = () => false) {
  const uses = frameUses(sourceCode, fn);
  const hasFrame =
    uses.arguments.length > 0 ||
    uses.evaluates ||
    (fn.type !== 'ArrowFunctionExpression' && (uses.this.length > 0 || uses.others));
  return (
    fn.body.type === 'BlockStatement' &&
    !fn.async &&
    !fn.generator &&
    !hasFrame &&
    fn.params.every((each) => each.type === 'Identifier' && !each.optional) &&
    fn.body.body.every(
      (each) => (each.type !== 'FunctionDeclaration' || isGone(each)) && !isDirective(each),
    )
  );
}

/**
 *     next(i + 1)  ->  i = i + 1; continue
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, loop: Turns }} parts
 * @param {Position} position
 */
export function takeTurn(translator, slot, { call, loop }, position) {
  note(loop, call.callee, position);
  const given = call.arguments.slice(0, loop.parameters.length);
  given.forEach((argument) => translator.noteEarly(argument, position));
  const ends =
    position.endsTurn === true &&
    slot.isListed &&
    !isAlone(call) &&
    !/^[^\S\n]*\/[/*]/u.test(translator.sourceCode.text.slice(slot.end));
  const changes = loop.header.isCounted ? [] : changesOf(translator, loop, call);
  /** @type {Step[]} */
  const region = changes.map(({ name, update, value }) => {
    const range = parenthesizedRange(translator.sourceCode, value);
    return update === undefined
      ? { type: 'hold', keyword: undefined, name: [name], value: [range] }
      : { type: 'run', pieces: [update] };
  });
  if (!ends) {
    region.push({ type: 'exit', how: 'continue' });
  }
  if (region.length === 0) {
    writeEnd(translator, slot, true);
  } else {
    writeInPlace(translator, slot, region);
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} value
 * @param {Position} position
 * @returns {boolean} Whether it leads to the next turn, and gives that other values.
 */
export function changesTurn(translator, value, { loop }) {
  return (
    loop !== undefined &&
    value.type === 'CallExpression' &&
    (translator.ownTurns?.calls.has(value) === true ||
      translator.settlerOf(value.callee)?.fn === loop.settler.fn) &&
    !loop.header.isCounted &&
    changesOf(translator, loop, value).length > 0
  );
}

/**
 *     step(i, next)  ->  await step(i)
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, last: TSESTree.Identifier, loop: Loop }} parts
 * @param {Position} position
 */
export function handTurn(translator, slot, { call, callee, last, loop }, position) {
  note(loop, last, position);
  const [result] = loop.parameters;
  const next = endOfTurn(position);
  waitAndThen(translator, slot, { call, callee }, { result: result?.name, next });
}

/**
 * @param {Turns} loop
 * @param {TSESTree.Node} use What is called later.
 * @param {Position} position
 * @returns {Region} What follows the wait.
 */
export function deferTurn(loop, use, position) {
  note(loop, use, position);
  return endOfTurn(position);
}

/**
 * @param {Position} position
 * @returns {Region} What leads to the next turn.
 */
function endOfTurn({ endsTurn }) {
  return endsTurn === true ? [] : [{ type: 'exit', how: 'continue' }];
}

/**
 * @param {Turns} loop
 * @param {TSESTree.Node} use
 * @param {Position} position
 * @throws {StaysRecursive} When the next turn would not be this loop's.
 */
function note(loop, use, { loop: current, rejects }) {
  if (current !== loop || rejects) {
    throw new StaysRecursive(loop.settler.variable);
  }
  loop.seen.add(use);
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether a block would be left with nothing in it.
 */
function isAlone({ parent }) {
  const block = parent.parent;
  return block?.type === 'BlockStatement' && block.body.length === 1 && !isFunction(block.parent);
}

/**
 * @param {Translator} translator
 * @param {Turns} loop
 * @param {TSESTree.CallExpression} call
 * @returns {{ name: string, value: TSESTree.Node, update: string | undefined }[]} The parameters that
 *   the call changes.
 * @throws {StaysRecursive} When another variable has the name of one there.
 */
function changesOf(translator, { parameters, header, settler }, { arguments: given }) {
  return parameters.flatMap((parameter, index) => {
    const { name } = parameter;
    const value = given[index];
    const update = updateOf(translator, parameter, value, header.numbers.has(parameter));
    if (!value || update === '') {
      return [];
    }
    const variable = findVariable(translator.sourceCode, value, name);
    const isOwn = variable === ownVariable(translator, parameter);
    if (!isOwn && !(variable && translator.renamed.has(variable))) {
      throw new StaysRecursive(settler.variable);
    }
    return [{ name, value, update }];
  });
}

/**
 * @param {Translator} translator
 * @param {Loop} loop
 * @throws {StaysRecursive} When a turn would see what another one left, or when something in it still
 *   calls the function.
 */
export function checkTurn(translator, loop) {
  const { settler, parameters, header } = loop;
  const { fn, variable } = settler;
  const isOpen = variable.references.some(
    ({ identifier, init }) => !init && !loop.seen.has(/** @type {any} */ (identifier)),
  );
  if (isOpen || outlivesTurn(translator, fn, header.isCounted ? [] : parameters)) {
    throw new StaysRecursive(variable);
  }
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @param {readonly TSESTree.Identifier[]} shared The parameters that all turns share.
 * @returns {boolean} Whether a turn would see what another one left.
 */
export function outlivesTurn(translator, fn, shared) {
  const outlives = (/** @type {Variable | undefined} */ each) =>
    each?.references.some(({ identifier }) =>
      isKeptInside(translator, /** @type {TSESTree.Node} */ (identifier), fn),
    );
  const hoisted = hoistedWithin(translator, fn);
  return (
    declaresInBlock(translator, fn) ||
    [...shared.map((each) => ownVariable(translator, each)), ...hoisted].some(outlives) ||
    hoisted.some((each) => !isFresh(each) || isNamedOutside(translator, each, fn))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @param {FunctionNode} loop
 * @returns {boolean} Whether the node stands in a function that is still one within the loop.
 */
function isKeptInside({ inlined }, node, loop) {
  for (let fn = enclosingFunction(node); fn && fn !== loop; fn = enclosingFunction(fn)) {
    if (!inlined.has(fn)) {
      return true;
    }
  }
  return false;
}

/**
 *     if (first) { function helper() {} }
 *
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @returns {boolean} Whether a block of it declares a function for all that runs later, as those of code
 *   that is not strict do.
 */
function declaresInBlock(translator, fn) {
  const { sourceCode } = translator;
  return (
    !isStrict(sourceCode, fn) &&
    nodesWithin(sourceCode, 'FunctionDeclaration', fn).some(
      (node) =>
        node !== fn && !isFunction(node.parent.parent) && !isKeptInside(translator, node, fn),
    )
  );
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @returns {Variable[]} What is declared with `var` in the code that the loop holds now.
 */
function hoistedWithin(translator, fn) {
  const { sourceCode } = translator;
  return nodesWithin(sourceCode, 'VariableDeclaration', fn)
    .filter((node) => node.kind === 'var' && !isKeptInside(translator, node, fn))
    .flatMap((node) => sourceCode.getDeclaredVariables(node));
}

/**
 * @param {Variable} variable Declared with `var`.
 * @returns {boolean} Whether each turn gives it a value before it is used.
 */
function isFresh({ defs, references }) {
  const [definition, ...more] = defs;
  if (definition?.type !== 'Variable' || more.length > 0) {
    return false;
  }
  const declarator = /** @type {TSESTree.VariableDeclarator} */ (definition.node);
  const declaration = declarator.parent;
  const { parent } = declaration;
  const isLoop = parent.type === 'ForInStatement' || parent.type === 'ForOfStatement';
  const place = isLoop || parent.type === 'ForStatement' ? parent.parent : parent;
  const block = isLoop ? parent : place;
  return (
    (isLoop || declarator.init !== null) &&
    (isLoop || place.type === 'BlockStatement') &&
    references.every(({ identifier, init }) => {
      const node = /** @type {TSESTree.Node} */ (identifier);
      return isWithin(node, block) && (init || node.range[0] >= declarator.range[1]);
    })
  );
}

/**
 * @param {Translator} translator
 * @param {Variable} variable
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function around it knows the name, too: what a function that stays one
 *   calls so beside it is another thing.
 */
function isNamedOutside(translator, { name }, fn) {
  const { sourceCode, target } = translator;
  return identifiersWithin(sourceCode, target.fn, name).some(
    (node) => !isWithin(node, fn) && isReference(node) && !isOfFunctionBeside(translator, node, fn),
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Identifier} node
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the name is that of a variable of a function that stays one beside `fn`.
 */
function isOfFunctionBeside({ sourceCode, target, inlined }, node, fn) {
  const block = findVariable(sourceCode, node, node.name)?.scope.block;
  const owner = block && (isFunction(block) ? block : enclosingFunction(block));
  return Boolean(
    owner &&
    owner !== target.fn &&
    isWithin(owner, target.fn) &&
    !inlined.has(owner) &&
    !isWithin(fn, owner),
  );
}
