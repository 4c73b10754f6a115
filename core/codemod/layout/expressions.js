/** @import { Context } from './context.js' */
/** @import { Doc } from './doc.js' */

import { argumentsOf } from './arguments.js';
import { assignment } from './assignments.js';
import { callDoc, memberOf } from './call-chains.js';
import { plain } from './context.js';
import { HARD_LINE, LINE, SOFT_LINE, UNKNOWN, group, indented, willBreak } from './doc.js';
import { arrowDoc, blockOf, methodDoc, signatureOf } from './functions.js';
import { isArray, isMember, isObject } from './node-types.js';
import { binaryDoc, conditionalDoc } from './operators.js';

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @param {boolean} [isLast] Whether it is the last argument and begins on the line of the call.
 * @returns {Doc}
 */
export function docOf(node, parent, context, isLast = false) {
  // Each is asked for several times by what is around it, which would double with each level.
  const docs = ((context.docs ??= [])[Number(isLast)] ??= new Map());
  let doc = docs.get(node);
  if (doc === undefined) {
    doc = bareDocOf(node, parent, context, isLast);
    if (node.extra?.parenthesized) {
      doc =
        node.type === 'AwaitExpression' && (isMember(parent) || parent.callee === node)
          ? ['(', group([indented([SOFT_LINE, doc]), SOFT_LINE]), ')']
          : ['(', doc, ')'];
    }
    docs.set(node, doc);
  }
  return doc;
}

/**
 * @param {any} node
 * @param {any} parent
 * @param {Context} context
 * @param {boolean} isLast
 * @returns {Doc}
 */
function bareDocOf(node, parent, context, isLast) {
  const { text } = context;
  const raw = text.slice(node.start, node.end);
  switch (node.type) {
    case 'AwaitExpression':
      return ['await ', docOf(node.argument, node, context)];
    case 'YieldExpression':
      // Prettier breaks behind its parentheses, not within them.
      return isMember(parent) ? UNKNOWN : plain(raw);
    case 'SpreadElement':
      return ['...', docOf(node.argument, node, context)];
    case 'UnaryExpression':
      if (/[+-]/u.test(text.charAt(node.argument.start))) {
        return plain(raw);
      }
      return [
        node.operator,
        /\w/u.test(node.operator) ? ' ' : '',
        docOf(node.argument, node, context),
      ];
    case 'NewExpression':
      return raw.endsWith(')')
        ? ['new ', docOf(node.callee, node, context), argumentsOf(node, context)]
        : raw;
    case 'CallExpression':
      return node.optional ? plain(raw) : callDoc(node, parent, context).doc;
    case 'MemberExpression':
      return node.optional
        ? plain(raw)
        : [docOf(node.object, node, context), memberOf(node, context)];
    case 'AssignmentExpression':
      return node.right.type === 'AssignmentExpression' || parent.type !== 'ExpressionStatement'
        ? plain(raw)
        : assignment(node.left, ` ${node.operator}`, node.right, node, context);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return binaryDoc(node, parent, context);
    case 'ConditionalExpression':
      return conditionalDoc(node, parent, context);
    case 'FunctionExpression':
      return [signatureOf(node, context, isLast), ' ', blockOf(node.body, context)];
    case 'ArrowFunctionExpression':
      return arrowDoc(node, parent, context, isLast);
    case 'ObjectExpression': {
      const [first] = node.properties;
      return first
        ? listDoc(node.properties, node, ['{', LINE, '}'], context, {
            breaks: text.slice(node.start, first.start).includes('\n'),
          })
        : plain(raw);
    }
    case 'ArrayExpression': {
      const [first, ...more] = node.elements;
      const areMany =
        more.length > 0 &&
        [isObject, isArray].some((is) =>
          node.elements.every(
            (/** @type {any} */ each) =>
              each && is(each) && (each.elements ?? each.properties).length > 1,
          ),
        );
      const areNumbers = node.elements.every((/** @type {any} */ each) =>
        /^(?:-?[\d.]+)$/u.test(each ? text.slice(each.start, each.end) : ''),
      );
      return first && !areNumbers && !node.elements.includes(null)
        ? listDoc(node.elements, node, ['[', SOFT_LINE, ']'], context, { breaks: areMany })
        : plain(raw);
    }
    case 'Property':
    case 'ObjectProperty':
      return node.shorthand || node.computed || node.method || (node.kind ?? 'init') !== 'init'
        ? methodDoc(node, context)
        : assignment(node.key, ':', node.value, node, context);
    case 'ObjectMethod':
      return methodDoc(node, context);
    case 'TypeCastExpression':
      return UNKNOWN;
    default:
      return plain(raw);
  }
}

/**
 * @param {readonly any[]} items
 * @param {any} parent
 * @param {[string, Doc, string]} parts Where it begins, what stands within it on one line, where it ends.
 * @param {Context} context
 * @param {{ breaks: boolean }} how
 * @returns {Doc}
 */
function listDoc(items, parent, [open, line, close], context, { breaks }) {
  const { style, text } = context;
  const docs = items.flatMap((item, index) => {
    const before = items[index - 1];
    const isApart = before && /\n\s*\n/u.test(text.slice(before.end, item.start));
    return [...(before ? [',', isApart ? HARD_LINE : '', LINE] : []), docOf(item, parent, context)];
  });
  const doc = [open, indented([line, docs]), { broken: style.list, flat: '' }, line, close];
  return group(doc, breaks || willBreak(doc));
}
