/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Refusal } from '../contract/pattern.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from '../analysis/syntax/facts.js';
import { readKey } from '../analysis/modules/modules.js';
import { isWithin, nodesOfType } from '../analysis/syntax/nodes.js';
import {
  isVisibleOutside,
  readConstantInit,
  readsOf,
  variableOf,
} from '../analysis/syntax/scopes.js';
import { libraryOf } from './libraries.js';
import { readStatic } from './library.js';

/**
 * A promise beside the functions that settle it:
 *
 *     const deferred = Q.defer();    deferred.resolve(value);    return deferred.promise;
 *     deferred = Q.defer();
 *
 * @typedef {object} Deferred
 * @property {TSESTree.CallExpression} call Of `defer`.
 * @property {string} name The constant that holds it.
 * @property {TSESTree.Node} statement
 * @property {TSESTree.MemberExpression[]} promises Where the promise is taken.
 * @property {boolean} isEmpty Whether it is resolved without a value somewhere.
 */

/** @type {(sourceCode: SourceCodeLike) => readonly (Deferred | { call: TSESTree.CallExpression, refusal: Refusal })[]} */
export const deferredsOf = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'CallExpression')
    .filter((call) => /^(?:defer|pending)$/u.test(readStatic(sourceCode, call) ?? ''))
    .map(
      (call) =>
        readDeclared(sourceCode, call) ?? {
          call,
          refusal: { reason: 'library-usage', subject: '`defer`' },
        },
    ),
);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {Deferred | undefined} Undefined where the file does not show who settles it.
 */
function readDeclared(sourceCode, call) {
  const { parent } = call;
  const target =
    parent.type === 'VariableDeclarator'
      ? parent.id
      : parent.type === 'AssignmentExpression' && parent.right === call
        ? parent.left
        : undefined;
  if (call.arguments.length > 0 || target?.type !== 'Identifier') {
    return undefined;
  }
  const statement = /** @type {TSESTree.Node} */ (parent.parent);
  const variable = variableOf(sourceCode, target);
  const isStatement =
    /^(?:ExpressionStatement|VariableDeclaration)$/u.test(statement.type) &&
    /^(?:BlockStatement|Program)$/u.test(statement.parent?.type ?? '');
  if (
    !variable ||
    variable.identifiers.some((name) => 'typeAnnotation' in name && name.typeAnnotation) ||
    readConstantInit(variable)?.init !== call ||
    isVisibleOutside(variable) ||
    !isStatement
  ) {
    return undefined;
  }
  const areBound = libraryOf(sourceCode)?.name !== 'bluebird';
  /** @type {TSESTree.MemberExpression[]} */
  const promises = [];
  let isEmpty = false;
  for (const { identifier } of readsOf(variable)) {
    const member = /** @type {TSESTree.Node} */ (identifier.parent);
    const key =
      member.type === 'MemberExpression' && member.object === identifier && !member.optional
        ? readKey(member)
        : undefined;
    if (member.type !== 'MemberExpression' || isWithin(member, statement) || isWritten(member)) {
      return undefined;
    }
    const { parent: user } = member;
    const isCalled = user.type === 'CallExpression' && user.callee === member;
    isEmpty ||= isCalled && key === 'resolve' && user.arguments.length === 0;
    if (key === 'promise' && !isCalled) {
      promises.push(member);
    } else if (!(key === 'resolve' || key === 'reject') || !(isCalled || areBound)) {
      return undefined;
    }
  }
  return promises.length > 0
    ? { call, name: variable.name, statement, promises, isEmpty }
    : undefined;
}

/**
 * @param {TSESTree.MemberExpression} member
 * @returns {boolean}
 */
function isWritten({ parent, range }) {
  return (
    (parent.type === 'AssignmentExpression' && parent.left.range[0] === range[0]) ||
    (parent.type === 'UnaryExpression' && parent.operator === 'delete')
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} member
 * @returns {Deferred | undefined} The one whose promise the member is.
 */
export function readDeferred(sourceCode, member) {
  return deferredsOf(sourceCode)
    .flatMap((each) => ('promises' in each ? [each] : []))
    .find(({ promises }) => promises.includes(member));
}
