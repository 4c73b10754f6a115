/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { Settler } from '../functions/settlers.js' */
/** @import { Slot } from '../waits/slots.js' */
/** @import { Position, Translator } from '../plan/translator.js' */
/** @import { TSESTree } from '@typescript-eslint/types' */

import { frameNodesWithin, isFunction } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { statementMayThrow } from '../../analysis/flow/throwing.js';
import { translateIf, translateLoop } from './branches.js';
import { translateChoice } from './choices.js';
import { translateCounted } from '../waits/counted-waits.js';
import { learn, readErrorTest } from '../errors/errors.js';
import { endsFlow, isBareReturn, isBreak, isCaught } from './flow.js';
import { endHandler, isAhead, leaveReturn } from './handler-ends.js';
import { translateRecursion } from './loops.js';
import { leavesPromise, onlySettles } from './made-promises.js';
import { positionWith } from '../plan/position.js';
import { Refused, quote } from '../plan/refused.js';
import { slotOf } from '../waits/slots.js';
import { translateSwitch } from './switches.js';
import { translateTail } from './tails.js';
import { translateTry } from './tries.js';

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
  let index = 0;
  for (const statement of statements) {
    index++;
    if (isSettlerDeclaration(translator, statement)) {
      continue;
    }
    if (!translator.isActive(statement)) {
      checkPlain(translator, statement, position);
      if (mayEndInThrow(translator, position) && statement.type === 'ThrowStatement') {
        return false;
      }
      continue;
    }
    checkLate(translator, statement, statements.slice(index));
    const at = nextRun(translator, statements, index);
    const next = statements[at];
    const here = positionWith(position, {
      known,
      followed: position.followed || next !== undefined,
      isOver: isOver(translator, position, statements.slice(at)),
      last: position.last && next === undefined,
      endsTurn: position.endsTurn === true && next === undefined,
    });
    const { translateGroup } = translator.registry;
    if (translateGroup?.(translator, statements, statement, positionWith(position, { known }))) {
      return false;
    }
    if (translateChoice(translator, statement, here)) {
      continue;
    }
    if (
      !translator.makesPromise &&
      translateCounted(translator, statements, statement, { position, known })
    ) {
      return false;
    }
    if (translateRecursion(translator, statements, statement, here)) {
      return false;
    }
    const isNextLast = () => nextRun(translator, statements, at + 1) >= statements.length;
    if (statement.type === 'ExpressionStatement' && isBareReturn(next) && isNextLast()) {
      // cb(err); return;
      translator.cut(next, position.shift);
      const slot = slotOf(translator, statement, position.shift, true);
      const { endsTurn = false } = position;
      const end = positionWith(here, { followed: false, endsTurn, isAhead: isAhead(position) });
      translateTail(translator, slot, statement.expression, end);
      return false;
    }
    const leaves = position.breakEnds === true && isBreak(next) && isNextLast();
    const place = leaves ? positionWith(here, { followed: false }) : here;
    if (!translateStatement(translator, statement, place)) {
      if (leaves && !translator.isHandler) {
        // cb(err); break;
        translator.cut(next, position.shift);
        translator.gone.add(next);
      } else if (next && !leaves) {
        throw new Refused('code-after-call', quote(translator.sourceCode, next));
      }
      return false;
    }
    known = learnFrom(translator, statement, known);
  }
  return !endHandler(translator, statements, position);
}

/**
 * @param {Translator} translator
 * @param {Position} position
 * @param {readonly TSESTree.Statement[]} rest
 * @returns {boolean} Whether the rest, and what runs behind it, is nothing where a promise is settled.
 */
function isOver(translator, position, rest) {
  const mayBeCaught = position.isTried === true && rest.length > 0;
  return position.isOver === true && !mayBeCaught && onlySettles(translator, rest);
}

/**
 * @param {Translator} translator
 * @param {Position} position
 * @returns {boolean} Whether what is thrown there ends all: a test, or the process.
 */
function mayEndInThrow({ test, isHandler }, { inCallback }) {
  return test !== undefined || (isHandler && inCallback);
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {number} index
 * @returns {number} Of the first one from there on where something happens; how many there are if nothing does.
 */
function nextRun(translator, statements, index) {
  let next = index;
  for (let each = statements[next]; each && isHoisted(translator, each); each = statements[next]) {
    next++;
  }
  return next;
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
 *     load(x, (err, v) => { … end(v); }); const end = (v) => cb(null, v);
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {readonly TSESTree.Statement[]} rest
 * @throws {Refused} When it is waited for before a function is there that it calls.
 */
function checkLate({ settlers, sourceCode }, statement, rest) {
  const late = [...settlers.values()].find(
    ({ fn }) => fn.type !== 'FunctionDeclaration' && rest.some((each) => each === fn.parent.parent),
  );
  const isUsed = (/** @type {Settler} */ { variable }) =>
    variable.references.some(({ identifier }) =>
      isWithin(/** @type {TSESTree.Node} */ (identifier), statement),
    );
  if (late && [...settlers.values()].some(isUsed)) {
    throw new Refused('code-after-call', quote(sourceCode, late.fn));
  }
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

const NO_ERROR = /^(?:BinaryExpression|Literal|ObjectExpression|TemplateLiteral)$/u;

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {Position} position
 */
export function checkPlain(translator, statement, { inCallback, later, rejects }) {
  const { sourceCode } = translator;
  if (rejects || translator.test) {
    return;
  }
  if (!later && statementMayThrow(sourceCode, statement)) {
    translator.noteEarlyThrow(statement);
  }
  for (const node of frameNodesWithin(sourceCode, 'ThrowStatement', statement)) {
    // What is no error gets another one around it where it is a rejection.
    const isEnd = translator.isHandler && inCallback && !NO_ERROR.test(node.argument.type);
    if (!isEnd && !isCaught(node, statement)) {
      const reason = inCallback ? 'throw-in-callback' : 'callback-sync-throw';
      throw new Refused(reason, quote(sourceCode, node));
    }
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement
 * @param {import('../errors/errors.js').KnownErrors} known
 * @returns {import('../errors/errors.js').KnownErrors} What is known after `if (err) return …`.
 */
function learnFrom({ sourceCode }, statement, known) {
  if (statement.type !== 'IfStatement' || statement.alternate || !endsFlow(statement.consequent)) {
    return known;
  }
  return learn(known, readErrorTest(sourceCode, statement.test), 'whenFalse');
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
      if (translator.isHandler && !translator.usesCallback(statement)) {
        leaveReturn(translator, statement, position);
        return false;
      }
      if (leavesPromise(translator, statement, position)) {
        return false;
      }
      if (!statement.argument) {
        throw new Refused('callback-not-called', quote(translator.sourceCode, statement));
      }
      translateTail(
        translator,
        slotOf(translator, statement, position.shift),
        statement.argument,
        positionWith(position, { followed: false, isAhead: isAhead(position) }),
      );
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
