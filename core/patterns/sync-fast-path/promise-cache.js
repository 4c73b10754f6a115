/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Plan } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Hit, Store } from './cache.js' */

import { frameUses, ownNodes } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import {
  constantOf,
  findVariable,
  isGlobal,
  variableOf,
  writesOf,
} from '../../analysis/syntax/scopes.js';
import { indentLines, removeBetween } from '../../edits/edit.js';
import { indentOf, newlineOf } from '../../edits/indentation.js';
import { takeUniqueName } from '../../edits/names.js';
import { removeStatement } from '../../edits/statements.js';
import { skipWhitespace, textOf } from '../../edits/trivia.js';

/**
 * Plans to keep promises in place of values. That changes what is in the cache, so nothing else may
 * look into it; and a promise that is rejected has to leave it, or the failure would stay for ever.
 *
 *     if (users.has(id)) return users.get(id);
 *     …
 *     users.set(id, user);
 *     return user;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @param {Hit} hit
 * @param {Store} store
 * @returns {Plan | undefined} Undefined for other forms than this.
 */
export function planPromiseCache(sourceCode, node, { slot, statement: guard }, store) {
  const body = /** @type {TSESTree.BlockStatement} */ (node.body);
  const [first] = body.body;
  const [keeping, returning] = body.body.slice(-2);
  const { cache, key } = slot;
  if (
    first !== guard ||
    guard.type !== 'IfStatement' ||
    guard.test.type !== 'CallExpression' ||
    (guard.consequent.type === 'BlockStatement' && guard.consequent.body.length > 1) ||
    keeping?.type !== 'ExpressionStatement' ||
    keeping.expression !== store.node ||
    returning?.type !== 'ReturnStatement' ||
    returning.argument?.type !== 'Identifier' ||
    textOf(sourceCode, returning.argument) !== textOf(sourceCode, store.value) ||
    cache.type !== 'Identifier' ||
    key?.type !== 'Identifier' ||
    !isOwnMap(sourceCode, node, cache) ||
    !isConstantParameter(sourceCode, node, key) ||
    !isPlainFunction(sourceCode, node) ||
    returnsElsewhere(sourceCode, node, [guard, returning])
  ) {
    return undefined;
  }
  const { text } = sourceCode;
  const indent = indentOf(text, guard.range[0]);
  const line = newlineOf(sourceCode) + indent;
  const promise = takeUniqueName(sourceCode, 'promise');
  const lines = [
    '})();',
    `${cache.name}.set(${key.name}, ${promise});`,
    `${promise}.catch(() => ${cache.name}.delete(${key.name}));`,
    `return ${promise};`,
  ];
  const start = node.range[0];
  return {
    edits: [
      removeBetween(start, skipWhitespace(text, start + 'async'.length)),
      {
        range: [guard.range[1], guard.range[1]],
        text: `${line}const ${promise} = (async () => {`,
        side: 'close',
      },
      indentLines([guard.range[1], returning.range[1]], 1),
      removeStatement(sourceCode, keeping),
      {
        range: [returning.range[1], returning.range[1]],
        text: lines.map((one) => line + one).join(''),
      },
    ],
    safe: false,
    assumes: [],
  };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Identifier} cache
 * @returns {boolean} Whether it is a `Map` that only this function uses.
 */
function isOwnMap(sourceCode, fn, cache) {
  const variable = findVariable(sourceCode, cache, cache.name);
  const init = constantOf(sourceCode, cache);
  return (
    init?.type === 'NewExpression' &&
    init.arguments.length === 0 &&
    isGlobal(sourceCode, init.callee, 'Map') &&
    Boolean(variable) &&
    (variable?.references ?? []).every(({ identifier }) => {
      const { parent } = identifier;
      return (
        parent.type === 'VariableDeclarator' ||
        (isWithin(identifier, fn) &&
          parent.type === 'MemberExpression' &&
          /^(?:get|has|set)$/u.test(readKey(parent) ?? ''))
      );
    }) &&
    !isExported(init)
  );
}

/**
 * @param {TSESTree.Node} init
 * @returns {boolean}
 */
function isExported(init) {
  return init.parent?.parent?.parent?.type === 'ExportNamedDeclaration';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Identifier} key
 * @returns {boolean}
 */
function isConstantParameter(sourceCode, fn, key) {
  const variable = variableOf(sourceCode, key);
  return (
    variable !== undefined &&
    fn.params.some((parameter) => parameter === variable.defs[0]?.name) &&
    writesOf(variable).length === 0
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {boolean} Whether the function may lose its `async`: its parameters run no code, and
 *   nothing relies on it but its callers.
 */
function isPlainFunction(sourceCode, node) {
  const { evaluates, arguments: values } = frameUses(sourceCode, node);
  return (
    (node.type === 'FunctionDeclaration' || node.parent.type === 'VariableDeclarator') &&
    node.params.every(({ type }) => type === 'Identifier') &&
    !evaluates &&
    values.length === 0 &&
    (node.returnType ?? null) === null
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {readonly TSESTree.Node[]} known
 * @returns {boolean}
 */
function returnsElsewhere(sourceCode, fn, known) {
  for (const node of ownNodes(sourceCode, fn)) {
    if (node.type === 'ReturnStatement' && !known.some((part) => isWithin(node, part))) {
      return true;
    }
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      return true;
    }
  }
  return false;
}
