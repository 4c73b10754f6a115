/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import { Notes } from '../syntax/facts.js';
import { enclosingFunction, ownNodes } from '../syntax/functions.js';
import { readKey } from '../modules/modules.js';
import { variableOf } from '../syntax/scopes.js';

/**
 * Functions that do something on their first call only and keep the result:
 *
 *     if (!template) template = load();    return (cache[key] ??= load(key));
 *     if (!cache.has(key)) cache.set(key, load(key));
 *     let size = sizes[name]; if (!size) sizes[name] = size = measure(name);
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether a function around the node tests something from outside itself that it
 *   also sets. It need not be this node that runs once.
 */
export function isGuardedOnce(sourceCode, node) {
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    if (keepsResult(sourceCode, fn)) {
      return true;
    }
  }
  return false;
}

/** @type {Notes<FunctionNode, boolean>} */
const keptByFunction = new Notes();

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function keepsResult(sourceCode, fn) {
  let isKept = keptByFunction.get(fn);
  if (isKept === undefined) {
    isKept = readKeepsResult(sourceCode, fn);
    keptByFunction.set(fn, isKept);
  }
  return isKept;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function readKeepsResult(sourceCode, fn) {
  /** @type {Set<string>} */
  const set = new Set();
  /** @type {TSESTree.Node[]} */
  const tests = [];
  /** @type {{ name: string, text: string }[]} */
  const copies = [];
  for (const node of ownNodes(sourceCode, fn)) {
    switch (node.type) {
      case 'AssignmentExpression':
        if (node.left.type === 'Identifier') {
          copies.push({ name: node.left.name, text: textOf(sourceCode, node.right) });
        }
        if (isFromOutside(sourceCode, fn, node.left)) {
          if (node.operator === '??=' || node.operator === '||=') {
            return true;
          }
          set.add(textOf(sourceCode, node.left));
        }
        break;
      case 'CallExpression':
        // cache.set(key, value)
        if (node.callee.type === 'MemberExpression' && readKey(node.callee) === 'set') {
          set.add(textOf(sourceCode, node.callee.object));
        }
        break;
      case 'ConditionalExpression':
      case 'IfStatement':
        tests.push(node.test);
        break;
      case 'LogicalExpression':
        tests.push(node.left);
        break;
      case 'VariableDeclarator':
        if (node.id.type === 'Identifier' && node.init) {
          copies.push({ name: node.id.name, text: textOf(sourceCode, node.init) });
        }
        break;
      default:
    }
  }
  const kept = [...set];
  const copied = new Set(
    copies
      .filter(({ text }) => kept.some((each) => text === each || text.startsWith(`${each}.get(`)))
      .map(({ name }) => name),
  );
  return tests.some(
    (test) =>
      kept.some((text) => textOf(sourceCode, test).includes(text)) || copied.has(testedName(test)),
  );
}

/**
 * @param {TSESTree.Node} test
 * @returns {string} `size` of `!size`, of `size === undefined`; an empty one for anything else.
 */
function testedName(test) {
  switch (test.type) {
    case 'Identifier':
      return test.name;
    case 'UnaryExpression':
      return testedName(test.argument);
    case 'BinaryExpression':
      return testedName(test.left);
    default:
      return '';
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {TSESTree.Node} target
 * @returns {boolean}
 */
function isFromOutside(sourceCode, fn, target) {
  let object = target;
  while (object.type === 'MemberExpression') {
    object = object.object;
  }
  if (object.type !== 'Identifier') {
    return object.type === 'ThisExpression';
  }
  const variable = variableOf(sourceCode, object);
  const [definition] = variable?.defs ?? [];
  return (
    !definition || definition.name.range[0] < fn.range[0] || definition.name.range[1] > fn.range[1]
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {string}
 */
function textOf({ text }, node) {
  return text.slice(...node.range);
}
