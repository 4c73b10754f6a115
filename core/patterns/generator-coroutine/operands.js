/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { ObligationId } from '../../contract/obligations.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { TextEdit } from '../../edits/edit.js' */
/** @import { Dialect } from './runners.js' */

import { readFunction } from '../../analysis/syntax/definitions.js';
import { frameUses } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { isGlobal } from '../../analysis/syntax/scopes.js';
import { insertAfter, insertBefore, replaceRange, wrapNode } from '../../edits/edit.js';
import { toListPattern } from '../../edits/list-patterns.js';
import { mentionsName, takeUniqueName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { firstLine, hasCommentBetween, textOf } from '../../edits/trivia.js';
import { isBuiltin } from '../../packages/builtin-modules.js';
import { observedAtValue } from '../../analysis/environment/observed.js';
import { classifyValue } from './values.js';

/**
 * How the operand of a `yield` is written so that `await` gives what `co` would.
 *
 * @typedef {object} OperandPlan
 * @property {TextEdit[]} edits
 * @property {ObligationId[]} assumes
 * @property {boolean} isPlain Whether the value is no promise: `co` throws at one that is yielded
 *   itself and keeps one within an array or an object.
 * @property {boolean} isPrimary Whether the text that comes out needs no parentheses after `await`.
 */

/** @typedef {OperandPlan | { refusal: Refusal }} OperandResult */

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression | null} operand
 * @param {Dialect} dialect
 * @param {TSESTree.YieldExpression} owner
 * @returns {OperandResult}
 */
export function planOperand(context, operand, dialect, owner) {
  if (dialect === 'await') {
    return { edits: [], assumes: [], isPlain: false, isPrimary: false };
  }
  if (!operand) {
    return refuse(context, 'yield-of-non-promise', owner);
  }
  const result =
    dialect === 'bluebird' ? planPromise(context, operand) : planValue(context, operand);
  if (!('refusal' in result) && result.isPlain) {
    return refuse(context, 'yield-of-non-promise', operand);
  }
  return result;
}

/**
 * bluebird's coroutines take promises only, and throw at arrays, objects and functions.
 *
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @returns {OperandResult}
 */
function planPromise(context, node) {
  if (node.type === 'ConditionalExpression') {
    return planConditional(context, node, planPromise);
  }
  const value = classifyValue(context, node);
  return value.kind === 'promises' || value.kind === 'record'
    ? refuse(context, 'yield-of-non-promise', node)
    : planClassified(context, node);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @returns {OperandResult}
 */
function planValue(context, node) {
  switch (node.type) {
    case 'ArrayExpression':
      return planArray(context, node);
    case 'ObjectExpression':
      return planObject(context, node);
    case 'ConditionalExpression':
      return planConditional(context, node, planValue);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return planThunk(context, node);
    case 'CallExpression':
      return isBoundFunction(context, node)
        ? callThunk(context, node)
        : planClassified(context, node);
    default:
      return planClassified(context, node);
  }
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @returns {OperandResult}
 */
function planClassified(context, node) {
  const value = classifyValue(context, node);
  const asks =
    value.kind === 'promise'
      ? value.assumes.includes('yield-operand-is-promise')
      : 'reason' in value && value.reason === 'yield-operand-unknown';
  const observed = asks ? observedAtValue(context, 'yield-operand-is-promise', node) : undefined;
  if (observed) {
    return observed.evidence === 'seen'
      ? { edits: [], assumes: [], isPlain: false, isPrimary: false }
      : seenOtherwise(context, node, observed.how);
  }
  switch (value.kind) {
    case 'promise':
      return { edits: [], assumes: [...value.assumes], isPlain: false, isPrimary: false };
    case 'plain':
      return { edits: [], assumes: [], isPlain: true, isPrimary: false };
    case 'promises':
      return planAll(context, node, value.assumes, ['Promise.all(', ')']);
    case 'record':
      return planAll(context, node, value.assumes, RECORD);
    default:
      return refuse(context, value.reason, node);
  }
}

/** An object with promises for values, in the same order of keys; runs on Node 8. */
const RECORD = /** @type {const} */ ([
  'Promise.all(Object.entries(',
  ').map(async ([key, value]) => ({ [key]: await value }))).then((parts) => Object.assign({}, ...parts))',
]);

/**
 * Values that hold promises, but are not written as a literal.
 *
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @param {readonly ObligationId[]} assumes
 * @param {readonly [string, string]} wrapping
 * @returns {OperandResult}
 */
function planAll(context, node, assumes, [opening, closing]) {
  if (!isGlobal(context.sourceCode, promiseAt(node), 'Promise')) {
    return refuse(context, 'promise-shadowed', node);
  }
  const edits = wrapNode(node, opening, closing);
  return { edits, assumes: [...assumes], isPlain: false, isPrimary: true };
}

/**
 * [a(), b()]  ->  Promise.all([a(), b()])
 *
 * @param {PatternContext} context
 * @param {TSESTree.ArrayExpression} node
 * @returns {OperandResult}
 */
function planArray(context, node) {
  /** @type {TSESTree.Expression[]} */
  const elements = [];
  for (const element of node.elements) {
    if (!element || element.type === 'SpreadElement') {
      return refuse(context, 'yield-operand-unknown', element ?? node);
    }
    elements.push(element);
  }
  const planned = planElements(context, node, elements);
  if ('refusal' in planned) {
    return planned;
  }
  const edits = [...wrapNode(node, 'Promise.all(', ')'), ...planned.edits];
  return { edits, assumes: planned.assumes, isPlain: false, isPrimary: true };
}

/**
 * { a: x(), b }  ->  Promise.all([x(), b]).then(([a, b]) => ({ a, b }))
 * const { a, b } = yield { a: x(), b: y() }  ->  const [a, b] = await Promise.all([x(), y()])
 *
 * `co` resolves the values at the same time and gives a new object with the keys in order.
 *
 * @param {PatternContext} context
 * @param {TSESTree.ObjectExpression} node
 * @returns {OperandResult}
 */
function planObject(context, node) {
  const { sourceCode } = context;
  /** @type {TSESTree.Expression[]} */
  const values = [];
  /** @type {string[]} */
  const names = [];
  /** @type {string[]} */
  const keys = [];
  /** @type {string[]} */
  const plain = [];
  /** @type {TextEdit[]} */
  const edits = [];
  for (const property of node.properties) {
    const key = property.type === 'Property' && readPlainKey(property);
    if (property.type !== 'Property' || !key) {
      return refuse(context, 'yield-operand-unknown', property);
    }
    const value = /** @type {TSESTree.Expression} */ (property.value);
    if (!property.shorthand) {
      const [valueStart] = parenthesizedRange(sourceCode, value);
      if (hasCommentBetween(sourceCode, property.range[0], valueStart)) {
        return { refusal: { reason: 'comment-in-the-way' } };
      }
      edits.push(replaceRange([property.range[0], valueStart], ''));
    }
    const isName = property.key.type === 'Identifier' && !RESERVED_WORDS.has(key);
    const name = isName ? key : `value${names.length + 1}`;
    if (names.includes(name)) {
      return refuse(context, 'yield-operand-unknown', property);
    }
    values.push(value);
    names.push(name);
    plain.push(key);
    keys.push(isName ? name : `${textOf(sourceCode, property.key)}: ${name}`);
  }
  const planned = planElements(context, node, values);
  if ('refusal' in planned) {
    return planned;
  }
  const [start, end] = node.range;
  const builder = `.then(([${names.join(', ')}]) => ({ ${keys.join(', ')} }))`;
  const pattern = toListPattern(sourceCode, node, plain);
  edits.push(
    ...(pattern ? [pattern] : []),
    replaceRange([start, start + 1], 'Promise.all(['),
    replaceRange([end - 1, end], pattern ? '])' : `])${builder}`),
    ...trimBraces(context, node),
    ...planned.edits,
  );
  return { edits, assumes: planned.assumes, isPlain: false, isPrimary: true };
}

/**
 * `{ a }` becomes `[a]`: the spaces inside braces on one line are no array's style.
 *
 * @param {PatternContext} context
 * @param {TSESTree.ObjectExpression} node
 * @returns {TextEdit[]}
 */
function trimBraces({ sourceCode: { text } }, node) {
  const [start, end] = node.range;
  const first = node.properties[0]?.range[0] ?? end;
  const last = node.properties.at(-1)?.range[1] ?? start;
  /** @type {TextEdit[]} */
  const edits = [];
  if (/^[ \t]+$/u.test(text.slice(start + 1, first))) {
    edits.push(replaceRange([start + 1, first], ''));
  }
  if (/^[ \t]+$/u.test(text.slice(last, end - 1))) {
    edits.push(replaceRange([last, end - 1], ''));
  }
  return edits;
}

/**
 * @param {TSESTree.Property} property
 * @returns {string | undefined} The key of a plain `key: value`; `__proto__` is none, and `then` makes a
 *   promise of what has it.
 */
function readPlainKey({ computed, key, kind, method, value }) {
  if (computed || method || kind !== 'init' || value.type === 'AssignmentPattern') {
    return undefined;
  }
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' && String(key.value);
  return name && name !== '__proto__' && name !== 'then' ? name : undefined;
}

const RESERVED_WORDS = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} owner
 * @param {TSESTree.Expression[]} elements
 * @returns {{ edits: TextEdit[], assumes: ObligationId[] } | { refusal: Refusal }}
 */
function planElements(context, owner, elements) {
  if (!isGlobal(context.sourceCode, promiseAt(owner), 'Promise')) {
    return refuse(context, 'promise-shadowed', owner);
  }
  /** @type {TextEdit[]} */
  const edits = [];
  /** @type {ObligationId[]} */
  const assumes = [];
  for (const element of elements) {
    const planned = planValue(context, element);
    if ('refusal' in planned) {
      return planned;
    }
    edits.push(...planned.edits);
    assumes.push(...planned.assumes);
  }
  return { edits, assumes };
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.ConditionalExpression} node
 * @param {(context: PatternContext, node: TSESTree.Expression) => OperandResult} plan
 * @returns {OperandResult}
 */
function planConditional(context, node, plan) {
  const consequent = plan(context, node.consequent);
  const alternate = plan(context, node.alternate);
  if ('refusal' in consequent) {
    return consequent;
  }
  if ('refusal' in alternate) {
    return alternate;
  }
  return {
    edits: [...consequent.edits, ...alternate.edits],
    assumes: [...consequent.assumes, ...alternate.assumes],
    isPlain: consequent.isPlain || alternate.isPlain,
    isPrimary: false,
  };
}

/**
 * function (cb) {…}  ->  new Promise((resolve, reject) => { (function (cb) {…})((err, …) => …) })
 *
 * The promise that `co` makes of a thunk, its array of several results included; a throw in the thunk rejects
 * in both. https://github.com/tj/co/blob/4.6.0/index.js#L131
 *
 * @param {PatternContext} context
 * @param {TSESTree.ArrowFunctionExpression | TSESTree.FunctionExpression} node
 * @returns {OperandResult}
 */
function planThunk(context, node) {
  const { sourceCode } = context;
  const uses = node.type === 'FunctionExpression' ? frameUses(sourceCode, node) : undefined;
  if (
    node.async ||
    node.generator ||
    node.params.length !== 1 ||
    (uses && (uses.this.length > 0 || uses.arguments.length > 0 || uses.evaluates))
  ) {
    return refuse(context, 'yield-operand-unknown', node);
  }
  return callThunk(context, node);
}

/**
 *     fs.readFile.bind(fs, path)    load.bind(null, id)
 *
 * @param {PatternContext} context
 * @param {TSESTree.CallExpression} node
 * @returns {boolean} Whether it gives a function for certain: promises of bluebird have a `bind`, too.
 */
function isBoundFunction({ sourceCode }, { callee }) {
  if (callee.type !== 'MemberExpression' || callee.optional || readKey(callee) !== 'bind') {
    return false;
  }
  const { object } = callee;
  const origin = resolveOrigin(sourceCode, object);
  const fn = readFunction(sourceCode, object);
  return fn ? !fn.generator : origin?.kind === 'module' && isBuiltin(origin.name);
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Expression} node
 * @returns {OperandResult}
 */
function callThunk(context, node) {
  const { sourceCode } = context;
  if (!isGlobal(sourceCode, promiseAt(node), 'Promise')) {
    return refuse(context, 'promise-shadowed', node);
  }
  const [resolve, reject] = ['resolve', 'reject'].map((name) =>
    mentionsName(sourceCode, node, name) ? takeUniqueName(sourceCode, name) : name,
  );
  const settle = `(error, ...results) => (error ? ${reject}(error) : ${resolve}(results.length > 1 ? results : results[0]))`;
  return {
    edits: [
      insertBefore(node.range[0], `new Promise((${resolve}, ${reject}) => (`),
      insertAfter(node.range[1], `)(${settle}))`),
    ],
    assumes: [],
    isPlain: false,
    isPrimary: true,
  };
}

/**
 * @param {TSESTree.Node} node
 * @returns {TSESTree.Identifier} A stand-in for a `Promise` written where the node is.
 */
function promiseAt(node) {
  return /** @type {TSESTree.Identifier} */ (
    /** @type {unknown} */ ({
      type: 'Identifier',
      name: 'Promise',
      range: node.range,
      parent: node,
    })
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @param {string} how The observation of runs.
 * @returns {{ refusal: Refusal }}
 */
function seenOtherwise({ sourceCode }, node, how) {
  const code = `\`${firstLine(textOf(sourceCode, node))}\``;
  return { refusal: { reason: 'seen-otherwise', subject: `${code} was ${how}` } };
}

/**
 * @param {PatternContext} context
 * @param {Refusal['reason']} reason
 * @param {TSESTree.Node} node
 * @returns {{ refusal: Refusal }}
 */
function refuse({ sourceCode }, reason, node) {
  return { refusal: { reason, subject: `\`${firstLine(textOf(sourceCode, node))}\`` } };
}
