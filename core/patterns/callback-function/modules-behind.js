/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readKey, resolveOrigin } from '../../analysis/modules.js';
import { readConstantInit, variableOf } from '../../analysis/scopes.js';
import { definitionsByName } from './methods.js';

/**
 * Modules that a function may come from though no path leads to it.
 *
 *     require('./store')(options).load    const go = lib.find.bind(lib)    this.go = wrap(lib.find)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node What is called, or what it is made from.
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {string[]} As the file names them.
 */
export function modulesBehind(sourceCode, node, seen = new Set()) {
  if (!node || seen.has(node)) {
    return [];
  }
  seen.add(node);
  const origin = resolveOrigin(sourceCode, node);
  return origin?.kind === 'module'
    ? [origin.name]
    : partsOf(sourceCode, node).flatMap((part) => modulesBehind(sourceCode, part, seen));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {readonly (TSESTree.Node | null | undefined)[]} What it is made from.
 */
function partsOf(sourceCode, node) {
  switch (node.type) {
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      return [variable && readConstantInit(variable)?.init];
    }
    case 'CallExpression':
    case 'NewExpression':
      return [node.callee, ...node.arguments];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    case 'LogicalExpression':
      return [node.left, node.right];
    case 'MemberExpression': {
      const key = readKey(node);
      const definitions = key === undefined ? [] : definitionsByName(sourceCode).get(key);
      return [node.object, ...(definitions ?? []).map(({ value }) => value)];
    }
    case 'ObjectExpression':
      return node.properties.map((each) => ('argument' in each ? each.argument : undefined));
    default:
      return [];
  }
}

/**
 *     fn(key, cb)    options[name](key, cb)    const go = fn.bind(null, key); go(cb)    this.fn = fn; this.fn(key, cb)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | null | undefined} node What is called.
 * @param {Set<TSESTree.Node>} [seen]
 * @returns {boolean} Whether it may be what a function of the file is given, which no name tells.
 */
export function leadsToParameter(sourceCode, node, seen = new Set()) {
  if (!node || seen.has(node)) {
    return false;
  }
  seen.add(node);
  const [object, ...parts] = partsOf(sourceCode, node);
  return (
    variableOf(sourceCode, node)?.defs[0]?.type === 'Parameter' ||
    (node.type === 'MemberExpression' && !/^(?:apply|bind|call)$/u.test(readKey(node) ?? 'call')
      ? parts
      : [object, ...parts]
    ).some((part) => leadsToParameter(sourceCode, part, seen))
  );
}
