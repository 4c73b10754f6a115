/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Refusal } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { readKey } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { hasCommentBetween, textOf } from '../../edits/trivia.js';

/** The signs by which code tells errors that bluebird made, or wrapped, from others. */
const TELLING_NAMES =
  /^(?:AggregateError|OperationalError|RejectionError|TimeoutError|isOperational)$/u;

/**
 * @type {(sourceCode: SourceCodeLike) => string | undefined} Where the file looks whether an error is
 *   one that bluebird made.
 */
export const findErrorTest = oncePerFile((sourceCode) => {
  const name = nodesOfType(sourceCode, 'Identifier').find(
    (identifier) =>
      TELLING_NAMES.test(identifier.name) ||
      (isCause(sourceCode, identifier.parent) &&
        identifier.parent.property === identifier &&
        !causesOf(sourceCode).includes(identifier.parent)),
  );
  if (name) {
    return name.name;
  }
  const call = nodesOfType(sourceCode, 'CallExpression').find(
    ({ callee, arguments: [handler] }) =>
      callee.type === 'MemberExpression' &&
      readKey(callee) === 'error' &&
      (handler?.type === 'ArrowFunctionExpression' || handler?.type === 'FunctionExpression'),
  );
  return call && '.error()';
});

/**
 *     promise.catch((error) => error.cause)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {node is TSESTree.MemberExpression} Whether it asks an `OperationalError` for the error in it.
 */
function isCause(sourceCode, node) {
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    readKey(node) === 'cause' &&
    isGiven(sourceCode, node.object, /^(?:catch|caught|error|fail|otherwise|tapCatch|then)$/u)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} object
 * @param {RegExp} methods
 * @returns {boolean} Whether it is what was caught, or what one of the methods calls its handler with.
 */
function isGiven(sourceCode, object, methods) {
  const [definition] = variableOf(sourceCode, object)?.defs || [];
  if (definition?.type === 'CatchClause') {
    return true;
  }
  const fn = definition?.type === 'Parameter' ? definition.node : undefined;
  const link = fn?.parent;
  return (
    link?.type === 'CallExpression' &&
    link.callee.type === 'MemberExpression' &&
    methods.test(readKey(link.callee) ?? '')
  );
}

/** Members by which an `AggregateError` of bluebird's is the list of the errors. */
const LIST_MEMBERS =
  /^(?:every|filter|forEach|indexOf|join|lastIndexOf|length|map|pop|reduce|reduceRight|shift|slice|some|sort)$/u;

/** @type {(sourceCode: SourceCodeLike) => TSESTree.Node | undefined} */
const findListedErrors = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'MemberExpression').find(
    (node) =>
      (node.computed || LIST_MEMBERS.test(readKey(node) ?? '')) &&
      isGiven(sourceCode, node.object, /^(?:catch|caught|tapCatch)$/u),
  ),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Refusal | undefined} Where the file takes an error for a list of errors.
 */
export function refuseListedErrors(sourceCode) {
  const read = findListedErrors(sourceCode);
  return read && { reason: 'library-errors-tested', subject: `\`${textOf(sourceCode, read)}\`` };
}

/**
 *     error.cause.code
 *
 * @type {(sourceCode: SourceCodeLike) => readonly TSESTree.MemberExpression[]} Where such an error is only
 *   asked for what bluebird has copied from it.
 */
export const causesOf = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'MemberExpression').filter((node) => {
    const { parent } = node;
    return (
      isCause(sourceCode, node) &&
      !node.optional &&
      parent.type === 'MemberExpression' &&
      parent.object === node &&
      !parent.optional &&
      !hasCommentBetween(sourceCode, ...node.range) &&
      !(parent.parent.type === 'AssignmentExpression' && parent.parent.left === parent)
    );
  }),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Refusal | undefined}
 */
export function refuseErrorTests(sourceCode) {
  const test = findErrorTest(sourceCode);
  return test === undefined
    ? undefined
    : { reason: 'library-errors-tested', subject: `\`${test}\`` };
}
