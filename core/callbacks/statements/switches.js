/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { jumpTarget } from '../../analysis/flow/control-flow.js';
import { frameNodesWithin } from '../../analysis/syntax/functions.js';
import { insertAfter } from '../../edits/edit.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { findPunctuator } from '../../edits/trivia.js';
import { valueOf } from './flow.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { indentAt } from '../waits/slots.js';
import { translateStatements } from './statements.js';
import { takesCallback } from './tails.js';

/**
 * Cases that end the function, or fall through to those that do.
 */

/**
 * @param {Translator} translator
 * @param {TSESTree.SwitchStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
export function translateSwitch(translator, statement, position) {
  if (translator.usesCallback(statement.discriminant)) {
    throw new Refused('callback-escapes', quote(translator.sourceCode, statement.discriminant));
  }
  translator.noteEarly(statement.discriminant, position);
  statement.cases.forEach(({ test }) => translator.noteEarly(test, position));
  let isReachable = statement.cases.every(({ test }) => test !== null);
  for (const [index, branch] of statement.cases.entries()) {
    const { consequent } = branch;
    const isLast = index === statement.cases.length - 1;
    if (consequent.some((each) => takesCallback(translator, valueOf(each)))) {
      braceCase(translator, branch, position);
    }
    const falls = translateStatements(
      translator,
      consequent,
      positionWith(position, {
        last: false,
        endsTurn: false,
        followed: position.followed || !isLast,
        isOver: position.isOver === true && isLast,
        breakEnds: !position.followed,
      }),
    );
    isReachable ||= falls && (isLast || consequent.length > 0);
  }
  return (
    isReachable ||
    frameNodesWithin(translator.sourceCode, 'BreakStatement', statement).some(
      (node) => !translator.gone.has(node) && jumpTarget(node) === statement,
    )
  );
}

/**
 * Puts braces around what a case does: what it declares from now on is its own.
 *
 * @param {Translator} translator
 * @param {TSESTree.SwitchCase} branch
 * @param {Position} position
 */
function braceCase(translator, { range, test, consequent }, { shift }) {
  const { sourceCode } = translator;
  const [first] = consequent;
  const end = consequent.at(-1)?.range[1] ?? range[1];
  const from = test ? parenthesizedRange(sourceCode, test)[1] : range[0];
  const open = findPunctuator(sourceCode, from, end, ':') + 1;
  const isOnOwnLine = first && sourceCode.text.slice(open, first.range[0]).includes('\n');
  if (!isOnOwnLine || consequent.some(isLexical)) {
    throw new Refused('callback-unbraced', quote(sourceCode, first ?? { range }));
  }
  translator.edits.push(
    insertAfter(open, ' {'),
    insertAfter(end, `\n${indentAt(translator, range[0], shift)}}`),
  );
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether the other cases may know what it declares.
 */
function isLexical(statement) {
  return (
    statement.type === 'ClassDeclaration' ||
    statement.type === 'FunctionDeclaration' ||
    (statement.type === 'VariableDeclaration' && statement.kind !== 'var')
  );
}
