/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { AwaitedValue, PlainEvidence } from '../../analysis/values/awaited-values.js' */
/** @import { Ground, PatternContext } from '../../contract/pattern.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Asking } from '../../analysis/promises/promise-sources.js' */
/** @import { Translator } from './translator.js' */
/** @import { CallbackFunction } from '../functions/functions.js' */
/** @import { Given } from '../functions/given-arguments.js' */

import { evidenceOfPlain } from '../../analysis/values/awaited-values.js';
import { variableOf } from '../../analysis/syntax/scopes.js';
import { observedAtValue } from '../../analysis/environment/observed.js';
import { mayAssumeFrom } from '../../contract/obligations.js';
import { takesErrorFirst } from '../errors/error-texts.js';
import { errorState } from '../errors/errors.js';
import { comesWith } from '../errors/missing-results.js';
import { Refused, quote } from './refused.js';

/**
 * What a callback gets wherever a function calls it, of which who waits would see less.
 */

/**
 * @param {Asking} asking
 * @param {readonly Given[]} calls
 * @returns {boolean} Whether somebody who waits would get the value of what it is called with.
 */
export function givesPromise(asking, calls) {
  return calls.some((given) =>
    given.some((each) => each && evidenceOfPlain(asking, each).evidence === 'against'),
  );
}

/**
 * @param {Asking} asking
 * @param {readonly Given[]} calls
 * @returns {PlainEvidence['floor']} The trust from which all results may be assumed to be no promises; undefined where
 *   the code shows it.
 */
export function floorOfResults(asking, calls) {
  const floors = calls.flatMap(([, ...results]) =>
    results.map((each) => each && evidenceOfPlain(asking, each).floor),
  );
  return floors.find((floor) => floor === 'application') ?? floors.find(Boolean);
}

/**
 *     cb(null, knex('users').where({ id }))
 *
 * @param {Pick<Translator, 'assumes' | 'context' | 'sourceCode'> & { grounds?: Ground[] }} translator Notes what is
 *   assumed, and what runs have seen.
 * @param {readonly (TSESTree.Node | undefined)[]} results What a callback gets: the return value of an async
 *   function, which waits for it.
 * @param {typeof evidenceOfPlain} [evidenceOf] What is asked of each of them.
 * @throws {Refused} Where one of them is a promise or a lazy thenable, or where nothing shows that it is none and
 *   that may not be assumed.
 */
export function checkResults(
  { assumes, context, grounds, sourceCode },
  results,
  evidenceOf = evidenceOfPlain,
) {
  for (const result of results) {
    const found = result && evidenceOf({ sourceCode, context }, result);
    if (!found || found.evidence === 'shown') {
      continue;
    }
    if (found.evidence === 'against') {
      throw new Refused('result-is-promise', placed(sourceCode, result, found.value));
    }
    const observed = observedAtValue(context, 'result-is-no-promise', result);
    if (observed?.evidence === 'against') {
      throw new Refused('seen-otherwise', `${quote(sourceCode, result)} was ${observed.how}`);
    }
    if (observed) {
      const subject = quote(sourceCode, result);
      grounds?.push({ obligation: 'result-is-no-promise', subject, seen: observed.how });
      continue;
    }
    if (!mayAssumePlain(context, found)) {
      throw new Refused('result-may-be-promise', placed(sourceCode, result, found.value));
    }
    assumes.add('result-is-no-promise');
    grounds?.push({ obligation: 'result-is-no-promise', subject: quote(sourceCode, result) });
  }
}

/**
 * @param {Pick<PatternContext, 'options'>} context
 * @param {{ floor?: PlainEvidence['floor'] | undefined }} evidence `floor`: the trust from which such evidence is enough.
 * @returns {boolean} Whether a value that nothing shows may be taken for plain.
 */
export function mayAssumePlain({ options }, { floor }) {
  return floor !== undefined && mayAssumeFrom(options, 'result-is-no-promise', floor);
}

/**
 * @param {Pick<Translator, 'assumes' | 'context' | 'sourceCode'>} translator
 * @param {TSESTree.Node} callee Of another file, which may call back with a promise.
 * @param {PlainEvidence['floor']} floor The trust from which that may be left out of account.
 * @throws {Refused} Where that may not be assumed.
 */
export function assumePlain({ assumes, context, sourceCode }, callee, floor) {
  if (!mayAssumePlain(context, { floor })) {
    throw new Refused('result-may-be-promise', `what ${quote(sourceCode, callee)} calls back with`);
  }
  assumes.add('result-is-no-promise');
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} result
 * @param {AwaitedValue} value What it is.
 * @returns {string} Both, with the line of what makes it.
 */
function placed(sourceCode, result, { node, by }) {
  const package_ = by === undefined || by === 'globalThis' ? '' : ` of ${by}`;
  const origin = node.range[0] === result.range[0] ? '' : `, from ${quote(sourceCode, node)}`;
  return `${quote(sourceCode, result)}${origin}${package_}, line ${node.loc.start.line}`;
}

/**
 * @param {readonly Given[]} calls
 * @returns {number} The most results that they give; infinitely many where a list is spread.
 */
export function mostResults(calls) {
  return Math.max(
    0,
    ...calls.map((given) =>
      given.some((each) => each?.type === 'SpreadElement') ? Infinity : given.length - 1,
    ),
  );
}

/**
 *     cb(null, value); cb(err); (err, value) => cb(err, value)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {CallbackFunction} target
 * @param {readonly Given[]} calls Of its callback.
 * @returns {'error-with-result' | 'not-error-first' | undefined} What is the matter with a call of it that
 *   does not give an error alone or results, as far as there are any: what comes beside an error is what
 *   came with it.
 */
export function findOddCall(sourceCode, target, calls) {
  if (findBesideError(sourceCode, calls)) {
    return 'error-with-result';
  }
  const states = calls.map(([error]) => error && errorState(sourceCode, error, new Map()));
  return states.includes('value') ||
    (states.includes('text') && !takesErrorFirst(sourceCode, target))
    ? 'not-error-first'
    : undefined;
}

/**
 *     cb(err, partial)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {readonly Given[]} calls
 * @returns {TSESTree.Node | undefined} A result that comes beside an error, and not with it.
 */
export function findBesideError(sourceCode, calls) {
  const scopes = {
    sourceCode,
    variableOf: (/** @type {TSESTree.Node} */ node) => variableOf(sourceCode, node),
  };
  return calls
    .filter(([error]) => error && errorState(sourceCode, error, new Map()) !== 'null')
    .flatMap(([error, ...results]) =>
      results.flatMap((each) => (each && error && !comesWith(scopes, each, error) ? [each] : [])),
    )[0];
}
