/** @import { Context, Style } from './context.js' */
/** @import { Doc } from './doc.js' */

import { argumentsOf } from './arguments.js';
import { HARD_LINE, SOFT_LINE, group, indented, join, willBreak } from './doc.js';
import { isCall, isFunction, isMember, typed } from './node-types.js';

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @returns {{ doc: Doc, isChain: boolean }} Whether it may have a line for each method.
 */
export function callDoc(node, parent, context) {
  const { callee } = node;
  if (!isMember(callee) || callee.extra?.parenthesized) {
    const doc = [context.print(callee, node, context), argumentsOf(node, context)];
    return { doc: isCall(callee) ? group(doc) : doc, isChain: false };
  }
  /** @type {{ node: any, doc: Doc }[]} */
  const links = [];
  let inner = node;
  for (
    ;
    (isCall(inner) && (isMember(inner.callee) || isCall(inner.callee) || inner === node)) ||
    isMember(inner);
    inner = isCall(inner) ? inner.callee : inner.object
  ) {
    if (inner.optional || (inner !== node && inner.extra?.parenthesized)) {
      break;
    }
    const doc = isCall(inner) ? argumentsOf(inner, context) : memberOf(inner, context);
    links.unshift({ node: inner, doc });
  }
  const outer = links[0]?.node;
  links.unshift({ node: inner, doc: context.print(inner, outer, context) });
  const isIndex = (/** @type {any} */ each) =>
    isMember(each) && each.computed && /Literal$/u.test(each.property.type);
  let at = 1;
  while (links[at] && (isCall(links[at]?.node) || isIndex(links[at]?.node))) {
    at++;
  }
  if (!isCall(inner)) {
    while (links[at + 1] && isMember(links[at]?.node) && isMember(links[at + 1]?.node)) {
      at++;
    }
  }
  const groups = [links.slice(0, at)];
  let hasCall = true;
  for (const link of links.slice(at)) {
    if (hasCall && isMember(link.node) && !isIndex(link.node)) {
      groups.push([]);
      hasCall = false;
    }
    hasCall ||= isCall(link.node);
    groups.at(-1)?.push(link);
  }
  const docs = groups.map((each) => each.map(({ doc }) => doc));
  const merges = groups.length > 1 && isMerged(groups, parent, context.style);
  const first = merges ? 2 : 1;
  if (groups.length <= first + 1) {
    return { doc: group(docs), isChain: false };
  }
  const broken = [docs.slice(0, first), indented([HARD_LINE, join(HARD_LINE, docs.slice(first))])];
  const calls = links.map((link) => link.node).filter(isCall);
  const areLong =
    calls.length > 2 &&
    calls.some((call) => !call.arguments.every((/** @type {any} */ each) => isSimple(each, 2)));
  const breaksBefore = docs.slice(0, -1).some(willBreak);
  const breaksLast =
    willBreak(docs.at(-1) ?? '') &&
    calls.slice(0, -1).some((call) => call.arguments.some(isFunction));
  return {
    doc:
      areLong || breaksBefore || breaksLast
        ? group(broken)
        : { states: [docs, broken], breaks: false },
    isChain: true,
  };
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc} What a member adds to its object.
 */
export function memberOf({ computed, property, ...node }, context) {
  const doc = context.print(property, node, context);
  if (!computed) {
    return ['.', doc];
  }
  return /Literal$/u.test(property.type)
    ? ['[', doc, ']']
    : group(['[', indented([SOFT_LINE, doc]), SOFT_LINE, ']']);
}

/**
 * @param {{ node: any }[][]} groups
 * @param {any} parent
 * @param {Style} style
 * @returns {boolean} Whether the first method stays on the line of what it is called on.
 */
function isMerged(groups, parent, { tab }) {
  const [[first, ...more] = [], [method] = []] = groups;
  const last = more.at(-1)?.node ?? first?.node;
  const isFactory = (/** @type {string} */ name) => /^[A-Z]|^[$_]+$/u.test(name);
  if (more.length > 0) {
    return isMember(last) && (isFactory(last.property.name ?? '') || method?.node.computed);
  }
  return (
    last.type === 'ThisExpression' ||
    (last.type === 'Identifier' &&
      (isFactory(last.name) ||
        (parent.type === 'ExpressionStatement' && last.name.length <= tab) ||
        method?.node.computed))
  );
}

/** The arguments with which each of three calls gets a line of its own. */
const isLarge = typed(/^(?:Arrow|Assign|Await|Binary|Conditional|Function|Logical|Sequence)/u);

/**
 * @param {any} node
 * @param {number} depth
 * @returns {boolean} Whether an argument is so short that three calls may stay on a line.
 */
function isSimple(node, depth) {
  const { regex, pattern = regex?.pattern } = node;
  const parts = node.arguments ?? node.elements ?? node.expressions ?? node.properties ?? [];
  return (
    !isLarge(node) &&
    (pattern?.length ?? 0) <= 5 &&
    (depth > 0 || parts.length === 0) &&
    (!isCall(node) || parts.length <= depth) &&
    parts.every(
      (/** @type {any} */ each) =>
        each && isSimple(each.value?.type ? each.value : each, depth - 1),
    )
  );
}
