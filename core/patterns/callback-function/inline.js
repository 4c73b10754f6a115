/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { FunctionNode } from '../../analysis/functions.js' */
/** @import { Callee } from './callees.js' */
/** @import { ErrorPlan } from './error-plans.js' */
/** @import { Position, Translator } from './translator.js' */
/** @import { Slot } from './slots.js' */

import { levelsBetween, indentUnit } from '../../edits/indentation.js';
import { writesOf } from '../../analysis/scopes.js';
import { insertAfter, insertBefore, removeBetween } from '../../edits/edit.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { skipBackward, skipWhitespaceBackward, textOf } from '../../edits/trivia.js';
import { checkFrame, endOfArguments } from './calls.js';
import { readCall, readErrorPlan } from './error-plans.js';
import { mergeScope } from './names.js';
import { Refused, quote } from './refused.js';
import { endOfStatement, levelsBelow } from './slots.js';
import { translateStatements, translateTail } from './statements.js';

/**
 *     load(x, (err, v) => { if (err) return cb(err); … })  ->  const v = await load(x); …
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, callback: FunctionNode }} parts
 * @param {Position} position
 */
export function inlineCallback(translator, slot, { call, callee, callback }, position) {
  const { sourceCode } = translator;
  checkCallback(translator, callback);
  /** @type {ErrorPlan} */
  const plan = callee.isValueFirst ? { kind: 'propagate' } : readErrorPlan(translator, callback);
  if (!callee.isKnown && !isTested(translator, plan)) {
    throw new Refused('not-error-first', quote(sourceCode, call.callee));
  }
  if (Array.isArray(callee.results) && plan.kind !== 'propagate') {
    throw new Refused('several-results', quote(sourceCode, call.callee));
  }
  translator.failsEarly ||= plan.kind === 'propagate' && !position.later;
  if (plan.error && plan.kind !== 'capture') {
    translator.dropped.add(plan.error);
  }
  mergeScope(translator, callback);
  const result = readResult(translator, callee, callback);
  const sole = callee.isValueFirst ? undefined : readSoleExit(translator, plan, callback);
  if (sole) {
    // The error and the result pass through as they are.
    if (!plan.guard && sole.arguments.length > 1) {
      translator.accepts.add('callback-arguments');
    }
    if (result.isName && isPassedOn(sole, result.name) && typeof callee.results !== 'object') {
      translator.exits.push({ error: 'null', results: 1, later: position.later });
      translator.failsEarly ||= !position.later;
      const form = callee.form?.({ ...slot, binding: 'return ', name: '' });
      if (form && callee.results === 'one') {
        translator.accepts.add('partial-results');
      }
      translator.gap(slot, slot.start, call.range[0], form?.before ?? 'return ');
      callee.write();
      const close = form?.close ?? `)${slot.semicolon}`;
      translator.gap(slot, endOfArguments(translator, call), slot.end, close);
      return;
    }
  }
  const body = bodyOf(translator, callback);
  const levels = body.first ? levelsBelow(translator, slot, body.first.range[0]) : 0;
  const inner = { ...position, followed: false, shift: position.shift - levels };
  const text = waitText(translator, slot, { call, callee, plan, result });

  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(sourceCode, call));
  }
  translator.gap(slot, slot.start, call.range[0], text.before);
  if (!result.isList) {
    callee.write();
  }
  if (text.isInTry) {
    translator.indent([call.callee.range[1], endOfArguments(translator, call)], 1);
  }
  const argumentsEnd = endOfArguments(translator, call);
  translator.indent([body.open, body.close], -levels);
  writeBody(translator, slot, { callback, body, plan, argumentsEnd, after: text.after }, inner);
  translator.gap(slot, body.end, slot.end, afterBody(translator, slot, body));
  if (!text.after.endsWith('{')) {
    separateStatements(translator, slot, firstKept(callback, plan));
  }
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {CallbackBody} body
 * @returns {string} A line break where the body ends with a comment that would swallow what follows.
 */
function afterBody({ sourceCode }, slot, { end }) {
  const isComment = (sourceCode.ast.comments ?? []).some(
    ({ type, range }) => type === 'Line' && range[1] === end,
  );
  const [rest = ''] = sourceCode.text.slice(slot.end).split('\n', 1);
  return isComment && rest.trim() !== '' ? `\n${slot.indent}` : '';
}

/**
 * @param {FunctionNode} callback
 * @param {ErrorPlan} plan
 * @returns {TSESTree.Node | undefined} What follows the wait.
 */
function firstKept({ body }, { guard, rest, otherwise }) {
  if (otherwise) {
    return otherwise;
  }
  if (rest) {
    return rest.type === 'BlockStatement' ? rest.body[0] : rest;
  }
  return body.type === 'BlockStatement' ? body.body.find((each) => each !== guard) : body;
}

/**
 * Keeps a statement that begins with a bracket from continuing what is written before it, in files
 * without semicolons.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {TSESTree.Node | undefined} next
 */
function separateStatements(translator, slot, next) {
  const { text } = translator.sourceCode;
  if (slot.semicolon !== '' || !next || translator.isActive(next)) {
    return;
  }
  const [start] = next.range;
  const before = skipWhitespaceBackward(text, start);
  const isSeparate = text[before - 1] === ';' && endsLine(text, before - 1);
  if (/[([`/+-]/u.test(text[start] ?? '') && !isSeparate) {
    translator.edits.push(insertBefore(start, ';'));
  }
}

/**
 * @param {string} text
 * @param {number} index
 * @returns {boolean} Whether only white space stands before the place on its line.
 */
function endsLine(text, index) {
  return text.slice(text.lastIndexOf('\n', index) + 1, index).trim() === '';
}

/**
 * @param {Translator} translator
 * @param {ErrorPlan} plan
 * @param {FunctionNode} callback
 * @returns {TSESTree.CallExpression | undefined} The call of our callback that is all the body does
 *   with a result.
 */
function readSoleExit(translator, plan, { body }) {
  if (plan.kind !== 'propagate' || plan.rest) {
    return undefined;
  }
  const rest =
    body.type === 'BlockStatement'
      ? body.body.filter((each) => each !== plan.guard)
      : [plan.otherwise ?? body];
  const [only, ...more] = rest;
  if (!only || more.length > 0) {
    return undefined;
  }
  const { call, how } = readCall(translator, only);
  if (call?.type !== 'CallExpression' || !translator.isCallback(call.callee)) {
    return undefined;
  }
  translator.note(how);
  return call;
}

/**
 * @param {TSESTree.CallExpression} exit
 * @param {string} name
 * @returns {boolean} `cb(err, name)`.
 */
function isPassedOn({ arguments: [, result, ...more] }, name) {
  return result?.type === 'Identifier' && result.name === name && more.length === 0;
}

/**
 *     setImmediate(() => { … cb(); })  ->  await new Promise(…); …
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callback: FunctionNode, wait: string }} parts
 * @param {Position} position
 */
export function inlineDeferred(translator, slot, { call, callback, wait }, position) {
  const { sourceCode } = translator;
  checkCallback(translator, callback);
  const body = bodyOf(translator, callback);
  const isBare = body.statements === 1 || body.isExpression;
  const wanted =
    wait === '' && !isBare ? 'await new Promise((resolve) => process.nextTick(resolve))' : wait;
  if (!slot.isListed) {
    throw new Refused('callback-unbraced', quote(sourceCode, call));
  }
  mergeScope(translator, callback);
  const levels = body.first ? levelsBelow(translator, slot, body.first.range[0]) : 0;
  const inner = { ...position, shift: position.shift - levels };
  translator.indent([body.open, body.close], -levels);
  if (wanted === '') {
    const start = body.first ? parenthesizedRange(sourceCode, body.first)[0] : body.open;
    translator.gap(slot, slot.start, start, '');
    writeStatements(translator, slot, { callback, body, start }, inner);
  } else {
    translator.gap(slot, slot.start, body.open, `${wanted}${slot.semicolon}`);
    separate(translator, slot, body.open, body.first);
    writeStatements(translator, slot, { callback, body, start: body.open }, inner);
    separateStatements(translator, slot, body.first);
  }
  translator.gap(slot, body.end, slot.end, afterBody(translator, slot, body));
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} callback
 */
function checkCallback(translator, callback) {
  const { sourceCode } = translator;
  checkFrame(callback, translator);
  if (callback.returnType) {
    throw new Refused('callback-parameters', quote(sourceCode, callback));
  }
  const named =
    callback.type === 'FunctionExpression' && callback.id
      ? sourceCode.getDeclaredVariables(callback).find(({ name }) => name === callback.id?.name)
      : undefined;
  if (named && named.references.length > 0) {
    throw new Refused('callback-reused', `\`${named.name}\``);
  }
}

const ERROR_NAME = /^_?(?:e|er|err|error)\d*$|(?:Err|Error)$/u;

/**
 * @param {Translator} translator
 * @param {ErrorPlan} plan
 * @returns {boolean} Whether the first parameter is treated as an error: handed to our callback in an
 *   error's place, or tested and named like one.
 */
function isTested(translator, { kind, error }) {
  if (kind === 'ignore' || !error) {
    return false;
  }
  return error.references.some(({ identifier }) => {
    const { parent } = identifier;
    return (
      ERROR_NAME.test(error.name) ||
      (parent?.type === 'CallExpression' &&
        translator.isCallback(parent.callee) &&
        parent.arguments[0] === identifier)
    );
  });
}

/**
 * @typedef {object} Result What the callback takes of the results.
 * @property {string} pattern '' for nothing.
 * @property {boolean} isWritten Whether it is given another value later.
 * @property {boolean} isList Whether it is the list of all results.
 * @property {boolean} isName Whether the pattern is one name.
 * @property {string} name It, as the source writes it.
 */

/**
 * @param {Translator} translator
 * @param {Callee} callee
 * @param {FunctionNode} callback
 * @returns {Result}
 */
function readResult(translator, callee, callback) {
  const { sourceCode } = translator;
  const parameters = callback.params.slice(callee.isValueFirst ? 0 : 1);
  const variables = sourceCode
    .getDeclaredVariables(callback)
    .filter(({ identifiers: [name] }) => parameters.some((each) => name && isIn(name, each)));
  const used = parameters.filter((parameter) =>
    variables.some(
      ({ identifiers: [name], references }) =>
        name && isIn(name, parameter) && references.length > 0,
    ),
  );
  const isWritten = variables.some((variable) => writesOf(variable).length > 0);
  if (variables.some((variable) => writesOf(variable).some((write) => write.init))) {
    throw new Refused('callback-parameters', quote(sourceCode, callback));
  }
  const [only, ...more] = used;
  if (!only) {
    return { pattern: '', isWritten, isList: false, isName: false, name: '' };
  }
  const { results } = callee;
  if (Array.isArray(results)) {
    return {
      pattern: objectPattern(translator, parameters, results),
      isWritten,
      isList: false,
      isName: false,
      name: '',
    };
  }
  if (typeof results === 'number' && results > 1) {
    const names = parameters.map((parameter) => patternText(translator, parameter));
    return { pattern: `[${names.join(', ')}]`, isWritten, isList: false, isName: false, name: '' };
  }
  if (more.length > 0 || only !== parameters[0]) {
    if (callee.isKnown) {
      throw new Refused('several-results', quote(sourceCode, callback));
    }
    const names = parameters.map((parameter) =>
      used.includes(parameter) ? patternText(translator, parameter) : '',
    );
    const pattern = `[${names.join(', ').replace(/(?:, )+$/u, '')}]`.replace('[, ', '[, ');
    return { pattern, isWritten, isList: true, isName: false, name: '' };
  }
  return {
    pattern: patternText(translator, only),
    isWritten,
    isList: false,
    isName: only.type === 'Identifier',
    name: only.type === 'Identifier' ? only.name : '',
  };
}

/**
 * @param {{ range: readonly [number, number] }} inner
 * @param {{ range: readonly [number, number] }} outer
 */
const isIn = ({ range: [start, end] }, { range }) => start >= range[0] && end <= range[1];

/**
 * @param {Translator} translator
 * @param {TSESTree.Parameter} parameter
 * @returns {string}
 */
function patternText(translator, parameter) {
  if (parameter.type === 'Identifier') {
    return translator.nameOf(parameter);
  }
  if (parameter.type !== 'ObjectPattern' && parameter.type !== 'ArrayPattern') {
    throw new Refused('callback-parameters', quote(translator.sourceCode, parameter));
  }
  return textOf(translator.sourceCode, parameter);
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Parameter[]} parameters
 * @param {readonly string[]} results
 * @returns {string} `{ stdout, stderr: errors }`
 */
function objectPattern(translator, parameters, results) {
  const properties = parameters.map((parameter, index) => {
    const key = results[index];
    if (parameter.type !== 'Identifier' || key === undefined) {
      throw new Refused('callback-parameters', quote(translator.sourceCode, parameter));
    }
    const name = translator.nameOf(parameter);
    return name === key ? key : `${key}: ${name}`;
  });
  return `{ ${properties.join(', ')} }`;
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ call: TSESTree.CallExpression, callee: Callee, plan: ErrorPlan, result: Result }} parts
 * @returns {{ before: string, after: string, isInTry: boolean }} What stands before the call, and
 *   after its arguments.
 */
function waitText(translator, slot, { call, callee, plan, result }) {
  const { sourceCode } = translator;
  const { indent, semicolon } = slot;
  const deeper = `${indent}${indentUnit(sourceCode)}`;
  const declaration = result.isWritten ? 'let' : 'const';
  const binding = result.pattern === '' ? '' : `${declaration} ${result.pattern} = `;
  const comma = call.arguments.length > 1 ? ', ' : '';
  if (callee.isValueFirst) {
    return {
      before: `${binding}await new Promise((resolve) => `,
      after: `${comma}resolve))${semicolon}`,
      isInTry: false,
    };
  }
  if (result.isList) {
    if (plan.kind !== 'propagate') {
      throw new Refused('several-results', quote(sourceCode, call.callee));
    }
    const inner = `${deeper}${indentUnit(sourceCode)}`;
    const settle = `if (err) reject(err)${semicolon}\n${inner}else resolve(results)${semicolon}`;
    return {
      before: `${binding}await new Promise((resolve, reject) => {\n${deeper}`,
      after: `${comma}(err, ...results) => {\n${inner}${settle}\n${deeper}})${semicolon}\n${indent}})${semicolon}`,
      isInTry: true,
    };
  }
  if (callee.form && plan.kind !== 'propagate') {
    throw new Refused('callee-unsupported', quote(sourceCode, call.callee));
  }
  if (plan.kind === 'propagate') {
    const form = callee.form?.({ ...slot, binding, name: result.isName ? result.pattern : '' });
    return {
      before: form?.before ?? `${binding}await `,
      after: form?.close ?? `)${semicolon}`,
      isInTry: false,
    };
  }
  if (plan.kind === 'ignore') {
    return { before: `${binding}await `, after: `).catch(() => {})${semicolon}`, isInTry: false };
  }
  if (result.pattern !== '' && !result.isName) {
    throw new Refused('callback-parameters', result.pattern);
  }
  const declared = result.pattern === '' ? '' : `let ${result.pattern}${semicolon}\n${indent}`;
  const assigned = result.pattern === '' ? '' : `${result.pattern} = `;
  if (plan.kind === 'handle') {
    const error = plan.error?.name ?? 'err';
    return {
      before: `${declared}try {\n${deeper}${assigned}await `,
      after: `)${semicolon}\n${indent}} catch (${error}) {`,
      isInTry: true,
    };
  }
  const error = /** @type {Variable} */ (plan.error);
  const name = translator.renamed.get(error) ?? error.name;
  const caught = name === 'error' ? 'caught' : 'error';
  return {
    before: `let ${name} = null${semicolon}\n${indent}${declared}try {\n${deeper}${assigned}await `,
    after: `)${semicolon}\n${indent}} catch (${caught}) {\n${deeper}${name} = ${caught}${semicolon}\n${indent}}`,
    isInTry: true,
  };
}

/**
 * @typedef {object} CallbackBody
 * @property {number} open Behind the brace or the arrow.
 * @property {number} close
 * @property {number} end Where its last code or comment ends.
 * @property {TSESTree.Node | undefined} first
 * @property {number} statements
 * @property {boolean} isExpression
 */

/**
 * @param {Translator} translator
 * @param {FunctionNode} callback
 * @returns {CallbackBody}
 */
function bodyOf({ sourceCode }, { body }) {
  if (body.type !== 'BlockStatement') {
    const [start, end] = parenthesizedRange(sourceCode, body);
    const open = skipBackward(sourceCode, start);
    return { open, close: end, end, first: body, statements: 1, isExpression: true };
  }
  const open = body.range[0] + 1;
  const close = body.range[1] - 1;
  return {
    open,
    close,
    end: skipWhitespaceBackward(sourceCode.text, close),
    first: body.body[0],
    statements: body.body.length,
    isExpression: false,
  };
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ callback: FunctionNode, body: CallbackBody, plan: ErrorPlan, argumentsEnd: number, after: string }} parts
 * @param {Position} position
 */
function writeBody(translator, slot, { callback, body, plan, argumentsEnd, after }, position) {
  const { guard } = plan;
  const { sourceCode } = translator;
  const known = new Map(position.known);
  if (plan.error && plan.kind !== 'capture') {
    known.set(plan.error, 'null');
  }
  const inner = { ...position, known };
  if (plan.kind === 'handle' && guard && plan.error) {
    const parts = { guard, argumentsEnd, bodyStart: body.open, after, error: plan.error };
    writeHandler(translator, slot, parts, position);
    continueAfter(
      translator,
      slot,
      endOfStatement(sourceCode.text, guard),
      nextOf(callback, guard),
    );
    translateRest(translator, callback, guard, inner);
    return;
  }
  if (plan.otherwise) {
    const [from, end] = parenthesizedRange(sourceCode, plan.otherwise);
    translator.gap(slot, argumentsEnd, from, `${after}\n${slot.indent}`);
    translateTail(translator, { ...slot, start: from, end, returned: true }, plan.otherwise, inner);
    translator.gap(slot, end, body.end, '');
    return;
  }
  translator.gap(slot, argumentsEnd, body.open, after);
  if (!guard) {
    separate(translator, slot, body.open, body.first);
    writeStatements(translator, slot, { callback, body, start: body.open }, inner);
  } else if (plan.rest) {
    writeRestOfGuard(translator, slot, { guard, rest: plan.rest, body }, inner);
  } else {
    translator.cut(guard, position.shift);
    if (callback.body.type === 'BlockStatement' && callback.body.body[0] === guard) {
      const isInline = !sourceCode.text.slice(body.open, guard.range[0]).includes('\n');
      const next = nextOf(callback, guard);
      const end = endOfStatement(sourceCode.text, guard);
      if (isInline || !hasNewlineBefore(translator, end, next)) {
        continueAfter(translator, slot, end, next);
      }
    }
    translateRest(translator, callback, guard, inner);
  }
}

/**
 * @param {Translator} translator
 * @param {number} from
 * @param {TSESTree.Node | undefined} node
 * @returns {boolean} Whether the node stands on a later line.
 */
function hasNewlineBefore({ sourceCode }, from, node) {
  return node !== undefined && sourceCode.text.slice(from, node.range[0]).includes('\n');
}

/**
 * @param {FunctionNode} callback
 * @param {TSESTree.Statement} statement
 * @returns {TSESTree.Statement | undefined}
 */
function nextOf({ body }, statement) {
  return body.type === 'BlockStatement' ? body.body[body.body.indexOf(statement) + 1] : undefined;
}

/**
 * Puts what follows on a line of its own.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {number} from
 * @param {TSESTree.Node | undefined} next
 */
function continueAfter(translator, slot, from, next) {
  if (next) {
    separate(translator, slot, from, next);
  }
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {number} from
 * @param {TSESTree.Node | undefined} next
 */
function separate(translator, slot, from, next) {
  if (!next) {
    return;
  }
  const [start] = parenthesizedRange(translator.sourceCode, next);
  const text = translator.sourceCode.text.slice(from, start);
  if (!text.includes('\n')) {
    translator.gap(slot, from, start, `\n${slot.indent}`);
  }
}

/**
 * @param {Translator} translator
 * @param {FunctionNode} callback
 * @param {TSESTree.Statement} guard
 * @param {Position} position
 */
function translateRest(translator, callback, guard, position) {
  const { sourceCode } = translator;
  const body = /** @type {TSESTree.BlockStatement} */ (callback.body);
  const rest = body.body.filter((statement) => statement !== guard);
  if (translateStatements(translator, rest, position)) {
    throw new Refused('callback-not-called', quote(sourceCode, callback));
  }
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ callback: FunctionNode, body: CallbackBody, start: number }} parts
 * @param {Position} position
 */
function writeStatements(translator, slot, { callback, body, start }, position) {
  if (callback.body.type === 'BlockStatement') {
    if (translateStatements(translator, callback.body.body, position)) {
      throw new Refused('callback-not-called', quote(translator.sourceCode, callback));
    }
    return;
  }
  const [from, end] = parenthesizedRange(translator.sourceCode, callback.body);
  const isSeparated = start !== body.open || from > start;
  const inner = { ...slot, start: isSeparated ? from : start, end, returned: true };
  translateTail(translator, inner, callback.body, position);
}

/**
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ guard: TSESTree.IfStatement, argumentsEnd: number, bodyStart: number, after: string, error: Variable }} parts
 * @param {Position} position
 */
function writeHandler(
  translator,
  slot,
  { guard, argumentsEnd, bodyStart, after, error },
  position,
) {
  const { sourceCode } = translator;
  const { consequent } = guard;
  const known = new Map(position.known).set(error, 'set');
  const deeper = `${slot.indent}${indentUnit(sourceCode)}`;
  // What is said of the test is said of the branch that is left of it.
  const said = translator
    .commentsBetween(bodyStart, consequent.range[0])
    .map((comment) => `\n${deeper}${comment}`)
    .join('');
  if (consequent.type === 'BlockStatement') {
    const open = consequent.range[0] + 1;
    translator.gap(slot, argumentsEnd, bodyStart, after + said);
    translator.edits.push(removeBetween(bodyStart, open));
    const [first] = consequent.body;
    if (first && !sourceCode.text.slice(open, first.range[0]).includes('\n')) {
      translator.gap(slot, open, first.range[0], `\n${deeper}`);
      const close = consequent.range[1] - 1;
      translator.gap(
        slot,
        skipWhitespaceBackward(sourceCode.text, close),
        close,
        `\n${slot.indent}`,
      );
    }
    translateHandler(translator, consequent.body, { ...position, known });
    return;
  }
  translator.gap(slot, argumentsEnd, bodyStart, `${after}${said}\n${deeper}`);
  translator.edits.push(
    removeBetween(bodyStart, consequent.range[0]),
    insertAfter(consequent.range[1], `\n${slot.indent}}`),
  );
  const isOnOwnLine = sourceCode.text
    .slice(guard.test.range[1], consequent.range[0])
    .includes('\n');
  const shift = isOnOwnLine ? position.shift : position.shift + 1;
  if (!isOnOwnLine) {
    translator.indent([consequent.range[0], consequent.range[1]], 1);
  }
  translateHandler(translator, [consequent], { ...position, known, shift });
}

/**
 * @param {Translator} translator
 * @param {readonly TSESTree.Statement[]} statements
 * @param {Position} position
 */
function translateHandler(translator, statements, position) {
  if (translateStatements(translator, statements, { ...position, followed: true, last: false })) {
    throw new Refused(
      'falls-through',
      quote(translator.sourceCode, /** @type {any} */ (statements[0])),
    );
  }
}

/**
 *     if (err) { cb(err); } else { … }
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {{ guard: TSESTree.IfStatement, rest: TSESTree.Statement, body: CallbackBody }} parts
 * @param {Position} position
 */
function writeRestOfGuard(translator, slot, { guard, rest, body }, position) {
  const { sourceCode } = translator;
  const statements = rest.type === 'BlockStatement' ? rest.body : [rest];
  const [first] = statements;
  if (!first) {
    throw new Refused('callback-not-called', quote(sourceCode, rest));
  }
  const isBlock = rest.type === 'BlockStatement';
  const open = isBlock ? rest.range[0] + 1 : rest.range[0];
  const close = isBlock
    ? skipWhitespaceBackward(sourceCode.text, rest.range[1] - 1)
    : rest.range[1];
  const levels = levelsBetween(sourceCode, guard.range[0], first.range[0]);
  const hasLine = isBlock && sourceCode.text.slice(open, first.range[0]).includes('\n');
  translator.gap(slot, body.open, open, hasLine ? '' : `\n${slot.indent}`);
  if (isBlock && !hasLine) {
    translator.gap(slot, open, first.range[0], '');
  }
  translator.indent([open, close], -levels);
  const inner = { ...position, shift: position.shift - levels };
  if (translateStatements(translator, statements, inner)) {
    throw new Refused('callback-not-called', quote(sourceCode, rest));
  }
  translator.gap(slot, close, guard.range[1], '');
}
