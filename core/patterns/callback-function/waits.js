/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Callee } from './callees.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { Slot } from './slots.js' */
/** @import { Translator } from './translator.js' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { enclosingFunction } from '../../analysis/functions.js';
import { mayCatchBare } from '../../analysis/node-floor.js';
import { isWithin } from '../../analysis/nodes.js';
import { writesOf } from '../../analysis/scopes.js';
import { indentUnit } from '../../edits/indentation.js';
import { textOf } from '../../edits/trivia.js';
import { freeName } from './names.js';
import { Refused, quote } from './refused.js';
import { caughtAnnotation, isTyped } from './types.js';

/**
 * How the call is waited for that a callback was given to, and what becomes of its results.
 */

/**
 * @typedef {object} Result What the callback takes of the results.
 * @property {string} pattern '' for nothing.
 * @property {boolean} isWritten Whether it is given another value later.
 * @property {boolean} [isCaptured] Whether a function inside uses it.
 * @property {boolean} isList Whether it is the list of all results.
 * @property {boolean | undefined} [isSecond] Whether it is the second one of several, alone.
 * @property {boolean} isName Whether the pattern is one name.
 * @property {string} name It, as the source writes it.
 * @property {TSESTree.TypeNode | undefined} [type] Which the callback says that it has.
 */

/**
 * @param {Translator} translator
 * @param {Callee} callee
 * @param {FunctionNode} callback
 * @returns {Variable[]} Results that nobody looks at: their names are free where the callback was.
 */
export function unusedResults(translator, { isValueFirst }, callback) {
  const parameters = callback.params.slice(isValueFirst ? 0 : 1);
  return translator.sourceCode
    .getDeclaredVariables(callback)
    .filter(
      (variable) =>
        !isUsed(translator, variable) &&
        parameters.some((each) => each === variable.identifiers[0]),
    );
}

/**
 * @param {Translator} translator
 * @param {Variable} result
 * @returns {boolean}
 */
function isUsed({ onError }, { references }) {
  return references.some(
    ({ identifier }) => !onError.has(/** @type {TSESTree.Node} */ (identifier)),
  );
}

/**
 * @param {Translator} translator
 * @param {Callee} callee
 * @param {FunctionNode} callback
 * @returns {Result}
 */
export function readResult(translator, callee, callback) {
  const { sourceCode } = translator;
  const parameters = callback.params.slice(callee.isValueFirst ? 0 : 1);
  const variables = sourceCode
    .getDeclaredVariables(callback)
    .filter(({ identifiers: [name] }) => parameters.some((each) => name && isIn(name, each)));
  // What is taken apart must be there: with an error alone, the callback throws before it is looked at.
  const apart = parameters.find(({ type }) => type === 'ObjectPattern' || type === 'ArrayPattern');
  if (apart && !callee.isValueFirst && !callee.givesResultWithError) {
    throw new Refused('callback-parameters', quote(sourceCode, apart));
  }
  const used = parameters.filter((parameter) =>
    variables.some(
      (variable) =>
        variable.identifiers.some((name) => isIn(name, parameter)) && isUsed(translator, variable),
    ),
  );
  const isWritten = variables.some((variable) => writesOf(variable).length > 0);
  if (variables.some((variable) => writesOf(variable).some((write) => write.init))) {
    throw new Refused('callback-parameters', quote(sourceCode, callback));
  }
  const [only, ...more] = used;
  if (!only) {
    return { pattern: '', isWritten, isList: false, isName: false, name: '' };
  }
  const isCaptured = variables.some(({ references }) =>
    references.some(({ identifier }) => enclosingFunction(identifier) !== callback),
  );
  const { results } = callee;
  if (Array.isArray(results)) {
    return {
      pattern: objectPattern(translator, { parameters, used }, results),
      isWritten,
      isCaptured,
      isList: false,
      isName: false,
      name: '',
    };
  }
  if (typeof results === 'number' && results > 1) {
    const pattern = listPattern(translator, { parameters, used });
    return { pattern, isWritten, isList: false, isName: false, name: '' };
  }
  if (more.length > 0 || only !== parameters[0]) {
    if (callee.isKnown && !callee.isValueFirst) {
      throw new Refused('several-results', quote(sourceCode, callback));
    }
    if (
      callee.isValueFirst &&
      more.length === 0 &&
      only === parameters[1] &&
      only.type === 'Identifier'
    ) {
      const pattern = patternText(translator, only);
      const { typeAnnotation: { typeAnnotation: type } = {}, name } = only;
      return {
        pattern,
        isWritten,
        isCaptured,
        isList: false,
        isSecond: true,
        isName: true,
        name,
        type,
      };
    }
    const pattern = listPattern(translator, { parameters, used });
    return { pattern, isWritten, isList: true, isName: false, name: '' };
  }
  return {
    pattern: patternText(translator, only),
    isWritten,
    isCaptured,
    isList: false,
    isName: only.type === 'Identifier',
    name: only.type === 'Identifier' ? only.name : '',
    type: only.type === 'Identifier' ? only.typeAnnotation?.typeAnnotation : undefined,
  };
}

/**
 * @param {{ range: readonly [number, number] }} inner
 * @param {{ range: readonly [number, number] }} outer
 */
const isIn = ({ range: [start, end] }, { range }) => start >= range[0] && end <= range[1];

/**
 * @param {Translator} translator
 * @param {TSESTree.Parameter} parameter
 * @returns {string}
 */
function patternText(translator, parameter) {
  if (parameter.type === 'Identifier') {
    return translator.nameOf(parameter);
  }
  if (parameter.type !== 'ObjectPattern' && parameter.type !== 'ArrayPattern') {
    throw new Refused('callback-parameters', quote(translator.sourceCode, parameter));
  }
  return textOf(translator.sourceCode, parameter);
}

/**
 * @typedef {object} Taken
 * @property {readonly TSESTree.Parameter[]} parameters
 * @property {readonly TSESTree.Parameter[]} used
 */

/**
 * @param {Translator} translator
 * @param {Taken} taken
 * @param {readonly string[]} results
 * @returns {string} `{ stdout, stderr: errors }`
 */
function objectPattern(translator, { parameters, used }, results) {
  const properties = used.map((parameter) => {
    const key = results[parameters.indexOf(parameter)];
    if (parameter.type !== 'Identifier' || key === undefined) {
      throw new Refused('callback-parameters', quote(translator.sourceCode, parameter));
    }
    const name = translator.nameOf(parameter);
    return name === key ? key : `${key}: ${name}`;
  });
  return `{ ${properties.join(', ')} }`;
}

/**
 * @param {Translator} translator
 * @param {Taken} taken
 * @returns {string} `[first, , third]`
 */
function listPattern(translator, { parameters, used }) {
  const names = parameters.map((parameter) =>
    used.includes(parameter) ? patternText(translator, parameter) : '',
  );
  const last = names.findLastIndex((name) => name !== '');
  return `[${names.slice(0, last + 1).join(', ')}]`;
}

/**
 * @typedef {object} WaitText
 * @property {string} before What stands before the call.
 * @property {string} after What stands behind its arguments.
 * @property {boolean} isInTry
 * @property {string} [declared] Of what stands before: the declarations.
 * @property {string} [wait] Of it: what is in the `try`.
 * @property {string} [close] Of what stands behind: what is in the `try`.
 */

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, plan: ErrorPlan, result: Result }} parts
 * @returns {WaitText}
 */
export function waitText(translator, slot, { call, callee, plan, result }) {
  const { sourceCode } = translator;
  const { indent, semicolon } = slot;
  const deeper = `${indent}${indentUnit(sourceCode)}`;
  const declaration = result.isWritten ? 'let' : 'const';
  // What is promisified may give `unknown`.
  const isAny = result.type?.type === 'TSAnyKeyword';
  const cast =
    result.type && !isAny && !callee.isKnown ? ` as ${textOf(sourceCode, result.type)}` : '';
  const binding =
    result.pattern === '' ? '' : `${declaration} ${result.pattern}${isAny ? ': any' : ''} = `;
  if (callee.isValueFirst) {
    const { before, after } = valuesText(translator, call, result);
    return { before: binding + before, after: after + semicolon, isInTry: false };
  }
  if (result.isList) {
    if (plan.kind !== 'propagate' || translator.makesPromise) {
      throw new Refused('several-results', quote(sourceCode, call.callee));
    }
    const { before, after } = listText(translator, slot, call);
    return { before: `${binding}await ${before}`, after, isInTry: true };
  }
  /** @type {(binding: string, indent: string) => { before: string, close: string }} */
  const write = (given, place) =>
    callee.form?.({
      indent: place,
      semicolon,
      binding: given,
      name: result.isName ? result.pattern : '',
    }) ?? {
      before: `${given}${cast && '('}await `,
      close: `${callee.close ?? ')'}${cast && `)${cast}`}${semicolon}`,
    };
  if (plan.kind === 'propagate' || (plan.kind === 'ignore' && callee.neverFails)) {
    const { before, close } = write(binding, indent);
    return { before, after: close, isInTry: false };
  }
  if (plan.kind === 'ignore') {
    if (callee.form) {
      throw new Refused('callee-unsupported', quote(sourceCode, call.callee));
    }
    if (binding.includes('{')) {
      throw new Refused('error-with-result', `\`${result.pattern}\``);
    }
    const { close = ')' } = callee;
    return {
      before: `${binding}await `,
      after: `${close}.catch(() => {})${semicolon}`,
      isInTry: false,
    };
  }
  // ({ stdout, stderr: errors } = await execAsync(command));
  const isTaken = Array.isArray(callee.results) && result.pattern !== '';
  if (result.pattern !== '' && !result.isName && !isTaken) {
    throw new Refused('callback-parameters', result.pattern);
  }
  // Without a type it would have none where a function inside uses it, and may be `undefined` where the
  // error does not end the function.
  const isOpen = plan.kind === 'capture' || plan.goesOn === true;
  const any = isTyped(sourceCode) ? ': any' : '';
  const type = isOpen || isAny || result.isCaptured ? any : '';
  const names = isTaken
    ? result.pattern.replaceAll(/[{} ]|\b\w+:/gu, '').split(',')
    : [result.pattern];
  const declared =
    result.pattern === ''
      ? ''
      : `let ${names.map((name) => `${name}${type}`).join(', ')}${semicolon}\n${indent}`;
  const start = semicolon === '' ? ';' : '';
  const { before, close } = isTaken
    ? {
        before: `${start}(${result.pattern} = await `,
        close: `${callee.close ?? ')'})${semicolon}`,
      }
    : write(result.pattern === '' ? '' : `${result.pattern} = `, deeper);
  if (plan.kind === 'handle') {
    const error = plan.error?.name ?? 'err';
    const caught =
      isCaughtUnused(translator, plan) && mayCatchBare(translator.context)
        ? ''
        : `(${error}${caughtAnnotation(translator.context)}) `;
    return {
      before: `${declared}try {\n${deeper}${before}`,
      after: `${close}\n${indent}} catch ${caught}{`,
      isInTry: true,
      declared,
      wait: before,
      close,
    };
  }
  const error = /** @type {Variable} */ (plan.error);
  const name = translator.renamed.get(error) ?? error.name;
  const taken = [name, ...names.map((each) => each.trim())];
  const caught = ['error', 'caught', 'failure'].find((each) => !taken.includes(each)) ?? 'thrown';
  const annotation = isTaken ? caughtAnnotation(translator.context) : '';
  // What a command has written comes with its error, too.
  const results = isTaken ? `\n${deeper}${start}(${result.pattern} = ${caught})${semicolon}` : '';
  return {
    before: `let ${name}${any} = null${semicolon}\n${indent}${declared}try {\n${deeper}${before}`,
    after: `${close}\n${indent}} catch (${caught}${annotation}) {\n${deeper}${name} = ${caught}${semicolon}${results}\n${indent}}`,
    isInTry: true,
  };
}

/**
 *     if (err) return cb(null, [])
 *
 * @param {Translator} translator
 * @param {ErrorPlan} plan
 * @returns {boolean} Whether the error is only tested, by what the `catch` stands for.
 */
function isCaughtUnused({ onError }, { branches = [], error, fold, passingFirst }) {
  if (fold) {
    return true;
  }
  const callback = /** @type {TSESTree.Node} */ (error?.scope.block);
  if ([...onError].some((use) => isWithin(use, callback))) {
    return false;
  }
  const [only = passingFirst?.guard, ...more] = branches;
  const test = only?.test;
  const tested = test?.type === 'UnaryExpression' ? test.argument : test;
  return (
    more.length === 0 &&
    tested?.type === 'Identifier' &&
    error?.references.every(({ identifier }) => identifier === tested) === true
  );
}

/**
 *     await new Promise((resolve) => load(x, resolve))
 *
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {Partial<Pick<Result, 'isList' | 'isSecond' | 'name'>>} [result] What is wanted of the values that
 *   its callback gets: the first one if nothing is said.
 * @returns {{ before: string, after: string }} What stands before the call, and after its arguments.
 */
export function valuesText(translator, call, { isList = false, isSecond = false, name = '' } = {}) {
  const resolve = freeName(translator, call.range, 'resolve');
  const values = freeName(translator, call.range, 'values');
  const [type, all] = isTyped(translator.sourceCode) ? ['<any>', ': any[]'] : ['', ''];
  const first = name === 'err' ? 'error' : 'err';
  const any = isTyped(translator.sourceCode) ? ': any' : '';
  const given = isList
    ? `(...${values}${all}) => ${resolve}(${values})`
    : isSecond
      ? `(${first}${any}, ${name}${any}) => ${resolve}(${name})`
      : resolve;
  const comma = call.arguments.length > 1 ? ', ' : '';
  return {
    before: `await new Promise${type}((${resolve}) => `,
    after: `${comma}${given}))`,
  };
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.CallExpression} call
 * @returns {{ before: string, after: string }} What stands before the call, and after its arguments,
 *   where all results are wanted in a list.
 */
export function listText(translator, { indent, semicolon }, call) {
  const { sourceCode } = translator;
  const resolve = freeName(translator, call.range, 'resolve');
  const reject = freeName(translator, call.range, 'reject');
  const unit = indentUnit(sourceCode);
  const deeper = `${indent}${unit}`;
  const inner = `${deeper}${unit}`;
  const comma = call.arguments.length > 1 ? ', ' : '';
  const [list, each, all] = isTyped(sourceCode) ? ['<any[]>', ': any', ': any[]'] : ['', '', ''];
  const settle = `if (err) ${reject}(err)${semicolon}\n${inner}else ${resolve}(results)${semicolon}`;
  return {
    before: `new Promise${list}((${resolve}, ${reject}) => {\n${deeper}`,
    after: `${comma}(err${each}, ...results${all}) => {\n${inner}${settle}\n${deeper}})${semicolon}\n${indent}})${semicolon}`,
  };
}
