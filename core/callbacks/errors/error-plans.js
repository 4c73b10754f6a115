/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { ErrorFold } from './error-folds.js' */
/** @import { PassingFirst } from './passing-branches.js' */
/** @import { Calling, Translator } from '../plan/translator.js' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { mayGo } from './beside-errors.js';
import { readErrorFold } from './error-folds.js';
import { readErrorTest } from './errors.js';
import { isNothing } from '../functions/functions.js';
import { onlySettles, standsForNull } from '../statements/made-promises.js';
import { Refused, quote } from '../plan/refused.js';
import { readFilters, readHandedOn } from './error-filters.js';
import {
  callingBehind,
  endsFlow,
  isBareReturn,
  isCallbackTest,
  valueOf,
} from '../statements/flow.js';
import { readPassingFirst, takesSeveral } from './passing-branches.js';
import { forwardedEnd, readForward } from './one-try.js';
import { assertsNoError } from './test-assertions.js';

/**
 * What a callback does with its error, and so how the call is waited for.
 *
 * - `propagate`: hands it on first, as a rejection does by itself.
 * - `handle`: ends on its own when there is one, or one of some kind: `catch`.
 * - `ignore`: never looks at it.
 * - `capture`: looks at it later, or more than once: it stays a variable.
 *
 * @typedef {object} ErrorPlan
 * @property {'propagate' | 'handle' | 'ignore' | 'capture'} kind
 * @property {Variable | undefined} [error]
 * @property {TSESTree.Statement | undefined} [guard] The test that the waiting replaces.
 * @property {TSESTree.Statement | undefined} [rest] The branch of it, or of what a `catch` holds, that is left.
 * @property {readonly TSESTree.IfStatement[] | undefined} [branches] What a `catch` holds.
 * @property {boolean | undefined} [goesOn] Whether what follows runs behind that, too.
 * @property {boolean | undefined} [isChain] Whether each `else` between the branches stays.
 * @property {boolean | undefined} [rethrows] Whether what follows hands the error on.
 * @property {ErrorFold | undefined} [fold] Where it is handed on beside other tests.
 * @property {PassingFirst | undefined} [passingFirst] What a `catch` holds, behind what stands behind it now.
 * @property {TSESTree.Expression | undefined} [otherwise] What is left of `err ? cb(err) : otherwise`.
 * @property {TSESTree.Expression | undefined} [failing] What a `catch` holds of it.
 */

/**
 * @param {Translator} translator
 * @param {FunctionNode} callback
 * @returns {ErrorPlan}
 */
export function readErrorPlan(translator, callback) {
  const { sourceCode } = translator;
  const [parameter] = callback.params;
  if (!parameter) {
    return { kind: 'ignore' };
  }
  if (parameter.type !== 'Identifier') {
    throw new Refused('callback-parameters', quote(sourceCode, parameter));
  }
  const error = sourceCode
    .getDeclaredVariables(callback)
    .find(({ identifiers }) => identifiers.includes(parameter));
  if (error && error.defs.length > 1) {
    throw new Refused('name-clash', `\`${error.name}\``);
  }
  if (!error || error.references.length === 0) {
    return { kind: 'ignore', ...(error && { error }) };
  }
  const plan =
    callback.body.type === 'BlockStatement'
      ? readBlock(translator, error, callback.body.body)
      : readExpression(translator, error, callback.body);
  return withError(plan ?? { kind: 'capture' }, error);
}

/**
 * @param {ErrorPlan} plan
 * @param {Variable} error
 * @returns {ErrorPlan} In one shape, as it is asked from many places.
 */
function withError(plan, error) {
  return {
    kind: plan.kind,
    error,
    guard: plan.guard,
    rest: plan.rest,
    branches: plan.branches,
    goesOn: plan.goesOn,
    isChain: plan.isChain,
    rethrows: plan.rethrows,
    fold: plan.fold,
    passingFirst: plan.passingFirst,
    otherwise: plan.otherwise,
    failing: plan.failing,
  };
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.Expression} body
 * @returns {ErrorPlan | undefined}
 */
function readExpression(translator, error, body) {
  if (body.type === 'ConditionalExpression') {
    return readConditional(translator, error, body);
  }
  const { call, how } = withoutTest(translator, body);
  if (!isSoleExit(translator, error, call)) {
    return undefined;
  }
  translator.callings.add(how);
  return { kind: 'propagate' };
}

/**
 *     err ? cb(err) : cb(null, v)
 *
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.ConditionalExpression} body
 * @returns {ErrorPlan | undefined}
 */
function readConditional(translator, error, { test, consequent, alternate }) {
  const errorTest = readErrorTest(translator.sourceCode, test);
  if (errorTest?.variable !== error || !errorTest.whenFalse || hasWrites(error)) {
    return undefined;
  }
  const [failing, otherwise] =
    errorTest.whenTrue === 'set' ? [consequent, alternate] : [alternate, consequent];
  const { call, how } = withoutTest(translator, failing);
  if (!isOnlyNullAfter(translator, error, test, failing)) {
    return undefined;
  }
  if (!isExitWith(translator, error, call)) {
    return failing === consequent && !takesSeveral(error)
      ? { kind: 'handle', failing, otherwise }
      : undefined;
  }
  acceptNothing(translator, call);
  translator.callings.add(how);
  return { kind: 'propagate', otherwise };
}

/**
 * @param {Variable} variable
 * @returns {boolean}
 */
function hasWrites({ references }) {
  return references.some((use) => use.isWrite());
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.Node} node
 * @returns {boolean} `cb(err, v)`, and nothing else looks at the error.
 */
function isSoleExit(translator, error, node) {
  const exit = translator.exitOf(node) ?? forwardedExit(translator, node);
  return (
    exit !== undefined &&
    error.references.length === 1 &&
    exit.arguments[0] === error.references[0]?.identifier &&
    exit.arguments.slice(1).every((each) => mayGo(translator, each, error))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @returns {TSESTree.CallExpression | undefined} `next(err)`, where it ends a handler so.
 */
function forwardedExit(translator, node) {
  const [error] = node.type === 'CallExpression' ? node.arguments : [];
  return error && forwardedEnd(translator, error);
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements
 * @returns {ErrorPlan | undefined}
 */
function readBlock(translator, error, statements) {
  const live = statements.filter(({ type }) => type !== 'FunctionDeclaration');
  const [first, ...rest] = live;
  if (!first) {
    return undefined;
  }
  const value = valueOf(first);
  if (value?.type === 'ConditionalExpression') {
    return statements.length === 1 ? readConditional(translator, error, value) : undefined;
  }
  const { call: sole, how } = readCall(translator, first);
  if (sole && rest.every((each) => isBareReturn(each)) && isSoleExit(translator, error, sole)) {
    translator.callings.add(how);
    return { kind: 'propagate' };
  }
  if (
    statements[0] === first &&
    assertsNoError(translator, error, first) &&
    isOnlyNullAfter(translator, error, first, first)
  ) {
    return { kind: 'propagate', guard: first };
  }
  if (first.type !== 'IfStatement') {
    return undefined;
  }
  const test = readErrorTest(translator.sourceCode, first.test);
  if (hasWrites(error)) {
    return undefined;
  }
  const fold = readErrorFold(translator, error, statements);
  if (fold) {
    const { guard, isWhole, caught } = fold;
    return {
      kind: caught === undefined ? 'propagate' : 'handle',
      fold,
      ...(isWhole && { guard, rest: guard.consequent }),
    };
  }
  if (test?.variable !== error) {
    return undefined;
  }
  const filters = statements[0] === first ? readFilters(translator, error, statements) : undefined;
  if (filters || !test.whenFalse) {
    return filters && { kind: 'handle', ...filters };
  }
  const passingFirst = readPassingFirst(translator, error, statements);
  if (passingFirst && !isPropagation(translator, error, passingFirst.failing)) {
    return planPassingFirst(translator, error, passingFirst);
  }
  const [failing, passing] =
    test.whenTrue === 'set'
      ? [first.consequent, first.alternate]
      : [first.alternate, first.consequent];
  if (!failing || (passing && rest.length > 0)) {
    return undefined;
  }
  const isEnd =
    endsFlow(failing) ||
    endsWithReturn(failing) ||
    (translator.usesCallback(failing) && onlySettles(translator, rest));
  if (!passing && !isEnd) {
    const handedOn = readHandedOn(translator, error, rest);
    const isOver = isOnlyIn(error, first, handedOn) && !isHidden(translator, error, failing);
    return isOver && !takesSeveral(error) && statements[0] === first
      ? { kind: 'handle', branches: [first], ...(handedOn ? { rethrows: true } : { goesOn: true }) }
      : undefined;
  }
  const after = passing ?? undefined;
  if (!isOnlyNullAfter(translator, error, first.test, failing)) {
    return undefined;
  }
  if (isPropagation(translator, error, [failing]) && (!after || statements[0] === first)) {
    return { kind: 'propagate', guard: first, ...(after && { rest: after }) };
  }
  if (statements[0] !== first || (after && first.consequent !== failing)) {
    return undefined;
  }
  return isHidden(translator, error, failing)
    ? undefined
    : { kind: 'handle', branches: [first], ...(after && { rest: after }) };
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.Statement | undefined} failing
 * @returns {boolean} `catch (err) { const err = …; }`
 */
function isHidden({ sourceCode }, error, failing) {
  return failing?.type === 'BlockStatement' && sourceCode.getScope(failing).set.has(error.name);
}

/**
 * @param {Variable} variable
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} [other]
 * @returns {boolean} Whether nothing else asks for it.
 */
function isOnlyIn({ references }, node, other) {
  return references.every(({ identifier }) => identifier === other || isWithin(identifier, node));
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {PassingFirst} passingFirst
 * @returns {ErrorPlan | undefined}
 */
function planPassingFirst(translator, error, passingFirst) {
  const { guard, passing, failing } = passingFirst;
  const [first] = failing;
  const range = /** @type {const} */ ([first?.range[0] ?? 0, failing.at(-1)?.range[1] ?? 0]);
  return isHidden(translator, error, first) ||
    !isOnlyNullAfter(translator, error, guard.test, { range })
    ? undefined
    : { kind: 'handle', passingFirst, rest: passing };
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean}
 */
function endsWithReturn(statement) {
  return statement.type === 'BlockStatement' && statement.body.at(-1)?.type === 'ReturnStatement';
}

/**
 *     cb(err);    cb && cb(err);    if (cb) cb(err);
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement | TSESTree.Expression} statement
 * @returns {{ call: TSESTree.Expression | undefined, how: Calling }}
 */
export function readCall(translator, statement) {
  if (
    statement.type === 'IfStatement' &&
    !statement.alternate &&
    isCallbackTest(translator, statement.test)
  ) {
    const { consequent } = statement;
    const [inner, ...more] = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
    return {
      call: inner && more.length === 0 ? soleExpression(inner) : undefined,
      how: callingBehind(translator, statement.test),
    };
  }
  const expression = soleExpression(statement);
  return expression ? withoutTest(translator, expression) : { call: undefined, how: 'required' };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} expression
 * @returns {{ call: TSESTree.Expression, how: Calling }}
 */
function withoutTest(translator, expression) {
  if (expression.type === 'UnaryExpression' && expression.operator === 'void') {
    return withoutTest(translator, expression.argument);
  }
  if (expression.type === 'ChainExpression' && expression.expression.type === 'CallExpression') {
    return { call: expression.expression, how: 'chained' };
  }
  const isOptional =
    expression.type === 'LogicalExpression' &&
    expression.operator === '&&' &&
    isCallbackTest(translator, expression.left);
  return isOptional
    ? { call: expression.right, how: callingBehind(translator, expression.left) }
    : { call: expression, how: 'required' };
}

/**
 * @param {TSESTree.Statement | TSESTree.Expression} node
 * @returns {TSESTree.Expression | undefined}
 */
function soleExpression(node) {
  switch (node.type) {
    case 'ExpressionStatement':
      return node.expression;
    case 'ReturnStatement':
      return node.argument ?? undefined;
    case 'CallExpression':
    case 'ChainExpression':
    case 'LogicalExpression':
      return node;
    default:
      return undefined;
  }
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.Node} test
 * @param {{ range: readonly [number, number] }} failing
 * @returns {boolean} Whether outside the failing branch the error only stands where `null` may.
 */
function isOnlyNullAfter(translator, error, test, failing) {
  return error.references.every(({ identifier }) => {
    const node = /** @type {TSESTree.Node} */ (identifier);
    if (isWithin(node, /** @type {TSESTree.Node} */ (failing)) || isWithin(node, test)) {
      return true;
    }
    return (
      (standsForNull(translator, node) || forwardedEnd(translator, node) !== undefined) &&
      !isInOwn(node, error.scope.block)
    );
  });
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} callback
 * @returns {boolean} Whether a function of the callback holds it that may run from anywhere in there:
 *   it is given to no call.
 */
function isInOwn(node, callback) {
  const fn = enclosingFunction(node);
  return (
    fn !== undefined &&
    fn !== callback &&
    (fn.parent.type !== 'CallExpression' || isInOwn(fn, callback))
  );
}

/**
 *     return cb(err);    { return cb(err); }    { cb(err); return; }    cb(err);
 *
 * @param {Translator} translator
 * @param {Variable} error
 * @param {readonly TSESTree.Statement[]} statements
 * @returns {boolean}
 */
function isPropagation(translator, error, statements) {
  const [only] = statements;
  const [first, ...rest] =
    statements.length === 1 && only?.type === 'BlockStatement'
      ? only.body
      : statements.flatMap((each) => (each.type === 'BlockStatement' ? each.body : [each]));
  if (
    (translator.test || translator.isHandler) &&
    first?.type === 'ThrowStatement' &&
    rest.length === 0
  ) {
    const { argument } = first;
    return argument?.type === 'Identifier' && translator.variableOf(argument) === error;
  }
  const { forwarding } = translator;
  if (forwarding && readForward(translator, error, statements)?.call === forwarding.call) {
    return true;
  }
  const { call, how } = first ? readCall(translator, first) : {};
  if (!call || !how || !rest.every((each) => isBareReturn(each)) || rest.length > 1) {
    return false;
  }
  if (!isExitWith(translator, error, call)) {
    return false;
  }
  acceptNothing(translator, call);
  translator.callings.add(how);
  return true;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} call `cb(err, null)`: a rejection comes without the `null`.
 */
function acceptNothing({ assumes }, call) {
  if (call.type === 'CallExpression' && call.arguments.length > 1) {
    assumes.add('callback-arguments');
  }
}

/**
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.Expression} call
 * @returns {boolean} `cb(err)`.
 */
function isExitWith(translator, error, call) {
  const isFailure = call.type === 'CallExpression' && translator.isFailure(call.callee);
  const exit = isFailure ? call : translator.exitOf(call);
  const [argument, ...more] = exit?.arguments ?? [];
  return (
    argument?.type === 'Identifier' &&
    translator.variableOf(argument) === error &&
    more.every(isNothing)
  );
}
