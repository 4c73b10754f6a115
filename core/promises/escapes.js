/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../analysis/syntax/functions.js' */
/** @import { PatternContext } from '../contract/pattern.js' */
/** @import { FlowReader } from './flow.js' */
/** @import { SourceCodeLike } from '../source/source-code.js' */

import { enclosingFunction } from '../analysis/syntax/functions.js';
import { membersByKey } from '../analysis/syntax/members-by-key.js';
import { readKey } from '../analysis/modules/modules.js';
import { methodCallOn, nodesOfType } from '../analysis/syntax/nodes.js';
import { readsOf, variableOf } from '../analysis/syntax/scopes.js';
import { usesOf } from './function-uses.js';
import { readStatic } from './library.js';
import { isLibraryMethod } from './methods.js';
import { isSharedLink, methodOf } from './methods.js';

/**
 * Promises that leave an expression, and turn up in the file again under a name.
 */

/** Methods of lists that give an element. */
const TAKERS = /^(?:at|find|pop|shift)$/u;

/** Methods of all promises. */
export const NATIVE_METHODS = new Set(['then', 'catch', 'finally']);

/**
 *     exports.load = fn;    exports.load().then(first).bind(this)
 *     this.ready = node;    this.ready.map(load)
 *
 * @param {FlowReader} reader
 * @param {string | undefined} key Of a member that holds a promise, or a function that gives one; undefined
 *   for an element of a list.
 * @param {number} [depth]
 * @returns {boolean} Whether the file calls a method on such a member, or what it gives, that only
 *   promises of a library have, and that stays.
 */
export function isUsedByName(reader, key, depth = MAX_DEPTH) {
  const { sourceCode, options } = reader.context;
  if (options.api !== 'async') {
    return false;
  }
  if (key !== undefined && reader.context.isLibraryPromiseElsewhere?.(key)) {
    return true;
  }
  const members =
    key === undefined
      ? nodesOfType(sourceCode, 'MemberExpression').filter(
          (member) => isElement(member) || TAKERS.test(readKey(member) ?? ''),
        )
      : (membersByKey(sourceCode).get(key) ?? []);
  return (
    members.some((member) => !isWritten(reader, member) && isForeign(reader, member, depth)) ||
    // const { ready } = this;
    nodesOfType(sourceCode, 'Property').some((property) => {
      if (
        key === undefined ||
        property.parent.type !== 'ObjectPattern' ||
        nameOf(property) !== key
      ) {
        return false;
      }
      const { value } = property;
      const name = value.type === 'AssignmentPattern' ? value.left : value;
      const variable = variableOf(sourceCode, name);
      return (
        variable !== undefined &&
        readsOf(variable).some(({ identifier }) =>
          isForeign(reader, /** @type {TSESTree.Node} */ (identifier), depth),
        )
      );
    })
  );
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.MemberExpression} member
 * @returns {boolean} Whether it is a method of a promise that is written with `then` now, and none of
 *   the file: `promise.get('name')`.
 */
function isWritten({ context, isNativeLink }, member) {
  const { parent } = member;
  return (
    parent.type === 'CallExpression' &&
    parent.callee === member &&
    isNativeLink(parent) &&
    !isSharedLink(context, parent)
  );
}

/**
 * @param {TSESTree.MemberExpression} member
 * @returns {boolean} Whether it may be an element of a list: `promises[index]`.
 */
export function isElement({ computed, property }) {
  return computed && !(property.type === 'Literal' && typeof property.value === 'string');
}

/**
 * @param {FlowReader} reader
 * @param {TSESTree.Node} node
 * @param {number} [depth]
 * @returns {boolean} Whether the chain on the node, or on what it gives, has such a method.
 */
function isForeign(reader, node, depth = MAX_DEPTH) {
  const { context, isNativeLink } = reader;
  let value = node;
  if (value.parent?.type === 'CallExpression' && value.parent.callee === value) {
    value = value.parent;
  }
  for (;;) {
    const link = methodCallOn(value);
    if (!link) {
      break;
    }
    if (!isNativeLink(link)) {
      return isLibraryMethod(methodOf(context.sourceCode, link) ?? '');
    }
    value = link;
  }
  const { parent } = value;
  // load() { return this.run(); }    this.ready = this.run();
  const fn = returningFunction(value);
  const name = parent && parent !== fn ? nameOf(parent) : undefined;
  if (
    depth > 0 &&
    ((fn && namesOfValue(context, fn).some((key) => isUsedByName(reader, key, depth - 1))) ||
      (name !== undefined && isUsedByName(reader, name, depth - 1)))
  ) {
    return true;
  }
  // const last = running[id];
  const [variable] =
    parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
      ? context.sourceCode.getDeclaredVariables(parent)
      : [];
  return (
    variable !== undefined &&
    depth > 0 &&
    readsOf(variable).some(({ identifier }) =>
      isForeign(reader, /** @type {TSESTree.Node} */ (identifier), depth - 1),
    )
  );
}

/**
 * @param {TSESTree.Node} node
 * @returns {string | undefined} The key of the member that the node is given to.
 */
export function nameOf(node) {
  if (node.type === 'AssignmentExpression') {
    return node.left.type === 'MemberExpression' ? readKey(node.left) : undefined;
  }
  if (
    (node.type !== 'Property' &&
      node.type !== 'MethodDefinition' &&
      node.type !== 'PropertyDefinition') ||
    node.computed
  ) {
    return undefined;
  }
  const { key } = node;
  return key.type === 'Identifier'
    ? key.name
    : key.type === 'Literal'
      ? String(key.value)
      : undefined;
}

/**
 * @param {FlowReader} reader
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is a member that the file calls for a promise of the library.
 */
export function hasMemberUse(reader, fn) {
  return namesOfValue(reader.context, fn).some((key) => isUsedByName(reader, key));
}

/**
 *     [load]    load = other    use(load)
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the file gives it to something else than a member.
 */
export function leavesUnnamed({ sourceCode }, fn) {
  const declaration = fn.type === 'FunctionDeclaration' ? fn : fn.parent;
  const [variable] = /Declarat/u.test(declaration.type)
    ? sourceCode.getDeclaredVariables(declaration)
    : [];
  const places = variable ? readsOf(variable).map(({ identifier }) => identifier) : [fn];
  return places.some(
    (place) =>
      !(place.parent?.type === 'CallExpression' && place.parent.callee === place) &&
      membersGiven(sourceCode, /** @type {TSESTree.Node} */ (place)).length === 0,
  );
}

/**
 *     exports.load = node    { load: node }    const load = node; exports.get = load;
 *
 * @param {PatternContext} context
 * @param {TSESTree.Node} node A function, or what gives one.
 * @param {number} [depth]
 * @returns {string[]} The keys of the members that are given it, or what another function makes of it;
 *   `load()` where what `load` gives is meant, `exports` for what the file itself exports.
 */
export function namesOfValue(context, node, depth = MAX_DEPTH) {
  const { sourceCode } = context;
  const names = membersGiven(sourceCode, node);
  const maker = returningFunction(node);
  if (depth > 0 && maker) {
    const calls = usesOf(context, maker)?.calls ?? [];
    names.push(
      ...namesOfValue(context, maker, depth - 1).map((name) => `${name}()`),
      ...calls.flatMap((call) => namesOfValue(context, call, depth - 1)),
    );
  }
  const declaration = node.type === 'FunctionDeclaration' ? node : node.parent;
  const isConstant =
    declaration?.type === 'VariableDeclarator' && declaration.id.type === 'Identifier';
  const [variable] =
    declaration && (declaration === node || isConstant)
      ? sourceCode.getDeclaredVariables(declaration)
      : [];
  if (!declaration || !variable || depth === 0) {
    return names;
  }
  const statement = isConstant ? declaration.parent : declaration;
  if (statement.parent?.type === 'ExportNamedDeclaration') {
    names.push(variable.name);
  }
  for (const { identifier } of readsOf(variable)) {
    names.push(...namesOfValue(context, /** @type {TSESTree.Node} */ (identifier), depth - 1));
  }
  return names;
}

/** How many names, or functions that make functions, are followed. */
const MAX_DEPTH = 3;

/**
 * @param {TSESTree.Node} node
 * @returns {FunctionNode | undefined} The function, no async one, that returns the node.
 */
export function returningFunction(node) {
  const { parent } = node;
  const fn =
    parent?.type === 'ArrowFunctionExpression' && parent.body === node
      ? parent
      : parent?.type === 'ReturnStatement'
        ? enclosingFunction(parent)
        : undefined;
  return fn?.async ? undefined : fn;
}

/**
 *     files = Promise.map(names, fn)    files = promise.then(fn)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it makes a promise of its own of what the functions give that it is given.
 */
function isAdopting(sourceCode, call) {
  return (
    readStatic(sourceCode, call) !== undefined ||
    (call.callee.type === 'MemberExpression' && NATIVE_METHODS.has(readKey(call.callee) ?? ''))
  );
}

/**
 *     exports.load = module.exports.get = node
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {string[]} The keys of the members that are given the node.
 */
function membersGiven(sourceCode, node) {
  /** @type {string[]} */
  const keys = [];
  for (let value = node, { parent } = node; parent; value = parent, { parent } = value) {
    if (parent.type === 'ExportDefaultDeclaration') {
      keys.push('exports');
    } else if (parent.type === 'ExportSpecifier') {
      const { exported } = parent;
      const key = exported.type === 'Identifier' ? exported.name : exported.value;
      keys.push(key === 'default' ? 'exports' : key);
    }
    const key = nameOf(parent);
    if (key !== undefined) {
      keys.push(key);
    }
    // exports.load = cached(node)
    const isArgument =
      parent.type === 'CallExpression' &&
      parent.callee !== value &&
      !isAdopting(sourceCode, parent);
    if (parent.type !== 'AssignmentExpression' && !isArgument) {
      return keys;
    }
  }
  return keys;
}
