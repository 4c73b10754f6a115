/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { AppliedTask } from './tasks.js' */

import { isTarget } from '../../../analysis/modules/property-writes.js';
import { readKey } from '../../../analysis/modules/modules.js';
import { nodesOfType } from '../../../analysis/syntax/nodes.js';
import { replaceRange } from '../../../edits/edit.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import { hasCommentBetween, skipWhitespace } from '../../../edits/trivia.js';
import { argumentsStart } from '../../../callbacks/callees/applied-calls.js';
import { Refused, quote } from '../../../callbacks/plan/refused.js';
import { Translator } from '../../../callbacks/plan/translator.js';
import { isSteady } from '../../../callbacks/waits/inline.js';
import { flowsOf } from '../library/leftovers.js';
import { flowName } from '../library/names.js';
import { countOf, readPlainCallee } from './tasks.js';

/**
 *     async.apply(fs.readFile, file)  is  (...given) => fs.readFile(file, ...given)
 *
 * The library calls it with what other tasks have: the task is the call, with these behind its own arguments.
 */

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @param {{ isFirst: boolean, given: number }} place `isFirst`: whether nothing runs before the task; `given`:
 *   how many results it gets.
 * @returns {AppliedTask | undefined} Undefined where it is no call of `apply`.
 * @throws {Refused} Where the call would get other arguments when its turn comes.
 */
export function readApplied(translator, node, { isFirst, given }) {
  const { context, registry, sourceCode, target } = translator;
  if (node.type !== 'CallExpression' || flowName(translator, node) !== 'apply') {
    return undefined;
  }
  const [fn, ...bound] = /** @type {TSESTree.Expression[]} */ (node.arguments);
  const isReference = fn?.type === 'Identifier' || fn?.type === 'MemberExpression';
  if (
    !isReference ||
    node.arguments.some(({ type }) => type === 'SpreadElement') ||
    (!isFirst && !bound.every((each) => isSame(translator, each))) ||
    hasCommentBetween(sourceCode, fn.range[1], bound[0]?.range[0] ?? fn.range[1])
  ) {
    throw new Refused('flow-iteratee', quote(sourceCode, node));
  }
  const inner = new Translator(context, target, registry);
  const call = calledWith(
    node,
    fn,
    [...bound, ...Array(given).fill(undefined), undefined],
    target.callback.name,
  );
  const callee = readPlainCallee(inner, call, node);
  callee.write();
  flowsOf(inner).add(node);
  const last = bound.at(-1);
  const end = last ? parenthesizedRange(sourceCode, last)[1] : fn.range[1];
  const isOpen = bound.length === 0;
  return {
    fn: node,
    call: undefined,
    start: fn.range[0],
    applied: (names) => [
      [fn.range[0], end],
      `${names === '' || isOpen ? '' : ', '}${names}${callee.close ?? ')'}`,
    ],
    edits: [...inner.edits, ...openArguments(translator, call, inner.edits)],
    maySync: callee.maySync,
    results: callee.results,
    count: countOf(callee.results),
    isCounted: callee.isKnown,
    translators: [inner],
  };
}

/**
 * @param {TSESTree.CallExpression} node Of `apply`.
 * @param {TSESTree.Expression} fn
 * @param {readonly (TSESTree.Expression | undefined)[]} given Undefined for what the library gives it.
 * @param {string} callback
 * @returns {TSESTree.CallExpression} The call of the function that the library makes.
 */
function calledWith(node, fn, given, callback) {
  const end = node.range[1] - 1;
  /** @type {TSESTree.CallExpression} */
  const call = Object.create(node, {
    callee: { value: fn },
    arguments: {
      value: given.map(
        (each) => each ?? { type: 'Identifier', name: callback, range: [end, end], parent: node },
      ),
    },
    isApplied: { value: true },
  });
  return call;
}

/**
 *     async.apply(load, file)  ->  loadAsync(file)
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {readonly Edit[]} edits Of the callee.
 * @returns {Edit[]} Makes arguments of what stands behind the comma.
 */
function openArguments({ sourceCode }, call, edits) {
  const start = argumentsStart(sourceCode, call);
  const from = parenthesizedRange(sourceCode, call.callee)[1];
  const isOpened = edits.some(
    (edit) => 'text' in edit && edit.range[1] === start && /^(?:, ?)?$/u.test(edit.text),
  );
  const space = Math.max(start, skipWhitespace(sourceCode.text, start));
  const isBroken = sourceCode.text.slice(start, space).includes('\n');
  return [
    ...(isOpened ? [] : [replaceRange([from, start], '(')]),
    ...(isOpened || isBroken || start === from ? [] : [replaceRange([start, space], '')]),
  ];
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether its value is the same when the turn of the task comes: `apply` gets it before the
 *   first task begins.
 */
function isSame(translator, node) {
  switch (node.type) {
    case 'MemberExpression':
      return (
        !node.optional &&
        isSame(translator, node.object) &&
        (node.computed ? isSame(translator, node.property) : !isKeyWritten(translator, node))
      );
    case 'BinaryExpression':
      return isSame(translator, node.left) && isSame(translator, node.right);
    case 'TemplateLiteral':
      return node.expressions.every((each) => isSame(translator, each));
    case 'UnaryExpression':
      return node.operator !== 'delete' && isSame(translator, node.argument);
    case 'ThisExpression':
      return true;
    case 'ArrayExpression':
      return node.elements.every((each) => each !== null && isSame(translator, each));
    case 'ObjectExpression':
      return node.properties.every(
        (each) => each.type === 'Property' && !each.computed && isSame(translator, each.value),
      );
    default:
      return isSteady(translator, node);
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.MemberExpression} node
 * @returns {boolean} Whether the file writes a member by that name.
 */
function isKeyWritten({ sourceCode }, node) {
  const key = readKey(node);
  return nodesOfType(sourceCode, 'MemberExpression').some(
    (each) => readKey(each) === key && isTarget(each),
  );
}
