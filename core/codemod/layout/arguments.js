/** @import { Context } from './context.js' */
/** @import { Doc } from './doc.js' */

import { LINE, SOFT_LINE, group, indented, join, willBreak } from './doc.js';
import {
  hasBlock,
  isArray,
  isArrow,
  isBinary,
  isCall,
  isConditional,
  isFunction,
  isObject,
  isString,
} from './node-types.js';

/**
 * @param {any} node A call or a `new`.
 * @param {Context} context
 * @returns {Doc} Its arguments.
 */
export function argumentsOf(node, context) {
  const { style, text } = context;
  /** @type {any[]} */
  const items = node.arguments;
  const last = items.at(-1);
  if (!last) {
    return '()';
  }
  const stays =
    isTest(node, text) || (items.length === 1 && isString(last) && node.callee.name === 'require');
  const docs = items.map((item) => context.print(item, node, context, stays));
  const all = () =>
    group(['(', indented([LINE, join([',', LINE], docs)]), style.call, LINE, ')'], true);
  const [first, second] = items;
  if (stays) {
    return ['(', join(', ', docs), ')'];
  }
  if (
    items.length > 1 &&
    (items.filter(isFunction).length > 1 ||
      items.some((item) => isCall(item) && item.arguments.some(isFunction)))
  ) {
    return all();
  }
  const hug = (/** @type {Doc[]} */ own, /** @type {number} */ at) => {
    const around = (/** @type {boolean} */ breaks) => [
      '(',
      join(
        ', ',
        own.map((doc, index) => (index === at ? (breaks ? group(doc, true) : doc) : doc)),
      ),
      ')',
    ];
    const states = willBreak(own[at] ?? '')
      ? [around(true), all()]
      : [around(false), around(true), all()];
    return { states, breaks: false };
  };
  if (items.length === 2 && hasBlock(first) && canBeShort(second)) {
    return willBreak(docs[1] ?? '') ? all() : hug(docs, 0);
  }
  const previous = items.at(-2);
  if (
    canHug(last) &&
    previous?.type !== last.type &&
    !(items.length === 2 && isArrow(previous) && isArray(last))
  ) {
    const own = [...docs.slice(0, -1), context.print(last, node, context, true)];
    return docs.slice(0, -1).some(willBreak) ? all() : hug(own, items.length - 1);
  }
  return group([
    '(',
    indented([SOFT_LINE, join([',', LINE], docs)]),
    { broken: style.call, flat: '' },
    SOFT_LINE,
    ')',
  ]);
}

/**
 * @param {any} node
 * @returns {boolean} Whether it may stand behind a function that begins on the line of the call.
 */
function canBeShort(node) {
  return (
    !isFunction(node) && !isArrow(node) && !isConditional(node) && !canHug(node) && !isBinary(node)
  );
}

/**
 * @param {any} node
 * @param {boolean} [isBody] Of an arrow function.
 * @returns {boolean} Whether it may begin on the line of the call as its last argument.
 */
export function canHug(node, isBody = false) {
  if (isObject(node)) {
    return node.properties.length > 0;
  }
  if (isArray(node)) {
    return node.elements.length > 0;
  }
  if (!isArrow(node)) {
    return node.type === 'FunctionExpression';
  }
  const { body } = node;
  return (
    body.type === 'BlockStatement' ||
    isObject(body) ||
    isArray(body) ||
    (isArrow(body) && canHug(body, true)) ||
    (!isBody && (isCall(body) || isConditional(body)))
  );
}

/**
 *     it('reads', function (done) {
 *
 * @param {any} node
 * @param {string} text
 * @returns {boolean} Whether it stays on its line, however long it is.
 */
function isTest({ callee, arguments: [title, body, ...more] }, text) {
  return (
    more.length === 0 &&
    body !== undefined &&
    (isString(title) || title.type === 'TemplateLiteral') &&
    hasBlock(body) &&
    body.params.length <= 1 &&
    /^(?:(?:describe|it|test)(?:\.only|\.skip)?|skip|[fx]?(?:describe|it|test)|suite)$/u.test(
      text.slice(callee.start, callee.end),
    )
  );
}
