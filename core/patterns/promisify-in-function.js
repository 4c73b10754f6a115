/** @import { TSESTree } from '@typescript-eslint/types' */
/** @import { Variable } from '@typescript-eslint/scope-manager' */
/** @import { SourceCodeLike } from '../source/source-code.js' */
/** @import { Pattern, PatternContext, Site } from '../contract/pattern.js' */

import { coreApi, isCoreModule } from '../analysis/apis/core-promise-apis.js';
import { isLongWork } from '../analysis/apis/long-work.js';
import { enclosingFunction } from '../analysis/syntax/functions.js';
import { readKey, resolveOrigin } from '../analysis/modules/modules.js';
import { isOwnModule } from '../analysis/environment/project.js';
import { promisifyingCalls, readPromisifier } from '../analysis/promises/promisifiers.js';
import { isCommandLine, isStart, repeatedFunction } from '../analysis/flow/repetition.js';
import {
  findVariable,
  globalReferences,
  isModuleLevel,
  readsOf,
  variableOf,
  writesOf,
} from '../analysis/syntax/scopes.js';
import { textOf } from '../edits/trivia.js';
import { isThereAtLoad } from '../callbacks/callees/presence.js';
import { planHoist } from './promisify-in-function/hoist.js';
import { readUse } from './promisify-in-function/uses.js';

/**
 * A promisified function that is made again on every call of the function around it, although it is
 * the same each time:
 *
 *     async function load(path) {
 *       return await util.promisify(fs.readFile)(path);
 *     }
 *
 * @type {Pattern}
 */
export const promisifyInFunction = {
  name: 'promisify-in-function',
  // The promisifier is there already; a constant takes its result.
  since: '4.0.0',
  words: /[pP]romis(?:if|e)|[dD]enodeify|[tT]henify|[pP]ify|[nN]fbind/u,
  visit: {
    Program: (/** @type {TSESTree.Program} */ _, /** @type {PatternContext} */ context) =>
      promisifyingCalls(context.sourceCode).flatMap((call) => findPromisified(call, context) ?? []),
  },
};

/**
 * @param {TSESTree.CallExpression} call
 * @param {PatternContext} context
 * @returns {Site | undefined}
 */
function findPromisified(call, context) {
  const { sourceCode } = context;
  const promisifier = readPromisifier(sourceCode, call);
  // A command or a script runs its code once or twice.
  if (!promisifier || isCommandLine(sourceCode) || context.isCommand?.() || context.isAside?.()) {
    return undefined;
  }
  const repeated = repeatedFunction(sourceCode, call);
  const late = readLateTarget(sourceCode, call);
  const targets = late ? [late] : call.arguments;
  // A function that starts something runs once, and to start a process takes a thousand times as long.
  if (
    !repeated ||
    isStart(sourceCode, repeated) ||
    targets.some((target) => isLongWork(resolveOrigin(sourceCode, target)))
  ) {
    return undefined;
  }
  if (!targets.every((target) => isSameEachTime(context, target))) {
    return undefined;
  }
  const use = readUse(sourceCode, call, repeated, promisifier.kind);
  if (!use) {
    return undefined;
  }
  const origin = resolveOrigin(sourceCode, call.arguments[0]);
  const isCore = coreApi(origin) !== undefined;
  if (!isCore && late) {
    if (promisifier.kind !== 'promisify') {
      return undefined;
    }
    const target = textOf(sourceCode, late);
    return { node: call, kind: 'late', data: { code: textOf(sourceCode, call.callee), target } };
  }
  const mayBeMissing = isCore && origin && !isThereAtLoad(context, origin);
  const plan =
    promisifier.kind === 'promisify-all' ||
    mayBeMissing ||
    isMadeHere(sourceCode, call.arguments[0])
      ? undefined
      : planHoist(sourceCode, { call, promisifier, use });
  const owner = outerOwner(sourceCode, call);
  return {
    node: call,
    kind: promisifier.kind,
    data: { code: textOf(sourceCode, call.callee), ...(owner && { owner }) },
    ...(plan && { plan }),
  };
}

/**
 *     util.promisify(User.find).call(User, id)    util.promisify(User.find.bind(User))(id)
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {TSESTree.MemberExpression | undefined} The method that it calls on its object, as that has it now.
 *   Made once, it has to look the method up each time, or it would call the one that the object had when the
 *   file was loaded, whatever takes its place.
 */
function readLateTarget(sourceCode, { parent, arguments: [target] }) {
  const isBound =
    target?.type === 'CallExpression' &&
    target.callee.type === 'MemberExpression' &&
    readKey(target.callee) === 'bind' &&
    target.arguments.length === 1;
  const method = isBound ? /** @type {TSESTree.MemberExpression} */ (target.callee).object : target;
  const isApplied =
    parent.type === 'MemberExpression' && /^(?:apply|bind|call)$/u.test(readKey(parent) ?? '');
  const use = isBound ? target : isApplied ? parent.parent : undefined;
  const [receiver] = use?.type === 'CallExpression' ? use.arguments : [];
  return receiver !== undefined &&
    method?.type === 'MemberExpression' &&
    textOf(sourceCode, method.object) === textOf(sourceCode, receiver)
    ? method
    : undefined;
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.Node} node
 * @returns {boolean} Whether the expression gives the same value at each call of the function: a
 *   literal, a module, a constant of the top of the file, a member of one.
 */
function isSameEachTime(context, node) {
  const { sourceCode } = context;
  switch (node.type) {
    case 'Literal':
      return true;
    case 'MemberExpression':
      return (
        (!node.computed || node.property.type === 'Literal') &&
        isSameEachTime(context, node.object) &&
        !isSetLater(context, node)
      );
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return isSameEachTime(context, node.expression);
    // require('fs')
    case 'CallExpression':
      return (
        node.callee.type === 'Identifier' &&
        node.callee.name === 'require' &&
        !findVariable(sourceCode, node.callee, 'require') &&
        node.arguments.length === 1 &&
        node.arguments[0]?.type === 'Literal'
      );
    case 'Identifier': {
      const variable = variableOf(sourceCode, node);
      return !variable || isSetOnce(sourceCode, variable) || isLoadedAnyway(sourceCode, node);
    }
    default:
      return false;
  }
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Identifier} node A variable of the function.
 * @returns {boolean} Whether it is of a core module. A package that only this function loads is loaded
 *   when it is needed, and the top of the file would load it always.
 */
function isLoadedAnyway(sourceCode, node) {
  const origin = resolveOrigin(sourceCode, node);
  return origin?.kind === 'module' && isCoreModule(origin);
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {Variable} variable
 * @returns {boolean} Whether the variable belongs to code that runs once, and has its value from
 *   there, not from a function that is called some time. A variable of a function around may not
 *   be there yet at its top, nor be used more than once.
 */
function isSetOnce(sourceCode, variable) {
  const [definition] = variable.defs;
  const writes = writesOf(variable);
  return (
    definition !== undefined &&
    !repeatedFunction(sourceCode, definition.name) &&
    writes.length <= 1 &&
    writes.every(
      ({ identifier }) => enclosingFunction(identifier) === enclosingFunction(definition.name),
    )
  );
}

/**
 * @param {PatternContext} context
 * @param {TSESTree.MemberExpression} member
 * @returns {boolean} Whether the member may not be there yet, or be another one, when the file loads: a
 *   function gives it its value, or it belongs to what a module of the project exports as its state.
 */
function isSetLater({ project, sourceCode }, member) {
  const root = rootOf(member);
  const origin = member.object === root ? undefined : resolveOrigin(sourceCode, root);
  return (
    (origin?.kind === 'module' && origin.path.length === 0 && isOwnModule(origin, project)) ||
    writesTo(sourceCode, member).some(enclosingFunction)
  );
}

/**
 *     exports.start = () => { exports.server = createServer(); };
 *
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node} member
 * @returns {TSESTree.Node[]} Where the file gives that member of a variable a value.
 */
function writesTo(sourceCode, member) {
  const root = rootOf(member);
  if (root?.type !== 'Identifier') {
    return [];
  }
  const text = textOf(sourceCode, member);
  const variable = variableOf(sourceCode, root);
  const uses = variable
    ? readsOf(variable).map(({ identifier }) => identifier)
    : globalReferences(sourceCode, root.name);
  return uses.flatMap((use) => {
    let target = /** @type {TSESTree.Node} */ (use);
    while (target.parent?.type === 'MemberExpression' && target.parent.object === target) {
      target = target.parent;
    }
    const isWritten =
      target.parent?.type === 'AssignmentExpression' && target.parent.left === target;
    return isWritten && textOf(sourceCode, target) === text ? [target] : [];
  });
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.Node | undefined} target
 * @returns {boolean} Whether the file itself makes what is promisified, as a member of something: where
 *   that is done is not looked for.
 */
function isMadeHere(sourceCode, target) {
  return (
    target?.type === 'MemberExpression' &&
    resolveOrigin(sourceCode, target)?.kind !== 'module' &&
    (writesTo(sourceCode, target).length > 0 || isMadeHere(sourceCode, target.object))
  );
}

/**
 * @param {TSESTree.Node | undefined} node
 * @returns {TSESTree.Node | undefined} `exports` of `exports.server.listen`.
 */
function rootOf(node) {
  let root = node;
  while (
    root?.type === 'MemberExpression' ||
    root?.type === 'TSAsExpression' ||
    root?.type === 'TSNonNullExpression'
  ) {
    root = root.type === 'MemberExpression' ? root.object : root.expression;
  }
  return root;
}

/**
 * @param {SourceCodeLike} sourceCode
 * @param {TSESTree.CallExpression} call
 * @returns {string | undefined} The variable that it needs of a function around, if it needs one: the top
 *   of the module is too early for it.
 */
function outerOwner(sourceCode, { arguments: [target] }) {
  const root = rootOf(target);
  if (root?.type !== 'Identifier' || isLoadedAnyway(sourceCode, root)) {
    return undefined;
  }
  const variable = variableOf(sourceCode, root);
  return variable && !isModuleLevel(variable) ? variable.name : undefined;
}
