/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Plan } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { ownNodes } from '../../analysis/syntax/functions.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { classifyPromise, readPromiseStatic } from '../../analysis/promises/promises.js';
import { findVariable, writesOf } from '../../analysis/syntax/scopes.js';
import { indentLines, removeBetween, replaceRange, wrapRange } from '../../edits/edit.js';
import { indentOf, levelsBetween, newlineOf } from '../../edits/indentation.js';
import { mentionsName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { removeStatement } from '../../edits/statements.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';

/**
 * The parts of a chain that a loop can take over.
 *
 * @typedef {object} Chain
 * @property {TSESTree.Expression} object The list that is reduced.
 * @property {TSESTree.Identifier} before The parameter for the promise of the callback before.
 * @property {TSESTree.Parameter} element
 * @property {TSESTree.BlockStatement} body
 * @property {TSESTree.Expression} initial
 * @property {TSESTree.Statement} statement That is only there to await the chain.
 * @property {TSESTree.Identifier | undefined} result The name that the statement declares.
 */

/**
 *     const sum = await xs.reduce(async (before, x) => {
 *       const total = await before;
 *       …
 *       return total + x;
 *     }, 0);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {FunctionNode} callback
 * @returns {Plan | undefined} The loop that does the same, if each callback waits for the one before
 *   it first thing, and returns at its end only.
 */
export function planLoop(sourceCode, call, callback) {
  const chain = readChain(call, callback);
  if (!chain || !canBeBlock(sourceCode, callback, chain)) {
    return undefined;
  }
  const inner = chain.result
    ? editValue(sourceCode, chain, chain.result)
    : editEffect(sourceCode, chain);
  return (
    inner && {
      edits: [...editFrame(sourceCode, callback, chain), ...inner],
      safe: false,
      assumes: [],
    }
  );
}

/**
 * @param {TSESTree.CallExpression} call
 * @param {FunctionNode} callback
 * @returns {Chain | undefined}
 */
function readChain(call, callback) {
  const [, initial] = call.arguments;
  const [before, element] = callback.params;
  const { body } = callback;
  if (
    callback.type !== 'ArrowFunctionExpression' ||
    body.type !== 'BlockStatement' ||
    callback.params.length !== 2 ||
    before?.type !== 'Identifier' ||
    !element ||
    !/^(?:Identifier|ArrayPattern|ObjectPattern)$/u.test(element.type) ||
    call.arguments.length !== 2 ||
    !initial ||
    initial.type === 'SpreadElement' ||
    call.parent.type !== 'AwaitExpression'
  ) {
    return undefined;
  }
  const { object } = /** @type {TSESTree.MemberExpression} */ (call.callee);
  const parts = { object, before, element, body, initial };
  const outer = call.parent.parent;
  if (outer.type === 'ExpressionStatement') {
    return { ...parts, statement: outer, result: undefined };
  }
  return outer.type === 'VariableDeclarator' &&
    outer.id.type === 'Identifier' &&
    !outer.id.typeAnnotation &&
    outer.parent.declarations.length === 1 &&
    outer.parent.kind !== 'var' &&
    outer.parent.parent.type === 'BlockStatement'
    ? { ...parts, statement: outer.parent, result: outer.id }
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} callback
 * @param {Chain} chain
 * @returns {boolean} Whether the callback's body means the same as the body of a loop.
 */
function canBeBlock(sourceCode, callback, { object, before, body, statement, result }) {
  const variable = findVariable(sourceCode, body, before.name);
  const names = sourceCode.getDeclaredVariables(callback).map(({ name }) => name);
  const last = body.body.at(-1);
  for (const node of ownNodes(sourceCode, callback)) {
    const isOwnReturn = node.type === 'ReturnStatement' && !(result && node === last);
    if (
      isOwnReturn ||
      node.type === 'FunctionDeclaration' ||
      (node.type === 'VariableDeclaration' && node.kind === 'var')
    ) {
      return false;
    }
  }
  return (
    variable?.references.length === 1 &&
    !names.some((name) => mentionsName(sourceCode, object, name)) &&
    // A loop would see what the callback does to the list.
    [...walk(sourceCode, object)].every(
      (node) => node.type !== 'Identifier' || !mentionsName(sourceCode, body, node.name),
    ) &&
    !(result && mentionsName(sourceCode, callback, result.name)) &&
    !hasCommentBetween(sourceCode, statement.range[0], body.range[0]) &&
    !hasCommentBetween(sourceCode, body.range[1], statement.range[1])
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} callback
 * @param {Chain} chain
 * @returns {Edit[]} The text around the body.
 */
function editFrame(sourceCode, callback, { object, element, body, initial, statement, result }) {
  const indent = indentOf(sourceCode.text, statement.range[0]);
  const isWritten = sourceCode
    .getDeclaredVariables(callback)
    .some((variable) => writesOf(variable).length > 0);
  const declaration = isWritten ? 'let' : 'const';
  const loop = `for (${declaration} ${textOf(sourceCode, element)} of ${textOf(sourceCode, object)}) `;
  const start = result
    ? `let ${result.name} = ${startValue(sourceCode, initial)};${newlineOf(sourceCode)}${indent}`
    : '';
  return [
    replaceRange([statement.range[0], body.range[0]], start + loop),
    removeBetween(body.range[1], statement.range[1]),
    indentLines(body.range, -levelsBetween(sourceCode, statement.range[0], body.range[1] - 1)),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} initial
 * @returns {string} What the first callback gets when it waits: of `Promise.resolve(x)`, `x`.
 */
function startValue(sourceCode, initial) {
  const [value, ...more] =
    initial.type === 'CallExpression' && readPromiseStatic(sourceCode, initial) === 'resolve'
      ? initial.arguments
      : [initial];
  if (!value || value.type === 'SpreadElement' || more.length > 0) {
    return value ? `await ${textOf(sourceCode, initial)}` : 'undefined';
  }
  const text = textOf(sourceCode, value);
  return classifyPromise(sourceCode, value) === 'plain' ? text : `await (${text})`;
}

/**
 *     await before;    →    nothing
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Chain} chain
 * @returns {Edit[] | undefined}
 */
function editEffect(sourceCode, { before, body, initial }) {
  const [first] = body.body;
  const isWait =
    first?.type === 'ExpressionStatement' &&
    first.expression.type === 'AwaitExpression' &&
    isName(first.expression.argument, before.name);
  const isNothing =
    classifyPromise(sourceCode, initial) === 'plain' ||
    (initial.type === 'CallExpression' &&
      initial.arguments.length === 0 &&
      readPromiseStatic(sourceCode, initial) === 'resolve');
  return isWait && isNothing ? [removeStatement(sourceCode, first)] : undefined;
}

/**
 *     const total = await before; … return value;    →    const total = result; … result = value;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Chain} chain
 * @param {TSESTree.Identifier} result
 * @returns {Edit[] | undefined}
 */
function editValue(sourceCode, { before, body }, result) {
  const first = body.body[0];
  const last = body.body.at(-1);
  const declarator = first?.type === 'VariableDeclaration' ? first.declarations[0] : undefined;
  const wait = declarator?.init;
  if (
    first?.type !== 'VariableDeclaration' ||
    first.declarations.length !== 1 ||
    wait?.type !== 'AwaitExpression' ||
    !isName(wait.argument, before.name) ||
    last?.type !== 'ReturnStatement' ||
    !last.argument ||
    hasCommentBetween(sourceCode, ...last.range)
  ) {
    return undefined;
  }
  const { argument } = last;
  const [start, end] = parenthesizedRange(sourceCode, argument);
  if (argument.type === 'SequenceExpression' && start === argument.range[0]) {
    return undefined;
  }
  const isValue =
    classifyPromise(sourceCode, argument) === 'plain' ||
    (first.kind === 'const' &&
      declarator?.id.type === 'Identifier' &&
      isName(argument, declarator.id.name));
  return [
    replaceRange(wait.range, result.name),
    replaceRange([last.range[0], start], `${result.name} = `),
    ...(isValue ? [] : wrapRange([start, end], 'await (', ')')),
  ];
}

/**
 * @param {TSESTree.Node} node
 * @param {string} name
 * @returns {boolean}
 */
function isName(node, name) {
  return node.type === 'Identifier' && node.name === name;
}
