/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { readFunction } from '../analysis/syntax/definitions.js';
import { isFunction, returnedBy } from '../analysis/syntax/functions.js';
import { readKey } from '../analysis/modules/modules.js';
import { readConstantInit, variableOf, writesOf } from '../analysis/syntax/scopes.js';
import { definitionsByName } from '../callbacks/functions/methods.js';

/** How many functions that make functions, names and members are followed. */
const MAX_STEPS = 6;

/**
 *     const load = memoize(read);    const { load } = createStore();    load = other;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node
 * @param {number} [fuel]
 * @returns {FunctionNode[]} The functions of the file that the expression may be, by whatever ways they
 *   get there: members go by their names.
 */
export function functionsMadeAs(sourceCode, node, fuel = MAX_STEPS) {
  if (!node || fuel === 0) {
    return [];
  }
  /** @param {TSESTree.Node | null | undefined} inner */
  const follow = (inner) => functionsMadeAs(sourceCode, inner, fuel - 1);
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return [node];
    case 'AssignmentExpression':
      return follow(node.right);
    case 'ConditionalExpression':
      return [...follow(node.consequent), ...follow(node.alternate)];
    case 'LogicalExpression':
      return [...follow(node.left), ...follow(node.right)];
    case 'SequenceExpression':
      return follow(node.expressions.at(-1));
    case 'Identifier':
      return valuesOf(sourceCode, node).flatMap(follow);
    case 'MemberExpression':
      return membersOf(sourceCode, readKey(node)).flatMap(follow);
    case 'CallExpression': {
      const { callee } = node;
      // load.bind(this)
      return callee.type === 'MemberExpression' && readKey(callee) === 'bind'
        ? follow(callee.object)
        : follow(callee)
            .filter((maker) => !maker.async && !maker.generator)
            .flatMap((maker) => returnedBy(sourceCode, maker))
            .flatMap(follow);
    }
    default:
      return [];
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node
 * @returns {(TSESTree.Node | null | undefined)[]} What the variable of the file may be.
 */
function valuesOf(sourceCode, node) {
  const fn = readFunction(sourceCode, node);
  if (isFunction(fn)) {
    return [fn];
  }
  const variable = variableOf(sourceCode, node);
  if (!variable) {
    return [];
  }
  const constant = readConstantInit(variable);
  if (constant) {
    return constant.keys.length === 0
      ? [constant.init]
      : membersOf(sourceCode, constant.keys.at(-1));
  }
  return [
    ...variable.defs.map((definition) =>
      definition.type === 'FunctionName' ? definition.node : undefined,
    ),
    ...writesOf(variable).map(
      ({ writeExpr }) => /** @type {TSESTree.Node | null | undefined} */ (writeExpr),
    ),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string | undefined} key
 * @returns {(TSESTree.Node | null | undefined)[]}
 */
function membersOf(sourceCode, key) {
  return (definitionsByName(sourceCode).get(key ?? '') ?? []).map(({ value }) => value);
}
