/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ClassNode } from '../syntax/definitions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../syntax/casts.js';
import { readClass, readFunction } from '../syntax/definitions.js';
import { oncePerFile } from '../syntax/facts.js';
import { isFunction, returnedBy } from '../syntax/functions.js';
import { readKey } from '../modules/modules.js';
import { nodesOfType } from '../syntax/nodes.js';
import { constantOf } from '../syntax/scopes.js';
import { membersByName } from '../syntax/member-definitions.js';

/**
 * Objects of the file with a `then` of its own: that may call its handler at once, and give anything.
 *
 *     const now = { then: (fn) => fn(1) };    class Query { then(ok, fail) { return this.run().then(ok, fail); } }
 */

/** How many variables and functions are followed. */
const MAX_DEPTH = 6;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} given
 * @param {number} [depth]
 * @returns {boolean} Whether the expression may be such an object.
 */
export function isOwnThenable(sourceCode, given, depth = MAX_DEPTH) {
  const owners = ownersOf(sourceCode);
  if (owners.size === 0 || depth === 0) {
    return false;
  }
  const node = withoutCasts(given);
  /** @type {(each: TSESTree.Node) => boolean} */
  const isOwn = (each) => isOwnThenable(sourceCode, each, depth - 1);
  switch (node.type) {
    case 'ObjectExpression':
      return owners.has(node);
    case 'NewExpression':
      return isOwner(sourceCode, node.callee);
    case 'Identifier': {
      const init = constantOf(sourceCode, node);
      return owners.has(node.name) || (init !== undefined && isOwn(init));
    }
    case 'ConditionalExpression':
      return isOwn(node.consequent) || isOwn(node.alternate);
    case 'LogicalExpression':
      return isOwn(node.left) || isOwn(node.right);
    case 'CallExpression': {
      const { callee } = node;
      // new Query().where('id').then(…)
      const isOn = callee.type === 'MemberExpression' && isOwn(callee.object);
      const methods = isOn ? (membersByName(sourceCode).get(readKey(callee) ?? '') ?? []) : [];
      const fn = readFunction(sourceCode, callee);
      return [fn, ...methods.map(({ value }) => value)].some(
        (each) =>
          isFunction(each) &&
          !each.async &&
          !each.generator &&
          returnedBy(sourceCode, each).some(
            (result) => result && ((isOn && result.type === 'ThisExpression') || isOwn(result)),
          ),
      );
    }
    default:
      return false;
  }
}

/**
 * @type {(sourceCode: SourceCodeLike) => ReadonlySet<TSESTree.Node | string>} The object literals and
 *   classes, and the names of objects and of functions whose prototype has it.
 */
const ownersOf = oncePerFile((sourceCode) => {
  const members = [
    ...nodesOfType(sourceCode, 'Property').filter(
      ({ parent }) => parent.type === 'ObjectExpression',
    ),
    ...nodesOfType(sourceCode, 'MethodDefinition').map((method) => method),
    ...nodesOfType(sourceCode, 'PropertyDefinition').map((field) => field),
  ].filter((member) => !member.computed && keyOf(member.key) === 'then');
  // query.then = function …    Query.prototype.then = function …
  const assigned = nodesOfType(sourceCode, 'AssignmentExpression').flatMap(({ left }) => {
    const { object } = left.type === 'MemberExpression' && readKey(left) === 'then' ? left : {};
    const holder =
      object?.type === 'MemberExpression' && readKey(object) === 'prototype'
        ? object.object
        : object;
    return holder?.type === 'Identifier' ? [holder.name] : [];
  });
  return new Set([
    ...members.map(({ parent }) =>
      parent.type === 'ClassBody' ? parent.parent : /** @type {TSESTree.Node} */ (parent),
    ),
    ...assigned,
  ]);
});

/**
 * @param {TSESTree.Node} key
 * @returns {string | undefined}
 */
function keyOf(key) {
  return key.type === 'Identifier'
    ? key.name
    : key.type === 'Literal'
      ? String(key.value)
      : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} callee
 * @param {number} [depth]
 * @returns {boolean} Whether it is a class, or a function, whose instances have it.
 */
function isOwner(sourceCode, callee, depth = MAX_DEPTH) {
  if (callee.type === 'Identifier' && ownersOf(sourceCode).has(callee.name)) {
    return true;
  }
  const definition = readClass(sourceCode, callee);
  return definition !== undefined && isOwnerClass(sourceCode, definition, depth);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {ClassNode} definition
 * @param {number} depth
 * @returns {boolean}
 */
function isOwnerClass(sourceCode, definition, depth) {
  const { superClass } = definition;
  return (
    ownersOf(sourceCode).has(definition) ||
    (depth > 0 && superClass !== null && isOwner(sourceCode, superClass, depth - 1))
  );
}
