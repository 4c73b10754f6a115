/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { LibraryMember } from '../../packages/packages.js' */
/** @import { Callee } from './callees.js' */
/** @import { Translator } from '../plan/translator.js' */

import { readLibraryCall } from '../../analysis/values/library-values.js';
import { replaceRange } from '../../edits/edit.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { givenFunction } from '../functions/callback-calls.js';
import { endOfArguments } from '../statements/calls.js';
import { writePromisified } from './promisified.js';

/**
 * Functions of packages that give a promise where the callback is left out:
 *
 *     User.findById(id, cb)  ->  User.findById(id).exec()        user.save(cb)  ->  user.save()
 *     pool.query(sql, cb)  ->  util.promisify(pool.query).call(pool, sql)
 *
 * Each call is a wait of its own: it sends a command, or hands work to the pool, and its callback is called
 * when the answer to that comes in. Nobody else waits for the same answer, so that there is no order of
 * those who do, and the answer comes in a later tick; what opens and closes may call back at once. Bad
 * arguments may throw.
 */

/** What stands behind the arguments. @type {Readonly<Record<string, string>>} */
const CLOSE = {
  exec: ').exec()',
  execPopulate: ').execPopulate()',
  promise: ').promise()',
  then: '',
};

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {Callee | undefined} Undefined also where the promise would lack what the callback gets, or a
 *   comment would be lost.
 */
export function readLibraryCallee(translator, call) {
  const found = readLibraryCall(translator.context, call);
  if (
    !found ||
    lacksResults(translator, call, found.member) ||
    (found.member.form === 'then' &&
      translator.commentsBetween(...calledBetween(translator, call)).length > 0)
  ) {
    return undefined;
  }
  const { form = 'call', givesResultWithError = false, isVoid, maySync, returns } = found.member;
  const close = CLOSE[form];
  return {
    results: isVoid ? 'none' : 'one',
    maySync: maySync === true,
    mayThrow: false,
    throwsEarly: true,
    // Nobody makes anything of a query that runs already; who gives no callback gets one that does not.
    returns: returns === true && mayGoWithout(translator, call) && !translator.target.waits,
    isKnown: true,
    isConverted: true,
    isValueFirst: false,
    givesResultWithError,
    ...(close !== undefined && { close }),
    write() {
      if (form === 'promisify') {
        writePromisified(translator, call);
      } else if (form === 'then') {
        translator.edits.push(replaceRange(calledBetween(translator, call), ''));
      }
    },
  };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether the callback is our caller's own.
 */
function mayGoWithout(translator, call) {
  return translator.isCallback(call.arguments.at(-1));
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {LibraryMember} member
 * @returns {boolean} Whether the callback may use what the promise does not give.
 */
function lacksResults({ sourceCode }, call, { givesSeveral, isVoid }) {
  const callback = givenFunction(call.arguments.at(-1));
  if (!callback) {
    return givesSeveral === true || isVoid === true;
  }
  const [, ...results] = callback.params;
  const beyond = isVoid ? results : results.slice(1);
  return sourceCode
    .getDeclaredVariables(callback)
    .some(
      ({ defs: [definition], references }) =>
        references.length > 0 &&
        beyond.some(
          ({ range: [start, end] }) =>
            definition !== undefined &&
            definition.name.range[0] >= start &&
            definition.name.range[1] <= end,
        ),
    );
}

/**
 *     request.get(url).end(cb)  ->  request.get(url)
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {[start: number, end: number]} What stands between the object and the callback.
 */
function calledBetween(translator, call) {
  const { object } = /** @type {TSESTree.MemberExpression} */ (call.callee);
  const [, start] = parenthesizedRange(translator.sourceCode, object);
  return [start, endOfArguments(translator, call)];
}
