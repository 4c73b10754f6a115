/** @import { Exit, Translator } from '../plan/translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { resolveOrigin } from '../../analysis/modules/modules.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { hasBareParameters, lineWidth } from '../../edits/file-style.js';
import { indentUnit } from '../../edits/indentation.js';
import { areEnded, hasSemicolons } from '../../edits/leading-semicolons.js';
import { notCallable, returnForgiving } from './dual.js';
import { CALLBACK_NAME, withAssertion } from '../functions/functions.js';
import { localName } from '../waits/names.js';
import { answersWithout } from '../functions/own-answers.js';
import { Refused } from '../plan/refused.js';
import { besideError, excludesNull, innerType, isHandedOn, isTyped, listOfAny } from './types.js';

/**
 * How a wrapper calls back when its promise is settled.
 */

/**
 * @param {Translator} translator
 * @returns {boolean} Whether callers without a callback get its promise: not where types would have to
 *   say so, where they get something else already, or where there are none.
 */
export function isDual(translator) {
  const { context, sourceCode, target } = translator;
  return (
    context.options.api === 'dual' &&
    !isTyped(sourceCode) &&
    !isStep(target.fn) &&
    !answersWithout(translator)
  );
}

/**
 *     async.each(list, function (item, next) { … }, done);
 *
 * @param {FunctionNode} fn
 * @returns {boolean} Whether it is written into a call with something to be called behind it: that gives it
 *   its callback.
 */
function isStep(fn) {
  const { parent } = fn;
  const given = parent.type === 'CallExpression' ? parent.arguments : [];
  const last = given.at(-1);
  return (
    given.some((each) => each === fn) &&
    last !== fn &&
    (isFunction(last) || (last?.type === 'Identifier' && CALLBACK_NAME.test(last.name)))
  );
}

/**
 * @param {Translator} translator
 * @param {(name: TSESTree.Node) => boolean} isMoved Whether what is declared there is not known to the
 *   wrapper.
 * @throws {Refused} When `process` is not Node's where the wrapper calls back.
 */
export function checkProcess({ sourceCode, target }, isMoved) {
  const variable = findVariable(sourceCode, target.fn.body, 'process');
  const names = /** @type {TSESTree.Identifier[]} */ (variable?.identifiers ?? []);
  if (names.some((name) => !isMoved(name) && resolveOrigin(sourceCode, name)?.name !== 'process')) {
    throw new Refused('name-clash', '`process`');
  }
}

/**
 * @param {Translator} translator
 * @param {string} call
 * @param {string} indent
 * @param {{ semicolon: string, isDual: boolean }} how
 * @returns {string}
 */
export function settleText(translator, call, indent, { semicolon, isDual: returnsPromise }) {
  const [open, close] = settleParts(translator, indent, semicolon);
  if (!returnsPromise) {
    return `${call}${open}${close}`;
  }
  const { name, test } = dualParts(translator, indent, semicolon);
  return `const ${name} = ${call}${semicolon}\n${indent}${test}\n${indent}${name}${open}${close}`;
}

/**
 * @param {Translator} translator
 * @param {string} indent
 * @param {string} semicolon
 * @returns {{ name: string, test: string }} What a caller without a callback gets.
 */
function dualParts(translator, indent, semicolon) {
  const name = localName(translator, 'promise');
  const test = notCallable(translator);
  if (!translator.isOptional || translator.callings.has('heard')) {
    return { name, test: `${test} return ${name}${semicolon}` };
  }
  const inner = `\n${indent}${indentUnit(translator.sourceCode)}`;
  const body = returnForgiving(name, semicolon).map((line) => inner + line);
  return { name, test: `${test} {${body.join('')}\n${indent}}` };
}

/**
 * @param {Translator} translator
 * @param {string} indent
 * @param {boolean} returnsPromise
 * @returns {{ before: string, after: string }} What stands around the statements of an async function
 *   inside that calls back. They begin on a line of their own, and end on it.
 */
export function wrapperParts(translator, indent, returnsPromise) {
  const semicolon = semicolonOf(translator);
  const [open, close] = settleParts(translator, indent, semicolon);
  const dual = dualParts(translator, indent, semicolon);
  const head = returnsPromise ? `const ${dual.name} = ` : '';
  const tail = returnsPromise ? `${semicolon}\n${indent}${dual.test}\n${indent}${dual.name}` : '';
  return {
    before: `${head}(async ()${innerType(translator)} => {`,
    after: `\n${indent}})()${tail}${open}${close}`,
  };
}

/**
 * The user's callback runs in a tick of its own, outside the promise: what it throws is an uncaught
 * exception, as it was, and never calls it again.
 *
 * @param {Translator} translator
 * @param {string} indent
 * @param {string} semicolon
 * @returns {[string, string]}
 */
function settleParts(translator, indent, semicolon) {
  const { sourceCode, target, exits, callings } = translator;
  const cb = target.callback.name;
  const unit = indentUnit(sourceCode);
  const inner = `${indent}${unit}`;
  const { parameters, results } = successOf(exits, isTyped(sourceCode), excludesNull(translator));
  const value = cb === 'value' ? 'result' : 'value';
  const error = cb === 'err' ? 'error' : 'err';
  const test = callings.has('typed') ? translator.typeTest : cb;
  const isHeard = callings.has('heard');
  const only = isHeard || callings.has('tested') || callings.has('typed') ? `${test} && ` : '';
  const asserted = target.callback.references.some(
    ({ identifier }) => withAssertion(/** @type {TSESTree.Node} */ (identifier)) !== identifier,
  );
  const name = isHandedOn(translator) ? `(${cb} as any)` : asserted ? `${cb}!` : cb;
  const plain = `${name}${callings.has('chained') ? '?.' : ''}(`;
  const open = translator.isCalledOnThis ? `${name}.call(this, ` : plain;
  const callText = (/** @type {string} */ args) => `${open}${args})`.replace(/, \)$/u, ')');
  const width = lineWidth(sourceCode);
  const pass = (/** @type {string} */ head, /** @type {string} */ args) =>
    layOut({ head, only, call: callText(args), inner, unit, width });
  const bind = (/** @type {string} */ parameter) =>
    hasBareParameters(sourceCode) ? parameter : `(${parameter})`;
  const success =
    parameters === 'one' ? bind(value) : parameters === 'several' ? bind('values') : '()';
  const given = results.replace('VALUE', value).replace('VALUES', 'values');
  const succeeded =
    exits.length === 0 && isTyped(sourceCode)
      ? '() => {}'
      : mayGiveNothing(exits)
        ? givenOrNothing(
            { head: bind(value), value, only, inner, unit, width },
            callText(given),
            callText(''),
          )
        : pass(success, given);
  const failure = callText(error + besideError(translator));
  const failed = isHeard
    ? throwUnlessHeard({
        head: bind(error),
        error,
        test,
        call: failure,
        semicolon,
        inner,
        unit,
      })
    : layOut({ head: bind(error), only, call: failure, inner, unit, width });
  return ['.then(', `\n${inner}${succeeded},\n${inner}${failed},\n${indent})${semicolon}`];
}

/**
 * @param {{ head: string, error: string, test: string, call: string, semicolon: string, inner: string, unit: string }} parts
 * @returns {string} What calls back with the error, and throws it where there is no callback.
 */
function throwUnlessHeard({ head, error, test, call, semicolon, inner, unit }) {
  const own = `${inner}${unit}`;
  const lines = [`if (!${test}) throw ${error}${semicolon}`, `${call}${semicolon}`];
  const body = lines.map((line) => `\n${own}${unit}${line}`).join('');
  return `${head} =>\n${own}process.nextTick(() => {${body}\n${own}})`;
}

/**
 * @param {{ head: string, value: string, only: string, inner: string, unit: string, width: number }} parts
 * @param {string} call With the value.
 * @param {string} bare With nothing.
 * @returns {string} What calls back with as many arguments as the callback got, as a formatter lays
 *   it out.
 */
function givenOrNothing({ head, value, only, inner, unit, width }, call, bare) {
  const choice = `${value} === undefined ? ${bare} : ${call}`;
  const own = `${inner}${unit}`;
  const isLong = `${own}process.nextTick(() => (${choice})),`.length > width;
  return isLong && only === ''
    ? `${head} =>\n${own}process.nextTick(() =>\n${own}${unit}${choice},\n${own})`
    : layOut({ head, only, call: `(${choice})`, inner, unit, width });
}

/**
 * @param {{ head: string, only: string, call: string, inner: string, unit: string, width: number }} parts
 * @returns {string} A function that calls back in a tick of its own, as a formatter lays it out.
 */
function layOut({ head, only, call, inner, unit, width }) {
  const line = `process.nextTick(() => ${only}${call})`;
  const own = `${inner}${unit}`;
  const deeper = `${own}${unit}${unit}`;
  const fits = (/** @type {string} */ text) => text.length <= width;
  if (fits(`${inner}${head} => ${line},`)) {
    return `${head} => ${line}`;
  }
  if (fits(`${own}${line},`) || only === '') {
    return `${head} =>\n${own}${line}`;
  }
  const body = `${only}${call}`;
  const whole = fits(`${deeper}${body},`) ? body : `${only.trimEnd()}\n${deeper}${call}`;
  const given = fits(`${own}${unit}() => ${body},`) ? `() => ${body}` : `() =>\n${deeper}${whole}`;
  return `${head} =>\n${own}process.nextTick(\n${own}${unit}${given},\n${own})`;
}

/**
 * @param {readonly Exit[]} exits
 * @returns {boolean} Whether the callback gets one result, or no argument at all: there are callers
 *   that tell these apart.
 */
function mayGiveNothing(exits) {
  return (
    !returnsSeveral(exits) &&
    exits.some(({ results }) => results === 1) &&
    exits.some(({ results, error }) => results === 0 && error === 'absent')
  );
}

/**
 * @param {readonly Exit[]} exits
 * @param {boolean} typed What it is handed on to may call it with another error than the function does.
 * @param {boolean} noNull Whether `null` is no error of the callback's type.
 * @returns {{ parameters: 'none' | 'one' | 'several', results: string }}
 */
function successOf(exits, typed, noNull) {
  const most = Math.max(0, ...exits.map(({ results }) => results));
  const written = new Set(exits.map(({ error }) => error));
  const [only] = written;
  const isMixed = written.has('undefined') && written.has('null') && typed;
  const own = isMixed || noNull ? 'null as any' : 'null';
  const error = written.size === 1 && only === 'undefined' ? 'undefined' : own;
  if (most > 1) {
    // Lists of several types are none to TypeScript.
    const values = typed && exits.length > 1 ? `(values as ${listOfAny(most)})` : 'values';
    return { parameters: 'several', results: `${error}, ...${values}` };
  }
  if (most === 1) {
    return { parameters: 'one', results: `${error}, VALUE` };
  }
  return { parameters: 'none', results: written.size === 1 && only === 'absent' ? '' : error };
}

/**
 * @param {readonly Exit[]} exits
 * @returns {boolean}
 */
export function returnsSeveral(exits) {
  return exits.some(({ results }) => results > 1);
}

/**
 * @param {Translator} translator
 * @returns {string}
 */
export function semicolonOf({ sourceCode, target }) {
  const { body } = target.fn;
  const own = (body.type === 'BlockStatement' ? body.body : []).filter(({ type }) =>
    /^(?:Expression|Return|Variable)/u.test(type),
  );
  return (areEnded(sourceCode, own) ?? hasSemicolons(sourceCode)) ? ';' : '';
}
