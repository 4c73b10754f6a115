/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { FunctionNode } from '../../analysis/syntax/functions.js' */
/** @import { PatternContext, Refusal } from '../../contract/pattern.js' */
/** @import { Edit } from '../../edits/edit.js' */
/** @import { SourceCodeLike } from '../../source/source-code.js' */
/** @import { Run } from './coroutines.js' */
/** @import { Runner } from './runners.js' */

import { oncePerFile } from '../../analysis/syntax/facts.js';
import { frameUses } from '../../analysis/syntax/functions.js';
import { isModuleMember, readKey, resolveOrigin } from '../../analysis/modules/modules.js';
import { nodesOfType } from '../../analysis/syntax/nodes.js';
import { dependencyMajor } from '../../analysis/environment/node-floor.js';
import {
  findVariable,
  moduleScope,
  readConstantInit,
  variableOf,
} from '../../analysis/syntax/scopes.js';
import { indentLines, insertBefore, replaceRange } from '../../edits/edit.js';
import { indentOf, indentUnit, newlineOf } from '../../edits/indentation.js';
import { hasSemicolons } from '../../edits/leading-semicolons.js';
import { mentionsName, takeUniqueName } from '../../edits/names.js';
import { codeOf, textOf } from '../../edits/trivia.js';
import { NATIVE_METHODS, namesOfValue } from '../../promises/escapes.js';
import { callsOnHandedIn } from '../../promises/handed-in-promises.js';
import { isSharedLink } from '../../promises/methods.js';
import { isCommented, parametersStart, writeAsyncFunction } from './shells.js';

/**
 * Runners whose result is more than a native promise, or that hand in more than arguments: what the
 * outside sees is kept at the boundary.
 */

/**
 * Promise.coroutine(function* (…) {…})  ->  Promise.method(async function (…) {…})
 *
 * `Promise.method` gives a function of length 0 whose result is bluebird's, calls at once and with
 * `this`, and turns a throw into a rejection, all as `Promise.coroutine` does.
 *
 * @param {PatternContext} context
 * @param {Run} run
 * @returns {Edit[] | undefined} Undefined where bluebird has no name at the place.
 */
export function keepBluebird(context, { runner }) {
  const { callee } = runner.call;
  if (callee.type === 'MemberExpression' && isBluebird(context, callee.object)) {
    return [replaceRange(callee.property.range, callee.computed ? "'method'" : 'method')];
  }
  const name = nameOfBluebird(context, callee);
  if (name) {
    return [replaceRange(callee.range, `${name}.method`)];
  }
  return callee.type === 'Identifier' ? replaceAlias(context, callee) : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean}
 */
function isBluebird({ sourceCode }, node) {
  const origin = resolveOrigin(sourceCode, node);
  return isModuleMember(origin, 'bluebird') || isModuleMember(origin, 'bluebird', 'Promise');
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} at
 * @returns {string | undefined} A variable at the top of the file that holds bluebird and is not
 *   shadowed at the place.
 */
function nameOfBluebird(context, at) {
  const { sourceCode } = context;
  const variable = moduleScope(sourceCode).variables.find(
    ({ defs, identifiers }) =>
      defs.length === 1 && identifiers[0] && isBluebird(context, identifiers[0]),
  );
  return variable && findVariable(sourceCode, at, variable.name) === variable
    ? variable.name
    : undefined;
}

/**
 * const co = require('bluebird').coroutine; co(…)  ->  require('bluebird').method(…)
 *
 * @param {PatternContext} context
 * @param {TSESTree.Identifier} alias
 * @returns {Edit[] | undefined} Undefined where the alias is anything else.
 */
function replaceAlias({ sourceCode }, alias) {
  const variable = variableOf(sourceCode, alias);
  const init = variable && readConstantInit(variable)?.init;
  if (init?.type !== 'MemberExpression' || init.object.type !== 'CallExpression') {
    return undefined;
  }
  const isRequire = isModuleMember(resolveOrigin(sourceCode, init.object), 'bluebird');
  return isRequire
    ? [replaceRange(alias.range, `${codeOf(sourceCode, init.object)}.method`)]
    : undefined;
}

/**
 * Q.async(function* (a) {…})  ->  (...args) => Q((async (a) => {…})(...args))
 * Q.spawn(function* () {…})   ->  Q((async () => {…})()).done()
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Run} run
 * @returns {Edit[] | undefined}
 */
export function keepQ(context, fn, { runner }) {
  const { sourceCode } = context;
  const { call, kind } = runner;
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || isCommented(sourceCode, call, fn)) {
    return undefined;
  }
  const library = textOf(sourceCode, callee.object);
  const head = [
    [call.range[0], fn.range[0]],
    [fn.range[1], call.range[1]],
  ];
  const [before, after] = /** @type {[[number, number], [number, number]]} */ (head);
  if (kind === 'Q.spawn') {
    return [
      // `Q.done`, the function, is gone in version 2.
      replaceRange(before, `${library}((`),
      ...writeAsyncFunction(context, fn),
      replaceRange(after, ')()).done()'),
    ];
  }
  const usesFrame = frameUses(sourceCode, fn).this.length > 0;
  const args = mentionsName(sourceCode, fn, 'args') ? takeUniqueName(sourceCode, 'args') : 'args';
  const [open, close] = isOperand(call) ? ['(', ')'] : ['', ''];
  if (usesFrame) {
    const [head, tail] = aroundReturned(sourceCode, call, args);
    return [
      replaceRange(before, `${open}${head}${library}(`),
      ...writeAsyncFunction(context, fn),
      indentLines(fn.range, 1),
      replaceRange(after, `.apply(this, ${args}))${tail}${close}`),
    ];
  }
  return [
    replaceRange(before, `${open}(...${args}) => ${library}((`),
    ...writeAsyncFunction(context, fn),
    replaceRange(after, `)(...${args}))${close}`),
  ];
}

/**
 * Q.async(run)  ->  (...args) => Q(run(...args))
 *
 * @param {PatternContext} context
 * @param {FunctionNode} fn
 * @param {Run} run
 * @returns {Edit[] | undefined}
 */
export function keepNamedQ({ sourceCode }, fn, { runner }) {
  const { call, target } = runner;
  if (call.callee.type !== 'MemberExpression' || isCommented(sourceCode, call, target)) {
    return undefined;
  }
  const library = textOf(sourceCode, call.callee.object);
  const [open, close] = isOperand(call) ? ['(', ')'] : ['', ''];
  const usesThis = frameUses(sourceCode, fn).this.length > 0;
  const [head, tail] = usesThis ? aroundReturned(sourceCode, call, 'args') : ['(...args) => ', ''];
  const given = usesThis ? '.apply(this, args))' : '(...args))';
  return [
    replaceRange([call.range[0], target.range[0]], `${open}${head}${library}(`),
    replaceRange([target.range[1], call.range[1]], `${given}${tail}${close}`),
  ];
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @param {string} args
 * @returns {[string, string]} What stands before and behind what a function in its place returns.
 */
function aroundReturned(sourceCode, call, args) {
  const line = `${newlineOf(sourceCode)}${indentOf(sourceCode.text, call.range[0])}`;
  const semicolon = hasSemicolons(sourceCode) ? ';' : '';
  return [`function (...${args}) {${line}${indentUnit(sourceCode)}return `, `${semicolon}${line}}`];
}

/**
 * @param {TSESTree.CallExpression} call
 * @returns {boolean} Whether a function in its place needs parentheses.
 */
function isOperand({ parent }) {
  return ![
    'ArrayExpression',
    'ArrowFunctionExpression',
    'AssignmentExpression',
    'ConditionalExpression',
    'Property',
    'PropertyDefinition',
    'ReturnStatement',
    'VariableDeclarator',
  ].includes(parent.type);
}

/** Methods that promises of bluebird and Q have, and native ones do not. */
const LIBRARY_METHODS = new Set(
  'all any asCallback bind call cancel caught delay done each error fail fcall fin filter get invoke isFulfilled isPending isRejected lastly map mapSeries ninvoke nodeify post progress props race reason reduce reflect return some spread tap tapCatch thenReturn thenThrow throw timeout value'.split(
    ' ',
  ),
);

/**
 * @param {PatternContext} context
 * @param {Runner} runner
 * @returns {boolean} Whether those who call the function that it makes may get a native promise.
 */
export function givesNative(context, { call }) {
  const { sourceCode } = context;
  const isNeeded = (/** @type {string} */ name) =>
    context.isLibraryPromiseElsewhere?.(name) ||
    // exports.load().then(first).tap(second)
    libraryMethodsOf(sourceCode).some(
      ({ source }) =>
        source?.type === 'CallExpression' &&
        source.callee.type === 'MemberExpression' &&
        readKey(source.callee) === name,
    );
  const reader = {
    context,
    isNativeLink: (/** @type {TSESTree.CallExpression} */ link) => isSharedLink(context, link),
    isRemakingLink: () => false,
  };
  return (
    context.options.api === 'async' &&
    !callsOnHandedIn(reader) &&
    !namesOfValue(context, call).some(isNeeded)
  );
}

/**
 * @param {PatternContext} context
 * @returns {string | undefined} The first method in the file that is called on what a call gave, and
 *   that a native promise does not have.
 */
export function findLibraryMethod({ sourceCode }) {
  return libraryMethodsOf(sourceCode).find(({ source }) => {
    const isImported = resolveOrigin(sourceCode, source)?.kind === 'module';
    const isLocalCall =
      source?.type === 'CallExpression' &&
      source.callee.type !== 'MemberExpression' &&
      resolveOrigin(sourceCode, source.callee)?.kind !== 'module';
    return isLocalCall && !isImported;
  })?.key;
}

/**
 * Calls of such methods, and what the chain that they stand in begins with.
 *
 * @type {(sourceCode: PatternContext['sourceCode']) => readonly { key: string, source: TSESTree.Node | undefined }[]}
 */
const libraryMethodsOf = oncePerFile((sourceCode) =>
  nodesOfType(sourceCode, 'CallExpression').flatMap(({ arguments: args, callee }) => {
    const key = callee.type === 'MemberExpression' ? readKey(callee) : undefined;
    const isFilteredCatch = key === 'catch' && args.length > 1;
    if (
      callee.type !== 'MemberExpression' ||
      key === undefined ||
      !(LIBRARY_METHODS.has(key) || isFilteredCatch)
    ) {
      return [];
    }
    const { object } = callee;
    const variable = variableOf(sourceCode, object);
    const source = variable ? readConstantInit(variable)?.init : object;
    return [{ key, source: withoutNativeLinks(source) }];
  }),
);

/**
 *     load().then(first).catch(second)  ->  load()
 *
 * @param {TSESTree.Node | undefined} node
 * @returns {TSESTree.Node | undefined}
 */
function withoutNativeLinks(node) {
  let source = node;
  while (
    source?.type === 'CallExpression' &&
    source.callee.type === 'MemberExpression' &&
    NATIVE_METHODS.has(readKey(source.callee) ?? '')
  ) {
    source = source.callee.object;
  }
  return source;
}

/**
 * app.use(function* (next) { this.body = yield next; })
 *   ->  app.use(async function (ctx, next) { ctx.body = await next(); })
 *
 * @param {PatternContext} context
 * @param {import('./coroutines.js').Coroutine} coroutine
 * @returns {Edit[] | { refusal: Refusal }} The head and the body, without the runner's call.
 */
export function writeKoaMiddleware(context, coroutine) {
  const { sourceCode } = context;
  const { fn } = coroutine;
  const refusal = refuseKoa(context, coroutine);
  if (refusal) {
    return { refusal };
  }
  const uses = frameUses(sourceCode, fn);
  const [next] = fn.params;
  const ctx = mentionsName(sourceCode, fn, 'ctx') ? takeUniqueName(sourceCode, 'ctx') : 'ctx';
  const open = parametersStart(sourceCode, fn) + 1;
  const needsContext = uses.this.length > 0 || next;
  return [
    ...writeAsyncFunction(context, fn),
    ...(needsContext ? [insertBefore(next ? next.range[0] : open, next ? `${ctx}, ` : ctx)] : []),
    ...uses.this.map(({ range }) => replaceRange(range, ctx)),
  ];
}

/**
 * @param {PatternContext} context
 * @param {import('./coroutines.js').Coroutine} coroutine
 * @returns {Refusal | undefined}
 */
function refuseKoa(context, { fn, runs, variable }) {
  const { sourceCode, project } = context;
  const isUsed = runs.some(({ runner }) => runner.call.callee.type === 'MemberExpression');
  const major = dependencyMajor(context, 'koa');
  if (major === undefined ? isUsed : major !== 2 && (isUsed || major !== 3)) {
    const range = project.dependencies['koa'];
    return {
      reason: 'koa-version',
      subject: range ? `koa ${range}` : 'koa is not in package.json',
    };
  }
  const uses = frameUses(sourceCode, fn);
  const [next, more] = fn.params;
  if (more || (next && next.type !== 'Identifier') || uses.arguments.length > 0 || uses.evaluates) {
    return { reason: 'runner-unsupported', subject: 'koa' };
  }
  if (runs.some(({ runner }) => runner.kind !== 'koa') || (variable && uses.others)) {
    return { reason: 'runner-unsupported', subject: 'koa and another runner' };
  }
  const references = next
    ? (sourceCode.getDeclaredVariables(fn).find(({ identifiers }) => identifiers[0] === next)
        ?.references ?? [])
    : [];
  const other = references.find(({ identifier }) => identifier.parent?.type !== 'YieldExpression');
  return other ? { reason: 'runner-unsupported', subject: '`next` handed on' } : undefined;
}
