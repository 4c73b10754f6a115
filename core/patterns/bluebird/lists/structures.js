/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../../contract/pattern.js' */
/** @import { Edit } from '../../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../../source/source-code.js' */

import { readFunction } from '../../../analysis/syntax/definitions.js';
import { frameUses, hasDirective, isFunction } from '../../../analysis/syntax/functions.js';
import { classifyPromise } from '../../../analysis/promises/promises.js';
import { insertAfter, insertBefore, removeBetween, replaceRange } from '../../../edits/edit.js';
import { indentOf, newlineOf } from '../../../edits/indentation.js';
import { toListPattern } from '../../../edits/list-patterns.js';
import { nameBeside } from '../../../edits/names.js';
import { parenthesizedRange } from '../../../edits/parentheses.js';
import {
  findPunctuator,
  hasCommentBetween,
  skipBackward,
  skipForward,
  textOf,
} from '../../../edits/trivia.js';
import { RESERVED_NAMES } from '../../../packages/language.js';
import { renameStatic } from '../statics/callees.js';
import { replaceComma } from '../methods/handlers.js';
import { withTypes } from '../helper-types.js';
import { readStatic } from '../../../promises/library.js';
import { isFixed } from '../values.js';

/**
 * Several promises at once, whose values go into an object or to a function.
 */

/** Names that can be variables in strict code. */
const NAME = /^[A-Za-z_$][\w$]*$/u;

/**
 * Bluebird.props({ a: one, two })  ->  Promise.all([one, two]).then(([a, two]) => ({ a, two }))
 * const { a, two } = await Bluebird.props({ a: one, two })  ->  const [a, two] = await Promise.all([one, two])
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {Edit[] | undefined} Undefined where the object is written otherwise.
 */
export function writeProps({ sourceCode }, call) {
  const [object] = call.arguments;
  if (object?.type !== 'ObjectExpression' || object.properties.length === 0) {
    return undefined;
  }
  /** @type {string[]} */
  const names = [];
  /** @type {Edit[]} */
  const edits = [];
  for (const property of object.properties) {
    if (
      property.type !== 'Property' ||
      property.kind !== 'init' ||
      property.method ||
      property.computed ||
      property.key.type !== 'Identifier' ||
      !NAME.test(property.key.name) ||
      RESERVED_NAMES.has(property.key.name) ||
      names.includes(property.key.name)
    ) {
      return undefined;
    }
    names.push(property.key.name);
    if (!property.shorthand) {
      const [valueStart] = parenthesizedRange(sourceCode, property.value);
      if (hasCommentBetween(sourceCode, property.range[0], valueStart)) {
        return undefined;
      }
      edits.push(removeBetween(property.range[0], valueStart));
    }
  }
  const list = names.join(', ');
  const [start, end] = object.range;
  const pattern = toListPattern(sourceCode, call, names);
  return [
    ...renameStatic(call, 'all'),
    replaceRange([start, skipSpaces(sourceCode.text, start + 1)], '['),
    ...edits,
    replaceRange([backSpaces(sourceCode.text, end - 1), end], ']'),
    pattern ?? insertAfter(call.range[1], `.then(([${list}]) => ({ ${list} }))`),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} node The last argument of `join`.
 * @returns {boolean} Whether it is a value, or a promise of one, for sure.
 */
function isNoFunction(sourceCode, node) {
  return (
    /^(?:ArrayExpression|Literal|NewExpression|ObjectExpression|TemplateLiteral)$/u.test(
      node.type,
    ) ||
    classifyPromise(sourceCode, node) === 'native' ||
    (node.type === 'CallExpression' && REPLACED.test(readStatic(sourceCode, node) ?? ''))
  );
}

/** Statics that give promises. */
const REPLACED =
  /^(?:Promise|all|any|delay|each|filter|join|map|mapSeries|props|race|reduce|reject|resolve|some|try)$/u;

/**
 * when.join(a, b)  ->  Promise.all([a, b])
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} first
 * @param {TSESTree.Node} last
 * @returns {Edit[]}
 */
export function writeListOf(sourceCode, call, first, last) {
  return [
    ...renameStatic(call, 'all'),
    insertBefore(parenthesizedRange(sourceCode, first)[0], '['),
    insertAfter(parenthesizedRange(sourceCode, last)[1], ']'),
  ];
}

/**
 * Bluebird.join(a, b, (x, y) => …)  ->  Promise.all([a, b]).then(([x, y]) => …)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} call
 * @returns {Edit[] | { refusal: Refusal }}
 */
export function writeJoin(context, call) {
  const { sourceCode } = context;
  const values = call.arguments.slice(0, -1);
  const last = call.arguments.at(-1);
  const [first] = call.arguments;
  const final = values.at(-1);
  if (last && first && isNoFunction(sourceCode, last)) {
    return writeListOf(sourceCode, call, first, last);
  }
  if (
    last?.type === 'Identifier' &&
    first &&
    final &&
    isFixed(sourceCode, last) &&
    readFunction(sourceCode, last)
  ) {
    const given = nameBeside(sourceCode, last, 'values');
    const joint = replaceComma(sourceCode, final, last, `]).then((${given}) => `);
    return joint
      ? [
          ...renameStatic(call, 'all'),
          insertBefore(parenthesizedRange(sourceCode, first)[0], '['),
          ...joint,
          insertAfter(last.range[1], `(...${given})`),
        ]
      : { refusal: { reason: 'comment-in-the-way' } };
  }
  if (!last || !first || !final || !isFunction(last)) {
    const subject = `\`${last ? textOf(sourceCode, last) : textOf(sourceCode, call)}\``;
    return { refusal: { reason: 'callback-unknown', subject } };
  }
  const [, finalEnd] = parenthesizedRange(sourceCode, final);
  const [lastStart] = parenthesizedRange(sourceCode, last);
  const comma = findPunctuator(sourceCode, finalEnd, lastStart, ',');
  const [firstStart] = parenthesizedRange(sourceCode, first);
  const open = skipBackward(sourceCode, firstStart);
  // One below the other, each on its line.
  const gap = sourceCode.text.slice(open, firstStart);
  const isTall = gap.trim() === '' && gap.includes('\n');
  const lead = isTall ? `${newlineOf(sourceCode)}${indentOf(sourceCode.text, call.range[0])}` : '';
  return [
    ...renameStatic(call, 'all'),
    insertBefore(isTall ? open : firstStart, '['),
    replaceRange([finalEnd, comma + 1], `${sourceCode.text.slice(finalEnd, comma)}${lead}]).then(`),
    removeBetween(comma + 1, skipSpaces(sourceCode.text, comma + 1)),
    ...takeApartParameters(context, last),
  ];
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} Past the blanks on the line.
 */
function skipSpaces(text, index) {
  return index + (/^[ \t]*/u.exec(text.slice(index, index + 100))?.[0].length ?? 0);
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {number} Before the blanks on the line.
 */
function backSpaces(text, index) {
  let start = index;
  while (text[start - 1] === ' ') {
    start--;
  }
  return text[start - 1] === '\n' ? index : start;
}

/** A function that gives a function of a list what is in the list, for `withTypes`. */
export const SPREADER =
  '‹<R = any,>›(fn‹: (...values: any) => R›) => (values‹: any›) => fn(...values)';

/**
 * (x, y) => …           ->  ([x, y]) => …
 * function () { … }     ->  ((fn) => (values) => fn(...values))(function () { … })
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @returns {Edit[]} Makes the function one of a list of values.
 */
export function takeApartParameters(context, fn) {
  const { sourceCode } = context;
  const uses = frameUses(sourceCode, fn);
  const isArrow = fn.type === 'ArrowFunctionExpression';
  const isBound =
    fn.generator ||
    hasDirective(fn) ||
    (!isArrow && (uses.arguments.length > 0 || uses.evaluates)) ||
    fn.params.some((each) => 'typeAnnotation' in each && each.typeAnnotation) ||
    sourceCode
      .getDeclaredVariables(fn)
      .some(({ defs }) => defs.filter(({ type }) => type === 'Parameter').length > 1);
  if (isBound) {
    const [start, end] = parenthesizedRange(sourceCode, fn);
    const [spreader] = withTypes(context, [SPREADER]);
    return [insertBefore(start, `(${spreader})(`), insertAfter(end, ')')];
  }
  const [first] = fn.params;
  const last = fn.params.at(-1);
  if (!first || !last) {
    return [];
  }
  const isBare =
    isArrow && sourceCode.text[skipForward(sourceCode, fn.range[0] + (fn.async ? 5 : 0))] !== '(';
  return [
    insertBefore(first.range[0], isBare ? '([' : '['),
    insertAfter(last.range[1], isBare ? '])' : ']'),
  ];
}
