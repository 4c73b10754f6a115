/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { oncePerFile } from './facts.js';
import { readKey, readString } from './modules.js';
import { nodesOfType } from './nodes.js';
import { findVariable } from './scopes.js';

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} value
 * @returns {boolean} Whether it is a generator function, or a variable that holds one.
 */
export function holdsGenerator(sourceCode, value) {
  if (value?.type === 'FunctionExpression' || value?.type === 'FunctionDeclaration') {
    return value.generator && !value.async;
  }
  if (value?.type !== 'Identifier') {
    return false;
  }
  const [definition] = findVariable(sourceCode, value, value.name)?.defs ?? [];
  if (definition?.type === 'Variable') {
    const { init } = definition.node;
    return init?.type === 'FunctionExpression' && init.generator && !init.async;
  }
  const fn = definition?.type === 'FunctionName' ? definition.node : undefined;
  return fn?.type === 'FunctionDeclaration' && fn.generator && !fn.async;
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
    if (key !== undefined && holdsGenerator(sourceCode, value)) {
      keys.add(key);
    }
  }
  return keys;
});
