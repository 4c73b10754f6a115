/** @import { Context } from './context.js' */
/** @import { Doc } from './doc.js' */

import { indentOf } from '../../edits/indentation.js';
import { plain } from './context.js';
import { HARD_LINE, LINE, SOFT_LINE, UNKNOWN, group, indented, join } from './doc.js';
import { isArray, isArrow, isConditional, isObject } from './node-types.js';
import { conditionalDoc } from './operators.js';
import { isFixed } from './space.js';

/**
 * @param {any} node A function.
 * @param {Context} context
 * @param {boolean} isLast
 * @returns {Doc} What stands before its body.
 */
export function signatureOf({ body, params, returnType, start }, { text, style }, isLast) {
  const raw = beforeParenthesis(text.slice(start, body.start));
  const [first] = params;
  const last = params.at(-1);
  const open = text.slice(start, first?.start).trimEnd();
  if (returnType || raw.includes('//')) {
    return UNKNOWN;
  }
  if (
    isLast ||
    raw.includes('/') ||
    !open.endsWith('(') ||
    /^(?:Array|Object)Pattern$/u.test(first.type)
  ) {
    return plain(raw);
  }
  const each = params.map((/** @type {any} */ param) => plain(text.slice(param.start, param.end)));
  return group([
    open,
    indented([SOFT_LINE, join([',', LINE], each)]),
    { broken: last.type === 'RestElement' ? '' : style.call, flat: '' },
    SOFT_LINE,
    plain(raw.slice(last.end - start).replace(/^[\s,]+/u, '')),
  ]);
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @param {boolean} isLast
 * @returns {Doc}
 */
export function arrowDoc(node, parent, context, isLast) {
  const { body } = node;
  const { style, text } = context;
  const head = beforeParenthesis(text.slice(node.start, body.start));
  const isBlock = body.body?.type === 'BlockStatement';
  if (isArrow(body) && !isArrow(body.body) && (parent.callee === node || (isLast && isBlock))) {
    return curriedDoc(node, context);
  }
  if (!head.endsWith('=>') || isArrow(body)) {
    return plain(text.slice(node.start, node.end));
  }
  const sign = signatureOf(node, context, isLast);
  if (body.type === 'BlockStatement') {
    return [sign, ' ', blockOf(body, context)];
  }
  const doc = context.print(body, node, context);
  if (isArray(body) || isObject(body) || /^T.*Template|^Template/u.test(body.type)) {
    return [sign, ' ', doc];
  }
  const end = isLast ? [{ broken: style.call, flat: '' }, SOFT_LINE] : [];
  return isConditional(body) && text[body.start] !== '{'
    ? group([
        sign,
        ' ',
        group([
          { broken: '', flat: '(' },
          indented([SOFT_LINE, conditionalDoc(body, node, context)]),
          { broken: '', flat: ')' },
          ...end,
        ]),
      ])
    : group([sign, group([indented([LINE, doc]), ...end])]);
}

/**
 *     ((fn) => (values) => fn(...values))(load)    tasks.map((file) => (done) => { … })
 *
 * @param {any} node
 * @param {Context} context
 * @returns {Doc} Of a function that gives another: one that is called where it stands, or a last argument.
 */
function curriedDoc({ body: inner, start }, context) {
  const { body } = inner;
  const heads = plain(context.text.slice(start, body.start).trimEnd());
  if (body.type === 'BlockStatement') {
    return [heads, ' ', blockOf(body, context)];
  }
  const doc = context.print(body, inner, context);
  return isArray(body) || isObject(body)
    ? [heads, ' ', doc]
    : [indented([HARD_LINE, heads, indented([HARD_LINE, doc])]), HARD_LINE];
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc}
 */
export function methodDoc(node, context) {
  const { body } = node.body ? node : (node.value ?? node);
  return body?.type === 'BlockStatement'
    ? [plain(context.text.slice(node.start, body.start)), blockOf(body, context)]
    : plain(context.text.slice(node.start, node.end));
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc}
 */
export function blockOf(node, { text }) {
  const { start, end } = node;
  const block = text.slice(start, end);
  if (/^\{\s*\}$/u.test(block)) {
    return '{}';
  }
  if (!block.includes('\n')) {
    const lines = node.body.map((/** @type {any} */ each) => text.slice(each.start, each.end));
    return lines.length === 0
      ? block
      : ['{', indented([HARD_LINE, join(HARD_LINE, lines)]), HARD_LINE, '}'];
  }
  return { block, outer: indentOf(text, end), isFixed: isFixed(node, text) };
}

/**
 * @param {string} text
 * @returns {string} Without the space at its end, and the parenthesis there.
 */
function beforeParenthesis(text) {
  const code = text.trimEnd();
  return code.endsWith('(') ? code.slice(0, -1).trimEnd() : code;
}
