/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from '../../analysis/syntax/casts.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { isFunction, namedNode, returnedBy } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { findVariable, readsOf, variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { argumentsOfCalls, parameterGiven } from '../functions/given-arguments.js';

/** How many variables, parameters and functions are followed one behind the other. */
const MOST_STEPS = 5;

/**
 *     found ? null : 'no id'    const reason = 'no id'    fail('no id') of function fail(reason) { cb(reason); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} given
 * @param {number} [most]
 * @returns {TSESTree.Node[]} The expressions that it may stand for where it counts, as far as the file shows
 *   them: of `a && b` the second.
 */
export function shownValues(sourceCode, given, most = MOST_STEPS) {
  const node = given && withoutCasts(given);
  if (!node) {
    return [];
  }
  const all = (/** @type {(TSESTree.Node | null)[]} */ nodes) =>
    nodes.flatMap((each) => shownValues(sourceCode, each, most - 1));
  switch (node.type) {
    case 'ConditionalExpression':
      return all([node.consequent, node.alternate]);
    case 'LogicalExpression':
      return all(node.operator === '&&' ? [node.right] : [node.left, node.right]);
    case 'AssignmentExpression':
      return node.operator === '=' ? all([node.right]) : [node];
    case 'AwaitExpression':
      return all([node.argument]);
    case 'SequenceExpression':
      return all([node.expressions.at(-1) ?? null]);
    case 'CallExpression': {
      const fn = most > 0 ? readFunction(sourceCode, node.callee) : undefined;
      return fn && !fn.generator ? all([...returnedBy(sourceCode, fn)]) : [node];
    }
    case 'Identifier': {
      const variable = most > 0 ? variableOf(sourceCode, node) : undefined;
      const values = variable ? valuesOf(sourceCode, variable) : [];
      return values.length > 0 ? all(values) : [node];
    }
    default:
      return [node];
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {TSESTree.Node[]} What it is set to as a whole, and what calls in the file give for it.
 */
function valuesOf(sourceCode, variable) {
  const set = writesOf(variable).flatMap(({ identifier, writeExpr }) => {
    const { parent } = /** @type {TSESTree.Node} */ (identifier);
    const isWhole =
      (parent?.type === 'VariableDeclarator' && parent.id === identifier) ||
      ((parent?.type === 'AssignmentExpression' || parent?.type === 'AssignmentPattern') &&
        parent.left === identifier);
    return isWhole && writeExpr ? [/** @type {TSESTree.Node} */ (writeExpr)] : [];
  });
  return [...set, ...variable.defs.flatMap((each) => givenFor(sourceCode, each))];
}

/**
 *     function fail(reason) { … } fail('no id')    check(id, (err) => …) of function check(id, done) { done('no id'); }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {Variable['defs'][number]} definition
 * @returns {TSESTree.Node[]}
 */
function givenFor(sourceCode, { name, node, type }) {
  const fn = /** @type {TSESTree.Node} */ (node);
  if (type !== 'Parameter' || !isFunction(fn)) {
    return [];
  }
  const index = fn.params.findIndex(
    (each) => each === name || (each.type === 'AssignmentPattern' && each.left === name),
  );
  const callback = parameterGiven(sourceCode, fn);
  if (callback) {
    return argumentsOfCalls(sourceCode, callback).flatMap((given) => given[index] ?? []);
  }
  const own = namedNode(fn);
  const variable = own?.type === 'Identifier' ? findVariable(sourceCode, own, own.name) : undefined;
  return (variable ? readsOf(variable) : []).flatMap(({ identifier }) => {
    const { parent } = /** @type {TSESTree.Node} */ (identifier);
    const argument =
      parent?.type === 'CallExpression' && parent.callee === identifier
        ? parent.arguments[index]
        : undefined;
    return argument ? [argument] : [];
  });
}

/** What is called an error. */
export const ERROR_NAME = /^(?:e|ex|cause|reason)$|err|exception|failure/iu;

/** Members and methods that give text, or a number. */
const TEXTS =
  /^(?:code|concat|errno|format|inspect|join|message|name|repeat|replace|slice|stack|status(?:Code|Text)?|stringify|substr(?:ing)?|toString|toUTCString|trim)$/u;

/**
 * @param {TSESTree.Node} node One of those values.
 * @returns {boolean} Whether it is a string, a number, `true` or the like for certain.
 */
export function isPrimitive(node) {
  switch (node.type) {
    case 'Literal':
      return node.value !== null && typeof node.value !== 'object';
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'UpdateExpression':
      return true;
    case 'UnaryExpression':
      return node.operator !== 'void';
    case 'MemberExpression':
      return TEXTS.test(readKey(node) ?? '');
    case 'CallExpression':
      return node.callee.type === 'MemberExpression'
        ? TEXTS.test(readKey(node.callee) ?? '')
        : node.callee.type === 'Identifier' &&
            /^(?:BigInt|Boolean|Number|String|Symbol)$/u.test(node.callee.name);
    default:
      return false;
  }
}
