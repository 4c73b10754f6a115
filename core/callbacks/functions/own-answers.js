/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Translator } from '../plan/translator.js' */

import { enclosingFunction, isFunction } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isWithin, nodesOfType, nodesWithin } from '../../analysis/syntax/nodes.js';
import { isNullish } from './functions.js';

/**
 * What a function gives to callers that pass no callback, where it is something of its own: with
 * `--api=dual` they would get a promise in its place.
 *
 *     if (!cb) return stream;        if (!cb) return fs.statSync(file).size;
 */

/**
 * @param {Pick<Translator, 'sourceCode' | 'target'>} translator
 * @returns {boolean}
 */
export function answersWithout({ sourceCode, target }) {
  return (
    // const callback = cb || noop;
    target.callback.defs.every(({ type }) => type !== 'Parameter') ||
    isConstructor(sourceCode, target) ||
    (isOptional(target) && givesValue(sourceCode, target))
  );
}

/**
 *     function Image(file, cb) { if (!(this instanceof Image)) return new Image(file, cb); … }
 *
 * @param {Translator['sourceCode']} sourceCode
 * @param {Translator['target']} target
 * @returns {boolean}
 */
function isConstructor(sourceCode, { fn, variable }) {
  if (fn.type === 'ArrowFunctionExpression') {
    return false;
  }
  const names = [...sourceCode.getDeclaredVariables(fn), variable].flatMap((each) =>
    each?.defs.some(({ type }) => type !== 'Parameter')
      ? each.references.map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
      : [],
  );
  return (
    names.some(
      ({ parent, range }) =>
        (parent?.type === 'NewExpression' && parent.callee.range === range) ||
        (parent?.type === 'BinaryExpression' && parent.operator === 'instanceof') ||
        (parent?.type === 'MemberExpression' &&
          parent.object.range === range &&
          readKey(parent) === 'prototype'),
    ) || nodesOfType(sourceCode, 'MetaProperty').some((each) => enclosingFunction(each) === fn)
  );
}

/**
 * @param {Translator['target']} target
 * @returns {boolean} Whether it asks for its callback, or makes one up.
 */
function isOptional({ fn, callback }) {
  return callback.references.some(({ identifier }) => {
    const use = /** @type {TSESTree.Node} */ (identifier);
    const { parent } = use;
    switch (enclosingFunction(use) === fn ? parent?.type : undefined) {
      case 'AssignmentPattern':
      case 'ConditionalExpression':
      case 'IfStatement':
      case 'LogicalExpression':
      case 'UnaryExpression':
        return true;
      case 'BinaryExpression':
        return /^[!=]==?$/u.test(/** @type {TSESTree.BinaryExpression} */ (parent).operator);
      case 'AssignmentExpression':
        return /^(?:\|\||\?\?)=$/u.test(
          /** @type {TSESTree.AssignmentExpression} */ (parent).operator,
        );
      default:
        return false;
    }
  });
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {Translator['target']} target
 * @returns {boolean}
 */
function givesValue(sourceCode, { fn, callback, variable, name }) {
  const uses = callback.references.map(
    ({ identifier }) => /** @type {TSESTree.Node} */ (identifier),
  );
  const isOwn = (/** @type {TSESTree.Node} */ callee) =>
    callee.type === 'Identifier'
      ? [fn.id?.name, variable?.name].includes(callee.name)
      : callee.type === 'MemberExpression' && name !== '' && readKey(callee) === name;
  /** @type {(value: TSESTree.Node | null) => boolean} */
  const isValue = (value) => {
    if (!value || isNullish(value)) {
      return false;
    }
    if (value.type === 'LogicalExpression') {
      return isValue(value.right);
    }
    // What is handed the callback gives nothing, or what it gave before.
    return !(
      value.type === 'CallExpression' &&
      (isOwn(value.callee) ||
        uses.some((use) => isWithin(use, value)) ||
        value.arguments.some((each) => isFunction(each)))
    );
  };
  return nodesWithin(sourceCode, 'ReturnStatement', fn).some(
    (node) => enclosingFunction(node) === fn && isValue(node.argument),
  );
}
