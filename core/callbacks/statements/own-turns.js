/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Loop } from './loops.js' */
/** @import { AsyncPart } from '../boundary/prologue.js' */
/** @import { Position, Translator } from '../plan/translator.js' */

import { frameUses } from '../../analysis/syntax/functions.js';
import { isWithin } from '../../analysis/syntax/nodes.js';
import { writesOf } from '../../analysis/syntax/scopes.js';
import { asPrinted, indentLines, insertAfter, insertBefore } from '../../edits/edit.js';
import { endOfBlock } from '../../edits/trivia.js';
import { ENDLESS } from '../../regions/build/steps.js';
import { isSteady } from '../waits/inline.js';
import { dependsOnEarlier, isSame, ownVariable } from './loop-headers.js';
import { StaysRecursive, isPlain, outlivesTurn } from './loop-turns.js';
import { declaresPlaced } from '../waits/placed-callbacks.js';
import { positionWith } from '../plan/position.js';
import { indentAt } from '../waits/slots.js';
import { printWaits } from '../waits/waits.js';

/**
 * A function that ends by calling itself, be it a timer's callback that does: the loop that it stands
 * for. Each call would wait for the next one's promise, so that what polls would keep them all.
 *
 *     function poll(file, cb) { fs.stat(file, (err) => { … setTimeout(() => poll(file, cb), 100); }); }
 *     ->  async function poll(file) { for (;;) { await fs.promises.stat(file); … } }
 */

/**
 * @typedef {Pick<Loop, 'header' | 'parameters' | 'seen'> & { settler: Pick<Loop['settler'], 'fn' | 'variable'> }} Turns
 *   What ends its turns.
 *
 * @typedef {object} Own
 * @property {ReadonlySet<TSESTree.CallExpression>} calls Those of itself that hand the callback on.
 * @property {readonly TSESTree.Statement[]} statements Those that become the loop's.
 * @property {Edit[]} edits What is written around them, before anything else at the same places.
 *
 * @typedef {Turns & Own} OwnTurns
 */

/**
 * @param {Translator} translator
 * @param {readonly AsyncPart[]} parts What is translated.
 * @returns {OwnTurns | undefined}
 */
export function readOwnTurns(translator, parts) {
  const { target, recursive } = translator;
  const { fn, callback, index } = target;
  const [part, ...more] = parts;
  const calls = target.calls.filter(
    (call) =>
      isWithin(call, fn) &&
      call.arguments.length === index + 1 &&
      translator.isCallback(call.arguments[index]),
  );
  if (
    calls.length === 0 ||
    recursive.has(callback) ||
    more.length > 0 ||
    part?.block !== fn.body ||
    fn.params.length > index + 1 ||
    target.isTurn ||
    translator.makesPromise ||
    translator.test ||
    !isPlain(translator, fn, (each) => declaresPlaced(translator, each)) ||
    frameUses(translator.sourceCode, fn).this.length > 0
  ) {
    return undefined;
  }
  const parameters = /** @type {TSESTree.Identifier[]} */ (fn.params.slice(0, index));
  const { body } = part.block;
  const statements = body
    .slice(part.from, part.to)
    .filter((each) => !declaresPlaced(translator, each));
  const kept = parameters.filter((parameter) =>
    calls.every(({ arguments: given }) =>
      isSame(translator, parameter, given[parameters.indexOf(parameter)]),
    ),
  );
  return part.to < body.length ||
    isOnHead(translator, statements[0]) ||
    !body.slice(0, part.from).every((each) => isIdle(translator, each, kept)) ||
    calls.some((call) => dependsOnEarlier(translator, call, parameters))
    ? undefined
    : {
        settler: { fn, variable: callback },
        parameters,
        statements,
        calls: new Set(calls),
        header: { opening: '', closing: '', numbers: new Set(), isCounted: false },
        seen: new Set(),
        edits: [],
      };
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Statement | undefined} first
 * @returns {boolean} Whether it stands on the line that the body begins on.
 */
function isOnHead({ sourceCode, target }, first) {
  return !sourceCode.text.slice(target.fn.body.range[0], first?.range[0]).includes('\n');
}

/**
 *     if (typeof options === 'function') { cb = options; options = {}; }    cb = cb || noop;
 *
 * @param {Translator} translator
 * @param {TSESTree.Statement} statement Of those before what becomes a loop.
 * @param {readonly TSESTree.Identifier[]} kept Parameters that each call gives what they hold.
 * @returns {boolean} Whether it would do nothing again, with what it has left.
 */
function isIdle(translator, statement, kept) {
  if (statement.type !== 'IfStatement') {
    const { left, right } = assignmentOf(statement) ?? {};
    const value = left?.type === 'Identifier' ? defaultOf(left, right) : undefined;
    const variables = [
      translator.target.callback,
      ...kept.map((parameter) => ownVariable(translator, parameter)),
    ];
    const variable = left?.type === 'Identifier' ? translator.variableOf(left) : undefined;
    return (
      value !== undefined &&
      isSteady(translator, value) &&
      variable !== undefined &&
      variables.includes(variable) &&
      // What is taken away again is filled in again.
      writesOf(variable).every(({ identifier }) => identifier.range[1] <= statement.range[1])
    );
  }
  const { test, consequent, alternate } = statement;
  const operand =
    test.type === 'BinaryExpression' &&
    /^===?$/u.test(test.operator) &&
    test.left.type === 'UnaryExpression' &&
    test.left.operator === 'typeof' &&
    test.right.type === 'Literal' &&
    test.right.value === 'function'
      ? test.left.argument
      : undefined;
  const asked = kept.find((parameter) => isSame(translator, parameter, operand));
  const { body } = consequent.type === 'BlockStatement' ? consequent : { body: [consequent] };
  const assigned = body.map((each) => assignmentOf(each));
  return (
    asked !== undefined &&
    !alternate &&
    assigned.every((each) => each !== undefined) &&
    assigned.some((each) => isSame(translator, asked, each?.left)) &&
    // What is no function then stays none.
    writesOf(/** @type {Variable} */ (ownVariable(translator, asked))).every(
      ({ identifier: { parent } }) =>
        parent.type === 'AssignmentExpression' &&
        PLAIN_VALUE.test((defaultOf(asked, parent.right) ?? parent.right).type),
    )
  );
}

/** What is no function. */
const PLAIN_VALUE = /^(?:ArrayExpression|Literal|ObjectExpression)$/u;

/**
 *     options = options || {}
 *
 * @param {TSESTree.Identifier} variable
 * @param {TSESTree.Expression | undefined} value
 * @returns {TSESTree.Expression | undefined} What it is given where it has no value.
 */
function defaultOf({ name }, value) {
  return value?.type === 'LogicalExpression' &&
    value.operator !== '&&' &&
    value.left.type === 'Identifier' &&
    value.left.name === name
    ? value.right
    : undefined;
}

/**
 * @param {TSESTree.Statement} statement
 * @returns {TSESTree.AssignmentExpression | undefined}
 */
function assignmentOf(statement) {
  return statement.type === 'ExpressionStatement' &&
    statement.expression.type === 'AssignmentExpression' &&
    statement.expression.operator === '='
    ? statement.expression
    : undefined;
}

/**
 * @param {OwnTurns} turns
 * @param {Position} position Where the function begins.
 * @returns {Position} Where a turn does.
 */
export function positionOfTurn(turns, position) {
  return positionWith(position, {
    loop: turns,
    last: false,
    endsTurn: true,
    shift: position.shift + 1,
  });
}

/**
 * @param {Translator} translator Of what is translated as a turn.
 * @param {OwnTurns} turns
 * @param {Position} position Where the function begins.
 * @throws {StaysRecursive} When no turn leads to the next, or one would see what another left.
 */
export function writeOwnLoop(translator, turns, { shift }) {
  const { sourceCode, target } = translator;
  const { seen, parameters, statements, edits } = turns;
  if (seen.size === 0 || outlivesTurn(translator, target.fn, parameters)) {
    throw new StaysRecursive(target.callback);
  }
  const [first] = statements;
  const [start] = /** @type {TSESTree.Statement} */ (first).range;
  const end = endOfBlock(sourceCode, /** @type {TSESTree.BlockStatement} */ (target.fn.body));
  const indent = indentAt(translator, start, shift);
  const [opening = '', closing = ''] = printWaits(translator, { indent, semicolon: '' }, [
    { type: 'loop', head: ENDLESS, body: [{ type: 'run', range: [start, end] }] },
  ]).texts;
  edits.push(
    asPrinted(insertBefore(start, opening, end)),
    indentLines([start, end], 1),
    insertAfter(end, closing, start),
  );
}
