/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Edit } from './edit.js' */

import { indentLines, removeBetween, replaceRange } from './edit.js';
import { commaBehindElements, lineWidth } from './file-style.js';
import { indentOf, indentUnit, levelsBetween } from './indentation.js';
import { hasCommentBetween } from './trivia.js';

/** From this many calls on, each has a line of its own. */
const MANY_CALLS = 3;

/** The width that a single call may add to the line before it, where it would else stand alone. */
const LEEWAY = 20;

/**
 *     command
 *       .run({})   ->   command.run({})
 *
 * Where methods are called on what others gave, each call has a line of its own. Where few are left,
 * they go back to the line of what they are called on. An object that is then too long for the line
 * gets lines of its own.
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node The rest of a chain.
 * @param {string} before The text before it on its line.
 * @returns {Edit[]} None where a comment stands between the lines.
 */
export function joinShortChain(sourceCode, node, before) {
  const { text } = sourceCode;
  const { calls, members } = readChain(node);
  const breaks = members.map((member) => breakBefore(text, member)).filter((gap) => gap !== null);
  if (calls.length === 0 || (breaks.length > 0 && calls.length >= MANY_CALLS)) {
    return [];
  }
  const [start, end] = node.range;
  const [first = [end, end]] = breaks;
  const last = breaks.at(-1) ?? [start, start];
  const methods = calls.filter(({ callee }) => callee.type === 'MemberExpression');
  const lineEnd = text.indexOf('\n', last[1]);
  const kept = [start, ...breaks.flat(), lineEnd < 0 || lineEnd > end ? end : lineEnd];
  let joined = '';
  for (let index = 0; index < kept.length; index += 2) {
    joined += text.slice(kept[index], kept[index + 1]);
  }
  const line = joined.slice(joined.lastIndexOf('\n') + 1).trimEnd();
  const isWhole = !joined.includes('\n');
  const length = line.length + (isWhole ? indentOf(text, start).length + before.length : 0);
  const width = lineWidth(sourceCode);
  const levels = levelsBetween(sourceCode, start, first[1]);
  const join = [
    ...breaks.map(([from, to]) => removeBetween(from, to)),
    ...(levels > 0 ? [indentLines([first[1], end], -levels)] : []),
  ];
  if (length <= width) {
    return methods.length > 1 && !isWhole ? [] : join;
  }
  const object = methods.length < 2 && isWhole ? lastObject(sourceCode, node) : undefined;
  if (object && object.range[0] - end + length < width) {
    return [...join, ...breakObject(sourceCode, object, indentOf(text, start))];
  }
  return methods.length < 2 && length <= width + LEEWAY ? join : [];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Expression} node
 * @returns {TSESTree.ObjectExpression | undefined} The last argument of the call, where it is an object
 *   on one line.
 */
function lastObject(sourceCode, node) {
  const last = node.type === 'CallExpression' ? node.arguments.at(-1) : undefined;
  return last?.type === 'ObjectExpression' &&
    last.properties.length > 0 &&
    last.loc.start.line === last.loc.end.line &&
    !hasCommentBetween(sourceCode, ...last.range)
    ? last
    : undefined;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.ObjectExpression} object
 * @param {string} outer The indentation of the line that it begins on.
 * @returns {Edit[]} Gives each property a line.
 */
function breakObject(sourceCode, { properties, range: [start, end] }, outer) {
  const inner = `\n${outer}${indentUnit(sourceCode)}`;
  return properties.flatMap((property, index) => {
    const before = properties[index - 1];
    const next = properties[index + 1];
    return [
      replaceRange(
        [before ? before.range[1] : start + 1, property.range[0]],
        `${before ? ',' : ''}${inner}`,
      ),
      ...(next
        ? []
        : [
            replaceRange(
              [property.range[1], end - 1],
              `${commaBehindElements(sourceCode)}\n${outer}`,
            ),
          ]),
    ];
  });
}

/**
 * @param {TSESTree.Expression} node
 * @returns {{ calls: TSESTree.CallExpression[], members: TSESTree.MemberExpression[] }} Of `a.b().c()`
 *   both calls and both members, in source order.
 */
function readChain(node) {
  /** @type {TSESTree.CallExpression[]} */
  const calls = [];
  /** @type {TSESTree.MemberExpression[]} */
  const members = [];
  for (let inner = node; ;) {
    if (inner.type === 'CallExpression') {
      calls.unshift(inner);
      inner = inner.callee;
    } else if (inner.type === 'MemberExpression') {
      members.unshift(inner);
      inner = inner.object;
    } else {
      return { calls, members };
    }
  }
}

/**
 * @param {string} text
 * @param {TSESTree.MemberExpression} member
 * @returns {[number, number] | null} The space before the member's dot, where it begins a line.
 */
function breakBefore(text, { computed, object, property }) {
  const [, from] = object.range;
  const gap = computed
    ? null
    : /^(?<closed>[\s)]*\))?(?<space>\s*)\??\.\s*$/u.exec(text.slice(from, property.range[0]));
  const { closed = '', space = '' } = gap?.groups ?? {};
  return gap && space.includes('\n')
    ? [from + closed.length, from + closed.length + space.length]
    : null;
}
