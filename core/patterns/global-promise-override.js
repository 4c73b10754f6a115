/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */
/** @import { PropertyWrite } from '../analysis/modules/property-writes.js' */

import { readCallee } from '../analysis/syntax/callees.js';
import { hasAsyncFunction, mayAwait } from '../analysis/syntax/function-kinds.js';
import { functionsAround } from '../analysis/syntax/functions.js';
import { globalValues } from '../analysis/modules/global-values.js';
import { resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { mayBeNative, readPromiseLibrary } from '../analysis/promises/promise-libraries.js';
import { isNativePromise, runsWithoutPromiseOnly } from '../analysis/promises/promise-presence.js';
import { enclosingPattern, propertyWrites } from '../analysis/modules/property-writes.js';
import {
  globalReferences,
  isTypeImport,
  moduleScope,
  variableOf,
  writesGlobal,
  writesOf,
} from '../analysis/syntax/scopes.js';
import { isTestFunction } from '../analysis/environment/test-runners.js';
import { textOf } from '../edits/trivia.js';
import { planRemoval, planUnshadowing } from './global-promise-override/removal.js';

/**
 * The global `Promise` given another value, or shadowed for a whole module beside async functions:
 *
 *     global.Promise = require('bluebird');
 *     const Promise = require('bluebird');
 *
 * Async functions make native promises whatever the global says, and `await` has a fast path for
 * those alone: https://v8.dev/blog/fast-async.
 *
 * @type {Pattern}
 */
export const globalPromiseOverride = {
  name: 'global-promise-override',
  words: /\bPromise\b/u,
  visit: {
    Program: findSites,
  },
};

/**
 * @param {TSESTree.Program} _
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findSites(_, context) {
  const shadowing = findShadowing(context);
  // A test or a configuration waits for few promises; the global of a process is everybody's.
  const isAside =
    shadowing.length > 0 && (context.isAside?.() === true || context.isInBrowser?.() === true);
  return [...findOverrides(context), ...(isAside ? [] : shadowing)];
}

/**
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findOverrides({ sourceCode }) {
  const writes = globalValues(sourceCode)
    .at('')
    .flatMap((object) => propertyWrites(sourceCode, object))
    .filter(({ key, givesValue }) => key === 'Promise' && givesValue);
  const all = [...writes, ...bareWrites(sourceCode)];
  const isPutBack = all.some(({ value }) => value && isSavedNative(sourceCode, value));
  return all.flatMap((write) => {
    const { value, operator = '' } = write;
    if ((isPutBack && isInTest(write.node)) || isHarmless(sourceCode, value)) {
      return [];
    }
    const isPolyfill =
      operator === '||=' || operator === '??=' || runsWithoutPromiseOnly(sourceCode, write.node);
    const library = readPromiseLibrary(resolveOrigin(sourceCode, value));
    const plan = isPolyfill ? undefined : planRemoval(sourceCode, write);
    return [
      {
        node: write.node,
        kind: isPolyfill ? 'polyfill' : 'override',
        data: { implementation: library ?? 'the replacement' },
        ...(plan && { plan }),
      },
    ];
  });
}

/**
 *     before(() => { global.Promise = Fake; });    after(() => { global.Promise = saved; });
 *
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it stands in a test, or in what is run around tests.
 */
function isInTest(node) {
  return functionsAround(node).some(
    ({ parent }) =>
      parent.type === 'CallExpression' &&
      parent.callee.type === 'Identifier' &&
      isTestFunction(parent.callee.name),
  );
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {PropertyWrite[]} Writes to the global by its bare name: `Promise = value`.
 */
function bareWrites(sourceCode) {
  if (!writesGlobal(sourceCode, 'Promise')) {
    return [];
  }
  return globalReferences(sourceCode, 'Promise').flatMap((node) => {
    const { parent } = node;
    const shared = { node, key: 'Promise', givesValue: true };
    if (parent.type === 'AssignmentExpression' && parent.left === node) {
      const { operator, right: value } = parent;
      return [
        /** @type {PropertyWrite} */ ({
          ...shared,
          form: 'assignment',
          value,
          operator,
          expression: parent,
        }),
      ];
    }
    const expression = enclosingPattern(node);
    return expression
      ? [/** @type {PropertyWrite} */ ({ ...shared, form: 'pattern', expression })]
      : [];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression | undefined} value
 * @returns {boolean} Whether what is written is the native promise again, no promise at all (a test
 *   of code that copes without), a package's that may be native, or a wrapper around the native one:
 *   who makes that means to follow every promise, and knows it.
 */
function isHarmless(sourceCode, value) {
  if (!value) {
    return false;
  }
  return (
    isNativePromise(sourceCode, value) ||
    isNothing(value) ||
    mayBeNative(resolveOrigin(sourceCode, value)) ||
    isSavedNative(sourceCode, value) ||
    isWrappedNative(sourceCode, value)
  );
}

/**
 *     global.Promise = wrap(Promise, trace);
 *     function Traced(executor) { return new Promise(…); } … global.Promise = Traced;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} value
 * @returns {boolean} Whether it is made from the native promise, or a function that makes such ones.
 */
function isWrappedNative(sourceCode, value) {
  if (value.type === 'CallExpression') {
    return value.arguments.some(
      (argument) => argument.type !== 'SpreadElement' && isNativePromise(sourceCode, argument),
    );
  }
  const fn = readCallee(sourceCode, value);
  return (
    fn !== undefined &&
    globalReferences(sourceCode, 'Promise').some(
      ({ parent, range }) =>
        (parent.type === 'NewExpression' || parent.type === 'CallExpression') &&
        parent.callee.range[0] === range[0] &&
        fn.range[0] <= range[0] &&
        range[1] <= fn.range[1],
    )
  );
}

/**
 * @param {TSESTree.Expression} value
 * @returns {boolean}
 */
function isNothing(value) {
  return (
    (value.type === 'Identifier' && value.name === 'undefined') ||
    (value.type === 'Literal' && !value.value) ||
    (value.type === 'UnaryExpression' && value.operator === 'void')
  );
}

/**
 *     saved = global.Promise; … global.Promise = saved;
 *     this.saved = global.Promise; … global.Promise = this.saved;
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} value
 * @returns {boolean} Whether the native promise was kept there earlier.
 */
function isSavedNative(sourceCode, value) {
  if (value.type === 'Identifier') {
    const variable = variableOf(sourceCode, value);
    return Boolean(
      variable &&
      writesOf(variable).some(({ writeExpr }) =>
        isNativePromise(sourceCode, writeExpr ?? undefined),
      ),
    );
  }
  if (value.type !== 'MemberExpression') {
    return false;
  }
  const text = textOf(sourceCode, value);
  return globalValues(sourceCode)
    .at('Promise')
    .some(({ parent }) => {
      if (parent?.type === 'AssignmentExpression') {
        return parent.left.type === 'MemberExpression' && textOf(sourceCode, parent.left) === text;
      }
      // const saved = { Promise: global.Promise };
      return (
        parent?.type === 'Property' &&
        parent.key.type === 'Identifier' &&
        value.property.type === 'Identifier' &&
        parent.key.name === value.property.name
      );
    });
}

/**
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findShadowing({ sourceCode }) {
  const variable = moduleScope(sourceCode).set.get('Promise');
  const library = variable && readShadowingModule(sourceCode, variable);
  if (!variable || !library || !isAsynchronous(sourceCode)) {
    return [];
  }
  const [definition] = variable.defs;
  const plan = planUnshadowing(sourceCode, variable);
  return [
    {
      node: /** @type {TSESTree.Node} */ (definition?.name),
      kind: library.isKnown ? 'shadow' : 'other-shadow',
      data: { implementation: library.name },
      ...(plan && { plan }),
    },
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {{ name: string, isKnown: boolean } | undefined} The module that a variable named
 *   `Promise` comes from.
 */
function readShadowingModule(sourceCode, variable) {
  const [use] = variable.references.filter(
    (reference) => reference.isRead() && reference.isValueReference !== false,
  );
  if (!use || isTypeImport(variable)) {
    return undefined;
  }
  const origin = resolveOrigin(sourceCode, /** @type {TSESTree.Node} */ (use.identifier));
  if (origin?.kind !== 'module' || mayBeNative(origin)) {
    return undefined;
  }
  const library = readPromiseLibrary(origin);
  return { name: library ?? origin.name, isKnown: library !== undefined };
}

/**
 * @param {SourceCodeLike} sourceCode
 * @returns {boolean} Whether the file has async functions, or waits at its top.
 */
function isAsynchronous(sourceCode) {
  return (
    hasAsyncFunction(sourceCode) ||
    (mayAwait(sourceCode) && nodesOfType(sourceCode, 'AwaitExpression').length > 0)
  );
}
