/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Translator } from '../plan/translator.js' */

import { enclosingFunction, frameUses } from '../../analysis/syntax/functions.js';
import { readKey } from '../../analysis/modules/modules.js';
import { isDirective, isWithin, nodesWithin, walk } from '../../analysis/syntax/nodes.js';
import { findVariable } from '../../analysis/syntax/scopes.js';
import { insertBefore } from '../../edits/edit.js';
import { indentOf, indentUnit } from '../../edits/indentation.js';
import { quoteMark } from '../../edits/quotes.js';
import { codeOf } from '../../edits/trivia.js';
import { callOfCallback } from '../functions/callback-calls.js';
import { formOfItself } from '../callees/promisified.js';
import { promisifyName } from './header.js';
import { apartName, localName } from '../waits/names.js';
import { Refused, quote } from '../plan/refused.js';

/**
 * `--api=dual`: a wrapper that returns its promise to callers that give no callback.
 */

/**
 * @typedef {object} Need
 * @property {TSESTree.Statement} statement
 * @property {boolean} isMadeUp Whether a callback is made up there: callers may go without.
 * @property {readonly string[]} others Other parameters that may be the callback.
 */

/**
 * @param {Translator} translator
 * @param {(node: TSESTree.Node) => boolean} isMoved Whether a node goes into the async function.
 * @returns {Need | undefined} The first statement of the wrapper that needs a callback:
 *   it calls it or has it called later, chooses it, makes one up where there is none, or throws.
 */
export function firstNeed(translator, isMoved) {
  const { sourceCode, target, settlers } = translator;
  const { fn, callback } = target;
  const settling = [...settlers.values()].map((settler) => settler.fn);
  if (fn.body.type !== 'BlockStatement') {
    return undefined;
  }
  const statements = fn.body.body.filter((each) => !isDirective(each));
  const usesIn = (/** @type {TSESTree.Node} */ statement) =>
    callback.references
      .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
      .filter((use) => isWithin(use, statement) && !isMoved(use));
  const isOwnUse = (/** @type {TSESTree.Node} */ use) => enclosingFunction(use) === fn;
  const throws = (/** @type {TSESTree.Node} */ statement) =>
    [...walk(sourceCode, statement)].some(
      (node) => node.type === 'ThrowStatement' && enclosingFunction(node) === fn,
    );
  const others = otherCallbacks(translator);
  const [first] = statements;
  if (first && others.length > 0) {
    if (isMoved(first)) {
      throw new Refused('callback-escapes', quote(sourceCode, first));
    }
    const chooses = (/** @type {TSESTree.Node} */ statement) =>
      callback.references.some(
        ({ identifier, writeExpr }) =>
          isWithin(/** @type {TSESTree.Node} */ (identifier), statement) &&
          namesOf(writeExpr).some((name) => others.includes(name)),
      );
    const isForgiving = statements.some(
      (each) => !chooses(each) && !throws(each) && usesIn(each).filter(isOwnUse).some(isMadeUp),
    );
    return { statement: first, isMadeUp: isForgiving, others };
  }
  for (const statement of statements) {
    const within = usesIn(statement);
    const uses = within.filter(isOwnUse);
    const isLeft = within.some(
      (use) => !settling.some((each) => isWithin(use, each)) && isHandedOn(use, fn),
    );
    const doesThrow = uses.length > 0 && throws(statement);
    if (isLeft || doesThrow || uses.some((use) => callOfCallback(use) || isMadeUp(use))) {
      // What stands before it would run again with the callback.
      const start = first && !isMoved(first) ? first : statement;
      return { statement: start, isMadeUp: !doesThrow && uses.some(isMadeUp), others };
    }
  }
  return undefined;
}

/**
 *     process.nextTick(() => cb(err))    process.nextTick(cb, err)
 *
 * @param {TSESTree.Node} use
 * @param {TSESTree.Node} fn
 * @returns {boolean}
 */
function isHandedOn(use, fn) {
  const { parent } = use;
  const isArgument =
    parent?.type === 'CallExpression' && parent.arguments.some((each) => each === use);
  return (
    enclosingFunction(use) !== fn || (isArgument && parent.parent.type !== 'AssignmentExpression')
  );
}

/**
 *     if (!cb) { cb = options; options = {}; }    if (!cb) return load(file, {}, options);
 *
 * @param {Translator} translator
 * @returns {string[]} The other parameters that may be the callback.
 */
function otherCallbacks(translator) {
  const { sourceCode, target } = translator;
  const { fn, callback, index } = target;
  const calls = nodesWithin(sourceCode, 'CallExpression', fn).filter(({ callee }) =>
    isOwn(translator, callee),
  );
  const names = new Set([
    ...callback.references.flatMap(({ writeExpr }) => namesOf(writeExpr)),
    ...calls.flatMap((call) => namesOf(call.arguments.at(-1))),
  ]);
  return fn.params
    .slice(0, index)
    .map((each) => (each.type === 'AssignmentPattern' ? each.left : each))
    .flatMap((each) => (each.type === 'Identifier' && names.has(each.name) ? [each.name] : []));
}

/**
 * @param {import('@typescript-eslint/scope-manager').Reference['writeExpr'] | TSESTree.Node} node
 * @returns {string[]} The names of what its value may be.
 */
function namesOf(node) {
  switch (node?.type) {
    case 'Identifier':
      return [node.name];
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(namesOf);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(namesOf);
    // [options, cb] = [{}, options]
    case 'ArrayExpression':
      return node.elements.flatMap(namesOf);
    default:
      return [];
  }
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} callee
 * @returns {boolean} Whether the function calls itself by it.
 */
function isOwn(translator, callee) {
  const { fn, variable, name } = translator.target;
  if (callee.type === 'Identifier') {
    const found = translator.variableOf(callee);
    return found !== undefined && (found === variable || found.identifiers[0] === fn.id);
  }
  return callee.type === 'MemberExpression' && name !== '' && readKey(callee) === name;
}

/**
 *     cb = cb || noop        cb ??= noop        if (!cb) cb = noop
 *
 * @param {TSESTree.Node} use
 * @returns {boolean}
 */
function isMadeUp({ parent, range }) {
  return (
    ((parent?.type === 'LogicalExpression' || parent?.type === 'AssignmentExpression') &&
      /^(?:\|\||\?\?)/u.test(parent.operator) &&
      parent.left.range === range) ||
    (parent?.type === 'UnaryExpression' && parent.operator === '!')
  );
}

/**
 * Calls the function again, with a callback that settles a promise.
 *
 * @param {Translator} translator
 * @param {Need} need
 * @param {{ isSeveral: boolean, semicolon: string }} how
 * @returns {Edit}
 */
export function callAgain(
  translator,
  { statement, isMadeUp: isForgiving, others },
  { isSeveral, semicolon },
) {
  const { sourceCode, target } = translator;
  const { fn, index } = target;
  const own = ownReference(translator);
  const usesThis =
    own.startsWith('this.') ||
    fn.parent.type === 'MethodDefinition' ||
    frameUses(sourceCode, fn).this.length > 0;
  const before = fn.params.slice(0, index);
  // Where the callback is depends on how many arguments there are, and what was given on the patterns.
  const takesGiven = others.length > 0 || before.some(({ type }) => type !== 'Identifier');
  if (takesGiven && fn.type === 'ArrowFunctionExpression') {
    throw new Refused('function-without-arguments', quote(sourceCode, fn));
  }
  const parameters = takesGiven
    ? [`...[...arguments].slice(0, ${index})`]
    : before.map((each) => codeOf(sourceCode, each));
  const outer = indentOf(sourceCode.text, statement.range[0]);
  const unit = indentUnit(sourceCode);
  const isDirect = isSeveral && own.startsWith('this.');
  const call = usesThis && !isDirect ? '.call' : '';
  const given = [...(call ? ['this'] : []), ...parameters];
  const [root = ''] = own.split('.');
  // A parameter or a variable may hide it.
  if (sourceCode.getScope(fn.body).set.has(root)) {
    throw new Refused('function-without-name', quote(sourceCode, fn));
  }
  /** @param {string} preferred A name that what the function is called by must not hide. */
  const nameBeside = (preferred) =>
    root === preferred ? apartName(sourceCode, fn, preferred) : localName(translator, preferred);
  const [resolve, reject] = [nameBeside('resolve'), nameBeside('reject')];
  const settle = `(err, ...values) => (err ? ${reject}(err) : ${resolve}(values))`;
  const promise = isSeveral
    ? [
        `new Promise((${resolve}, ${reject}) => {`,
        `${unit}${own}${call}(${[...given, settle].join(', ')})${semicolon}`,
        '})',
      ]
    : [callOfForm(translator, own, usesThis, parameters)];
  const name = nameBeside('promise');
  const [head, tail] =
    isForgiving || (translator.isOptional && !translator.callings.has('heard'))
      ? [`const ${name} = `, returnForgiving(name, semicolon)]
      : ['return ', []];
  const lines = [`${head}${promise.join('\n')}${semicolon}`, ...tail]
    .flatMap((text) => text.split('\n'))
    .map((line) => `${outer}${unit}${line}`);
  return insertBefore(
    statement.range[0],
    `${notCallable(translator, others)} {\n${lines.join('\n')}\n${outer}}\n${outer}`,
  );
}

/**
 *     promisifiedLoad(id)    promisifiedGet(this, id)
 *
 * @param {Translator} translator
 * @param {string} own
 * @param {boolean} usesThis
 * @param {readonly string[]} parameters
 * @returns {string} A call of the promise form of the function itself.
 */
function callOfForm(translator, own, usesThis, parameters) {
  const { needs, sourceCode } = translator;
  const given = [...(usesThis ? ['this'] : []), ...parameters].join(', ');
  const form = formOfItself(translator, own, usesThis);
  return form === undefined
    ? `${promisifyName(sourceCode, sourceCode.ast, needs)}(${own})${usesThis ? '.call' : ''}(${given})`
    : `${form}(${given})`;
}

/**
 * @param {Translator} translator
 * @param {readonly string[]} [others] Parameters that may be the callback, too.
 * @returns {string} What asks whether the caller wants a promise.
 */
export function notCallable({ sourceCode, target }, others = []) {
  const mark = quoteMark(sourceCode);
  const tests = [target.callback.name, ...others].map(
    (name) => `typeof ${name} !== ${mark}function${mark}`,
  );
  return `if (${tests.join(' && ')})`;
}

/**
 * A caller that gave no callback did not hear of errors, and must not end the process by them.
 *
 * @param {string} name
 * @param {string} semicolon
 * @returns {string[]}
 */
export function returnForgiving(name, semicolon) {
  return [`${name}.catch(() => {})${semicolon}`, `return ${name}${semicolon}`];
}

/**
 * @param {Translator} translator
 * @returns {string} What the function is called inside itself.
 * @throws {Refused} When it has no name there.
 */
function ownReference({ context, sourceCode, target }) {
  const { fn, name, variable } = target;
  const { parent } = fn;
  if (fn.id) {
    return fn.id.name;
  }
  if (variable) {
    return variable.name;
  }
  const isReplaced = name !== '' && context.isReplacedExport?.(name) === true;
  if (parent.type === 'AssignmentExpression' && isSteady(parent.left) && !isReplaced) {
    return codeOf(sourceCode, parent.left);
  }
  const isMethod = parent.type === 'MethodDefinition' || parent.type === 'Property';
  if (
    isMethod &&
    !parent.computed &&
    parent.key.type !== 'Literal' &&
    fn.type === 'FunctionExpression'
  ) {
    const key = codeOf(sourceCode, parent.key);
    if (parent.type === 'Property' || parent.key.type === 'PrivateIdentifier') {
      return `this.${key}`;
    }
    // this.load() would be that of a subclass, which has called this one.
    const { id } = parent.parent.parent;
    const named = id && findVariable(sourceCode, fn.body, id.name);
    if (id && named?.identifiers.some(({ range }) => range[0] === id.range[0])) {
      return `${id.name}.${parent.static ? '' : 'prototype.'}${key}`;
    }
  }
  throw new Refused('function-without-name', quote(sourceCode, fn));
}

/**
 * @param {TSESTree.Node} node
 * @returns {boolean} `exports.load`, `Store.prototype.load`.
 */
function isSteady(node) {
  return (
    node.type === 'Identifier' ||
    (node.type === 'MemberExpression' && !node.computed && isSteady(node.object))
  );
}

/**
 * @param {Translator} translator
 * @throws {Refused} When the callback has a default: what leaves it out would never get a promise.
 */
export function checkDefault({ sourceCode, target: { fn, index } }) {
  const parameter = fn.params[index];
  if (parameter?.type === 'AssignmentPattern') {
    throw new Refused('callback-optional', quote(sourceCode, parameter));
  }
}
