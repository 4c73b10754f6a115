/** @import { Given } from '../functions/given-arguments.js' */
/** @import { Translator } from './translator.js' */

import { mayGo } from '../errors/beside-errors.js';
import { assumeErrorText } from '../errors/error-texts.js';
import { errorState } from '../errors/errors.js';
import { argumentsOfSettlers } from '../functions/given-arguments.js';
import { checkResults } from './given-results.js';
import { comesWith } from '../errors/missing-results.js';
import { Refused, quote } from './refused.js';

/**
 * What functions inside are called with and hand on to the callback as it is: their own text does not
 * show that it is more than a promise can give.
 *
 *     const end = (err, v) => cb(err, v); end(null, fetch(url)); end(0, 1); end(new Error('…'), found);
 *
 * @param {Translator} translator
 * @throws {Refused}
 */
export function checkGivenBySettlers(translator) {
  const { isUnheard, makesPromise, settlers, sourceCode, target } = translator;
  if (settlers.size > 0 && !isUnheard && !makesPromise) {
    argumentsOfSettlers(sourceCode, target).forEach((given) => checkGiven(translator, given));
  }
}

/**
 * @param {Translator} translator
 * @param {Given} given
 * @throws {Refused}
 */
function checkGiven(translator, [error, ...results]) {
  const { sourceCode } = translator;
  const state = errorState(sourceCode, error, new Map());
  if (error && state === 'value') {
    throw new Refused('not-error-first', quote(sourceCode, error));
  }
  if (error && state === 'text') {
    assumeErrorText(translator, error);
  }
  checkResults(translator, results);
  if (!error || state === 'null') {
    return;
  }
  const variable = error.type === 'Identifier' ? translator.variableOf(error) : undefined;
  const lost = results.find(
    (each) =>
      each && !(variable ? mayGo(translator, each, variable) : comesWith(translator, each, error)),
  );
  if (lost) {
    throw new Refused('error-with-result', quote(sourceCode, lost));
  }
}
