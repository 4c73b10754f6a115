/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { PropertyWrite } from '../analysis/modules/property-writes.js' */

import { outermostCast, withoutCasts } from '../analysis/syntax/casts.js';
import { globalValues } from '../analysis/modules/global-values.js';
import { importsAny } from '../analysis/modules/module-references.js';
import { isModuleMember, readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { innermostNode, nodesOfType } from '../analysis/syntax/nodes.js';
import { writtenKeys } from '../analysis/modules/patch-signs.js';
import { isNativeInstance } from '../analysis/promises/promise-instances.js';
import { runsWithoutPromiseOnly } from '../analysis/promises/promise-presence.js';
import { propertyWrites } from '../analysis/modules/property-writes.js';
import { constantOf } from '../analysis/syntax/scopes.js';

/**
 * The code that takes V8's fast paths for promises away from the whole process, for good: each rests on a
 * protector, a cell that says that nobody changed the object that it guards. The kinds are those cells:
 * `src/execution/protectors.h` and `LookupIterator::InternalUpdateProtector` in `src/objects/lookup.cc`
 * of V8. `node --trace-protector-invalidation` shows when one goes.
 *
 *     Promise.prototype.then = traced;
 *
 * @type {Pattern}
 */
export const promisePatching = {
  name: 'promise-patching',
  words: /\b(?:then|constructor|resolve|species|createHook|promiseHooks|domain)\b/u,
  visit: {
    Program: (
      /** @type {TSESTree.Program} */ _,
      /** @type {PatternContext} */ { sourceCode, options },
    ) => [
      ...findPatchedGlobals(sourceCode),
      ...findPatchedInstances(sourceCode),
      ...findPatchingCalls(sourceCode),
      ...(options.kinds?.has('hook') === false ? [] : findHooks(sourceCode)),
    ],
  },
};

/** The protector that goes with a property of an object, both by their paths. */
const PROTECTORS = new Map([
  ['Promise.prototype.then', 'then'],
  ['Object.prototype.then', 'then'],
  ['Promise.resolve', 'resolve'],
  ['Promise.@@species', 'species'],
  ['Promise.prototype.constructor', 'species'],
]);

/** The same for any promise of the native class, or of a subclass. */
const INSTANCE_PROTECTORS = new Map([
  ['then', 'then'],
  ['constructor', 'species'],
]);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Site[]}
 */
function findPatchedGlobals(sourceCode) {
  const values = globalValues(sourceCode);
  return ['Promise', 'Promise.prototype', 'Object.prototype'].flatMap((path) =>
    values.at(path).flatMap((object) =>
      propertyWrites(sourceCode, object).flatMap((write) => {
        const property = `${path}.${write.key}`;
        const kind = PROTECTORS.get(property);
        return kind && changesProperty(sourceCode, property, write)
          ? [{ node: write.node, kind, data: { property: describe(property) } }]
          : [];
      }),
    ),
  );
}

/** With these nothing is written: what they ask for is there. */
const KEEPING = new Set(['||=', '??=']);

/**
 * @param {SourceCodeLike} sourceCode
 * @param {string} property
 * @param {PropertyWrite} write
 * @returns {boolean}
 */
function changesProperty(sourceCode, property, { node, form, operator = '' }) {
  if (KEEPING.has(operator)) {
    return property === 'Object.prototype.then';
  }
  // The accessor of species has no setter: only a definition changes it.
  if (property === 'Promise.@@species' && (form === 'assignment' || form === 'assign')) {
    return false;
  }
  return !runsWithoutPromiseOnly(sourceCode, node);
}

/**
 * @param {string} property
 * @returns {string} As it is written in code.
 */
function describe(property) {
  return property.replace(/\.@@(\w+)$/u, '[Symbol.$1]');
}

/**
 *     promise.then = …    promise['then' as const] = …
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {Site[]} By way of the text: a file has thousands of assignments, and next to none to these.
 */
function findPatchedInstances(sourceCode) {
  return writtenKeys(sourceCode.text).flatMap((start) => {
    const member = memberAt(sourceCode, start);
    const target = member && outermostCast(member);
    const { parent } = target ?? {};
    return member &&
      INSTANCE_PROTECTORS.has(readKey(member) ?? '') &&
      parent?.type === 'AssignmentExpression' &&
      parent.left === target
      ? readInstanceWrite(sourceCode, member.object)
      : [];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {number} start
 * @returns {TSESTree.MemberExpression | undefined} The member whose key, or what it is cast from, begins there.
 */
function memberAt(sourceCode, start) {
  let node = innermostNode(sourceCode, start);
  while (/^(?:Identifier|Literal|T)/u.test(node.type) && node.parent) {
    node = node.parent;
  }
  return node.type === 'MemberExpression' ? node : undefined;
}

const PATCHING_FUNCTIONS = [
  'Object.assign',
  'Object.defineProperties',
  'Object.defineProperty',
  'Reflect.defineProperty',
  'Reflect.deleteProperty',
  'Reflect.set',
];

/**
 *     Object.defineProperty(promise, 'then', …)
 *
 * @param {SourceCodeLike} sourceCode
 * @returns {Site[]}
 */
function findPatchingCalls(sourceCode) {
  const values = globalValues(sourceCode);
  return PATCHING_FUNCTIONS.flatMap((path) => values.at(path)).flatMap((node) => {
    const callee = outermostCast(node);
    const { parent } = callee;
    const [target, source] =
      parent?.type === 'CallExpression' && parent.callee === callee ? parent.arguments : [];
    // Object.defineProperty(exports, '__esModule', …)
    const isOther = source?.type === 'Literal' && !INSTANCE_PROTECTORS.has(String(source.value));
    return target && source && !isOther ? readInstanceWrite(sourceCode, target) : [];
  });
}

/**
 * @param {TSESTree.Expression} callee
 * @returns {string | undefined}
 */
function nameOf(callee) {
  return callee.type === 'MemberExpression'
    ? readKey(callee)
    : callee.type === 'Identifier'
      ? callee.name
      : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} object
 * @returns {Site[]}
 */
function readInstanceWrite(sourceCode, object) {
  const write = propertyWrites(sourceCode, withoutCasts(object)).find(
    ({ key, operator = '' }) => INSTANCE_PROTECTORS.has(key) && !KEEPING.has(operator),
  );
  const kind = INSTANCE_PROTECTORS.get(write?.key ?? '');
  return write && kind && isPromise(sourceCode, object)
    ? [{ node: write.node, kind, data: { property: `promise.${write.key}` } }]
    : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is certain to be a promise; `this` of a subclass is one.
 */
function isPromise(sourceCode, node) {
  return node.type === 'ThisExpression'
    ? globalValues(sourceCode).paths.get(superclassAround(node) ?? node) === 'Promise'
    : isNativeInstance(sourceCode, node);
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Node | undefined} What the class extends whose method or constructor has the
 *   node's `this`.
 */
function superclassAround(node) {
  for (let { parent } = node; parent; { parent } = parent) {
    if (parent.type === 'FunctionDeclaration') {
      return undefined;
    }
    if (parent.type === 'FunctionExpression') {
      const member = parent.parent;
      return member.type === 'MethodDefinition' && !member.static
        ? (member.parent.parent.superClass ?? undefined)
        : undefined;
    }
    if (parent.type === 'PropertyDefinition' || parent.type === 'StaticBlock') {
      return undefined;
    }
  }
  return undefined;
}

/** The modules of what watches every promise. */
const HOOK_MODULES = new Set(['async_hooks', 'domain', 'v8']);

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {Site[]}
 */
function findHooks(sourceCode) {
  return importsAny(sourceCode, HOOK_MODULES)
    ? [
        ...nodesOfType(sourceCode, 'CallExpression'),
        ...nodesOfType(sourceCode, 'NewExpression'),
      ].flatMap((call) => findHook(sourceCode, call) ?? [])
    : [];
}

const PROMISE_HOOKS = new Set(['createHook', 'onAfter', 'onBefore', 'onInit', 'onSettled']);
const DOMAIN_MAKERS = new Set(['create', 'createDomain', 'Domain']);

/**
 * Hooks on every promise: `createHook(…).enable()` of async_hooks, `v8.promiseHooks`, domains, which
 * are built on such a hook.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} node
 * @returns {Site | undefined}
 */
function findHook(sourceCode, node) {
  const name = nameOf(node.callee);
  if (name === 'enable' && node.callee.type === 'MemberExpression') {
    return isAsyncHook(sourceCode, node.callee.object)
      ? { node, kind: 'hook', data: { property: 'async_hooks' } }
      : undefined;
  }
  if (name === undefined || (!PROMISE_HOOKS.has(name) && !DOMAIN_MAKERS.has(name))) {
    return undefined;
  }
  const origin = resolveOrigin(sourceCode, node.callee);
  if (origin?.kind !== 'module') {
    return undefined;
  }
  const [first = '', second = ''] = origin.path;
  if (origin.name === 'v8' && first === 'promiseHooks' && PROMISE_HOOKS.has(second)) {
    return { node, kind: 'hook', data: { property: 'v8.promiseHooks' } };
  }
  return origin.name === 'domain' && DOMAIN_MAKERS.has(first)
    ? { node, kind: 'hook', data: { property: 'domain' } }
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {boolean} Whether the expression is `async_hooks.createHook(…)`, or a constant that holds
 *   it.
 */
function isAsyncHook(sourceCode, node) {
  return isCreatedHook(sourceCode, constantOf(sourceCode, node) ?? node);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {boolean}
 */
function isCreatedHook(sourceCode, node) {
  return (
    node.type === 'CallExpression' &&
    isModuleMember(resolveOrigin(sourceCode, node.callee), 'async_hooks', 'createHook')
  );
}
