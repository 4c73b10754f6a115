/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Names } from '../build/names.js' */
/** @import { Lowering } from '../build/region.js' */
/** @import { Block } from './blocks.js' */
/** @import { Frame } from './frames.js' */

import { readGone } from '../../edits/gone.js';
import { endsLineComment, skipWhitespaceBackward } from '../../edits/trivia.js';
import { trackNames } from '../build/names.js';
import { rangesOf } from './blocks.js';
import { layOut } from './frames.js';

/**
 * One function, or the top of the file, while its regions become statements.
 *
 * @typedef {object} Printer
 * @property {PatternContext} context
 * @property {FunctionNode | TSESTree.Program} root
 * @property {Lowering} lowering
 * @property {Names} names
 * @property {Frame[]} frames Statements to rewrite.
 * @property {Edit[]} edits Smaller changes, within what stays.
 * @property {Set<FunctionNode>} consumed Functions whose statements have moved.
 * @property {Set<FunctionNode>} kept Functions that have become functions of their own.
 * @property {Set<Variable>} settled What waits gave: no promises.
 * @property {boolean} [losesType] Whether TypeScript could not follow.
 */

/**
 * @param {PatternContext} context
 * @param {FunctionNode | TSESTree.Program} root
 * @param {Lowering} lowering
 * @returns {Printer}
 */
export function createPrinter(context, root, lowering) {
  return {
    context,
    root,
    lowering,
    names: trackNames(context.sourceCode, root),
    frames: [],
    edits: [],
    consumed: new Set(),
    kept: new Set(),
    settled: new Set(),
  };
}

/**
 * @param {Printer} printer
 * @param {Block} parent
 * @returns {Block}
 */
export function openBlock({ names }, parent) {
  /** @type {Block} */
  const block = { items: [], home: parent.home };
  block.home = names.openBlock(parent.home, () => rangesOf(block));
  return block;
}

/**
 * @param {Printer} printer
 * @param {TSESTree.Statement} statement
 * @param {TSESTree.Statement} [last] Of the list, where statements after it go with it.
 * @returns {Block} What the statement is replaced by.
 */
export function replaceStatement(
  { consumed, context, frames, names },
  statement,
  last = statement,
) {
  const { sourceCode } = context;
  const parent = /** @type {TSESTree.Node} */ (statement.parent);
  const isListed =
    parent.type === 'SwitchCase'
      ? parent.consequent.length > 1
      : /^(?:BlockStatement|Program|StaticBlock)$/u.test(parent.type);
  /** @type {Block} */
  const block = { items: [], home: names.homeOf(sourceCode.getScope(statement)) };
  const before = skipWhitespaceBackward(sourceCode.text, statement.range[0]);
  const start = isListed || endsLineComment(sourceCode, before) ? statement.range[0] : before;
  const isMoved =
    parent.type === 'BlockStatement' && consumed.has(/** @type {any} */ (parent.parent));
  const body = isMoved ? parent.body : [];
  frames.push({
    range: [start, last.range[1]],
    block,
    form: isListed ? 'statements' : 'braces',
    isMoved,
    isFirst: body[0] === statement,
    isLast: body.at(-1) === last,
    sharesLine:
      /^(?:Block|Static)/u.test(parent.type) &&
      !isMoved &&
      !sourceCode.text.slice(parent.range[0], statement.range[0]).includes('\n'),
    anchor: isListed ? statement.range[0] : parent.range[0],
  });
  return block;
}

/**
 * @param {Printer} printer
 * @returns {Edit[]} Everything that was planned.
 */
export function printEdits({ context, edits, frames, names }) {
  const renames = names.resolve();
  const rewrites = frames.map((frame) => layOut(context.sourceCode, frame, renames.nameOf));
  const isGone = readGone(rewrites);
  const written = renames.edits.filter((edit) => !isGone(edit));
  return [...rewrites, ...edits, ...written];
}
