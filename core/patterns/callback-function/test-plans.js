/** @import { Planned } from './plan.js' */
/** @import { Slot } from './slots.js' */
/** @import { Translator } from './translator.js' */

import { frameUses } from '../../analysis/functions.js';
import { insertAfter, insertBefore, replaceRange } from '../../edits/edit.js';
import { indentOf, indentUnit, levelsBetween } from '../../edits/indentation.js';
import { hasOwnSemicolon } from '../../edits/leading-semicolons.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { skipBackward } from '../../edits/trivia.js';
import { becomeAsync } from './boundary.js';
import { Refused, quote } from './refused.js';
import { START, translate } from './regions.js';
import { translateTail } from './tails.js';

/**
 * A test that says when it is done becomes an async function, which its runner waits for.
 *
 * @param {Translator} translator
 * @returns {Planned}
 * @throws {Refused}
 */
export function planTest(translator) {
  const { sourceCode, target, test } = translator;
  const { fn } = target;
  const { body } = fn;
  if (body.type === 'BlockStatement') {
    const region = { block: body, from: 0, to: body.body.length, followed: false };
    translate(translator, [region], { ...START, shift: target.shift ?? 0 });
  } else {
    translateExpression(translator, body);
  }
  if (!translator.edits.some((edit) => 'text' in edit && /\bawait\b/u.test(edit.text))) {
    // There is nothing to wait for.
    throw new Refused('test-callback', quote(sourceCode, fn));
  }
  return {
    translator,
    callsEarly: false,
    boundary:
      test?.form === 'end' ? [insertBefore(fn.range[0], 'async ')] : becomeAsync(translator),
    fate: { kind: 'inside', results: 'none' },
  };
}

/**
 *     (done) => load(file, done)  ->  async () => { await load(file); }
 *
 * @param {Translator} translator
 * @param {import('@typescript-eslint/types').TSESTree.Expression} body
 */
function translateExpression(translator, body) {
  const { sourceCode, target } = translator;
  if (translator.settlers.size > 0 || frameUses(sourceCode, target.fn).arguments.length > 0) {
    throw new Refused('function-without-body', quote(sourceCode, target.fn));
  }
  const { text } = sourceCode;
  const [start, end] = parenthesizedRange(sourceCode, body);
  const arrow = skipBackward(sourceCode, start);
  const outer = indentOf(text, target.fn.range[0]);
  const indent = `${outer}${indentUnit(sourceCode)}`;
  const shift = 1 - levelsBetween(sourceCode, target.fn.range[0], start);
  const hasSemicolons = sourceCode.ast.body.some((each) => hasOwnSemicolon(sourceCode, each));
  const semicolon = hasSemicolons ? ';' : '';
  translator.edits.push(
    replaceRange([arrow, start], ` {\n${indent}`),
    insertAfter(end, `\n${outer}}`),
  );
  translator.indent([start, end], shift);
  /** @type {Slot} */
  const slot = { start, end, semicolon, returned: true, isListed: true, indent };
  translateTail(translator, slot, body, { ...START, shift });
}
