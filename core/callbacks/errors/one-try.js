/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readCallbackHost } from '../../analysis/handlers/callback-hosts.js';
import { enclosingFunction, frameUses } from '../../analysis/syntax/functions.js';
import { readKey, readString } from '../../analysis/modules/modules.js';
import { isDirective, isWithin, nodesOfType } from '../../analysis/syntax/nodes.js';
import { takesRequests } from '../../analysis/handlers/handler-parameters.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { asPrinted, insertAfter, replaceRange } from '../../edits/edit.js';
import { indentOf } from '../../edits/indentation.js';
import { mentionsName } from '../../edits/names.js';
import { skipWhitespace, skipWhitespaceBackward } from '../../edits/trivia.js';
import { isFilter } from './error-filters.js';
import { readErrorTest } from './errors.js';
import { isBareReturn, valueOf } from '../statements/flow.js';
import { isNothing } from '../functions/functions.js';
import { handlerAround, isRouted } from '../functions/handlers.js';
import { semicolonOf } from '../boundary/settling.js';
import { ERROR_NAME } from './values.js';
import { printWaits } from '../waits/waits.js';

/**
 * Handlers whose waits all hand their errors on by the same call: one `try` is around the body, and its
 * `catch` makes that call.
 *
 *     app.get('/', async (req, res, next) => {
 *       try { const user = await load(req.params.id); res.json(await rank(user)); } catch (err) { next(err); }
 *     });
 *
 * An error that is thrown before the first wait goes the same way. For a router this is what it did before:
 * it passes what a handler throws to `next`. Whoever emits an event gets no such error any more, which
 * `throws-late` says.
 *
 * @typedef {object} Forwarding
 * @property {string} call `next(`, as the source writes it, up to the error.
 * @property {string} error The name of the error.
 * @property {number} count How many waits forward their error so.
 * @property {boolean} isOfRouter Whether they go where the caller of the handler takes what it throws: to `next` of a
 *   router, to the callback of a package that ignores what a function returns.
 * @property {boolean} [addsNext] Whether the handler has no parameter for that yet.
 */

/**
 * @param {Translator} translator Of a handler.
 * @returns {Forwarding | undefined} How most of its waits forward their errors; undefined where none does, or
 *   where a `try` cannot stand around the body.
 */
export function readForwarding(translator) {
  const { sourceCode, target } = translator;
  const { fn, waits = [] } = target;
  const { body } = fn;
  if (body.type !== 'BlockStatement' || !isBrokenBody(translator, body)) {
    return undefined;
  }
  /** @type {Map<string, Forwarding>} */
  const found = new Map();
  for (const wait of waits) {
    const [parameter] = wait.params;
    const error = sourceCode
      .getDeclaredVariables(wait)
      .find(({ identifiers }) => identifiers[0] === parameter);
    const guards = wait.body.type === 'BlockStatement' ? wait.body.body : [];
    for (const guard of guards) {
      const test = guard.type === 'IfStatement' ? readErrorTest(sourceCode, guard.test) : undefined;
      const forwards =
        guard.type === 'IfStatement' ? test?.variable === error && [guard.consequent] : [guard];
      const read = error && forwards ? readForward(translator, error, forwards, true) : undefined;
      if (read) {
        const { count } = found.get(read.call) ?? { count: 0 };
        found.set(read.call, { ...read, count: count + 1 });
      }
    }
  }
  const [most] = [...found.values()].sort((left, right) => right.count - left.count);
  return most;
}

/**
 *     app.post('/pay', (req, res) => { charge(req.body.card, (err) => { res.redirect(err ? '/' : '/done'); }); });
 *
 * @param {Translator} translator Of a handler of which no wait forwards its error, and which may throw before it
 *   waits.
 * @returns {Forwarding | undefined} How what it throws goes to its router, as it did when it was no async function;
 *   undefined where others than routers call it.
 */
export function forwardingToRouter(translator) {
  const { context, sourceCode, target } = translator;
  const { fn, waits = [] } = target;
  const end = endOf(translator);
  if (
    fn.body.type !== 'BlockStatement' ||
    !isBrokenBody(translator, fn.body) ||
    fn.params.some(({ type }) => type !== 'Identifier') ||
    // Who throws in a callback wants the process to end.
    nodesOfType(sourceCode, 'ThrowStatement').some((node) =>
      waits.includes(/** @type {FunctionNode} */ (enclosingFunction(node))),
    ) ||
    !(readCallbackHost(context, fn) || isRouted(context, fn)) ||
    !(end || mayTakeNext(translator))
  ) {
    return undefined;
  }
  const next = end?.name ?? 'next';
  const names = waits.map(({ params: [first] }) =>
    first?.type === 'Identifier' ? first.name : '',
  );
  const error = names.find((name) => ERROR_NAME.test(name) && name !== next) ?? 'err';
  return { call: `${next}(`, error, count: 0, isOfRouter: true, addsNext: !end };
}

/**
 * @param {Translator} translator
 * @returns {boolean} Whether the handler takes a request and a response alone, and a parameter called `next` would
 *   mean nothing else.
 */
function mayTakeNext({ sourceCode, target: { fn } }) {
  return (
    fn.params.length === 2 &&
    takesRequests(fn) &&
    fn.params.every((each) => each.type === 'Identifier' && !each.typeAnnotation) &&
    !mentionsName(sourceCode, fn, 'next') &&
    (fn.type === 'ArrowFunctionExpression' || frameUses(sourceCode, fn).arguments.length === 0)
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.BlockStatement} body
 * @returns {boolean} Whether its first statement begins a line, and no loop waits.
 */
function isBrokenBody({ sourceCode, target }, body) {
  const first = body.body.find((each) => !isDirective(each));
  const isLooped = (target.waits ?? []).some((wait) => isInLoop(wait, target.fn));
  return (
    first !== undefined &&
    !isLooped &&
    sourceCode.text.slice(body.range[0], first.range[0]).includes('\n')
  );
}

/**
 * @param {TSESTree.Node} node
 * @param {FunctionNode} fn
 * @returns {boolean}
 */
function isInLoop(node, fn) {
  return (
    node !== fn && (/^(?:DoWhile|For|While)/u.test(node.type) || isInLoop(node.parent ?? fn, fn))
  );
}

/**
 *     return next(err);    { next(err); return; }    return workflow.emit('exception', err);
 *
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements
 * @param {boolean} [takesResults] Whether results may stand beside the error: `done(err, user)`.
 * @returns {Omit<Forwarding, 'count'> | undefined} What they are, if they do nothing else.
 */
export function readForward(translator, error, statements, takesResults = false) {
  const [first, ...rest] = statements.flatMap((each) =>
    each.type === 'BlockStatement' ? each.body : [each],
  );
  const call = first && valueOf(first);
  if (
    call?.type !== 'CallExpression' ||
    call.optional ||
    !rest.every((each) => isBareReturn(each))
  ) {
    return undefined;
  }
  const isOfRouter = isEnd(translator, call.callee);
  const given = isOfRouter ? call.arguments[0] : call.arguments.at(-1);
  const isError = given?.type === 'Identifier' && translator.variableOf(given) === error;
  const isWhole = takesResults || call.arguments.slice(1).every((each) => isNothing(each));
  const isForward = emitsError(translator, call) || (isWhole && isNextAround(translator, call));
  return isError && (isOfRouter ? isWhole : isForward)
    ? {
        call: translator.sourceCode.text.slice(call.range[0], given.range[0]),
        error: error.name,
        isOfRouter,
      }
    : undefined;
}

/**
 *     if (err) return next(err);
 *
 * @param {Translator} translator
 * @param {ErrorPlan} plan
 * @returns {boolean} Whether an error ends the handler as an exception does: its caller hands both on in the same way.
 */
export function endsAsThrown(translator, { branches: [guard, ...more] = [], error, goesOn }) {
  return (
    translator.isHandler &&
    guard !== undefined &&
    error !== undefined &&
    more.length === 0 &&
    goesOn !== true &&
    !isFilter(guard) &&
    readForward(translator, error, [guard.consequent])?.isOfRouter === true
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} callee
 * @returns {boolean} `next(err)`, `done(err)`: whether the error goes where the caller of the handler takes what it
 *   throws.
 */
function isEnd(translator, callee) {
  if (callee.type !== 'Identifier') {
    return false;
  }
  const end = endOf(translator);
  return end !== undefined && translator.variableOf(callee) === end;
}

/**
 *     workflow.on('save', () => { save(req.body, (err) => { if (err) return next(err); … }); });
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether it hands the error to the router of the handler that a listener stands in.
 */
function isNextAround({ sourceCode, target }, { callee }) {
  const owner = handlerAround(target.fn);
  const next = owner && owner.params.length > 2 ? owner.params.at(-1) : undefined;
  const variable = callee.type === 'Identifier' ? variableOf(sourceCode, callee) : undefined;
  return (
    next !== undefined &&
    variable?.identifiers[0] === next &&
    variable.references.every((use) => !use.isWrite())
  );
}

/**
 * @param {Translator} translator
 * @returns {Variable | undefined} The parameter that takes errors: `next` of a handler or of the handler around what
 *   answers in its place, `done` of what a package calls with a callback.
 */
export function endOf({ context, sourceCode, target: { fn } }) {
  const host = readCallbackHost(context, fn);
  const owner = host === 'answer' ? handlerAround(fn) : fn;
  const isTaker = owner && (host === 'verify' || (takesRequests(owner) && owner.params.length > 2));
  const last = isTaker ? owner.params.at(-1) : undefined;
  return last && owner
    ? sourceCode
        .getDeclaredVariables(owner)
        .find(
          ({ identifiers, references }) =>
            identifiers[0] === last && references.every((use) => !use.isWrite()),
        )
    : undefined;
}

/**
 *     user.save((err) => { done(err, user); })
 *
 * @param {Translator} translator
 * @param {TSESTree.Node} node Where an error stands.
 * @returns {TSESTree.CallExpression | undefined} The call that ends the handler, with that as its error, where the
 *   one `try` ends it so with any error.
 */
export function forwardedEnd(translator, node) {
  const call = node.parent;
  return translator.forwarding?.isOfRouter &&
    call?.type === 'CallExpression' &&
    !call.optional &&
    call.arguments[0] === node &&
    isEnd(translator, call.callee) &&
    translator.sourceCode.text.slice(call.range[0], node.range[0]) === translator.forwarding.call
    ? call
    : undefined;
}

/**
 *     done(err, user)  ->  done(null, user)        next(err)  ->  next()
 *
 * @param {Translator} translator
 * @param {{ error?: Variable | undefined, guard?: TSESTree.Statement | undefined, rest?: TSESTree.Statement | undefined }} plan
 *   Of a wait whose error the one `try` hands on.
 */
export function leaveOutError(translator, { error, guard, rest }) {
  for (const { identifier } of error?.references ?? []) {
    const node = /** @type {TSESTree.Node} */ (identifier);
    const isDropped = guard && isWithin(node, guard) && !(rest && isWithin(node, rest));
    const call = isDropped ? undefined : forwardedEnd(translator, node);
    if (call) {
      translator.edits.push(replaceRange(node.range, call.arguments.length > 1 ? 'null' : ''));
    }
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `workflow.emit('exception', err)`, of an emitter from outside of the function.
 */
function emitsError(translator, { callee, arguments: given }) {
  const { fn } = translator.target;
  const variable =
    callee.type === 'MemberExpression' &&
    readKey(callee) === 'emit' &&
    callee.object.type === 'Identifier'
      ? translator.variableOf(callee.object)
      : undefined;
  return (
    given.length === 2 &&
    readString(given[0]) !== undefined &&
    variable !== undefined &&
    variable.defs.length > 0 &&
    !isWithin(/** @type {TSESTree.Node} */ (variable.identifiers[0]), fn)
  );
}

/**
 * @param {Translator} translator Of a handler whose body is translated, a level deeper than it was.
 * @param {Forwarding} forwarding
 * @returns {Edit[]} The `try` around the body.
 */
export function tryAround(translator, { call, error, isOfRouter, addsNext = false }) {
  const { sourceCode, target } = translator;
  const { text } = sourceCode;
  const body = /** @type {TSESTree.BlockStatement} */ (target.fn.body);
  const directive = body.body.findLast((each) => isDirective(each));
  const open = directive?.range[1] ?? body.range[0] + 1;
  const end = body.range[1] - 1;
  const last = skipWhitespaceBackward(text, end);
  const outer = indentOf(text, body.body[0]?.range[0] ?? open);
  const start = Math.min(skipWhitespace(text, open), last);
  translator.indent([start, last], 1);
  if (!isOfRouter) {
    translator.assumes.add('throws-late');
  }
  const place = { indent: outer, semicolon: semicolonOf(translator) };
  const [before = '', after = ''] = printWaits(translator, place, [
    {
      type: 'try',
      block: [{ type: 'run', range: [start, last] }],
      error,
      handler: [{ type: 'run', pieces: [`${call}${error})`] }],
    },
  ]).texts;
  const lastParameter = target.fn.params.at(-1);
  return [
    ...(addsNext && lastParameter ? [insertAfter(lastParameter.range[1], ', next')] : []),
    asPrinted(replaceRange([open, start], `\n${outer}${before}`)),
    asPrinted(replaceRange([last, last], after)),
  ];
}
