/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Translator } from '../plan/translator.js' */

import { frameUses } from '../../analysis/syntax/functions.js';
import { isDirective } from '../../analysis/syntax/nodes.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { levelsBetween } from '../../edits/indentation.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { skipBackward } from '../../edits/trivia.js';
import { checkDefault } from './dual.js';
import { START, positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { translate, translateSettlers } from './async-parts.js';
import { isDual, semicolonOf, wrapperParts } from './settling.js';
import { indentAt } from '../waits/slots.js';
import { translateTail } from '../statements/tails.js';

/**
 * Whole bodies, with those of arrow functions without braces:
 *
 *     (file, cb) => load(file, cb)
 */

/**
 * @param {Translator} translator Of a function that becomes async as a whole.
 * @returns {Edit[]} The braces around its body, if it has none and needs some.
 */
export function translateBody(translator) {
  const { body } = translator.target.fn;
  if (body.type !== 'BlockStatement') {
    return translateExpression(translator, body);
  }
  // A directive stays in front of a `try` around the body.
  const from = translator.forwarding ? body.body.filter((each) => isDirective(each)).length : 0;
  const part = { block: body, from, to: body.body.length, followed: false };
  translate(translator, [part], positionWith(START, { shift: translator.forwarding ? 1 : 0 }));
  return [];
}

/**
 *     async (file) => load(file)    async (file) => { … }
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} body
 * @returns {Edit[]} The braces around it, if it needs any.
 */
function translateExpression(translator, body) {
  const slot = translateValue(translator, body, 1);
  return keepValue(translator, slot) ? [] : bracesAround(translator, slot, '', '');
}

/**
 *     (file, cb) => { (async () => { … })().then(…); }
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} body
 * @returns {() => Edit[]} What stands around it, once all is known of the function.
 */
export function translateWrapped(translator, body) {
  if (isDual(translator)) {
    checkDefault(translator);
  }
  const slot = translateValue(translator, body, 2);
  return () => {
    const indent = indentAt(translator, translator.target.fn.range[0], 1);
    const { before, after } = wrapperParts(translator, indent, isDual(translator));
    return bracesAround(translator, slot, `\n${indent}${before}`, after);
  };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Expression} body
 * @param {number} levels By how many it stands deeper than the function.
 * @returns {Slot}
 */
function translateValue(translator, body, levels) {
  const { sourceCode, target } = translator;
  if (!target.promises && frameUses(sourceCode, target.fn).arguments.length > 0) {
    throw new Refused('function-without-body', quote(sourceCode, target.fn));
  }
  const [start, end] = parenthesizedRange(sourceCode, body);
  const shift = levels - levelsBetween(sourceCode, target.fn.range[0], start);
  /** @type {Slot} */
  const slot = {
    start,
    end,
    semicolon: semicolonOf(translator),
    returned: true,
    isListed: true,
    indent: indentAt(translator, target.fn.range[0], levels),
  };
  translator.indent([start, end], shift);
  // There is no line that would go with a sole `return`.
  const last = !translator.exitOf(body) && !/^(?:Chain|Logical|Unary)Expression$/u.test(body.type);
  translateTail(translator, slot, body, positionWith(START, { last, shift }));
  translateSettlers(translator, () => true, START);
  return slot;
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @returns {boolean} Whether it is a value on one line still, and is left without braces.
 */
function keepValue(translator, { start, end }) {
  const { edits, comments, sourceCode } = translator;
  const { text } = sourceCode;
  // What stood around the value: `new Promise((resolve, reject) => …)`.
  const cuts = edits.filter((edit) => 'text' in edit && edit.text === '');
  const from = cuts.find(({ range }) => range[0] === start)?.range[1] ?? start;
  const to = cuts.find(({ range }) => range[1] === end)?.range[0] ?? end;
  const isReturn = (/** @type {Edit} */ edit) =>
    'text' in edit &&
    edit.range[0] === from &&
    edit.text.startsWith('return ') &&
    text[edit.range[1]] !== '{';
  const isBroken =
    text.slice(start, end).includes('\n') ||
    edits.some((edit) => 'text' in edit && edit.text.includes('\n'));
  if (isBroken || comments.length > 0 || !edits.some(isReturn)) {
    return false;
  }
  translator.edits = edits.map((edit) =>
    isReturn(edit)
      ? withText(edit, (written) => written.slice('return '.length))
      : edit.range[1] === to
        ? withText(edit, (written) => written.replace(/;$/u, ''))
        : edit,
  );
  return true;
}

/**
 * @param {Edit} edit
 * @param {(text: string) => string} change
 * @returns {Edit}
 */
function withText(edit, change) {
  return 'text' in edit ? { ...edit, text: change(edit.text) } : edit;
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {string} before
 * @param {string} after
 * @returns {Edit[]}
 */
function bracesAround(translator, { start, end, indent }, before, after) {
  const { sourceCode, target } = translator;
  const arrow = skipBackward(sourceCode, start);
  const line = `\n${indent}`;
  const said = translator.commentsBetween(arrow, start).map((comment) => line + comment);
  const outer = indentAt(translator, target.fn.range[0], 0);
  return [
    replaceRange([arrow, start], ` {${before}${said.join('')}${line}`),
    insertAfter(end, `${after}\n${outer}}`, target.fn.range[0]),
  ];
}
