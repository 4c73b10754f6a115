/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Translator } from '../plan/translator.js' */

import { isWithin } from '../../analysis/syntax/nodes.js';
import { textOf } from '../../edits/trivia.js';

/**
 * What tests say of the error that they are called back with.
 */

const NOTHING = String.raw`(?:null|undefined|void 0)`;

/** An explanation that is the same whatever happens. */
const MESSAGE = String.raw`(?:,(?:'[^'\\]*'|"[^"\\]*"))?`;

/** Assertions that pass where the error, `E`, is missing, and fail where there is one. */
const NO_ERROR = [
  String.raw`[\w$.]+\.ifError\(E${MESSAGE}\)`,
  String.raw`(?:[\w$]+\.)*assert(?:\.ok|\.isOk)?\(!E${MESSAGE}\)`,
  String.raw`(?:[\w$]+\.)*assert\.(?:isNull|isUndefined|isNotOk|isFalse|notExists|notOk)\(E${MESSAGE}\)`,
  String.raw`(?:[\w$]+\.)*assert\.(?:e|strictE|deepE|deepStrictE)qual\((?:E,${NOTHING}|${NOTHING},E)${MESSAGE}\)`,
  String.raw`should\.not\.exist\(E${MESSAGE}\)`,
  String.raw`should\.(?:strictE|e)qual\(E,${NOTHING}${MESSAGE}\)`,
  String.raw`\(E===?${NOTHING}\)\.should\.be\.(?:true|ok)(?:\(\))?`,
  String.raw`expect\(E${MESSAGE}\)(?:\.to)?\.(?:not\.(?:to\.)?(?:exist|be\.ok)|(?:to\.)?not\.be\.ok|not\.toBeTruthy)(?:\(\))?`,
  String.raw`expect\(E${MESSAGE}\)\.to\.be\.(?:null|undefined|falsy)(?:\(\))?`,
  String.raw`expect\(E${MESSAGE}\)\.to\.be\.an?\((?:'null'|"null"|'undefined'|"undefined")\)`,
  String.raw`expect\(E${MESSAGE}\)\.to(?:\.be|\.equal|\.eql|\.eq|Be|Equal|StrictEqual)\(${NOTHING}\)`,
  String.raw`expect\(E${MESSAGE}\)\.toBe(?:Null|Undefined|Falsy)\(\)`,
];

/** Those of tap and tape, `T` being the test. */
const NO_ERROR_OF_TEST = [
  String.raw`T\.(?:error|ifError|ifErr|iferror|notOk|false|falsy|notok)\(E${MESSAGE}\)`,
  String.raw`T\.(?:ok|true|assert)\(!E${MESSAGE}\)`,
  String.raw`T\.(?:equals?|is|isEqual|strictEqual|strictEquals|same|deepEqual)\((?:E,${NOTHING}|${NOTHING},E)${MESSAGE}\)`,
];

const [PLAIN, OF_TEST] = [NO_ERROR, [...NO_ERROR, ...NO_ERROR_OF_TEST]].map(
  (forms) => new RegExp(`^(?:${forms.join('|')});?$`, 'u'),
);

/**
 *     assert.ifError(err);    expect(err).toBeNull();    t.error(err);
 *
 * @param {Translator} translator
 * @param {Variable} error
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether the test fails there if there is an error, and goes on if there is none.
 */
export function assertsNoError({ sourceCode, test }, error, statement) {
  const uses = error.references
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    .filter((use) => isWithin(use, statement));
  const [use, ...more] = uses;
  if (!test || !use || more.length > 0 || statement.type !== 'ExpressionStatement') {
    return false;
  }
  const [start, end] = statement.range;
  const form = `${compact(sourceCode.text.slice(start, use.range[0]))}E${compact(sourceCode.text.slice(use.range[1], end))}`;
  if (test.form === 'call') {
    return PLAIN?.test(form) === true;
  }
  const own = `${test.variable.name}.`;
  return OF_TEST?.test(form.startsWith(own) ? `T.${form.slice(own.length)}` : form) === true;
}

/**
 * @param {string} code
 * @returns {string} It without the white space between its tokens, as far as that is no matter.
 */
function compact(code) {
  return code
    .split(/([(),.!=])/u)
    .map((part) => part.trim())
    .join('');
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} use Of an error.
 * @param {boolean} isNull Whether the error is `null`, and not `undefined`, where there is none.
 * @returns {boolean} Whether an assertion may tell `null` from `undefined`.
 */
export function assertsNothing({ sourceCode, test }, use, isNull) {
  if (!test || use.parent?.type === 'MemberExpression') {
    return false;
  }
  let statement = use;
  while (statement.parent && !/(?:Statement|Declaration)$/u.test(statement.type)) {
    statement = statement.parent;
  }
  const text = textOf(sourceCode, statement);
  return (
    /\bundefined\b|Undefined\b|\bvoid 0\b/u.test(text) || (!isNull && /\bnull\b|Null\b/u.test(text))
  );
}
