/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext, Plan, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { ShellResult } from './accepted-runs.js' */
/** @import { Coroutine } from './coroutines.js' */
/** @import { Dialect } from './runners.js' */

import { missingEvidence } from '../../contract/obligations.js';
import { writeKoaMiddleware } from './boundaries.js';
import { unwrapCall, writeAsyncFunction } from './shells.js';
import { planYields } from './yields.js';
import { refuseOutright } from './refused-runs.js';
import { planLiteral } from './literal-runs.js';
import { planNamedRun } from './named-runs.js';

/**
 * @param {PatternContext} context
 * @param {Coroutine} coroutine
 * @param {Dialect} dialect The runner of it, or of the generators that delegate to it.
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
  /** @type {ObligationId[]} */
  const assumes = [...yields.assumes];
  const forbidden = assumes.find((id) => !context.options.assumable.has(id));
  if (forbidden) {
    return { refusal: missingEvidence(forbidden) };
  }
  return {
    edits: [...shell.edits, ...yields.edits],
    safe: false,
    assumes: [...assumes, ...shell.assumes],
  };
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
  /** @type {ObligationId[]} */
  const assumes = [];
  for (const run of runs) {
    const planned = planNamedRun(context, fn, run);
    if ('refusal' in planned) {
      return planned;
    }
    edits.push(...planned.edits);
    assumes.push(...planned.assumes);
  }
  return { edits, assumes: [...new Set(assumes)] };
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
  return { edits: [...unwrapped, ...middleware], assumes: [] };
}
