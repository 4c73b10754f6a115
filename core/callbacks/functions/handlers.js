/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, UnreadUse } from '../../contract/pattern.js' */
/** @import { CallbackFunction } from './functions.js' */
/** @import { Translator } from '../plan/translator.js' */

import { canBeAsync } from '../../analysis/promises/async-candidates.js';
import { readCallbackHost } from '../../analysis/handlers/callback-hosts.js';
import { coreApi } from '../../analysis/apis/core-promise-apis.js';
import { readExecutor } from '../../analysis/promises/executors.js';
import { callsTaking, makerOf } from '../../analysis/syntax/function-uses.js';
import {
  enclosingFunction,
  functionsAround,
  isFunction,
  ownNodes,
} from '../../analysis/syntax/functions.js';
import { readLibraryCall } from '../../analysis/values/library-values.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { reaches } from '../../analysis/environment/node-floor.js';
import { isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { takesErrors, takesRequests } from '../../analysis/handlers/handler-parameters.js';
import {
  isResultIgnored,
  isRoute,
  listensToProcess,
  looksAtRejections,
  readListened,
  readUnreadUse,
} from '../../analysis/handlers/request-handlers.js';
import { readsOf, variableOf } from '../../analysis/syntax/scopes.js';
import { statementMayThrow } from '../../analysis/flow/throwing.js';
import { findEarlyThrow } from '../timing/early-throws.js';
import { readErrorTest } from '../errors/errors.js';
import { valueOf } from '../statements/flow.js';
import { callbackFunctionOfValue, callbackFunctionsOf, readBinding } from './functions.js';
import { isListed, readUnfitMethod } from '../callees/known-callees.js';
import { isQuery } from '../callees/method-callees.js';
import { isOnlyExported } from './public.js';
import { acceptTiming } from '../timing/read-at-once.js';
import { Refused, quote } from '../plan/refused.js';
import { importsItself } from './self-imports.js';
import { ERROR_NAME } from '../errors/values.js';

/**
 * Functions that wait by callbacks and have none of their own, since nobody looks at when they end or
 * what they return: handlers of requests, listeners, what statements call.
 *
 *     app.get('/:id', (req, res, next) => {
 *       load(req.params.id, (err, found) => {
 *         if (err) return next(err);
 *         res.json(found);
 *       });
 *     });
 */

/**
 * @param {PatternContext} context
 * @param {readonly CallbackFunction[]} known Functions with a callback of their own.
 * @returns {CallbackFunction[]} What is left of them, and the handlers. In source order.
 */
export function withHandlers(context, known) {
  const { handlers, around } = handlersOf(context);
  const taken = new Set([...handlers.map(({ fn }) => fn), ...around]);
  return [...known.filter(({ fn }) => !taken.has(fn)), ...handlers].sort(
    (left, right) => left.fn.range[0] - right.fn.range[0],
  );
}

/**
 * @param {PatternContext} context
 * @returns {{ handlers: CallbackFunction[], around: FunctionNode[] }} With the handlers that stand around what
 *   answers in their place, and wait for nothing else.
 */
function handlersOf(context) {
  const { sourceCode } = context;
  /** @type {Map<FunctionNode, FunctionNode[]>} */
  const waitsOf = new Map();
  for (const call of nodesOfType(sourceCode, 'CallExpression')) {
    const callback = readWait(context, call);
    const fn = callback && enclosingFunction(call);
    if (fn) {
      waitsOf.set(fn, [...(waitsOf.get(fn) ?? []), callback]);
    }
  }
  const callbacks = new Set([...waitsOf.values()].flat());
  // What stands in a function with a callback converts with that.
  const own = new Set(callbackFunctionsOf(sourceCode).map(({ fn }) => fn));
  /** @type {CallbackFunction[]} */
  const handlers = [];
  /** @type {FunctionNode[]} */
  const around = [];
  for (const fn of [...waitsOf.keys()].sort((left, right) => left.range[0] - right.range[0])) {
    if (
      !callbacks.has(fn) &&
      !settlesPromise(sourceCode, fn) &&
      isOutside(context, fn, { own, waitsOf }) &&
      isUnwatched(context, fn, own.has(fn))
    ) {
      const found = toHandler(context, fn, waitsOf);
      if (found.waits?.some(doesSomething) && isWorthTry(context, found)) {
        own.delete(fn);
        handlers.push(found);
        around.push(...functionsAround(fn).filter((outer) => own.has(outer)));
      }
    }
  }
  return { handlers, around };
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {object} found
 * @param {ReadonlySet<FunctionNode>} found.own Functions with a callback.
 * @param {ReadonlyMap<FunctionNode, readonly FunctionNode[]>} found.waitsOf
 * @returns {boolean} Whether no function with a callback stands around it, but for handlers that have it answer, or
 *   listen, and wait for nothing themselves.
 */
function isOutside(context, fn, { own, waitsOf }) {
  const outer = functionsAround(fn).filter((each) => own.has(each));
  return (
    outer.length === 0 ||
    ((readCallbackHost(context, fn) === 'answer' || isListener(context, fn)) &&
      outer.every((each) => takesRequests(each) && !waitsOf.has(each)))
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} `workflow.on('save', () => { … })`
 */
function isListener(context, fn) {
  const calls = callsTaking(context, fn) ?? [];
  return calls.length > 0 && calls.every((call) => readListened(call) !== undefined);
}

/**
 *     passport.deserializeUser((id, done) => User.findById(id, (err, user) => done(err, user)));
 *
 * @param {PatternContext} context
 * @param {CallbackFunction} handler
 * @returns {boolean} Whether a `try` that hands the error to the callback is no longer than what is there.
 */
function isWorthTry(context, { fn, waits = [] }) {
  const [{ body } = fn, ...more] = waits;
  return (
    readCallbackHost(context, fn) !== 'verify' ||
    more.length > 0 ||
    (body.type === 'BlockStatement' && body.body.length > 1)
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it settles a promise that a function around it makes by hand, and converts
 *   with that.
 */
function settlesPromise(sourceCode, fn) {
  return nodesOfType(sourceCode, 'NewExpression').some((node) => {
    const executor = isWithin(fn, node) ? readExecutor(sourceCode, node) : undefined;
    const uses = [executor?.resolve, executor?.reject].flatMap((each) => each?.references ?? []);
    return uses.some(({ identifier }) => isWithin(/** @type {TSESTree.Node} */ (identifier), fn));
  });
}

/**
 * @param {FunctionNode} callback
 * @returns {boolean} Not so `() => {}`, which waits for nothing.
 */
function doesSomething({ body }) {
  return body.type !== 'BlockStatement' || body.body.length > 0;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {boolean} hasCallback Whether it looks like a function with a callback: `next(err)`.
 * @returns {boolean}
 */
function isUnwatched(context, fn, hasCallback) {
  const { sourceCode } = context;
  return (
    !fn.async &&
    !fn.generator &&
    fn.body.type === 'BlockStatement' &&
    !fn.returnType &&
    canBeAsync(fn, sourceCode) &&
    ((isResultIgnored(context, fn) &&
      (!hasCallback || (callsTaking(context, fn)?.length ?? 0) > 0)) ||
      isHandledExport(context, fn, hasCallback)) &&
    !looksAtRejections(sourceCode) &&
    !givesValue(context, fn)
  );
}

/**
 *     exports.show = (req, res, next) => { users.load(req.params.id, (err, user) => { … }); };
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {boolean} hasCallback Whether it looks like a function with a callback.
 * @returns {boolean} Whether other files take it for a handler, or what they call to make it, or just
 *   call it.
 */
function isHandledExport(context, fn, hasCallback) {
  const { handledExport, sourceCode } = context;
  const maker = makerOf(fn);
  const exported = maker ?? fn;
  const variable = readBinding(sourceCode, exported);
  const mayBe = (/** @type {UnreadUse | undefined} */ use, isMaker = false) => {
    if (isMaker) {
      return use === 'maker' && takesRequests(fn);
    }
    return use === 'call'
      ? !hasCallback
      : (use === 'route' || use === 'server') && takesRequests(fn);
  };
  const isUsed = (/** @type {FunctionNode} */ each) => (/** @type {TSESTree.Node} */ use) =>
    mayBe(readUnreadUse(context, use), each === maker);
  const isOurs =
    handledExport !== undefined &&
    isOnlyExported(
      sourceCode,
      { fn: exported, ...(variable && { variable }) },
      { isPlanned: true, mayUse: isUsed(exported) },
    ) &&
    [fn, exported].every((each) => ownNameOf(sourceCode, each).every(isUsed(each)));
  return (
    isOurs &&
    mayBe(handledExport(exported.range[0]), maker !== undefined) &&
    !importsItself(context)
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether routers call it, and nobody else: they hand what it throws to `next`.
 */
export function isRouted(context, fn) {
  const { handledExport, sourceCode } = context;
  const calls = callsTaking(context, fn);
  if (calls !== undefined && calls.length > 0) {
    return calls.every((call) => isRoute(context, call));
  }
  const variable = readBinding(sourceCode, fn);
  const names = variable ? readsOf(variable).map(({ identifier }) => identifier) : [];
  return (
    handledExport?.(fn.range[0]) === 'route' &&
    [...names, ...ownNameOf(sourceCode, fn)].every(
      (use) => readUnreadUse(context, /** @type {TSESTree.Node} */ (use)) !== 'call',
    )
  );
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {TSESTree.Node[]} Where a function expression goes by the name that only itself knows.
 */
function ownNameOf(sourceCode, fn) {
  return fn.type === 'FunctionExpression' && fn.id
    ? sourceCode
        .getDeclaredVariables(fn)
        .filter(({ name }) => name === fn.id?.name)
        .flatMap(({ references }) => references.map(({ identifier }) => identifier))
    : [];
}

/**
 *     button.on('click', () => { if (isBusy) return false; fs.readFile(file, (err, text) => { … }); });
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether who calls a listener may look at what it gives: routers do not.
 */
function givesValue(context, fn) {
  const { sourceCode } = context;
  const listens =
    callsTaking(context, fn)?.filter((call) => readListened(call) !== undefined) ?? [];
  return (
    listensToProcess(listens) ||
    (listens.length > 0 &&
      [...ownNodes(sourceCode, fn)].some(
        (node) =>
          node.type === 'ReturnStatement' &&
          node.argument !== null &&
          !isFunction(/** @type {any} */ (node.argument).arguments?.at(-1)) &&
          !isAnswerOf(context, fn, node.argument),
      ))
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {ReadonlyMap<FunctionNode, readonly FunctionNode[]>} waitsOf
 * @returns {CallbackFunction}
 */
function toHandler({ sourceCode }, fn, waitsOf) {
  /** @type {FunctionNode[]} */
  const waits = [];
  const pending = [fn];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const inner = waitsOf.get(next) ?? [];
    waits.push(...inner);
    pending.push(...inner);
  }
  return {
    fn,
    callback: nobody(sourceCode, fn),
    index: -1,
    name: '',
    calls: [],
    escapes: true,
    isNest: true,
    waits,
  };
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} fn
 * @returns {Variable} Stands for a callback that there is not.
 */
function nobody(sourceCode, fn) {
  const variable = { name: '', references: [], identifiers: [], defs: [] };
  return /** @type {any} */ ({ ...variable, scope: sourceCode.getScope(fn.body) });
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {FunctionNode | undefined} The callback of a call that is a statement and calls back once,
 *   with an error or a result: a function of Node's, of the project or of a package that is known, or one
 *   whose callback asks for the error first.
 */
function readWait(context, call) {
  const callback = call.arguments.at(-1);
  const { parent } = call;
  const isStatement =
    parent.type === 'ExpressionStatement' ||
    parent.type === 'ReturnStatement' ||
    (parent.type === 'ArrowFunctionExpression' && parent.body === call);
  return isStatement &&
    isFunction(callback) &&
    isWaiting(
      context,
      call,
      callback,
      (given) => asksFirst(context.sourceCode, given) || forwardsFirst(context.sourceCode, given),
    )
    ? callback
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @param {FunctionNode} callback That it is given.
 * @param {(callback: FunctionNode) => boolean} asks Whether the callback looks at its error.
 * @returns {boolean} Whether it calls back once, with an error or a result.
 */
export function isWaiting(context, call, callback, asks) {
  const { sourceCode } = context;
  if (callback.async || callback.generator) {
    return false;
  }
  const [error] = callback.params;
  const isNamed = error?.type === 'Identifier' && ERROR_NAME.test(error.name);
  const origin = resolveOrigin(sourceCode, call.callee);
  const { callee } = call;
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  const listed = isListed(context, callee, origin);
  const ofLibrary = readLibraryCall(context, call) !== undefined;
  const isUnfit =
    callee.type === 'MemberExpression' &&
    key !== undefined &&
    readUnfitMethod(callee, key, call.arguments.length) !== undefined;
  if (isUnfit && !listed && !ofLibrary && !isQuery(call)) {
    return false;
  }
  const isKnown =
    listed ||
    ofLibrary ||
    coreApi(origin) !== undefined ||
    callbackFunctionOfValue(sourceCode, call.callee) !== undefined ||
    (origin?.kind === 'module' &&
      context.importedCallback?.(origin.name, origin.path) !== undefined);
  return isKnown || (isNamed && asks(callback));
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} callback
 * @returns {boolean} `(err, v) => { if (err) …`
 */
function asksFirst(sourceCode, { body, params: [error] }) {
  const first = body.type === 'BlockStatement' ? body.body[0] : body;
  const test =
    first?.type === 'IfStatement' || first?.type === 'ConditionalExpression'
      ? readErrorTest(sourceCode, first.test)
      : undefined;
  return test?.variable.identifiers.some((name) => name === error) === true;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {FunctionNode} callback
 * @returns {boolean} `(err) => { done(err, user); }`: whether all it does is to hand its error on to what a function
 *   around it was given.
 */
function forwardsFirst(sourceCode, { body, params: [error] }) {
  const [only, ...more] = body.type === 'BlockStatement' ? body.body : [];
  const value = body.type === 'BlockStatement' ? only && valueOf(only) : body;
  return (
    more.length === 0 &&
    value?.type === 'CallExpression' &&
    value.arguments[0]?.type === 'Identifier' &&
    error?.type === 'Identifier' &&
    value.arguments[0].name === error.name &&
    value.callee.type === 'Identifier' &&
    variableOf(sourceCode, value.callee)?.defs[0]?.type === 'Parameter'
  );
}

/** The Node from which on a rejection that nobody handles ends the process. */
const REJECTIONS_END = '15.0.0';

/**
 * @param {Translator} translator Of a handler that is translated.
 * @throws {Refused} When what calls it may see the difference.
 */
export function checkHandler(translator) {
  const { assumes, context, doubted, sourceCode, target } = translator;
  const waits = target.waits ?? [];
  const early = translator.forwarding
    ? target.fn.params.find(({ type }) => type !== 'Identifier')
    : findEarlyThrow(translator);
  if (early) {
    throw new Refused('handler-may-throw', quote(sourceCode, early));
  }
  if (doubted) {
    acceptTiming(translator, quote(sourceCode, doubted));
  }
  const statements = waits.flatMap(({ body }) => (body.type === 'BlockStatement' ? body.body : []));
  if (
    statements.some((each) => statementMayThrow(sourceCode, each)) ||
    waits.some(({ body }) => body.type !== 'BlockStatement')
  ) {
    // Before, a rejection that nobody handles was a warning.
    if (!translator.forwarding && !reaches(context, REJECTIONS_END)) {
      throw new Refused('engines-too-old', '15');
    }
    assumes.add('uncaught-error');
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} expression
 * @returns {boolean} `res.status(404).end()`, `next(err)`: what a handler answers with gives no promises.
 */
export function isAnswer({ context, target: { fn } }, expression) {
  return isAnswerOf(context, fn, expression);
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {TSESTree.Expression} expression
 * @returns {boolean}
 */
function isAnswerOf(context, fn, expression) {
  let root = /** @type {TSESTree.Node} */ (expression);
  while (root.type === 'CallExpression') {
    const { callee } = root;
    root = callee.type === 'MemberExpression' ? callee.object : callee;
  }
  const { name } = /** @type {TSESTree.Identifier} */ (root);
  const answering = answeringOf(context, fn);
  return (
    expression.type === 'CallExpression' &&
    root.type === 'Identifier' &&
    answering.some((each) => each.type === 'Identifier' && each.name === name)
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {readonly TSESTree.Parameter[]} What it answers with: its response, and what goes on from there.
 */
function answeringOf(context, fn) {
  const host = readCallbackHost(context, fn);
  if (host === 'verify') {
    return fn.params.slice(-1);
  }
  const { params } = host === 'answer' ? (handlerAround(fn) ?? fn) : fn;
  // What hangs on a request may be anything: `req.db.find()`.
  return params.slice(takesErrors({ params }) ? 2 : 1);
}

/**
 * @param {FunctionNode} fn
 * @returns {FunctionNode | undefined} The function around it that a router calls.
 */
export function handlerAround(fn) {
  return functionsAround(fn).find((outer) => takesRequests(outer));
}
