/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Plan } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { AsyncRead } from '../../analysis/apis/io-reads.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCallee } from '../../analysis/syntax/callees.js';
import { readCallEffects, readEffects } from '../../analysis/flow/effects.js';
import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { isWithin, walk } from '../../analysis/syntax/nodes.js';
import { findVariable, isModuleLevel, variableOf } from '../../analysis/syntax/scopes.js';
import { mayThrow } from '../../analysis/flow/throwing.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';

/**
 * const name = await call;
 *
 * @typedef {object} Wait
 * @property {TSESTree.VariableDeclaration} statement
 * @property {TSESTree.VariableDeclarator} declarator
 * @property {TSESTree.AwaitExpression} wait
 * @property {TSESTree.CallExpression} call
 * @property {AsyncRead} read
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} statements
 * @returns {Wait[][]} Two or more neighbours each, none of which needs another.
 */
export function findIndependentWaits(sourceCode, statements) {
  /** @type {Wait[][]} */
  const runs = [];
  /** @type {Wait[]} */
  let run = [];
  for (const statement of statements) {
    const wait = readWait(sourceCode, statement);
    if (wait && run.every((earlier) => isIndependent(sourceCode, earlier, wait))) {
      run.push(wait);
    } else {
      runs.push(run);
      run = wait ? [wait] : [];
    }
  }
  return [...runs, run].filter(({ length }) => length > 1);
}

/**
 *     const report = await readFile('/tmp/report.html');
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Wait} wait
 * @returns {boolean} Whether it reads a file whose path is the same each time. Such files are few and small: the
 *   system has them in memory, and two reads in turn take a fraction of a millisecond.
 */
export function isOfFixedFile(sourceCode, { call, read }) {
  const [file] = call.arguments;
  return (
    read.work === 'file' &&
    file !== undefined &&
    [...walk(sourceCode, file)].every((node) => {
      const variable = node.type === 'Identifier' ? variableOf(sourceCode, node) : undefined;
      return node.type !== 'ThisExpression' && (!variable || isModuleLevel(variable));
    })
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} statement
 * @returns {Wait | undefined} For what only reads, and whose arguments are only computed.
 */
function readWait(sourceCode, statement) {
  if (
    statement.type !== 'VariableDeclaration' ||
    statement.declarations.length !== 1 ||
    statement.kind.endsWith('using')
  ) {
    return undefined;
  }
  const [declarator] = statement.declarations;
  const wait = declarator.init;
  if (wait?.type !== 'AwaitExpression' || wait.argument.type !== 'CallExpression') {
    return undefined;
  }
  const call = wait.argument;
  const [read] = readCallEffects(sourceCode, call)?.reads ?? [];
  const around = [declarator.id, ...call.arguments];
  const isOnlyComputed = around.every(
    (part) =>
      readEffects(sourceCode, part, part)?.reads.length === 0 &&
      ![...walk(sourceCode, part)].some(({ type }) => type === 'AwaitExpression'),
  );
  return read && isOnlyComputed ? { statement, declarator, wait, call, read } : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Wait} earlier
 * @param {Wait} later
 * @returns {boolean} Whether the later one uses nothing of the earlier one, and asks for something
 *   else: `readFile(path)` after `stat(path)` may well want to know first that it is there.
 */
function isIndependent(sourceCode, earlier, later) {
  const declared = sourceCode.getDeclaredVariables(earlier.statement);
  const fn = enclosingFunction(later.statement);
  const isCaptured = declared.some(({ references }) =>
    references.some(
      ({ identifier }) => enclosingFunction(/** @type {TSESTree.Node} */ (identifier)) !== fn,
    ),
  );
  const usesResult = [...walk(sourceCode, later.declarator)].some((node) => {
    if (node.type !== 'Identifier') {
      return false;
    }
    const variable = variableOf(sourceCode, node);
    // A function in the same one may see the result.
    const called = isCaptured && fn ? readCallee(sourceCode, node) : undefined;
    return (variable && declared.includes(variable)) || (called && fn && isWithin(called, fn));
  });
  return !usesResult && resourceOf(sourceCode, earlier) !== resourceOf(sourceCode, later);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Wait} wait
 * @returns {string}
 */
function resourceOf(sourceCode, { call }) {
  const [first] = call.arguments;
  return first ? textOf(sourceCode, first) : textOf(sourceCode, call.callee);
}

/**
 *     const a = await f();
 *     const b = await g();    ->    const [a, b] = await Promise.all([f(), g()]);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Wait[]} waits
 * @returns {Plan | undefined}
 */
export function planTogether(sourceCode, waits) {
  const [first] = waits;
  const last = waits.at(-1);
  if (!first || !last || !waits.every((wait) => canJoin(sourceCode, wait, first))) {
    return undefined;
  }
  /** @type {Edit[]} */
  const edits = [];
  const names = waits.map(({ declarator }) => textOf(sourceCode, declarator.id)).join(', ');
  let from = first.statement.range[0];
  for (const { call } of waits) {
    if (hasCommentBetween(sourceCode, from, call.range[0])) {
      return undefined;
    }
    const isFirst = call === first.call;
    const text = isFirst ? `${first.statement.kind} [${names}] = await Promise.all([` : ', ';
    edits.push(replaceRange([from, call.range[0]], text));
    from = call.range[1];
  }
  edits.push(insertAfter(last.call.range[1], '])'));
  return { edits, safe: false, assumes: [] };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Wait} wait
 * @param {Wait} first
 * @returns {boolean}
 */
function canJoin(sourceCode, { statement, declarator, call }, first) {
  const rest = sourceCode.text.slice(call.range[1], statement.range[1]);
  return (
    statement.kind === first.statement.kind &&
    !statement.declare &&
    !('typeAnnotation' in declarator.id && declarator.id.typeAnnotation) &&
    /^\s*;?$/u.test(rest) &&
    // An exception after the start of the first call leaves its rejection without a handler.
    (call === first.call || !call.arguments.some((each) => mayThrow(sourceCode, each))) &&
    !findVariable(sourceCode, call, 'Promise')
  );
}
