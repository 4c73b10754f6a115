/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext, UnreadUse } from '../../contract/pattern.js' */
/** @import { FunctionNode } from '../syntax/functions.js' */

import { isRouteVerb } from '../../packages/route-verbs.js';
import { readCallbackHost } from './callback-hosts.js';
import { returnsOf } from '../flow/completion.js';
import { textHas } from '../syntax/facts.js';
import { callsTaking, isOnlyCalled, readInit } from '../syntax/function-uses.js';
import { takesRequests } from './handler-parameters.js';
import { readKey, readString, resolveOrigin } from '../modules/modules.js';
import { readConstantInit, readsOf } from '../syntax/scopes.js';

/**
 * Functions that servers, routers and emitters call, which do not look at their results.
 */

/**
 * The first arguments of the callbacks of Node's servers and clients.
 *
 * @typedef {'request' | 'response'} CallbackStream
 */

const HTTP = new Set(['http', 'https']);

/** Servers that send what a handler returns. */
const SENDS_RESULTS = /\b(?:fastify|hapi|restify)\b/iu;

/** The members that a request always has. */
export const PRESENT_IN_REQUEST =
  /^(?:app|connection|headers|locals|method|params|path|query|socket|url)$/u;

/**
 *     http.createServer((request, response) => …)    http.get(url, (response) => …)
 *     request.on('response', (response) => …)        net.createServer((socket) => …)
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {number} index
 * @returns {CallbackStream | undefined}
 */
export function readCallbackParameter(context, fn, index) {
  const { sourceCode } = context;
  const calls = callsTaking(context, fn);
  if (index !== 0 || !calls || calls.length === 0) {
    return undefined;
  }
  const evidence = calls.map((call) => {
    const key = clientMethod(sourceCode, call.callee);
    if (key === 'createServer' || key === 'Server') {
      return 'request';
    }
    if (key === 'get' || key === 'request') {
      return 'response';
    }
    const event = readListened(call);
    if (event !== 'response' && event !== 'request' && event !== 'connection') {
      const origin = resolveOrigin(sourceCode, call.callee);
      return origin?.kind === 'module' && origin.name === 'net' ? 'response' : undefined;
    }
    const { object } = /** @type {TSESTree.MemberExpression} */ (call.callee);
    const emitter = readInit(sourceCode, object);
    const made =
      emitter?.type === 'CallExpression' || emitter?.type === 'NewExpression'
        ? clientMethod(sourceCode, emitter.callee)
        : undefined;
    if (event === 'response') {
      return made === 'get' || made === 'request' ? 'response' : undefined;
    }
    return event === 'request' && (made === 'createServer' || made === 'Server')
      ? 'request'
      : undefined;
  });
  return evidence.every(Boolean) ? evidence[0] : undefined;
}

/**
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {string | undefined} The event that `emitter.on(event, …)` listens for.
 */
export function readListened({ callee, arguments: [event] }) {
  const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
  return key === 'on' || key === 'once' || key === 'addListener' ? readString(event) : undefined;
}

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.Node} callee
 * @returns {string | undefined} The function of `http` or `https`, whichever of the two it is.
 */
function clientMethod(sourceCode, callee) {
  const origin = resolveOrigin(sourceCode, callee);
  if (origin?.kind === 'module') {
    return HTTP.has(origin.name) && origin.path.length === 1 ? origin.path[0] : undefined;
  }
  if (callee.type !== 'MemberExpression') {
    return undefined;
  }
  // (secure ? https : http).get
  const object = readInit(sourceCode, callee.object);
  const isEither =
    object?.type === 'ConditionalExpression' &&
    [object.consequent, object.alternate].every((branch) => {
      const module = resolveOrigin(sourceCode, branch);
      return module?.kind === 'module' && HTTP.has(module.name) && module.path.length === 0;
    });
  return isEither ? readKey(callee) : undefined;
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether nobody looks at what the function returns: a listener, the handler of a
 *   server or of a router, the callback of a request, what only statements call.
 */
export function isResultIgnored(context, fn) {
  const calls = callsTaking(context, fn);
  return (
    isOnlyCalled(context, fn) ||
    isRouteMember(context, fn) ||
    (calls !== undefined &&
      calls.length > 0 &&
      (readCallbackParameter(context, fn, 0) !== undefined ||
        calls.every((call) => ignoresResult(context, fn, call))))
  );
}

/**
 *     app.io.route('rooms', { list(req, res) { … } })
 *
 * @param {Pick<PatternContext, 'project' | 'sourceCode'>} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is a handler in an object of handlers, as express.io and express.oi take them.
 */
function isRouteMember(context, fn) {
  const property = fn.parent;
  const object =
    property.type === 'Property' && property.value === fn ? property.parent : undefined;
  const call = object?.parent;
  return (
    takesRequests(fn) &&
    call?.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    readKey(call.callee) === 'route' &&
    call.arguments.at(-1) === /** @type {TSESTree.Node} */ (object) &&
    !sendsResults(context)
  );
}

/** The events of unhandled rejections. */
const LOOKS_AT_REJECTIONS = /\b(?:captureRejections|unhandledRejection)\b/u;

/**
 * @param {PatternContext['sourceCode']} sourceCode
 * @returns {boolean} Whether the file asks to be told of rejections that nobody handles.
 */
export function looksAtRejections(sourceCode) {
  return textHas(sourceCode, LOOKS_AT_REJECTIONS);
}

/**
 *     process.on('uncaughtException', (error) => { fs.appendFile('log', error.stack, …); });
 *
 * @param {readonly (TSESTree.CallExpression | TSESTree.NewExpression)[]} listens Calls that a listener is given to.
 * @returns {boolean} Whether it listens to what a rejection would tell it again, or to the end.
 */
export function listensToProcess(listens) {
  return listens.some(
    ({ callee }) =>
      callee.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      callee.object.name === 'process',
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {boolean} Whether the function may give a promise, as it gives nothing today, nobody looks at its result, and
 *   nobody is told of rejections that nobody handles.
 */
export function isUnheard(context, fn) {
  const { sourceCode } = context;
  return (
    isResultIgnored(context, fn) &&
    returnsOf(sourceCode, fn).every(({ argument }) => argument === null) &&
    !listensToProcess(callsTaking(context, fn) ?? []) &&
    !looksAtRejections(sourceCode)
  );
}

/**
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {boolean}
 */
function ignoresResult(context, fn, call) {
  // emitter.on('event', () => …)
  return readListened(call) === undefined
    ? (takesRequests(fn) && isRoute(context, call)) || readCallbackHost(context, fn) !== undefined
    : call.arguments.length === 2;
}

/**
 *     app.post('/', (req, res) => …)
 *
 * @param {Pick<PatternContext, 'project' | 'sourceCode'>} context
 * @param {TSESTree.CallExpression | TSESTree.NewExpression} call
 * @returns {boolean} Whether a router takes handlers there, and does not look at their results.
 */
export function isRoute(context, { callee }) {
  return (
    callee.type === 'MemberExpression' && isRouteVerb(readKey(callee)) && !sendsResults(context)
  );
}

/**
 * @param {Pick<PatternContext, 'project' | 'sourceCode'>} context
 * @returns {boolean} Whether a server of the project may send what a handler returns.
 */
function sendsResults({ project, sourceCode }) {
  return (
    textHas(sourceCode, SENDS_RESULTS) ||
    Object.keys(project.dependencies).some((name) => SENDS_RESULTS.test(name))
  );
}

/**
 *     router.get('/', users.list)    app.use([log, users.load])    http.createServer(handle)    start();
 *     app.use(limit({ max: 10 }))
 *
 * @param {Pick<PatternContext, 'project' | 'sourceCode'>} context
 * @param {TSESTree.Node} use Of a function, by its name.
 * @returns {UnreadUse | undefined} Undefined if somebody may look at what the function returns there.
 */
export function readUnreadUse(context, use) {
  const { parent } = use;
  const holder = parent?.type === 'ArrayExpression' ? parent : use;
  const call = holder.parent;
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') {
    return undefined;
  }
  if (call.callee === use) {
    // new users.Watcher();
    if (call.type !== 'CallExpression') {
      return undefined;
    }
    if (call.parent.type === 'ExpressionStatement') {
      return 'call';
    }
    return valuesOf(context.sourceCode, call).every((value) =>
      /^(?:route|server)$/u.test(readUnreadUse(context, value) ?? ''),
    )
      ? 'maker'
      : undefined;
  }
  if (clientMethod(context.sourceCode, call.callee) === 'createServer') {
    return 'server';
  }
  return isRoute(context, call) ? 'route' : undefined;
}

/**
 *     const load = loadBy('id'); app.get('/:id', load);
 *
 * @param {PatternContext['sourceCode']} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {readonly TSESTree.Node[]} Where what it gives is used: where it stands, or by the name of a
 *   constant of the file.
 */
function valuesOf(sourceCode, call) {
  const { parent } = call;
  if (parent.type !== 'VariableDeclarator' || /^Export/u.test(parent.parent.parent.type)) {
    return [call];
  }
  const [variable, ...more] = sourceCode.getDeclaredVariables(parent);
  const constant = variable && readConstantInit(variable);
  return variable && more.length === 0 && constant?.init === call && constant.keys.length === 0
    ? readsOf(variable).map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    : [call];
}
