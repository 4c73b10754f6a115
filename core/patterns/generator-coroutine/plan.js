/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { AssumptionId } from '../../contract/assumptions.js' */
/** @import { DifferenceId } from '../../contract/differences.js' */
/** @import { PatternContext, Plan, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Coroutine, Run } from './coroutines.js' */
/** @import { Dialect, Runner } from './runners.js' */

import { frameUses } from '../../analysis/functions.js';
import { dependencyMajor } from '../../analysis/node-floor.js';
import { removeBetween } from '../../edits/edit.js';
import { mentionsName, usesAwaitAsName } from '../../edits/names.js';
import { hasCommentBetween } from '../../edits/trivia.js';
import { removeCompilerShell } from './babel-shells.js';
import {
  findLibraryMethod,
  givesNative,
  keepBluebird,
  keepNamedQ,
  keepQ,
  writeKoaMiddleware,
} from './boundaries.js';
import { collapseIntoFunction } from './collapse.js';
import {
  boundReceiver,
  hasLexicalThis,
  isCommented,
  unwrapCall,
  writeAsyncFunction,
  writeImmediateCall,
} from './shells.js';
import { findConstruction, findInspection } from './observations.js';
import { planYields, quote } from './yields.js';

/** Runners that take the generator function and, as written here, nothing else. */
const TAKES_ONE = new Set(['bluebird.coroutine', 'co.wrap', 'koa', 'Q.async', 'Q.spawn']);

/**
 * @typedef {{ edits: Edit[], accepts: DifferenceId[] } | { refusal: Refusal }} ShellResult
 */

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @param {Dialect} dialect What runs it, or what runs those that delegate to it.
 * @returns {Plan | { refusal: Refusal }}
 */
export function planCoroutine(context, coroutine, dialect) {
  const refusal = refuseOutright(context, coroutine);
  if (refusal) {
    return { refusal };
  }
  const yields = planYields(context, coroutine, dialect);
  if ('refusal' in yields) {
    return yields;
  }
  const shell = planShell(context, coroutine);
  if ('refusal' in shell) {
    return shell;
  }
  /** @type {AssumptionId[]} */
  const assumes = [...yields.assumes];
  const forbidden = assumes.find((id) => !context.options.assumptions.has(id));
  if (forbidden) {
    return { refusal: { reason: 'assumption-off', subject: forbidden } };
  }
  return { edits: [...shell.edits, ...yields.edits], safe: false, assumes, accepts: shell.accepts };
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {Refusal | undefined}
 */
function refuseOutright(context, { fn, refusal, runs }) {
  if (refusal) {
    return refusal;
  }
  if (fn.returnType) {
    return { reason: 'typed-generator' };
  }
  if (usesAwaitAsName(context.sourceCode, fn)) {
    return { reason: 'await-as-name' };
  }
  for (const { runner } of runs) {
    const { call } = runner;
    // bluebird takes options with yield handlers: what they make of a value, `await` does not.
    if (TAKES_ONE.has(runner.kind) && call.arguments.length > 1) {
      return {
        reason: 'runner-unsupported',
        subject: `${quote(context, call.callee)} together with something else`,
      };
    }
    if (runsAtOnce(runner) && frameUses(context.sourceCode, fn).evaluates) {
      return {
        reason: 'runner-unsupported',
        subject: `${quote(context, call.callee)} beside \`eval\``,
      };
    }
    const observed = findObservation(context, fn, runner);
    if (observed) {
      return observed;
    }
    if (runner.dialect === 'co' && runner.kind !== 'koa') {
      const major = dependencyMajor(context, 'co');
      if (major !== undefined && major < 4) {
        return { reason: 'runner-version', subject: `co ${context.project.dependencies['co']}` };
      }
    }
    if (
      runner.kind === 'co' &&
      call.parent.type === 'CallExpression' &&
      call.parent.callee === call
    ) {
      return { reason: 'runner-version', subject: 'its result is called' };
    }
  }
  return undefined;
}

/**
 * @param {Pick<Runner, 'kind'>} runner
 * @returns {boolean} Whether its call runs the generator, rather than giving a function that will.
 */
function runsAtOnce({ kind }) {
  return kind === 'co' || kind === '__awaiter' || kind === 'Q.spawn';
}

/** Test runners pass a callback to functions that take a parameter. */
const TEST_FUNCTIONS = new Set(
  'after afterAll afterEach before beforeAll beforeEach it setup specify suiteSetup suiteTeardown teardown test'.split(
    ' ',
  ),
);

/** A handler of express with so many parameters takes errors. */
const ERROR_HANDLER_LENGTH = 4;

/**
 * What the place of a wrapped function shows that would see the difference.
 *
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Runner} runner
 * @returns {Refusal | undefined}
 */
function findObservation(context, fn, { call, kind }) {
  const { sourceCode } = context;
  const isLibrary = kind === 'bluebird.coroutine' || kind === 'Q.async';
  const method =
    isLibrary && context.options.api === 'async' ? findLibraryMethod(context) : undefined;
  if (method !== undefined) {
    return { reason: 'result-observed', subject: `\`.${method}()\`` };
  }
  const inspection = isLibrary ? findInspection(sourceCode) : undefined;
  if (inspection !== undefined) {
    return { reason: 'result-observed', subject: `\`${inspection}\`` };
  }
  if (runsAtOnce({ kind }) || kind === 'koa') {
    return undefined;
  }
  const construction = findConstruction(sourceCode, call);
  if (construction) {
    return { reason: 'result-observed', subject: quote(context, construction) };
  }
  if (mentionsName(sourceCode, sourceCode.ast, '__generatorFunction__')) {
    return { reason: 'result-observed', subject: '`__generatorFunction__`' };
  }
  const { parent } = call;
  if (parent.type !== 'CallExpression' || parent.callee === call) {
    return undefined;
  }
  const isTest =
    parent.callee.type === 'Identifier' &&
    TEST_FUNCTIONS.has(parent.callee.name) &&
    fn.params.length > 0;
  const isErrorHandler = fn.params.length >= ERROR_HANDLER_LENGTH;
  const subject = `\`${sourceCode.text.slice(...parent.callee.range)}\``;
  return isTest || isErrorHandler ? { reason: 'arity-observed', subject } : undefined;
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {ShellResult}
 */
function planShell(context, coroutine) {
  const { fn, runs } = coroutine;
  if (runs.some(({ runner }) => runner.kind === 'koa')) {
    return planKoa(context, coroutine);
  }
  const literal = runs.find(({ form }) => form === 'literal' || form === 'bound');
  if (literal) {
    return planLiteral(context, fn, literal);
  }
  /** @type {Edit[]} */
  const edits = writeAsyncFunction(context, fn);
  /** @type {DifferenceId[]} */
  const accepts = [];
  for (const run of runs) {
    const planned = planNamedRun(context, fn, run);
    if ('refusal' in planned) {
      return planned;
    }
    edits.push(...planned.edits);
    accepts.push(...planned.accepts);
  }
  return { edits, accepts: [...new Set(accepts)] };
}

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @returns {ShellResult}
 */
function planKoa(context, coroutine) {
  const middleware = writeKoaMiddleware(context, coroutine);
  if ('refusal' in middleware) {
    return middleware;
  }
  const unwrapped = coroutine.runs
    // `app.use` stays, `convert` goes.
    .filter(({ runner }) => runner.call.callee.type !== 'MemberExpression')
    .flatMap(({ runner }) => unwrapCall(context, runner, runner.target));
  return { edits: [...unwrapped, ...middleware], accepts: [] };
}

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Run} run
 * @returns {ShellResult}
 */
function planLiteral(context, fn, run) {
  const { runner } = run;
  const isKept = !givesNative(context, runner);
  const finish = isKept ? withSyncThrows : withLength;
  switch (runner.kind) {
    case 'co':
    case '__awaiter': {
      const collapsed = collapseIntoFunction(context, fn, run);
      if (collapsed) {
        return collapsed;
      }
      const edits = writeImmediateCall(context, fn, run);
      return edits ? { edits, accepts: [] } : { refusal: refuseCall(context, fn, run) };
    }
    case 'co.wrap':
    case '_asyncToGenerator': {
      if (run.form === 'bound' && !isUnusedBinding(context, fn)) {
        return unsupported(context, run);
      }
      const shell = run.form === 'literal' ? removeCompilerShell(context, fn, runner) : undefined;
      if (shell) {
        return withSyncThrows(context, fn, shell);
      }
      return withLength(context, fn, [
        ...unwrapCall(context, runner, fn),
        ...writeAsyncFunction(context, fn),
      ]);
    }
    case 'bluebird.coroutine': {
      const kept = isKept ? keepBluebird(context, run) : unwrapCall(context, runner, fn);
      return kept && run.form === 'literal'
        ? finish(context, fn, [...kept, ...writeAsyncFunction(context, fn)])
        : unsupported(context, run);
    }
    case 'Q.async': {
      const kept = isKept
        ? keepQ(context, fn, run)
        : [...unwrapCall(context, runner, fn), ...writeAsyncFunction(context, fn)];
      return kept && run.form === 'literal' ? finish(context, fn, kept) : unsupported(context, run);
    }
    default: {
      const uses = frameUses(context.sourceCode, fn);
      const edits = uses.this.length === 0 ? keepQ(context, fn, run) : undefined;
      return edits && run.form === 'literal' ? { edits, accepts: [] } : unsupported(context, run);
    }
  }
}

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @returns {boolean} Whether `function* () {}.bind(ctx)` binds what the function does not use.
 */
function isUnusedBinding({ sourceCode }, fn) {
  return frameUses(sourceCode, fn).this.length === 0;
}

/**
 * @param {PatternContext} context
 * @param {Run} run
 * @returns {{ refusal: Refusal }}
 */
function unsupported(context, { runner }) {
  const { call, target } = runner;
  return isCommented(context.sourceCode, call, target)
    ? { refusal: { reason: 'comment-in-the-way' } }
    : { refusal: { reason: 'runner-unsupported', subject: quote(context, call.callee) } };
}

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Run} run
 * @returns {Refusal}
 */
function refuseCall(context, fn, run) {
  if (isCommented(context.sourceCode, run.runner.call, fn)) {
    return { reason: 'comment-in-the-way' };
  }
  const receiver = run.form === 'bound' ? boundReceiver(fn) : run.runner.receiver;
  return !receiver && !hasLexicalThis(context, fn, run)
    ? { reason: 'this-of-runner' }
    : unsupported(context, run).refusal;
}

/**
 * Wrappers call the generator function itself: defaults and destructuring that throw do so in the
 * caller's tick.
 *
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Edit[]} edits
 * @returns {ShellResult}
 */
function withSyncThrows(context, fn, edits) {
  if (fn.params.every(({ type }) => type === 'Identifier')) {
    return { edits, accepts: [] };
  }
  return context.options.differences.has('sync-throw')
    ? { edits, accepts: ['sync-throw'] }
    : { refusal: { reason: 'sync-throw' } };
}

/**
 * Wrappers have length 0; who looks at it sees the real one afterwards.
 *
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Edit[]} edits
 * @returns {ShellResult}
 */
function withLength(context, fn, edits) {
  const result = withSyncThrows(context, fn, edits);
  if ('refusal' in result || lengthOf(fn) === 0) {
    return result;
  }
  return { edits, accepts: [...result.accepts, 'function-length'] };
}

/**
 * @param {Coroutine['fn']} fn
 * @returns {number} The parameters before the first default or rest: ECMA-262, ExpectedArgumentCount.
 */
function lengthOf({ params }) {
  const end = params.findIndex(
    ({ type }) => type === 'AssignmentPattern' || type === 'RestElement',
  );
  return end < 0 ? params.length : end;
}

/**
 * @param {PatternContext} context
 * @param {Coroutine['fn']} fn
 * @param {Run} run
 * @returns {ShellResult}
 */
function planNamedRun(context, fn, run) {
  const { runner, form } = run;
  const { call, kind, target } = runner;
  const usesThis = frameUses(context.sourceCode, fn).this.length > 0;
  if (kind === 'co.wrap' || (kind === '_asyncToGenerator' && form === 'named')) {
    return withLength(context, fn, unwrapNamed(context, run));
  }
  const isKept = !givesNative(context, runner);
  const finish = isKept ? withSyncThrows : withLength;
  if (kind === 'bluebird.coroutine') {
    const kept = isKept ? keepBluebird(context, run) : unwrapNamed(context, run);
    return kept ? finish(context, fn, kept) : unsupported(context, run);
  }
  if (kind === 'Q.async' && form === 'named') {
    const kept = isKept ? keepNamedQ(context, fn, run) : unwrapNamed(context, run);
    return kept ? finish(context, fn, kept) : unsupported(context, run);
  }
  if (kind !== 'co') {
    return unsupported(context, run);
  }
  // co(fn(…))  ->  fn(…)
  if (form === 'object') {
    return runner.receiver || usesThis
      ? unsupported(context, run)
      : { edits: unwrapCall(context, runner, target), accepts: [] };
  }
  if (usesThis && !runner.receiver) {
    return { refusal: { reason: 'this-of-runner' } };
  }
  // co(fn, …)  ->  fn(…)
  const [first] = runner.args;
  if (
    hasCommentBetween(context.sourceCode, call.range[0], target.range[0]) ||
    hasCommentBetween(context.sourceCode, target.range[1], first ? first.range[0] : call.range[1])
  ) {
    return { refusal: { reason: 'comment-in-the-way' } };
  }
  if (usesThis) {
    return first || !runner.receiver
      ? unsupported(context, run)
      : writeReceiverCall(context, run, runner.receiver);
  }
  if (
    runner.receiver &&
    runner.receiver.type !== 'ThisExpression' &&
    runner.receiver.type !== 'Identifier'
  ) {
    return unsupported(context, run);
  }
  return {
    edits: [
      removeBetween(call.range[0], target.range[0]),
      { range: [target.range[1], first ? first.range[0] : call.range[1] - 1], text: '(' },
    ],
    accepts: [],
  };
}

/**
 * co.call(ctx, fn)  ->  fn.call(ctx)
 *
 * @param {PatternContext} context
 * @param {Run} run
 * @param {TSESTree.Node} receiver
 * @returns {ShellResult}
 */
function writeReceiverCall(context, { runner }, receiver) {
  const { call, target } = runner;
  const { text } = context.sourceCode;
  const name = text.slice(...target.range);
  return {
    edits: [
      { range: [call.range[0], receiver.range[0]], text: `${name}.call(` },
      removeBetween(receiver.range[1], call.range[1] - 1),
    ],
    accepts: [],
  };
}

/**
 * { run: co.wrap(run) }  ->  { run }
 *
 * @param {PatternContext} context
 * @param {Run} run
 * @returns {Edit[]}
 */
function unwrapNamed(context, { runner }) {
  const { call, target } = runner;
  const { parent } = call;
  const isSameName =
    parent.type === 'Property' &&
    parent.value === call &&
    !parent.computed &&
    parent.key.type === 'Identifier' &&
    target.type === 'Identifier' &&
    parent.key.name === target.name &&
    !hasCommentBetween(context.sourceCode, ...parent.range);
  if (isSameName) {
    return [
      removeBetween(parent.range[0], target.range[0]),
      removeBetween(target.range[1], call.range[1]),
    ];
  }
  return unwrapCall(context, runner, target);
}
