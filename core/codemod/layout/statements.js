/** @import { Context } from './context.js' */
/** @import { Doc } from './doc.js' */

import { skipWhitespaceBackward } from '../../edits/trivia.js';
import { assignment } from './assignments.js';
import { plain } from './context.js';
import { HARD_LINE, LINE, SOFT_LINE, group, indented } from './doc.js';
import { isBinary } from './node-types.js';
import { binaryDoc } from './operators.js';

/**
 * @param {any} node
 * @param {string} text
 * @returns {number} Where the statement ends, without a semicolon that guards the line that follows.
 */
export function endOf(node, text) {
  const { end } = node;
  const last = node.alternate ?? node.consequent ?? node.body;
  if (last?.end === end) {
    return last.type === 'EmptyStatement' ? end : endOf(last, text);
  }
  const before = text[end - 1] === ';' ? skipWhitespaceBackward(text, end - 1) : end;
  return before < end - 1 ? before : end;
}

/**
 * @param {any} node
 * @param {Context} context
 * @returns {Doc}
 */
export function statementDoc(node, context) {
  const raw = context.text.slice(node.start, endOf(node, context.text));
  const semicolon = raw.endsWith(';') ? ';' : '';
  switch (node.type) {
    case 'ExpressionStatement':
      return [context.print(node.expression, node, context), semicolon];
    case 'ReturnStatement':
    case 'ThrowStatement': {
      const { argument } = node;
      const word = node.type === 'ReturnStatement' ? 'return' : 'throw';
      if (!argument) {
        return plain(raw);
      }
      const doc = isBinary(argument)
        ? inParentheses(binaryDoc(argument, node, context))
        : context.print(argument, node, context);
      return [word, ' ', doc, semicolon];
    }
    case 'VariableDeclaration': {
      const [first, ...more] = node.declarations.map((/** @type {any} */ each) =>
        each.init
          ? assignment(each.id, ' =', each.init, each, context)
          : plain(context.text.slice(each.start, each.end)),
      );
      const hasValue = node.declarations.some((/** @type {any} */ each) => each.init);
      const line = hasValue ? HARD_LINE : LINE;
      return group([
        node.kind,
        ' ',
        more.length > 0 && hasValue ? indented(first) : first,
        indented(more.map((/** @type {Doc} */ each) => [',', line, each])),
        semicolon,
      ]);
    }
    default:
      return plain(raw);
  }
}

/**
 * @param {Doc} doc
 * @returns {Doc} In parentheses where it takes several lines.
 */
function inParentheses(doc) {
  return group([
    { broken: '(', flat: '' },
    indented([SOFT_LINE, doc]),
    SOFT_LINE,
    { broken: ')', flat: '' },
  ]);
}
