/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { Translator } from './translator.js' */

import { enclosingFunction, frameUses } from '../../analysis/functions.js';
import { isWithin, walk } from '../../analysis/nodes.js';
import { insertBefore } from '../../edits/edit.js';
import { indentOf, indentUnit } from '../../edits/indentation.js';
import { quoteMark } from '../../edits/quotes.js';
import { textOf } from '../../edits/trivia.js';
import { callOfCallback } from './callback-calls.js';
import { promisifyName } from './header.js';
import { apartName, localName } from './names.js';
import { Refused, quote } from './refused.js';

/**
 * `--api=dual`: a wrapper that returns its promise to callers that give no callback.
 */

/**
 * @typedef {object} Need
 * @property {TSESTree.Statement} statement
 * @property {boolean} isMadeUp Whether a callback is made up there: callers may go without.
 * @property {string} [other] Another parameter that may be the callback.
 */

/**
 * @param {Translator} translator
 * @param {(node: TSESTree.Node) => boolean} isMoved Whether a node goes into the async function.
 * @returns {Need | undefined} The first statement of the wrapper that needs a callback:
 *   it calls it or has it called later, makes one up where there is none, or throws.
 */
export function firstNeed({ sourceCode, target, settlers }, isMoved) {
  const { fn, callback } = target;
  const settling = [...settlers.values()].map((settler) => settler.fn);
  if (fn.body.type !== 'BlockStatement') {
    return undefined;
  }
  for (const statement of fn.body.body) {
    const within = callback.references
      .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
      .filter((use) => isWithin(use, statement) && !isMoved(use));
    const uses = within.filter((use) => enclosingFunction(use) === fn);
    const isLeft = within.some(
      (use) => !settling.some((each) => isWithin(use, each)) && isHandedOn(use, fn),
    );
    const throws =
      uses.length > 0 &&
      [...walk(sourceCode, statement)].some(
        (node) => node.type === 'ThrowStatement' && enclosingFunction(node) === fn,
      );
    if (isLeft || throws || uses.some((use) => callOfCallback(use) || isMadeUp(use))) {
      const other = movesUp(target, statement);
      const all = other === undefined ? uses : usesBehind(target, statement);
      return { statement, isMadeUp: !throws && all.some(isMadeUp), ...(other && { other }) };
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
 *     if (!cb) { cb = options; options = {}; }
 *
 * @param {Translator['target']} target
 * @param {TSESTree.Node} statement
 * @returns {string | undefined} The other parameter that may be the callback.
 */
function movesUp({ fn, callback }, statement) {
  for (const { identifier, writeExpr } of callback.references) {
    const given = /** @type {TSESTree.Node | null | undefined} */ (writeExpr);
    const value = given?.type === 'LogicalExpression' ? given.right : given;
    if (
      value?.type === 'Identifier' &&
      isWithin(/** @type {TSESTree.Node} */ (identifier), statement) &&
      fn.params.some((each) => each.type === 'Identifier' && each.name === value.name)
    ) {
      return value.name;
    }
  }
  return undefined;
}

/**
 * @param {Translator['target']} target
 * @param {TSESTree.Node} statement
 * @returns {TSESTree.Node[]} Where the callback is used behind it.
 */
function usesBehind({ fn, callback }, { range: [, end] }) {
  return callback.references
    .map(({ identifier }) => /** @type {TSESTree.Node} */ (identifier))
    .filter((use) => use.range[0] >= end && enclosingFunction(use) === fn);
}

/**
 *     cb = cb || noop        if (!cb) cb = noop
 *
 * @param {TSESTree.Node} use
 * @returns {boolean}
 */
function isMadeUp({ parent, range }) {
  return (
    (parent?.type === 'LogicalExpression' &&
      parent.operator !== '&&' &&
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
  { statement, isMadeUp: isForgiving, other },
  { isSeveral, semicolon },
) {
  const { sourceCode, target } = translator;
  const { fn, index } = target;
  const own = ownReference(translator);
  const usesThis = own.startsWith('this.') || frameUses(sourceCode, fn).this.length > 0;
  const parameters = fn.params.slice(0, index).map((each) => textOf(sourceCode, each));
  const outer = indentOf(sourceCode.text, statement.range[0]);
  const unit = indentUnit(sourceCode);
  const isDirect = isSeveral && own.startsWith('this.');
  const call = usesThis && !isDirect ? '.call' : '';
  const given = [...(call ? ['this'] : []), ...parameters];
  const [root = ''] = own.split('.');
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
    : [
        `${promisifyName(sourceCode, sourceCode.ast, translator.needs)}(${own})${call}(${given.join(', ')})`,
      ];
  const name = nameBeside('promise');
  const [head, tail] = isForgiving
    ? [`const ${name} = `, returnForgiving(name, semicolon)]
    : ['return ', []];
  const lines = [`${head}${promise.join('\n')}${semicolon}`, ...tail]
    .flatMap((text) => text.split('\n'))
    .map((line) => `${outer}${unit}${line}`);
  return insertBefore(
    statement.range[0],
    `${notCallable(translator, other)} {\n${lines.join('\n')}\n${outer}}\n${outer}`,
  );
}

/**
 * @param {Translator} translator
 * @param {string} [other] A parameter that may be the callback, too.
 * @returns {string} What asks whether the caller wants a promise.
 */
export function notCallable({ sourceCode, target }, other) {
  const mark = quoteMark(sourceCode);
  const tests = [target.callback.name, ...(other ? [other] : [])].map(
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
function ownReference({ sourceCode, target }) {
  const { fn, variable } = target;
  const { parent } = fn;
  if (fn.id) {
    return fn.id.name;
  }
  if (variable) {
    return variable.name;
  }
  if (parent.type === 'AssignmentExpression' && isSteady(parent.left)) {
    return textOf(sourceCode, parent.left);
  }
  const isMethod = parent.type === 'MethodDefinition' || parent.type === 'Property';
  if (isMethod && !parent.computed && fn.type === 'FunctionExpression') {
    return `this.${textOf(sourceCode, parent.key)}`;
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
