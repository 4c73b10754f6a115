/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Position, Translator } from './translator.js' */
/** @import { Slot } from './slots.js' */

import { isFunction } from '../../analysis/functions.js';
import { walk } from '../../analysis/nodes.js';
import { statementMayThrow } from '../../analysis/throwing.js';
import { insertAfter, replaceRange } from '../../edits/edit.js';
import { indentUnit, levelsBetween } from '../../edits/indentation.js';
import { skipBackward } from '../../edits/trivia.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { translateCall } from './calls.js';
import { learn, readErrorTest } from './errors.js';
import { translateExit } from './exits.js';
import { Refused, quote } from './refused.js';
import { indentAt, severalStatements, slotOf } from './slots.js';
import { translateChoice } from './choices.js';

/**
 * The control flow of a callback function, statement by statement: each path has to end in one call
 * of the callback, or in one call that hands it on, with nothing of the function left to run.
 */

/**
 * @param {Translator} translator
 * @param {FunctionNode} fn
 * @param {Position} position
 * @param {Slot} [slot] Where the value of an arrow function without braces comes to stand.
 */
export function translateBody(translator, fn, position, slot) {
  if (fn.body.type !== 'BlockStatement') {
    if (!slot) {
      throw new Refused('callback-escapes', quote(translator.sourceCode, fn.body));
    }
    translateTail(translator, slot, fn.body, position);
  } else if (translateStatements(translator, fn.body.body, position)) {
    throw new Refused('callback-not-called', quote(translator.sourceCode, fn));
  }
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {Position} position
 * @returns {boolean} Whether the end of the list can be reached.
 */
export function translateStatements(translator, statements, position) {
  let { known } = position;
  for (const [index, statement] of statements.entries()) {
    if (isSettlerDeclaration(translator, statement)) {
      continue;
    }
    const rest = statements.slice(index + 1).filter((each) => !isHoisted(translator, each));
    const here = {
      ...position,
      known,
      followed: position.followed || rest.length > 0,
      last: position.last && rest.length === 0,
    };
    if (!translator.isActive(statement)) {
      checkPlain(translator, statement, here);
      continue;
    }
    if (translateChoice(translator, statement, here)) {
      continue;
    }
    const [next] = rest;
    if (statement.type === 'ExpressionStatement' && isBareReturn(next) && rest.length === 1) {
      // cb(err); return;
      translator.cut(next, position.shift);
      const slot = slotOf(translator, statement, position.shift, true);
      translateTail(translator, slot, statement.expression, { ...here, followed: false });
      return false;
    }
    if (!translateStatement(translator, statement, here)) {
      if (rest.length > 0) {
        throw new Refused(
          'code-after-call',
          quote(translator.sourceCode, /** @type {any} */ (next)),
        );
      }
      return false;
    }
    known = learnFrom(translator, statement, known);
  }
  return true;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {boolean} A function that brings the callback function to its end: it is translated where
 *   it stands, whatever the order.
 */
function isSettlerDeclaration({ settlerFunctions }, statement) {
  if (statement.type === 'FunctionDeclaration') {
    return settlerFunctions.has(statement);
  }
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.length === 1 &&
    statement.declarations.every(({ init }) => isFunction(init) && settlerFunctions.has(init))
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether nothing happens where the statement stands.
 */
function isHoisted(translator, statement) {
  return (
    statement.type === 'FunctionDeclaration' ||
    statement.type === 'EmptyStatement' ||
    isSettlerDeclaration(translator, statement)
  );
}

/**
 * @param {TSESTree.Statement | undefined} statement
 * @returns {statement is TSESTree.ReturnStatement}
 */
function isBareReturn(statement) {
  return statement?.type === 'ReturnStatement' && statement.argument === null;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 */
function checkPlain(translator, statement, { inCallback, later }) {
  const { sourceCode } = translator;
  translator.throwsEarly ||= !later && statementMayThrow(sourceCode, statement);
  for (const node of walk(sourceCode, statement, (each) => !isFunction(each))) {
    if (node.type === 'ThrowStatement' && !isCaught(node, statement)) {
      const reason = inCallback ? 'throw-in-callback' : 'callback-sync-throw';
      throw new Refused(reason, quote(sourceCode, node));
    }
  }
}

/**
 * @param {TSESTree.Node} node
 * @param {TSESTree.Node} within
 * @returns {boolean} Whether a `try` of the statement takes what the node throws.
 */
export function isCaught(node, within) {
  for (let child = node; child !== within; child = /** @type {TSESTree.Node} */ (child.parent)) {
    const { parent } = child;
    if (parent?.type === 'TryStatement' && parent.block === child && parent.handler) {
      return true;
    }
  }
  return false;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {import('./errors.js').KnownErrors} known
 * @returns {import('./errors.js').KnownErrors} What is known after `if (err) return …`.
 */
function learnFrom({ sourceCode }, statement, known) {
  if (statement.type !== 'IfStatement' || statement.alternate || !endsFlow(statement.consequent)) {
    return known;
  }
  return learn(known, readErrorTest(sourceCode, statement.test), 'whenFalse');
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether a `return` stands at its end.
 */
export function endsFlow(statement) {
  switch (statement.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
      return true;
    case 'BlockStatement': {
      const last = statement.body.at(-1);
      return last !== undefined && endsFlow(last);
    }
    case 'IfStatement':
      return (
        statement.alternate !== null &&
        endsFlow(statement.consequent) &&
        endsFlow(statement.alternate)
      );
    default:
      return false;
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 * @returns {boolean} Whether its end can be reached.
 */
function translateStatement(translator, statement, position) {
  switch (statement.type) {
    case 'ExpressionStatement':
      translateTail(
        translator,
        slotOf(translator, statement, position.shift),
        statement.expression,
        position,
      );
      return false;
    case 'ReturnStatement':
      if (!statement.argument) {
        throw new Refused('callback-not-called', quote(translator.sourceCode, statement));
      }
      translateTail(translator, slotOf(translator, statement, position.shift), statement.argument, {
        ...position,
        followed: false,
      });
      return false;
    case 'BlockStatement':
      return translateStatements(translator, statement.body, position);
    case 'IfStatement':
      return translateIf(translator, statement, position);
    case 'TryStatement':
      return translateTry(translator, statement, position);
    case 'SwitchStatement':
      return translateSwitch(translator, statement, position);
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return translateLoop(translator, statement, position);
    case 'VariableDeclaration':
      throw new Refused('result-used', quote(translator.sourceCode, statement));
    default:
      throw new Refused('callback-escapes', quote(translator.sourceCode, statement));
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
function translateIf(translator, statement, position) {
  const { sourceCode } = translator;
  const { test, consequent, alternate } = statement;
  if (!alternate && isCallbackTest(translator, test)) {
    return translateOptional(translator, statement, position);
  }
  if (translator.usesCallback(test)) {
    throw new Refused('callback-escapes', quote(sourceCode, test));
  }
  translator.noteEarly(test, position);
  const errorTest = readErrorTest(sourceCode, test);
  const branch = { ...position, last: false };
  const throughConsequent = translateBranch(translator, consequent, {
    ...branch,
    known: learn(position.known, errorTest, 'whenTrue'),
  });
  const throughAlternate =
    !alternate ||
    translateBranch(translator, alternate, {
      ...branch,
      known: learn(position.known, errorTest, 'whenFalse'),
    });
  return throughConsequent || throughAlternate;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 * @returns {boolean}
 */
function translateBranch(translator, statement, position) {
  if (statement.type === 'BlockStatement') {
    return translateStatements(translator, statement.body, position);
  }
  if (!takesCallback(translator, statement)) {
    return translateStatements(translator, [statement], position);
  }
  const expression = /** @type {any} */ (statement)[
    statement.type === 'ReturnStatement' ? 'argument' : 'expression'
  ];
  translateTail(translator, braceBranch(translator, statement, position), expression, {
    ...position,
    followed: position.followed && statement.type !== 'ReturnStatement',
  });
  return false;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @returns {boolean} Whether it is a call with a callback that uses ours, which becomes several
 *   statements.
 */
function takesCallback(translator, statement) {
  const call =
    statement.type === 'ExpressionStatement'
      ? statement.expression
      : statement.type === 'ReturnStatement'
        ? statement.argument
        : undefined;
  return (
    call?.type === 'CallExpression' &&
    call.arguments.some((argument) => isFunction(argument) && translator.usesCallback(argument))
  );
}

/**
 * Puts braces around the one statement of a branch.
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 * @returns {Slot}
 */
function braceBranch(translator, statement, position) {
  const { sourceCode } = translator;
  const [start, end] = statement.range;
  const before = skipBackward(sourceCode, start);
  const outer = indentAt(
    translator,
    /** @type {TSESTree.Node} */ (statement.parent).range[0],
    position.shift,
  );
  const indent = `${outer}${indentUnit(sourceCode)}`;
  const slot = { ...slotOf(translator, statement, position.shift), isListed: true, indent };
  if (sourceCode.text.slice(before, start).includes('\n')) {
    translator.edits.push(insertAfter(before, ' {'));
  } else {
    translator.edits.push(replaceRange([before, start], ` {\n${indent}`));
    translator.indent([start, end], 1);
  }
  translator.edits.push(insertAfter(end, `\n${outer}}`));
  return slot;
}

/**
 *     if (cb)   if (typeof cb === 'function')
 *
 * @param {Translator} translator
 * @param {TSESTree.Expression} test
 * @returns {boolean}
 */
export function isCallbackTest(translator, test) {
  if (test.type === 'BinaryExpression' && /^===?$/u.test(test.operator)) {
    const { left, right } = test;
    return (
      left.type === 'UnaryExpression' &&
      left.operator === 'typeof' &&
      translator.isCallback(left.argument) &&
      right.type === 'Literal' &&
      right.value === 'function'
    );
  }
  return translator.isCallback(test);
}

/**
 *     if (cb) cb(null, v);    if (cb) return cb(null, v);
 *
 * @param {Translator} translator
 * @param {TSESTree.IfStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
function translateOptional(translator, statement, position) {
  const { sourceCode } = translator;
  const { consequent } = statement;
  const [inner, ...more] = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
  const expression =
    inner?.type === 'ExpressionStatement'
      ? inner.expression
      : inner?.type === 'ReturnStatement'
        ? inner.argument
        : undefined;
  if (
    !inner ||
    more.length > 0 ||
    position.followed ||
    expression?.type !== 'CallExpression' ||
    !translator.isCallback(expression.callee)
  ) {
    throw new Refused('callback-optional', quote(sourceCode, statement));
  }
  const slot = {
    ...slotOf(translator, statement, position.shift, true),
    semicolon: sourceCode.text[inner.range[1] - 1] === ';' ? ';' : '',
  };
  translator.note('optional');
  translateExit(translator, slot, expression, { ...position, followed: false });
  return false;
}

/**
 *     try { x = parse(y); } catch (e) { return cb(e); }
 *
 * @param {Translator} translator
 * @param {TSESTree.TryStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
function translateTry(translator, statement, position) {
  const { block, handler, finalizer } = statement;
  if (translator.isActive(block) || (finalizer && translator.isActive(finalizer)) || !handler) {
    throw new Refused('callback-in-try', quote(translator.sourceCode, statement));
  }
  if (finalizer) {
    throw new Refused('callback-in-try', quote(translator.sourceCode, finalizer));
  }
  checkPlain(translator, block, position);
  const [caught] = translator.sourceCode.getDeclaredVariables(handler);
  const known = new Map(position.known);
  if (caught && handler.param?.type === 'Identifier') {
    known.set(caught, 'set');
  }
  if (caught && rethrows(translator, statement, caught)) {
    unwrapTry(translator, statement, position);
    return true;
  }
  translateStatements(translator, handler.body.body, { ...position, known, last: false });
  return true;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.TryStatement} statement
 * @param {Variable} caught
 * @returns {boolean} Whether it only hands the error to the callback, as an async function does
 *   without it, and its block declares nothing of its own.
 */
function rethrows(translator, { block, handler }, caught) {
  const [only, ...more] = handler?.body.body ?? [];
  const exit =
    only?.type === 'ReturnStatement' && only.argument?.type === 'CallExpression'
      ? only.argument
      : undefined;
  const [error, ...results] = exit?.arguments ?? [];
  return (
    more.length === 0 &&
    block.body.length > 0 &&
    block.body.every(
      (each) =>
        each.type !== 'ClassDeclaration' &&
        each.type !== 'FunctionDeclaration' &&
        (each.type !== 'VariableDeclaration' || each.kind === 'var'),
    ) &&
    translator.isCallback(exit?.callee) &&
    error?.type === 'Identifier' &&
    translator.variableOf(error) === caught &&
    results.length === 0
  );
}

/**
 * @param {Translator} translator
 * @param {TSESTree.TryStatement} statement
 * @param {Position} position
 */
function unwrapTry(translator, statement, { shift, later }) {
  const { sourceCode } = translator;
  const slot = slotOf(translator, statement, shift);
  const first = /** @type {TSESTree.Statement} */ (statement.block.body[0]);
  const last = /** @type {TSESTree.Statement} */ (statement.block.body.at(-1));
  translator.note('required');
  translator.failsEarly ||= !later;
  translator.gap(slot, statement.range[0], first.range[0], '');
  const levels = levelsBetween(sourceCode, statement.range[0], first.range[0]);
  translator.indent([first.range[0], last.range[1]], -levels);
  const end = endOfLineComments(sourceCode, last.range[1], statement.block.range[1]);
  translator.gap(slot, end, statement.range[1], '');
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {number} index
 * @param {number} limit
 * @returns {number} Behind the comments that stand on the same line.
 */
function endOfLineComments({ text, ast }, index, limit) {
  const line = text.indexOf('\n', index);
  const end = Math.min(line === -1 ? text.length : line, limit);
  const comments = (ast.comments ?? []).filter(({ range }) => range[0] >= index && range[1] <= end);
  return comments.at(-1)?.range[1] ?? index;
}

/**
 * @param {Translator} translator
 * @param {TSESTree.SwitchStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
function translateSwitch(translator, statement, position) {
  if (translator.usesCallback(statement.discriminant)) {
    throw new Refused('callback-escapes', quote(translator.sourceCode, statement.discriminant));
  }
  translator.noteEarly(statement.discriminant, position);
  statement.cases.forEach(({ test }) => translator.noteEarly(test, position));
  let isReachable = statement.cases.every(({ test }) => test !== null);
  for (const [index, { consequent }] of statement.cases.entries()) {
    const isLast = index === statement.cases.length - 1;
    const falls = translateStatements(translator, consequent, {
      ...position,
      last: false,
      followed: true,
    });
    isReachable ||= falls && (isLast || consequent.length > 0);
  }
  return isReachable;
}

/**
 * A loop may end the function, but must not start anything that calls back: its turns run side by
 * side.
 *
 * @param {Translator} translator
 * @param {TSESTree.ForStatement | TSESTree.ForInStatement | TSESTree.ForOfStatement | TSESTree.WhileStatement | TSESTree.DoWhileStatement} statement
 * @param {Position} position
 * @returns {boolean}
 */
function translateLoop(translator, statement, position) {
  const { body } = statement;
  const uses = translator.activeUses.filter(
    (use) => use.range[0] >= statement.range[0] && use.range[1] <= statement.range[1],
  );
  if (uses.some((use) => use.range[0] < body.range[0] || use.range[1] > body.range[1])) {
    throw new Refused('callback-escapes', quote(translator.sourceCode, statement));
  }
  // What a loop runs over may throw in any turn.
  translator.throwsEarly ||= !position.later;
  translateBranch(translator, body, { ...position, followed: true, last: false, inLoop: true });
  return true;
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Expression} expression What the function ends with.
 * @param {Position} position
 */
export function translateTail(translator, slot, expression, position) {
  const { sourceCode } = translator;
  switch (expression.type) {
    case 'CallExpression':
      if (translator.isCallback(expression.callee) && !expression.optional) {
        translator.note('required');
        translateExit(translator, slot, expression, position);
        return;
      }
      if (translator.usesCallback(expression)) {
        translateCall(translator, slot, expression, position);
        return;
      }
      break;
    case 'ConditionalExpression':
      translateConditional(translator, slot, expression, position);
      return;
    case 'LogicalExpression':
      // cb && cb(null, v)
      if (
        expression.operator === '&&' &&
        isCallbackTest(translator, expression.left) &&
        expression.right.type === 'CallExpression' &&
        translator.isCallback(expression.right.callee)
      ) {
        translator.note('optional');
        translateExit(translator, slot, expression.right, position);
        return;
      }
      break;
    default:
  }
  const reason = translator.usesCallback(expression) ? 'callback-escapes' : 'callback-not-called';
  throw new Refused(reason, quote(sourceCode, expression));
}

/**
 *     return test ? cb(a) : cb(null, b);
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.ConditionalExpression} expression
 * @param {Position} position
 */
function translateConditional(translator, slot, expression, position) {
  const { sourceCode } = translator;
  const { test, consequent, alternate } = expression;
  if (!slot.returned && position.followed) {
    throw new Refused('falls-through', quote(sourceCode, expression));
  }
  if (translator.usesCallback(test)) {
    throw new Refused('callback-escapes', quote(sourceCode, test));
  }
  translator.noteEarly(test, position);
  const errorTest = readErrorTest(sourceCode, test);
  const [testStart, testEnd] = parenthesizedRange(sourceCode, test);
  const [thenStart, thenEnd] = parenthesizedRange(sourceCode, consequent);
  const [elseStart, elseEnd] = parenthesizedRange(sourceCode, alternate);
  const several = severalStatements(translator, slot);
  translator.gap(slot, slot.start, testStart, `${several.open}if (`);
  const inner = { ...slot, isListed: false, returned: true, indent: slot.indent };
  translator.gap(slot, testEnd, thenStart, ') ');
  translateTail(translator, { ...inner, start: thenStart, end: thenEnd }, consequent, {
    ...position,
    followed: false,
    last: false,
    known: learn(position.known, errorTest, 'whenTrue'),
  });
  translator.gap(slot, thenEnd, elseStart, several.separator);
  translateTail(
    translator,
    { ...inner, isListed: true, start: elseStart, end: elseEnd },
    alternate,
    {
      ...position,
      followed: false,
      last: false,
      known: learn(position.known, errorTest, 'whenFalse'),
    },
  );
  translator.gap(slot, elseEnd, slot.end, several.close);
}
