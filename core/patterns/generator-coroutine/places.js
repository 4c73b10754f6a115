/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { Coroutine } from './coroutines.js' */

import { readKey } from '../../analysis/modules/modules.js';
import { isTestFunction } from '../../analysis/environment/test-runners.js';
import { isRouteVerb } from '../../packages/route-verbs.js';

/**
 * Places where packages run what they are given by `co`, if it is a generator function.
 */

/** Packages that run tests so. */
const OF_TESTS = ['co-mocha', 'mocha-generators'];

/** And one that takes what `co` takes but for lists and objects. */
const OF_OTHER_TESTS = ['thunk-mocha'];

/** Packages whose routers do. */
const OF_REQUESTS = ['koa', 'koa-router'];

/**
 *     it('loads', function* () { … });
 *
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @returns {boolean}
 */
export function isRunTest({ project }, fn) {
  return isTest(fn) && OF_TESTS.some((name) => name in project.dependencies);
}

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @returns {boolean} Whether something runs the test that waits for promises as well as for generators.
 */
export function isWaitingTest({ project }, fn) {
  return (
    isTest(fn) && [...OF_TESTS, ...OF_OTHER_TESTS].some((name) => name in project.dependencies)
  );
}

/**
 * @param {Coroutine['fn']} fn
 * @returns {boolean}
 */
function isTest({ parent, range }) {
  const call = parent?.type === 'CallExpression' ? parent : undefined;
  const callee = call?.callee.type === 'MemberExpression' ? call.callee.object : call?.callee;
  return (
    callee?.type === 'Identifier' &&
    isTestFunction(callee.name) &&
    call?.arguments.at(-1)?.range === range
  );
}

/**
 *     router.get('/:id', function* (next) { … });        router.get('/:id', users.show);
 *
 * @param {Pick<PatternContext, 'project'>} context
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
export function isMiddleware({ project }, node) {
  const { parent } = node;
  return (
    parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.callee !== node &&
    isRouteVerb(readKey(parent.callee)) &&
    OF_REQUESTS.some((name) => name in project.dependencies)
  );
}
