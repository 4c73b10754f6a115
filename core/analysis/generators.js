/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { withoutCasts } from './casts.js';
import { oncePerFile } from './facts.js';
import { isFunction } from './functions.js';
import { readKey, readString } from './modules.js';
import { nodesOfType } from './nodes.js';
import { variableOf, writesOf } from './scopes.js';

/** How many steps a value is followed. */
const MAX_STEPS = 8;

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | false | null | undefined} value
 * @param {number} [fuel] Steps left to follow.
 * @returns {boolean} Whether it may be a generator function: one, a variable that is ever given one, what
 *   some ways give, a bound one.
 */
export function holdsGenerator(sourceCode, value, fuel = MAX_STEPS) {
  const holds = (/** @type {TSESTree.Node | null | undefined} */ inner) =>
    holdsGenerator(sourceCode, inner, fuel - 1);
  if (!value || fuel === 0) {
    return false;
  }
  const node = withoutCasts(value);
  switch (node.type) {
    case 'AssignmentExpression':
      return holds(node.right);
    case 'CallExpression':
      return (
        node.callee.type === 'MemberExpression' &&
        readKey(node.callee) === 'bind' &&
        holds(node.callee.object)
      );
    case 'ConditionalExpression':
      return holds(node.consequent) || holds(node.alternate);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return node.generator && !node.async;
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      return (
        variable !== undefined &&
        [
          ...variable.defs.map(
            (definition) => definition.type === 'FunctionName' && definition.node,
          ),
          ...writesOf(variable).map(({ writeExpr }) => writeExpr),
        ].some((each) => each && holds(each))
      );
    }
    case 'LogicalExpression':
      return holds(node.left) || holds(node.right);
    case 'SequenceExpression':
      return holds(node.expressions.at(-1));
    default:
      return false;
  }
}

/**
 * The keys under which the file keeps generator functions: methods, properties, assignments to
 * members, and stubs.
 *
 *     { *load() {} }    { load: generator }    api.load = generator    stub(api, 'load', generator)
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>}
 */
export const generatorKeysOf = oncePerFile((sourceCode) => {
  /** @type {Set<string>} */
  const keys = new Set();
  for (const { computed, key, value } of [
    ...nodesOfType(sourceCode, 'Property'),
    ...nodesOfType(sourceCode, 'MethodDefinition'),
    ...nodesOfType(sourceCode, 'PropertyDefinition'),
  ]) {
    if (!computed && holdsGenerator(sourceCode, value)) {
      keys.add(key.type === 'Identifier' ? key.name : (readString(key) ?? ''));
    }
  }
  for (const { left, right } of nodesOfType(sourceCode, 'AssignmentExpression')) {
    const key = left.type === 'MemberExpression' ? readKey(left) : undefined;
    if (key !== undefined && holdsGenerator(sourceCode, right)) {
      keys.add(key);
    }
  }
  for (const { arguments: values } of nodesOfType(sourceCode, 'CallExpression')) {
    const [, name, value] = values;
    const key = readString(name);
    if (
      key !== undefined &&
      [value, ...describedBy(value)].some((each) => holdsGenerator(sourceCode, each))
    ) {
      keys.add(key);
    }
  }
  return keys;
});

/**
 *     Object.defineProperty(exports, 'load', { get: function () { return load; } });
 *
 * @param {TSESTree.Node | undefined} descriptor
 * @returns {(TSESTree.Node | false | null | undefined)[]} What the property has that it describes.
 */
function describedBy(descriptor) {
  const parts = descriptor?.type === 'ObjectExpression' ? descriptor.properties : [];
  return parts.flatMap((part) => {
    const value = part.type === 'Property' ? part.value : undefined;
    const body = isFunction(value) ? value.body : undefined;
    return body?.type === 'BlockStatement'
      ? [value, ...body.body.map((each) => each.type === 'ReturnStatement' && each.argument)]
      : [value, body];
  });
}
