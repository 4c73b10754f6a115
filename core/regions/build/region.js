/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { BoundFunction } from '../../analysis/syntax/bound-functions.js' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */

import { needsParenthesesAsOperand } from '../../edits/parentheses.js';

/**
 * What an async function does, in order, whatever its source wrote it in. A front end reads its source
 * language and makes regions of it; it knows nothing of printing. `print` makes statements of regions; it
 * knows no source language.
 *
 * Leaves are ranges of the source: text goes along as it is, with what other edits make of it.
 *
 * @typedef {readonly [number, number]} Range
 *
 * @typedef {object} Name A variable that is written where it is not in the source.
 * @property {Variable} variable
 * @property {Range} range Where it is declared.
 *
 * @typedef {object} Deeper Text of the source whose lines go deeper than the statement that it is part of.
 * @property {Range} range
 * @property {number} levels
 *
 * @typedef {{ block: import('../print/blocks.js').Block, levels: number }} Inner An async function that is
 *   called at once.
 *
 * @typedef {{ wait: Pieces | import('./steps.js').Executor }} InnerWait What an expression waits for:
 *   `results.push(await load(item))`.
 *
 * @typedef {(string | Range | Name | Deeper | Inner | InnerWait)[]} Pieces Text that the output adds, and text of the
 *   source. Lines of added text are relative to its statement: each tab is a level, a form feed the end of a
 *   statement.
 */

/**
 * Waits for an operand, and runs the steps with what it gives, one after the other.
 *
 * @typedef {object} Wait
 * @property {readonly Hold[]} holds What is evaluated before, in this order.
 * @property {Pieces} operand What is waited for, fit for `await`.
 * @property {readonly Step[]} steps
 */

/**
 * A value that is evaluated before the wait, since it would be evaluated later, or throw elsewhere, in the
 * place where it is used.
 *
 * @typedef {object} Hold
 * @property {string} name
 * @property {Range} value
 */

/**
 * The two edges behind a value. One of the two runs; what it gives is the value that the next step gets,
 * so that an error edge joins the normal path again. A step with one edge hands on what takes the other:
 *
 *     fulfilled: parse                        the error goes on to the next step
 *     rejected: log, then fulfilled: use      if (err) { log(err); } use(value)
 *     fulfilled: use, rejected: log           if (err) { log(err); } else { use(value); }
 *
 * A finalizer runs on both ways and hands on what came.
 *
 * @typedef {object} Step
 * @property {Continuation | undefined} fulfilled
 * @property {Continuation | undefined} rejected
 * @property {Continuation | undefined} finalizer
 */

/**
 * What runs on an edge: statements that move into the flow, or a call of a function that stays one.
 *
 * @typedef {Body | StayingFunction | NamedFunction | HeldFunction | ({ kind: 'bound' } & BoundFunction)} Continuation
 */

/**
 * @typedef {object} Body
 * @property {'body'} kind
 * @property {FunctionNode} fn The function whose statements can stand in place of its call. Its first
 *   parameter is what the edge hands on, each `return` is an exit with the value that it hands on.
 */

/**
 * @typedef {object} StayingFunction
 * @property {'function'} kind
 * @property {FunctionNode} fn
 */

/**
 * @typedef {object} NamedFunction
 * @property {'named'} kind A name that means the same function whenever it is looked up.
 * @property {TSESTree.Expression} node
 * @property {boolean} isMember Whether a call has to lose the receiver.
 */

/**
 * @typedef {object} HeldFunction
 * @property {'held'} kind
 * @property {string} name That of the hold.
 */

/**
 * How a front end reads the expressions that exits hand on.
 *
 * @typedef {object} Lowering
 * @property {(node: TSESTree.Node) => boolean} isWait Whether the expression is a wait that can be lowered.
 * @property {(node: TSESTree.Node) => Wait} lower Asked once, when the wait is printed.
 */

/**
 * @param {Lowering} lowering
 * @param {TSESTree.Node | null | undefined} node
 * @returns {boolean} Whether the value is a wait, or one of two that are.
 */
export function holdsWait(lowering, node) {
  if (!node) {
    return false;
  }
  return node.type === 'ConditionalExpression'
    ? holdsWait(lowering, node.consequent) || holdsWait(lowering, node.alternate)
    : lowering.isWait(node);
}

/**
 * @param {TSESTree.Node} node
 * @returns {Pieces} The node as the operand of `await`.
 */
export function operandOf(node) {
  return needsParenthesesAsOperand(node) ? ['(', node.range, ')'] : [node.range];
}
