/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */

import { outermostCast } from '../syntax/casts.js';
import { isFunction } from '../syntax/functions.js';
import { readGlobalPath } from './global-values.js';
import { readKey, readString } from './modules.js';
import { constantOf, variableOf } from '../syntax/scopes.js';

/**
 * One property of an object that is given a value, defined anew or deleted, however it is spelt.
 *
 * @typedef {object} PropertyWrite
 * @property {TSESTree.Node} node The smallest node that shows it: `object.key`, a property of a
 *   literal, a call.
 * @property {'assignment' | 'pattern' | 'assign' | 'define' | 'set' | 'getter' | 'change'} form
 * @property {string} key The name; `@@species` for `Symbol.species`.
 * @property {TSESTree.Expression} [value] Undefined where it is not a single expression.
 * @property {boolean} givesValue Whether it is certain to put another value there; a descriptor may
 *   change flags only, or give back what was read before.
 * @property {string} [operator] Of an assignment.
 * @property {TSESTree.Node} expression The assignment or the call.
 */

const MAX_SPREADS = 3;

const ASSIGNMENTS = new Set(['=', '||=', '&&=', '??=']);

/** Functions that write to their first argument. */
export const WRITERS = new Set([
  'Object.assign',
  'Object.defineProperties',
  'Object.defineProperty',
  'Object.setPrototypeOf',
  'Reflect.defineProperty',
  'Reflect.deleteProperty',
  'Reflect.set',
  'Reflect.setPrototypeOf',
]);

/** Their own names. */
const WRITER_KEYS = new Set([...WRITERS].map((path) => path.slice(path.indexOf('.') + 1)));

/**
 * The property writes in which an expression is the object that is written to.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} object
 * @returns {PropertyWrite[]}
 */
export function propertyWrites(sourceCode, object) {
  const target = outermostCast(object);
  const { parent } = target;
  if (parent?.type === 'MemberExpression' && parent.object === target) {
    return memberWrites(sourceCode, parent);
  }
  if (parent?.type === 'CallExpression' && parent.arguments[0] === target) {
    return callWrites(sourceCode, parent);
  }
  return [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} member
 * @returns {PropertyWrite[]}
 */
function memberWrites(sourceCode, member) {
  const key = readPropertyKey(sourceCode, member);
  if (key !== undefined) {
    return keyWrites(sourceCode, member, key);
  }
  return listedKeys(sourceCode, member.property).flatMap((each) =>
    keyWrites(sourceCode, member, each).map(({ node, expression }) => ({
      node,
      form: 'change',
      key: each,
      givesValue: false,
      expression,
    })),
  );
}

/**
 *     for (const key of ['then', 'catch']) object[key] = …
 *     ['then', 'catch'].forEach((key) => { object[key] = …; })
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {string[]} The texts that the variable of the loop goes through.
 */
function listedKeys(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  const [definition] = variable?.defs ?? [];
  const parent = /** @type {TSESTree.Node | undefined} */ (definition?.node.parent);
  const callee = parent?.type === 'CallExpression' ? parent.callee : undefined;
  const list =
    callee?.type === 'MemberExpression'
      ? isFunction(definition?.node) &&
        definition.node.params[0] === definition.name &&
        readKey(callee) === 'forEach' &&
        callee.object
      : parent?.parent?.type === 'ForOfStatement' && parent.parent.right;
  const array = list ? (constantOf(sourceCode, list) ?? list) : undefined;
  return array?.type === 'ArrayExpression'
    ? array.elements.flatMap((element) => readText(element ?? undefined) ?? [])
    : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} member
 * @param {string} key Of it.
 * @returns {PropertyWrite[]}
 */
function keyWrites(sourceCode, member, key) {
  const target = outermostCast(member);
  const parent = /** @type {TSESTree.Node} */ (target.parent);
  const isAssigned = parent.type === 'AssignmentExpression' && parent.left === target;
  // object.key = value
  if (isAssigned && ASSIGNMENTS.has(parent.operator)) {
    const { operator, right: value } = parent;
    return [
      {
        node: member,
        form: 'assignment',
        key,
        value,
        givesValue: true,
        operator,
        expression: parent,
      },
    ];
  }
  // delete object.key, object.key += value, object.key++
  if (
    isAssigned ||
    parent.type === 'UpdateExpression' ||
    (parent.type === 'UnaryExpression' && parent.operator === 'delete')
  ) {
    return [{ node: member, form: 'change', key, givesValue: false, expression: parent }];
  }
  // object.__defineGetter__('key', getter)
  if (parent.type === 'CallExpression' && parent.callee === target && key === '__defineGetter__') {
    const name = readKeyExpression(sourceCode, parent.arguments[0]);
    return name === undefined
      ? []
      : [{ node: parent, form: 'getter', key: name, givesValue: true, expression: parent }];
  }
  const pattern = enclosingPattern(target);
  return pattern
    ? [{ node: member, form: 'pattern', key, givesValue: true, expression: pattern }]
    : [];
}

/**
 *     lib.load = stub        [lib.load] = stubs        for (lib.load of stubs);        delete lib.load
 *
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is given a value, or taken away.
 */
export function isTarget(node) {
  const target = outermostCast(node);
  const { parent } = target;
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.left === target;
    case 'UpdateExpression':
      return true;
    case 'UnaryExpression':
      return parent.operator === 'delete';
    default:
      return enclosingPattern(target) !== undefined;
  }
}

/**
 * @param {TSESTree.Node} target
 * @returns {TSESTree.Node | undefined} The assignment or loop whose pattern the target stands in:
 *   `[target] = …`, `({ key: target } = …)`, `for (target of …)`.
 */
export function enclosingPattern(target) {
  for (let node = target, { parent } = node; parent; node = parent, { parent } = node) {
    switch (parent.type) {
      case 'ArrayPattern':
      case 'ObjectPattern':
      case 'RestElement':
        break;
      case 'AssignmentPattern':
        if (parent.left !== node) {
          return undefined;
        }
        break;
      case 'Property':
        if (parent.value !== node || parent.parent.type !== 'ObjectPattern') {
          return undefined;
        }
        break;
      case 'AssignmentExpression':
      case 'ForInStatement':
      case 'ForOfStatement':
        return parent.left === node ? parent : undefined;
      default:
        return undefined;
    }
  }
  return undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {PropertyWrite[]}
 */
function callWrites(sourceCode, call) {
  const key = call.callee.type === 'MemberExpression' ? readKey(call.callee) : undefined;
  if (key !== undefined && !WRITER_KEYS.has(key)) {
    return [];
  }
  const [, second, third] = call.arguments;
  switch (readGlobalPath(sourceCode, call.callee)) {
    case 'Object.assign':
      return call.arguments.slice(1).flatMap((source) => assignedBy(sourceCode, call, source));
    case 'Object.defineProperty':
    case 'Reflect.defineProperty':
      return definedBy(sourceCode, call, second, third, call);
    case 'Object.defineProperties':
      return propertiesOf(sourceCode, second).flatMap(({ key, property, isInline }) =>
        definedByDescriptor(sourceCode, call, key, property.value, isInline ? property : call),
      );
    case 'Reflect.deleteProperty':
    case 'Reflect.set': {
      const name = readKeyExpression(sourceCode, second);
      return name === undefined
        ? []
        : [
            {
              node: call,
              form: 'set',
              key: name,
              ...valueOf(third),
              givesValue: third !== undefined,
              expression: call,
            },
          ];
    }
    default:
      return [];
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} source
 * @returns {PropertyWrite[]}
 */
function assignedBy(sourceCode, call, source) {
  return propertiesOf(sourceCode, source).map(({ key, property, isInline }) => ({
    node: isInline ? property : call,
    form: 'assign',
    key,
    ...valueOf(property.kind === 'init' ? property.value : undefined),
    givesValue: true,
    expression: call,
  }));
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node | undefined} name
 * @param {TSESTree.Node | undefined} descriptor
 * @param {TSESTree.Node} node
 * @returns {PropertyWrite[]}
 */
function definedBy(sourceCode, call, name, descriptor, node) {
  const key = readKeyExpression(sourceCode, name);
  return key === undefined ? [] : definedByDescriptor(sourceCode, call, key, descriptor, node);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {string} key
 * @param {TSESTree.Node | undefined} descriptor
 * @param {TSESTree.Node} node
 * @returns {PropertyWrite[]}
 */
function definedByDescriptor(sourceCode, call, key, descriptor, node) {
  const parts = propertiesOf(sourceCode, readObject(sourceCode, descriptor));
  const value = parts.find((part) => part.key === 'value')?.property;
  const getter = parts.find((part) => part.key === 'get')?.property;
  const given = value ? value.value : getter && returnedBy(getter.value);
  return [
    {
      node,
      form: 'define',
      key,
      ...valueOf(given),
      givesValue: Boolean(value ?? getter),
      expression: call,
    },
  ];
}

/**
 * @param {TSESTree.Node} getter
 * @returns {TSESTree.Node | undefined} What `() => value` and `() { return value; }` return.
 */
function returnedBy(getter) {
  if (getter.type === 'ArrowFunctionExpression' && getter.body.type !== 'BlockStatement') {
    return getter.body;
  }
  if (getter.type !== 'ArrowFunctionExpression' && getter.type !== 'FunctionExpression') {
    return undefined;
  }
  const [statement] = /** @type {TSESTree.BlockStatement} */ (getter.body).body;
  return statement?.type === 'ReturnStatement' ? (statement.argument ?? undefined) : undefined;
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {{ value?: TSESTree.Expression }}
 */
function valueOf(node) {
  return node && node.type !== 'SpreadElement'
    ? { value: /** @type {TSESTree.Expression} */ (node) }
    : {};
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} source An object literal, or a constant that holds one.
 * @param {number} [depth] `const all = { ...all }` ends there.
 * @returns {{ key: string, property: TSESTree.Property, isInline: boolean }[]}
 */
function propertiesOf(sourceCode, source, depth = MAX_SPREADS) {
  return (readObject(sourceCode, source)?.properties ?? []).flatMap((property) => {
    if (property.type !== 'Property') {
      return depth > 0 ? propertiesOf(sourceCode, property.argument, depth - 1) : [];
    }
    const key =
      !property.computed && property.key.type === 'Identifier'
        ? property.key.name
        : readKeyExpression(sourceCode, property.key);
    return key === undefined
      ? []
      : [{ key, property, isInline: source?.type === 'ObjectExpression' }];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @returns {TSESTree.ObjectExpression | undefined}
 */
function readObject(sourceCode, node) {
  const object = node && (constantOf(sourceCode, node) ?? node);
  return object?.type === 'ObjectExpression' ? object : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.MemberExpression} member
 * @returns {string | undefined} As `readKey`; `@@species` for `[Symbol.species]`, and the text of a
 *   constant for `[KEY]`.
 */
function readPropertyKey(sourceCode, member) {
  return member.computed ? readKeyExpression(sourceCode, member.property) : readKey(member);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} node
 * @returns {string | undefined}
 */
function readKeyExpression(sourceCode, node) {
  const text = readText(node);
  if (text !== undefined) {
    return text;
  }
  const path = readGlobalPath(sourceCode, node);
  if (path?.startsWith('Symbol.')) {
    return path.replace('Symbol.', '@@');
  }
  return node?.type === 'Identifier' ? readText(constantOf(sourceCode, node) ?? node) : undefined;
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {string | undefined}
 */
function readText(node) {
  return node?.type === 'Literal' ? String(node.value) : readString(node);
}
