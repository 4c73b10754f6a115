/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Pattern, PatternContext, Plan, Refusal, Site } from '../contract/pattern.js' */
/** @import { StaticCall } from './bluebird/statics/results.js' */

import { resolveOrigin } from '../analysis/modules/modules.js';
import { nodesOfType } from '../analysis/syntax/nodes.js';
import { readPromiseLibrary } from '../analysis/promises/promise-libraries.js';
import { travelsAsText } from '../analysis/handlers/travelling-functions.js';
import { removeStatement } from '../edits/statements.js';
import { textOf } from '../edits/trivia.js';
import { deferredsOf } from '../promises/deferreds.js';
import { cleanUpLibrary } from './bluebird/leftovers.js';
import { libraryOf } from '../promises/libraries.js';
import { libraryVariables, readStatic } from '../promises/library.js';
import { isLibraryLink, refuseOutright } from './bluebird/methods/links.js';
import { REPLACED_METHODS, writeLink } from './bluebird/methods/methods.js';
import { methodOf } from '../promises/methods.js';
import {
  planDeferred,
  planFunction,
  planObject,
  planPromise,
  readerOf,
  toPlan,
} from './bluebird/plans.js';
import { polyfillsOf } from './bluebird/statics/polyfills.js';
import { promisifiedObjects } from '../promises/promisified-objects.js';
import { findReferences } from './bluebird/references.js';
import {
  REPLACED_STATICS,
  canonicalStatic,
  hasReplacement,
  writeStatic,
} from './bluebird/statics/statics.js';
import { findTypes, needsTypesOnly, writeTypes } from './bluebird/types.js';

/**
 * Promises of bluebird where native ones do: its static methods, its constructor, and the chains on
 * what they give.
 *
 * @type {Pattern}
 */
export const bluebird = {
  name: 'bluebird',
  since: '8.0.0',
  words:
    /\b(?:aigle|any-promise|bluebird|bluebird-lst|es6-promise|kew|lie|native-promise-only|pinkie-promise|promise|promise-polyfill|q|rsvp|vow|when|yaku)\b['"/]/u,
  visit: { Program: findSites },
  cleanUp: cleanUpLibrary,
};

/** The forms that have a native one, `other` for those that have none. */
export const BLUEBIRD_USES = [
  ...REPLACED_STATICS,
  'defer',
  'polyfill',
  'promisifyAll',
  'types',
  ...REPLACED_METHODS.map((name) => `.${name}`),
  'other',
];

/** Statics that another codemod takes, that are no use of promises, or that have sites of their own. */
const OTHERS = new Set([
  'defer',
  'es6-promise.polyfill',
  'pending',
  'promisifyAll',
  'coroutine',
  'config',
  'getNewLibraryCopy',
  'is',
  'longStackTraces',
  'noConflict',
  'onPossiblyUnhandledRejection',
  'onUnhandledRejectionHandled',
  'setScheduler',
  'spawn',
]);

/**
 * @param {TSESTree.Program} _program
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findSites(_program, context) {
  const travelling = findTravelling(context);
  const sites = findNative(context);
  return travelling
    ? sites.map(({ plan, ...site }) => (plan ? { ...site, refusal: travelling } : site))
    : sites;
}

/**
 *     const Promise = require('bluebird');    page.evaluate(() => Promise.all([…]))
 *
 * @param {PatternContext} context
 * @returns {Refusal | undefined} Where the library's `Promise` gets another name, one that is the global's in
 *   a page must not.
 */
function findTravelling({ sourceCode }) {
  const isOver = libraryVariables(sourceCode).some(
    ({ name, references }) =>
      name === 'Promise' &&
      references.some(({ identifier }) =>
        travelsAsText(sourceCode, /** @type {TSESTree.Node} */ (identifier)),
      ),
  );
  return isOver ? { reason: 'name-travels', subject: '`Promise`' } : undefined;
}

/**
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findNative(context) {
  const imports = findImports(context);
  if (!libraryOf(context.sourceCode)) {
    return imports;
  }
  const types = writeTypes(readerOf(context));
  const following = { ...context, followsTypes: true };
  const sites = types.length > 0 ? findAll(following) : [];
  if (types.length > 0 && sites.length === 0 && needsTypesOnly(following, sites)) {
    return [...imports, ...findTypes(context, types)];
  }
  const [first, ...rest] = sites.toSorted(
    (left, right) => Number(!left.plan) - Number(!right.plan),
  );
  return first?.plan && needsTypesOnly(following, sites)
    ? [
        ...imports,
        {
          ...first,
          plan: {
            ...first.plan,
            edits: [...first.plan.edits, ...types],
            // The types are right with all of them only.
            requires: rest.flatMap(({ plan }) => plan ?? []),
          },
        },
        ...rest,
      ]
    : [...imports, ...findAll(context)];
}

/**
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findAll(context) {
  return [
    ...findUses(context),
    ...findReferences(context),
    ...findPromisifiedObjects(context),
    ...findDeferreds(context),
    ...findPolyfills(context),
    ...findMethods(context),
  ];
}

/**
 * @param {PatternContext} context
 * @returns {Site[]} Where the file gets a library of promises: `require('q')`, `import … from 'q'`.
 */
function findImports({ sourceCode }) {
  const requires = nodesOfType(sourceCode, 'CallExpression').filter(
    ({ callee }) => callee.type === 'Identifier' && callee.name === 'require',
  );
  const found = [
    ...requires.map((node) => ({
      node,
      library: readPromiseLibrary(resolveOrigin(sourceCode, node)),
    })),
    ...nodesOfType(sourceCode, 'ImportDeclaration')
      .filter(({ importKind }) => importKind !== 'type')
      .map((node) => ({
        node,
        library: readPromiseLibrary({ kind: 'module', name: node.source.value, path: [] }),
      })),
  ];
  return found.flatMap(({ node, library }) =>
    library === undefined ? [] : [{ node, kind: 'import', data: { library } }],
  );
}

/**
 * @param {PatternContext} context
 * @returns {Site[]}
 */
function findUses(context) {
  const { sourceCode } = context;
  const calls = nodesOfType(sourceCode, 'CallExpression').map((call) => ({
    call,
    name: canonicalStatic(readStatic(sourceCode, call) ?? ''),
  }));
  const constructions = nodesOfType(sourceCode, 'NewExpression')
    .filter((call) => readStatic(sourceCode, call) === 'Promise')
    .map((call) => ({ call, name: 'new' }));
  return [...calls, ...constructions].flatMap(({ call, name }) =>
    name === '' || OTHERS.has(name) ? [] : planUse(context, call, name),
  );
}

/**
 * @param {PatternContext} context
 * @returns {Site[]} `const deferred = defer()`
 */
function findDeferreds(context) {
  const { sourceCode } = context;
  return deferredsOf(sourceCode).map((deferred) => {
    const planned = planDeferred(context, deferred);
    return {
      node: deferred.call,
      kind: 'defer',
      data: { code: textOf(sourceCode, deferred.call.callee) },
      ...('refusal' in planned ? planned : { plan: planned }),
    };
  });
}

/**
 * @param {PatternContext} context
 * @returns {Site[]} `require('es6-promise').polyfill();`, where every Node has what it brings.
 */
function findPolyfills(context) {
  return polyfillsOf(context.sourceCode).map((statement) => ({
    node: statement,
    kind: 'polyfill',
    data: { code: textOf(context.sourceCode, statement) },
    plan: toPlan(context, [removeStatement(context.sourceCode, statement)], []),
  }));
}

/**
 * @param {PatternContext} context
 * @returns {Site[]} `promisifyAll`, and the calls of the methods that it adds.
 */
function findPromisifiedObjects(context) {
  const { sourceCode } = context;
  return promisifiedObjects(sourceCode).flatMap((object) => {
    const planned = planObject(context, object);
    const calls = 'methods' in object ? object.methods.flatMap((method) => method.calls) : [];
    return [object.call, ...calls].map((node, index) => ({
      node,
      kind: 'promisifyAll',
      data: { code: textOf(sourceCode, node.callee) },
      ...('refusal' in planned ? planned : { plan: /** @type {Plan} */ (planned[index]) }),
    }));
  });
}

/**
 * @param {PatternContext} context
 * @param {StaticCall} call
 * @param {string} name
 * @returns {Site[]} None where it is the boundary to those who may use bluebird's methods.
 */
function planUse(context, call, name) {
  const site = {
    node: call,
    kind: hasReplacement(name) ? name : 'other',
    data: { code: textOf(context.sourceCode, call.callee) },
  };
  const refusal = refuseOutright(context, call);
  if (refusal) {
    return [{ ...site, refusal }];
  }
  const written = writeStatic(context, call, name);
  if ('refusal' in written) {
    return [{ ...site, refusal: written.refusal }];
  }
  const planned =
    written.gives === 'function'
      ? planFunction(context, /** @type {TSESTree.CallExpression} */ (call), written)
      : planPromise(context, call, name, written);
  return planned
    ? ['refusal' in planned ? { ...site, refusal: planned.refusal } : { ...site, plan: planned }]
    : [];
}

/** Methods for those who are not of the file: they stay where bluebird's promises do. */
const BOUNDARY_METHODS = new Set(['asCallback']);

/**
 * @param {PatternContext} context
 * @returns {Site[]} Methods of promises that native ones do not have.
 */
function findMethods(context) {
  const { sourceCode } = context;
  return nodesOfType(sourceCode, 'CallExpression').flatMap((link) => {
    if (!isLibraryLink(context, link)) {
      return [];
    }
    const key = methodOf(sourceCode, link) ?? '';
    if (BOUNDARY_METHODS.has(key)) {
      return [];
    }
    const { property } = /** @type {TSESTree.MemberExpression} */ (link.callee);
    const site = {
      node: key === 'timeout' ? link : property,
      kind: REPLACED_METHODS.includes(key) ? `.${key}` : 'other',
      data: { code: `.${textOf(sourceCode, property)}` },
    };
    const refusal = refuseOutright(context, link);
    const written = refusal ? { refusal } : writeLink(context, link);
    if ('refusal' in written) {
      return [{ ...site, refusal: written.refusal }];
    }
    const plan =
      key === 'timeout'
        ? planPromise(context, link, key, written)
        : toPlan(context, written.edits, written.assumes);
    if (!plan) {
      return [];
    }
    return ['refusal' in plan ? { ...site, refusal: plan.refusal } : { ...site, plan }];
  });
}
