/** @import { Context } from './context.js' */
/** @import { Doc } from './doc.js' */
/** @import { Overlap } from './ranges.js' */

import { indentOf } from '../../edits/indentation.js';
import { plain } from './context.js';
import { LINE, SOFT_LINE, group, indented, write } from './doc.js';
import { docOf } from './expressions.js';
import { signatureOf } from './functions.js';
import { hasTest } from './node-types.js';
import { withoutSpace } from './space.js';
import { endOf, statementDoc } from './statements.js';
import { walk } from './walk.js';

/**
 * @typedef {object} Unit Part of the text that has a layout of its own.
 * @property {number} start
 * @property {number} end
 * @property {(context: Context) => Doc} doc
 */

/** Statements that are laid out as a whole. */
const STATEMENT = /^(?:Expression|Return|Throw)Statement$|^VariableDeclaration$/u;

/**
 * @param {any} node
 * @param {string} text
 * @returns {Unit[]}
 */
export function unitOf(node, text) {
  const { start, type } = node;
  const end = endOf(node, text);
  if (hasTest(node) && (node.consequent ?? node.body).type !== 'EmptyStatement') {
    const { test } = node;
    const body = node.consequent ?? node.body;
    const isBlock = body.type === 'BlockStatement';
    return [
      {
        start,
        end: isBlock ? body.start + 1 : endOf(body, text),
        doc: (context) =>
          group([
            type === 'IfStatement' ? 'if (' : 'while (',
            group([indented([SOFT_LINE, context.print(test, node, context)]), SOFT_LINE]),
            ')',
            isBlock ? ' {' : indented([LINE, statementDoc(body, context)]),
          ]),
      },
    ];
  }
  const { body } = node;
  if (/^For(?:In|Of)Statement$/u.test(type) && body.type === 'BlockStatement') {
    const head = text.slice(start, node.right.start);
    return [
      {
        start,
        end: body.start + 1,
        doc: (context) => [plain(head), context.print(node.right, node, context), ') {'],
      },
    ];
  }
  if (/^(?:FunctionDeclaration|ClassMethod)$/u.test(type) && body) {
    const isEmpty = /^\{\s*\}$/u.test(text.slice(body.start, body.end));
    return [
      {
        start,
        end: isEmpty ? body.end : body.start + 1,
        doc: (context) => [signatureOf(node, context, false), isEmpty ? ' {}' : ' {'],
      },
    ];
  }
  return STATEMENT.test(type)
    ? [{ start, end, doc: (context) => statementDoc(node, context) }]
    : [];
}

/**
 * @param {{ ast: any, text: string }} parsed
 * @param {Overlap} isChanged
 * @returns {Unit[]} Those that are, an outer one before those within it.
 */
export function unitsOf({ ast, text }, isChanged) {
  /** @type {Unit[]} */
  const units = [];
  walk(ast, isChanged, (node) => units.push(...unitOf(node, text)));
  return units
    .filter(({ start, end }) => isChanged(start, end))
    .sort((left, right) => left.start - right.start || right.end - left.end);
}

/**
 * @param {Unit} unit
 * @param {Omit<Context, 'print'>} file
 * @returns {string | undefined} The unit as it is laid out; undefined if something is not known here.
 */
export function writeUnit({ start, end, doc }, { style, text }) {
  const indent = indentOf(text, start);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const tabs = indent.split('\t').length - 1;
  const column = start - lineStart + tabs * (style.tab - 1);
  const own = text.slice(start, end);
  const lines = write(doc({ style, text, print: docOf }), { ...style, column, indent });
  const written = lines.replaceAll(/\r?\n/gu, style.newline);
  return written === own || withoutSpace(written) === withoutSpace(own) ? written : undefined;
}
