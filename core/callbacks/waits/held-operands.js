/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Callee } from '../callees/callees.js' */
/** @import { Slot } from './slots.js' */
/** @import { Translator } from '../plan/translator.js' */
/** @import { Pieces } from '../../regions/build/region.js' */
/** @import { Step, WaitStep } from '../../regions/build/steps.js' */

import { readEffects } from '../../analysis/flow/effects.js';
import { isSimple } from '../../analysis/flow/throwing.js';
import { readLibraryValue } from '../../analysis/values/library-values.js';
import { readFunction } from '../../analysis/syntax/definitions.js';
import { isFunction } from '../../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { walk } from '../../analysis/syntax/nodes.js';
import { variableOf, writesOf } from '../../analysis/syntax/scopes.js';
import { insertAfter, moveRange } from '../../edits/edit.js';
import { namesVariable, takePassingName } from '../../edits/names.js';
import { parenthesizedRange } from '../../edits/parentheses.js';
import { RESERVED_NAMES } from '../../packages/language.js';
import { findThrowing } from '../errors/exceptions.js';
import { mayThrowInHandler } from '../timing/early-throws.js';
import { levelsBelow } from './slots.js';

/**
 * Code that runs before a call is made, and may throw by itself:
 *
 *     fs.stat(options.file.name, (err, stats) => { if (err) return cb(null, 0); … })
 *
 * The error of the call goes to the handler of the wait. An exception of the operand does not: the caller gets it,
 * or nobody does. So it is evaluated before the `try`:
 *
 *     const name = options.file.name;
 *     let stats;
 *     try { stats = await fs.promises.stat(name); } catch { return 0; }
 *
 * Where the receiver may throw, or several arguments may, the promise is held in place of them:
 *
 *     const promise = findAsync(options.store, query.user.id);
 *     let user;
 *     try { user = await promise; } catch { return null; }
 */

/**
 * @typedef {object} HeldOperand
 * @property {readonly HeldArgument[]} arguments In the order in which they are evaluated.
 * @property {string | undefined} promise The name of the promise, where that is held.
 *
 * @typedef {object} HeldArgument
 * @property {readonly [number, number]} range
 * @property {string} name
 */

/** @type {HeldOperand} */
const NOTHING = { arguments: [], promise: undefined };

/**
 * @param {Translator} translator
 * @param {{ call: TSESTree.CallExpression, callee: Callee }} parts A call whose error is handled where it is made.
 * @returns {HeldOperand} What of it is evaluated before the `try`.
 */
export function readHeldOperand(translator, { call, callee: { flow } }) {
  const { held, sourceCode } = translator;
  const { callee } = call;
  const given = call.arguments.slice(0, -1);
  const base = callee.type === 'MemberExpression' ? callee.object : callee;
  const parts = [base, ...given];
  const last = parts.findLastIndex((each) => mayThrow(translator, each));
  const wanted = parts.filter(
    (each, index) =>
      index <= last &&
      (mayThrow(translator, each) || mayChange(translator, each, parts.slice(index + 1, last + 1))),
  );
  const [only, ...more] = wanted;
  // The steps of a library's call leave their arguments where they are.
  if (!only || flow) {
    return NOTHING;
  }
  wanted.forEach((each) => held.add(each));
  if (only === base || more.length > 0) {
    return { arguments: [], promise: takeName(translator, call, ['promise']) };
  }
  return {
    arguments: wanted
      .filter((each) => each !== base)
      .map((each) => ({
        range: parenthesizedRange(sourceCode, each),
        name: takeName(translator, each, namesFor(translator, call, each)),
      })),
    promise: undefined,
  };
}

/**
 * @param {Translator} translator
 * @param {WaitStep} step Of the call, with an error edge.
 * @param {TSESTree.CallExpression} call
 * @returns {Step[]} The step, behind one that makes the promise where the operand may throw.
 */
export function behindPromise(translator, step, call) {
  const { held } = translator;
  const parts = [call.callee, ...call.arguments].filter((each) => mayThrow(translator, each));
  if (parts.length === 0) {
    return [step];
  }
  parts.forEach((each) => held.add(each));
  const name = takeName(translator, call, ['promise']);
  const value = /** @type {Pieces} */ (step.operand);
  return [
    { type: 'hold', keyword: 'const', name: [name], value },
    { ...step, operand: [name] },
  ];
}

/**
 * Brings arguments in front of the statement, and puts their names in their places.
 *
 * @param {Translator} translator
 * @param {Slot} slot
 * @param {readonly HeldArgument[]} held
 * @param {readonly string[]} texts What stands before each of them.
 */
export function moveHeldArguments(translator, slot, held, texts) {
  held.forEach(({ range, name }, index) => {
    const [start, end] = range;
    // The lines of the call go a level deeper, into the `try`.
    translator.indent(range, -1 - levelsBelow(translator, slot, start));
    translator.edits.push(
      { ...moveRange(range, slot.start, texts[index] ?? '', ''), side: 'open' },
      // It stays where the argument was.
      insertAfter(end, name, start - 1),
    );
  });
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} root
 * @returns {boolean} Whether its evaluation may throw.
 */
function mayThrow(translator, root) {
  const { context, isHandler, sourceCode } = translator;
  if (isFunction(root)) {
    return false;
  }
  const own = walk(sourceCode, root, (node) => !isFunction(node));
  const thrown = findThrowing(
    sourceCode,
    own,
    (node) =>
      isFunction(node) ||
      (isHandler && !mayThrowInHandler(translator, node)) ||
      // User.find({ name }).sort('name').exec(cb)
      (node.type === 'CallExpression' && readLibraryValue(context, node) !== undefined),
  );
  return thrown?.throwing === 'may';
}

/**
 * @param {Translator} translator
 * @param {TSESTree.Node} node
 * @param {readonly TSESTree.Node[]} later What is evaluated behind it, and before the call.
 * @returns {boolean} Whether it makes a difference that the node is evaluated behind them.
 */
function mayChange({ sourceCode }, node, later) {
  const hasEffects = (/** @type {TSESTree.Node} */ each) =>
    readEffects(sourceCode, each, each) === undefined;
  return hasEffects(node) || (!isSteady(sourceCode, node) && later.some(hasEffects));
}

/**
 * @param {Translator['sourceCode']} sourceCode
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether it has the same value whatever runs before it.
 */
function isSteady(sourceCode, node) {
  const variable = variableOf(sourceCode, node);
  return variable ? writesOf(variable).every(({ init }) => init) : isSimple(node);
}

/**
 * @param {Translator} translator
 * @param {object} owner
 * @param {readonly string[]} candidates
 * @returns {string} The first that is free in the function.
 */
function takeName({ sourceCode, target: { fn } }, owner, candidates) {
  const free = candidates.find((each) => !namesVariable(sourceCode, fn, each));
  return takePassingName(sourceCode, fn, owner, free ?? candidates[0] ?? 'value');
}

/** Methods that give the same thing in another form, or a part of it. */
const SAME =
  /^(?:at|concat|filter|map|normalize|padEnd|padStart|replace|replaceAll|slice|sort|substr|substring|toHexString|toISOString|toJSON|toLowerCase|toObject|toString|toUpperCase|trim|valueOf)$/u;

/** A function that makes a thing, or looks it up, and the thing. */
const GETTING =
  /^(?:build|compute|create|find|format|generate|get|load|make|parse|read|resolve)([A-Z]\w*)$/u;

/** Methods whose first argument says which records are meant. */
const QUERIES = /^(?:aggregate|count|delete|distinct|exists|find|query|remove|update)/u;

/**
 * @param {Translator} translator
 * @param {TSESTree.CallExpression} call
 * @param {TSESTree.Node} argument
 * @returns {string[]} Names for the argument, the best one first.
 */
function namesFor({ sourceCode }, call, argument) {
  const index = call.arguments.indexOf(/** @type {TSESTree.Expression} */ (argument));
  const parameter = readFunction(sourceCode, call.callee)?.params[index];
  const origin = resolveOrigin(sourceCode, call.callee);
  const key = call.callee.type === 'MemberExpression' ? (readKey(call.callee) ?? '') : '';
  const role = /^(?:fs|fs\/promises|node:fs)$/u.test(origin?.name ?? '')
    ? 'file'
    : argument.type === 'ObjectExpression'
      ? QUERIES.test(key) && index === 0
        ? 'query'
        : 'options'
      : 'value';
  return [nameOf(argument), parameter?.type === 'Identifier' ? parameter.name : undefined, role]
    .filter((each) => each !== undefined)
    .filter((each) => !RESERVED_NAMES.has(each));
}

/**
 * @param {TSESTree.Node} node
 * @returns {string | undefined} `options.file.name`, `req.params.id.trim()`, `getUser(req)`, `new ObjectId(text)`
 */
function nameOf(node) {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return node.computed || node.property.type !== 'Identifier' ? undefined : node.property.name;
    case 'NewExpression':
      return node.callee.type === 'Identifier' ? asVariable(node.callee.name) : undefined;
    case 'CallExpression': {
      const name = nameOf(node.callee);
      if (node.callee.type === 'MemberExpression' && name !== undefined && SAME.test(name)) {
        return nameOf(node.callee.object);
      }
      const [, thing] = GETTING.exec(name ?? '') ?? [];
      return thing && asVariable(thing);
    }
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return nameOf(node.expression);
    default:
      return undefined;
  }
}

/**
 * @param {string} name
 * @returns {string | undefined} `user` for `User`; of an acronym nothing.
 */
function asVariable(name) {
  return /^[A-Z](?![A-Z])/u.test(name)
    ? `${name.charAt(0).toLowerCase()}${name.slice(1)}`
    : undefined;
}
