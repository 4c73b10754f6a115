/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { HeldArgument, HeldOperand } from './held-operands.js' */
/** @import { ErrorPlan } from '../errors/error-plans.js' */
/** @import { Slot } from './slots.js' */
/** @import { Translator } from '../plan/translator.js' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Pieces, Range } from '../../regions/build/region.js' */
/** @import { Executor, Flow, HoldStep, Region, Result as WaitResult, Run, Step, WaitStep } from '../../regions/build/steps.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { enclosingFunction } from '../../analysis/syntax/functions.js';
import { mayCatchBare } from '../../analysis/environment/node-floor.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { writesOf } from '../../analysis/syntax/scopes.js';
import { textOf } from '../../edits/trivia.js';
import { printAround } from '../../regions/print/print.js';
import { writeFlows } from './flow-steps.js';
import { moveHeldArguments, readHeldOperand } from './held-operands.js';
import { freeName } from './names.js';
import { isUsed, takesMembers } from './used-results.js';
import { Refused, quote } from '../plan/refused.js';
import { caughtAnnotation, isTyped } from '../boundary/types.js';

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
  if (callee.members && (more.length > 0 || only !== parameters[0])) {
    return readMembers(translator, { parameters, used }, callee.members, { isCaptured, isWritten });
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
 *     request(url, (err, response, body) => …)
 *
 * @param {Translator} translator
 * @param {Taken} taken
 * @param {readonly string[]} members The members of the first result that the others are.
 * @param {Pick<Result, 'isCaptured' | 'isWritten'>} facts
 * @returns {Result}
 */
function readMembers(translator, { parameters, used }, members, facts) {
  const [whole, ...parts] = parameters;
  const taken = { parameters: parts, used: used.filter((each) => each !== whole) };
  if (!whole || !used.includes(whole)) {
    const pattern = objectPattern(translator, taken, members);
    return { ...facts, pattern, isList: false, isName: false, name: '' };
  }
  if (whole.type !== 'Identifier') {
    throw new Refused('callback-parameters', quote(translator.sourceCode, whole));
  }
  // `membersOf` has the others.
  return {
    ...facts,
    pattern: translator.nameOf(whole),
    isList: false,
    isName: true,
    name: whole.name,
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
 * Stands for the body of a `catch`, which stays where it is.
 *
 * @type {Run}
 */
const HANDLER = { type: 'run', range: [-1, -1] };

/**
 * @typedef {object} WaitParts
 * @property {TSESTree.CallExpression} call
 * @property {number} argumentsEnd Where its arguments end, but for the callback.
 * @property {Callee} callee
 * @property {FunctionNode} callback
 * @property {ErrorPlan} plan
 * @property {Result} result
 * @property {boolean} [isReturned] Whether all that follows is that the function returns the result.
 * @property {boolean} [takesThrown] Whether what its operand throws may go to the handler of its error.
 */

/**
 * @typedef {object} WaitText What is written around a call, and around the body of its `catch`.
 * @property {WaitStep} step
 * @property {readonly HoldStep[]} holds What is evaluated before its `try`.
 * @property {number} moved How many arguments are.
 * @property {string} before What stands before the call.
 * @property {string} after What stands behind its arguments.
 * @property {boolean} isInTry
 */

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {WaitParts} parts
 * @returns {WaitText}
 */
export function writeWait(translator, slot, parts) {
  const { sourceCode } = translator;
  const { call, callback, callee, plan, result } = parts;
  const isInTry = plan.kind === 'handle' || plan.kind === 'capture';
  if (
    result.isList &&
    !callee.isValueFirst &&
    (plan.kind !== 'propagate' || translator.makesPromise)
  ) {
    throw new Refused('several-results', quote(sourceCode, call.callee));
  }
  if (
    takesMembers(callee, callback) &&
    result.pattern !== '' &&
    (isTyped(sourceCode) || plan.goesOn || !/^(?:handle|propagate)$/u.test(plan.kind))
  ) {
    // Where there is no response, there is nothing to take them from.
    throw new Refused('several-results', quote(sourceCode, call.callee));
  }
  const { holds, moved, step } = holdOperand(
    isInTry && !parts.takesThrown ? readHeldOperand(translator, parts) : undefined,
    lowerWait(translator, parts, isInTry),
  );
  /** @type {Step[]} */
  const region = [...holds, step];
  if (parts.isReturned) {
    region.push({ type: 'exit', how: 'return', value: [result.pattern] });
  }
  if (plan.kind === 'capture') {
    const error = nameOf(translator, /** @type {Variable} */ (plan.error));
    const any = isTyped(sourceCode) ? ': any' : '';
    const missing = { type: 'hold', keyword: 'let', name: [error, any], value: ['null'] };
    region.splice(holds.length, 0, /** @type {HoldStep} */ (missing));
  }
  const { indents, texts, within } = printWaits(translator, slot, region);
  writeFlows(translator, slot, within);
  moveHeldArguments(translator, slot, moved, texts);
  return {
    step,
    holds,
    moved: moved.length,
    before: texts[moved.length] ?? '',
    after: (texts[moved.length + 1] ?? '').trimEnd(),
    isInTry: indents[moved.length] !== slot.indent,
  };
}

/**
 * @param {HeldOperand | undefined} held
 * @param {WaitStep} step
 * @returns {{ holds: HoldStep[], moved: readonly HeldArgument[], step: WaitStep }} `moved`: the arguments that
 *   leave their places.
 */
function holdOperand(held, step) {
  if (held?.promise !== undefined) {
    const value = /** @type {Pieces} */ (step.operand);
    return {
      holds: [{ type: 'hold', keyword: 'const', name: [held.promise], value }],
      moved: [],
      step: { ...step, operand: [held.promise] },
    };
  }
  const moved = held?.arguments ?? [];
  return {
    holds: moved.map(({ name, range }) => ({
      type: 'hold',
      keyword: 'const',
      name: [name],
      value: [range],
    })),
    moved,
    step,
  };
}

/**
 * @param {Translator} translator
 * @param {Pick<Slot, 'indent' | 'semicolon'>} place
 * @param {Region} region Its calls stay where they are.
 * @returns {ReturnType<typeof printAround>}
 */
export function printWaits({ sourceCode }, { indent, semicolon }, region) {
  // A `catch` that nobody gives a name to is only lowered where it needs none.
  const manner = { mayCatchBare: true, takeName: (/** @type {string} */ name) => name };
  return printAround(sourceCode, region, { indent, semicolon }, manner);
}

/**
 * @param {Translator} translator
 * @param {WaitParts} parts
 * @param {boolean} isInTry
 * @returns {WaitStep}
 */
function lowerWait(translator, parts, isInTry) {
  const { argumentsEnd, call, callee, callback, plan, result } = parts;
  const { context, sourceCode } = translator;
  /** @type {Range} */
  const range = [call.range[0], argumentsEnd];
  if (callee.isValueFirst) {
    return { type: 'wait', operand: valuesOf(translator, parts, result), result: bound(result) };
  }
  if (result.isList) {
    return { type: 'wait', operand: listOf(translator, parts), result: bound(result) };
  }
  const isTaken =
    (Array.isArray(callee.results) || callee.members !== undefined) && result.pattern !== '';
  if (isInTry && result.pattern !== '' && !result.isName && !isTaken) {
    throw new Refused('callback-parameters', result.pattern);
  }
  const isAny = result.type?.type === 'TSAnyKeyword';
  // Without a type it would have none where a function inside uses it, and may be `undefined` where the
  // error does not end the function.
  const isOpen =
    plan.kind === 'capture' || plan.goesOn === true || isAny || result.isCaptured === true;
  const [variable] = sourceCode
    .getDeclaredVariables(callback)
    .filter(({ identifiers: [name] }) => name === callback.params[1]);
  /** @type {WaitStep} */
  const step = {
    type: 'wait',
    operand: operandOf(callee, range),
    result: bound(result, {
      ...(isOpen && isTyped(sourceCode) && { type: ': any' }),
      ...(isAny && { constType: ': any' }),
      ...(!isInTry &&
        result.type &&
        !isAny &&
        !callee.isKnown && { cast: [textOf(sourceCode, result.type)] }),
      ...(variable &&
        result.isName &&
        !takesMembers(callee, callback) &&
        writesOf(variable).length === 0 && { uses: usesOf(variable) }),
    }),
  };
  if (plan.kind === 'ignore' && !callee.neverFails) {
    if (callee.flow) {
      throw new Refused('callee-unsupported', quote(sourceCode, call.callee));
    }
    if (result.pattern.includes('{')) {
      throw new Refused('error-with-result', `\`${result.pattern}\``);
    }
    return { ...step, failed: { error: undefined, region: [], isDropped: true } };
  }
  if (!isInTry) {
    return step;
  }
  if (plan.kind === 'capture') {
    const error = nameOf(translator, /** @type {Variable} */ (plan.error));
    const names = [error, ...(step.result?.names ?? [])];
    const caught = ['error', 'caught', 'failure'].find((each) => !names.includes(each)) ?? 'thrown';
    /** @type {Step[]} */
    const region = [{ type: 'hold', keyword: undefined, name: [error], value: [caught] }];
    if (isTaken) {
      // What a command has written comes with its error, too.
      region.push({
        type: 'hold',
        keyword: undefined,
        name: [`(${result.pattern}`],
        value: [`${caught})`],
      });
    }
    const annotation = isTaken ? caughtAnnotation(context) : '';
    return { ...step, failed: { error: caught + annotation, region } };
  }
  const isBare = isCaughtUnused(translator, plan) && mayCatchBare(context);
  const name = plan.error?.name ?? 'err';
  return {
    ...step,
    failed: {
      error: isBare ? undefined : name + caughtAnnotation(context),
      region: lowerHandler(plan, parts.isReturned),
    },
  };
}

/**
 * @param {ErrorPlan} plan
 * @param {boolean} [isEnd] Whether its end is never reached.
 * @returns {Region} What runs with the error.
 */
function lowerHandler({ fold }, isEnd = false) {
  if (!fold) {
    return [{ ...HANDLER, isEnd }];
  }
  const [how, value] = /** @type {['return' | 'throw', Pieces | undefined]} */ (fold.caught);
  return [{ type: 'exit', how, value }];
}

/**
 * @param {Translator} translator
 * @param {Variable} variable
 * @returns {string}
 */
function nameOf({ renamed }, variable) {
  return renamed.get(variable) ?? variable.name;
}

/**
 * @param {Variable} variable
 * @returns {Range[]}
 */
function usesOf({ references }) {
  return references.map(({ identifier: { range } }) => range);
}

/**
 * @param {string} name Of a variable that is there already.
 * @returns {WaitResult}
 */
export function boundName(name) {
  return { keyword: undefined, pattern: name, names: [name], isName: true };
}

/**
 * @param {Result} result
 * @param {Partial<WaitResult>} [more]
 * @returns {WaitResult | undefined}
 */
function bound({ isName, isWritten, pattern }, more = {}) {
  return pattern === ''
    ? undefined
    : {
        keyword: isWritten ? 'let' : 'const',
        pattern,
        names: pattern
          .replaceAll(/[{}[\] ]|\b\w+:/gu, '')
          .split(',')
          .filter(Boolean),
        isName,
        ...more,
      };
}

/**
 * @param {Callee} callee
 * @param {Range} range Of the call, up to its callback.
 * @returns {Pieces | Flow}
 */
export function operandOf({ close = ')', flow }, range) {
  return flow ? { ...flow, source: range } : [range, close];
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
 *     new Promise((resolve) => load(x, resolve))
 *
 * @param {Translator} translator
 * @param {CallPart} part
 * @param {Partial<Pick<Result, 'isList' | 'isSecond' | 'name'>>} [result] What is wanted of the values that
 *   its callback gets: the first one if nothing is said.
 * @returns {Executor}
 */
export function valuesOf(translator, part, { isList = false, isSecond = false, name = '' } = {}) {
  return {
    call: callWithHole(part),
    gives: isList ? 'all' : isSecond ? 'second' : 'first',
    resolve: freeName(translator, part.call.range, 'resolve'),
    values: isSecond ? name : freeName(translator, part.call.range, 'values'),
    error: name === 'err' ? 'error' : 'err',
    isTyped: isTyped(translator.sourceCode),
  };
}

/**
 *     new Promise((resolve, reject) => { load(x, (err, ...results) => …); })
 *
 * @param {Translator} translator
 * @param {CallPart} part
 * @returns {Executor} Which gives all results in a list.
 */
export function listOf(translator, part) {
  return {
    call: callWithHole(part),
    gives: 'all-or-error',
    resolve: freeName(translator, part.call.range, 'resolve'),
    reject: freeName(translator, part.call.range, 'reject'),
    values: 'results',
    isTyped: isTyped(translator.sourceCode),
  };
}

/**
 * @typedef {Pick<WaitParts, 'argumentsEnd' | 'call'>} CallPart
 *
 * @param {CallPart} part
 * @returns {Pieces}
 */
function callWithHole({ argumentsEnd, call }) {
  return [[call.range[0], argumentsEnd], call.arguments.length > 1 ? ', ' : ''];
}
