/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { withoutCasts } from './casts.js';
import { oncePerFile } from './facts.js';
import { isFunction } from './functions.js';
import { readKey, readString } from '../modules/modules.js';
import { nodesOfType } from './nodes.js';
import { variableOf, writesOf } from './scopes.js';

/** How many steps a value is followed. */
const MAX_STEPS = 8;

/**
 * @typedef {object} KnownGenerators The generator functions besides those that are written in the file.
 * @property {ReadonlySet<string>} [keys] Of members that hold one.
 * @property {(node: TSESTree.Node) => boolean} [isImported] Whether the node stands for one of another file.
 */

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | false | null | undefined} value
 * @param {KnownGenerators} [known]
 * @param {number} [fuel] Steps left to follow.
 * @returns {boolean} Whether it may be a generator function: one, a variable that is ever given one, what
 *   some ways give, a bound one.
 */
export function holdsGenerator(sourceCode, value, known = {}, fuel = MAX_STEPS) {
  const holds = (/** @type {TSESTree.Node | null | undefined} */ inner) =>
    holdsGenerator(sourceCode, inner, known, fuel - 1);
  if (!value || fuel === 0) {
    return false;
  }
  const node = withoutCasts(value);
  if (known.isImported?.(node)) {
    return true;
  }
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
    case 'MemberExpression':
      return known.keys?.has(readKey(node) ?? '') === true;
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
 *     { run: api.load }
 *
 * @type {(sourceCode: SourceCodeLike) => ReadonlySet<string>}
 */
export const generatorKeysOf = oncePerFile((sourceCode) => readGeneratorKeys(sourceCode));

/**
 * @param {SourceCodeLike} sourceCode
 * @param {KnownGenerators['isImported']} [isImported]
 * @returns {ReadonlySet<string>} Those keys, and those under which it keeps what it imports.
 */
export function readGeneratorKeys(sourceCode, isImported) {
  /** @type {Set<string>} */
  const keys = new Set();
  let left = keptValues(sourceCode);
  // By one of its keys, a generator function gets under another.
  for (let found = true; found;) {
    const known = keys.size;
    left = left.filter(({ key, values }) => {
      const holds = values.some((value) =>
        holdsGenerator(sourceCode, value, { keys, ...(isImported && { isImported }) }),
      );
      if (holds) {
        keys.add(key);
      }
      return !holds;
    });
    found = keys.size > known;
  }
  return keys;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {{ key: string, values: readonly (TSESTree.Node | false | null | undefined)[] }[]} What a member may
 *   be given.
 */
function keptValues(sourceCode) {
  const members = [
    ...nodesOfType(sourceCode, 'Property'),
    ...nodesOfType(sourceCode, 'MethodDefinition'),
    ...nodesOfType(sourceCode, 'PropertyDefinition'),
  ].flatMap(({ computed, key, value }) =>
    computed
      ? []
      : [{ key: key.type === 'Identifier' ? key.name : (readString(key) ?? ''), values: [value] }],
  );
  const assigned = nodesOfType(sourceCode, 'AssignmentExpression').flatMap(({ left, right }) => {
    const key = left.type === 'MemberExpression' ? readKey(left) : undefined;
    return key === undefined ? [] : [{ key, values: [right] }];
  });
  const stubbed = nodesOfType(sourceCode, 'CallExpression').flatMap(({ arguments: values }) => {
    const [, name, value] = values;
    const key = readString(name);
    return key === undefined ? [] : [{ key, values: [value, ...describedBy(value)] }];
  });
  return [...members, ...assigned, ...stubbed];
}

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
