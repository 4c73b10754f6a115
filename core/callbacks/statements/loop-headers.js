/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { ErrorPlan } from '../errors/error-plans.js' */
/** @import { Translator } from '../plan/translator.js' */

import { isFunction } from '../../analysis/syntax/functions.js';
import { isWithin, nodesWithin, walk } from '../../analysis/syntax/nodes.js';
import { findVariable, writesOf } from '../../analysis/syntax/scopes.js';
import { lineWidth } from '../../edits/file-style.js';
import { indentOf } from '../../edits/indentation.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { printLoopHead } from '../../regions/print/print.js';
import { isNullish } from '../functions/functions.js';

/**
 * What the head of a loop says in the place of a function that calls itself.
 *
 *     function next(i) { if (i >= n) return cb(); … next(i + 1); } next(0);
 *     ->  for (let i = 0; i < n; i++) { … }
 */

/**
 * @typedef {object} LoopHeader
 * @property {string} opening
 * @property {string} closing
 * @property {ReadonlySet<TSESTree.Identifier>} numbers Parameters that hold numbers for certain.
 * @property {boolean} isCounted Whether the head brings each parameter to its next value.
 * @property {LoopExit} [exit] The test that the loop goes on by, and what follows when it ends.
 */

/**
 * @typedef {object} LoopExit
 * @property {TSESTree.IfStatement} statement
 * @property {TSESTree.ReturnStatement} end
 * @property {TSESTree.CallExpression} call
 * @property {readonly [number, number]} test What stays of the test.
 * @property {string} before
 * @property {{ range: readonly [number, number], text: string }} [operator]
 */

/**
 * @typedef {object} Recursion
 * @property {FunctionNode} fn
 * @property {ErrorPlan | undefined} plan
 * @property {readonly TSESTree.Identifier[]} parameters
 * @property {TSESTree.CallExpression} start
 * @property {readonly TSESTree.CallExpression[]} calls Its calls of itself.
 * @property {boolean} isHanded Whether it is also given to other calls, as their callback.
 * @property {TSESTree.Statement} holder The statement that the function stands in.
 */

/**
 * @param {Translator} translator
 * @param {Recursion} recursion
 * @returns {LoopHeader | undefined} Undefined where a parameter's values cannot be written one after
 *   the other.
 */
export function readHeader(translator, recursion) {
  const { sourceCode } = translator;
  const { parameters, start, calls, isHanded, plan, holder } = recursion;
  const startValues = plan ? [] : start.arguments;
  if (
    startValues.some((value) => !isCopied(translator, value, parameters)) ||
    calls.some((call) => dependsOnEarlier(translator, call, parameters))
  ) {
    return undefined;
  }
  const numbers = new Set(parameters.filter((_, index) => isNumeric(translator, recursion, index)));
  const updates = parameters.map((parameter, index) => {
    const written = new Set(
      calls.map(({ arguments: given }) =>
        updateOf(translator, parameter, given[index], numbers.has(parameter)),
      ),
    );
    const [only] = written;
    return written.size === 1 && !plan ? only : undefined;
  });
  const isCounted = parameters.length === 0 || (!isHanded && !updates.includes(undefined));
  const variables = parameters.map(({ range }, index) => {
    const value = startValues[index];
    const name = sourceCode.text.slice(...range);
    return value ? `${name} = ${sourceCode.text.slice(...value.range)}` : name;
  });
  const steps = isCounted ? updates.flatMap((update) => update || []) : [];
  const headOf = (/** @type {boolean} */ isTested) => ({
    numbers,
    isCounted,
    ...printLoopHead({ variables, updates: steps, isTested }),
  });
  const exit = readExit(translator, recursion, numbers);
  const head = exit && { ...headOf(true), exit };
  return head && fits(sourceCode, holder, head) ? head : headOf(false);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} holder
 * @param {LoopHeader} head
 * @returns {boolean} Whether the head stays on one line.
 */
function fits(sourceCode, { range: [start] }, { opening, closing, exit }) {
  const { text } = sourceCode;
  const [from, to] = exit?.test ?? [0, 0];
  const indent = indentOf(text, start).length;
  const isOneLine = !text.slice(from, to).includes('\n');
  return isOneLine && indent + opening.length + to - from + closing.length <= lineWidth(sourceCode);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} value
 * @param {readonly TSESTree.Identifier[]} parameters
 * @returns {boolean} Whether the value can be written in the head as it is.
 */
function isCopied(translator, value, parameters) {
  const { sourceCode } = translator;
  if (value.type === 'SpreadElement' || sourceCode.text.slice(...value.range).includes('\n')) {
    return false;
  }
  if (
    translator.commentsBetween(...value.range).length > 0 ||
    value.type === 'SequenceExpression'
  ) {
    return false;
  }
  for (const node of walk(sourceCode, value)) {
    if (isFunction(node) || translator.usesCallback(node)) {
      return false;
    }
    if (node.type === 'Identifier') {
      const variable = translator.variableOf(node);
      const isShadowed = parameters.some(({ name }) => name === node.name);
      if (isShadowed || (variable && translator.renamed.has(variable))) {
        return false;
      }
    }
  }
  return true;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {readonly TSESTree.Identifier[]} parameters
 * @returns {boolean} Whether a value is made of a parameter that has its next value by then.
 */
export function dependsOnEarlier(translator, { arguments: given }, parameters) {
  const { sourceCode } = translator;
  return given.some((value, index) => {
    const changed = parameters
      .slice(0, index)
      .filter((parameter, at) => !isSame(translator, parameter, given[at]))
      .map(({ name }) => name);
    return nodesWithin(sourceCode, 'Identifier', value).some(({ name }) => changed.includes(name));
  });
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Identifier} parameter
 * @param {TSESTree.Node | undefined} value
 * @returns {boolean} Whether the value is the parameter as it is.
 */
export function isSame({ sourceCode }, parameter, value) {
  return (
    value?.type === 'Identifier' &&
    value.name === parameter.name &&
    findVariable(sourceCode, value, value.name) === ownVariable({ sourceCode }, parameter)
  );
}

/**
 * @param {Pick<Translator, 'sourceCode'>} translator
 * @param {TSESTree.Identifier} parameter
 * @returns {Variable | undefined}
 */
export function ownVariable({ sourceCode }, parameter) {
  const fn = /** @type {FunctionNode} */ (parameter.parent);
  return sourceCode
    .getDeclaredVariables(fn)
    .find(({ name, identifiers }) => name === parameter.name && identifiers.includes(parameter));
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Identifier} parameter
 * @param {TSESTree.Node | undefined} value
 * @param {boolean} isNumber
 * @returns {string | undefined} `i++`, `i += 2`, '' for what stays; undefined for anything else.
 */
export function updateOf(translator, parameter, value, isNumber) {
  const { name } = parameter;
  if (isSame(translator, parameter, value)) {
    return '';
  }
  if (
    value?.type !== 'BinaryExpression' ||
    !/^[*+-]$/u.test(value.operator) ||
    !isSame(translator, parameter, value.left) ||
    value.right.type !== 'Literal' ||
    typeof value.right.value !== 'number' ||
    translator.commentsBetween(...value.range).length > 0
  ) {
    return undefined;
  }
  const { operator, right } = value;
  return right.value === 1 && operator !== '*' && isNumber
    ? `${name}${operator}${operator}`
    : `${name} ${operator}= ${right.raw}`;
}

/**
 * @param {Translator} translator
 * @param {Recursion} recursion
 * @param {number} index
 * @returns {boolean} Whether the parameter holds a number for certain: it starts as one, and is only
 *   counted.
 */
function isNumeric(translator, { parameters, start, calls, plan, isHanded }, index) {
  const parameter = /** @type {TSESTree.Identifier} */ (parameters[index]);
  const variable = ownVariable(translator, parameter);
  const first = start.arguments[index];
  return (
    !plan &&
    !isHanded &&
    first?.type === 'Literal' &&
    typeof first.value === 'number' &&
    variable !== undefined &&
    writesOf(variable).length === 0 &&
    calls.every(
      ({ arguments: given }) => updateOf(translator, parameter, given[index], true) !== undefined,
    )
  );
}

const NEGATED = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['==', '!='],
  ['!=', '=='],
]);

/** Of what compares with nothing, such as `NaN`, both would be false. */
const NEGATED_FOR_NUMBERS = new Map([
  ['>=', '<'],
  ['<=', '>'],
  ['>', '<='],
  ['<', '>='],
]);

/**
 *     if (i >= list.length) return cb(null, out);
 *
 * @param {Translator} translator
 * @param {Recursion} recursion
 * @param {ReadonlySet<TSESTree.Identifier>} numbers Parameters that hold numbers.
 * @returns {LoopExit | undefined} What the function begins with, if the loop can end with it.
 */
function readExit(translator, { fn, plan, parameters }, numbers) {
  const { sourceCode } = translator;
  const body = /** @type {TSESTree.BlockStatement} */ (fn.body);
  const [statement] = body.body.filter((each) => each !== plan?.guard);
  if (statement?.type !== 'IfStatement' || statement.alternate) {
    return undefined;
  }
  const { test, consequent } = statement;
  const [end, ...more] = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  if (
    end?.type !== 'ReturnStatement' ||
    more.length > 0 ||
    end.argument?.type !== 'CallExpression' ||
    translator.usesCallback(test) ||
    handsOnError(translator, end.argument) ||
    translator.commentsBetween(fn.range[0], endOfLine(sourceCode.text, statement)).length > 0 ||
    !isOfOutside(translator, test, fn, parameters) ||
    !isOfOutside(translator, end.argument, fn)
  ) {
    return undefined;
  }
  const isNumber = (/** @type {TSESTree.Node} */ node) =>
    (node.type === 'Literal' && typeof node.value === 'number') ||
    (node.type === 'Identifier' &&
      parameters.some((each) => numbers.has(each) && isSame(translator, each, node))) ||
    (node.type === 'MemberExpression' &&
      !node.computed &&
      node.property.type === 'Identifier' &&
      /^(?:length|size)$/u.test(node.property.name));
  const parts = { statement, end, call: end.argument };
  switch (test.type) {
    case 'BinaryExpression': {
      const { left, right } = test;
      const operator =
        NEGATED.get(test.operator) ??
        (isNumber(left) && isNumber(right) ? NEGATED_FOR_NUMBERS.get(test.operator) : undefined);
      const [from, to] = [
        parenthesizedRange(sourceCode, left),
        parenthesizedRange(sourceCode, right),
      ];
      return operator === undefined
        ? undefined
        : {
            ...parts,
            test: [from[0], to[1]],
            before: '',
            operator: { range: [from[1], to[0]], text: ` ${operator} ` },
          };
    }
    case 'UnaryExpression':
      return test.operator === '!'
        ? { ...parts, test: parenthesizedRange(sourceCode, test.argument), before: '' }
        : undefined;
    case 'Identifier':
    case 'MemberExpression':
    case 'CallExpression':
      return { ...parts, test: test.range, before: '!' };
    default:
      return undefined;
  }
}

/**
 * @param {string} text
 * @param {TSESTree.Node} node
 * @returns {number}
 */
function endOfLine(text, { range: [, end] }) {
  const line = text.indexOf('\n', end);
  return line === -1 ? text.length : line;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} `cb(err)`: whether there is one was known from the test.
 */
function handsOnError(translator, call) {
  const [error] = translator.exitOf(call)?.arguments ?? [];
  return error?.type === 'Identifier' && !isNullish(error);
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} expression
 * @param {FunctionNode} fn
 * @param {readonly TSESTree.Identifier[]} [parameters] What it may use of the function.
 * @returns {boolean} Whether it can stand outside the function's body: it needs nothing else that is
 *   declared in it.
 */
function isOfOutside(translator, expression, fn, parameters) {
  for (const node of walk(translator.sourceCode, expression)) {
    if (isFunction(node) && (parameters || translator.usesCallback(node))) {
      return false;
    }
    const variable = node.type === 'Identifier' ? translator.variableOf(node) : undefined;
    if (
      variable &&
      !isWithin(/** @type {TSESTree.Node} */ (variable.scope.block), expression) &&
      isWithin(/** @type {TSESTree.Node} */ (variable.scope.block), fn) &&
      !parameters?.some((each) => isSame(translator, each, node))
    ) {
      return false;
    }
  }
  return true;
}
