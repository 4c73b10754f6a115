/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { PatternContext } from '../../../contract/pattern.js' */
/** @import { Link, LinkResult } from './link-edits.js' */
/** @import { StaticResult } from '../statics/results.js' */

import { runsOn } from '../../../analysis/environment/node-floor.js';
import { findVariable } from '../../../analysis/syntax/scopes.js';
import { FAKE_TIMERS } from '../../../analysis/environment/test-runners.js';
import { wrapNode } from '../../../edits/edit.js';
import { mentionsName, nameBeside } from '../../../edits/names.js';
import { replaceCallee } from '../statics/callees.js';
import { withTypes } from '../helper-types.js';
import { importedName } from '../statics/imports.js';
import { handOver, refuseLink, renameLink } from './link-edits.js';
import { refuseUsage, withPromise } from '../statics/results.js';
import { isFreshValue, isRestful, isStill } from '../values.js';

/** The first Node of every line that has `timers/promises`: https://nodejs.org/api/timers.html */
const TIMERS = '16.0.0';

/**
 * @param {PatternContext} context
 * @returns {boolean} Whether `timers/promises` can do it: fake timers stand in for the global `setTimeout` alone.
 */
function canImportTimers(context) {
  return (
    runsOn(context, TIMERS) &&
    !FAKE_TIMERS.test(context.sourceCode.text) &&
    context.isReplacedElsewhere?.('setTimeout') !== true
  );
}

/**
 * Bluebird.delay(ms)  ->  timers.setTimeout(ms)
 *                     ->  new Promise((resolve) => setTimeout(resolve, ms))
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {StaticResult}
 */
export function writeDelay(context, call) {
  const { sourceCode } = context;
  const [ms, value, more] = call.arguments;
  if (!ms || more || findVariable(sourceCode, call, 'setTimeout')) {
    return refuseUsage(sourceCode, call);
  }
  if (canImportTimers(context) && (!value || isFreshValue(value))) {
    const timer = replaceCallee(context, call, [
      `${importedName(sourceCode, 'timers')}.setTimeout`,
    ]);
    return withPromise(
      'refusal' in timer
        ? timer
        : [...timer, ...(isNumber(ms) ? [] : wrapNode(ms, 'Number(', ')'))],
    );
  }
  if (value || !isStill(sourceCode, ms)) {
    return withPromise(
      replaceCallee(
        context,
        call,
        value
          ? [
              '(async ‹<T,>›(ms‹: number›, value‹: T›) => {',
              '>const result = await value;',
              '>return new Promise‹<Awaited<T>>›((resolve) => setTimeout(resolve, ms, result));',
              '})',
            ]
          : ['((ms‹: number›) => new Promise‹<void>›((resolve) => setTimeout(resolve, ms)))'],
      ),
    );
  }
  const resolve = nameBeside(sourceCode, ms, 'resolve');
  const callee = replaceCallee(context, call, ['new Promise‹<void>›']);
  return 'refusal' in callee
    ? callee
    : withPromise([...callee, ...wrapNode(ms, `(${resolve}) => setTimeout(${resolve}, `, ')')]);
}

/**
 * .delay(ms)  ->  .then((value) => timers.setTimeout(ms, value))
 *
 * @param {PatternContext} context
 * @param {Link} link
 * @returns {LinkResult}
 */
export function writeDelayLink(context, link) {
  const { sourceCode } = context;
  const [ms, more] = link.arguments;
  if (!ms || more || findVariable(sourceCode, link, 'setTimeout')) {
    return refuseLink(context, link);
  }
  const hasTimers = canImportTimers(context);
  const [open = '', close = ''] = withTypes(
    context,
    hasTimers
      ? [`‹<T,>›(value‹: T›) => ${importedName(sourceCode, 'timers')}.setTimeout(`, ', value)']
      : ['‹<T,>›(value‹: T›) => new Promise‹<T>›((resolve) => setTimeout(resolve, ', ', value))'],
  );
  const isHidden = ['value', 'resolve'].some((name) => mentionsName(sourceCode, ms, name));
  if (isRestful(sourceCode, ms) && !isHidden) {
    const [before, after] = hasTimers && !isNumber(ms) ? ['Number(', ')'] : ['', ''];
    return {
      edits: [renameLink(link, 'then'), ...wrapNode(ms, `${open}${before}`, `${after}${close}`)],
      assumes: [],
    };
  }
  const name = hasTimers ? 'Number(ms)' : 'ms';
  return handOver(context, link, 'then', [`(ms‹: any›) => ${open}${name}${close}`]);
}

/**
 * @param {TSESTree.Node} ms Timers that give promises take numbers only, as of Node 22; bluebird makes
 *   one of anything.
 * @returns {boolean}
 */
function isNumber(ms) {
  return (
    (ms.type === 'Literal' && typeof ms.value === 'number') ||
    (ms.type === 'BinaryExpression' && /^[-*/%]$/u.test(ms.operator))
  );
}
