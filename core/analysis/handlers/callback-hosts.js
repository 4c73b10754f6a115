/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import {
  PASSPORT,
  PASSPORT_ANSWERED,
  PASSPORT_REQUEST_METHODS,
  PASSPORT_TAKERS,
  STRATEGY_MODULES,
} from '../../packages/callback-hosts.js';
import { isHandler } from './handler-parameters.js';
import { readKey, resolveOrigin } from '../modules/modules.js';
import { variableOf } from '../syntax/scopes.js';

/**
 * How a package calls a function, and does not look at what it returns: `verify` has a callback of its own as its
 * last parameter, which takes errors; `answer` answers a request of a function around it.
 *
 * @typedef {'answer' | 'verify'} CallbackHost
 */

/**
 *     passport.use(new LocalStrategy(options, (name, password, done) => { … }))
 *     passport.deserializeUser((id, done) => { … })
 *     passport.authenticate('local', (err, user, info) => { … })(req, res, next)
 *
 * @param {Pick<PatternContext, 'project' | 'sourceCode'>} context
 * @param {FunctionNode} fn
 * @returns {CallbackHost | undefined}
 */
export function readCallbackHost({ project, sourceCode }, fn) {
  const call = fn.parent;
  if (
    (call.type !== 'CallExpression' && call.type !== 'NewExpression') ||
    call.arguments.at(-1) !== fn ||
    !Object.hasOwn(project.dependencies, PASSPORT)
  ) {
    return undefined;
  }
  const { callee } = call;
  if (call.type === 'NewExpression') {
    const origin = resolveOrigin(sourceCode, callee);
    return origin?.kind === 'module' && STRATEGY_MODULES.test(origin.name) ? 'verify' : undefined;
  }
  const key = callee.type === 'MemberExpression' && !callee.optional ? readKey(callee) : undefined;
  if (callee.type !== 'MemberExpression' || key === undefined) {
    return undefined;
  }
  if (PASSPORT_TAKERS.has(key)) {
    return isPassport(sourceCode, callee.object) ? 'verify' : undefined;
  }
  const { parent } = call;
  const isAnswered =
    key === PASSPORT_ANSWERED &&
    call.arguments.length > 1 &&
    parent.type === 'CallExpression' &&
    parent.callee === call &&
    parent.arguments.length > 0;
  return isAnswered ? 'answer' : undefined;
}

/**
 *     req.login(user, (err) => { … })
 *
 * @param {Pick<PatternContext, 'project' | 'sourceCode'>} context
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether it is a method that passport gives to the request of a handler: what the project has
 *   under its name is something else.
 */
export function isRequestMethod({ project, sourceCode }, callee) {
  if (
    callee.type !== 'MemberExpression' ||
    callee.object.type !== 'Identifier' ||
    !PASSPORT_REQUEST_METHODS.has(readKey(callee) ?? '') ||
    !Object.hasOwn(project.dependencies, PASSPORT)
  ) {
    return false;
  }
  const [definition] = variableOf(sourceCode, callee.object)?.defs ?? [];
  return (
    definition?.type === 'Parameter' &&
    isHandler(
      /** @type {FunctionNode} */ (definition.node),
      definition.node.params.indexOf(definition.name),
    )
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it is passport, or called so.
 */
function isPassport(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  return origin?.kind === 'module'
    ? origin.name === PASSPORT
    : node.type === 'Identifier' && node.name === PASSPORT;
}
