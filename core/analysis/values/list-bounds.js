/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { readCallee } from '../syntax/callees.js';
import { enclosingFunction, isFunction, returnedBy } from '../syntax/functions.js';
import { readKey } from '../modules/modules.js';
import { constantOf, readConstantInit, variableOf } from '../syntax/scopes.js';

/** So many jobs at once are no crowd, whatever they do. */
const FEW = 8;

/** The names of a part of a list, or of the number of its workers. */
const PART = /batch|chunk|concurren|cores|cpus|limit|parallel|thread|worker/iu;

const MAX_ALIASES = 4;

/** Methods that give no more elements than they are called on has. */
const NARROWING = new Set(['filter', 'flat', 'map', 'reverse', 'sort', 'toReversed', 'toSorted']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} list
 * @param {number} [depth]
 * @returns {boolean} Whether the list has few elements, as far as the file shows: a literal, a part of
 *   a list, as many as there are workers.
 */
export function isBounded(sourceCode, list, depth = MAX_ALIASES) {
  if (!list || depth === 0) {
    return false;
  }
  switch (list.type) {
    case 'ArrayExpression':
      return (
        list.elements.length <= FEW &&
        list.elements.every(
          (element) =>
            element?.type !== 'SpreadElement' || isBounded(sourceCode, element.argument, depth - 1),
        )
      );
    case 'ObjectExpression':
      return (
        list.properties.length <= FEW &&
        list.properties.every((property) => property.type === 'Property')
      );
    case 'AwaitExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return isBounded(
        sourceCode,
        list.type === 'AwaitExpression' ? list.argument : list.expression,
        depth,
      );
    case 'CallExpression':
    case 'NewExpression':
      return isBoundedCall(sourceCode, list, depth);
    case 'Identifier': {
      if (PART.test(list.name)) {
        return true;
      }
      const variable = variableOf(sourceCode, list);
      const constant = constantOf(sourceCode, list);
      return (
        variable !== undefined &&
        (constant === undefined
          ? isPartInTurn(variable)
          : isLeftAsItIs(variable, constant) && isBounded(sourceCode, constant, depth - 1))
      );
    }
    case 'MemberExpression':
      return PART.test(readKey(list) ?? '');
    default:
      return false;
  }
}

/**
 *     for (const files of chunk(list, 4)) { await Promise.all(files.map(pack)); }
 *
 * @param {Variable} variable
 * @returns {boolean} Whether a loop goes through the parts of a list with it, one after another.
 */
function isPartInTurn({ defs: [definition] }) {
  const declaration = definition?.parent;
  const loop = declaration?.parent;
  if (loop?.type !== 'ForOfStatement' || loop.left !== declaration) {
    return false;
  }
  const parts = loop.right.type === 'AwaitExpression' ? loop.right.argument : loop.right;
  const named = parts.type === 'CallExpression' ? parts.callee : parts;
  return named.type === 'MemberExpression'
    ? PART.test(readKey(named) ?? '')
    : named.type === 'Identifier' && PART.test(named.name);
}

/**
 * @param {Variable} variable
 * @param {TSESTree.Node} init
 * @returns {boolean} Whether nothing makes the list of the variable longer, but for a few elements that
 *   are pushed one by one.
 */
function isLeftAsItIs(variable, init) {
  const changes = variable.references
    .map(({ identifier }) => /** @type {TSESTree.Identifier} */ (identifier))
    .filter(isChange);
  return changes.length <= FEW && changes.every((change) => isSinglePush(change, init));
}

/**
 * @param {TSESTree.Identifier} identifier
 * @returns {boolean} `list.push(x)`
 */
function isChange({ parent, ...identifier }) {
  return (
    parent.type === 'MemberExpression' &&
    parent.object.range[0] === identifier.range[0] &&
    /^(?:add|push|set|splice|unshift|length)$/u.test(readKey(parent) ?? '')
  );
}

/**
 * @param {TSESTree.Identifier} list
 * @param {TSESTree.Node} init
 * @returns {boolean} Whether one element is pushed, once for each list: `if (trace) list.push(trace);`
 */
function isSinglePush({ parent: member }, init) {
  const call = member.parent;
  const fn = enclosingFunction(init);
  if (
    member.type !== 'MemberExpression' ||
    readKey(member) !== 'push' ||
    call?.type !== 'CallExpression' ||
    call.arguments.length !== 1 ||
    call.arguments[0]?.type === 'SpreadElement' ||
    enclosingFunction(call) !== fn
  ) {
    return false;
  }
  for (
    let node = /** @type {TSESTree.Node | undefined} */ (call.parent);
    node && node !== fn;
    node = node.parent
  ) {
    if (/^(?:DoWhile|For|ForIn|ForOf|While)Statement$/u.test(node.type)) {
      return false;
    }
  }
  return true;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @param {number} depth
 * @returns {boolean}
 */
function isBoundedCall(sourceCode, { callee, arguments: args }, depth) {
  const [first] = args;
  const fn = readCallee(sourceCode, callee);
  if (fn && isFunction(fn) && givesFew(sourceCode, fn, depth - 1)) {
    return true;
  }
  if (callee.type === 'Identifier') {
    // Array(4), new Array(workers)
    return callee.name === 'Array'
      ? args.length === 1 && isFewOrUnknown(first)
      : PART.test(callee.name) ||
          (/^(?:Map|Set)$/u.test(callee.name) && isBounded(sourceCode, first, depth - 1));
  }
  if (callee.type !== 'MemberExpression') {
    return false;
  }
  const key = readKey(callee) ?? '';
  const owner = callee.object.type === 'Identifier' ? callee.object.name : undefined;
  if (owner === 'Array' && key === 'from') {
    return isBoundedLength(sourceCode, first, depth);
  }
  if (owner === 'Object' && /^(?:entries|freeze|keys|values)$/u.test(key)) {
    return isBounded(sourceCode, first, depth - 1);
  }
  // list.slice(0, 4), queue.splice(0, 4), _.chunk(list, 4)
  return (
    ((key === 'slice' || key === 'splice') && args.length === 2) ||
    PART.test(key) ||
    (/^(?:entries|keys|values)$/u.test(key) && isRegistry(sourceCode, callee.object)) ||
    ((NARROWING.has(key) || key === 'fill' || key === 'keys') &&
      isBounded(sourceCode, callee.object, depth))
  );
}

/**
 *     const reports = new Map();  function send() { … reports.keys() … }
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {boolean} Whether it is a collection that stays from call to call: those that are filled for
 *   one may hold any number.
 */
function isRegistry(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  const init = variable && readConstantInit(variable)?.init;
  return (
    init?.type === 'NewExpression' &&
    init.callee.type === 'Identifier' &&
    /^(?:Map|Set)$/u.test(init.callee.name) &&
    init.arguments.length === 0 &&
    enclosingFunction(init) !== enclosingFunction(node)
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {FunctionNode} fn
 * @param {number} depth
 * @returns {boolean} Whether every list that the function returns has few elements.
 */
function givesFew(sourceCode, fn, depth) {
  const returned = returnedBy(sourceCode, fn);
  return (
    returned.length > 0 &&
    returned.every((list) => list !== null && isBounded(sourceCode, list, depth))
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} source The first argument of `Array.from`.
 * @param {number} depth
 * @returns {boolean}
 */
export function isBoundedLength(sourceCode, source, depth = MAX_ALIASES) {
  // Array.from({ length: 4 })
  if (source?.type === 'ObjectExpression') {
    const [length] = source.properties;
    return length?.type === 'Property' && isFewOrUnknown(length.value);
  }
  return isBounded(sourceCode, source, depth - 1);
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} A number that the code computes is mostly that of the workers.
 */
function isFewOrUnknown(node) {
  return !(node?.type === 'Literal' && Number(node.value) > FEW);
}
