/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { outermostCast } from './casts.js';
import { Notes } from './facts.js';
import { isDirective, isWithin, nodesWithin, pushChildren } from './nodes.js';

/**
 * @typedef {TSESTree.FunctionDeclaration | TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression} FunctionNode
 */

/**
 * @param {TSESTree.Node | null | undefined} node
 * @returns {node is FunctionNode}
 */
export function isFunction(node) {
  const type = node?.type;
  return (
    type === 'FunctionDeclaration' ||
    type === 'FunctionExpression' ||
    type === 'ArrowFunctionExpression'
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The function whose code the node is; a function's own
 *   parameters and body are its code, its name is not.
 */
export function enclosingFunction(node) {
  for (let child = node, parent = node.parent; parent; child = parent, parent = parent.parent) {
    if (isFunction(parent) && child !== parent.id) {
      return parent;
    }
    if (
      parent.type === 'StaticBlock' ||
      (parent.type === 'PropertyDefinition' && child === parent.value)
    ) {
      return undefined;
    }
  }
  return undefined;
}

/**
 * @param {TSESTree.Node} node
 * @returns {FunctionNode[]} The functions around it, the innermost first.
 */
export function functionsAround(node) {
  const fn = enclosingFunction(node);
  return fn ? [fn, ...functionsAround(fn)] : [];
}

/**
 * @param {FunctionNode} node
 * @returns {string | undefined} The name that the code gives the function, for messages and for
 *   names made from it.
 */
export function functionName(node) {
  if (node.id) {
    return node.id.name;
  }
  const value = outermostCast(node);
  const parent = /** @type {TSESTree.Node} */ (value.parent);
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : undefined;
    case 'AssignmentExpression':
      return parent.left.type === 'MemberExpression'
        ? readName(parent.left.property, parent.left.computed)
        : readName(parent.left, false);
    case 'MethodDefinition':
    case 'Property':
    case 'PropertyDefinition':
      return parent.value === value ? readName(parent.key, parent.computed) : undefined;
    default:
      return undefined;
  }
}

/**
 * @param {FunctionNode} node
 * @returns {TSESTree.Node} The name that the function is known by, or the function.
 */
export function namedNode(node) {
  const parent = /** @type {TSESTree.Node} */ (outermostCast(node).parent);
  switch (parent.type) {
    case 'MethodDefinition':
    case 'Property':
    case 'PropertyDefinition':
      return parent.key;
    case 'VariableDeclarator':
      return parent.id;
    default:
      return node.id ?? node;
  }
}

/**
 * @param {TSESTree.Node} key
 * @param {boolean} computed
 * @returns {string | undefined}
 */
function readName(key, computed) {
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

/**
 * The parts of its call frame that a function uses. Arrow functions inside it share the
 * frame, so their uses count; those of other functions and of class bodies do not.
 *
 * @typedef {object} FrameUses
 * @property {TSESTree.ThisExpression[]} this
 * @property {TSESTree.Identifier[]} arguments
 * @property {boolean} evaluates Whether it calls `eval` by its name, which may use anything, or `disposes`:
 *   its code cannot go elsewhere.
 * @property {boolean} disposes Whether it declares with `using` what is disposed of where its block ends.
 * @property {boolean} others Whether it uses `super` or `new.target`.
 */

/** Without one of them in its text, escaped or not, a function uses nothing of its frame. */
const FRAME_WORDS = /\b(?:this|arguments|super|target|eval|using)\b|\\u/u;

/** @type {Notes<FunctionNode, FrameUses>} */
const frameUsesByFunction = new Notes();

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {FrameUses}
 */
export function frameUses(sourceCode, node) {
  let uses = frameUsesByFunction.get(node);
  if (!uses) {
    const isNamed = FRAME_WORDS.test(sourceCode.text.slice(...node.range));
    uses = readFrameUses(sourceCode, isNamed ? [...node.params, node.body] : []);
    frameUsesByFunction.set(node, uses);
  }
  return uses;
}

/**
 * @template {TSESTree.Node['type']} Type
 * @param {SourceCodeLike} sourceCode
 * @param {Type | `${Type}`} type
 * @param {TSESTree.Node} root
 * @returns {Extract<TSESTree.Node, { type: Type }>[]} Those within the root, in source order, without what
 *   belongs to a function inside it.
 */
export function frameNodesWithin(sourceCode, type, root) {
  return nodesWithin(sourceCode, type, root).filter((node) => {
    const fn = enclosingFunction(node);
    return !fn || fn === root || !isWithin(fn, root);
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {readonly TSESTree.Node[]} parts Of a function.
 * @returns {FrameUses}
 */
function readFrameUses(sourceCode, parts) {
  /** @type {FrameUses} */
  const uses = { this: [], arguments: [], evaluates: false, disposes: false, others: false };
  for (const part of parts) {
    for (const inner of nodesOfFrame(sourceCode, part, hasOwnFrame)) {
      if (inner.type === 'ThisExpression') {
        uses.this.push(inner);
      } else if (inner.type === 'Identifier' && inner.name === 'arguments' && isReference(inner)) {
        uses.arguments.push(inner);
      } else if (inner.type === 'Super' || inner.type === 'MetaProperty') {
        uses.others ||= inner.type === 'Super' || inner.meta.name === 'new';
      } else if (inner.type === 'CallExpression') {
        uses.evaluates ||= inner.callee.type === 'Identifier' && inner.callee.name === 'eval';
      } else if (inner.type === 'VariableDeclaration') {
        uses.disposes ||= disposes(inner);
      }
    }
  }
  uses.evaluates ||= uses.disposes;
  return uses;
}

/**
 *     function load() { … load() … }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it uses its own name, which code that takes its place would not have.
 */
export function usesOwnName(sourceCode, fn) {
  return sourceCode
    .getDeclaredVariables(fn)
    .filter(({ defs }) => defs.some(({ type, node }) => type === 'FunctionName' && node === fn))
    .some(({ references }) =>
      references.some(({ identifier }) =>
        isWithin(/** @type {TSESTree.Node} */ (identifier), fn.body),
      ),
    );
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `using file = open();`, `await using file = open();`
 */
export function disposes(node) {
  return node.type === 'VariableDeclaration' && /using$/u.test(node.kind);
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function hasOwnFrame(node) {
  return node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression';
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} root
 * @param {(node: TSESTree.Node) => boolean} leaves Whether what is below a node belongs to another
 *   frame.
 * @param {TSESTree.Node[]} [found]
 * @returns {TSESTree.Node[]} Of a class, what is evaluated where it stands: its decorators, heritage and
 *   computed keys.
 */
function nodesOfFrame(sourceCode, root, leaves, found = []) {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    found.push(node);
    if (isClass(node)) {
      for (const part of evaluatedInPlace(node)) {
        nodesOfFrame(sourceCode, part, leaves, found);
      }
    } else if (node === root || !leaves(node)) {
      pushChildren(sourceCode, node, stack);
    }
  }
  return found;
}

/**
 * @param {TSESTree.ClassDeclaration | TSESTree.ClassExpression} node
 * @returns {TSESTree.Node[]}
 */
function evaluatedInPlace({ decorators, superClass, body }) {
  const members = body.body.flatMap((member) => {
    const key = 'computed' in member && member.computed ? [member.key] : [];
    return 'decorators' in member ? [...(member.decorators ?? []), ...key] : key;
  });
  return [...(decorators ?? []), ...(superClass ? [superClass] : []), ...members];
}

/**
 * @param {TSESTree.Identifier} node
 * @returns {boolean} Whether the identifier stands for a variable, not for a key or a label.
 */
export function isReference(node) {
  const { parent } = node;
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed;
    case 'Property':
      return parent.value === node || parent.computed;
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.value === node || parent.computed;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return false;
    default:
      return true;
  }
}

/**
 * The nodes that run as part of the function itself, not of functions or members of classes inside it.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} node
 * @returns {TSESTree.Node[]} Parameters first.
 */
export function ownNodes(sourceCode, node) {
  return [...node.params, node.body].flatMap((part) => nodesOfFrame(sourceCode, part, isFunction));
}

/** @type {Notes<FunctionNode, readonly (TSESTree.Expression | null)[]>} */
const returnedByFunction = new Notes();

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @returns {readonly (TSESTree.Expression | null)[]} What it returns, in source order; null for `return;`.
 */
export function returnedBy(sourceCode, fn) {
  let returned = returnedByFunction.get(fn);
  if (!returned) {
    returned =
      fn.body.type === 'BlockStatement'
        ? ownNodes(sourceCode, fn).flatMap((node) =>
            node.type === 'ReturnStatement' ? [node.argument] : [],
          )
        : [fn.body];
    returnedByFunction.set(fn, returned);
  }
  return returned;
}

/**
 * @param {TSESTree.Node} node
 * @returns {node is TSESTree.ClassDeclaration | TSESTree.ClassExpression}
 */
function isClass(node) {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/**
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the body begins with `'use strict'` or another directive.
 */
export function hasDirective({ body }) {
  return body.type === 'BlockStatement' && isDirective(body.body[0]);
}

/**
 *     next => save(next)
 *
 * @param {FunctionNode} fn
 * @returns {boolean} Whether its one parameter has no parentheses, which no parameter at all would need.
 */
export function hasBareParameter(fn) {
  const [parameter] = fn.params;
  return (
    fn.type === 'ArrowFunctionExpression' &&
    parameter !== undefined &&
    parameter.range[0] === fn.range[0]
  );
}
