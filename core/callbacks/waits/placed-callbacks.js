/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Scope, Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { CallbackBody } from './callback-body.js' */
/** @import { Settler } from '../functions/settlers.js' */
/** @import { Slot } from './slots.js' */
/** @import { Translator } from '../plan/translator.js' */

import { frameUses, isFunction } from '../../analysis/syntax/functions.js';
import { isWithin, sliceWithin } from '../../analysis/syntax/nodes.js';
import {
  indentLines,
  insertBefore,
  moveRange,
  removeBetween,
  replaceRange,
} from '../../edits/edit.js';
import { endOfStatement } from '../../edits/leading-semicolons.js';
import { endOfLineComments, skipWhitespace, skipWhitespaceBackward } from '../../edits/trivia.js';

/**
 * Callbacks with a name that are given to one call: their bodies go behind it, as if they were written
 * where they are given.
 *
 *     fs.stat(file, onStat);  function onStat(err, stats) { if (err) return cb(err); … }
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Iterable<Settler>} settlers
 * @returns {Map<FunctionNode, TSESTree.CallExpression>} The call that each is given to.
 */
export function findPlaced(sourceCode, settlers) {
  /** @type {ReturnType<typeof findPlaced>} */
  const placed = new Map();
  for (const { fn, names, variable } of settlers) {
    const call = names.length === 1 ? soleCall(fn, variable) : undefined;
    const declaration = declarationOf(fn);
    if (call && declaration && isThere(sourceCode, declaration, call)) {
      placed.set(fn, call);
    }
  }
  // What goes elsewhere takes the calls in it along: what is given to these goes there, too.
  for (let changed = true; changed;) {
    changed = false;
    for (const fn of placed.keys()) {
      if (!meansTheSame(sourceCode, placed, fn)) {
        placed.delete(fn);
        changed = true;
      }
    }
  }
  return placed;
}

/**
 * @param {FunctionNode} fn
 * @param {Variable} variable Its name.
 * @returns {TSESTree.CallExpression | undefined} The one use of it, as the callback of a call that is a
 *   statement and runs once.
 */
function soleCall(fn, variable) {
  const [use, ...more] = variable.references.filter(({ init }) => !init);
  const call = /** @type {TSESTree.Node | undefined} */ (use?.identifier)?.parent;
  if (
    more.length > 0 ||
    call?.type !== 'CallExpression' ||
    call.arguments.at(-1) !== use?.identifier ||
    isWithin(call, fn)
  ) {
    return undefined;
  }
  const statement = call.parent;
  const isStatement =
    statement.type === 'ExpressionStatement' || statement.type === 'ReturnStatement';
  return isStatement && statement.parent.type === 'BlockStatement' && !isInLoop(statement)
    ? call
    : undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isInLoop({ parent }) {
  for (let outer = parent; outer && !isFunction(outer); outer = outer.parent) {
    if (/^(?:For|While|DoWhile)/u.test(outer.type)) {
      return true;
    }
  }
  return false;
}

/**
 * @param {FunctionNode} fn
 * @returns {TSESTree.Statement | undefined} The statement that declares it, and nothing else.
 */
function declarationOf(fn) {
  const { body, parent } = fn;
  if (body.type !== 'BlockStatement' || body.loc.start.line === body.loc.end.line) {
    return undefined;
  }
  const declaration = parent.type === 'VariableDeclarator' ? parent.parent : fn;
  const isAlone =
    declaration.type === 'FunctionDeclaration' ||
    (declaration.type === 'VariableDeclaration' && declaration.declarations.length === 1);
  return isAlone && declaration.parent.type === 'BlockStatement'
    ? /** @type {TSESTree.Statement} */ (declaration)
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Statement} declaration
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the function is there for certain where it is given, and what is said of it has
 *   a place.
 */
function isThere(sourceCode, declaration, call) {
  const [first] = /** @type {TSESTree.BlockStatement} */ (declaration.parent).body;
  return (
    isWithin(call, /** @type {TSESTree.Node} */ (declaration.parent)) &&
    (declaration.type === 'FunctionDeclaration' || declaration.range[1] <= call.range[0]) &&
    (first !== declaration || startWithComments(sourceCode, declaration) === declaration.range[0])
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ReadonlyMap<FunctionNode, TSESTree.CallExpression>} placed
 * @param {FunctionNode} fn One of them.
 * @returns {boolean} Whether each name in it, and `this`, means at the call what it means where it stands.
 */
function meansTheSame(sourceCode, placed, fn) {
  const declaration = /** @type {TSESTree.Node} */ (declarationOf(fn));
  const end = sourceCode.getScope(/** @type {TSESTree.Node} */ (declaration.parent));
  /** @type {Set<Scope>} */
  const between = new Set();
  const start = sourceCode.getScope(/** @type {TSESTree.Node} */ (placed.get(fn)));
  for (
    let scope = /** @type {Scope | null} */ (start);
    scope !== end;
    scope = scopeAround(sourceCode, placed, scope)
  ) {
    if (!scope || between.has(scope)) {
      return false;
    }
    between.add(scope);
  }
  const scopes = [...between];
  const uses = frameUses(sourceCode, fn);
  const isFramed = uses.this.length > 0 || uses.arguments.length > 0 || uses.others;
  if (isFramed && scopes.some(({ block }) => isFunction(block) && hasFrame(block))) {
    return false;
  }
  return sourceCode
    .getScope(fn)
    .through.every(({ identifier: { name } }) =>
      scopes.every((scope) => !scope.set.get(/** @type {string} */ (name))?.defs.length),
    );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ReadonlyMap<FunctionNode, TSESTree.CallExpression>} placed
 * @param {Scope} scope
 * @returns {Scope | null} That around it in the output.
 */
export function scopeAround(sourceCode, placed, { block, upper }) {
  const place = isFunction(block) ? placed.get(block) : undefined;
  return place ? sourceCode.getScope(place) : upper;
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it has a `this` of its own.
 */
function hasFrame({ type }) {
  return type !== 'ArrowFunctionExpression';
}

/**
 * A gap that begins in the call and ends in the body is two.
 *
 * @param {Translator} translator
 * @param {number} start
 * @param {number} end
 * @returns {{ from: number, to: number } | undefined} Where the first part ends and the second begins.
 */
export function jumpBetween({ jumps }, start, end) {
  return jumps.find(
    ({ call, body, from }) =>
      start >= call.range[0] && start <= from && end >= body.open && end <= body.close,
  );
}

/**
 * Takes the function out: the call gives what it would give.
 *
 * @param {Translator} translator
 * @param {Slot} slot Gets what is said of the function.
 * @param {FunctionNode} callback
 * @param {readonly [number, number]} [kept] Its body, where that stays.
 */
export function dropPlaced(translator, slot, callback, kept) {
  const { sourceCode } = translator;
  const { text } = sourceCode;
  const declaration = /** @type {TSESTree.Statement} */ (declarationOf(callback));
  const start = startWithComments(sourceCode, declaration);
  const end = endOfStatement(sourceCode, declaration);
  const [open, close] = kept ?? [end, end];
  let from = start;
  for (const { range } of sliceWithin(sourceCode.ast.comments ?? [], {
    range: [start, declaration.range[0]],
  })) {
    const comment = text.slice(...range);
    if (comment.startsWith('/**')) {
      const said = plainComment(comment, slot.indent);
      translator.comments.push(insertBefore(slot.start, said));
      translator.edits.push({ ...replaceRange(range, ''), takesComments: true });
      translator.gap(slot, from, range[0], '');
      [, from] = range;
    }
  }
  translator.gap(slot, from, open, '');
  if (close < end) {
    translator.gap(slot, close, end, '');
  }
  translator.edits.push(
    beginsBlock(translator, declaration)
      ? removeBetween(end, skipWhitespace(text, end))
      : removeBetween(skipWhitespaceBackward(text, start), start),
  );
}

/** A tag that says no more than the function did that has it. */
const BARE_TAG =
  /^@(?:arg|argument|async|callback|func|function|inner|param|private|returns?|this|type)\b\s*(?:\{.*\}\s*)?[\w$.[\]=]*$/u;

/**
 * @param {string} line Of a comment.
 * @returns {string} Without what frames it.
 */
function withoutStars(line) {
  let end = line.length;
  while (/[\s*]/u.test(line.charAt(end - 1))) {
    end--;
  }
  return line.slice(0, end).replace(/^[\s*]+/u, '');
}

/**
 * @param {string} comment
 * @param {string} indent
 * @returns {string} What it says of a function that is none any more, without tags that only name its parameters.
 */
function plainComment(comment, indent) {
  return comment
    .slice(3, -2)
    .split('\n')
    .map(withoutStars)
    .filter((line) => line !== '' && !BARE_TAG.test(line))
    .map((line) => `// ${line}\n${indent}`)
    .join('');
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} declaration
 * @returns {boolean} Whether nothing stands before it in its block that stays there, but something behind.
 */
function beginsBlock(translator, declaration) {
  const { body } = /** @type {TSESTree.BlockStatement} */ (declaration.parent);
  const index = body.indexOf(declaration);
  return (
    body.slice(0, index).every((each) => declaresPlaced(translator, each)) &&
    index < body.length - 1
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement | undefined} statement
 * @returns {boolean} Whether it declares a function that goes elsewhere.
 */
export function declaresPlaced({ placed }, statement) {
  return (
    statement !== undefined && [...placed.keys()].some((fn) => declarationOf(fn) === statement)
  );
}

/**
 * Brings the body behind the call, and takes the rest of the function out. Comments on it go in front
 * of the call.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callback: FunctionNode, body: CallbackBody }} parts
 * @param {number} shift By how many levels its lines move.
 */
export function placeBody(translator, slot, { call, callback, body }, shift) {
  const { sourceCode } = translator;
  dropPlaced(translator, slot, callback, [body.open, body.end]);
  translator.jumps.push({ call, body, from: slot.end, to: body.open });
  translator.edits.push({
    ...moveRange([body.open, body.end], endOfLineComments(sourceCode, slot.end), '', ''),
    side: 'close',
  });
  const before = translator.base + translator.shiftOf(callback);
  translator.edits.push(indentLines([body.open, body.end], shift));
  translator.indents.push({ range: [body.open, body.end], levels: shift - before });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {number} Where the comments begin that stand on the lines above it.
 */
function startWithComments({ ast, text }, { range: [start] }) {
  let first = start;
  for (const { range } of (ast.comments ?? []).toReversed()) {
    const isAbove =
      range[1] <= first && /^[^\S\n]*\r?\n[^\S\n]*$/u.test(text.slice(range[1], first));
    const lineBreak = text.lastIndexOf('\n', range[0]);
    if (isAbove && lineBreak !== -1 && text.slice(lineBreak, range[0]).trim() === '') {
      [first] = range;
    } else if (range[1] < first) {
      break;
    }
  }
  return first;
}
